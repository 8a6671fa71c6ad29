import { expect, test } from 'vitest';
import { type Log, silentLog } from '../../base/log.js';
import { createMemoryObjects } from './memory-objects.fixture.js';
import type { ObjectStore } from './object-store.js';
import { limitReads } from './read-limit.js';

/** A store that can be made to hang, its reads limited to 20 ms. */
async function subject() {
  const memory = createMemoryObjects();
  await memory.put('a', Uint8Array.of(1));
  const late: ((bytes: Uint8Array) => void)[] = [];
  const state = { isHung: false, isLate: false, reads: 0 };
  const objects: ObjectStore = {
    ...memory,
    get: (key, range) => {
      state.reads++;
      if (state.isLate) return new Promise((resolve) => late.push(resolve));
      return state.isHung ? new Promise(() => undefined) : memory.get(key, range);
    },
  };
  const clock = { time: 0, now: () => clock.time };
  const lines: string[] = [];
  const log: Log = { ...silentLog, warn: (_, text) => lines.push(text), error: (_, text) => lines.push(text) };
  const failures: string[] = [];
  const onUnavailable = ({ key }: { key: string }) => void failures.push(key);
  const limited = limitReads(objects, { seconds: 0.02, clock, log, onUnavailable });
  return { state, clock, lines, late, failures, limited };
}

const unavailable = expect.objectContaining({ tag: 'store-unavailable', key: 'a' });

test('reads of a store that responds are passed through, errors too', async () => {
  const { limited, lines, failures } = await subject();
  expect(await limited.get('a')).toEqual(Uint8Array.of(1));
  expect(await limited.list('')).toEqual(['a']);
  await expect(limited.get('b')).rejects.toMatchObject({ tag: 'object-missing' });
  expect([lines, failures]).toEqual([[], []]);
});

test('a read that does not end in time rejects, later reads fail at once, and each failure is reported', async () => {
  const { limited, state, failures } = await subject();
  state.isHung = true;
  await expect(limited.get('a')).rejects.toEqual(unavailable);
  await expect(limited.get('a')).rejects.toEqual(unavailable);
  expect(state.reads).toBe(1);
  expect(failures).toEqual(['a', 'a']);
});

test('one read a second probes a hung store, and the first that ends makes it available again', async () => {
  const { limited, state, clock, lines } = await subject();
  state.isHung = true;
  await expect(limited.get('a')).rejects.toEqual(unavailable);
  clock.time = 1.5;
  await expect(Promise.all([limited.get('a'), limited.get('a')])).rejects.toEqual(unavailable);
  expect(state.reads).toBe(2);
  state.isHung = false;
  clock.time = 3;
  expect(await limited.get('a')).toEqual(Uint8Array.of(1));
  expect(await limited.get('a')).toEqual(Uint8Array.of(1));
  expect(lines).toEqual([
    'the object store does not respond; reads fail at once until it does',
    'the object store responds again',
  ]);
});

test('a store whose reads all end too late stays unavailable, and is logged once', async () => {
  const { limited, clock, lines, state, late } = await subject();
  state.isLate = true;
  for (clock.time = 0; clock.time < 10; clock.time += 0.1) {
    await expect(limited.get('a')).rejects.toEqual(unavailable);
    clock.time += 0.1; // the late read ends meanwhile
    for (const end of late.splice(0)) end(Uint8Array.of(1));
    await new Promise(setImmediate);
  }
  expect(lines).toEqual(['the object store does not respond; reads fail at once until it does']);
});

test('one slow object does not make the whole store count as hung', async () => {
  const { limited, state, clock } = await subject();
  state.isHung = true;
  const slow = limited.get('a');
  state.isHung = false;
  clock.time = 1;
  await limited.list('');
  await expect(slow).rejects.toEqual(unavailable);
  expect(await limited.get('a')).toEqual(Uint8Array.of(1));
});
