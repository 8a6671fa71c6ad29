/**
 * Lengths, climbs and walking times of recorded tracks.
 *
 * The figures to compare with were made by a script of their own, in another language and on another shape: XML by a
 * DOM, each place on a plane by the WGS 84 radii of curvature M and N at the mean latitude of its line, x = N cos φ λ
 * and y = M φ, the length as the sum of √(Δx² + Δy²), the climbs as the sums of the positive and of the negative
 * differences of the recorded heights, time in motion as the sum of the steps faster than 0.5 m/s. At 45° N our sphere
 * is 0.3% shorter than that from east to west, and 0.04% longer from north to south.
 */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type GpxLine, type GpxPoint, readGpx } from '../../src/decode/gpx/gpx.js';
import { FLAT_SPEEDS, timetableOf } from '../../src/products/route/pacing.js';
import { createPath } from '../../src/products/route/path.js';
import { climbOf, profileOf } from '../../src/products/route/profile.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

interface ByHand {
  readonly points: number;
  readonly metres: number;
  readonly ascent: number;
  readonly descent: number;
}

const byHand = (points: number, metres: number, ascent = 0, descent = 0): ByHand => ({
  points,
  metres,
  ascent,
  descent,
});

/** An afternoon at the lake of Cerknica: a walk, two rides, and short pieces whose heights jump by tens of metres. */
const CERKNICA = [
  byHand(173, 1913.75, 68.73, 67.77),
  byHand(52, 873.24, 9.13, 4.81),
  byHand(2, 30.28, 37.49),
  byHand(44, 1352.01, 15.38, 5.29),
  byHand(2, 31.91, 30.76),
  byHand(2, 28.61, 0, 0.96),
  byHand(21, 347.11, 91.33, 39.89),
];

/** `timed`: points with a time. Only the first and the last file have one everywhere. */
const FILES = [
  { file: 'cerknicko-jezero.gpx', lines: CERKNICA, timed: 296 },
  {
    file: 'cerknicko-jezero-without-elevations.gpx',
    lines: CERKNICA.map(({ points, metres }) => byHand(points, metres)),
    timed: 295,
  },
  { file: 'cerknicko-without-times.gpx', lines: CERKNICA, timed: 5 },
  { file: 'route.gpx', lines: [byHand(55, 6690.97)], timed: 0 },
  { file: 'track-with-extremes.gpx', lines: [byHand(25, 2207.08, 38, 26)], timed: 0 },
  { file: 'track_with_speed.gpx', lines: [byHand(3, 18.66, 9.2, 4.78)], timed: 3 },
] as const;

/** Lines with a length; the first of the lake has no points. */
function linesOf(file: string): GpxLine[] {
  const { tracks, routes } = readGpx(readFileSync(sharedData('elevation', 'gpx', file)));
  return [...tracks, ...routes].filter(({ points }) => points.length > 1);
}

const heightsOf = (points: readonly GpxPoint[]) =>
  Float64Array.from(points, ({ elevation }) => elevation ?? Number.NaN);

for (const { file, lines, timed } of FILES) {
  testWithSharedData(`${file}: lengths and climbs are within 1% of those by hand`, () => {
    const read = linesOf(file);
    expect(read.map(({ points }) => points.length)).toEqual(lines.map(({ points }) => points));
    read.forEach(({ points }, i) => {
      const want = lines[i]!;
      expect(Math.abs(createPath(points).length / want.metres - 1)).toBeLessThan(0.01);
      const { ascent, descent } = climbOf(heightsOf(points));
      expect(Math.abs(ascent - want.ascent)).toBeLessThanOrEqual(0.01 * want.ascent);
      expect(Math.abs(descent - want.descent)).toBeLessThanOrEqual(0.01 * want.descent);
    });
  });

  testWithSharedData(`${file}: ${timed} points have a time, each later than the one before`, () => {
    const times = linesOf(file).flatMap(({ points }) => points.flatMap(({ time }) => time ?? []));
    expect(times).toHaveLength(timed);
    expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
  });
}

/**
 * Of all lines only the first at the lake is a walk with sound times: 41 min, of which 1420 s in motion. The second and
 * the fourth are driven (31 and 41 km/h, and once 184 m in 2 s), the last takes 18 min for 347 m while its heights jump,
 * the others have two points or three, or no times.
 */
testWithSharedData(
  'the walk at the lake takes by the rule more than its time in motion, less than that with its halts',
  () => {
    const [{ points }] = linesOf('cerknicko-jezero.gpx') as [GpxLine];
    const recorded = points.at(-1)!.time! - points[0]!.time!;
    expect(recorded).toBe(2469);
    const profile = profileOf(createPath(points).distances, heightsOf(points));
    const ours = timetableOf('hiking', profile, FLAT_SPEEDS.hiking.usual).seconds.at(-1)!;
    expect(ours).toBeGreaterThan(1420);
    expect(ours).toBeLessThan(recorded);
  },
);
