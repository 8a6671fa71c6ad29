/** Cubes in memory whose values come from functions of time and place: what the tests of queries and products read. */

import { ObjectDefectError } from '../src/base/errors.js';
import { placeOf } from '../src/grid/grid.js';
import type { Cell, CubeDescription, CubeShelf, OpenCube } from '../src/model/cube.js';
import type { DatasetId } from '../src/model/dataset.js';
import { type ElementId, elementOf, type StaticFieldId } from '../src/model/element.js';
import type { Grid, RegularGrid } from '../src/model/field.js';
import { pack } from '../src/model/packing.js';
import { HOUR } from '../src/model/time.js';

/** Value in canonical units at an instant (or of the step that ends there) and a place; NaN is missing. */
export type FieldOf = (epochSeconds: number, latitude: number, longitude: number) => number;

type PlaceField = (latitude: number, longitude: number) => number;

/** 10° apart all over the globe, from north and from Greenwich. */
export const COARSE_GLOBE: RegularGrid = {
  kind: 'regular',
  columns: 36,
  rows: 19,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -10,
  longitudeStep: 10,
};

export interface MemoryCubeOptions {
  readonly times: readonly number[];
  readonly fields: Readonly<Partial<Record<ElementId, FieldOf>>>;
  readonly statics?: Readonly<Partial<Record<StaticFieldId, PlaceField>>>;
  readonly grid?: Grid;
  /** Dataset and source; default gfs. */
  readonly dataset?: DatasetId;
  readonly referenceTime?: number;
  readonly createdAt?: number;
  readonly simulated?: boolean;
  /** Default 6 h. */
  readonly windowSeconds?: number;
  readonly version?: string;
  /** Reads fail as those of a torn chunk do: all of them, or those of some cells. */
  readonly torn?: boolean | ((cell: Cell) => boolean);
  /** Reads of these cells never come to an end. */
  readonly hangs?: (cell: Cell) => boolean;
}

export interface MemoryCube extends OpenCube {
  /** Opened and not yet released. */
  readonly readers: () => number;
  readonly opened: () => MemoryCube;
}

export function createMemoryCube(options: MemoryCubeOptions): MemoryCube {
  const grid = options.grid ?? COARSE_GLOBE;
  const elements = Object.keys(options.fields) as ElementId[];
  const description: CubeDescription = {
    dataset: options.dataset ?? 'gfs',
    version: options.version ?? 'v1',
    source: options.dataset ?? 'gfs',
    referenceTime: options.referenceTime ?? options.times[0]!,
    createdAt: options.createdAt ?? options.times[0]! + 5 * HOUR,
    simulated: options.simulated ?? false,
    windowSeconds: options.windowSeconds ?? 6 * HOUR,
    elements,
    times: Float64Array.from(options.times),
    grid,
    packings: elements.map((id) => elementOf(id)),
  };
  let readers = 0;
  const valueAt = (field: PlaceField, y: number, x: number) => {
    const { latitude, longitude } = placeOf(grid, y, x);
    return field(latitude, longitude);
  };
  const seriesOf = (y: number, x: number) => {
    const packed = new Int16Array(elements.length * options.times.length);
    const { latitude, longitude } = placeOf(grid, y, x);
    elements.forEach((id, row) => {
      const [field, packing] = [options.fields[id]!, elementOf(id)];
      for (const [k, time] of options.times.entries())
        packed[row * options.times.length + k] = pack(field(time, latitude, longitude), packing);
    });
    return packed;
  };
  const defect = new ObjectDefectError(
    `${description.dataset}/${description.version}/fc/c/0`,
    96,
    'crc32c of the chunk',
  );
  const isTorn = (cell: Cell) => (typeof options.torn === 'function' ? options.torn(cell) : options.torn === true);
  const isHanging = (cell: Cell) => options.hangs?.(cell) ?? false;
  const statics = new Map<StaticFieldId, Float32Array>();
  const cube: MemoryCube = {
    description,
    async readCells(cells) {
      if (cells.some(isTorn)) throw defect;
      if (cells.some(isHanging)) return new Promise(() => undefined);
      return cells.map(({ y, x }) => seriesOf(y, x));
    },
    async staticField(id) {
      const field = options.statics?.[id];
      if (field === undefined) return null;
      const values =
        statics.get(id) ??
        Float32Array.from({ length: grid.rows * grid.columns }, (_, i) =>
          valueAt(field, Math.floor(i / grid.columns), i % grid.columns),
        );
      statics.set(id, values);
      return values;
    },
    release() {
      readers -= 1;
    },
    readers: () => readers,
    opened() {
      readers += 1;
      return cube;
    },
  };
  return cube;
}

/** A shelf with at most a published and a previous version of one dataset. */
export function createMemoryShelf(published: MemoryCube | null, previous: MemoryCube | null = null): CubeShelf {
  const open = async (cube: MemoryCube | null, dataset: string) =>
    cube?.description.dataset === dataset ? cube.opened() : null;
  return { open: (dataset) => open(published, dataset), openPrevious: (dataset) => open(previous, dataset) };
}

/** A shelf with one version of each of several datasets. */
export function shelfOf(...cubes: readonly MemoryCube[]): CubeShelf {
  return {
    open: async (dataset) => cubes.find(({ description }) => description.dataset === dataset)?.opened() ?? null,
    openPrevious: async () => null,
  };
}

/** `count` times from `start`, `step` seconds apart. */
export function timesFrom(start: number, count: number, step = HOUR): number[] {
  return Array.from({ length: count }, (_, k) => start + k * step);
}
