/**
 * The rate of a nowcast at a place, from what was seen around where its rain comes from.
 *
 *   R = the largest v with   pixels of the disk ≥ v  /  observed pixels of the disk  ≥  c(v, τ)
 *   c = 0.43 − 0.03 log₁₀ v − 0.0012 τ              v in mm/h, τ in minutes, at least 0.2
 *   diameter of the disk = min(τ, 2 + τ / 2) km;    from 3 mm/h on its inner part, 0.6 of the diameter, decides as well
 *
 * What will be above a place in τ minutes is one of the pixels of the disk. A forecast of "at least v" is right more often
 * than wrong, in the sense of the critical success index, where its probability is above CSI / (1 + CSI): a bit less than one
 * half, less the later, and less for what is rare. So the share of the disk that reaches v decides for each v by itself, and
 * the rate is the largest v that is reached. At τ = 0 the disk is the pixel and R what was observed.
 *
 * Reading one point bilinear, as extrapolation is usually done, widens light rain, thins heavy rain, and keeps edges that
 * nobody can foresee. Measured against it on frames of two networks: docs/methods/nowcast.md. Heavy cores are smaller than
 * the disk, which would let none of them live to an hour: hence the inner part. Disks are sampled at points laid out as the
 * seeds of a sunflower (Vogel 1979, Math. Biosci. 44, 179), each standing for as much area; 91 points were no better than 37.
 */

import { type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';

const POINTS = 37;
/** The innermost of them: a disk of √(13 / 37) = 0.6 of the diameter. */
const INNER_POINTS = 13;
/** Rates that the inner part may give, from, mm/h. */
const HEAVY_RATE = 3;

const DIAMETER_KM = 2;
const DIAMETER_KM_PER_MINUTE = 0.5;

const SHARE_AT_1_MM = 0.43;
const SHARE_PER_DECADE = 0.03;
const SHARE_PER_MINUTE = 0.0012;
const LEAST_SHARE = 0.2;

/** Points of the unit disk from the middle outward: radius √((k + ½) / n), turned by the golden angle from one to the next. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const RADII = Array.from({ length: POINTS }, (_, k) => Math.sqrt((k + 0.5) / POINTS));
const DOWN = Float64Array.from(RADII, (radius, k) => radius * Math.sin(k * GOLDEN_ANGLE));
const RIGHT = Float64Array.from(RADII, (radius, k) => radius * Math.cos(k * GOLDEN_ANGLE));

/** Packed values of one disk, largest first; of one call at a time. */
const RANKED = new Uint16Array(POINTS);

/** Diameter of the disk that decides on the rate, km. */
export function rateDiskKm(leadMinutes: number): number {
  return Math.min(leadMinutes, DIAMETER_KM + DIAMETER_KM_PER_MINUTE * leadMinutes);
}

/** Share of the disk that must reach a rate, mm/h, for the nowcast to say so. */
export function shareNeeded(rate: number, leadMinutes: number): number {
  return Math.max(LEAST_SHARE, SHARE_AT_1_MM - SHARE_PER_DECADE * Math.log10(rate) - SHARE_PER_MINUTE * leadMinutes);
}

/**
 * Rate of the nowcast, mm/h; NaN where the pixel in the middle was not observed. Others that were not observed do not count.
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
  if (pixelAt(field, tilesAlong(field.columns), row, column, around) === UNOBSERVED) return Number.NaN;
  const radius = rateDiskKm(leadMinutes) / 2;
  const [down, right] = [radius / rowKm, radius / columnKm];
  const rate = rateOfPoints(field, row, column, down, right, around, POINTS, leadMinutes);
  if (!(RANKED[0]! * field.step >= HEAVY_RATE)) return rate;
  const core = rateOfPoints(field, row, column, down, right, around, INNER_POINTS, leadMinutes);
  return core >= HEAVY_RATE && core > rate ? core : rate;
}

/** The largest rate that enough of the first `points` points reach. Leaves them in `RANKED`. */
function rateOfPoints(
  field: TiledField,
  row: number,
  column: number,
  down: number,
  right: number,
  around: number,
  points: number,
  leadMinutes: number,
): number {
  const across = tilesAlong(field.columns);
  let observed = 0;
  let wet = 0;
  RANKED[0] = 0;
  for (let k = 0; k < points; k++) {
    const packed = pixelAt(field, across, row + DOWN[k]! * down, column + RIGHT[k]! * right, around);
    if (packed === UNOBSERVED) continue;
    observed += 1;
    if (packed > 0) rank(packed, wet++);
  }
  if (wet === 0) return 0;
  // The heaviest needs the least, so nobody is reached by fewer points.
  const fewest = Math.ceil(shareNeeded(RANKED[0]! * field.step, leadMinutes) * observed);
  for (let k = Math.max(0, fewest - 1); k < wet; k++) {
    const rate = RANKED[k]! * field.step;
    if (k + 1 >= shareNeeded(rate, leadMinutes) * observed) return rate;
  }
  return 0;
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
