import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../model/time.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { type AnalysisPlace, analyse, FARTHEST, type NearInnovation, OLDEST, REACH } from './increments.js';

const NOW = Date.UTC(2026, 6, 20, 12) / 1000;
const PLACE = { latitude: 50, longitude: 10 };
/** Degrees of latitude in a metre. */
const DEGREE = 1 / 111_195;

/** A station north of the place by `north` m and east of it by `east` m. */
function innovationAt(north: number, east: number, change: Partial<NearInnovation> & { kelvin?: number } = {}) {
  const { kelvin = 2, ...more } = change;
  const latitude = PLACE.latitude + north * DEGREE;
  const longitude = PLACE.longitude + (east * DEGREE) / Math.cos((latitude * Math.PI) / 180);
  const station = { id: `S${north} ${east}`, latitude, longitude, elevation: 100 };
  const distance = greatCircleDistance(PLACE.latitude, PLACE.longitude, latitude, longitude);
  const values = { temperature: kelvin, dew_point: kelvin / 2 };
  return { station, distance, time: NOW - 20 * MINUTE, values, ...more };
}

const place = (change: Partial<AnalysisPlace> = {}): AnalysisPlace => ({
  ...{ elevation: 100, now: NOW, radius: FARTHEST },
  ...change,
});

function incrementNow(near: readonly NearInnovation[], where = place()): number {
  return analyse(near, where)?.at('temperature', NOW) ?? 0;
}

test('one station at the place gives most of its innovation: the error of an observation is a fifth of the background’s', () => {
  const found = analyse([innovationAt(0, 0)], place())!;
  expect(found.at('temperature', NOW - 20 * MINUTE)).toBeCloseTo(2 / 1.2, 6);
  expect(found.at('dew_point', NOW - 20 * MINUTE)).toBeCloseTo(1 / 1.2, 6);
  expect(found.at('pressure_msl', NOW)).toBe(0);
});

test('a station counts less the farther, the higher and the older it is, and nothing at its limits', () => {
  const distances = [0, 10_000, 20_000, 30_000, 39_000, 40_000].map((m) => incrementNow([innovationAt(m, 0)]));
  const heights = [0, 50, 100, 200, 290, 300].map((m) =>
    incrementNow([innovationAt(9000, 0)], place({ elevation: 100 + m })),
  );
  const ages = [0, 60, 100, 120, 140, OLDEST / MINUTE].map((minutes) =>
    incrementNow([innovationAt(9000, 0, { time: NOW - minutes * MINUTE })]),
  );
  for (const row of [distances, heights, ages]) {
    for (let n = 1; n < row.length; n++) expect(row[n]).toBeLessThan(row[n - 1]!);
    expect(row.at(-1)).toBe(0);
  }
});

test('two stations beside each other count hardly more than one, two on opposite sides do', () => {
  const one = incrementNow([innovationAt(20_000, 0)]);
  const twins = incrementNow([innovationAt(20_000, 0), innovationAt(20_000, 100)]);
  const opposite = incrementNow([innovationAt(20_000, 0), innovationAt(-20_000, 0)]);
  expect(twins / one).toBeGreaterThan(1);
  expect(twins / one).toBeLessThan(1.1);
  expect(opposite / one).toBeGreaterThan(1.15);
});

test('a station that two neighbours contradict is left out, and so is one beyond all innovations', () => {
  const sound = [innovationAt(9000, 0, { kelvin: 1 }), innovationAt(-9000, 0, { kelvin: 1.5 })];
  const wrong = innovationAt(0, 3000, { kelvin: -11 });
  const found = analyse([...sound, wrong], place())!;
  expect(found.at('temperature', NOW)).toBeCloseTo(incrementNow(sound), 9);
  expect(found.stations.map(({ weights }) => weights.temperature > 0)).toEqual([true, true, false]);
  expect(incrementNow([innovationAt(5000, 0, { kelvin: 26 })])).toBe(0);
});

test('a station that just comes into reach cannot shut out one beside the place that it contradicts', () => {
  const near = innovationAt(9000, 0, { kelvin: 6.2 });
  const entering = (metres: number) => incrementNow([near, innovationAt(metres, 0, { kelvin: -6 })]);
  expect(entering(39_900)).toBeCloseTo(entering(40_100), 1);
});

test('a report without a dew point corrects the temperature alone', () => {
  const found = analyse([innovationAt(5000, 0, { values: { temperature: 3, dew_point: Number.NaN } })], place())!;
  expect(found.at('temperature', NOW)).toBeGreaterThan(2);
  expect(found.at('dew_point', NOW)).toBe(0);
});

test('the weights of the stations add up to the increment', () => {
  const near = [innovationAt(9000, 0), innovationAt(-14_000, 7000, { kelvin: -1 }), innovationAt(0, 25_000)];
  const { stations, at } = analyse(near, place())!;
  const sum = stations.reduce((total, { weights, values }) => total + weights.temperature * values.temperature, 0);
  expect(at('temperature', NOW)).toBeCloseTo(sum, 9);
});

const innovations = fc.array(
  fc.record({
    north: fc.integer({ min: -45_000, max: 45_000 }),
    east: fc.integer({ min: -45_000, max: 45_000 }),
    kelvin: fc.double({ min: -3, max: 3, noNaN: true }),
    age: fc.integer({ min: 0, max: 200 }),
    elevation: fc.integer({ min: -300, max: 500 }),
  }),
  { minLength: 1, maxLength: 8 },
);

type Drawn = typeof innovations extends fc.Arbitrary<infer Value> ? Value : never;

/** As they are seen from a place that lies `offset` m north of the usual one. */
function drawn(rows: Drawn, offset = 0): NearInnovation[] {
  return rows.map(({ north, east, kelvin, age, elevation }) => {
    const one = innovationAt(north - offset, east, { kelvin, time: NOW - age * MINUTE });
    return { ...one, station: { ...one.station, elevation } };
  });
}

test('an increment is continuous in time, never larger than the innovations together, and 0 out of reach', () => {
  fc.assert(
    fc.property(innovations, (rows) => {
      const found = analyse(drawn(rows), place());
      if (found === null) return;
      const most = rows.reduce((sum, { kelvin }) => sum + Math.abs(kelvin), 0);
      const { start, end } = found.span;
      expect([start - 1, start, end, end + HOUR].map((time) => found.at('temperature', time))).toEqual([0, 0, 0, 0]);
      expect(end - start).toBeLessThanOrEqual(2 * REACH + OLDEST);
      let before = 0;
      for (let time = start; time <= end; time += 5 * MINUTE) {
        const here = found.at('temperature', time);
        expect(Math.abs(here)).toBeLessThanOrEqual(most / 1.2 + 1e-9);
        // The correlation in time falls by at most 0.0134 in 5 minutes, and no station gives more than its innovation / 0.2.
        expect(Math.abs(here - before)).toBeLessThanOrEqual((0.0134 * most) / 0.2 + 1e-9);
        before = here;
      }
    }),
  );
});

test('an increment has no jump in space: 20 m change it by no more than 5 mK', () => {
  fc.assert(
    fc.property(innovations, fc.integer({ min: -40_000, max: 40_000 }), (rows, offset) => {
      const here = incrementNow(drawn(rows, offset));
      const beside = incrementNow(drawn(rows, offset + 20));
      expect(Math.abs(beside - here)).toBeLessThan(0.005 * rows.length);
    }),
  );
});
