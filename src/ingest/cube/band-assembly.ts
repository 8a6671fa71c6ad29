/** One band of rows of a cube from the slices: what `cube-plan.ts` says, on packed integers. */

import { ObjectDefectError } from '../../base/errors.js';
import { elementOf } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { openSlice } from '../staging/slice-file.js';
import { bandRows, isTotal, SLICE_PERIOD, slicePackingOf } from '../staging/slice-format.js';
import type { CellRule, CubePlan, LayerPlace } from './cube-plan.js';

/**
 * Differences below this many millimetres under zero are the rounding of the bucket's packing and count as no rain;
 * larger ones mean that the two files are not of one run, and nothing is known.
 */
const LARGEST_ROUNDING_MM = 1;

export interface BandTask {
  readonly plan: CubePlan;
  /** Paths of the slices, by their position in the plan. */
  readonly paths: readonly string[];
  /** Grid of the cube and of every slice. */
  readonly grid: Grid;
  readonly band: number;
}

/**
 * Packed integers [element, time, row, column] of the band.
 *
 * @param scratch  is used for the answer when it is large enough
 * @throws ObjectDefectError  a slice is damaged or gone
 */
export async function assembleBand(task: BandTask, scratch?: Int16Array): Promise<Int16Array> {
  const { plan, grid, band } = task;
  const layerOf = createLayerReader(task);
  const cells = bandRows(grid, band) * grid.columns;
  const needed = plan.elements.length * plan.times.length * cells;
  const out = scratch && scratch.length >= needed ? scratch.subarray(0, needed) : new Int16Array(needed);
  for (let t = 0; t < plan.times.length; t++)
    for (let e = 0; e < plan.elements.length; e++) {
      const at = (e * plan.times.length + t) * cells;
      await apply(plan.rules[t]![e]!, layerOf, out.subarray(at, at + cells), limitsOf(plan, e));
    }
  return out;
}

/** Packed integers that a combined value may have. */
interface Limits {
  readonly lowest: number;
  readonly highest: number;
  /** Below this the value is not a rounding of `lowest` but damage. */
  readonly refuse: number;
  readonly isTotal: boolean;
  /** What stands for the value 0 in the cube and in the slices. */
  readonly zero: number;
  readonly sliceZero: number;
}

function limitsOf(plan: CubePlan, element: number): Limits {
  const id = plan.elements[element]!;
  const { unit, step, base } = elementOf(id);
  const highest = unit === 'ratio' ? Math.round((1 - base) / step) : 32767;
  const lowest = Math.round((0 - base) / step);
  const refuse = unit === 'mm' ? lowest - LARGEST_ROUNDING_MM / step : -32767;
  return {
    lowest,
    highest,
    refuse,
    isTotal: isTotal(id),
    zero: -base / step,
    sliceZero: -slicePackingOf(id).base / step,
  };
}

async function apply(rule: CellRule, layerOf: LayerReader, target: Int16Array, limits: Limits): Promise<void> {
  if (rule.rule === 'missing') target.fill(MISSING_PACKED);
  else if (rule.rule === 'copy') {
    const values = await layerOf(rule.from);
    if (limits.zero === limits.sliceZero) target.set(values);
    else combine(values, values, [1, 0], limits, target);
  } else {
    const before = await layerOf(rule.before);
    const values = await layerOf(rule.from);
    if (limits.isTotal && rule.weights[1] === -1) subtract(values, before, limits, target);
    else combine(values, before, rule.weights, limits, target);
  }
}

/**
 * What a total grew by. In the slices totals go round (`SLICE_PERIOD`), so the difference is the one of its class that is
 * not below what rounding explains; more than the cube can hold is no rain of a step but a bucket that shrank.
 */
function subtract(values: Int16Array, before: Int16Array, limits: Limits, target: Int16Array): void {
  const { lowest, highest, refuse, zero } = limits;
  for (let i = 0; i < target.length; i++) {
    const [value, earlier] = [values[i]!, before[i]!];
    const grown = value - earlier + zero;
    const n = grown < refuse ? grown + SLICE_PERIOD : grown >= refuse + SLICE_PERIOD ? grown - SLICE_PERIOD : grown;
    const known = value !== MISSING_PACKED && earlier !== MISSING_PACKED && n <= highest;
    target[i] = !known ? MISSING_PACKED : n < lowest ? lowest : n;
  }
}

function combine(
  values: Int16Array,
  before: Int16Array,
  [a, b]: readonly [number, number],
  { lowest, highest, refuse, zero, sliceZero }: Limits,
  target: Int16Array,
): void {
  const shift = zero - (a + b) * sliceZero;
  for (let i = 0; i < target.length; i++) {
    const [value, earlier] = [values[i]!, before[i]!];
    const n = Math.round(a * value + b * earlier + shift);
    const known = value !== MISSING_PACKED && earlier !== MISSING_PACKED && n >= refuse;
    target[i] = !known ? MISSING_PACKED : n < lowest ? lowest : n > highest ? highest : n;
  }
}

/** A view that stays whole while one more layer is asked for. */
type LayerReader = (place: LayerPlace) => Promise<Int16Array>;

/** The slice of the time, the previous run's for intervals, the one before each, and one ahead that holds a total. */
const KEPT_BANDS = 5;

/** Reads each slice's band once, because the plan walks through time; the one that was used longest ago goes. */
function createLayerReader({ paths, grid, band }: BandTask): LayerReader {
  const kept = new Map<number, Uint8Array>();
  const values = bandRows(grid, band) * grid.columns;

  async function bandOf(slice: number): Promise<Uint8Array> {
    const found = kept.get(slice);
    const bytes = found ?? (await readBand(paths[slice]!, band, kept.size < KEPT_BANDS ? undefined : dropOldest()));
    kept.delete(slice);
    kept.set(slice, bytes);
    return bytes;
  }

  /** Its buffer takes the next band. */
  function dropOldest(): Uint8Array {
    const [slice, bytes] = kept.entries().next().value!;
    kept.delete(slice);
    return bytes;
  }

  return async ({ slice, layer }) => {
    const { buffer, byteOffset } = await bandOf(slice);
    return new Int16Array(buffer, byteOffset + 2 * layer * values, values);
  };
}

async function readBand(path: string, band: number, target: Uint8Array | undefined): Promise<Uint8Array> {
  const slice = await openSlice(path);
  if (slice === null) throw new ObjectDefectError(path, 0, 'the slice is there until its cube is published');
  try {
    return await slice.readPart(band, target);
  } finally {
    await slice.close();
  }
}
