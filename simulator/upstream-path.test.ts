import { expect, test } from 'vitest';
import { availableAt, DEFAULT_LATENCY, newestWholeRun, parseGfsPath } from './upstream-path.js';

const RUN = Date.UTC(2026, 7, 5, 12) / 1000;

test.each([
  ['/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f006', { referenceTime: RUN, hour: 6, index: false }],
  ['/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f384.idx', { referenceTime: RUN, hour: 384, index: true }],
  ['/gfs.20260805/12/atmos/gfs.t06z.pgrb2.0p25.f006', null],
  ['/gfs.20260805/13/atmos/gfs.t13z.pgrb2.0p25.f006', null],
  ['/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f121', null],
  ['/gfs.20260231/12/atmos/gfs.t12z.pgrb2.0p25.f006', null],
  ['/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f006.grib2', null],
])('%s', (path, expected) => {
  expect(parseGfsPath(path)).toEqual(expected);
});

// Open-Meteo begins to look at run + 3:40; a whole run is there after about 5 h.
test('files appear one after the other', () => {
  const delay = (hour: number) => availableAt({ referenceTime: RUN, hour, index: false }, DEFAULT_LATENCY) - RUN;
  expect(delay(0)).toBe(3 * 3600 + 40 * 60);
  expect(delay(120)).toBeLessThan(delay(123));
  expect(delay(384) / 3600).toBeGreaterThan(4.8);
  expect(delay(384) / 3600).toBeLessThan(5.3);
});

test.each([0, 1])('the newest whole run is the one whose last file has appeared: %i s after', (after) => {
  const last = availableAt({ referenceTime: RUN, hour: 384, index: false }, DEFAULT_LATENCY);
  expect(newestWholeRun(last + after, DEFAULT_LATENCY)).toBe(RUN);
  expect(newestWholeRun(last - 1, DEFAULT_LATENCY)).toBe(RUN - 6 * 3600);
});
