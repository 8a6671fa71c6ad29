import { expect, test } from 'vitest';
import { HOUR } from '../../../model/time.js';
import { isNone } from './frame.js';
import { futureFrames, type NetworkFrames, radarFrames } from './radar-frames.js';
import type { SliceTimes } from './slice-frames.js';

/** 2026-11-20T10:00:00Z */
const NOW = 1795168800;

const MRMS: NetworkFrames = {
  ...{ network: 'mrms', dataset: 'mrms-rate' },
  kept: [{ version: 'm1', validTime: NOW - 60 }],
  unreadable: [],
};

function model(dataset: SliceTimes['dataset'], change: Partial<SliceTimes> = {}): SliceTimes {
  return {
    ...{
      dataset,
      version: `${dataset}-1`,
      field: 'precipitation_rate',
      isLate: false,
      isSimulated: false,
      isNewest: true,
    },
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

const GERMANY = { south: 45.68, west: 1.46, north: 55.87, east: 18.74 };
const WORLD = { south: -85.0511, west: -180, north: 85.0511, east: 180 };
const NORTH_AMERICA = { south: 21.1, west: -134.1, north: 52.7, east: -60.9 };

function german(kept: readonly number[], unreadable: readonly number[]): NetworkFrames {
  const frames = kept.map((age) => ({ version: `d${age}`, validTime: NOW - age }));
  const [network, dataset] = ['dwd-rv', 'dwd-rate'] as const;
  return { network, dataset, kept: frames, unreadable: unreadable.map((age) => NOW - age) };
}

function radar(...networks: NetworkFrames[]) {
  const found = radarFrames([MRMS, ...networks], NOW);
  if (isNone(found)) throw new Error(found.reason);
  return found;
}

test('a frame that cannot be read gives way to an earlier one, as late where its network sees', () => {
  expect(radar(german([400], [100])).current).toMatchObject({
    sources: [{ version: 'm1' }, { version: 'd400' }],
    isLate: true,
    lateWithin: [GERMANY],
    fault: "the newest frame of DWD's composite RV cannot be read, an earlier one is shown",
  });
});

test.each([
  ['no other', []],
  ['only one of two hours before', [7200]],
])('where %s is stored, tiles within sight of the network are refused', (_, earlier) => {
  const { current } = radar(german(earlier, [100]));
  expect(current.sources).toMatchObject([{ version: 'm1' }]);
  expect(current).toMatchObject({ isLate: true, unreadableWithin: [GERMANY] });
  expect(current.fault).toContain('refused');
});

test('a frame that would be too old anyway is no fault when it cannot be read', () => {
  expect(radar(german([], [7200])).current).toMatchObject({ isLate: false });
  expect(radar(german([], [7200])).current.fault).toBeUndefined();
});

test('an earlier picture is late only if a frame is lost between it and the next', () => {
  const { frames } = radar({ ...german([900, 300], [600]) });
  const late = frames.map(({ validTime, isLate }) => [NOW - validTime, isLate]);
  expect(late).toEqual([
    [900, true],
    [300, false],
    [60, false],
  ]);
});

test('with no frame of any network that can be read there is nothing to show', () => {
  const lost = { ...MRMS, kept: [], unreadable: [NOW - 60] };
  expect(radarFrames([lost], NOW)).toMatchObject({ isUnreadable: true, reason: expect.stringContaining('read') });
});

test('without a readable run of GFS the future is refused, without one of HRRR it is that of GFS', () => {
  const lost = (dataset: SliceTimes['dataset']) => ({ dataset, lack: 'readable' }) as const;
  const withModels = (...models: Parameters<typeof futureFrames>[1]) => {
    const found = futureFrames([MRMS], models, NOW);
    return isNone(found) ? found : found.current;
  };
  expect(withModels(model('hrrr'), lost('gfs'))).toMatchObject({
    unreadableWithin: [WORLD],
    isLate: true,
  });
  const standIn = withModels(lost('hrrr'), model('gfs'));
  expect(standIn).toMatchObject({
    lateWithin: [NORTH_AMERICA],
    fault: 'the newest run of HRRR cannot be read, GFS is shown',
  });
  expect(standIn).not.toHaveProperty('unreadableWithin');
});

test('a model that is late makes late what it covers', () => {
  const late = { isLate: true };
  expect(future(model('hrrr', late), model('gfs')).current).toMatchObject({
    isLate: true,
    lateWithin: [NORTH_AMERICA],
  });
  expect(future(model('hrrr'), model('gfs', late)).current).toMatchObject({
    isLate: true,
    lateWithin: [WORLD],
  });
});

test('what a model of the built-in upstream is part of is simulated; one that has ended is no part of it', () => {
  const simulated = { isSimulated: true };
  expect(future(model('gfs', simulated)).current.isSimulated).toBe(true);
  const ended = { times: Float64Array.of(NOW - 9 * HOUR, NOW - 8 * HOUR) };
  const { current } = future(model('hrrr', { ...ended, isSimulated: true, isLate: true }), model('gfs'));
  expect(current).toMatchObject({ isLate: false, isSimulated: false });
});
