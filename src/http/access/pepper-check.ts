/** Checks at the start that stored keys can be verified. A key whose pepper is not configured gets a 401 without a reason. */

import { ConfigError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ApiKeyRecord } from '../../model/records.js';
import { pepperIdOf } from './api-keys.js';

export interface PepperCheck {
  readonly keys: readonly ApiKeyRecord[];
  /** Empty where there is no pepper yet. */
  readonly peppers: readonly Uint8Array[];
  /** Where the peppers come from: "WEATHERGLASS_PEPPER", or the path of the file. */
  readonly origin: string;
  /** App-install tokens are accepted too. */
  readonly acceptsTokens: boolean;
  readonly log: Log;
}

/** Ids in one line of the log. */
const MOST_IDS = 10;

/**
 * Warns when some of the valid keys cannot be verified. Keys of version 0.1, whose pepper is not known, count as fitting.
 *
 * @throws ConfigError  when no credential at all could be verified
 */
export function checkPeppers({ keys, peppers, origin, acceptsTokens, log }: PepperCheck): void {
  const known = new Set<string | null>([null, ...peppers.map(pepperIdOf)]);
  const valid = keys.filter(({ revokedAt }) => revokedAt === null);
  const orphans = valid.filter(({ pepperId }) => !known.has(pepperId));
  if (orphans.length === 0) return;
  if (orphans.length === valid.length && !acceptsTokens) throw noneFits(origin, orphans.length, peppers.length);
  log.warn(
    { keys: orphans.slice(0, MOST_IDS).map(({ id }) => id) },
    `${orphans.length} of ${valid.length} API keys were made with a pepper that is not configured, so requests with them ` +
      `get 401; add that pepper to ${origin}, after the newest, or revoke the keys`,
  );
}

function noneFits(origin: string, keys: number, peppers: number): ConfigError {
  const which = keys === 1 ? 'the stored API key was' : `all ${keys} stored API keys were`;
  const rule =
    `must hold the pepper that ${which} made with, or every request gets 401; restore the pepper ` +
    '(WEATHERGLASS_PEPPER, or the file "pepper" of the data directory), or if it is lost make a new key: ' +
    'weatherglass keys create';
  const found = peppers === 0 ? 'no such file' : peppers === 1 ? 'another pepper' : `${peppers} other peppers`;
  return new ConfigError(origin, rule, found);
}
