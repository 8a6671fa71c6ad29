/** Cubes of arbitrary shape filled from a seed, for tests that store them and read them back. */

import { ELEMENTS } from '../src/model/element.js';
import type { Grid, RegularGrid } from '../src/model/field.js';
import { MISSING_PACKED } from '../src/model/packing.js';
import {
  type CubeDraft,
  SHARD_ROWS,
  shardCount,
  writeCubeMetadata,
  writeCubeShard,
} from '../src/store/cubes/cube-writer.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';

/** Marsaglia's xorshift32: reproducible everywhere, 0 … 2³²−1. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export interface RandomCube {
  readonly draft: CubeDraft;
  /** int16 [element, time, y, x] */
  readonly values: Int16Array;
}

export interface RandomCubeSize {
  readonly elements: number;
  readonly times: number;
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
  /** Share of the values that are missing; default 0.2. */
  readonly missing?: number;
  readonly version?: string;
  readonly createdAt?: number;
  /** Replaces the regular grid; `rows` and `columns` are its own. */
  readonly grid?: Grid;
}

const RUN = Date.UTC(2026, 10, 20) / 1000;

const regularGrid = (rows: number, columns: number): RegularGrid => ({
  kind: 'regular',
  rows,
  columns,
  firstLatitude: 60,
  firstLongitude: -10,
  latitudeStep: -0.25,
  longitudeStep: 0.25,
});

function randomAxes({ elements, times, rows, columns, grid }: RandomCubeSize) {
  const chosen = ELEMENTS.slice(0, elements);
  return {
    elements: chosen.map(({ id }) => id),
    packings: chosen.map(({ step, base }) => ({ step, base })),
    times: Float64Array.from({ length: times }, (_, i) => RUN + 3600 * i),
    grid: grid ?? regularGrid(rows, columns),
  };
}

export function randomCube(size: RandomCubeSize): RandomCube {
  const { elements, times, rows, columns, seed, missing = 0.2, version = 'v1', createdAt = RUN } = size;
  const random = randomFrom(seed);
  const isMissing = () => random() < missing * 2 ** 32;
  const value = () => (isMissing() ? MISSING_PACKED : (random() % 65_535) - 32_767);
  const metres = () => (isMissing() ? Number.NaN : Math.fround(random() / 2 ** 20));
  const statics = {
    elevation: Float32Array.from({ length: rows * columns }, metres),
    land: Float32Array.from({ length: rows * columns }, () => random() % 2),
  };
  const origin = { source: 'gfs', referenceTime: RUN, createdAt, simulated: true, windowSeconds: 6 * 3600 };
  const draft = { dataset: 'gfs', version, ...origin, ...randomAxes(size), statics };
  return { draft, values: Int16Array.from({ length: elements * times * rows * columns }, value) };
}

/** int16 [element, time, row, x] of one band of `cube`. */
export function bandOf({ draft, values }: RandomCube, shard: number): Int16Array {
  const { rows, columns } = draft.grid;
  const first = shard * SHARD_ROWS * columns;
  const size = Math.min(SHARD_ROWS * columns, rows * columns - first);
  const series = draft.elements.length * draft.times.length;
  const band = new Int16Array(series * size);
  for (let s = 0; s < series; s++) {
    const from = s * rows * columns + first;
    band.set(values.subarray(from, from + size), s * size);
  }
  return band;
}

/** int16 [element, time] of one cell of `cube`. */
export function seriesOf({ draft, values }: RandomCube, y: number, x: number): Int16Array {
  const { rows, columns } = draft.grid;
  const series = draft.elements.length * draft.times.length;
  return Int16Array.from({ length: series }, (_, s) => values[(s * rows + y) * columns + x]!);
}

export async function writeCube(objects: ObjectStore, cube: RandomCube): Promise<void> {
  await writeCubeMetadata(objects, cube.draft);
  for (let shard = 0; shard < shardCount(cube.draft.grid); shard++)
    await writeCubeShard(objects, cube.draft, shard, bandOf(cube, shard));
}
