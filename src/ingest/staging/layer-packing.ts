/**
 * One decoded field to the packed integers of a slice: unit, plausibility, clamp, crop and packing in one pass, because
 * a run has five thousand million values.
 *
 *   n = round((clamp(value × factor) − base) / step)        NaN → MISSING_PACKED
 *
 * The pass asks one question of most values, whether n lies between the bounds, and computes n as value × a + b with
 * a = factor / step and b = −base / step: 2 ns a value, where the formula as it stands took 12. Both can differ by one
 * step where the value lies half way between two, to 1e-10 of a step.
 */

import { MalformedError } from '../../base/errors.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED, type Packing, pack } from '../../model/packing.js';
import type { FieldRequest } from '../../sources/selector.js';
import type { Crop } from './region-crop.js';
import { SLICE_PERIOD } from './slice-format.js';

export interface LayerInput {
  /** Float32 [row, column] of the uncut grid, NaN missing. */
  readonly values: Float32Array;
  /** The uncut grid. */
  readonly grid: Grid;
  readonly crop: Crop;
  readonly request: Pick<FieldRequest<string>, 'id' | 'plausible' | 'clamp'>;
  readonly factor: number;
  readonly packing: Packing;
  /** What lies beyond the range of the packing goes round (`SLICE_PERIOD`) instead of stopping at its end. */
  readonly wraps: boolean;
}

/**
 * Packs a field into `target`.
 *
 * @param rowOffset  index in `target` of the first value of each row of the crop
 * @throws MalformedError  when a value is beyond what weather reaches: damaged bytes that happened to decode
 */
export function packLayer(input: LayerInput, target: Int16Array, rowOffset: (row: number) => number): void {
  const { grid, crop } = input;
  const scale = packedScale(input);
  const head = Math.min(crop.grid.columns, crop.seam - crop.firstColumn); // columns before the seam
  for (let row = 0; row < crop.grid.rows; row++) {
    const from = (crop.firstRow + row) * grid.columns;
    const to = rowOffset(row);
    packRun(input, scale, from + crop.firstColumn, head, target, to);
    packRun(input, scale, from, crop.grid.columns - head, target, to + head);
  }
}

/** The packing of a field as a line, n = value × a + b, and the bounds of n inside which nothing needs a second look. */
interface PackedScale {
  readonly a: number;
  readonly b: number;
  readonly low: number;
  readonly high: number;
}

/** Values on a bound, such as an overcast sky, miss it by a rounding; whatever is less than half a step beyond rounds to it. */
const SLACK = 0.49;

function packedScale({ factor, packing, request }: LayerInput): PackedScale {
  const { step, base } = packing;
  const [low, high] = (request.clamp ?? request.plausible).map((value) => (value - base) / step) as [number, number];
  return { a: factor / step, b: -base / step, low: Math.max(low, -32767) - SLACK, high: Math.min(high, 32767) + SLACK };
}

function packRun(
  input: LayerInput,
  { a, b, low, high }: PackedScale,
  from: number,
  count: number,
  target: Int16Array,
  to: number,
): void {
  const { values } = input;
  for (let i = 0; i < count; i++) {
    const n = values[from + i]! * a + b;
    // above zero, cutting off the fraction is rounding down
    target[to + i] = n >= low && n <= high ? ((n + 32768.5) | 0) - 32768 : packOddOne(input, values[from + i]!);
  }
}

/** Missing, to be clamped, beyond the range of the packing, or damaged. */
function packOddOne({ factor, packing, request, wraps }: LayerInput, value: number): number {
  if (Number.isNaN(value)) return MISSING_PACKED;
  const known = clampPlausible(value * factor, request);
  return wraps ? wrapped(Math.round((known - packing.base) / packing.step)) : pack(known, packing);
}

/** −32767..32767 */
function wrapped(n: number): number {
  return n - SLICE_PERIOD * Math.floor((n + 32767) / SLICE_PERIOD);
}

/** Static fields stay float32: their size is nothing, and heights want no rounding. Same rules, no packing. */
export function cropStatic({
  grid,
  crop,
  factor,
  values,
  request,
}: Omit<LayerInput, 'packing' | 'wraps'>): Float32Array {
  const { rows, columns } = crop.grid;
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = (crop.firstRow + row) * grid.columns + ((crop.firstColumn + column) % crop.seam);
      out[row * columns + column] = clampPlausible(values[from]! * factor, request);
    }
  return out;
}

function clampPlausible(value: number, { id, plausible, clamp }: LayerInput['request']): number {
  const [least, most] = plausible;
  if (value < least || value > most) throw new MalformedError('GRIB', `section 7: ${id} is ${least} to ${most}`, value);
  const [low, high] = clamp ?? plausible;
  return value < low ? low : value > high ? high : value;
}
