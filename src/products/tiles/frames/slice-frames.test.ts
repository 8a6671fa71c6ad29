import { expect, test } from 'vitest';
import { HOUR } from '../../../model/time.js';
import { isNone } from './frame.js';
import { type NoSlices, type SliceTimes, sliceFrames } from './slice-frames.js';

/** 2026-11-20T10:00:00Z */
const NOW = 1795168800;

const slices = (dataset: SliceTimes['dataset'], from: number, hours: number): SliceTimes => ({
  ...{ dataset, version: `${dataset}-1`, field: 'temperature', isLate: false, isSimulated: false, isNewest: true },
  times: Float64Array.from({ length: hours }, (_, i) => NOW + (from + i) * HOUR),
});
const without = (dataset: NoSlices['dataset'], lack: NoSlices['lack']): NoSlices => ({ dataset, lack });

test.each<[string, (SliceTimes | NoSlices)[], string]>([
  ['it never was', [without('gfs', 'run')], 'no run of GFS has been ingested yet'],
  [
    'it is of before there were maps',
    [without('gfs', 'maps')],
    'the stored run of GFS has no maps of it, the next one has',
  ],
  ['it is damaged', [without('gfs', 'readable')], 'the maps of GFS cannot be read'],
  [
    'it ended long ago',
    [slices('gfs', -8, 4)],
    'the maps of the newest run of GFS are of 2026-11-20T02:00:00Z to 2026-11-20T05:00:00Z',
  ],
  [
    'neither of two can',
    [without('aqm', 'run'), without('gefs-aerosol', 'maps')],
    'no run of NOAA Air Quality Model has been ingested yet; the stored run of GEFS-Aerosol has no maps of it, the next one has',
  ],
])('a model that cannot be shown since %s is told of so', (_, candidates, reason) => {
  const found = sliceFrames(candidates, NOW);
  expect(isNone(found) && found.reason).toBe(reason);
});

test('a model that cannot be shown gives way to the next', () => {
  const found = sliceFrames([without('hrrr', 'maps'), slices('gfs', -1, 3)], NOW);
  expect(found).toMatchObject({
    current: { validTime: NOW, sources: [{ dataset: 'gfs', time: NOW }] },
    until: NOW + HOUR,
  });
});
