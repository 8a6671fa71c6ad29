/**
 * Alerts that may hold at a place although no shape says so. Of a feed that many countries speak through only those count
 * that are of the place's own country, as far as they tell: by the codes that cannot be placed; else by the identifier or
 * sender, where it is one of the WMO's object identifiers for alerting (2.49.0, then the ISO 3166 number of the country);
 * else by the domain of the sender. One that does not tell counts wherever its feed watches.
 */

import type { AlertMessage, Geocode } from '../../model/alert.js';
import type { UnplacedAlert } from '../../query/alerts/unplaced.js';
import type { Watch } from './watch.js';

const WMO_IDENTIFIER = /\b2\.49\.0\.\d\.(\d{1,3})\b/;
/** The end of a host name, in an address of mail or web. */
const DOMAIN_OF_COUNTRY = /[@.][\w-]+\.([a-z]{2})(?:[:/?#]|$)/;

/** ISO 3166 codes where the European Union's lists of areas, and domains, have others. */
const OTHER_CODES: Readonly<Record<string, string>> = { el: 'gr', uk: 'gb' };

/** With what it tells of its place. */
export interface CountriesOfUnplaced {
  readonly alert: UnplacedAlert;
  /** Lower-case ISO 3166 codes; none where nothing tells. */
  readonly countries: readonly string[];
}

export function withCountries(unplaced: readonly UnplacedAlert[]): readonly CountriesOfUnplaced[] {
  return unplaced.map((alert) => ({ alert, countries: countriesOf(alert) }));
}

/** @param watches  those that cover the place */
export function unplacedHere(unplaced: readonly CountriesOfUnplaced[], watches: readonly Watch[]): UnplacedAlert[] {
  if (watches.length === 0) return [];
  return unplaced.flatMap(({ alert, countries }) => {
    const isHere = (watch: Watch) =>
      watch.feed.id === alert.feed && (countries.length === 0 || speaksFor(watch, countries));
    return watches.some(isHere) ? [alert] : [];
  });
}

function speaksFor({ countries }: Watch, any: readonly string[]): boolean {
  return countries === 'all' || any.some((country) => countries.includes(country));
}

function countriesOf({ missing, message }: UnplacedAlert): readonly string[] {
  const byCodes = missing.flatMap((code) => countryOfCode(code) ?? []);
  return byCodes.length > 0 ? byCodes : issuingCountry(message);
}

function countryOfCode({ scheme, value }: Geocode): string | null {
  switch (scheme) {
    case 'emma_id':
    case 'nuts':
      return isoCode(value.trim().slice(0, 2));
    case 'warncellid':
      return 'de';
    case 'clc':
      return 'ca';
    default:
      return null;
  }
}

function issuingCountry({ identifier, sender }: AlertMessage): readonly string[] {
  const number = (WMO_IDENTIFIER.exec(identifier) ?? WMO_IDENTIFIER.exec(sender))?.[1];
  if (number !== undefined) return countryOfNumber(number);
  const domain = DOMAIN_OF_COUNTRY.exec(sender.trim().toLowerCase())?.[1];
  return domain === undefined ? [] : [isoCode(domain)];
}

/** The runtime spells "und-076" as "und-BR", leaves alone what is no number, and has ZZ for what is no country. */
function countryOfNumber(number: string): readonly string[] {
  const { region = '' } = new Intl.Locale(`und-${number.padStart(3, '0')}`);
  return /^[A-Z]{2}$/.test(region) && region !== 'ZZ' ? [region.toLowerCase()] : [];
}

function isoCode(text: string): string {
  const code = text.toLowerCase();
  return OTHER_CODES[code] ?? code;
}
