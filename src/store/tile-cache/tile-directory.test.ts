import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../base/log.js';
import { openTileDirectory } from './tile-directory.js';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weatherglass-tiles-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const open = async (maxBytes = 1e6) => (await openTileDirectory({ directory, maxBytes, log: silentLog }))!;
const tile = (seed: number, bytes = 1000) => Uint8Array.from({ length: bytes }, (_, i) => (i * seed) & 255);
const names = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const pathOf = (key: string) => join(directory, key.slice(0, 2), key);

test('a tile is there again after a restart', async () => {
  await (await open()).put('abcd-1-0-0', tile(3));
  const again = await open();
  expect(await again.get('abcd-1-0-0')).toEqual(tile(3));
  expect(await again.get('abcd-1-0-1')).toBeNull();
});

test.each([
  ['a torn file', (path: string) => truncateSync(path, 500)],
  ['an empty one', (path: string) => truncateSync(path, 0)],
  ['a changed byte', (path: string) => writeFileSync(path, readFileSync(path).fill(1, 10, 11))],
  ['a missing one', (path: string) => rmSync(path)],
])('%s is as good as none, and goes', async (_, damage) => {
  await (await open()).put('abcd-1-0-0', tile(3));
  const again = await open();
  damage(pathOf('abcd-1-0-0'));
  expect(await again.get('abcd-1-0-0')).toBeNull();
  expect(names()).toEqual([]);
  await again.put('abcd-1-0-0', tile(3));
  expect(await again.get('abcd-1-0-0')).toEqual(tile(3));
});

test('what a kill left half written is removed at the start', async () => {
  mkdirSync(join(directory, 'ab'));
  writeFileSync(join(directory, 'ab', 'abcd-1-0-0-5f0c.part'), tile(3));
  await open();
  expect(names()).toEqual([]);
});

test('files together stay below the bound, also after a start with a smaller one: the oldest go', async () => {
  const large = await open(20_000);
  for (let i = 10; i < 22; i++) await large.put(`tile-${i}`, tile(i, 1000));
  // a file counts 2 KB more than its 1004 bytes, so there is room for six
  expect(names()).toEqual(['tile-16', 'tile-17', 'tile-18', 'tile-19', 'tile-20', 'tile-21']);
  for (const [i, name] of names().toReversed().entries()) utimesSync(pathOf(name), 1000 + i, 1000 + i);
  await open(7000);
  expect(names()).toEqual(['tile-16', 'tile-17']);
});

test('a directory that cannot be written to is told of, and nothing more', async () => {
  const told: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void told.push(message) };
  const cache = (await openTileDirectory({ directory, maxBytes: 1e6, log }))!;
  writeFileSync(join(directory, 'ab'), 'a file where a directory should be');
  await cache.put('abcd-1-0-0', tile(3));
  await cache.put('abce-1-0-0', tile(3));
  expect(told).toHaveLength(1);
  expect(await cache.get('abcd-1-0-0')).toBeNull();
});

test('one that cannot be had is told of, and keeps no service from starting', async () => {
  const told: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void told.push(message) };
  writeFileSync(join(directory, 'tiles'), 'a file where a directory should be');
  expect(await openTileDirectory({ directory: join(directory, 'tiles'), maxBytes: 1e6, log })).toBeNull();
  expect(told).toEqual(['no tiles are kept on disk']);
});

test('a key that is no name is a bug of the caller', async () => {
  await expect((await open()).put('../../etc', tile(1))).rejects.toThrow(RangeError);
});
