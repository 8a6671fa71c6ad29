import { expect, test } from 'vitest';
import { HOUR } from '../../../model/time.js';
import type { FireDatasetId, TimedVersion } from '../../../model/timed-version.js';
import { isNone } from './frame.js';
import { fireFrames, withFires } from './single-frames.js';

/** 2026-11-20T10:37:12Z */
const NOW = 1795171032;

/** Each seen so many hours ago, and made a minute ago; a dataset without is none. */
function shelf(hours: Partial<Record<FireDatasetId, number>>) {
  return {
    newest: async (dataset: FireDatasetId): Promise<TimedVersion | null> => {
      const age = hours[dataset];
      if (age === undefined) return null;
      return { version: dataset, validTime: NOW - age * HOUR, createdAt: NOW - 60, simulated: false };
    },
    previous: async () => null,
  };
}

const sound = () => false;
const smoke = { reason: 'no smoke', retryAfterSeconds: 60 };

test.each([
  [3, false],
  [9, true],
])(
  'a list of fires whose newest was seen %i hours ago: late is %s, however often it is made anew',
  async (age, late) => {
    expect(await fireFrames(shelf({ fires: age }), sound, NOW)).toMatchObject({ current: { isLate: late } });
  },
);

test('fires are those of a day, in steps of half an hour', async () => {
  const found = await fireFrames(shelf({ fires: 3 }), sound, NOW);
  // 24 hours before 10:37:12, and before that the next whole half hour.
  const since = Date.parse('2026-11-19T10:30:00Z') / 1000;
  expect(found).toMatchObject({ current: { sources: [{ kind: 'fires', version: 'fires', since }] } });
});

test.each([
  ['there is no list', {}],
  ['all on the list were seen more than a day ago', { fires: 25 }],
])('when %s, there is nothing to show', async (_, hours) => {
  expect(isNone(await fireFrames(shelf(hours), sound, NOW))).toBe(true);
});

test.each([
  ['of today', 10, ['plumes', 'fires'], false],
  ['that nobody has drawn anew', 30, ['plumes', 'fires'], true],
  ['of the day before', 40, ['fires'], true],
])('plumes %s, %i hours old', async (_, age, kinds, late) => {
  const found = await withFires(smoke, shelf({ fires: 3, plumes: age }), sound, NOW);
  if (isNone(found)) throw new Error(found.reason);
  expect(found.current.sources.map(({ kind }) => kind)).toEqual(kinds);
  expect(found.current.isLate).toBe(late);
});
