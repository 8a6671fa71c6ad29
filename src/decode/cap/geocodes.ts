/**
 * Geocodes: the names that issuers give to a scheme, and the forms of its codes.
 *
 *   UGC                       NWS zones and counties: "TXZ123", several with blanks between, ranges "TXZ123>125-130"
 *   SAME, FIPS6, FIPS         counties: 0, state, county; five digits are without the 0
 *   EMMA_ID, NUTS, NUTS1 …    MeteoAlarm, Eurostat
 *   WARNCELLID                DWD
 *   layer:EC-MSC-SMC:1.x:CLC  ECCC. "profile:CAP-CP:Location" beside it is no CLC but a census code of Statistics Canada
 *
 * SAME beside UGC names the counties that the zones lie in, for radios that know no zones. Both are kept: which of them
 * counts is decided where the shapes are known.
 */

import type { Geocode, GeocodeScheme } from '../../model/alert.js';

const UGC_RANGE = /^([A-Z]{2}[CZ])(\d{3}|ALL)((?:[->](?:[A-Z]{2}[CZ])?\d{3})*)-?$/;
const PLAIN_CODE = /^[A-Z0-9][A-Z0-9_.-]{0,31}$/;

/** Codes of one geocode element; empty when the scheme is none that is kept, or the value no code of it. */
export function geocodesOf(valueName: string, value: string): Geocode[] {
  const scheme = schemeOf(valueName.trim());
  if (scheme === null) return [];
  const words = value.toUpperCase().split(/\s+/);
  return words.flatMap((word) => valuesOf(scheme, word).map((code) => ({ scheme, value: code })));
}

export function withoutRepetitions(geocodes: readonly Geocode[]): Geocode[] {
  return [...new Map(geocodes.map((geocode) => [`${geocode.scheme} ${geocode.value}`, geocode])).values()];
}

function schemeOf(valueName: string): GeocodeScheme | null {
  const name = valueName.toUpperCase();
  if (name === 'UGC') return 'ugc';
  if (name === 'SAME' || name === 'FIPS6' || name === 'FIPS') return 'same';
  if (name === 'EMMA_ID') return 'emma_id';
  if (/^NUTS[0-3]?$/.test(name)) return 'nuts';
  if (name === 'WARNCELLID') return 'warncellid';
  return /^(?:LAYER:EC-MSC-SMC:[\d.]+:)?CLC$/.test(name) ? 'clc' : null;
}

function valuesOf(scheme: GeocodeScheme, word: string): string[] {
  if (scheme === 'ugc') return zonesOf(word);
  if (scheme === 'same') return /^\d{5,6}$/.test(word) ? [word.padStart(6, '0')] : [];
  return PLAIN_CODE.test(word) ? [word] : [];
}

/** "TXZ123>125-OKZ004" to TXZ123, TXZ124, TXZ125, OKZ004 (NWSI 10-1702, 4.2); empty for what is no UGC. */
function zonesOf(word: string): string[] {
  const parts = UGC_RANGE.exec(word);
  if (parts === null) return [];
  let prefix = parts[1]!;
  let last = parts[2]!;
  const zones = [prefix + last];
  for (const [, mark, ownPrefix, number] of parts[3]!.matchAll(/([->])([A-Z]{2}[CZ])?(\d{3})/g)) {
    prefix = ownPrefix ?? prefix;
    const from = mark === '>' ? Number(last) + 1 : Number(number);
    for (let n = from; n <= Number(number); n++) zones.push(prefix + String(n).padStart(3, '0'));
    last = number!;
  }
  return zones;
}
