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
 * would take the snow of three corners and the empty flags of the fourth.
 */

import type { SampleWeight } from '../../grid/grid.js';
import type { CubeDescription, OpenCube } from '../../model/cube.js';
import type { ElementId, StaticFieldId } from '../../model/element.js';
import { MISSING_PACKED, type Packing, unpack } from '../../model/packing.js';
import { hasMissing } from '../time/series.js';
import { rowOf } from './element-rows.js';

/** Elements that are categories: one flag of the four is set, or none. */
const FLAGS: ReadonlySet<ElementId> = new Set(['rain_flag', 'snow_flag', 'freezing_rain_flag', 'ice_pellets_flag']);

/** Corners with a value must hold at least this share of the weight. */
const ENOUGH_WEIGHT = 0.5;

export interface PointSeries {
  readonly description: CubeDescription;
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
  const { description } = cube;
  const cells = await cube.readCells(corners.map(({ cell }) => cell));
  const four = fourOf(cells, corners);
  let flags: { part: Part; series: ReadonlyMap<ElementId, Float64Array>; found: Found } | null = null;
  return {
    description,
    unpack(id, from, out, shift = 0) {
      const row = rowOf(description, id);
      if (row < 0) return 'nothing';
      const part: Part = { description, from, to: from + out.length, cells, corners, four };
      if (!FLAGS.has(id)) return combine(part, row, shift, out) ? 'all' : 'some';
      // The four flags of a step come from one corner, so they are combined together and kept for the next call.
      if (flags?.part.from !== part.from || flags.part.to !== part.to) {
        const series = combineFlags(part);
        flags = { part, series, found: [...series.values()].some(hasMissing) ? 'some' : 'all' };
      }
      out.set(flags.series.get(id)!);
      return flags.found;
    },
  };
}

/** @throws ObjectDefectError when the stored bytes are not what was written */
export async function readGround(cube: OpenCube, corners: readonly SampleWeight[]): Promise<Ground> {
  const [elevation, land] = await Promise.all([staticAt(cube, 'elevation', corners), staticAt(cube, 'land', corners)]);
  return { elevation, land };
}

/** What is combined: the steps [from, to) of the cells, shape [element, time] each. */
interface Part {
  readonly description: CubeDescription;
  readonly from: number;
  readonly to: number;
  readonly cells: readonly Int16Array[];
  readonly corners: readonly SampleWeight[];
  readonly four: FourCorners;
}

async function staticAt(cube: OpenCube, id: StaticFieldId, corners: readonly SampleWeight[]): Promise<number> {
  const field = await cube.staticField(id);
  if (field === null) return Number.NaN;
  let sum = 0;
  let weights = 0;
  for (const { cell, weight } of corners) {
    const value = field[cell.y * cube.description.grid.columns + cell.x]!;
    if (Number.isNaN(value)) continue;
    sum += weight * value;
    weights += weight;
  }
  return weights >= ENOUGH_WEIGHT ? sum / weights : Number.NaN;
}

/** True when no corner is missing at any of the steps. */
function combine(part: Part, row: number, shift: number, values: Float64Array): boolean {
  const { description, from, to, four } = part;
  const { step } = description.packings[row]!;
  const base = description.packings[row]!.base + shift;
  const { a, b, c, d, wa, wb, wc, wd } = four;
  let isAll = true;
  for (let at = row * description.times.length + from, i = 0; i < to - from; at++, i++) {
    const [na, nb, nc, nd] = [a[at]!, b[at]!, c[at]!, d[at]!];
    const isWhole = na !== MISSING_PACKED && nb !== MISSING_PACKED && nc !== MISSING_PACKED && nd !== MISSING_PACKED;
    if (!isWhole) isAll = false;
    const mean = isWhole ? wa * na + wb * nb + wc * nc + wd * nd : meanOfKnown(part, at);
    values[i] = base + step * mean;
  }
  return isAll;
}

/** Written out, because the loop over them is most of a read; corners that are not there weigh nothing. */
interface FourCorners {
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
function meanOfKnown({ cells, corners }: Part, at: number): number {
  let sum = 0;
  let weights = 0;
  for (let corner = 0; corner < corners.length; corner++) {
    const n = cells[corner]![at]!;
    if (n === MISSING_PACKED) continue;
    sum += corners[corner]!.weight * n;
    weights += corners[corner]!.weight;
  }
  return weights >= ENOUGH_WEIGHT ? sum / weights : Number.NaN;
}

/** Flags of a time: unsettled, taken from a corner that is known but has none set, or from one that has. */
const UNSETTLED = 0;
const NONE_SET = 1;
const ONE_SET = 2;

/** One flag: where its row begins in a cell, how it is packed, and where its values go. */
interface FlagRow {
  readonly offset: number;
  readonly packing: Packing;
  readonly values: Float64Array;
}

function combineFlags({ description, from, to, cells, corners }: Part): ReadonlyMap<ElementId, Float64Array> {
  const { elements, times, packings } = description;
  const flags = [...FLAGS].filter((id) => elements.includes(id));
  const series = new Map(flags.map((id) => [id, new Float64Array(to - from).fill(Number.NaN)]));
  const settled = new Uint8Array(to - from);
  const rows = flags.map((id): FlagRow => {
    const row = elements.indexOf(id);
    return { offset: row * times.length, packing: packings[row]!, values: series.get(id)! };
  });
  const nearestFirst = corners.map((_, corner) => corner).sort((a, b) => corners[b]!.weight - corners[a]!.weight);
  for (const corner of nearestFirst)
    for (let time = from; time < to; time++) {
      if (settled[time - from] === ONE_SET) continue;
      const state = flagState(cells[corner]!, time, rows);
      if (state <= settled[time - from]!) continue;
      settled[time - from] = state;
      for (const { offset, packing, values } of rows)
        values[time - from] = unpack(cells[corner]![offset + time]!, packing);
    }
  return series;
}

function flagState(cell: Int16Array, time: number, rows: readonly FlagRow[]): number {
  let state = UNSETTLED;
  for (const { offset, packing } of rows) {
    const n = cell[offset + time]!;
    if (n === MISSING_PACKED) continue;
    if (n * packing.step + packing.base >= 0.5) return ONE_SET;
    state = NONE_SET;
  }
  return state;
}
