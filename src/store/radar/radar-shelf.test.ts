/** The shelf: what it gives while frames come, are damaged, and go; and what it asks the store for. */

import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { randomFrame } from '../../../test/random-radar.js';
import { createLog } from '../../base/log.js';
import type { RadarFrame, RadarShelf } from '../../model/radar.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { versionOf } from '../versions/timed-version.js';
import { createRadarShelf } from './radar-shelf.js';
import { publishFrame, removeOldFrames } from './radar-writer.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const frameAt = (minutes: number) =>
  randomFrame({ rows: 30, columns: 20, seed: minutes + 1, validTime: NOON + 60 * minutes, boxes: 2 });

/** A store that counts its reads and can be held up, a clock that is set by hand, and a log that is kept. */
async function situation(...minutes: readonly number[]) {
  const contents = createMemoryObjects();
  const gets: string[] = [];
  let gate: Promise<void> | null = null;
  let failure: Error | null = null;
  const objects: ObjectStore = {
    ...contents,
    async get(key, range) {
      gets.push(key);
      await gate;
      if (failure !== null) throw failure;
      return contents.get(key, range);
    },
  };
  let now = NOON + 300;
  const logged: string[] = [];
  const log = createLog({
    level: 'info',
    pretty: false,
    stream: {
      write(line) {
        logged.push(line);
      },
    },
  });
  const publish = (...frames: readonly RadarFrame[]) =>
    frames.reduce(
      (before, frame) => before.then(() => publishFrame(contents, frame, frame.description.validTime + 60)),
      Promise.resolve(),
    );
  await publish(...minutes.map(frameAt));
  return {
    contents,
    gets,
    logged,
    publish,
    shelf: createRadarShelf({ objects, clock: { now: () => now }, log }),
    pass(seconds: number) {
      now += seconds;
    },
    /** Reads wait from now on, until what it returns is called. */
    hold(): () => void {
      let release: (() => void) | undefined;
      gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      return () => {
        gate = null;
        release?.();
      };
    },
    fail(error: Error | null) {
      failure = error;
    },
  };
}

const minutesOf = async (shelf: RadarShelf) => {
  const frame = await shelf.newest('mrms-rate');
  return frame === null ? null : (frame.description.validTime - NOON) / 60;
};

/** Turns of the loop until the shelf gives that frame. */
async function settles(shelf: RadarShelf, minutes: number): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if ((await minutesOf(shelf)) === minutes) return;
    await setImmediate();
  }
  throw new Error(`still ${await minutesOf(shelf)}`);
}

const VALUES = (minutes: number) => `mrms-rate/${versionOf(NOON + 60 * minutes)}/value/c/0/0`;

test('with nothing published there is nothing, and the first frame is there when it is published', async () => {
  const { shelf, publish, pass } = await situation();
  expect(await shelf.newest('mrms-rate')).toBeNull();
  expect(await shelf.validTimes('mrms-rate')).toEqual([]);
  expect(await shelf.at('mrms-rate', NOON)).toBeNull();
  await publish(frameAt(0));
  pass(3);
  expect(await shelf.newest('mrms-rate')).toEqual(frameAt(0));
});

test('everybody who asks before the first frame is read waits for one read', async () => {
  const { shelf, gets, hold } = await situation(0);
  const open = hold();
  const asked = Array.from({ length: 20 }, () => shelf.newest('mrms-rate'));
  await setImmediate();
  open();
  const frames = await Promise.all(asked);
  expect(new Set(frames).size).toBe(1);
  expect(frames[0]).toEqual(frameAt(0));
  expect(gets.filter((key) => key === VALUES(0))).toHaveLength(2); // its index, its tiles
});

test('a request within two seconds of a look asks the store for nothing', async () => {
  const { shelf, gets, pass } = await situation(0);
  const first = await shelf.newest('mrms-rate');
  pass(1);
  gets.length = 0;
  expect(await shelf.newest('mrms-rate')).toBe(first);
  expect(gets).toEqual([]);
  pass(1.5);
  expect(await shelf.newest('mrms-rate')).toBe(first);
  await setImmediate();
  expect(gets).toEqual(['mrms-rate/latest.json']);
});

test('while a newer frame is read the one before it answers, and then the newer one', async () => {
  const { shelf, publish, pass, hold } = await situation(0);
  expect(await minutesOf(shelf)).toBe(0);
  await publish(frameAt(2));
  pass(3);
  const open = hold();
  for (let i = 0; i < 5; i++) {
    expect(await minutesOf(shelf)).toBe(0);
    await setImmediate();
  }
  open();
  await settles(shelf, 2);
  expect(await shelf.newest('mrms-rate')).toEqual(frameAt(2));
});

test('after a minute without a request the newer frame is waited for', async () => {
  const { shelf, publish, pass } = await situation(0);
  expect(await minutesOf(shelf)).toBe(0);
  await publish(frameAt(2));
  pass(61);
  expect(await minutesOf(shelf)).toBe(2);
});

test('a damaged frame is passed over for the one before it, told of once, and read again only later', async () => {
  const { shelf, contents, gets, logged, pass } = await situation(0, 2);
  contents.contents.get(VALUES(2))![20]! ^= 1;
  for (let i = 0; i < 5; i++) {
    expect(await minutesOf(shelf)).toBe(0);
    pass(3);
    await setImmediate();
  }
  expect(gets.filter((key) => key === VALUES(2))).toHaveLength(2);
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0]!)).toMatchObject({ object: VALUES(2), offset: 0, rule: 'crc32c of a chunk' });
  contents.contents.get(VALUES(2))![20]! ^= 1; // repaired
  pass(31);
  await settles(shelf, 2);
});

test('a frame in memory goes on when the newer one is damaged', async () => {
  const { shelf, contents, publish, pass } = await situation(0);
  const first = await shelf.newest('mrms-rate');
  await publish(frameAt(2));
  contents.contents.delete(VALUES(2));
  pass(100);
  expect(await shelf.newest('mrms-rate')).toBe(first);
});

test('with both frames damaged the shelf says what is wrong, until a sound one is published', async () => {
  const { shelf, contents, publish, pass } = await situation(0, 2);
  for (const minutes of [0, 2]) contents.contents.get(VALUES(minutes))![20]! ^= 1;
  await expect(shelf.newest('mrms-rate')).rejects.toMatchObject({ tag: 'object-defect', key: VALUES(0) });
  await publish(frameAt(4));
  pass(3);
  expect(await minutesOf(shelf)).toBe(4);
});

test('a store that does not answer leaves the frame in memory', async () => {
  const { shelf, publish, pass, fail, logged } = await situation(0);
  expect(await minutesOf(shelf)).toBe(0);
  await publish(frameAt(2));
  fail(new Error('EIO'));
  pass(100);
  expect(await minutesOf(shelf)).toBe(0);
  expect(logged.some((line) => line.includes('EIO'))).toBe(true);
  fail(null);
  pass(100);
  expect(await minutesOf(shelf)).toBe(2);
});

test('a damaged pointer is recovered', async () => {
  const { shelf, contents, logged } = await situation(0, 2);
  contents.contents.set('mrms-rate/latest.json', new Uint8Array(5));
  expect(await minutesOf(shelf)).toBe(2);
  expect(logged).toHaveLength(1);
});

test('kept frames are found by their valid time, whole or not at all', async () => {
  const { shelf, contents } = await situation(0, 4, 2);
  const times = [0, 120, 240].map((seconds) => NOON + seconds);
  expect(await shelf.validTimes('mrms-rate')).toEqual(times);
  expect(await shelf.at('mrms-rate', NOON + 120)).toEqual(frameAt(2));
  expect(await shelf.at('mrms-rate', NOON + 60)).toBeNull();
  contents.contents.delete(`mrms-rate/${versionOf(NOON + 120)}/complete.json`); // being written, or left
  expect(await shelf.validTimes('mrms-rate')).toEqual([NOON, NOON + 240]);
  expect(await shelf.at('mrms-rate', NOON + 120)).toBeNull();
  contents.contents.get(VALUES(0))![20]! ^= 1;
  await expect(shelf.at('mrms-rate', NOON)).rejects.toMatchObject({ tag: 'object-defect' });
});

test('of several frames of one time the most complete one is kept and found, and takes the place of the others', async () => {
  const { shelf, publish, pass } = await situation(0);
  const partial = frameAt(10);
  const whole = frameAt(11);
  const named = (frame: RadarFrame, rank: number): RadarFrame => {
    const { validTime } = partial.description;
    return { ...frame, description: { ...frame.description, validTime, version: versionOf(validTime, rank) } };
  };
  await publish(named(partial, 4));
  expect(await shelf.newest('mrms-rate')).toEqual(named(partial, 4));
  await publish(named(whole, 5));
  pass(61);
  expect(await shelf.newest('mrms-rate')).toEqual(named(whole, 5));
  expect(await shelf.validTimes('mrms-rate')).toEqual([NOON, partial.description.validTime]);
  expect(await shelf.at('mrms-rate', partial.description.validTime)).toEqual(named(whole, 5));
});

test('readers and a writer at once: every frame that is given is one that was published, whole, and none older than before', async () => {
  const { shelf, contents, publish, pass } = await situation(0);
  let isDone = false;
  async function read(): Promise<number> {
    let [last, reads] = [-1, 0];
    while (!isDone) {
      const frame = (await shelf.newest('mrms-rate'))!;
      const minutes = (frame.description.validTime - NOON) / 60;
      if (minutes < last) throw new Error(`${minutes} after ${last}`);
      if (minutes !== last) expect(isDeepStrictEqual(frame, frameAt(minutes))).toBe(true);
      last = minutes;
      reads++;
      await setImmediate();
    }
    return reads;
  }
  const readers = [read(), read(), read()];
  for (let minutes = 2; minutes <= 20; minutes += 2) {
    await publish(frameAt(minutes));
    await removeOldFrames(contents, 'mrms-rate', { now: NOON + 60 * minutes, keepSeconds: 240 });
    pass(2.5);
    await settles(shelf, minutes);
  }
  isDone = true;
  expect((await Promise.all(readers)).every((reads) => reads > 10)).toBe(true);
});
