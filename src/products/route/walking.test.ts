import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slopeSeconds, walkingTimes } from './walking.js';

const clock = (text: string) => {
  const [hours, minutes] = text.split(':').map(Number);
  return hours! * 3600 + minutes! * 60;
};

/** Hours at a pace in km/h over one even slope, of `run` km and `rise` m. */
function duration(run: number, rise: number, pace: number): number {
  const profile = { distances: Float64Array.of(0, run * 1000), elevations: Float64Array.of(0, rise), unknown: 0 };
  return walkingTimes(profile, pace / 3.6)[1]!;
}

// Naismith's hour for 5 km and for 600 m; Langmuir's 10 minutes for 300 m, less from 5° to 12°, more above
for (const [run, rise, want, why] of [
  [5, 0, '1:00', 'on the level'],
  [12, 600, '3:24', 'uphill'],
  [20, 1600, '6:40', 'from Keswick to Threlkeld'],
  [2, -300, '0:14', '8.5° down'],
  [1, -300, '0:22', '16.7° down'],
  [5, -300, '1:00', '3.4° down'],
] as const)
  test(`${run} km and ${rise} m at 5 km/h take ${want}, ${why}`, () => {
    expect(duration(run, rise, 5)).toBeCloseTo(clock(want), 6);
  });

// 300 m down: 0.72 s/m of run, then nothing, less or more ten minutes, just beside the limits of slope
for (const [degrees, correction] of [
  [4.99, 0],
  [5.01, -600],
  [11.99, -600],
  [12.01, 600],
  [90, 600],
] as const)
  test(`300 m down at ${degrees}° change the time of the level by ${correction} s`, () => {
    const run = degrees === 90 ? 0 : 300 / Math.tan((degrees * Math.PI) / 180);
    expect(slopeSeconds(run, -300)).toBeCloseTo(0.72 * run + correction, 6);
  });

test('both limits of slope belong to the gentle descent', () => {
  for (const degrees of [5, 12])
    expect(slopeSeconds(1000, -1000 * Math.tan((degrees * Math.PI) / 180))).toBeLessThan(720);
});

test('a wall takes its climb, standing still takes nothing, an unknown rise is level', () => {
  expect(slopeSeconds(0, 100)).toBe(600);
  expect(slopeSeconds(0, 0)).toBe(0);
  expect(slopeSeconds(100, Number.NaN)).toBe(slopeSeconds(100, 0));
});

/**
 * Scarf (2007), J. Sports Sci. 25, 719: a metre of climb is worth 8 m of distance at any pace. 20 km with 1600 m are
 * 32.8 km, 6:34 at 5 km/h and 4:06 at 8 km/h. The equivalence is not our rule; that pace scales the sum is.
 */
test('a faster walker gains on climbs as published for the equivalence of climb and distance', () => {
  const [slow, fast] = [clock('6:34'), clock('4:06')];
  const ratio = duration(20, 1600, 8) / duration(20, 1600, 5);
  expect(ratio).toBeGreaterThan((fast - 30) / (slow + 30));
  expect(ratio).toBeLessThan((fast + 30) / (slow - 30));
});

test('a runner of 12 km/h climbs 857 m an hour on 10°', () => {
  const rise = Math.tan((10 * Math.PI) / 180);
  expect((rise * 1000 * 3600) / duration(1, rise * 1000, 12)).toBeCloseTo(857, 0);
});

test('any slope at any pace takes at least 0.4 of the time of level ground', () => {
  const slope = fc.double({ min: -90, max: 90, noNaN: true });
  const pace = fc.double({ min: 0.1, max: 60, noNaN: true });
  fc.assert(
    fc.property(slope, pace, (degrees, kmh) => {
      const level = duration(1, 0, kmh);
      expect(duration(1, 1000 * Math.tan((degrees * Math.PI) / 180), kmh)).toBeGreaterThanOrEqual(0.4 * level);
    }),
    { numRuns: 1000, examples: [[-12, 12]] },
  );
});

test('times begin with 0 and add up; heights that are unknown count as level', () => {
  const distances = Float64Array.of(0, 5000, 5000, 6000, 7000);
  const elevations = Float64Array.of(0, 600, 600, Number.NaN, 900);
  const seconds = walkingTimes({ distances, elevations, unknown: 1 }, 5 / 3.6);
  [0, 7200, 7200, 7920, 8640].forEach((want, i) => {
    expect(seconds[i]).toBeCloseTo(want, 6);
  });
});
