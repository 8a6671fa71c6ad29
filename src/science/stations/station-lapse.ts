/**
 * Temperature of a station's day, moved to the height of a place.
 *
 * Lapse rates by element and month were fitted to 59 stations of Trentino between 70 and 2,750 m (309,000 leave-one-out
 * values, 1990-2007). Against 6.5 K/km for all, they lower the error of winter minima from 1.53 to 1.35 K. Between the
 * middles of two months the rate is linear, so that nothing jumps on the first of a month. In the southern hemisphere
 * the year is shifted by six months; at the equator, where there is no such season, both halves meet in their mean.
 */

import { DAY_SLOTS } from './day-slots.js';

export type LapsedElement = 'temperature_max' | 'temperature_min';

/** K/km, January to December of the northern hemisphere. */
const MONTHLY: Readonly<Record<LapsedElement, readonly number[]>> = {
  temperature_max: [3.7, 5.0, 6.3, 7.0, 7.3, 7.2, 7.3, 7.2, 6.8, 5.5, 4.7, 3.9],
  temperature_min: [3.4, 4.4, 5.1, 5.6, 5.5, 5.4, 5.3, 5.1, 4.9, 4.5, 4.0, 3.6],
};

const DAYS_PER_MONTH = DAY_SLOTS / 12;
/** Poleward of it a hemisphere has its own season entirely, degrees. */
const TROPIC = 23.4;

/**
 * Fall of temperature with height, K/m, by day of year (366 slots, 29 February is slot 59).
 *
 * @param latitude  degrees north
 */
export function stationLapse(element: LapsedElement, latitude: number): Float64Array {
  const north = 0.5 + 0.5 * Math.max(-1, Math.min(1, latitude / TROPIC));
  const lapse = new Float64Array(DAY_SLOTS);
  for (let slot = 0; slot < DAY_SLOTS; slot++) {
    const here = monthly(element, slot);
    const opposite = monthly(element, (slot + DAY_SLOTS / 2) % DAY_SLOTS);
    lapse[slot] = (north * here + (1 - north) * opposite) / 1000;
  }
  return lapse;
}

function monthly(element: LapsedElement, slot: number): number {
  const rates = MONTHLY[element];
  const position = (slot + 0.5) / DAYS_PER_MONTH - 0.5 + 12;
  const month = Math.floor(position);
  const part = position - month;
  return rates[month % 12]! * (1 - part) + rates[(month + 1) % 12]! * part;
}
