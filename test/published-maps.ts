/** Two small versions of everything that map tiles are drawn from, in memory, and the product that draws them. */

import type { Log } from '../src/base/log.js';
import type { DatasetId } from '../src/model/dataset.js';
import type { RegularGrid } from '../src/model/field.js';
import { MAP_FIELDS_OF, type MapFieldId, mapFieldOf } from '../src/model/map-slice.js';
import { pack } from '../src/model/packing.js';
import { RADAR_NETWORKS } from '../src/model/radar.js';
import { HOUR } from '../src/model/time.js';
import { drawHere } from '../src/products/tiles/drawing/draw-here.js';
import { createTilesProduct, type TilesProduct } from '../src/products/tiles/tiles.js';
import { createTileReaders, readTileSource } from '../src/query/maps/tile-readers.js';
import { publishVersion } from '../src/store/cubes/cube-publication.js';
import { createCubeShelf } from '../src/store/cubes/cube-shelf.js';
import { createFireShelf } from '../src/store/fires/fire-shelf.js';
import { publishFires, publishPlumes } from '../src/store/fires/fire-writer.js';
import type { MemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';
import { createKeptRadarFrames } from '../src/store/radar/kept-frames.js';
import { publishFrame } from '../src/store/radar/radar-writer.js';
import { createScanShelf } from '../src/store/scans/scan-shelf.js';
import { publishScan } from '../src/store/scans/scan-writer.js';
import { watchPointers } from '../src/store/versions/pointer-watch.js';
import { radarFrame, uniformMotion } from './memory-radar.js';
import { randomCube } from './random-cube.js';
import { randomFires, randomPlumes } from './random-fires.js';
import { writeMappedCube } from './random-maps.js';
import { randomScan } from './random-scan.js';

/** 2026-11-20T12:00:00Z */
export const MAPS_NOW = Date.UTC(2026, 10, 20, 12) / 1000;
export const MAP_MODELS = ['gfs', 'hrrr', 'aqm', 'gefs-aerosol'] as const satisfies readonly DatasetId[];
export const MAP_SITE = 'KTLX';

const GRID: RegularGrid = {
  kind: 'regular',
  rows: 18,
  columns: 36,
  firstLatitude: 85,
  firstLongitude: -180,
  latitudeStep: -10,
  longitudeStep: 10,
};

/** Plumes lie between 60° N, 140° W and 20° N, 60° W; beyond it another model answers. */
const CONTINENT: RegularGrid = { ...GRID, rows: 9, columns: 17, firstLatitude: 60, firstLongitude: -140 };
const gridOf = (dataset: DatasetId): RegularGrid =>
  dataset === 'hrrr' ? { ...CONTINENT, latitudeStep: -5, longitudeStep: 5 } : GRID;

/** The n-th version of a model's run: no two of them draw the same picture. */
async function publishRun(objects: ObjectStore, dataset: DatasetId, n: number): Promise<void> {
  const grid = gridOf(dataset);
  const { rows, columns } = grid;
  const version = `v${n}`;
  const cube = randomCube({ elements: 1, times: 8, rows, columns, seed: n, grid, version });
  const times = Float64Array.from({ length: 8 }, (_, k) => MAPS_NOW + (k - 3) * HOUR);
  const maps = MAP_FIELDS_OF[dataset]!.map((field) => ({ field, times: times.slice(1, -1) }));
  const origin = { source: dataset, referenceTime: MAPS_NOW - 3 * HOUR, createdAt: MAPS_NOW - 2 * HOUR };
  const draft = { ...cube.draft, ...origin, dataset, times, maps };
  const pictures = maps.map(({ field, times: { length } }) => {
    const packed = (_: unknown, i: number) => pack(valueAt(field, n + i), mapFieldOf(field));
    return [field, Int16Array.from({ length: length * rows * columns }, packed)] as const;
  });
  await writeMappedCube(objects, { ...cube, draft, pictures: new Map(pictures) });
  await publishVersion(objects, dataset, version, MAPS_NOW - HOUR + n);
}

/** Values that differ from cell to cell and from version to version, in the bands of each style. */
function valueAt(field: MapFieldId, i: number): number {
  if (field === 'temperature') return 270 + ((i * 7) % 30);
  if (field === 'precipitation_rate') return (i % 5) * 3;
  return i % 3 === 0 ? 20 + ((i * 37) % 200) : 0;
}

/** One network to each third of the globe. */
async function publishRadar(objects: ObjectStore, n: number): Promise<void> {
  for (const [third, { rate: dataset, cadence }] of RADAR_NETWORKS.entries()) {
    const grid = { ...GRID, rows: 30, columns: 24, firstLatitude: 60, latitudeStep: -4, longitudeStep: 5 };
    const frame = radarFrame({
      dataset,
      grid: { ...grid, firstLongitude: -180 + third * 120 },
      validTime: MAPS_NOW - 120 - (3 - n) * cadence,
      rate: (row, column) => ((row + column + 2 * n) % 4) * 4,
      motion: uniformMotion(30, 24, 0.01, 0),
      skill: { calibration: [], lifetime: { rows: 1, columns: 1, boxPixels: 30, minutes: Float32Array.of(60) } },
    });
    await publishFrame(objects, frame, MAPS_NOW - 60 + n);
  }
}

/** Publishes the n-th version of everything, n from 1. */
export async function publishMaps(objects: ObjectStore, n: number): Promise<void> {
  for (const dataset of MAP_MODELS) await publishRun(objects, dataset, n);
  await publishRadar(objects, n);
  const scan = randomScan({ site: MAP_SITE, validTime: MAPS_NOW - 900 + 300 * n, seed: n, radials: 36, gates: 900 });
  await publishScan(objects, scan.description, scan.product, MAPS_NOW - 60 + n);
  const observed = { validTime: MAPS_NOW - HOUR, createdAt: MAPS_NOW - HOUR + n, simulated: false };
  await publishFires(objects, randomFires(40, n), observed);
  await publishPlumes(objects, randomPlumes(9, n), observed);
}

export interface PublishedMaps {
  readonly product: TilesProduct;
  /** Seconds that pass for the machine and for the weather. */
  pass(seconds: number): void;
}

/** Maps of what is in `objects`, drawn in this thread. */
export function mapsOf(objects: MemoryObjects, log: Log): PublishedMaps {
  const clock = { at: MAPS_NOW, now: () => clock.at };
  const pointers = watchPointers({ objects, clock, log });
  const shelved = { objects, clock, log, pointers };
  const alerts = { product: 'alerts', state: 'ready', updatedAt: null, referenceTime: null, detail: '' } as const;
  const product = createTilesProduct({
    shelf: createCubeShelf(shelved),
    radar: createKeptRadarFrames(shelved),
    networks: RADAR_NETWORKS.map(({ id }) => id),
    scans: createScanShelf(shelved),
    requests: null,
    fires: createFireShelf(shelved),
    alerts: {
      drawn: async () => ({
        version: 'none',
        ids: [],
        shapeOf: (id) => ({ id, severity: 'minor', polygons: [], circles: [] }),
      }),
      status: async () => alerts,
    },
    drawing: drawHere(createTileReaders({ objects })),
    readSource: (source) => readTileSource(objects, source),
    ...{ clock, machineClock: clock, period: pointers.period, log, cacheBytes: 2 ** 24, store: null, simulated: false },
  });
  return {
    product,
    pass(seconds) {
      clock.at += seconds;
    },
  };
}
