import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ElementId, elementOf } from '../../model/element.js';
import { type MapFieldId, mapFieldOf } from '../../model/map-slice.js';
import { pack, unpack } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import { writeSlice } from '../staging/slice-file.js';
import { partCount, partRange, type SliceContent } from '../staging/slice-format.js';
import { type BandMemory, encodeShardsOf, mapRows, type ShardTask } from './band-shard.js';
import { planCube } from './cube-plan.js';
import type { BandValues } from './map-band.js';
import { planMaps } from './map-plan.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-shards-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const GRID = {
  kind: 'regular',
  columns: 8,
  rows: 64,
  firstLatitude: 63,
  firstLongitude: 0,
  latitudeStep: -1,
  longitudeStep: 1,
} as const;
const HOURS = [0, 1, 2, 3, 4, 5];

/** Steps of a run whose every value is another. */
async function tasks(): Promise<ShardTask[]> {
  const contents = HOURS.map(
    (hour): SliceContent => ({
      simulated: true,
      region: null,
      referenceTime: 0,
      validTime: hour * 3600,
      grid: GRID,
      layers: [{ element: 'temperature', interval: null }],
      statics: [],
      absent: [],
    }),
  );
  const paths = HOURS.map((hour) => join(scratch, `${hour}.slice`));
  for (const [i, content] of contents.entries()) {
    const last = partRange(content, partCount(content) - 1);
    const values = Int16Array.from({ length: (last.offset + last.length) / 2 }, (_, at) => 1000 * i + at);
    await writeSlice(paths[i]!, content, new Uint8Array(values.buffer));
  }
  const times = Float64Array.from(HOURS, (hour) => hour * 3600);
  const plan = planCube(contents, [...times]);
  const { step, base } = elementOf('temperature');
  const draft = {
    dataset: 'gfs',
    version: 'v',
    elements: plan.elements,
    packings: [{ step, base }],
    times,
    grid: GRID,
    maps: [{ field: 'temperature' as const, times: times.slice(1, 5) }],
  };
  return [0, 1, 2, 3].map((band) => ({ plan, paths, grid: GRID, band, draft }));
}

test('shards that are built at once in one memory are those that are built one after the other', async () => {
  const bands = await tasks();
  const apart = await Promise.all(bands.map((task) => encodeShardsOf(task, {})));
  expect(apart[2]!.objects.map(({ key }) => key)).toEqual(['gfs/v/fc/c/0/0/2/0', 'gfs/v/map_temperature/c/0/2/0']);
  const memory: BandMemory = {};
  await encodeShardsOf(bands[0]!, memory); // the memory is there, and every one of the next finds it
  const together = await Promise.all(bands.map((task) => encodeShardsOf(task, memory)));
  for (const [i, shard] of together.entries()) {
    expect(shard.objects.map(({ key }) => key)).toEqual(apart[i]!.objects.map(({ key }) => key));
    for (const [k, { bytes }] of shard.objects.entries())
      expect(Buffer.compare(bytes, apart[i]!.objects[k]!.bytes)).toBe(0);
  }
});

test('a shard that fails leaves the memory to the next', async () => {
  const [first, second] = await tasks();
  const memory: BandMemory = {};
  const torn = { ...first!, paths: first!.paths.map((path) => `${path}.gone`) };
  const [failed, built] = await Promise.allSettled([encodeShardsOf(torn, memory), encodeShardsOf(second!, memory)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { tag: 'object-defect' } });
  expect(built.status).toBe('fulfilled');
});

const none = Number.NaN;

/** A band of as many cells as each time has values. */
function bandOf(
  times: readonly number[],
  series: Partial<Record<ElementId, readonly (readonly number[])[]>>,
): BandValues {
  const elements = Object.keys(series) as ElementId[];
  const packed = elements.flatMap((id) =>
    series[id]!.flatMap((cells) => cells.map((value) => pack(value, elementOf(id)))),
  );
  return { values: Int16Array.from(packed), elements, times: Float64Array.from(times, (hour) => hour * HOUR) };
}

/** Values of a field at some hours, [time][cell]. */
function pictures(band: BandValues, field: MapFieldId, hours: readonly number[]): number[][] {
  const rows = mapRows(band, { field, times: Float64Array.from(hours, (hour) => hour * HOUR) });
  const packing = mapFieldOf(field);
  const cells = rows.length / hours.length;
  return hours.map((_, t) => Array.from(rows.subarray(t * cells, (t + 1) * cells), (n) => unpack(n, packing)));
}

const closeTo = (rows: readonly (readonly number[])[]) =>
  rows.map((cells) => cells.map((value) => (Number.isNaN(value) ? none : expect.closeTo(value, 6))));

test('temperature is that of the instant, rain and smoke those of the step that begins then', () => {
  const band = bandOf([0, 1, 2, 3], {
    temperature: [
      [270.15, 271.15],
      [272.15, none],
      [274.15, 275.15],
      [276.15, 277.15],
    ],
    precipitation: [
      [none, none],
      [1, 0],
      [2.5, none],
      [0, 7],
    ],
    smoke_pm2_5: [
      [none, none],
      [10, 11],
      [12, 13],
      [14, none],
    ],
  });
  expect(pictures(band, 'temperature', [1, 2])).toEqual(
    closeTo([
      [272.15, none],
      [274.15, 275.15],
    ]),
  );
  expect(pictures(band, 'precipitation_rate', [0, 1, 2])).toEqual(
    closeTo([
      [1, 0],
      [2.5, none],
      [0, 7],
    ]),
  );
  expect(pictures(band, 'smoke_pm2_5', [1, 2])).toEqual(
    closeTo([
      [12, 13],
      [14, none],
    ]),
  );
});

test('rain of a longer step falls in all of its hours', () => {
  const band = bandOf([0, 1, 4, 7], { precipitation: [[none], [1.2], [6.3], [0.04]] });
  expect(pictures(band, 'precipitation_rate', [0, 1, 4])).toEqual(closeTo([[1.2], [2.1], [0.01]]));
});

test('pictures of what the band holds are views of it', () => {
  const band = bandOf([0, 1, 2], { temperature: [[1], [2], [3]], precipitation: [[0], [1], [2]] });
  for (const field of ['temperature', 'precipitation_rate'] as const)
    expect(mapRows(band, { field, times: Float64Array.of(0, HOUR) }).buffer).toBe(band.values.buffer);
});

/** EPA's breakpoints of 2024: PM2.5 9.0 → 50, 35.4 → 100; ozone of eight hours 70 ppb → 100. */
const FOURTEEN_HOURS = Array.from({ length: 14 }, (_, hour) => hour);
const always = (value: number) => FOURTEEN_HOURS.map(() => [value]);

test('air that stays as it is has the index of its concentrations', () => {
  expect(pictures(bandOf(FOURTEEN_HOURS, { pm2_5: always(35.4) }), 'air_quality_index', [11, 12])).toEqual([
    [100],
    [100],
  ]);
  const both = bandOf(FOURTEEN_HOURS, { pm2_5: always(9), ozone_ground: always(70) });
  expect(pictures(both, 'air_quality_index', [12])).toEqual([[100]]);
});

test('the index follows the particles by their NowCast, and the step that begins then is the newest hour', () => {
  // The mean that EPA's weights give of these hours, the newest first, is 17.4 µg/m³, which is 66.
  const newestFirst = [13, 16, 10, 21, 74, 64, 53, 82, 90, 75, 80, 50];
  const series = [none, none, ...newestFirst.toReversed()].map((value) => [value]);
  expect(pictures(bandOf(FOURTEEN_HOURS, { pm2_5: series }), 'air_quality_index', [12])).toEqual([[66]]);
});

test('steps of three hours are three hours of the same air', () => {
  const hours = [0, 3, 6, 9, 12, 15];
  const series = hours.map(() => [35.4, none]);
  expect(pictures(bandOf(hours, { pm2_5: series }), 'air_quality_index', [9, 12])).toEqual([
    [100, none],
    [100, none],
  ]);
});

test('two of the three newest hours must be known, and where nothing is there is no index', () => {
  const upTo = (last: number) => FOURTEEN_HOURS.map((hour) => [hour <= last ? 9 : none]);
  const at12 = (last: number) => pictures(bandOf(FOURTEEN_HOURS, { pm2_5: upTo(last) }), 'air_quality_index', [12]);
  expect(at12(12)).toEqual([[50]]);
  expect(at12(11)).toEqual([[none]]);
});

test('cells keep their places, however many there are', () => {
  const cells = Array.from({ length: 75 }, (_, i) => (i === 7 ? none : i % 9));
  const band = bandOf(FOURTEEN_HOURS, { pm2_5: FOURTEEN_HOURS.map(() => cells) });
  // Below 9.0 µg/m³ the index is 50 ÷ 9 of the concentration.
  const expected = cells.map((value) => Math.round((value * 50) / 9));
  expect(pictures(band, 'air_quality_index', [12])).toEqual([expected]);
});

const TIMES = Array.from({ length: 200 }, (_, i) => (i - 48) * HOUR);
const planOf = (elements: readonly ElementId[], times = TIMES) => ({ elements, times, rules: [] });
const hoursOf = (times: Float64Array) => [times[0]! / HOUR, times.at(-1)! / HOUR, times.length];

test('maps are of three hours before the run to 48 after it', () => {
  const maps = planMaps('gfs', planOf(['temperature', 'precipitation']), 0);
  expect(maps.map(({ field, times }) => [field, ...hoursOf(times)])).toEqual([
    ['temperature', -3, 48, 52],
    ['precipitation_rate', -3, 48, 52],
  ]);
});

test('at the end of a shorter cube there is an instant, and no step that begins', () => {
  const maps = planMaps('hrrr', planOf(['temperature', 'precipitation', 'smoke_pm2_5'], [0, HOUR, 2 * HOUR]), 0);
  expect(maps.map(({ field, times }) => [field, ...hoursOf(times)])).toEqual([
    ['temperature', 0, 2, 3],
    ['precipitation_rate', 0, 1, 2],
    ['smoke_pm2_5', 0, 1, 2],
  ]);
  expect(planMaps('gfs', planOf(['temperature', 'precipitation'], [0]), 0).map(({ field }) => field)).toEqual([
    'temperature',
  ]);
});

test('a field without its element is no map, the index needs one pollutant, and other datasets have none', () => {
  expect(planMaps('gefs-aerosol', planOf(['pm10', 'dust_pm10']), 0).map(({ field }) => field)).toEqual([
    'air_quality_index',
  ]);
  expect(planMaps('ecmwf-ifs', planOf(['temperature', 'precipitation']), 0)).toEqual([]);
});
