/**
 * The rate of a nowcast at a place, from what was seen around where its rain comes from.
 *
 *   R = the largest v with   pixels of the disk ≥ v  /  observed pixels of the disk  ≥  c(v)     v ≥ 0.1 mm/h
 *   c = ½ √m,  m = o + (1 − o) / (1 + D / L(v))       at least 0.1; o = min(1, pixel / disk) by area
 *   1 / D = 1 / (0.75 τ) + 1 / L(0.1)                  km, τ in minutes; R ≥ 0.1 mm/h only where c(0.1) of the disk are
 *
 * What will be above a place in τ minutes is one of the pixels of the disk round where the motion has it come from: the
 * error of the motion grows with the lead. The size L of the echoes around (echo-size) bounds the disk, since of a disk much
 * wider than a shower nothing is learnt but how many showers there are. m is the share of the disk that a pixel of rain
 * finds as wet as itself, of which it is one.
 *
 * The share c keeps the area of the rain. A long straight edge stays where it is when half of the disk decides: m = 1,
 * c = ½. Small echoes fill less of the disk, and by halves they would dissolve. On frames of three networks the share that
 * kept the area was ½ √m to within 0.03 at 0.1, 1 and 5 mm/h, in disks of 3 to 60 km. Heavy rain has its own, smaller L: its
 * cores live as long as they can be told from noise, and the same rule holds for them. At τ = 0 the disk is the pixel and R
 * what was observed.
 *
 * Reading one point bilinear, as extrapolation is usually done, widens light rain, thins heavy rain, and keeps edges that
 * nobody can foresee. Both are measured on frames of three networks: docs/methods/nowcast.md.
 */

import { type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { WET_RATE } from '../condition.js';
import { DISK_POINTS, DOWN, nearestPacked, RIGHT } from './disk-points.js';
import { ECHO_RATES, echoSizesAt } from './echo-size.js';

const DIAMETER_KM_PER_MINUTE = 0.75;
/** A share below this is a speck. */
const LEAST_SHARE = 0.1;

/** Packed values of one disk, largest first; of one call at a time. */
const RANKED = new Uint16Array(DISK_POINTS);
/** Sizes of the echoes around, pixels; of one call at a time. */
const SIZES = new Float64Array(ECHO_RATES.length);
/** Shares needed at the rates of the sizes; of one call at a time. */
const NEEDED = new Float64Array(ECHO_RATES.length);
const DECADES = ECHO_RATES.map((rate) => Math.log10(rate));
/** Of a packed value times its step, and of a count. */
const ROUNDING = 1e-6;

/** Diameter of the disk that decides on the rate, km; `echoKm` is the size of the echoes of 0.1 mm/h, km. */
export function rateDiskKm(leadMinutes: number, echoKm: number): number {
  const widest = DIAMETER_KM_PER_MINUTE * leadMinutes;
  return (widest * echoKm) / (widest + echoKm);
}

/** Share of a disk that must reach a rate for the nowcast to say so; diameter and size of the echoes of the rate, pixels. */
export function shareNeeded(diameter: number, echoSize: number): number {
  const own = Math.min(1, 4 / (Math.PI * diameter * diameter));
  return Math.max(LEAST_SHARE, 0.5 * Math.sqrt(own + (1 - own) / (1 + diameter / echoSize)));
}

/**
 * Rate of the nowcast, mm/h; NaN where the pixel in the middle was not observed, or none of the points around it. Others
 * that were not observed do not count.
 *
 * @param field  rates of the frame, mm/h; keep the object, since the sizes of its echoes are kept with it
 * @param row  where the rain comes from, pixels, may be fractional; as `column`
 * @param leadMinutes  from the frame to the minute of the forecast, not negative
 * @param rowKm  from pixel to pixel along a column, km; `columnKm` along a row
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 */
export function rateAt(
  field: TiledField,
  row: number,
  column: number,
  leadMinutes: number,
  rowKm: number,
  columnKm: number,
  around = 0,
): number {
  const across = tilesAlong(field.columns);
  if (nearestPacked(field, across, row, column, around) === UNOBSERVED) return Number.NaN;
  const radius = findShares(field, row, column, leadMinutes, Math.sqrt(rowKm * columnKm), around) / 2;
  const [down, right] = [radius / rowKm, radius / columnKm];
  // With one dry point more, however few were observed, too little of the disk would be wet.
  const mostDry = Math.floor((1 - NEEDED[0]!) * DISK_POINTS);
  let dry = 0;
  let above = 0;
  for (let k = 0; k < DISK_POINTS; k++) {
    const packed = nearestPacked(field, across, row + DOWN[k]! * down, column + RIGHT[k]! * right, around);
    if (packed === UNOBSERVED) continue;
    if (packed > 0) rank(packed, above++);
    else if (++dry > mostDry) return 0;
  }
  const observed = above + dry;
  if (observed === 0) return Number.NaN;
  const fewest = Math.ceil(NEEDED[0]! * observed - ROUNDING);
  return above < fewest ? 0 : field.step * reached(fewest, observed, field.step);
}

/** Finds the shares needed around a place of the grid; the diameter of its disk, km. */
function findShares(field: TiledField, row: number, column: number, leadMinutes: number, km: number, around: number) {
  echoSizesAt(field, row, column, around, SIZES);
  const diameter = rateDiskKm(leadMinutes, SIZES[0]! * km);
  for (let rate = 0; rate < NEEDED.length; rate++) NEEDED[rate] = shareNeeded(diameter / km, SIZES[rate]!);
  return diameter;
}

/** Share needed at any rate, mm/h: linear in its logarithm between those of the sizes. */
function shareAt(rate: number): number {
  const decade = Math.log10(rate);
  let above = 1;
  while (above < NEEDED.length - 1 && decade > DECADES[above]!) above += 1;
  const way = (decade - DECADES[above - 1]!) / (DECADES[above]! - DECADES[above - 1]!);
  return NEEDED[above - 1]! + Math.min(1, Math.max(0, way)) * (NEEDED[above]! - NEEDED[above - 1]!);
}

/** What enough of the observed points reach, packed; as `RANKED` has them, of which `fewest` make it rain. */
function reached(fewest: number, observed: number, step: number): number {
  const common = RANKED[fewest - 1]!;
  if (common * step < WET_RATE - ROUNDING) return common;
  // No rate is reached by fewer points than the least of the shares.
  const least = Math.min(NEEDED[0]!, NEEDED[1]!, NEEDED[2]!, NEEDED[3]!);
  for (let k = Math.max(1, Math.ceil(least * observed - ROUNDING)); k < fewest; k++) {
    const packed = RANKED[k - 1]!;
    if (packed > RANKED[k]! && k >= shareAt(packed * step) * observed - ROUNDING) return packed;
  }
  return common;
}

/** Puts a value among the `count` that are ranked. */
function rank(packed: number, count: number): void {
  let at = count;
  for (; at > 0 && RANKED[at - 1]! < packed; at--) RANKED[at] = RANKED[at - 1]!;
  RANKED[at] = packed;
}
