import { expect, test } from 'vitest';
import { createTileCache } from './tile-cache.js';

const tile = (bytes: number) => Buffer.alloc(bytes, 7);

test('memory is bounded, and what was not used longest goes first', () => {
  const cache = createTileCache({ maxBytes: 4000, store: null });
  cache.keep('a', tile(1000));
  cache.keep('b', tile(1000));
  cache.held('a');
  cache.keep('c', tile(1000));
  cache.keep('d', tile(1000));
  expect(['a', 'b', 'c', 'd'].map((key) => cache.held(key) !== undefined)).toEqual([true, false, true, true]);
});

test('a tile larger than the whole memory is not kept', () => {
  const cache = createTileCache({ maxBytes: 500, store: null });
  cache.keep('a', tile(1000));
  cache.note('radar/3/1/2', 'a');
  expect(cache.held('a')).toBeUndefined();
  expect(cache.last('radar/3/1/2')).toBeNull();
});

test('of a question the last tile is remembered', () => {
  const cache = createTileCache({ maxBytes: 1e6, store: null });
  for (const key of ['old', 'new']) {
    cache.keep(key, tile(1));
    cache.note('radar/3/1/2', key);
  }
  expect(cache.last('radar/3/1/2')).toMatchObject({ key: 'new' });
  expect(cache.last('radar/3/1/3')).toBeNull();
});

test('what the store has is found, and held from then on', async () => {
  const stored = new Map([['a', new Uint8Array([1, 2, 3])]]);
  const store = { get: async (key: string) => stored.get(key) ?? null, put: async () => undefined };
  const cache = createTileCache({ maxBytes: 1e6, store });
  expect(await cache.find('b')).toBeNull();
  expect([...(await cache.find('a'))!]).toEqual([1, 2, 3]);
  stored.clear();
  expect([...cache.held('a')!]).toEqual([1, 2, 3]);
});
