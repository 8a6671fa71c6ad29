/**
 * Point reads from a forecast cube: 16 elements × 250 steps of one place, against a raw pread of as many bytes.
 *
 * Builds three shards (48 rows) of a 0.25° cube in a temporary directory: waves, noise, sparse and saturated elements,
 * so that it compresses like weather. Everything is seeded. "warm" has the indexes and decodes every chunk, "cached"
 * finds the decoded chunk, "cold" has none of our caches and opens the shard file anew; the system's page cache is warm
 * throughout, so a real disk adds its seek. The ratio is against the asynchronous pread of the same run.
 *
 * Then the same through the layers, with cubes of all feeds: everything that an answer of 384 hours with conditions wants
 * at a place, opened, read and unpacked, against the same from a store that holds GFS alone.
 */

import { closeSync, mkdtempSync, openSync, read, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import type { Cell, CubeShelf } from '../src/model/cube.js';
import { ELEMENTS, type ElementId } from '../src/model/element.js';
import { readLayers } from '../src/query/layers/layers.js';
import type { Place } from '../src/query/layers/sources.js';
import { publishVersion } from '../src/store/cubes/cube-publication.js';
import { createCubeShelf } from '../src/store/cubes/cube-shelf.js';
import {
  type CubeDraft,
  SHARD_ROWS,
  shardCount,
  writeCubeMetadata,
  writeCubeShard,
} from '../src/store/cubes/cube-writer.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { NOW } from './forecast-cube.fixture.js';
import { seededRandom } from './seeded-random.fixture.js';
import { writeAllLayers } from './stored-layers.fixture.js';

const ROWS = 48;
const COLUMNS = 1440;
const STEPS = 250;
const COUNT = 16;
const READS = 3000;
const COLD_READS = 300;

const random = seededRandom(20261120);
const NOISE = Int16Array.from({ length: 4096 }, () => (random() + random() + random() - 1.5) * 40);
const WAVE = Int16Array.from(
  { length: 4096 },
  (_, i) => 600 * Math.sin((i * 2 * Math.PI) / 2048) + 150 * Math.sin(i / 37),
);

/** A band [element, time, row, x]: travelling waves with a daily cycle; every fourth element sparse, every fifth cut. */
function syntheticBand(shard: number): Int16Array {
  const band = new Int16Array(COUNT * STEPS * SHARD_ROWS * COLUMNS);
  let at = 0;
  for (let element = 0; element < COUNT; element++) {
    for (let step = 0; step < STEPS; step++) {
      const daily = 250 * Math.sin((step * 2 * Math.PI) / 24);
      for (let y = 0; y < SHARD_ROWS; y++) {
        const row = shard * SHARD_ROWS + y;
        for (let x = 0; x < COLUMNS; x++) {
          const wave = WAVE[(x + 7 * row + 5 * step + 977 * element) & 4095]! + daily;
          // Noise that lasts: three hours of the same cell differ little, two cells of the same hour more.
          const value =
            wave +
            NOISE[(x * 31 + row * 131 + (step >> 2) * 17 + element * 977) & 4095]! / 2 +
            (NOISE[(x + step * 61) & 4095]! >> 3);
          band[at++] =
            element % 4 === 3
              ? Math.max(0, value - 700)
              : element % 5 === 4
                ? Math.max(0, Math.min(1000, value))
                : value;
        }
      }
    }
  }
  return band;
}

const draft: CubeDraft = {
  dataset: 'bench',
  version: 'v1',
  source: 'synthetic',
  referenceTime: 0,
  createdAt: 0,
  simulated: true,
  windowSeconds: 6 * 3600,
  elements: ELEMENTS.slice(0, COUNT).map(({ id }) => id),
  packings: ELEMENTS.slice(0, COUNT),
  times: Float64Array.from({ length: STEPS }, (_, i) => i * 3600),
  grid: {
    kind: 'regular',
    rows: ROWS,
    columns: COLUMNS,
    firstLatitude: 60,
    firstLongitude: 0,
    latitudeStep: -0.25,
    longitudeStep: 0.25,
  },
  statics: {},
};

interface Timing {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the whole process for one read, ms; steadier than p50 on a machine that others use. */
  readonly cpu: number | null;
}

async function time(name: string, reads: number, run: () => Promise<unknown> | unknown): Promise<Timing> {
  for (let i = 0; i < reads / 10; i++) await run();
  const took = new Float64Array(reads);
  const before = process.cpuUsage();
  for (let i = 0; i < reads; i++) {
    const start = performance.now();
    await run();
    took[i] = performance.now() - start;
  }
  const { user, system } = process.cpuUsage(before);
  took.sort();
  const cpu = (user + system) / 1000 / reads;
  return { name, p50: took[Math.floor(reads * 0.5)]!, p99: took[Math.floor(reads * 0.99)]!, cpu };
}

const anyCell = (): Cell => ({ y: Math.floor(random() * (ROWS - 1)), x: Math.floor(random() * (COLUMNS - 1)) });
const square = ({ y, x }: Cell): Cell[] => [
  { y, x },
  { y, x: x + 1 },
  { y: y + 1, x },
  { y: y + 1, x: x + 1 },
];

/** Two ways to read `length` bytes at random places of a shard, without any format. */
async function timeRawReads(path: string, size: number, length: number): Promise<Timing[]> {
  const file = openSync(path, 'r');
  const place = () => Math.floor(random() * (size - length));
  const asynchronous = () =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.allocUnsafeSlow(length);
      read(file, bytes, 0, length, place(), (error) => (error ? reject(error) : resolve(bytes)));
    });
  const kept = Buffer.allocUnsafeSlow(length);
  const timings = [
    await time(`raw pread of ${length} bytes`, READS, asynchronous),
    await time('raw pread, blocking', READS, () => readSync(file, kept, 0, length, place())),
  ];
  closeSync(file);
  return timings;
}

async function timeCubeReads(root: string): Promise<Timing[]> {
  const objects = openDirectoryObjects(root);
  const openFresh = async (cacheBytes: number, from = objects) =>
    (await createCubeShelf({ objects: from, clock: systemClock, log: silentLog, cacheBytes }).open('bench'))!;
  const undecoded = await openFresh(1);
  const cached = await openFresh(2 ** 28);
  const home = anyCell();
  const cold = async (cells: Cell[]): Promise<number> => {
    const files = openDirectoryObjects(root);
    const cube = await openFresh(1, files);
    const start = performance.now();
    await cube.readCells(cells);
    const took = performance.now() - start;
    files.close();
    return took;
  };
  const coldTimes: number[] = [];
  for (let i = 0; i < COLD_READS; i++) coldTimes.push(await cold([anyCell()]));
  coldTimes.sort((a, b) => a - b);
  const timings = [
    await time('point, warm', READS, () => undecoded.readCells([anyCell()])),
    await time('4 cells (bilinear), warm', READS, () => undecoded.readCells(square(anyCell()))),
    await time('point, cached', READS, () => cached.readCells([home])),
    {
      name: 'point, cold',
      p50: coldTimes[COLD_READS >> 1]!,
      p99: coldTimes[Math.floor(COLD_READS * 0.99)]!,
      cpu: null,
    },
    await time('open a version from nothing', COLD_READS, () => openFresh(1)),
  ];
  objects.close();
  return timings;
}

/** What an answer with conditions is made of. */
const WANTED: readonly ElementId[] = [
  'temperature',
  'dew_point',
  'wind_u',
  'wind_v',
  'wind_gust',
  'cloud_cover',
  'precipitation',
  'rain_flag',
  'snow_flag',
  'freezing_rain_flag',
  'ice_pellets_flag',
  'temperature_850hpa',
  'pressure_surface',
  'visibility',
  'cape',
  'smoke_pm2_5',
  'dust_pm10',
  'pm2_5',
];
const SPAN = { start: NOW, end: NOW + 384 * 3600 };
const PLACES: Readonly<Record<string, () => Place>> = {
  'in the United States': () => ({ latitude: 33 + random() * 14, longitude: -115 + random() * 35 }),
  'in Europe': () => ({ latitude: 38 + random() * 20, longitude: -5 + random() * 35 }),
};

async function readAll(shelf: CubeShelf, place: Place): Promise<void> {
  const wants = WANTED.map((id) => ({ id, span: SPAN }));
  const read = await readLayers(shelf, NOW, place, null, wants, SPAN);
  if (read.kind !== 'point') throw new Error(`nothing at ${place.latitude}, ${place.longitude}: ${read.kind}`);
  for (const id of WANTED) read.point.layers(id);
  read.point.release();
}

async function timeLayeredReads(root: string): Promise<void> {
  const objects = openDirectoryObjects(root);
  await writeAllLayers(objects, random);
  for (const [state, cacheBytes] of Object.entries({ 'chunks decoded': 1, 'chunks decoded before': 2 ** 28 })) {
    const all = createCubeShelf({ objects, clock: systemClock, log: silentLog, cacheBytes });
    const alone: CubeShelf = {
      open: async (dataset) => (dataset === 'gfs' ? all.open(dataset) : null),
      openPrevious: async () => null,
    };
    for (const [where, anyPlace] of Object.entries(PLACES)) {
      const gfs = await time('GFS alone', READS, () => readAll(alone, anyPlace()));
      const layered = await time('all', READS, () => readAll(all, anyPlace()));
      const figures = ({ p50, p99, cpu }: Timing) =>
        `p50 ${p50.toFixed(3)} ms  p99 ${p99.toFixed(3)} ms  cpu ${cpu!.toFixed(3)} ms`;
      console.log(`all sources ${where}, ${state}: ${figures(layered)}`);
      console.log(`  GFS alone: ${figures(gfs)}   ratio of cpu ${(layered.cpu! / gfs.cpu!).toFixed(2)}`);
    }
  }
  objects.close();
}

const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
try {
  const objects = openDirectoryObjects(root);
  await writeCubeMetadata(objects, draft);
  let [stored, raw, seconds] = [0, 0, 0];
  for (let shard = 0; shard < shardCount(draft.grid); shard++) {
    const band = syntheticBand(shard);
    const start = performance.now();
    stored += await writeCubeShard(objects, draft, shard, band);
    seconds += (performance.now() - start) / 1000;
    raw += band.byteLength;
  }
  await publishVersion(objects, 'bench', 'v1', 0);
  const chunks = shardCount(draft.grid) * (SHARD_ROWS / 2) * (COLUMNS / 2);
  const length = Math.round(stored / chunks);
  console.log(`write      ${(raw / 1e6 / seconds).toFixed(0)} MB/s of integers, one thread, fsync included`);
  console.log(
    `stored     ${((stored / raw) * 100).toFixed(1)}% of ${(raw / 1e6).toFixed(0)} MB, ${length} bytes a chunk`,
  );
  const shardPath = join(root, 'bench/v1/fc/c/0/0/1/0');
  const timings = [
    ...(await timeRawReads(shardPath, stored / shardCount(draft.grid) - 1e5, length)),
    ...(await timeCubeReads(root)),
  ];
  const reference = timings[0]!.p50;
  for (const { name, p50, p99, cpu } of timings) {
    const spent = cpu === null ? '' : `  cpu ${cpu.toFixed(3)} ms`;
    const ratio = `${(p50 / reference).toFixed(1)} × raw`;
    console.log(`${name.padEnd(30)} p50 ${p50.toFixed(3)} ms  p99 ${p99.toFixed(3)} ms  ${ratio}${spent}`);
  }
  await timeLayeredReads(join(root, 'layers'));
  console.log(`peak RSS   ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
