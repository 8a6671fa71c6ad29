/**
 * A radar frame of CONUS, 7000 × 3500 pixels, written, read and held.
 *
 * The synthetic frame is seeded: a third of it beyond the coverage, showers on 6% of it, the rest dry, with a motion every
 * 40 pixels. Beside it a real frame of MRMS where the upstream files are at hand (WEATHERGLASS_SHARED_DATA). The
 * references are the same field as one dense array: its memory, and copying it once.
 *
 * "block" is the longest time that other work of the process has to wait while a frame is read: something looks at the
 * clock in every turn of the loop. On a machine that others use an idle loop stands still too, so it is beside it.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { decodeMrms } from '../src/decode/radar/mrms.js';
import type { Grid } from '../src/model/field.js';
import { type MotionField, type RadarFrame, type TiledField, UNOBSERVED } from '../src/model/radar.js';
import { bilinearAt, bytesOf, coarseOf, createTiling, packedAt } from '../src/science/radar/tiled-field.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';
import { readFrame } from '../src/store/radar/radar-reader.js';
import { publishFrame } from '../src/store/radar/radar-writer.js';
import { versionOf } from '../src/store/versions/timed-version.js';
import { seededRandom } from './seeded-random.fixture.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const GRID: Grid = {
  kind: 'regular',
  rows: 3500,
  columns: 7000,
  firstLatitude: 54.995,
  firstLongitude: -129.995,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};
const READS = 20;
const POINTS = 2_000_000;
const REAL = resolve(
  process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data',
  'radar/mrms-preciprate-20190610/PrecipRate_00.00_20190610-010000.grib2',
);

const random = seededRandom(20261120);

/** Smooth noise, about normal: bilinear between random numbers every `spacing` pixels. */
function noise(spacing: number): (row: number, column: number) => number {
  const across = Math.ceil(GRID.columns / spacing) + 2;
  const lattice = Float32Array.from({ length: across * (Math.ceil(GRID.rows / spacing) + 2) }, () => {
    return (random() + random() + random() + random() - 2) * 1.7;
  });
  return (row, column) => {
    const [y, x] = [row / spacing, column / spacing];
    const at = Math.floor(y) * across + Math.floor(x);
    const [fy, fx] = [y - Math.floor(y), x - Math.floor(x)];
    const upper = lattice[at]! * (1 - fx) + lattice[at + 1]! * fx;
    const lower = lattice[at + across]! * (1 - fx) + lattice[at + across + 1]! * fx;
    return upper * (1 - fy) + lower * fy;
  };
}

/** Systems of 400 km with cells of 20 km and 5 km in them, grains of one pixel; around the coverage nothing. */
function syntheticField(): TiledField {
  const [system, cells, cores, coast] = [noise(400), noise(20), noise(5), noise(250)];
  const { rows, columns } = GRID;
  const tiling = createTiling(rows, columns, 0.1);
  const packed = new Uint16Array(columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const edge = Math.hypot((row - rows / 2) / rows, (column - columns / 2) / columns) + 0.03 * coast(row, column);
      if (edge > 0.46) {
        packed[column] = UNOBSERVED;
        continue;
      }
      const wet = 0.9 * system(row, column) + 0.5 * cells(row, column) + 0.25 * cores(row, column) - 0.87;
      packed[column] = wet > 0 ? Math.round(10 * Math.exp(4 * wet - 1) * (0.85 + 0.3 * random())) : 0;
    }
    tiling.addRows(row, packed);
  }
  return tiling.finish();
}

function syntheticMotion(): MotionField {
  const [rows, columns] = [88, 175];
  const speeds = (mean: number) => Float32Array.from({ length: rows * columns }, () => mean + random() - 0.5);
  return { rows, columns, spacing: 40, origin: 19.5, u: speeds(0.8), v: speeds(-0.2) };
}

function frameOf(grid: Grid, field: TiledField, validTime: number): RadarFrame {
  const motion = syntheticMotion();
  return {
    description: {
      dataset: 'mrms-rate',
      version: versionOf(validTime),
      validTime,
      createdAt: validTime + 60,
      simulated: true,
      grid,
      motion: { source: 'radar', frameTimes: [validTime - 1200, validTime - 600, validTime] },
    },
    field,
    motion,
    skill: null,
  };
}

interface Share {
  readonly unobserved: number;
  readonly wet: number;
  readonly uniform: number;
}

function sharesOf(field: TiledField): Share {
  let [unobserved, wet] = [0, 0];
  for (let row = 0; row < field.rows; row += 3)
    for (let column = 0; column < field.columns; column += 3) {
      const packed = packedAt(field, row, column);
      if (packed === UNOBSERVED) unobserved += 9;
      else if (packed > 0) wet += 9;
    }
  const pixels = field.rows * field.columns;
  const uniform = field.tiles.filter((tile) => typeof tile === 'number').length / field.tiles.length;
  return { unobserved: unobserved / pixels, wet: wet / pixels, uniform };
}

/** Runs `work` while every turn of the loop is timed; the longest one, ms. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isDone] = [0, performance.now(), false];
  const stopped = new Promise<void>((resolve) => {
    function turn(): void {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (isDone) resolve();
      else setImmediate(turn);
    }
    setImmediate(turn);
  });
  await work();
  isDone = true;
  await stopped;
  return longest;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

async function timeReads(objects: ObjectStore, version: string) {
  const [took, cpu, blocks]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < READS; i++) {
    const [start, before] = [performance.now(), process.cpuUsage()];
    await readFrame(objects, 'mrms-rate', version);
    took.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  const idle: number[] = [];
  for (let i = 0; i < READS; i++) {
    blocks.push(await longestTurn(() => readFrame(objects, 'mrms-rate', version)));
    idle.push(await longestTurn(() => setTimeout(median([...took]))));
  }
  return { first: took[0]!, took: median(took.slice(1)), cpu: median(cpu.slice(1)), blocks, idle };
}

function timePoints(field: TiledField): { whole: number; between: number } {
  const places = Float64Array.from({ length: 4096 }, () => random());
  const time = (read: (row: number, column: number) => number) => {
    let sum = 0;
    const start = performance.now();
    for (let i = 0; i < POINTS; i++) {
      const value = read(places[i & 4095]! * (field.rows - 2), places[(i + 7) & 4095]! * (field.columns - 2));
      if (value > 0) sum += value;
    }
    if (sum < 0) throw new Error('a sum of rain below 0');
    return ((performance.now() - start) * 1e6) / POINTS;
  };
  return {
    whole: time((row, column) => packedAt(field, Math.floor(row), Math.floor(column))),
    between: time((row, column) => bilinearAt(field, row, column)),
  };
}

async function arrayBytes(): Promise<number> {
  // Memory of arrays is given back behind the collector's back, so it is asked for twice.
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  return process.memoryUsage().arrayBuffers;
}

async function measure(name: string, grid: Grid, field: TiledField): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
  const objects = openDirectoryObjects(root);
  try {
    const writes: number[] = [];
    for (let k = 0; k < 5; k++) {
      const start = performance.now();
      await publishFrame(objects, frameOf(grid, field, NOON + 120 * k), NOON + 120 * k + 90);
      writes.push(performance.now() - start);
    }
    const version = versionOf(NOON);
    const keys = await objects.list(`mrms-rate/${version}/`);
    const sizes = await Promise.all(keys.map(async (key) => (await objects.get(key)).length));
    const reads = await timeReads(objects, version);
    const before = await arrayBytes();
    const held = await readFrame(objects, 'mrms-rate', version);
    const grown = (await arrayBytes()) - before;
    const dense = 2 * grid.rows * grid.columns;
    const source = new Uint16Array(dense / 2);
    const copies = Array.from({ length: 9 }, () => {
      const start = performance.now();
      source.slice();
      return performance.now() - start;
    });
    const coarse = Array.from({ length: 9 }, () => {
      const start = performance.now();
      coarseOf(held.field, 4);
      return performance.now() - start;
    });
    const { unobserved, wet, uniform } = sharesOf(field);
    const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
    const { whole, between } = timePoints(held.field);
    console.log(
      `${name}: ${percent(unobserved)} unobserved, ${percent(wet)} wet, ${percent(uniform)} of the tiles one number`,
    );
    console.log(
      `  write   ${median(writes).toFixed(0)} ms, ${megabytes(sizes.reduce((a, b) => a + b, 0))} in ${keys.length} objects`,
    );
    console.log(
      `  read    ${reads.took.toFixed(0)} ms (first ${reads.first.toFixed(0)}), cpu ${reads.cpu.toFixed(0)} ms; copying the dense array ${median(copies).toFixed(0)} ms`,
    );
    const block = (name: string, turns: number[]) =>
      `${name} ${median(turns).toFixed(1)} ms, worst of ${READS} ${turns.at(-1)!.toFixed(1)} ms`;
    console.log(`  ${block('block  ', reads.blocks)}; ${block('of an idle loop', reads.idle)}`);
    console.log(
      `  held    ${megabytes(bytesOf(held.field))} (measured ${megabytes(grown)}) of ${megabytes(dense)} dense`,
    );
    console.log(
      `  pixel   ${whole.toFixed(0)} ns, between pixels ${between.toFixed(0)} ns; means of 4 × 4 ${median(coarse).toFixed(0)} ms`,
    );
  } finally {
    objects.close();
    rmSync(root, { recursive: true, force: true });
  }
}

await measure('synthetic', GRID, syntheticField());
if (existsSync(REAL)) {
  const { grid, field } = decodeMrms(readFileSync(REAL), 'mrms-rate');
  await measure('MRMS, 2019-06-10 01:00', grid, field);
} else console.log('the real frame of MRMS is absent (set WEATHERGLASS_SHARED_DATA)');
