import { expect, test } from 'vitest';
import { fixedClock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import type { LearnedCorrections } from '../../model/learned-corrections.js';
import { MOMENTS, StoreKilledError, withFault } from '../objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createLearnedShelf, publishLearned } from './learned-store.js';

const NOW = Date.UTC(2026, 10, 20, 9) / 1000;

function learnedAt(createdAt: number): Omit<LearnedCorrections, 'version'> {
  return {
    ...{ createdAt, lastDay: 20_776, simulated: false },
    biases: [
      { station: 'EDDB', variable: 'temperature_max', biases: new Array(14).fill(-0.35), gain: 0.1, dates: 60 },
      { station: 'EDDB', variable: 'temperature', biases: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], gain: 0.02, dates: 41 },
    ],
    calibrations: [
      {
        ...{ group: 'network', interval: '1d', lead: 14, gain: 0.03, dates: 60 },
        given: [0, 0.4, 1],
        said: [0, 0.1, 1],
      },
    ],
  };
}

const newest = (objects: ObjectStore) =>
  createLearnedShelf({ objects, clock: fixedClock(NOW), log: silentLog }).newest();

test('nothing published is null, and what was published comes back as it was', async () => {
  const objects = createMemoryObjects();
  expect(await newest(objects)).toBeNull();
  const published = await publishLearned(objects, learnedAt(NOW));
  expect(published).toEqual({ version: '20261120T090000Z', ...learnedAt(NOW) });
  expect(await newest(objects)).toEqual(published);
});

test('corrections of an earlier time change nothing, and those of two weeks ago go', async () => {
  const objects = createMemoryObjects();
  const later = NOW + 15 * 86_400;
  for (const time of [NOW, later, later + 1, later - 60]) await publishLearned(objects, learnedAt(time));
  expect((await newest(objects))!.createdAt).toBe(later + 1);
  expect([...objects.contents.keys()].some((key) => key.includes('/20261120T090000Z/'))).toBe(false);
});

test.each(MOMENTS)(
  'killed %s any operation, readers have the old corrections or the new ones, and the next attempt completes them',
  async (moment) => {
    for (let at = 1, isKilled = true; isKilled; at++) {
      const objects = createMemoryObjects();
      await publishLearned(objects, learnedAt(NOW));
      const attempt = publishLearned(withFault(objects, { moment, at }), learnedAt(NOW + 60));
      isKilled = await attempt.then(
        () => false,
        (error) => {
          if (!(error instanceof StoreKilledError)) throw error;
          return true;
        },
      );
      expect([NOW, NOW + 60]).toContain((await newest(objects))!.createdAt);
      await publishLearned(objects, learnedAt(NOW + 60));
      expect((await newest(objects))!.createdAt).toBe(NOW + 60);
    }
  },
);

test('a changed byte of the document means the corrections before, and without those an error', async () => {
  const objects = createMemoryObjects();
  await publishLearned(objects, learnedAt(NOW));
  const last = await publishLearned(objects, learnedAt(NOW + 60));
  const key = `learned-corrections/${last.version}/zarr.json`;
  const bytes = objects.contents.get(key)!.slice();
  const text = new TextDecoder().decode(bytes);
  objects.contents.set(key, new TextEncoder().encode(text.replace('-0.35', '-3.50')));
  expect((await newest(objects))!.createdAt).toBe(NOW);
  objects.contents.delete('learned-corrections/20261120T090000Z/complete.json');
  await expect(newest(objects)).rejects.toMatchObject({ tag: 'object-defect' });
});

test.each([
  ['a bias of 9 K', { biases: [{ ...learnedAt(NOW).biases[1]!, biases: [9, 0, 0, 0, 0, 0, 0] }] }],
  ['biases of six leads', { biases: [{ ...learnedAt(NOW).biases[1]!, biases: [0, 0, 0, 0, 0, 0] }] }],
  ['a bias that is no number', { biases: [{ ...learnedAt(NOW).biases[1]!, biases: [Number.NaN, 0, 0, 0, 0, 0, 0] }] }],
  ['a curve that falls', { calibrations: [{ ...learnedAt(NOW).calibrations[0]!, said: [0, 0.5, 0.4] }] }],
  ['corners that stand still', { calibrations: [{ ...learnedAt(NOW).calibrations[0]!, given: [0, 0.4, 0.4] }] }],
  ['a chance of 101%', { calibrations: [{ ...learnedAt(NOW).calibrations[0]!, said: [0, 0.5, 1.01] }] }],
  ['a lead that is not verified', { calibrations: [{ ...learnedAt(NOW).calibrations[0]!, lead: 15 }] }],
])('%s is not published', async (_, wrong) => {
  const objects = createMemoryObjects();
  await expect(publishLearned(objects, { ...learnedAt(NOW), ...wrong })).rejects.toThrow(RangeError);
  expect(objects.contents.size).toBe(0);
});
