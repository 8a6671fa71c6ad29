import { expect, test } from 'vitest';
import { isNone } from './frame.js';
import { futureFrames, type NetworkFrames } from './radar-frames.js';
import type { SliceTimes } from './slice-frames.js';

const HOUR = 3600;
/** 2026-11-20T10:00:00Z */
const NOW = 1795168800;

const MRMS: NetworkFrames = {
  ...{ network: 'mrms', dataset: 'mrms-rate' },
  kept: [{ version: 'm1', validTime: NOW - 60 }],
};

function model(dataset: SliceTimes['dataset'], change: Partial<SliceTimes> = {}): SliceTimes {
  return {
    ...{ dataset, version: `${dataset}-1`, field: 'precipitation_rate', isLate: false, isSimulated: false },
    times: Float64Array.from({ length: 6 }, (_, i) => NOW + (i - 1) * HOUR),
    ...change,
  };
}

function future(...models: SliceTimes[]) {
  const found = futureFrames([MRMS], models, NOW);
  if (isNone(found)) throw new Error(found.reason);
  return found;
}

test('a picture of what is to come has the radar, then the models of that time', () => {
  const { frames } = future(model('hrrr'), model('gfs'));
  const sources = frames.map((frame) =>
    frame.sources.map((source) => (source.kind === 'slice' ? source.time : 'radar')),
  );
  // the newest frame is of 09:59: from 10:00 to 11:50
  const of = (time: number) => ['radar', time, time];
  expect(sources).toEqual([...Array(6).fill(of(NOW)), ...Array(6).fill(of(NOW + HOUR))]);
  expect(frames.some(({ isLate, isSimulated }) => isLate || isSimulated)).toBe(false);
});

test('a model that is late makes late what it covers', () => {
  const late = { isLate: true };
  expect(future(model('hrrr', late), model('gfs')).current).toMatchObject({
    isLate: true,
    lateWithin: [[-134.1, 21.1, -60.9, 52.7]],
  });
  expect(future(model('hrrr'), model('gfs', late)).current).toMatchObject({
    isLate: true,
    lateWithin: [[-180, -85.0511, 180, 85.0511]],
  });
});

test('what a model of the built-in upstream is part of is simulated; one that has ended is no part of it', () => {
  const simulated = { isSimulated: true };
  expect(future(model('gfs', simulated)).current.isSimulated).toBe(true);
  const ended = { times: Float64Array.of(NOW - 9 * HOUR, NOW - 8 * HOUR) };
  const { current } = future(model('hrrr', { ...ended, isSimulated: true, isLate: true }), model('gfs'));
  expect(current).toMatchObject({ isLate: false, isSimulated: false });
});
