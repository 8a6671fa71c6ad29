import { expect, test } from 'vitest';
import { formatRun, GFS_STEPS, newestCycles, parseRun, stepUrl } from './cycles.js';

const at = (text: string): number => Date.parse(text) / 1000;

test('a run has 209 steps: hourly to 120, every three hours to 384', () => {
  expect(GFS_STEPS).toHaveLength(209);
  expect(GFS_STEPS.slice(118, 124)).toEqual([118, 119, 120, 123, 126, 129]);
  expect(GFS_STEPS.at(-1)).toBe(384);
});

test('the path of a real file', () => {
  expect(stepUrl('https://noaa-gfs-bdp-pds.s3.amazonaws.com', at('2026-08-05T12:00:00Z'), 6)).toBe(
    'https://noaa-gfs-bdp-pds.s3.amazonaws.com/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f006',
  );
});

test.each([
  ['2026-11-20T05:59:59Z', ['2026112000', '2026111918', '2026111912']],
  ['2026-11-20T06:00:00Z', ['2026112006', '2026112000', '2026111918']],
])('the newest runs at %s', (now, expected) => {
  expect(newestCycles(at(now), 3).map(formatRun)).toEqual(expected);
});

test.each([
  ['2026112006', '2026-11-20T06:00:00Z'],
  ['2026112005', null],
  ['2026023106', null],
  ['20261120', null],
  ['run', null],
])('run %s', (text, expected) => {
  expect(parseRun(text)).toBe(expected === null ? null : at(expected));
});
