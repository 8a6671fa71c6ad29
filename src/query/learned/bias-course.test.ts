import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../model/time.js';
import { type BiasByLead, biasCourse, noBias } from './bias-course.js';

/** 06:00 in Greenwich. */
const MORNING = Date.UTC(2026, 10, 20, 6) / 1000;
const GREENWICH = 0;

function biasesOf(temperature: readonly number[], highest: readonly number[], lowest: readonly number[]): BiasByLead {
  const made = noBias();
  made.temperature.set(temperature);
  made.temperature_max.set(highest);
  made.temperature_min.set(lowest);
  return made;
}

const upTo14 = (of: (lead: number) => number) => Array.from({ length: 14 }, (_, n) => of(n + 1));
const LEADS = biasesOf(
  [1, 2, 3, 4, 5, 6, 7],
  upTo14((lead) => 10 + lead),
  upTo14((lead) => 30 + lead),
);

test.each([
  ['the present', 0, 1],
  ['three hours ago', -3, 0.5],
  ['six hours ago', -6, 0],
  ['lead 2 h', 2, 3],
  ['lead 4.5 h, half way from 3 to 6', 4.5, 4.5],
  ['lead 12 h', 12, 6],
  ['the minimum tomorrow', 24, 31],
  ['the maximum tomorrow', 33, 11],
  ['the minimum in seven days', 7 * 24, 37],
  ['the maximum in fourteen days', 14 * 24 + 9, 24],
  [
    'midnight after tomorrow, nine of fifteen hours from its maximum to the next minimum',
    42,
    11 + (9 / 15) * (32 - 11),
  ],
  ['the minimum in fifteen days, one day behind the last lead', 15 * 24, 0],
] as const)('bias of a forecast of 06:00 for %s', (_, hours, expected) => {
  expect(biasCourse(LEADS, MORNING, GREENWICH)(MORNING + hours * HOUR)).toBeCloseTo(expected, 9);
});

test('at 90 degrees west the extremes are six hours later', () => {
  const now = MORNING + 6 * HOUR;
  expect(biasCourse(LEADS, now, -90)(now + 33 * HOUR)).toBeCloseTo(11, 9);
});

const kelvin = fc.double({ min: -3, max: 3, noNaN: true });
const anyBiases = fc
  .tuple(
    fc.array(kelvin, { minLength: 7, maxLength: 7 }),
    fc.array(kelvin, { minLength: 14, maxLength: 14 }),
    fc.array(kelvin, { minLength: 14, maxLength: 14 }),
  )
  .map(([hours, highest, lowest]) => biasesOf(hours, highest, lowest));

test('the bias of any leads has no steps in time and stays within the largest of them', () => {
  const place = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(anyBiases, place, fc.nat(DAY), (biases, longitude, second) => {
      const now = MORNING + second;
      const largest = Math.max(...Object.values(biases).flatMap((values: Float64Array) => [...values].map(Math.abs)));
      const course = biasCourse(biases, now, longitude);
      let before = 0;
      let steps = 0;
      for (let time = now - 8 * HOUR; time <= now + 17 * DAY; time += 600) {
        const bias = course(time);
        // From one lead to the next, an hour apart, it goes by 6 K at most: 1 K in ten minutes.
        if (!(Math.abs(bias - before) <= 1 + 1e-9) || !(Math.abs(bias) <= largest + 1e-9)) steps += 1;
        before = bias;
      }
      expect(steps).toBe(0);
      expect(before).toBe(0);
    }),
    { numRuns: 30 },
  );
});

test('the same bias at all leads holds at every time up to fourteen days', () => {
  const even = biasesOf(
    new Array(7).fill(0.8),
    upTo14(() => 0.8),
    upTo14(() => 0.8),
  );
  const course = biasCourse(even, MORNING, 13);
  for (let hour = 0; hour <= 14 * 24; hour++) expect(course(MORNING + hour * HOUR)).toBeCloseTo(0.8, 12);
});
