/**
 * One decoded field to the packed integers of a slice: unit, plausibility, clamp, crop and packing in one pass, because
 * a run has five thousand million values.
 *
 *   n = round((clamp(value × factor) − base) / step)        NaN → MISSING_PACKED
 */

import { GribMalformedError } from '../base/errors.js';
import type { Grid } from '../model/field.js';
import { MISSING_PACKED, type Packing } from '../model/packing.js';
import type { FieldRequest } from '../sources/gfs/selector-table.js';
import type { Crop } from './region-crop.js';

export interface LayerInput {
  /** Float32 [row, column] of the uncut grid, NaN missing. */
  readonly values: Float32Array;
  /** The uncut grid. */
  readonly grid: Grid;
  readonly crop: Crop;
  readonly request: Pick<FieldRequest<string>, 'id' | 'plausible' | 'clamp'>;
  readonly factor: number;
  readonly packing: Packing;
}

/**
 * Packs a field into `target`.
 *
 * @param rowOffset  index in `target` of the first value of each row of the crop
 * @throws GribMalformedError  when a value is beyond what weather reaches: damaged bytes that happened to decode
 */
export function packLayer(input: LayerInput, target: Int16Array, rowOffset: (row: number) => number): void {
  const { grid, crop } = input;
  const head = Math.min(crop.grid.columns, grid.columns - crop.firstColumn); // columns before the seam
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (let row = 0; row < crop.grid.rows; row++) {
    const from = (crop.firstRow + row) * grid.columns;
    const to = rowOffset(row);
    packRun(input, from + crop.firstColumn, head, target, to, range);
    packRun(input, from, crop.grid.columns - head, target, to + head, range);
  }
  refuseImplausible(input.request, range);
}

function packRun(
  { values, factor, packing, request }: LayerInput,
  from: number,
  count: number,
  target: Int16Array,
  to: number,
  range: { low: number; high: number },
): void {
  const [least, most] = request.clamp ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { step, base } = packing;
  let { low, high } = range;
  for (let i = 0; i < count; i++) {
    const value = values[from + i]! * factor;
    if (value < low) low = value;
    if (value > high) high = value;
    // both comparisons are false for NaN, which must not reach Math.round: it would come out as 0
    const clamped = value < least ? least : value > most ? most : value;
    const n = Math.round((clamped - base) / step);
    target[to + i] = n > 32767 ? 32767 : n < -32767 ? -32767 : Number.isNaN(n) ? MISSING_PACKED : n;
  }
  range.low = low;
  range.high = high;
}

/** Static fields stay float32: their size is nothing, and heights want no rounding. Same rules, no packing. */
export function cropStatic(input: Omit<LayerInput, 'packing'>): Float32Array {
  const { grid, crop, factor, values, request } = input;
  const { rows, columns } = crop.grid;
  const out = new Float32Array(rows * columns);
  const [least, most] = request.clamp ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = (crop.firstRow + row) * grid.columns + ((crop.firstColumn + column) % grid.columns);
      const value = values[from]! * factor;
      if (value < range.low) range.low = value;
      if (value > range.high) range.high = value;
      out[row * columns + column] = value < least ? least : value > most ? most : value;
    }
  refuseImplausible(request, range);
  return out;
}

function refuseImplausible({ id, plausible }: LayerInput['request'], { low, high }: { low: number; high: number }) {
  const [least, most] = plausible;
  if (low >= least && high <= most) return;
  if (low === Number.POSITIVE_INFINITY) return; // all missing: a gap, not damage
  throw new GribMalformedError(`section 7: ${id} is ${least} to ${most}`, low < least ? low : high);
}
