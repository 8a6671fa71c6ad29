import { expect, test } from 'vitest';
import { memoryRadarShelf, radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../../../test/memory-radar.js';
import { ObjectDefectError } from '../../base/errors.js';
import { placeOf } from '../../grid/grid.js';
import type { RegularGrid } from '../../model/field.js';
import type { RadarDatasetId, RadarFrame, RadarShelf } from '../../model/radar.js';
import { type RadarMinutes, readRadar } from './radar-minutes.js';

const NOW = Date.UTC(2026, 6, 1, 18) / 1000;
const UNKNOWN = Number.NaN;
const MIDDLE = placeOf(SMALL_RADAR_GRID, 100, 100);
/** A pixel a minute eastward: what arrives after m minutes is m columns to the west. */
const RATE = radarFrame({ dataset: 'mrms-rate', validTime: NOW, motion: uniformMotion(200, 200, 1, 0) });

type Rate = (row: number, column: number) => number;

function companion(dataset: RadarDatasetId, rate: Rate, age = 0, grid: RegularGrid = SMALL_RADAR_GRID): RadarFrame {
  return radarFrame({ dataset, validTime: NOW - age, rate, grid });
}

async function minutesOf(shelf: RadarShelf): Promise<RadarMinutes> {
  const read = await readRadar(shelf, ['mrms'], NOW, MIDDLE);
  if (read.kind !== 'minutes') throw new Error(`no minutes: ${read.kind}`);
  return read.minutes;
}

const withCompanions = (...frames: RadarFrame[]) => minutesOf(memoryRadarShelf([RATE, ...frames]));

test('without companions their quantities are unknown', async () => {
  const { flags, hailProbability, hailSize, lightning } = await withCompanions();
  expect([...new Set(flags)]).toEqual([-1]);
  for (const values of [hailProbability, hailSize, lightning]) expect(values.every(Number.isNaN)).toBe(true);
});

test('the flag is that of the pixel the rain comes from, by its own age', async () => {
  const snowInTheWest: Rate = (_, column) => (column <= 40 ? 3 : column <= 60 ? UNKNOWN : 1);
  const { flags } = await withCompanions(companion('mrms-flag', snowInTheWest, 240));
  expect([0, 35, 36, 55, 56, 96].map((minute) => flags[minute])).toEqual([1, 1, -1, -1, 3, 3]);
});

/** One pixel of hail, 50 columns to the west: there in 50 minutes. */
const cell =
  (value: number): Rate =>
  (row, column) =>
    row === 100 && column === 50 ? value : 0;

test('hail: the largest chance within 5 km of where the air comes from, faded; the size of the index there', async () => {
  const { hailProbability, hailSize } = await withCompanions(
    companion('mrms-posh', cell(0.8)),
    companion('mrms-shi', cell(429.3)),
    companion('mrms-mesh', cell(80)),
  );
  expect(hailProbability[50]).toBeCloseTo(0.8 * Math.exp(-50 / 30), 9);
  expect(hailSize[50]).toBeCloseTo(52.6, 1); // 15.096 × 429.3^0.206, Murillo & Homeyer (2019)
  // A column is 0.864 km at 39° N: 5 of them are within 5 km.
  for (const minute of [45, 55]) expect(hailProbability[minute]).toBeCloseTo(0.8 * Math.exp(-minute / 30), 9);
  for (const minute of [44, 56]) expect([hailProbability[minute], hailSize[minute]]).toEqual([0, 0]);
});

test('of pixels with the same chance the one with the largest index tells the size', async () => {
  const both: Rate = (row, column) => (row === 100 && (column === 49 || column === 51) ? 1 : 0);
  const index: Rate = (_, column) => (column === 51 ? 1 : 429.3);
  const { hailSize } = await withCompanions(companion('mrms-posh', both), companion('mrms-shi', index));
  expect(hailSize[50]).toBeCloseTo(52.6, 1);
});

test.each([
  ['without the index the size is that of the grid of sizes', 0.8, [['mrms-mesh', 31]], 31],
  ['without either it is unknown', 0.8, [], UNKNOWN],
  ['below a tenth there is none', 0.09, [['mrms-mesh', 31]], 0],
] as const)('%s', async (_, chance, beside, expected) => {
  const frames = beside.map(([dataset, value]) => companion(dataset, cell(value)));
  const { hailSize } = await withCompanions(companion('mrms-posh', cell(chance)), ...frames);
  expect(hailSize[50]).toBe(expected);
});

test('where no volume was looked through, hail is unknown and not absent', async () => {
  const { hailProbability, hailSize } = await withCompanions(companion('mrms-posh', () => UNKNOWN));
  expect(hailProbability.every(Number.isNaN) && hailSize.every(Number.isNaN)).toBe(true);
});

test('lightning: the next half hour, then the next hour, as chances of a quarter hour; each by its own age', async () => {
  const { lightning } = await withCompanions(
    companion('mrms-lightning-30', () => 0.75, 600),
    companion('mrms-lightning-60', () => 0.93, 600),
  );
  for (const minute of [0, 20]) expect(lightning[minute]).toBeCloseTo(0.5, 9);
  for (const minute of [21, 50, 90]) expect(lightning[minute]).toBeCloseTo(1 - 0.07 ** 0.25, 9);
});

test('lightning: what a grid says of the time to come is read at the place, what comes later where the air is by then', async () => {
  // Seen ten minutes ago; 5 columns to the west it ends, where the air is five minutes before it arrives.
  const here =
    (value: number): Rate =>
    (_, column) =>
      column < 95 ? 0 : value;
  const { lightning } = await withCompanions(
    companion('mrms-lightning-30', here(0.75), 600),
    companion('mrms-lightning-60', here(0.93), 600),
  );
  for (const minute of [0, 6, 20]) expect(lightning[minute], `minute ${minute}`).toBeCloseTo(0.5, 9);
  for (const minute of [21, 50, 55]) expect(lightning[minute], `minute ${minute}`).toBeCloseTo(1 - 0.07 ** 0.25, 9);
  for (const minute of [56, 90, 119]) expect(lightning[minute], `minute ${minute}`).toBe(0);
});

test('lightning without the half hour is that of the hour, without the hour unknown after half an hour', async () => {
  const hour = await withCompanions(companion('mrms-lightning-60', () => 0.93));
  expect(hour.lightning[0]).toBeCloseTo(1 - 0.07 ** 0.25, 9);
  const half = await withCompanions(companion('mrms-lightning-30', () => 0.75));
  expect([half.lightning[30], half.lightning[31]]).toEqual([0.5, UNKNOWN]);
  const unseen = await withCompanions(
    companion('mrms-lightning-30', () => UNKNOWN),
    companion('mrms-lightning-60', () => 0.93),
  );
  expect(unseen.lightning[0]).toBeCloseTo(1 - 0.07 ** 0.25, 9);
});

test('a companion that is older than half an hour tells nothing', async () => {
  const { flags, lightning } = await withCompanions(
    companion('mrms-flag', () => 3, 1801),
    companion('mrms-lightning-60', () => 0.5, 1800),
  );
  expect(flags[0]).toBe(-1);
  expect(lightning[0]).toBeGreaterThan(0);
});

test('a companion on a grid of its own is read at the same place', async () => {
  const coarse: RegularGrid = { ...SMALL_RADAR_GRID, rows: 20, columns: 20, latitudeStep: -0.1, longitudeStep: 0.1 };
  const { flags } = await withCompanions(companion('mrms-flag', (_, column) => (column <= 5 ? 3 : 1), 0, coarse));
  expect([0, 44, 46].map((minute) => flags[minute])).toEqual([1, 1, 3]); // columns 10, 5.6 and 5.4 of it
});

test('a companion that cannot be read tells nothing, and the rain is told all the same', async () => {
  const shelf = memoryRadarShelf([RATE]);
  const damaged: RadarShelf = {
    ...shelf,
    newest: (dataset) =>
      dataset === 'mrms-posh'
        ? Promise.reject(new ObjectDefectError('mrms-posh/x', 0, 'checksum'))
        : shelf.newest(dataset),
  };
  const { rates, hailProbability } = await minutesOf(damaged);
  expect([rates[0], hailProbability[0]]).toEqual([0, UNKNOWN]);
});
