/** Tracks over cubes in memory that are torn at a place, or never answer. */

import { ObjectDefectError } from '../src/base/errors.js';
import type { Cell, CubeShelf, OpenCube } from '../src/model/cube.js';
import type { DatasetId } from '../src/model/dataset.js';
import { HOUR } from '../src/model/time.js';
import { readTrack } from '../src/query/track/read-track.js';
import type { TrackWant } from '../src/query/track/track.js';
import { type DeadlineByHand, deadlineByHand } from './deadline-by-hand.js';
import { createMemoryCube, type MemoryCube, type MemoryCubeOptions, timesFrom } from './memory-cube.js';

/** Latitude, longitude, and the first of the hours. */
export type Spot = readonly [latitude: number, longitude: number, start: number];

export const spotsAt = (...places: readonly Spot[]) => ({
  count: places.length,
  latitudes: Float64Array.from(places, ([latitude]) => latitude),
  longitudes: Float64Array.from(places, ([, longitude]) => longitude),
  heights: new Float64Array(places.length).fill(Number.NaN),
  starts: Float64Array.from(places, ([, , start]) => start),
  ends: Float64Array.from(places, ([, , start]) => start + HOUR),
});

export const cubeOf = (dataset: DatasetId, kelvin: number, more: Partial<MemoryCubeOptions> = {}) =>
  createMemoryCube({ dataset, times: timesFrom(0, 60), fields: { temperature: () => kelvin }, ...more });

/** What stands before the reads of a cube; every `open` is a cube of its own, counted until its release. */
export type Trouble = (cells: readonly Cell[], read: () => Promise<Int16Array[]>) => Promise<Int16Array[]>;

interface Stored {
  readonly cube: MemoryCube;
  readonly trouble?: Trouble;
}

export function createShelf(stored: Partial<Record<DatasetId, readonly Stored[]>>) {
  let held = 0;
  const lend = ({ cube, trouble }: Stored): OpenCube => {
    held++;
    let isOpen = true;
    return {
      ...cube,
      readCells: (cells) => (trouble ? trouble(cells, () => cube.readCells(cells)) : cube.readCells(cells)),
      release() {
        if (isOpen) held--;
        isOpen = false;
      },
    };
  };
  const openAt = (version: number) => async (dataset: string) => {
    const found = stored[dataset as DatasetId]?.[version];
    return found === undefined ? null : lend(found);
  };
  const shelf: CubeShelf = { open: openAt(0), openPrevious: openAt(1) };
  return { shelf, held: () => held };
}

export const WANTS: readonly TrackWant[] = [{ id: 'temperature' }];
export const read = (
  shelf: CubeShelf,
  spots: ReturnType<typeof spotsAt>,
  deadline: DeadlineByHand = deadlineByHand(),
) => readTrack(shelf, HOUR, spots, WANTS, false, deadline);
export const temperatures = (
  track: Awaited<ReturnType<typeof readTrack>>,
  { starts, count }: ReturnType<typeof spotsAt>,
) => [...track.instants('temperature', starts, new Float64Array(count))].map((value) => Math.round(value));

export const NORTH: Spot = [45, 15, 4 * HOUR];
export const SOUTH: Spot = [-45, 15, 4 * HOUR];
/** Rows of the northern half of the coarse globe, 10° apart from the pole. */
const isNorth = (cells: readonly Cell[]) => cells.some(({ y }) => y < 9);
const torn: Trouble = (cells, go) => {
  if (isNorth(cells)) throw new ObjectDefectError('gfs/v1/fc/c/0', 96, 'crc32c of the chunk');
  return go();
};
export const tornLater: Trouble = async (cells, go) => torn(cells, go);
export const hanging: Trouble = (cells, go) => (isNorth(cells) ? new Promise(() => undefined) : go());

/** Lets everything run that waits for nothing but other promises. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
