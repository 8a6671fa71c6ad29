/**
 * The series of one point: the cells around it read once, unpacked and combined with bilinear weights.
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

import { bilinearWeights, type SampleWeight } from '../grid/regular.js';
import type { CubeDescription, OpenCube } from '../model/cube.js';
import type { ElementId, StaticFieldId } from '../model/element.js';
import { MISSING_PACKED, type Packing, unpack } from '../model/packing.js';

/** Elements that are categories: one flag of the four is set, or none. */
const FLAGS: readonly ElementId[] = ['rain_flag', 'snow_flag', 'freezing_rain_flag', 'ice_pellets_flag'];

/** Corners with a value must hold at least this share of the weight. */
const ENOUGH_WEIGHT = 0.5;

export interface PointSeries {
  readonly description: CubeDescription;
  /** Epoch seconds, the native steps of the cube. */
  readonly times: Float64Array;
  /** Canonical units, one value per time, NaN missing; null when the cube lacks the element. */
  element(id: ElementId): Float64Array | null;
  /** Height of the model's ground here, m above mean sea level; NaN unknown. */
  readonly elevation: number;
  /** Share of land here, 0..1; NaN unknown. */
  readonly land: number;
}

/**
 * Reads `elements` at a point; those that the cube lacks are left out. Null when the point lies outside the cube's grid.
 *
 * @throws ObjectDefectError when the stored bytes are not what was written
 */
export async function readPoint(
  cube: OpenCube,
  latitude: number,
  longitude: number,
  elements: readonly ElementId[],
): Promise<PointSeries | null> {
  const { description } = cube;
  const corners = bilinearWeights(description.grid, latitude, longitude);
  if (corners.length === 0) return null;
  const [cells, elevation, land] = await Promise.all([
    cube.readCells(corners.map(({ cell }) => cell)),
    staticAt(cube, 'elevation', corners),
    staticAt(cube, 'land', corners),
  ]);
  const series = new Map<ElementId, Float64Array>();
  const flags = elements.filter((id) => FLAGS.includes(id) && description.elements.includes(id));
  for (const id of elements) {
    const row = description.elements.indexOf(id);
    if (row >= 0 && !flags.includes(id)) series.set(id, combined(description, row, cells, corners));
  }
  if (flags.length > 0) addFlags(series, flags, description, cells, corners);
  return { description, times: description.times, element: (id) => series.get(id) ?? null, elevation, land };
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

function combined(
  { times, packings }: CubeDescription,
  row: number,
  cells: readonly Int16Array[],
  corners: readonly SampleWeight[],
): Float64Array {
  const count = times.length;
  const sums = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let corner = 0; corner < corners.length; corner++) {
    const { weight } = corners[corner]!;
    const cell = cells[corner]!;
    for (let time = 0, at = row * count; time < count; time++, at++) {
      const n = cell[at]!;
      if (n === MISSING_PACKED) continue;
      sums[time]! += weight * n;
      weights[time]! += weight;
    }
  }
  const { step, base } = packings[row]!;
  for (let time = 0; time < count; time++)
    sums[time] = weights[time]! >= ENOUGH_WEIGHT ? base + (step * sums[time]!) / weights[time]! : Number.NaN;
  return sums;
}

/** Flags of a time: unsettled, taken from a corner that is known but has none set, or from one that has. */
const UNSETTLED = 0;
const NONE_SET = 1;
const ONE_SET = 2;

function addFlags(
  series: Map<ElementId, Float64Array>,
  flags: readonly ElementId[],
  { elements, times, packings }: CubeDescription,
  cells: readonly Int16Array[],
  corners: readonly SampleWeight[],
): void {
  const count = times.length;
  const settled = new Uint8Array(count);
  const sources = flags.map((id) => {
    const row = elements.indexOf(id);
    const out = new Float64Array(count).fill(Number.NaN);
    series.set(id, out);
    return { offset: row * count, packing: packings[row]!, out };
  });
  const nearestFirst = corners.map((_, corner) => corner).sort((a, b) => corners[b]!.weight - corners[a]!.weight);
  for (const corner of nearestFirst)
    for (let time = 0; time < count; time++) {
      if (settled[time] === ONE_SET) continue;
      const state = flagState(cells[corner]!, time, sources);
      if (state <= settled[time]!) continue;
      settled[time] = state;
      for (const { offset, packing, out } of sources) out[time] = unpack(cells[corner]![offset + time]!, packing);
    }
}

function flagState(
  cell: Int16Array,
  time: number,
  sources: readonly { readonly offset: number; readonly packing: Packing }[],
): number {
  let state = UNSETTLED;
  for (const { offset, packing } of sources) {
    const n = cell[offset + time]!;
    if (n === MISSING_PACKED) continue;
    if (n * packing.step + packing.base >= 0.5) return ONE_SET;
    state = NONE_SET;
  }
  return state;
}
