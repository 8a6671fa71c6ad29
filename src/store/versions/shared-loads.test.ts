import { expect, test } from 'vitest';
import { shareLoads } from './shared-loads.js';

/** Values of ten bytes; main room for three of them, the small one for two. */
function createBench() {
  const loads: string[] = [];
  const cache = shareLoads<{ readonly name: string }>(30, () => 10, 20);
  const load = (name: string) => async () => {
    loads.push(name);
    return { name };
  };
  return {
    loads,
    get: async (name: string) => cache.get(name, load(name)),
    pass: async (name: string) => cache.pass(name, load(name)),
    cache,
  };
}

test('values that are passed by drive out each other and nothing that was asked for', async () => {
  const { get, pass, loads } = createBench();
  for (const name of ['a', 'b', 'c']) await get(name);
  for (const name of ['1', '2', '3', '4']) await pass(name);
  loads.length = 0;
  for (const name of ['a', 'b', 'c', '3', '4']) await pass(name);
  expect(loads).toEqual([]);
  await pass('1');
  expect(loads).toEqual(['1']);
});

test('a value that was passed by and is asked for moves to the main room', async () => {
  const { get, pass, loads } = createBench();
  await pass('1');
  await get('1');
  for (const name of ['2', '3', '4']) await pass(name);
  await get('1');
  expect(loads).toEqual(['1', '2', '3', '4']);
});

test('the least recently used goes first', async () => {
  const { get, loads } = createBench();
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(name);
  expect(loads).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test('whoever asks during a load waits for it, in either way, and then has the value at once', async () => {
  const { get, pass, loads, cache } = createBench();
  const [one, two, three] = await Promise.all([pass('a'), get('a'), pass('a')]);
  expect([two, three]).toEqual([one, one]);
  expect(loads).toEqual(['a']);
  expect(cache.peek('a')).toBe(one);
  expect(cache.peek('b')).toBeUndefined();
});

test('a load that fails is forgotten', async () => {
  const { get, cache } = createBench();
  await expect(cache.get('a', () => Promise.reject(new Error('EIO')))).rejects.toThrow('EIO');
  expect(await get('a')).toEqual({ name: 'a' });
});
