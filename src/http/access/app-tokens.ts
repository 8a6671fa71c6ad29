/**
 * App-install tokens: signed JWTs of an app-attestation service that the operator runs and this service trusts.
 *
 *   signature  EdDSA (Ed25519) or ES256, by a key of the configured JWKS
 *   iss, aud   as configured
 *   iat, exp   both required; exp at most 24 h after iat
 *   sub        required, at most 128 characters: the installation, which limits are counted by
 *   scope      names of scopes, separated by spaces (RFC 8693 4.2); those that a token can carry and the plan has
 *   plan       optional, default `free`; a plan that does not exist makes the token invalid
 *
 * Ed25519 and ES256 cost 130 µs to verify, so a verified token is remembered by its SHA-256, for ten minutes at most:
 * that long does a key work that was taken out of the JWKS.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { type Clock, steadyClock } from '../../base/clock.js';
import { ConfigError, ProductUnavailableError } from '../../base/errors.js';
import { APP_TOKEN_SCOPES, isPlanId, PLANS, type Scope } from '../../model/access.js';
import type { Principal } from './principal.js';

export interface AppTokenSettings {
  /** The keys themselves, or where they are fetched from (https, or http on this machine). */
  readonly jwks: JSONWebKeySet | URL;
  readonly issuer: string;
  readonly audience: string;
  /** What a token can carry at most; default `APP_TOKEN_SCOPES`. */
  readonly scopes?: readonly Scope[];
}

const ALGORITHMS = ['EdDSA', 'ES256'];
const LONGEST_LIFE = 24 * 3600;
/** Between the clocks of issuer and service, seconds. */
const CLOCK_TOLERANCE = 5;
const REMEMBER_SECONDS = 600;
const REMEMBERED_TOKENS = 10_000;
const LONGEST_SUBJECT = 128;
const JWKS_TIMEOUT_MS = 5_000;
/** A key takes some 300 bytes. */
const LARGEST_JWKS = 256 * 1024;
/** A failed download is not tried again within that time, s: a request for each token would wait, and load the server. */
const JWKS_RETRY_SECONDS = 30;

/** What a client's token can be guilty of; every other failure is ours or the JWKS server's. */
const TOKEN_FAULTS = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

interface Remembered {
  readonly principal: Principal;
  /** Epoch seconds. */
  readonly from: number;
  readonly until: number;
}

/**
 * A function from a token to who it stands for; null when it is not valid.
 *
 * @throws ProductUnavailableError  (from the function) when the JWKS cannot be had, which is not the client's fault
 */
export function createAppTokenVerifier(
  settings: AppTokenSettings,
  clock: Clock,
  machineClock: Clock = steadyClock,
): (token: string) => Promise<Principal | null> {
  const { jwks } = settings;
  const keyOf = jwks instanceof URL ? remoteKeys(jwks, machineClock) : createLocalJWKSet(jwks);
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_TOKENS });

  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64');
    const now = clock.now();
    const known = remembered.get(digest);
    if (known && known.from <= now && now < known.until) return known.principal;
    const claims = await verifiedClaims(token, keyOf, settings, now);
    const principal = claims && principalOf(claims, settings.scopes ?? APP_TOKEN_SCOPES);
    if (!principal) return null;
    remembered.set(digest, { principal, from: now, until: Math.min(claims.exp!, now + REMEMBER_SECONDS) });
    return principal;
  };
}

function remoteKeys(url: URL, { now }: Clock): JWTVerifyGetKey {
  let failure: { readonly error: unknown; readonly until: number } | null = null;
  const download = async (address: string, options: RequestInit) => {
    if (failure !== null && now() < failure.until) throw failure.error;
    try {
      return await fetchBounded(address, options);
    } catch (error) {
      failure = { error, until: now() + JWKS_RETRY_SECONDS };
      throw error;
    }
  };
  return createRemoteJWKSet(url, { timeoutDuration: JWKS_TIMEOUT_MS, [customFetch]: download });
}

/** Reads at most `LARGEST_JWKS` bytes. Without a bound, a server sent 1.3 GB before the time was over. */
async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (response.status !== 200) throw new Error(`the server responded with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_JWKS) throw new Error(`it is larger than ${LARGEST_JWKS} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status });
}

async function verifiedClaims(
  token: string,
  keyOf: JWTVerifyGetKey,
  { issuer, audience }: AppTokenSettings,
  now: number,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: CLOCK_TOLERANCE,
      maxTokenAge: LONGEST_LIFE,
      currentDate: new Date(now * 1000),
    });
    return payload;
  } catch (error) {
    if (TOKEN_FAULTS.some((fault) => error instanceof fault)) return null;
    // The reason is for the log: a client has no use for the state of the server of the key set.
    const reason = 'the key set that tokens are verified with cannot be downloaded';
    const unavailable = new ProductUnavailableError('app-token verification', reason, JWKS_RETRY_SECONDS);
    unavailable.cause = error;
    throw unavailable;
  }
}

function principalOf(claims: JWTPayload, carried: readonly Scope[]): Principal | null {
  const { sub, exp, iat, plan = 'free', scope } = claims;
  if (exp! - iat! > LONGEST_LIFE) return null;
  if (sub === undefined || sub === '' || sub.length > LONGEST_SUBJECT || !isPlanId(plan)) return null;
  const asked = new Set(typeof scope === 'string' ? scope.split(' ') : []);
  const granted = PLANS[plan].scopes.filter((name) => asked.has(name) && carried.includes(name));
  return { id: `app:${sub}`, plan, scopes: new Set(granted), kind: 'app-token' };
}

/**
 * Settings from the configuration: `jwks` is the path of a JSON file or the address of one.
 *
 * @throws ConfigError  when the file holds no key set, or the address would send keys in the clear
 */
export function readAppTokenSettings(configured: { jwks: string; issuer: string; audience: string }): AppTokenSettings {
  const { jwks, issuer, audience } = configured;
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(jwks);
  return { jwks: isAddress ? jwksAddress(jwks) : readJwksFile(jwks), issuer, audience };
}

function jwksAddress(text: string): URL {
  const rule = 'must be a file, an https address, or an http address on this machine';
  if (!URL.canParse(text)) throw new ConfigError('WEATHERGLASS_TOKEN_JWKS', rule, text);
  const url = new URL(text);
  const onLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onLoopback))
    throw new ConfigError('WEATHERGLASS_TOKEN_JWKS', rule, text);
  return url;
}

function readJwksFile(path: string): JSONWebKeySet {
  let jwks: JSONWebKeySet;
  try {
    jwks = JSON.parse(readFileSync(path, 'utf8'));
    createLocalJWKSet(jwks);
  } catch (error) {
    const rule = `must be a readable JSON Web Key Set (${(error as Error).message})`;
    throw new ConfigError('WEATHERGLASS_TOKEN_JWKS', rule, path);
  }
  const privateKey = jwks.keys.find((key) => 'd' in key || key.kty === 'oct');
  if (privateKey)
    throw new ConfigError('WEATHERGLASS_TOKEN_JWKS', 'must hold public keys only', `key ${privateKey.kid ?? ''}`);
  return jwks;
}
