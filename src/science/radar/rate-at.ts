/**
 * The rate of a nowcast at a place, from what was seen around where its rain comes from.
 *
 *   R = the largest v with   pixels of the disk ≥ v  /  observed pixels of the disk  ≥  c(v, τ)
 *   c = 0.48 − 0.0005 τ − (0.02 + 0.0015 τ) log₁₀(v / 0.1)      v ≥ 0.1 mm/h, τ in minutes; c at least 0.2
 *   diameter of the disk = min(τ, 2 + τ / 2) km;                R ≥ 0.1 mm/h only where c(0.1, τ) of the disk are
 *
 * What will be above a place in τ minutes is one of the pixels of the disk. Whether it rains is decided by a bit less than
 * half of them, so that the edge of wide rain arrives when it is due. Rates that are rare are small in extent, at an hour
 * smaller than the disk: by halves none of them would live. So how hard it rains is decided by less of the disk the heavier
 * and the later, which keeps heavy rain about as frequent as it will be. At τ = 0 the disk is the pixel and R what was
 * observed.
 *
 * Reading one point bilinear, as extrapolation is usually done, widens light rain, thins heavy rain, and keeps edges that
 * nobody can foresee. Measured against it on frames of two networks: docs/methods/nowcast.md. Disks are sampled at points
 * laid out as the seeds of a sunflower (Vogel 1979, Math. Biosci. 44, 179), each standing for as much area; 91 points were
 * no better than 37.
 */

import { type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { WET_RATE } from '../condition.js';

const POINTS = 37;

const DIAMETER_KM = 2;
const DIAMETER_KM_PER_MINUTE = 0.5;

const WET_SHARE = 0.48;
const WET_SHARE_PER_MINUTE = 0.0005;
const SHARE_PER_DECADE = 0.02;
const SHARE_PER_DECADE_AND_MINUTE = 0.0015;
const LEAST_SHARE = 0.2;

/** Points of the unit disk from the middle outward: radius √((k + ½) / n), turned by the golden angle from one to the next. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const RADII = Array.from({ length: POINTS }, (_, k) => Math.sqrt((k + 0.5) / POINTS));
const DOWN = Float64Array.from(RADII, (radius, k) => radius * Math.sin(k * GOLDEN_ANGLE));
const RIGHT = Float64Array.from(RADII, (radius, k) => radius * Math.cos(k * GOLDEN_ANGLE));

/** Packed values of one disk, largest first; of one call at a time. */
const RANKED = new Uint16Array(POINTS);
/** Of a packed value times its step. */
const ROUNDING = 1e-6;

/** Diameter of the disk that decides on the rate, km. */
export function rateDiskKm(leadMinutes: number): number {
  return Math.min(leadMinutes, DIAMETER_KM + DIAMETER_KM_PER_MINUTE * leadMinutes);
}

/** Share of the disk that must reach a rate, mm/h, for the nowcast to say so. */
export function shareNeeded(rate: number, leadMinutes: number): number {
  const perDecade = SHARE_PER_DECADE + SHARE_PER_DECADE_AND_MINUTE * leadMinutes;
  const decades = Math.max(0, Math.log10(rate / WET_RATE));
  return Math.max(LEAST_SHARE, WET_SHARE - WET_SHARE_PER_MINUTE * leadMinutes - perDecade * decades);
}

/**
 * Rate of the nowcast, mm/h; NaN where the pixel in the middle was not observed, or none of the points around it. Others
 * that were not observed do not count.
 *
 * @param field  rates of the frame, mm/h
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
  if (pixelAt(field, across, row, column, around) === UNOBSERVED) return Number.NaN;
  const radius = rateDiskKm(leadMinutes) / 2;
  const [down, right] = [radius / rowKm, radius / columnKm];
  const shareOfWet = shareNeeded(WET_RATE, leadMinutes);
  // With one dry point more, however few were observed, too little of the disk would be wet.
  const mostDry = Math.floor((1 - shareOfWet) * POINTS);
  let dry = 0;
  let above = 0;
  for (let k = 0; k < POINTS; k++) {
    const packed = pixelAt(field, across, row + DOWN[k]! * down, column + RIGHT[k]! * right, around);
    if (packed === UNOBSERVED) continue;
    if (packed > 0) rank(packed, above++);
    else if (++dry > mostDry) return 0;
  }
  const observed = above + dry;
  if (observed === 0) return Number.NaN;
  const fewest = Math.ceil(shareOfWet * observed);
  return above < fewest ? 0 : field.step * reached(fewest, observed, field.step, leadMinutes);
}

/** What enough of the observed points reach, packed; as `RANKED` has them, of which `fewest` make it rain. */
function reached(fewest: number, observed: number, step: number, leadMinutes: number): number {
  const common = RANKED[fewest - 1]!;
  if (common * step < WET_RATE - ROUNDING) return common;
  // The heaviest needs the least, so nobody is reached by fewer points.
  const first = Math.ceil(shareNeeded(RANKED[0]! * step, leadMinutes) * observed);
  for (let k = first; k < fewest; k++) {
    const packed = RANKED[k - 1]!;
    if (k >= shareNeeded(packed * step, leadMinutes) * observed) return packed;
  }
  return common;
}

/** Puts a value among the `count` that are ranked. */
function rank(packed: number, count: number): void {
  let at = count;
  for (; at > 0 && RANKED[at - 1]! < packed; at--) RANKED[at] = RANKED[at - 1]!;
  RANKED[at] = packed;
}

/** As `packedAt` of the nearest pixel, of 4,440 points for one nowcast: what is the same for all of them is not asked again. */
function pixelAt(field: TiledField, across: number, row: number, column: number, around: number): number {
  const y = Math.floor(row + 0.5);
  let x = Math.floor(column + 0.5);
  if (around > 0) x -= Math.floor(x / around) * around;
  if (!(y >= 0 && x >= 0 && y < field.rows && x < field.columns)) return UNOBSERVED;
  const tile = field.tiles[(y >>> 7) * across + (x >>> 7)]!;
  return typeof tile === 'number' ? tile : tile[((y & 127) << 7) | (x & 127)]!;
}
