import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createForecastModel } from '../../simulator/forecast-error.js';
import { createGfsFiles, type GfsFile } from '../../simulator/gfs-files.js';
import { GFS_STEPS } from '../../simulator/gfs-run.js';
import { globalGrid } from '../../simulator/places.js';
import { createWorld } from '../../simulator/world.js';
import { type GribField, readFields } from '../../src/decode/grib2/field.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import { selectFields } from '../../src/ingest/staging/step-selection.js';
import { HOUR } from '../../src/model/time.js';
import { GFS_FEED } from '../../src/sources/gfs/gfs-feed.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;
const STEP_DEGREES = 7.5;
const GRID = globalGrid(STEP_DEGREES);
const files = createGfsFiles(createWorld(5), { gridStepDegrees: STEP_DEGREES });

function messagesOf(file: GfsFile) {
  const lines = file.index.trimEnd().split('\n');
  const frames = [...frameMessages(file.grib)];
  expect(frames.reduce((sum, { bytes }) => sum + readFields(bytes).length, 0)).toBe(lines.length);
  return lines.map((line) => {
    const [number, offset, date, name, level, time] = line.split(':');
    const frame = frames.find((one) => one.offset === Number(offset))!;
    const place = Number(number!.split('.')[1] ?? 1) - 1;
    return { number, date, selector: `${name}:${level}:${time}`, frame, field: readFields(frame.bytes)[place]! };
  });
}

/** The message of a step whose selector begins like this; the first one, as a downloader would take it. */
function field(hour: number, selector: string): GribField {
  const found = messagesOf(files.file(RUN, hour)).find((message) => message.selector.startsWith(selector));
  if (found === undefined) throw new RangeError(`f${hour} has no ${selector}`);
  return found.field;
}

function values(hour: number, selector: string): Float32Array {
  return field(hour, selector).decode().values;
}

test.each([0, 1, 6, 24, 121 + 2, 126])(
  'the index of f%i frames real messages with the times that it prints',
  (hour) => {
    const file = files.file(RUN, hour);
    const messages = messagesOf(file);
    const numbers = messages.map(({ number }) => Math.trunc(Number(number)));
    expect([...new Set(numbers)]).toEqual(Array.from({ length: numbers.at(-1)! }, (_, n) => n + 1));
    for (const { date, selector, field } of messages) {
      expect(date).toBe('d=2026112006');
      const { time, grid } = field;
      expect(grid).toEqual(GRID);
      expect(time).toMatchObject({ referenceTime: RUN, validTime: RUN + hour * HOUR });
      const [, text] = /:([^:]*)$/.exec(selector)!;
      const range = /^(\d+)-(\d+) (hour|day)/.exec(text!);
      const unit = range?.[3] === 'day' ? 24 * HOUR : HOUR;
      expect(time.interval?.start).toBe(range ? RUN + Number(range[1]) * unit : undefined);
      expect(time.interval?.end).toBe(range ? RUN + Number(range[2]) * unit : undefined);
    }
  },
);

test('two fields of one message have one offset and the numbers n.1 and n.2', () => {
  const joined = messagesOf(files.file(RUN, 3)).filter(({ number }) => number!.includes('.'));
  expect(joined.map(({ number }) => number)).toEqual(['4.1', '4.2']);
  expect(joined[0]!.frame).toBe(joined[1]!.frame);
  expect(joined.map(({ selector, field }) => [selector, field.parameter.category])).toEqual([
    ['HGT:500 mb:3 hour fcst', 3],
    ['TMP:500 mb:3 hour fcst', 0],
  ]);
});

test('the analysis has no statistics, and every later step has all', () => {
  const statistics = (hour: number) => files.file(RUN, hour).index.match(/ (ave|acc|max|min) fcst/g)?.length ?? 0;
  expect(statistics(0)).toBe(0);
  expect(statistics(1)).toBe(statistics(126));
  expect(statistics(1)).toBeGreaterThan(8);
});

// as in the real feed: f001 to f006 carry the same accumulation twice.
test.each([
  [1, true],
  [6, true],
  [7, false],
  [24, false],
])('f%i: APCP twice, byte for byte the same: %s', (hour, same) => {
  const [bucket, total] = messagesOf(files.file(RUN, hour)).filter(({ selector }) => selector.startsWith('APCP:'));
  expect(Buffer.compare(bucket!.frame.bytes, total!.frame.bytes) === 0).toBe(same);
  expect(bucket!.selector === total!.selector).toBe(same);
});

test.each([
  [1, '0-1 hour'],
  [6, '0-6 hour'],
  [7, '6-7 hour'],
  [24, '18-24 hour'],
  [123, '120-123 hour'],
  [126, '120-126 hour'],
  [129, '126-129 hour'],
])('the bucket of f%i is %s', (hour, text) => {
  const bucket = messagesOf(files.file(RUN, hour)).find(({ selector }) => selector.startsWith('APCP:'));
  expect(bucket!.selector).toBe(`APCP:surface:${text} acc fcst`);
});

/** Half of the packing unit of each of two amounts, mm. */
const PACKING = 0.011;

test('buckets conserve: six hours of buckets add up to the run total', () => {
  let sum = new Float64Array(GRID.rows * GRID.columns);
  for (let hour = 6; hour <= 30; hour += 6) {
    const bucket = values(hour, 'APCP');
    sum = sum.map((total, n) => total + bucket[n]!);
    const total = values(hour, hour % 24 === 0 ? `APCP:surface:0-${hour / 24} day` : `APCP:surface:0-${hour} hour`);
    const apart = sum.map((amount, n) => Math.abs(amount - total[n]!));
    expect(Math.max(...apart)).toBeLessThan(PACKING * (hour / 6 + 1));
  }
  expect(Math.max(...sum)).toBeGreaterThan(10);
});

test('an hour is the difference of two buckets, and is what the rate integrates to', () => {
  const world = createWorld(5);
  const model = createForecastModel(world);
  let wet = 0;
  for (const hour of [8, 9, 10]) {
    const [before, after] = [values(hour - 1, 'APCP'), values(hour, 'APCP')];
    for (let n = 0; n < after.length; n += 5) {
      const amount = after[n]! - before[n]!;
      expect(amount).toBeGreaterThan(-PACKING);
      const latitude = GRID.firstLatitude + Math.floor(n / GRID.columns) * GRID.latitudeStep;
      const longitude = (n % GRID.columns) * GRID.longitudeStep;
      const rateAt = (h: number) => model.forecast(RUN, latitude, longitude, RUN + h * HOUR).precipitationRate;
      const [a, b, c] = [rateAt(hour - 1), rateAt(hour - 0.5), rateAt(hour)];
      expect(Math.abs(amount - (a + 2 * b + c) / 4)).toBeLessThan(PACKING);
      if (amount > 0.1) wet++;
    }
  }
  expect(wet).toBeGreaterThan(20);
});

test('the mean rate of a bucket is its amount over its length', () => {
  const [mean, amount] = [values(21, 'PRATE:surface:18-21 hour ave'), values(21, 'APCP:surface:18-21')];
  for (let n = 0; n < mean.length; n++) expect(Math.abs(mean[n]! * 3 * HOUR - amount[n]!)).toBeLessThan(0.02);
});

test('extremes hold the temperatures of their window and start anew after six hours', () => {
  for (const hour of [13, 16, 18]) {
    const [highest, lowest] = [values(hour, 'TMAX'), values(hour, 'TMIN')];
    for (let inside = 12; inside <= hour; inside++)
      values(inside, 'TMP:2 m above ground').forEach((temperature, n) => {
        if (temperature > highest[n]! + 0.011 || temperature < lowest[n]! - 0.011)
          expect.fail(`${temperature} at hour ${inside} is outside ${lowest[n]} … ${highest[n]} of hours 12-${hour}`);
      });
  }
  const [whole, fresh] = [values(18, 'TMAX'), values(19, 'TMAX')];
  expect(whole.filter((value, n) => value > fresh[n]! + 1).length).toBeGreaterThan(10);
});

test('files are the same in any order of asking, and from a fresh start', () => {
  const fresh = createGfsFiles(createWorld(5), { gridStepDegrees: STEP_DEGREES });
  for (const hour of [30, 2, 0, 31]) {
    const [a, b] = [files.file(RUN, hour), fresh.file(RUN, hour)];
    expect(a.index).toBe(b.index);
    expect(Buffer.compare(a.grib, b.grib)).toBe(0);
  }
});

test('what is decoded is what the forecast model says', () => {
  const model = createForecastModel(createWorld(5));
  const temperature = values(51, 'TMP:2 m above ground');
  const row = 6; // 45 N
  for (let column = 0; column < GRID.columns; column++) {
    const state = model.forecast(RUN, 45, column * STEP_DEGREES, RUN + 51 * HOUR);
    expect(Math.abs(temperature[row * GRID.columns + column]! - state.temperature)).toBeLessThan(0.0051);
  }
});

test.each([0, 1, 6, 7, 24, 126])('f%i holds every field that the service selects', (hour) => {
  const fields = messagesOf(files.file(RUN, hour)).map(({ field }) => field);
  const times = { referenceTime: RUN, validTime: RUN + hour * HOUR };
  const { absent, statics } = selectFields(GFS_FEED, fields, {
    times,
    origin: 'simulated',
    strict: true,
    statics: true,
  });
  // The extremes belong to whole six hours, the analysis has no interval behind it.
  const optional = ['temperature_max', 'temperature_min', ...(hour === 0 ? ['precipitation'] : [])];
  expect(absent.filter((id) => !optional.includes(id))).toEqual([]);
  expect(statics).toHaveLength(2);
});

test('GFS has 209 steps; others are refused', () => {
  expect(GFS_STEPS).toHaveLength(209);
  expect(() => files.file(RUN, 121)).toThrow('no step at hour 121');
});

testWithSharedData('every line is one of a real index, in its order, with the same level and text', () => {
  const selectors = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(':').slice(-5, -1).slice(1).join(':'));
  for (const [run, hour, name] of [
    ['2022-10-14T06:00:00Z', 21, '20221014.gfs.t06z.pgrb2.0p25.f021.idx'],
    ['2022-10-14T00:00:00Z', 0, '20221014.gfs.t00z.pgrb2.0p25.f000.idx'],
  ] as const) {
    const real = selectors(readFileSync(sharedData('grib2', 'kerchunk', name), 'utf8'));
    const ours = selectors(files.file(Date.parse(run) / 1000, hour).index);
    expect(real.length).toBeGreaterThan(600);
    const positions = ours.map((selector) => real.indexOf(selector));
    expect(ours.filter((_, n) => positions[n] === -1)).toEqual([]);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  }
});
