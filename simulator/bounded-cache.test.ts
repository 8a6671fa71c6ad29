import { expect, test } from 'vitest';
import { createBoundedCache, createRoom, type Room } from './bounded-cache.js';

const cacheOf = (most: number, least: number, room: Room) =>
  createBoundedCache<number, number>(most, (size) => size, least, room);

test('the oldest go where the limit is passed, and the fewest stay whatever their size', () => {
  const cache = cacheOf(3, 2, createRoom(1000));
  for (const key of [1, 2, 3]) cache.get(key, () => 1);
  cache.get(1, () => 1); // now younger than 2
  cache.get(4, () => 1);
  expect([1, 2, 3, 4].filter(cache.has)).toEqual([1, 3, 4]);
  cache.get(5, () => 50);
  expect([1, 2, 3, 4, 5].filter(cache.has)).toEqual([4, 5]);
  expect(cache.bytes).toBe(51);
});

test('an entry is made once', () => {
  const cache = cacheOf(30, 1, createRoom(1000));
  let made = 0;
  const make = () => ++made;
  expect([cache.get(1, make), cache.get(1, make)]).toEqual([1, 1]);
});

test('caches of a room make place for each other: the one that was not used for longest gives first', () => {
  const room = createRoom(60);
  const [idle, busy, growing] = [cacheOf(60, 2, room), cacheOf(60, 2, room), cacheOf(60, 2, room)];
  for (let key = 0; key < 20; key++) for (const cache of [idle, busy]) cache.get(key, () => 1);
  busy.get(19, () => 1);
  for (let key = 0; key < 30; key++) growing.get(key, () => 1);
  expect([idle.bytes, busy.bytes, growing.bytes]).toEqual([10, 20, 30]);
  expect([9, 10, 19].filter(idle.has)).toEqual([10, 19]);
  for (let key = 30; key < 60; key++) growing.get(key, () => 1);
  expect([idle.bytes, busy.bytes, growing.bytes]).toEqual([2, 2, 56]);
});
