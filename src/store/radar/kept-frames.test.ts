import { expect, test } from 'vitest';
import { silentLog } from '../../base/log.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { writePointer } from '../versions/pointer.js';
import { versionOf } from '../versions/timed-version.js';
import { createKeptRadarFrames } from './kept-frames.js';

const TIME = 1795171032 - (1795171032 % 120);

async function situation() {
  const objects = createMemoryObjects();
  let lists = 0;
  const counting: ObjectStore = {
    ...objects,
    list: (prefix) => {
      lists++;
      return objects.list(prefix);
    },
  };
  const clock = { at: 1000, now: () => clock.at };
  const write = (time: number) => objects.put(`mrms-rate/${versionOf(time)}/complete.json`, new Uint8Array([1]));
  let sequence = 0;
  const publish = (time: number) =>
    writePointer(objects, 'mrms-rate', {
      version: versionOf(time),
      previous: null,
      publishedAt: time,
      sequence: ++sequence,
    });
  const frames = createKeptRadarFrames({ objects: counting, clock, log: silentLog });
  return { frames, clock, write, publish, lists: () => lists };
}

test('before anything is published there are none', async () => {
  const { frames, write } = await situation();
  await write(TIME);
  expect(await frames.kept('mrms-rate')).toEqual([]);
});

test('a published frame that lost its completion is listed: its reader learns of the damage', async () => {
  const { frames, write, publish } = await situation();
  await write(TIME - 120);
  await publish(TIME);
  expect((await frames.kept('mrms-rate')).map(({ validTime }) => validTime)).toEqual([TIME - 120, TIME]);
});

test('whole frames up to the published one, in the order of time, listed anew when another is published', async () => {
  const { frames, clock, write, publish, lists } = await situation();
  for (const time of [TIME, TIME - 120, TIME + 120]) await write(time);
  await publish(TIME);
  expect((await frames.kept('mrms-rate')).map(({ validTime }) => validTime)).toEqual([TIME - 120, TIME]);
  clock.at += 3;
  await frames.kept('mrms-rate');
  expect(lists()).toBe(1);
  await publish(TIME + 120);
  clock.at += 3;
  expect((await frames.kept('mrms-rate')).at(-1)).toEqual({ version: versionOf(TIME + 120), validTime: TIME + 120 });
  expect(lists()).toBe(2);
});
