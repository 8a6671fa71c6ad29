/** New API keys: what may be asked for, and the one moment at which a whole key exists. */

import type { Clock } from '../../base/clock.js';
import { InvalidRequestError, type RequestFault } from '../../base/errors.js';
import {
  ENDPOINTS,
  isPlanId,
  isScope,
  PLAN_IDS,
  PLANS,
  type PlanId,
  plansWith,
  usableScopes,
} from '../../model/access.js';
import type { ApiKeyRecord, KeyRecords } from '../../model/records.js';
import { formatKey, hashSecret, makeKey, pepperIdOf, type RandomBytes } from './api-keys.js';

export interface KeyRequest {
  /** For people: whose key it is, or what for. At most 100 characters, may be empty. */
  readonly name: string;
  readonly plan: string;
  /** Null: all scopes of the plan, the reserved ones too, so that the key works on endpoints of later versions. */
  readonly scopes: readonly string[] | null;
}

export interface IssuedKey {
  /** The whole key. Nothing can show it again. */
  readonly key: string;
  readonly record: ApiKeyRecord;
}

export interface KeyIssuer {
  readonly keys: KeyRecords;
  /** Newest first; the newest is used. */
  readonly peppers: readonly Uint8Array[];
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const LONGEST_NAME = 100;

/**
 * Makes and stores a key; resolves when it is stored safely.
 *
 * @throws InvalidRequestError  naming the allowed plans or scopes
 */
export async function issueKey({ keys, peppers, clock, random }: KeyIssuer, request: KeyRequest): Promise<IssuedKey> {
  const pepper = peppers[0];
  if (pepper === undefined) throw new RangeError('a key needs a pepper');
  const faults = faultsOf(request);
  if (faults.length > 0) throw new InvalidRequestError(faults);
  const { id, secret } = makeKey(random);
  const record: ApiKeyRecord = {
    id,
    name: request.name,
    plan: request.plan,
    scopes: [...new Set(request.scopes ?? PLANS[request.plan as PlanId].scopes)],
    secretHash: hashSecret(secret, pepper),
    pepperId: pepperIdOf(pepper),
    createdAt: clock.now(),
    revokedAt: null,
  };
  await keys.insert(record);
  return { key: formatKey({ id, secret }), record };
}

/** A key with all scopes where there has never been one, for the first start; null when there are keys. */
export async function createFirstKey(issuer: KeyIssuer): Promise<IssuedKey | null> {
  if ((await issuer.keys.list()).length > 0) return null;
  return issueKey(issuer, { name: 'first key', plan: 'pro', scopes: null });
}

function faultsOf({ name, plan, scopes }: KeyRequest): RequestFault[] {
  const faults: RequestFault[] = [];
  if (name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    const message = `name must have at most ${LONGEST_NAME} characters and no control characters; got ${JSON.stringify(name)}`;
    faults.push({ pointer: '/name', code: 'name', message });
  }
  if (!isPlanId(plan)) {
    const message = `plan must be one of ${PLAN_IDS.join(', ')}; got "${plan}"`;
    return [...faults, { pointer: '/plan', code: 'enum', message }];
  }
  const allowed: readonly string[] = usableScopes(PLANS[plan].scopes);
  if (scopes?.length === 0) {
    const message = `scopes must name at least one of ${allowed.join(', ')}`;
    faults.push({ pointer: '/scopes', code: 'min_items', message });
  }
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (allowed.includes(scope)) continue;
    const message = `scopes of plan ${plan} are ${allowed.join(', ')}; got "${scope}"${hintOn(scope)}`;
    faults.push({ pointer: `/scopes/${index}`, code: 'enum', message });
  }
  return faults;
}

/** Explains why a scope that exists cannot be given. */
function hintOn(scope: string): string {
  if (!isScope(scope)) return '';
  if (ENDPOINTS[scope].length === 0) return `: ${scope} has no endpoint in this version`;
  return `, which ${plansWith(scope)} have`;
}
