/**
 * Chance of rain at a place from what fell around where its rain comes from: the local Lagrangian probability of Germann &
 * Zawadzki (2004), JAM 43, 74, in a disk by the size of the echoes.
 *
 *   P = wet pixels / observed pixels of the disk                      wet: 0.1 mm/h and more
 *   D = w τ + (1 − w) τ L / (τ + L),  w = min(1, τ / 120)             km, τ in minutes; at most 120
 *
 * What will be above a place in τ minutes is known to within a displacement that grows with τ; each pixel of the disk is as
 * likely to be it. A disk of 1 km across for each minute of lead was the best on their 1,400 hours of radar, of widespread
 * rain for the most part. A shower that is still there is known to within less than its size L (echo-size), so the disk is
 * smaller early; at two hours few are still there, and the disk is theirs again.
 *
 * A disk of a few pixels has no shape of its own: below a radius of 3 it is sampled at points round the very place. A disk
 * of no size is the pixel: 0 or 1.
 */

import { type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { DISK_POINTS, DOWN, nearestPacked, RIGHT } from './disk-points.js';
import { ECHO_RATES, echoSizesAt } from './echo-size.js';
import type { PixelMask } from './pixel-mask.js';
import { LEAST_OBSERVED, wetMaskOf, wetShare } from './wet-share.js';

const LARGEST_KM = 120;
/** Minutes at which the size of the echoes no longer matters. */
const FORGOTTEN = 120;
/** Pixels; disks of a smaller radius are sampled. */
const SAMPLED_BELOW = 3;

/** Sizes of the echoes around, pixels; of one call at a time. */
const SIZES = new Float64Array(ECHO_RATES.length);

/** Diameter of the disk of the chance, km; `echoKm` is the size of the echoes around. */
export function chanceDiskKm(leadMinutes: number, echoKm: number): number {
  const forgotten = Math.min(1, leadMinutes / FORGOTTEN);
  const bounded = (leadMinutes * echoKm) / (leadMinutes + echoKm);
  return Math.min(LARGEST_KM, forgotten * leadMinutes + (1 - forgotten) * bounded);
}

/** Diameter, km, that no disk of the chance exceeds, nor that of the rate. */
export function widestDiskKm(leadMinutes: number): number {
  return Math.min(LARGEST_KM, leadMinutes);
}

/**
 * Chance of at least 0.1 mm/h, 0..1, before calibration; NaN where too little of the disk was observed.
 *
 * @param field  rates of the frame, mm/h; keep the object, since masks and sizes are kept with it
 * @param row  where the rain comes from, pixels, may be fractional; as `column`
 * @param leadMinutes  from the frame to the minute of the forecast, not negative
 * @param rowKm  from pixel to pixel along a column, km; `columnKm` along a row
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 * @param leastObserved  share of the disk, 0..1
 */
export function chanceAt(
  field: TiledField,
  row: number,
  column: number,
  leadMinutes: number,
  rowKm: number,
  columnKm: number,
  around = 0,
  leastObserved = LEAST_OBSERVED,
): number {
  echoSizesAt(field, row, column, around, SIZES);
  const radius = chanceDiskKm(leadMinutes, SIZES[0]! * Math.sqrt(rowKm * columnKm)) / 2;
  const [down, right] = [radius / rowKm, radius / columnKm];
  const mask = wetMaskOf(field);
  if (Math.max(down, right) < SAMPLED_BELOW)
    return sampledShare(mask.wet, row, column, down, right, around, leastObserved);
  return wetShare(mask, row, column, down, right, around, leastObserved);
}

function sampledShare(
  { field, least }: PixelMask,
  row: number,
  column: number,
  down: number,
  right: number,
  around: number,
  leastObserved: number,
): number {
  const across = tilesAlong(field.columns);
  let [wet, observed] = [0, 0];
  for (let k = 0; k < DISK_POINTS; k++) {
    const packed = nearestPacked(field, across, row + DOWN[k]! * down, column + RIGHT[k]! * right, around);
    if (packed === UNOBSERVED) continue;
    observed += 1;
    if (packed >= least) wet += 1;
  }
  return observed === 0 || observed < leastObserved * DISK_POINTS ? Number.NaN : wet / observed;
}
