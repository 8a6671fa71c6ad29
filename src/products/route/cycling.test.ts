import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cyclingPower, cyclingSpeed, cyclingTimes } from './cycling.js';

const speedKmh = (grade: number, flatKmh: number) => cyclingSpeed(grade, flatKmh / 3.6) * 3.6;

test('20 km/h on the level take 66.8 W', () => {
  expect(cyclingPower(0, 20 / 3.6)).toBeCloseTo(66.8, 1);
});

for (const [percent, want] of [
  [0, 20],
  [2, 10.28],
  [5, 5.07],
  [8, 4],
  [-2, 32.33],
  [-5, 47.37],
  [-10, 50],
] as const)
  test(`who rides 20 km/h on the level rides ${want} on ${percent}%`, () => {
    expect(speedKmh(percent / 100, 20)).toBeCloseTo(want, 2);
  });

for (const [flat, percent, want, why] of [
  [3, 0, 3, 'slower than one can ride, but asked for'],
  [3, 8, 3, 'walking beside the bicycle does not become faster uphill'],
  [60, 0, 60, 'faster than one lets it run, but asked for'],
  [60, -8, 60, 'no faster downhill'],
  [20, Number.POSITIVE_INFINITY, 4, 'a wall'],
  [20, Number.NEGATIVE_INFINITY, 50, 'a cliff'],
] as const)
  test(`${flat} km/h on the level are ${want} on ${percent}%: ${why}`, () => {
    expect(speedKmh(percent / 100, flat)).toBeCloseTo(want, 9);
  });

const grade = fc.double({ min: -2, max: 2, noNaN: true });
const flatKmh = fc.double({ min: 3, max: 60, noNaN: true });

test('within its bounds a speed takes the power of the level, and beyond them it would not', () => {
  fc.assert(
    fc.property(grade, flatKmh, (slope, flat) => {
      const speed = cyclingSpeed(slope, flat / 3.6);
      const [slowest, fastest] = [Math.min(4, flat) / 3.6, Math.max(50, flat) / 3.6];
      expect(speed).toBeGreaterThanOrEqual(slowest);
      expect(speed).toBeLessThanOrEqual(fastest);
      const surplus = cyclingPower(slope, speed) - cyclingPower(0, flat / 3.6);
      if (speed === slowest) expect(surplus).toBeGreaterThan(-1e-6);
      else if (speed === fastest) expect(surplus).toBeLessThan(1e-6);
      else expect(Math.abs(surplus)).toBeLessThan(1e-6);
    }),
    { numRuns: 1000 },
  );
});

test('the level has the speed that was asked for, and steeper is never faster', () => {
  fc.assert(
    fc.property(grade, grade, flatKmh, (one, other, flat) => {
      expect(speedKmh(0, flat)).toBeCloseTo(flat, 9);
      const [gentle, steep] = [Math.min(one, other), Math.max(one, other)];
      expect(speedKmh(steep, flat)).toBeLessThanOrEqual(speedKmh(gentle, flat) + 1e-9);
    }),
    { numRuns: 1000 },
  );
});

test('times begin with 0; a node without length or height adds nothing but its distance', () => {
  const distances = Float64Array.of(0, 0, 1000, 1000, 2000);
  const elevations = Float64Array.of(10, 10, Number.NaN, 500, 480);
  const seconds = cyclingTimes({ distances, elevations, unknown: 1 }, 20 / 3.6);
  [0, 0, 180, 180, 180 + 3600 / 32.3285].forEach((want, i) => {
    expect(seconds[i]).toBeCloseTo(want, 3);
  });
});
