import { expect, test } from 'vitest';
import { HOUR } from '../../model/time.js';
import { GFS_FEED } from './gfs-feed.js';

const BASE = 'https://noaa-gfs-bdp-pds.s3.amazonaws.com';
const RUN = Date.UTC(2026, 7, 5, 12) / 1000;

test('a run has 209 steps: hourly to 120, every three hours to 384', () => {
  const leads = GFS_FEED.partsOf(BASE, RUN).flatMap((part) => part.leads.map((lead) => lead / HOUR));
  expect(leads).toHaveLength(209);
  expect(leads.slice(118, 124)).toEqual([118, 119, 120, 123, 126, 129]);
  expect(leads.at(-1)).toBe(384);
});

test('the path of a real file', () => {
  const [file] = GFS_FEED.partsOf(BASE, RUN)[6]!.files;
  expect(file).toEqual({ url: `${BASE}/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f006`, index: 'wgrib2' });
  expect(GFS_FEED.lastUrl(BASE, RUN)).toBe(`${BASE}/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f384.idx`);
});
