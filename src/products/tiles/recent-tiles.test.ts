import { expect, test } from 'vitest';
import type { DrawnTile, TileOutcome } from './drawn-tiles.js';
import { createRecentTiles } from './recent-tiles.js';

const tile = (outcome: TileOutcome): DrawnTile => ({
  request: { layer: 'radar', z: 0, x: 0, y: 0, time: null, site: null },
  ...{
    tag: 'tag',
    validTime: 0,
    maxAge: 120,
    isLate: false,
    isSimulated: false,
    order: null,
    outcome,
    bytes: Buffer.alloc(1),
  },
});

function situation() {
  const period = { number: 1 };
  return { period, recent: createRecentTiles(() => period.number) };
}

test('a tile is recalled until the period ends', () => {
  const { period, recent } = situation();
  const given = tile('HIT');
  recent.remember('/a', given, recent.period());
  expect(recent.recall('/a')).toBe(given);
  expect(recent.recall('/b')).toBeNull();
  period.number++;
  expect(recent.recall('/a')).toBeNull();
});

test('a tile that was located in an earlier period is not recalled', () => {
  const { period, recent } = situation();
  const since = recent.period();
  period.number++;
  recent.remember('/a', tile('HIT'), since);
  expect(recent.recall('/a')).toBeNull();
});

test('one that was drawn is not given as drawn again', () => {
  const { recent } = situation();
  recent.remember('/a', tile('MISS'), recent.period());
  expect(recent.recall('/a')).toBeNull();
});

test('what a client held is recalled without bytes until they are given', () => {
  const { recent } = situation();
  const { outcome: _, bytes: __, ...located } = tile('HIT');
  recent.remember('/a', located, recent.period());
  expect(recent.recall('/a')).toBe(located);
  const given = tile('HIT');
  recent.remember('/a', given, recent.period());
  expect(recent.recall('/a')).toBe(given);
});

test('addresses are bounded, in number and in length', () => {
  const { recent } = situation();
  for (let i = 0; i < 600; i++) recent.remember(`/${i}`, tile('HIT'), recent.period());
  expect(recent.recall('/0')).toBeNull();
  expect(recent.recall('/599')).not.toBeNull();
  const long = `/${'x'.repeat(300)}`;
  recent.remember(long, tile('HIT'), recent.period());
  expect(recent.recall(long)).toBeNull();
});
