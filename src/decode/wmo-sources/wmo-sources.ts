/**
 * The register of the WMO Alert Hub: which sources of alerts there are.
 *
 *   { "sources": [ { "source": { "sourceId": "br-inmet-pt", "authorityCountry": "br",
 *                                "capAlertFeedStatus": "operating", "ignore": false, … } }, … ] }
 *
 * Only what decides whether a source is asked for is read. An entry without an id is passed over: the others are no
 * worse for it.
 */

import { MalformedError } from '../../base/errors.js';
import { type JsonLimits, readJson } from '../json.js';

/** A real one has some 200 sources of 15 members each. */
const LIMITS: JsonLimits = { bytes: 8 << 20, depth: 16, containers: 100_000, values: 500_000 };

export interface WmoSource {
  readonly id: string;
  /** ISO 3166, lower case. */
  readonly country: string | null;
  /** False where the register says that it does not work or is to be ignored. */
  readonly isOperating: boolean;
}

/** @throws MalformedError  it is no JSON, or has no list of sources */
export function decodeWmoSources(bytes: Uint8Array): WmoSource[] {
  const register = readJson(bytes, LIMITS, refuse);
  const list = isObject(register) ? register.sources : null;
  if (!Array.isArray(list)) refuse('must have a list of sources', typeof list);
  return (list as unknown[]).flatMap(
    (entry: unknown) => sourceOf(isObject(entry) ? (entry.source ?? entry) : null) ?? [],
  );
}

function sourceOf(entry: unknown): WmoSource | null {
  if (!isObject(entry) || typeof entry.sourceId !== 'string') return null;
  const { sourceId, authorityCountry, capAlertFeedStatus, ignore } = entry;
  const status = typeof capAlertFeedStatus === 'string' ? capAlertFeedStatus.toLowerCase() : 'operating';
  return {
    id: sourceId,
    country: typeof authorityCountry === 'string' ? authorityCountry.toLowerCase() : null,
    isOperating: status === 'operating' && ignore !== true,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function refuse(rule: string, value?: string | number): never {
  throw new MalformedError('register of sources', rule, value);
}
