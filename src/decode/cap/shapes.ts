/**
 * Rings and circles as CAP writes them: "lat,lon lat,lon …" and "lat,lon radius" with the radius in km (3.2.4), to
 * longitude, latitude and m. Blanks around the comma are read over; a ring that is not closed is closed; a vertex that
 * is written twice in a row (the DWD repeats the last one) counts once.
 *
 * What is wrong with a shape comes back as a sentence: the caller decides what an area without it is.
 */

import type { AlertCircle, Ring } from '../../model/alert.js';
import { decimalOf } from '../xml/decimal.js';

/** Degrees. Around the date line rings go on beyond 180, or count from 0 to 360; ../../grid reads them either way. */
const LARGEST_LONGITUDE = 360;
/** Half way round the earth, m: a larger circle would be everywhere. */
const LARGEST_RADIUS = 20_040_000;
const METRES_PER_KM = 1000;
const PAIR = /\s*([^\s,]+)\s*,\s*([^\s,]+)/y;
const TRIPLE = /^\s*([^\s,]+)\s*,\s*([^\s,]+)(?:\s*,\s*|\s+)([^\s,]+)\s*$/;

export type ShapeFault = string;

/** "38.47,-120.14 38.34,-119.95 …" */
export function ringOfText(text: string): Ring | ShapeFault {
  const end = text.trimEnd().length;
  const numbers: number[] = [];
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < end) {
    const at = PAIR.lastIndex;
    const pair = PAIR.exec(text);
    if (pair === null)
      return `a polygon must be pairs "lat,lon"; at character ${at} it is "${text.slice(at, at + 40)}"`;
    numbers.push(decimalOf(pair[2]!) ?? Number.NaN, decimalOf(pair[1]!) ?? Number.NaN);
  }
  return closedRing(numbers);
}

/** Longitude, latitude, longitude, latitude …, not closed or closed. */
export function closedRing(numbers: readonly number[]): Ring | ShapeFault {
  const kept: number[] = [];
  for (let k = 0; k < numbers.length; k += 2) {
    const [longitude, latitude] = [numbers[k]! + 0, numbers[k + 1]! + 0]; // + 0: −0 is 0
    if (!isPlace(latitude, longitude)) return `a vertex must be a place; vertex ${k / 2} is ${latitude},${longitude}`;
    if (longitude !== kept.at(-2) || latitude !== kept.at(-1)) kept.push(longitude, latitude);
  }
  if (!hasThreeCorners(kept)) return 'a polygon must have at least 3 distinct vertices';
  if (kept[0] !== kept.at(-2) || kept[1] !== kept.at(-1)) kept.push(kept[0]!, kept[1]!);
  return Float64Array.from(kept);
}

/** "32.9525,-115.5527 0" */
export function circleOfText(text: string): AlertCircle | ShapeFault {
  const [latitude, longitude, km] = (TRIPLE.exec(text)?.slice(1) ?? []).map((part) => decimalOf(part) ?? Number.NaN);
  if (latitude === undefined || longitude === undefined || km === undefined)
    return `a circle must be "lat,lon radius"; it is "${text.slice(0, 40)}"`;
  if (!isPlace(latitude, longitude)) return `the centre of a circle must be a place; it is ${latitude},${longitude}`;
  const radius = km * METRES_PER_KM;
  if (!(radius >= 0 && radius <= LARGEST_RADIUS)) return `the radius of a circle must be 0 to 20040 km; it is ${km}`;
  return { latitude: latitude + 0, longitude: longitude + 0, radius };
}

function isPlace(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= LARGEST_LONGITUDE;
}

function hasThreeCorners(numbers: readonly number[]): boolean {
  let second = -1;
  for (let k = 2; k < numbers.length; k += 2) {
    if (isSame(numbers, k, 0)) continue;
    if (second < 0) second = k;
    else if (!isSame(numbers, k, second)) return true;
  }
  return false;
}

function isSame(numbers: readonly number[], a: number, b: number): boolean {
  return numbers[a] === numbers[b] && numbers[a + 1] === numbers[b + 1];
}
