import { expect, test } from 'vitest';
import { silentLog } from '../../base/log.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { writePointer } from './pointer.js';
import { watchPointers } from './pointer-watch.js';
import { pointerKey } from './version-keys.js';

/** A store that counts its reads and can fail, a clock that the test sets, and a watch on both. */
function situation(seconds?: number) {
  const memory = createMemoryObjects();
  const state = { now: 1000, isDown: false, warnings: 0 };
  const reads: string[] = [];
  const get: ObjectStore['get'] = async (key, range) => {
    reads.push(key);
    if (state.isDown) throw new Error('EIO');
    return memory.get(key, range);
  };
  const log = { ...silentLog, warn: () => void state.warnings++ };
  const clock = { now: () => state.now };
  const watch = watchPointers({
    objects: { ...memory, get },
    clock,
    log,
    ...(seconds === undefined ? {} : { seconds }),
  });
  const publish = (dataset: string, version: string) =>
    writePointer(memory, dataset, { version, previous: null, publishedAt: state.now, sequence: 1 });
  const versionOf = async (dataset: string) => (await watch.read(dataset))?.version ?? null;
  const readsOf = (dataset: string) => reads.filter((key) => key === pointerKey(dataset)).length;
  return { state, watch, publish, versionOf, readsOf };
}

test('many readers read a pointer once in two seconds', async () => {
  const { state, publish, versionOf, readsOf } = situation();
  await publish('gfs', 'v1');
  await Promise.all([versionOf('gfs'), versionOf('gfs'), versionOf('gfs')]);
  await publish('gfs', 'v2');
  state.now += 1.9;
  expect(await versionOf('gfs')).toBe('v1');
  expect(readsOf('gfs')).toBe(1);
  state.now += 0.1;
  expect(await versionOf('gfs')).toBe('v2');
  expect(readsOf('gfs')).toBe(2);
});

test('pointers of all datasets are read again in the same new period', async () => {
  const { state, watch, publish, versionOf, readsOf } = situation();
  await publish('gfs', 'v1');
  await publish('hrrr', 'v1');
  await versionOf('gfs');
  const period = watch.period();
  state.now += 1.5;
  await versionOf('hrrr');
  expect(watch.period()).toBe(period);
  state.now += 0.5;
  expect(watch.period()).not.toBe(period);
  for (const dataset of ['gfs', 'hrrr']) {
    await versionOf(dataset);
    expect(readsOf(dataset)).toBe(2);
  }
});

test('a dataset without a version is looked for again after a quarter of a second', async () => {
  const { state, publish, versionOf } = situation();
  expect(await versionOf('gfs')).toBeNull();
  await publish('gfs', 'v1');
  state.now += 0.2;
  expect(await versionOf('gfs')).toBeNull();
  state.now += 0.1;
  expect(await versionOf('gfs')).toBe('v1');
});

test('while the store fails, the last known pointer stays; without one the error is passed on', async () => {
  const { state, publish, versionOf } = situation();
  await publish('gfs', 'v1');
  await versionOf('gfs');
  state.now += 2;
  state.isDown = true;
  expect(await versionOf('gfs')).toBe('v1');
  expect(state.warnings).toBe(1);
  await expect(versionOf('hrrr')).rejects.toThrow('EIO');
});

test('periods of no length make every read look', async () => {
  const { state, publish, versionOf, readsOf } = situation(0);
  await publish('gfs', 'v1');
  for (let read = 0; read < 3; read++) {
    state.now += 0.001;
    await versionOf('gfs');
  }
  expect(readsOf('gfs')).toBe(3);
});
