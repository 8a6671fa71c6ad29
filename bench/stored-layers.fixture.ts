/**
 * Small cubes of all feeds on disk, as the real ones are stored: elements, times and packing of each feed, the global ones
 * on a coarse belt round the globe, the regional ones on the United States or on Europe.
 */

import type { DatasetId } from '../src/model/dataset.js';
import { elementOf } from '../src/model/element.js';
import type { RegularGrid } from '../src/model/field.js';
import { publishVersion } from '../src/store/cubes/cube-publication.js';
import { type CubeDraft, SHARD_ROWS, writeCubeMetadata, writeCubeShard } from '../src/store/cubes/cube-writer.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';
import { CUBE_SHAPES, type CubeShape } from './forecast-cube.fixture.js';

/** One shard, 62° N to 30° N. */
function belt(firstLongitude: number, columns: number, longitudeStep: number): RegularGrid {
  return {
    kind: 'regular',
    rows: SHARD_ROWS,
    columns,
    firstLatitude: 62,
    firstLongitude,
    latitudeStep: -32 / (SHARD_ROWS - 1),
    longitudeStep,
  };
}

const GLOBE = belt(0, 180, 2);
const UNITED_STATES = belt(-125, 60, 1);
const EUROPE = belt(-23, 68, 1);
const REGIONS: Readonly<Partial<Record<DatasetId, RegularGrid>>> = {
  hrrr: UNITED_STATES,
  'hrrr-extended': UNITED_STATES,
  'hrrr-subhourly': UNITED_STATES,
  nbm: UNITED_STATES,
  aqm: UNITED_STATES,
  'icon-eu': EUROPE,
};

function draftOf({ dataset, referenceTime, times, elements }: CubeShape, grid?: RegularGrid): CubeDraft {
  return {
    dataset,
    version: 'v1',
    source: 'synthetic',
    referenceTime,
    createdAt: referenceTime,
    simulated: true,
    windowSeconds: 6 * 3600,
    elements,
    packings: elements.map(elementOf),
    times: Float64Array.from(times),
    grid: grid ?? REGIONS[dataset] ?? GLOBE,
    statics: {},
  };
}

/** [element, time, row, x]: waves with noise that lasts, every fourth element cut at zero, none of it physical. */
function bandOf({ elements, times, grid }: CubeDraft, random: () => number): Int16Array {
  const noise = Int16Array.from({ length: 4096 }, () => (random() + random() + random() - 1.5) * 60);
  const cells = grid.rows * grid.columns;
  const band = new Int16Array(elements.length * times.length * cells);
  for (let at = 0; at < band.length; at++) {
    const cell = at % cells;
    const step = Math.floor(at / cells) % times.length;
    const element = Math.floor(at / cells / times.length);
    const wave = 500 * Math.sin((cell + 5 * step + 77 * element) / 40) + noise[(cell * 31 + (step >> 2) * 17) & 4095]!;
    band[at] = element % 4 === 3 ? Math.max(0, wave - 100) : wave;
  }
  return band;
}

async function writeCube(objects: ObjectStore, draft: CubeDraft, random: () => number): Promise<void> {
  await writeCubeMetadata(objects, draft);
  await writeCubeShard(objects, draft, 0, bandOf(draft, random));
  await publishVersion(objects, draft.dataset, draft.version, 0);
}

/** Writes and publishes a cube of each feed. */
export async function writeAllLayers(objects: ObjectStore, random: () => number): Promise<void> {
  for (const shape of CUBE_SHAPES) await writeCube(objects, draftOf(shape), random);
}

/** GFS as it is, 0.25° apart, in a strip across the United States: 42° N to 38.25° N. */
export const GFS_STRIP: RegularGrid = {
  kind: 'regular',
  rows: SHARD_ROWS,
  columns: 240,
  firstLatitude: 42,
  firstLongitude: 235,
  latitudeStep: -0.25,
  longitudeStep: 0.25,
};

/** Writes and publishes it. */
export async function writeGfsStrip(objects: ObjectStore, random: () => number): Promise<void> {
  const gfs = CUBE_SHAPES.find(({ dataset }) => dataset === 'gfs')!;
  await writeCube(objects, draftOf(gfs, GFS_STRIP), random);
}
