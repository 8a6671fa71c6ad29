import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomPath } from '../../../test/random-path.js';
import { TRAVEL_MODES, type TravelMode } from '../../model/route.js';
import { distanceAt, FLAT_SPEEDS, secondsAt, timetableOf } from './pacing.js';
import { createPath, type Path } from './path.js';
import { type Profile, profileNodes, profileOf } from './profile.js';

const flat = ({ length }: Float64Array) => new Float64Array(length).fill(250);

for (const [mode, usual, slowest, fastest] of [
  ['driving', 80, 1, 200],
  ['cycling', 20, 3, 60],
  ['hiking', 5, 1, 15],
] as const)
  test(`${mode} has ${usual} km/h, ${slowest} to ${fastest}, and on the level keeps what it is asked for`, () => {
    expect(FLAT_SPEEDS[mode]).toEqual({ usual: usual / 3.6, slowest: slowest / 3.6, fastest: fastest / 3.6 });
    const distances = Float64Array.of(0, 1e4, 3e4);
    for (const kmh of [usual, slowest, fastest]) {
      const { seconds } = timetableOf(mode, profileOf(distances, flat(distances)), kmh / 3.6);
      expect(seconds[2]).toBeCloseTo(30 * (3600 / kmh), 6);
    }
  });

test('driving does not look at hills', () => {
  const profile = profileOf(Float64Array.of(0, 1000, 2000), Float64Array.of(0, 500, Number.NaN));
  expect([...timetableOf('driving', profile, 20).seconds]).toEqual([0, 50, 100]);
});

test('a speed that is none is a bug of the caller', () => {
  const profile = profileOf(Float64Array.of(0, 1), Float64Array.of(0, 0));
  for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => timetableOf('hiking', profile, speed)).toThrow(`a flat speed of ${speed} m/s`);
});

test('who has arrived is at the end, even over a last leg too short for the clock', () => {
  const timetable = { distances: Float64Array.of(0, 100, 100.5), seconds: Float64Array.of(0, 50, 50) };
  expect(distanceAt(timetable, 50)).toBe(100.5);
});

test('a timetable is straight between nodes; where one waits, one is there from the arrival on', () => {
  const timetable = { distances: Float64Array.of(0, 100, 100, 300), seconds: Float64Array.of(0, 50, 80, 180) };
  expect([0, 25, 50, 65, 80, 130, 999].map((at) => distanceAt(timetable, at))).toEqual([
    0, 50, 100, 100, 100, 200, 300,
  ]);
  expect([0, 50, 100, 200, 300].map((at) => secondsAt(timetable, at))).toEqual([0, 25, 50, 130, 180]);
});

const paced = fc.record({
  waypoints: randomPath,
  mode: fc.constantFrom(...TRAVEL_MODES),
  /** From slowest to fastest. */
  haste: fc.double({ min: 0, max: 1, noNaN: true }),
  heights: fc.array(fc.oneof(fc.double({ min: -400, max: 8800, noNaN: true }), fc.constant(Number.NaN)), {
    minLength: 1,
    maxLength: 30,
  }),
});

const speedOf = (mode: TravelMode, haste: number) =>
  FLAT_SPEEDS[mode].slowest + haste * (FLAT_SPEEDS[mode].fastest - FLAT_SPEEDS[mode].slowest);

function profileAlong(path: Path, heights: readonly number[]): Profile {
  const { distances } = profileNodes(path);
  return profileOf(
    distances,
    distances.map((_, i) => heights[i % heights.length]!),
  );
}

test('on random paths times and distances begin with 0, never decrease, end with the length, and find each other', () => {
  fc.assert(
    fc.property(paced, ({ waypoints, mode, haste, heights }) => {
      const path = createPath(waypoints);
      const timetable = timetableOf(mode, profileAlong(path, heights), speedOf(mode, haste));
      for (const column of [timetable.distances, timetable.seconds]) {
        expect(column[0]).toBe(0);
        expect(
          column.every((value, i) => value < Number.POSITIVE_INFINITY && (i === 0 || value >= column[i - 1]!)),
        ).toBe(true);
      }
      const duration = timetable.seconds.at(-1)!;
      expect(distanceAt(timetable, duration)).toBe(path.length);
      expect(secondsAt(timetable, path.length)).toBe(duration);
      for (const distance of path.distances) {
        const back = distanceAt(timetable, secondsAt(timetable, distance));
        expect(Math.abs(back - distance)).toBeLessThanOrEqual(1e-6);
      }
    }),
    { numRuns: 50 },
  );
});

test('on random paths the way back takes as long as the way there where it is flat, in every mode', () => {
  fc.assert(
    fc.property(paced, ({ waypoints, mode, haste }) => {
      const [there, back] = [waypoints, waypoints.toReversed()].map((order) => {
        const { distances } = profileNodes(createPath(order));
        return timetableOf(mode, profileOf(distances, flat(distances)), speedOf(mode, haste)).seconds.at(-1)!;
      });
      expect(Math.abs(there! - back!)).toBeLessThanOrEqual(1e-6 + 1e-9 * there!);
    }),
    { numRuns: 50 },
  );
});

test('on random paths no hills make a hike shorter than 0.4 of the flat way', () => {
  fc.assert(
    fc.property(paced, ({ waypoints, haste, heights }) => {
      const path = createPath(waypoints);
      const speed = speedOf('hiking', haste);
      const { seconds } = timetableOf('hiking', profileAlong(path, heights), speed);
      expect(seconds.at(-1)).toBeGreaterThanOrEqual((0.4 * path.length) / speed);
    }),
    { numRuns: 50 },
  );
});
