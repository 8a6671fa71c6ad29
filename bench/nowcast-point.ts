/**
 * The next two hours at a place from radar, uncached: 120 minutes of rate, chance, flag, hail, lightning and confidence on a
 * frame of CONUS, 7000 × 3500 pixels. The reference is the plain trajectory of the same places, which any method has to walk.
 *
 * The synthetic frame is seeded: a third beyond the coverage, rain on about 7%, hail and lightning where it is heaviest; it
 * moves at about 55 km/h. Beside it a real frame of MRMS where the upstream files are at hand (WEATHERGLASS_SHARED_DATA), with
 * the same motion and without companions. Places: dry (no rain within 80 km), wet (rain above it), edge (the end of what was
 * observed within 40 km). Masks are filled as places ask for them: "first" is the cost on a frame with empty ones, when the
 * code is warm.
 */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeMrms } from '../src/decode/radar/mrms.js';
import { placeOf } from '../src/grid/grid.js';
import type { Grid } from '../src/model/field.js';
import {
  type MotionField,
  RADAR_DATASETS,
  type RadarDatasetId,
  type RadarFrame,
  type RadarShelf,
  type TiledField,
  UNOBSERVED,
} from '../src/model/radar.js';
import { readRadar } from '../src/query/radar/radar-minutes.js';
import { bytesOf, createTiling, packedAt } from '../src/science/radar/tiled-field.js';
import { backwardTrajectory } from '../src/science/radar/trajectory.js';
import { wetMaskBytes, wetMaskOf, wetShare } from '../src/science/radar/wet-share.js';
import { versionOf } from '../src/store/versions/timed-version.js';
import { seededRandom } from './seeded-random.fixture.js';

const NOW = Date.UTC(2026, 6, 1, 21) / 1000;
const AGE = 180;
const GRID: Grid = {
  kind: 'regular',
  rows: 3500,
  columns: 7000,
  firstLatitude: 54.995,
  firstLongitude: -129.995,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};
const PLACES = 200;
const TURNS = 15;
const REAL = resolve(
  process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data',
  'radar/mrms-preciprate-20190610/PrecipRate_00.00_20190610-010000.grib2',
);

const random = seededRandom(20260701);

/** Smooth noise in about −1..1: bilinear between random numbers every `spacing` pixels. */
function noise(spacing: number): (row: number, column: number) => number {
  const across = Math.ceil(GRID.columns / spacing) + 2;
  const lattice = Float32Array.from(
    { length: across * (Math.ceil(GRID.rows / spacing) + 2) },
    () => random() + random() - 1,
  );
  return (row, column) => {
    const [y, x] = [row / spacing, column / spacing];
    const at = Math.floor(y) * across + Math.floor(x);
    const [fy, fx] = [y - Math.floor(y), x - Math.floor(x)];
    const upper = lattice[at]! * (1 - fx) + lattice[at + 1]! * fx;
    const lower = lattice[at + across]! * (1 - fx) + lattice[at + across + 1]! * fx;
    return upper * (1 - fy) + lower * fy;
  };
}

function fieldOf(dataset: RadarDatasetId, valueAt: (row: number, column: number) => number): TiledField {
  const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const tiling = createTiling(GRID.rows, GRID.columns, step);
  const packed = new Uint16Array(GRID.columns);
  for (let row = 0; row < GRID.rows; row++) {
    for (let column = 0; column < GRID.columns; column++) {
      const value = valueAt(row, column);
      packed[column] = value >= 0 ? Math.round(value / step) : UNOBSERVED;
    }
    tiling.addRows(row, packed);
  }
  return tiling.finish();
}

function frameOf(dataset: RadarDatasetId, field: TiledField, motion: MotionField | null, grid: Grid): RadarFrame {
  const validTime = NOW - AGE;
  const version = versionOf(validTime);
  const described = { dataset, version, validTime, createdAt: NOW, simulated: true, grid };
  const source = motion === null ? null : { source: 'radar' as const, frameTimes: [] };
  return { description: { ...described, motion: source }, field, motion, skill: null };
}

function motionField(): MotionField {
  const [rows, columns] = [88, 175];
  const speeds = (mean: number) => Float32Array.from({ length: rows * columns }, () => mean + 0.3 * (random() - 0.5));
  return { rows, columns, spacing: 40, origin: 19.5, u: speeds(1), v: speeds(-0.3) };
}

/** Systems of 400 km, cells of 25 km and grains in them. */
function syntheticFrames(): RadarFrame[] {
  const [systems, cells, grains, coast] = [noise(400), noise(25), noise(4), noise(250)];
  const isObserved = (row: number, column: number) =>
    Math.hypot(row / GRID.rows - 0.5, column / GRID.columns - 0.5) + 0.04 * coast(row, column) < 0.46;
  const heaviness = (row: number, column: number) =>
    isObserved(row, column)
      ? systems(row, column) + 0.7 * cells(row, column) + 0.3 * grains(row, column) - 0.75
      : Number.NaN;
  const above = (least: number, factor: number, most: number) => (row: number, column: number) =>
    Math.min(most, Math.max(0, factor * (heaviness(row, column) - least)));
  const companion = (dataset: RadarDatasetId, least: number, factor: number, most: number) =>
    frameOf(dataset, fieldOf(dataset, above(least, factor, most)), null, GRID);
  const rates = fieldOf('mrms-rate', (row, column) => {
    const wet = heaviness(row, column);
    return wet > 0 ? Math.exp(6 * wet) - 0.9 : Math.min(0, wet) === wet ? 0 : Number.NaN;
  });
  return [
    frameOf('mrms-rate', rates, motionField(), GRID),
    frameOf(
      'mrms-flag',
      fieldOf('mrms-flag', (row, column) => (heaviness(row, column) > 0.3 ? 6 : 1)),
      null,
      GRID,
    ),
    companion('mrms-posh', 0.5, 3, 1),
    companion('mrms-shi', 0.5, 600, 2000),
    companion('mrms-mesh', 0.5, 60, 120),
    companion('mrms-lightning-30', 0.2, 1, 0.9),
    companion('mrms-lightning-60', 0.1, 1, 0.95),
    companion('mrms-quality', -2, 0.4, 1),
  ];
}

function shelfOf(frames: readonly RadarFrame[]): RadarShelf {
  const frameAt = new Map(frames.map((frame) => [frame.description.dataset, frame]));
  return {
    newest: async (dataset) => frameAt.get(dataset) ?? null,
    validTimes: async () => [NOW - AGE],
    at: async (dataset) => frameAt.get(dataset) ?? null,
  };
}

interface Pixel {
  readonly row: number;
  readonly column: number;
}

type PlaceKind = 'dry' | 'wet' | 'edge';

/** Random pixels of each kind; a mask of its own finds them, so that those that are measured are empty. */
function pixelsByKind(field: TiledField): Record<PlaceKind, Pixel[]> {
  const found: Record<PlaceKind, Pixel[]> = { dry: [], wet: [], edge: [] };
  const mask = wetMaskOf({ ...field });
  for (let tries = 0; tries < 400_000; tries++) {
    const [row, column] = [Math.floor(random() * field.rows), Math.floor(random() * field.columns)];
    const packed = packedAt(field, row, column);
    if (packed === UNOBSERVED) continue;
    const isEdge = [-36, 36].some(
      (away) =>
        packedAt(field, row + away, column) === UNOBSERVED || packedAt(field, row, column + away) === UNOBSERVED,
    );
    const kind = isEdge ? 'edge' : packed > 0 ? 'wet' : wetShare(mask, row, column, 72, 92) === 0 ? 'dry' : null;
    if (kind !== null && found[kind].length < PLACES) found[kind].push({ row, column });
    if (Object.values(found).every(({ length }) => length === PLACES)) return found;
  }
  return found;
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** CPU of a place, µs: the least of all turns, which is what an idle machine needs, and the median. */
async function measure(pixels: readonly Pixel[], work: (pixel: Pixel) => unknown): Promise<[number, number]> {
  const costs: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const before = cpuMicroseconds();
    for (const pixel of pixels) await work(pixel);
    costs.push((cpuMicroseconds() - before) / pixels.length);
  }
  costs.sort((a, b) => a - b);
  return [costs[0]!, costs[TURNS >> 1]!];
}

const us = (value: number) => `${value.toFixed(0)} µs`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The same frame as it is when it has just come: masks belong to the field object. */
function withoutMasks(frame: RadarFrame): RadarFrame {
  return { ...frame, field: { ...frame.field } };
}

async function measureFrame(name: string, frames: readonly RadarFrame[]): Promise<void> {
  const frame = frames[0]!;
  const { grid } = frame.description;
  const places = pixelsByKind(frame.field);
  const [rows, columns] = [new Float64Array(124), new Float64Array(124)];
  const answerFrom =
    (shelf: RadarShelf) =>
    async ({ row, column }: Pixel) => {
      const { kind } = await readRadar(shelf, ['mrms'], NOW, placeOf(grid, row, column));
      if (kind === 'pending') throw new Error(`${kind} at ${row}, ${column}`);
    };
  // A copy for each place: what is kept of a frame's places would answer all turns but the first.
  const answer = (pixel: Pixel) => answerFrom(shelfOf(frames.map((one) => ({ ...one }))))(pixel);
  for (const [kind, pixels] of Object.entries(places)) {
    if (pixels.length === 0) continue;
    const [least, median] = await measure(pixels, answer);
    const answerFirst = answerFrom(shelfOf(frames.map(withoutMasks)));
    const before = cpuMicroseconds();
    for (const pixel of pixels) await answerFirst(pixel);
    const first = (cpuMicroseconds() - before) / pixels.length;
    const [walk] = await measure(pixels, ({ row, column }) =>
      backwardTrajectory(frame.motion!, row, column, 122, rows, columns),
    );
    const ratio = `${(least / walk).toFixed(1)} × the trajectory, ${us(walk)}`;
    console.log(
      `${name}, ${kind}: ${us(least)} (median ${us(median)}, first ${us(first)}) a place of ${pixels.length}; ${ratio}`,
    );
  }
  console.log(
    `${name}: masks ${mb(wetMaskBytes(wetMaskOf(frame.field)))} beside the rates' ${mb(bytesOf(frame.field))}`,
  );
}

await measureFrame('synthetic', syntheticFrames());
if (existsSync(REAL)) {
  const { grid, field } = decodeMrms(readFileSync(REAL), 'mrms-rate');
  await measureFrame('MRMS 2019-06-10 01:00', [frameOf('mrms-rate', field, motionField(), grid)]);
} else console.log('no real frame of MRMS at hand (WEATHERGLASS_SHARED_DATA)');
