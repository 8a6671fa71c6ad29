import fc from 'fast-check';
import { expect, test } from 'vitest';
import { azimuthTenth } from './azimuth-tenths.js';

/** Written out anew, without a table. */
function tenthByArcTangent(east: number, north: number): number {
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  return Math.floor(10 * (degrees < 0 ? degrees + 360 : degrees)) % 3600;
}

test.each([
  ['north', 0, 1, 0],
  ['east', 1, 0, 900],
  ['south', 0, -1, 1800],
  ['west', -1, 0, 2700],
  ['north-east', 5, 5, 450],
  ['a little west of north', -1e-9, 1, 3599],
  ['the origin', 0, 0, 0],
])('%s', (_, east, north, tenth) => {
  expect(azimuthTenth(east, north)).toBe(tenth);
});

test('every direction has the tenth of its arc tangent, those at the borders of tenths too', () => {
  const metres = fc.double({ min: -460_000, max: 460_000, noNaN: true });
  fc.assert(
    fc.property(metres, metres, (east, north) => {
      expect(azimuthTenth(east, north)).toBe(tenthByArcTangent(east, north));
    }),
    { seed: 11, numRuns: 2000 },
  );
  for (let tenth = 0; tenth < 3600; tenth++)
    for (const off of [-1e-5, -2e-6, -1e-11, 1e-11, 2e-6, 1e-5]) {
      const angle = ((tenth / 10 + off) * Math.PI) / 180;
      const [east, north] = [1e5 * Math.sin(angle), 1e5 * Math.cos(angle)];
      if (azimuthTenth(east, north) !== tenthByArcTangent(east, north))
        expect.fail(`tenth ${tenth}, ${off} degrees beside its border`);
    }
});
