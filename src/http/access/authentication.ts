/**
 * From an `Authorization` header to who asks and what they may read.
 *
 * Two bearer schemes (interface, "Authentication" 2): an API key, found by its id and proved by its secret, and an
 * app-install token (`app-tokens.ts`). Anything that is not a valid credential is null, which becomes a 401; nothing a
 * client can send here is an error.
 *
 * Found keys are kept for five seconds, ids that do not exist as well, so that requests do not wait for SQL. A revoked
 * key stops at once in the process that revoked it (`forget`) and within those five seconds in every other.
 *
 * A secret that was proved is known again, for as long as its key is kept, by its SHA-256: a sixth of the work of a proof.
 * That is as safe. Nobody finds 192 random bits by their digest, which is in no place but this process, beside the pepper and the
 * secrets that requests bring; the comparison takes constant time; and whoever has the wrong secret, or a key that
 * does not exist, waits for the digest and the whole proof, so that the time still tells neither.
 */

import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { isPlanId, isScope, PLANS } from '../../model/access.js';
import type { ApiKeyRecord, KeyRecords } from '../../model/records.js';
import { isSecretOf, KEY_PREFIX, type KeyParts, parseKey } from './api-keys.js';
import { type AppTokenSettings, createAppTokenVerifier } from './app-tokens.js';
import type { Principal } from './principal.js';

export interface Authenticator {
  /** Null when there is no valid credential. */
  authenticate(authorizationHeader: string | undefined): Promise<Principal | null>;
}

export interface AuthenticatorDependencies {
  readonly keys: Pick<KeyRecords, 'find'>;
  /** Newest first, at least one. */
  readonly peppers: readonly Uint8Array[];
  readonly clock: Clock;
  /** Null or absent: app-install tokens are not accepted. */
  readonly tokens?: AppTokenSettings | null;
}

const KEEP_SECONDS = 5;
const KEPT_KEYS = 20_000;
/** A key has 49 characters, a token of ours some 400; a longer header is not worth parsing. */
const LONGEST_HEADER = 4096;
/** RFC 6750 2.1; the scheme is case-insensitive and one or more spaces may follow it (RFC 9110 11.4). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

interface KeptKey {
  readonly record: ApiKeyRecord | null;
  /** Who the key stands for, once its secret is proved; null when it stands for nobody. */
  readonly principal: Principal | null;
  /** When it was read, epoch seconds. */
  readonly at: number;
  /** SHA-256 of the secret that was proved last. */
  proved: Buffer;
}

/** No secret is known to have this digest. */
const NONE_PROVED = Buffer.alloc(32);

export function createAuthenticator(deps: AuthenticatorDependencies): Authenticator & {
  /** Drops what is kept of a key, so that the next request sees its record. */ forget(keyId: string): void;
} {
  if (deps.peppers.length === 0) throw new RangeError('an authenticator needs at least one pepper');
  const kept = createKeptKeys(deps.keys, deps.clock);
  const verifyToken = deps.tokens ? createAppTokenVerifier(deps.tokens, deps.clock) : null;

  async function authenticateKey({ id, secret }: KeyParts): Promise<Principal | null> {
    const key = await kept.find(id);
    const digest = hash('sha256', secret, 'buffer');
    if (timingSafeEqual(digest, key.proved)) return key.principal;
    if (!isSecretOf(key.record?.secretHash ?? null, secret, deps.peppers)) return null;
    key.proved = digest;
    return key.principal;
  }

  return {
    async authenticate(header) {
      const credential = bearerCredential(header);
      if (credential === null) return null;
      if (!credential.startsWith(KEY_PREFIX)) return verifyToken ? verifyToken(credential) : null;
      const parts = parseKey(credential);
      return parts && authenticateKey(parts);
    },
    forget: kept.forget,
  };
}

/** The credential of a bearer header, null for any other header. */
export function bearerCredential(header: string | undefined): string | null {
  if (header === undefined || header.length > LONGEST_HEADER) return null;
  return BEARER.exec(header)?.[1] ?? null;
}

/** A plan that no longer exists opens nothing; scopes beyond the plan are left out, so that a smaller plan takes effect. */
function principalOf(record: ApiKeyRecord): Principal | null {
  if (record.revokedAt !== null || !isPlanId(record.plan)) return null;
  const ofPlan = new Set<string>(PLANS[record.plan].scopes);
  const scopes = record.scopes.filter(isScope).filter((scope) => ofPlan.has(scope));
  return { id: record.id, plan: record.plan, scopes: new Set(scopes), kind: 'key' };
}

function createKeptKeys(keys: Pick<KeyRecords, 'find'>, clock: Clock) {
  const kept = new LRUCache<string, KeptKey>({ max: KEPT_KEYS });
  let forgotten = 0;

  return {
    async find(id: string): Promise<KeptKey> {
      const hit = kept.get(id);
      // the distance, not the order: a clock set back must not keep a key for hours
      if (hit && Math.abs(clock.now() - hit.at) < KEEP_SECONDS) return hit;
      const before = forgotten;
      const record = await keys.find(id);
      // a read that began before a revocation must not bring the old record back
      const found = { record, principal: record && principalOf(record), at: clock.now(), proved: NONE_PROVED };
      if (before === forgotten) kept.set(id, found);
      return found;
    },
    forget(id: string): void {
      forgotten++;
      kept.delete(id);
    },
  };
}
