/**
 * Alerts that may hold at a place although no shape says so. Of a feed that watches over a dozen countries only those
 * count that name a code of the place's own country, or no code at all.
 */

import type { Geocode } from '../../model/alert.js';
import type { UnplacedAlert } from '../../query/alerts/unplaced.js';
import type { Watch } from './watch.js';

/** ISO 3166 codes of Greece and the United Kingdom in the lists of areas of the European Union. */
const EUROPEAN: Readonly<Record<string, string>> = { el: 'gr', uk: 'gb' };

/** Lower-case ISO 3166 code of the country that a code belongs to; null where the scheme does not say. */
function countryOf({ scheme, value }: Geocode): string | null {
  switch (scheme) {
    case 'emma_id':
    case 'nuts': {
      const country = value.trim().slice(0, 2).toLowerCase();
      return EUROPEAN[country] ?? country;
    }
    case 'warncellid':
      return 'de';
    case 'clc':
      return 'ca';
    default:
      return null;
  }
}

/** @param watches  those that cover the place */
export function unplacedHere(unplaced: readonly UnplacedAlert[], watches: readonly Watch[]): readonly UnplacedAlert[] {
  return unplaced.filter(({ feed, missing }) =>
    watches.some((watch) => {
      if (watch.feed.id !== feed) return false;
      const countries = missing.map(countryOf);
      return countries.length === 0 || countries.some((country) => country === null || speaksFor(watch, country));
    }),
  );
}

function speaksFor({ countries }: Watch, country: string): boolean {
  return countries === 'all' || countries.includes(country);
}
