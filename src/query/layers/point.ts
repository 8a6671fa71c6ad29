/**
 * The series of one source at one point: the cells around it read once, unpacked and combined with bilinear weights.
 *
 *   value = base + step × Σ wᵢ nᵢ / Σ wᵢ        over the corners i that are not missing at this element and time
 *
 * Missing where the corners that have a value hold less than half of the weight. Wind is combined as u and v, never as
 * speed or direction. Packing is linear, so corners are combined as integers and unpacked once.
 *
 * Phase flags are categories: they come from one corner, never as a mean. The corner is the nearest that has a flag set
 * at all, because flags are zero where a cell is dry: with the nearest corner alone, a point at the edge of a snow area
 * would take the snow of three corners and the empty flags of the fourth. A corner that lacks one of the flags at a step has
 * none of them there, as half a wind is none.
 */

import type { SampleWeight } from '../../grid/grid.js';
import type { CubeDescription, OpenCube } from '../../model/cube.js';
import type { ElementId } from '../../model/element.js';
import { MISSING_PACKED, type Packing, unpack } from '../../model/packing.js';
import { rowOf } from './element-rows.js';

/** Elements that are categories: one flag of the four is set, or none. */
export const FLAGS: ReadonlySet<ElementId> = new Set([
  'rain_flag',
  'snow_flag',
  'freezing_rain_flag',
  'ice_pellets_flag',
]);

/** Corners with a value must hold at least this share of the weight. */
const ENOUGH_WEIGHT = 0.5;

export interface PointSeries {
  /**
   * The steps from `from` on of an element into `out`, as many as there is room for: canonical units, NaN missing.
   *
   * @param shift  added to every value, in the unit of the element
   * @returns what was found: nothing when the cube lacks the element, else whether any of the values may be missing
   */
  unpack(id: ElementId, from: number, out: Float64Array, shift?: number): Found;
}

export type Found = 'nothing' | 'some' | 'all';

/** What the model stands on at a point. */
export interface Ground {
  /** Height of the model's ground, m above mean sea level; NaN unknown. */
  readonly elevation: number;
  /** Share of land, 0..1; NaN unknown. */
  readonly land: number;
}

/**
 * Reads the cells around a point.
 *
 * @param corners  of the cube's grid, at least one
 * @throws ObjectDefectError when the stored bytes are not what was written
 */
export async function readPoint(cube: OpenCube, corners: readonly SampleWeight[]): Promise<PointSeries> {
  const cells = await cube.readCells(corners.map(({ cell }) => cell));
  return seriesOf(cube.description, fourOf(cells, corners));
}

/** The series of a cube whose cells were read. */
export function seriesOf(description: CubeDescription, four: FourCorners): PointSeries {
  // The four flags of a step come from one corner, so they are combined together and kept for the next call.
  let flags: FlagSeries | null = null;
  return {
    unpack(id, from, out, shift = 0) {
      const row = rowOf(description, id);
      if (row < 0) return 'nothing';
      if (FLAGS.has(id)) {
        if (flags?.from !== from || flags.count !== out.length)
          flags = combineFlags(description, four, from, out.length);
        out.set(flags.series.get(id)!);
        return flags.isAll ? 'all' : 'some';
      }
      const { step, base } = description.packings[row]!;
      const at = row * description.times.length + from;
      return combineInto(four, at, out.length, step, base + shift, out, 0) ? 'all' : 'some';
    },
  };
}

/** @throws ObjectDefectError when the stored bytes are not what was written */
export async function readGround(cube: OpenCube, corners: readonly SampleWeight[]): Promise<Ground> {
  const fields = await Promise.all([cube.staticField('elevation'), cube.staticField('land')]);
  const cells = corners.map(({ cell: { y, x } }) => y * cube.description.grid.columns + x);
  const weights = corners.map(({ weight }) => weight);
  const [elevation, land] = fields.map((field) =>
    field ? fieldMean(field, cells, weights, 0, cells.length) : Number.NaN,
  );
  return { elevation: elevation!, land: land! };
}

/**
 * A static field between the corners [from, to) of lists of corners; NaN where those with a value hold too little.
 *
 * @param cells  y × columns + x
 */
export function fieldMean(
  field: Float32Array,
  cells: ArrayLike<number>,
  weights: ArrayLike<number>,
  from: number,
  to: number,
): number {
  let sum = 0;
  let share = 0;
  for (let at = from; at < to; at++) {
    const value = field[cells[at]!]!;
    if (Number.isNaN(value)) continue;
    sum += weights[at]! * value;
    share += weights[at]!;
  }
  return share >= ENOUGH_WEIGHT ? sum / share : Number.NaN;
}

/**
 * The mean of the corners at `count` steps in a row, into `values` from `to` on; NaN where they hold too little.
 *
 * @param at  where the first of the steps stands in a cell
 * @returns true when no corner is missing at any of the steps
 */
export function combineInto(
  four: FourCorners,
  at: number,
  count: number,
  step: number,
  base: number,
  values: Float64Array,
  to: number,
): boolean {
  const { a, b, c, d, wa, wb, wc, wd } = four;
  let isAll = true;
  for (let k = at, i = to; k < at + count; k++, i++) {
    const na = a[k]!;
    const nb = b[k]!;
    const nc = c[k]!;
    const nd = d[k]!;
    const isWhole = na !== MISSING_PACKED && nb !== MISSING_PACKED && nc !== MISSING_PACKED && nd !== MISSING_PACKED;
    if (!isWhole) isAll = false;
    values[i] = base + step * (isWhole ? wa * na + wb * nb + wc * nc + wd * nd : meanOfKnown(four, k));
  }
  return isAll;
}

/** Written out, because the loop over them is most of a read; corners that are not there are the first, weighing nothing. */
export interface FourCorners {
  readonly a: Int16Array;
  readonly b: Int16Array;
  readonly c: Int16Array;
  readonly d: Int16Array;
  readonly wa: number;
  readonly wb: number;
  readonly wc: number;
  readonly wd: number;
}

function fourOf(cells: readonly Int16Array[], corners: readonly SampleWeight[]): FourCorners {
  const [a, b = a, c = a, d = a] = cells as [Int16Array, ...Int16Array[]];
  const weight = (corner: number) => corners[corner]?.weight ?? 0;
  return { a, b, c, d, wa: weight(0), wb: weight(1), wc: weight(2), wd: weight(3) };
}

/** Where a corner is missing the others take its weight; NaN when they hold too little. */
function meanOfKnown(four: FourCorners, at: number): number {
  let sum = 0;
  let weights = 0;
  for (let corner = 0; corner < 4; corner++) {
    const n = cellOf(four, corner)[at]!;
    if (n === MISSING_PACKED) continue;
    const weight = weightOf(four, corner);
    sum += weight * n;
    weights += weight;
  }
  return weights >= ENOUGH_WEIGHT ? sum / weights : Number.NaN;
}

function cellOf({ a, b, c, d }: FourCorners, corner: number): Int16Array {
  return corner === 0 ? a : corner === 1 ? b : corner === 2 ? c : d;
}

function weightOf({ wa, wb, wc, wd }: FourCorners, corner: number): number {
  return corner === 0 ? wa : corner === 1 ? wb : corner === 2 ? wc : wd;
}

/** The flags of a corner at a step: not all known, none set, or one set. */
const UNSETTLED = 0;
const NONE_SET = 1;
const ONE_SET = 2;

/** One flag: where its row begins in a cell, and how it is packed. */
export interface FlagRow {
  readonly id: ElementId;
  readonly offset: number;
  readonly packing: Packing;
}

/** The flags that a cube has. */
export function flagRowsOf({ elements, times, packings }: CubeDescription): FlagRow[] {
  return [...FLAGS].flatMap((id) => {
    const row = elements.indexOf(id);
    return row < 0 ? [] : [{ id, offset: row * times.length, packing: packings[row]! }];
  });
}

/** The flags of `count` steps from `from` on. */
interface FlagSeries {
  readonly from: number;
  readonly count: number;
  readonly series: ReadonlyMap<ElementId, Float64Array>;
  /** True when all are known. */
  readonly isAll: boolean;
}

function combineFlags(description: CubeDescription, four: FourCorners, from: number, count: number): FlagSeries {
  const rows = flagRowsOf(description);
  const values = new Float64Array(rows.length * count);
  const places = rows.map((_, row) => row * count);
  const isAll = combineFlagsInto(four, rows, from, count, values, places);
  const series = new Map(rows.map(({ id }, row) => [id, values.subarray(row * count, (row + 1) * count)]));
  return { from, count, series, isAll };
}

/** Corners by weight; nothing in it outlives a call. */
const nearestFirst = [0, 1, 2, 3];

/**
 * The flags of `count` steps from `from` on into `values`, those of row r from `places[r]` on; NaN missing.
 *
 * @returns true when all are known
 */
export function combineFlagsInto(
  four: FourCorners,
  rows: readonly FlagRow[],
  from: number,
  count: number,
  values: Float64Array,
  places: readonly number[],
): boolean {
  sortNearest(four);
  let isAll = true;
  for (let i = 0; i < count; i++) {
    const cell = cellOfFlags(four, rows, from + i);
    for (let row = 0; row < rows.length; row++) {
      const { offset, packing } = rows[row]!;
      const value = cell === null ? Number.NaN : unpack(cell[offset + from + i]!, packing);
      if (Number.isNaN(value)) isAll = false;
      values[places[row]! + i] = value;
    }
  }
  return isAll;
}

/** By insertion: a sort with a comparison of its own costs more than the flags of a few steps. */
function sortNearest(four: FourCorners): void {
  for (let corner = 0; corner < 4; corner++) {
    const weight = weightOf(four, corner);
    let rank = corner;
    while (rank > 0 && weightOf(four, nearestFirst[rank - 1]!) < weight) {
      nearestFirst[rank] = nearestFirst[rank - 1]!;
      rank--;
    }
    nearestFirst[rank] = corner;
  }
}

/** The corner whose flags are those of a step: the nearest with one set, else the nearest that is known; null none. */
function cellOfFlags(four: FourCorners, rows: readonly FlagRow[], time: number): Int16Array | null {
  let known: Int16Array | null = null;
  for (let rank = 0; rank < 4; rank++) {
    const cell = cellOf(four, nearestFirst[rank]!);
    const state = flagState(cell, time, rows);
    if (state === ONE_SET) return cell;
    if (state === NONE_SET) known ??= cell;
  }
  return known;
}

function flagState(cell: Int16Array, time: number, rows: readonly FlagRow[]): number {
  let state = NONE_SET;
  for (const { offset, packing } of rows) {
    const n = cell[offset + time]!;
    if (n === MISSING_PACKED) return UNSETTLED;
    if (n * packing.step + packing.base >= 0.5) state = ONE_SET;
  }
  return state;
}
