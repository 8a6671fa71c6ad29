/** Laws of nowcasts over random showers, motions and places: the window, and what moves with what. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeNowcastAnswer } from '../../src/http/columnar-json.js';
import { HOUR } from '../../src/model/time.js';
import { timesFrom } from '../memory-cube.js';
import { SMALL_RADAR_GRID, uniformMotion } from '../memory-radar.js';
import { frameOf, MINUTE_OF_NOW, nowcastProductOf } from '../nowcast-situation.js';

const { rows, columns, firstLatitude, firstLongitude, latitudeStep, longitudeStep } = SMALL_RADAR_GRID;

interface Shower {
  readonly row: number;
  readonly column: number;
  readonly radius: number;
  readonly rate: number;
}

interface Weather {
  readonly showers: readonly Shower[];
  readonly u: number;
  readonly v: number;
  readonly model: number;
}

const shower = fc.record({
  row: fc.integer({ min: 60, max: 140 }),
  column: fc.integer({ min: 60, max: 140 }),
  radius: fc.integer({ min: 2, max: 20 }),
  rate: fc.integer({ min: 1, max: 300 }).map((tenths) => tenths / 10),
});
/** Pixels a minute. */
const sixteenths = fc.integer({ min: -6, max: 6 }).map((n) => n / 16);
const weather: fc.Arbitrary<Weather> = fc.record({
  showers: fc.array(shower, { maxLength: 4 }),
  u: sixteenths,
  v: sixteenths,
  model: fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10),
});
const offset = fc.integer({ min: -25, max: 25 });

function rateAt({ showers }: Weather, row: number, column: number): number {
  const rates = showers.map((each) =>
    Math.hypot(row - each.row, column - each.column) <= each.radius ? each.rate : 0,
  );
  return Math.max(0, ...rates);
}

/**
 * Between the same pixels, with all frames shifted by whole ones; the models are the same everywhere. Rows keep their
 * latitudes, since a disk has as many columns elsewhere only where they are as wide. By sixteenths the rain
 * never comes from half-way between two pixels, where noise of a double would decide which is the nearer one.
 */
function nowcastOf(of: Weather, down: number, across: number) {
  const motion = uniformMotion(rows, columns, of.u, of.v);
  const grid = { ...SMALL_RADAR_GRID, firstLatitude: firstLatitude - down * latitudeStep };
  const frame = frameOf({ grid, motion, rate: (row, column) => rateAt(of, row - down, column - across) });
  const times = timesFrom(MINUTE_OF_NOW - (MINUTE_OF_NOW % HOUR) - 3 * HOUR, 9);
  const fields = { ...FLAT, precipitation: () => of.model };
  const product = nowcastProductOf({ frames: [frame], times, referenceTime: times[0]!, fields });
  const location = {
    latitude: firstLatitude + 100.3 * latitudeStep,
    longitude: firstLongitude + (100.3 + across) * longitudeStep,
  };
  return { product, location };
}

const FLAT = {
  temperature: () => 283,
  dew_point: () => 280,
  cloud_cover: () => 0.7,
  cape: () => 200,
  visibility: () => 20_000,
  wind_u: () => 3,
  wind_v: () => 4,
  wind_gust: () => 9,
};

test('there are 120 minutes or none, each at its time; amounts, chances and confidence stay in their bounds', async () => {
  await fc.assert(
    fc.asyncProperty(weather, async (of) => {
      const { product, location } = nowcastOf(of, 0, 0);
      const answer = JSON.parse(writeNowcastAnswer(await product.answer({ location })).toString());
      const { start, end, status, minutes } = answer;
      expect(Date.parse(end) - Date.parse(start)).toBe(2 * HOUR * 1000);
      expect(minutes.length).toBe(status === 'dry' ? 0 : 120);
      const highest = Math.max(of.model, ...of.showers.map(({ rate }) => rate)) + 0.1;
      for (const [k, minute] of minutes.entries()) {
        expect(Date.parse(minute.time) - Date.parse(start)).toBe(k * 60_000);
        expect(minute.precipitation_rate >= 0 && minute.precipitation_rate <= highest).toBe(true);
        for (const name of ['precipitation_probability', 'confidence', 'lightning_probability'])
          expect(minute[name] >= 0 && minute[name] <= 100, name).toBe(true);
        expect(minute.rain_total).toBeLessThanOrEqual(minute.precipitation + 0.001);
      }
    }),
    { numRuns: 12 },
  );
});

/**
 * The tiles in which sizes of echoes are counted do not move with the frame, so that disks are a little larger or smaller;
 * rounding decides whether a pixel on the rim of one belongs to it. A place may stay at the rim of a shower that hardly moves, so
 * its minutes are wet or dry by that; one that moves by ten pixels is past it.
 */
function expectAlike(one: Said, other: Said, { u, v }: Pick<Weather, 'u' | 'v'>): void {
  const isOtherwise = (minute: number) => one.rates[minute]! >= 0.1 !== other.rates[minute]! >= 0.1;
  const minutes = Array.from({ length: COMPARED }, (_, minute) => minute);
  expect(minutes.filter(isOtherwise).length).toBeLessThanOrEqual(6 + 10 / Math.hypot(u, v));
  expectClose(one.chances, other.chances, 0.1);
}

interface Said {
  readonly rates: Float64Array;
  readonly chances: Float64Array;
}

test('shifting all frames by whole pixels shifts the answer, but for the size of echoes', async () => {
  const issued = async (of: Weather, down: number, across: number) => {
    const { product, location } = nowcastOf(of, down, across);
    return product.issue(location, MINUTE_OF_NOW);
  };
  await fc.assert(
    fc.asyncProperty(weather, offset, offset, async (of, down, across) => {
      const here = await issued(of, 0, 0);
      const beside = await issued(of, 0, across);
      expect(beside.sources.slice(0, COMPARED)).toEqual(here.sources.slice(0, COMPARED));
      expectAlike(beside, here, of);
      expectClose(beside.confidence, here.confidence);
      const below = await issued(of, down, 0);
      expectAlike(below, here, of);
    }),
    { numRuns: 10 },
  );
});

/** Minutes; later on the disks reach over the edge of the small grid, which is not shifted. */
const COMPARED = 60;

function expectClose(actual: Float64Array, expected: Float64Array, tolerance = 1e-5): void {
  for (const [i, value] of actual.subarray(0, COMPARED).entries())
    expect(Math.abs(value - expected[i]!), `minute ${i}`).toBeLessThan(tolerance);
}
