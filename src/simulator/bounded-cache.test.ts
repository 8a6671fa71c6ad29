import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.js';

const MEGABYTE = 1e6;
const megabytes = (most: number, least?: number) =>
  createBoundedCache<number, number>(most * MEGABYTE, (size) => size * MEGABYTE, least);

test('the oldest go where the limit is passed, and the fewest stay whatever their size', () => {
  const cache = megabytes(3, 2);
  for (const key of [1, 2, 3]) cache.get(key, () => 1);
  cache.get(1, () => 1); // now younger than 2
  cache.get(4, () => 1);
  expect([1, 2, 3, 4].filter(cache.has)).toEqual([1, 3, 4]);
  cache.get(5, () => 5);
  expect([1, 2, 3, 4, 5].filter(cache.has)).toEqual([4, 5]);
  expect(cache.bytes).toBe(6 * MEGABYTE);
});

test('an entry is made once', () => {
  const cache = megabytes(3);
  let made = 0;
  const make = () => ++made;
  expect([cache.get(1, make), cache.get(1, make)]).toEqual([1, 1]);
});

test('caches make room for each other: the one that was not used for longest gives first', () => {
  const [idle, busy, growing] = [megabytes(60), megabytes(60), megabytes(60)];
  for (let key = 0; key < 10; key++) busy.get(key, () => 1);
  for (let key = 0; key < 30; key++) idle.get(key, () => 1);
  busy.get(9, () => 1);
  for (let key = 0; key < 35; key++) growing.get(key, () => 1);
  expect([busy.bytes, growing.bytes]).toEqual([10 * MEGABYTE, 35 * MEGABYTE]);
  expect(idle.bytes).toBeLessThanOrEqual(11 * MEGABYTE);
  expect(idle.has(29)).toBe(true);
});
