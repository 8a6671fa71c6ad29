import { expect, test } from 'vitest';
import { createReadCache } from './read-cache.js';

function situation(maxBytes: number) {
  const read: string[] = [];
  const cache = createReadCache({
    maxBytes,
    keyOf: (name: string) => name,
    read: async (name) => {
      read.push(name);
      if (name === 'broken') throw new Error('broken');
      return new Uint8Array(100);
    },
    bytesOf: ({ byteLength }) => byteLength,
  });
  return { cache, read };
}

test('whoever asks for the same waits for one reading', async () => {
  const { cache, read } = situation(1000);
  const [a, b] = await Promise.all([cache.get('a'), cache.get('a')]);
  expect(a).toBe(b);
  expect(await cache.get('a')).toBe(a);
  expect(read).toEqual(['a']);
});

test('beyond its bytes the one that was not used longest goes', async () => {
  const { cache, read } = situation(250);
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(name);
  expect(read).toEqual(['a', 'b', 'c', 'b']);
});

test('what cannot be read is read again by the next who asks', async () => {
  const { cache, read } = situation(1000);
  await expect(cache.get('broken')).rejects.toThrow('broken');
  await expect(cache.get('broken')).rejects.toThrow('broken');
  expect(read).toHaveLength(2);
});
