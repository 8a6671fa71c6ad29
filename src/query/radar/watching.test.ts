import { expect, test } from 'vitest';
import { memoryRadarShelf, type RadarFrameOptions, radarFrame, SMALL_RADAR_GRID } from '../../../test/memory-radar.js';
import { ObjectDefectError } from '../../base/errors.js';
import { placeOf } from '../../grid/grid.js';
import type { RadarFrame, RadarNetworkId, RadarShelf } from '../../model/radar.js';
import { readRadar } from './radar-minutes.js';

const NOW = Date.UTC(2026, 6, 1, 12) / 1000;
const UNKNOWN = Number.NaN;
const ALL: readonly RadarNetworkId[] = ['mrms', 'dwd-rv', 'rrqpe'];
const MIDDLE = placeOf(SMALL_RADAR_GRID, 100, 100);
const BERLIN = { latitude: 52.52, longitude: 13.4 };
const SYDNEY = { latitude: -33.87, longitude: 151.21 };

const frameOf = (dataset: RadarFrame['description']['dataset'], age: number, rest: Partial<RadarFrameOptions> = {}) =>
  radarFrame({ dataset, validTime: NOW - age, ...rest });

async function outcome(
  frames: readonly RadarFrame[] | RadarShelf,
  place = MIDDLE,
  networks = ALL,
): Promise<string | readonly [string, RadarNetworkId, number | null]> {
  const shelf = 'newest' in frames ? frames : memoryRadarShelf(frames);
  const read = await readRadar(shelf, networks, NOW, place);
  if (read.kind === 'outside') return 'outside';
  if (read.kind === 'pending') return ['pending', read.network, read.age];
  return ['minutes', read.minutes.network, read.minutes.age];
}

const UNSEEN = { rate: () => UNKNOWN };
/** Unobserved in the middle only. */
const HOLE = { rate: (row: number, column: number) => (row === 100 && column === 100 ? UNKNOWN : 1) };

test.each([
  ['the best one that is in time', [frameOf('mrms-rate', 60), frameOf('dwd-rate', 60)], ['minutes', 'mrms', 60]],
  ['half an hour is in time', [frameOf('mrms-rate', 1800)], ['minutes', 'mrms', 1800]],
  ['past it one waits', [frameOf('mrms-rate', 1801)], ['pending', 'mrms', 1801]],
  [
    'the next one instead of a late one',
    [frameOf('mrms-rate', 1801), frameOf('rrqpe-rate', 1200)],
    ['minutes', 'rrqpe', 1200],
  ],
  [
    'the next one instead of a hole',
    [frameOf('mrms-rate', 60, HOLE), frameOf('rrqpe-rate', 1200)],
    ['minutes', 'rrqpe', 1200],
  ],
  ['satellites alone', [frameOf('rrqpe-rate', 2100)], ['minutes', 'rrqpe', 2100]],
  [
    'two that are late: the first',
    [frameOf('mrms-rate', 4000), frameOf('rrqpe-rate', 3000)],
    ['pending', 'mrms', 4000],
  ],
  ['five minutes ahead is a matter of clocks', [frameOf('mrms-rate', -300)], ['minutes', 'mrms', 0]],
  ['a frame from the future is as good as none', [frameOf('mrms-rate', -301)], ['pending', 'mrms', null]],
  [
    'so is a frame that shows nothing at all: it does not say who looks here, nor is it too old',
    [frameOf('mrms-rate', 60, UNSEEN)],
    ['pending', 'mrms', null],
  ],
] as const)('%s', async (_, frames, expected) => {
  expect(await outcome(frames, MIDDLE, ['mrms', 'dwd-rv', 'rrqpe'])).toEqual(expected);
});

test('satellites are in time for 35 minutes', async () => {
  expect(await outcome([frameOf('rrqpe-rate', 2101)], MIDDLE, ['rrqpe'])).toEqual(['pending', 'rrqpe', 2101]);
});

test.each([
  ['a hole in the only one', [frameOf('mrms-rate', 60, HOLE)]],
  ['a hole in one that is late', [frameOf('mrms-rate', 5000, HOLE)]],
  ['a grid that ends elsewhere', [frameOf('mrms-rate', 60, { grid: { ...SMALL_RADAR_GRID, firstLatitude: 30 } })]],
])('outside: %s', async (_, frames) => {
  expect(await outcome(frames, MIDDLE, ['mrms'])).toBe('outside');
});

test.each([
  ['the United States', MIDDLE, ALL, ['pending', 'mrms', null]],
  ['Berlin', BERLIN, ALL, ['pending', 'dwd-rv', null]],
  ['Sydney', SYDNEY, ALL, ['pending', 'rrqpe', null]],
  ['Sydney without the satellites', SYDNEY, ['mrms', 'dwd-rv'], 'outside'],
  ['the pole', { latitude: 89, longitude: 0 }, ALL, 'outside'],
  ['anywhere without a network', MIDDLE, [], 'outside'],
] as const)('before the first frame one waits where a network looks: %s', async (_, place, networks, expected) => {
  expect(await outcome([], place, networks)).toEqual(expected);
});

test('a frame that cannot be read is as good as none; other faults are not hidden', async () => {
  const failing = (error: Error): RadarShelf => ({ ...memoryRadarShelf([]), newest: () => Promise.reject(error) });
  const defect = new ObjectDefectError('mrms-rate/x', 0, 'checksum');
  expect(await outcome(failing(defect), MIDDLE, ['mrms'])).toEqual(['pending', 'mrms', null]);
  await expect(outcome(failing(new RangeError('bug')), MIDDLE, ['mrms'])).rejects.toThrow('bug');
});

test.each([
  ['mrms-rate', 'mrms', 660],
  ['dwd-rate', 'dwd-rv', 1200],
] as const)('%s is late after three cadences and five minutes', async (dataset, network, limit) => {
  const isLate = async (age: number) => {
    const read = await readRadar(memoryRadarShelf([frameOf(dataset, age)]), [network], NOW, MIDDLE);
    return read.kind === 'minutes' && read.minutes.isLate;
  };
  expect([await isLate(limit), await isLate(limit + 1)]).toEqual([false, true]);
});
