import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, localDay, zoneOf } from '../model/time.js';
import {
  daylightMean,
  daySteps,
  highestOfDay,
  isTouched,
  lowestOfDay,
  meanOfDay,
  shareInside,
  totalOfDay,
} from './local-days.js';

const NO = Number.NaN;
const WINDOW = 6 * HOUR;
const hoursFrom = (start: number, count: number, step = HOUR) =>
  Float64Array.from({ length: count }, (_, k) => start + k * step);
const at = (text: string) => Date.parse(text) / 1000;
const none = (count: number) => new Float64Array(count).fill(NO);
const dayIn = (zone: string, text: string) => localDay(at(text) / 86_400, zoneOf(zone)!);

describe('the hours of a day', () => {
  const TIMES = hoursFrom(at('2024-03-08T00:00Z'), 120);

  test.each([
    ['Etc/GMT', '2024-03-10', 24],
    ['Pacific/Kiritimati', '2024-03-10', 24],
    ['Etc/GMT+12', '2024-03-10', 24],
    ['Asia/Kolkata', '2024-03-10', 24],
    ['Asia/Kathmandu', '2024-03-10', 24],
    ['America/New_York', '2024-03-10', 23],
  ])('%s, %s: the total is that of its %3$d hours', (zone, date, hours) => {
    const span = dayIn(zone, date);
    expect((span.end - span.start) / HOUR).toBe(hours);
    const steps = daySteps(TIMES, span, WINDOW);
    const amounts = Float64Array.from(steps.times, () => 2);
    expect(totalOfDay(steps, amounts)).toBeCloseTo(2 * hours, 9);
  });

  test('a day of 25 hours has 25, and one of a skipped date none', () => {
    const autumn = daySteps(hoursFrom(at('2024-11-02T00:00Z'), 72), dayIn('America/New_York', '2024-11-03'), WINDOW);
    expect(
      totalOfDay(
        autumn,
        autumn.times.map(() => 1),
      ),
    ).toBeCloseTo(25, 9);
    const skipped = daySteps(hoursFrom(at('2011-12-28T00:00Z'), 96), dayIn('Pacific/Apia', '2011-12-30'), WINDOW);
    expect(isTouched(skipped)).toBe(false);
    expect(
      totalOfDay(
        skipped,
        skipped.times.map(() => 1),
      ),
    ).toBeNaN();
  });

  test('a midnight on the half hour takes half of the hour', () => {
    const steps = daySteps(TIMES, dayIn('Asia/Kolkata', '2024-03-10'), WINDOW); // from 18:30 UTC
    expect(Array.from(steps.inside, (_, k) => shareInside(steps, k)).filter((share) => share === 0.5)).toHaveLength(2);
    const spike = Float64Array.from(steps.times, (time) => (time === at('2024-03-09T19:00Z') ? 8 : 0));
    expect(totalOfDay(steps, spike)).toBe(4);
  });
});

describe('extremes', () => {
  const times = hoursFrom(0, 49);
  const span = { start: 12.5 * HOUR, end: 36.5 * HOUR };
  const steps = daySteps(times, span, WINDOW);
  const of = (valueAt: (hour: number) => number) => Float64Array.from(steps.times, (time) => valueAt(time / HOUR));

  test('of a state that rises all day lie at its two midnights', () => {
    const rising = of((hour) => hour);
    expect([lowestOfDay(steps, rising, none(26)), highestOfDay(steps, rising, none(26))]).toEqual([12.5, 36.5]);
  });

  test("the model's own count where their window lies inside the day", () => {
    const flat = of(() => 280);
    const own = of((hour) => (hour === 18 ? 300 : hour === 24 ? 290 : NO)); // the window from 12 to 18 begins before
    expect(highestOfDay(steps, flat, own)).toBe(290);
    expect(lowestOfDay(steps, flat, own)).toBe(280);
  });

  test('need three quarters of the day', () => {
    const known = (hours: number) => of((hour) => (hour <= 12 + hours ? 280 : NO));
    expect(highestOfDay(steps, known(19), none(26))).toBe(280);
    expect(highestOfDay(steps, known(18), none(26))).toBeNaN();
  });

  test('of steps of three hours are those of the straight lines between them', () => {
    const coarse = daySteps(hoursFrom(0, 20, 3 * HOUR), span, WINDOW);
    const rising = Float64Array.from(coarse.times, (time) => time / HOUR);
    const missing = none(coarse.times.length);
    expect([lowestOfDay(coarse, rising, missing), highestOfDay(coarse, rising, missing)]).toEqual([12.5, 36.5]);
  });
});

test('a mean counts each interval by its time inside the day', () => {
  const steps = daySteps(hoursFrom(0, 20, 3 * HOUR), { start: 2 * HOUR, end: 26 * HOUR }, WINDOW);
  const means = Float64Array.from(steps.times, (time) => (time === 3 * HOUR ? 24 : 0));
  expect(meanOfDay(steps, means)).toBe(1); // one of its three hours, 24 of one hour in 24
});

test('cloud is that of the daylight, and of the whole day in the polar night', () => {
  const steps = daySteps(hoursFrom(0, 30), { start: 0, end: 24 * HOUR }, WINDOW);
  const clouds = Float64Array.from(steps.times, (time) => (time < 12 * HOUR ? 1 : 0.5));
  expect(daylightMean(steps, clouds, (k) => k < 12)).toBe(0.5);
  expect(daylightMean(steps, clouds, () => true)).toBe(0.75);
});

test('days that follow each other share out every amount', () => {
  const amounts = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 97, maxLength: 97 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 95 }), (all, quarters) => {
      const times = hoursFrom(0, 97);
      const first = quarters * 900;
      const total = [0, 1].reduce((sum, day) => {
        const span = { start: first + day * 24 * HOUR, end: first + (day + 1) * 24 * HOUR };
        const steps = daySteps(times, span, WINDOW);
        return sum + totalOfDay(steps, Float64Array.from(all).subarray(steps.from, steps.from + steps.times.length));
      }, 0);
      const direct = all.reduce((sum, amount, k) => {
        const overlap = Math.min(k * HOUR, first + 48 * HOUR) - Math.max((k - 1) * HOUR, first);
        return k === 0 || overlap <= 0 ? sum : sum + (amount * overlap) / HOUR;
      }, 0);
      expect(total).toBeCloseTo(direct, 6);
    }),
  );
});
