/** Damage to every object of a frame: a tagged error with key and offset or the frame before, never other rain. */

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { crc32c } from '../../src/base/crc32c.js';
import { isTagged } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { readFrame } from '../../src/store/radar/radar-reader.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';
import { publishFrame } from '../../src/store/radar/radar-writer.js';
import { versionOf } from '../../src/store/versions/timed-version.js';
import { encodeIndex } from '../../src/store/zarr/shard-index.js';
import { randomFrom } from '../random-cube.js';
import { randomFrame } from '../random-radar.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const OLD = versionOf(NOON);
const NEW = versionOf(NOON + 120);
const frames = new Map(
  [NOON, NOON + 120].map((validTime, seed) => [
    versionOf(validTime),
    randomFrame({ rows: 140, columns: 150, seed, validTime, boxes: 4 }),
  ]),
);
const SHARD = `mrms-rate/${NEW}/value/c/0/0`;
const INDEX_BYTES = 4 * 16 + 4; // 2 × 2 tiles

const sound = createMemoryObjects();
for (const frame of frames.values()) await publishFrame(sound, frame, NOON + 200);

function copied(): MemoryObjects {
  const objects = createMemoryObjects();
  for (const [key, bytes] of sound.contents) objects.contents.set(key, bytes);
  return objects;
}

const newest = (objects: MemoryObjects) =>
  createRadarShelf({ objects, clock: fixedClock(NOON + 300), log: silentLog }).newest('mrms-rate');

type Damage = (bytes: Uint8Array) => Uint8Array | null;
const flip =
  (at: number): Damage =>
  (bytes) => {
    const damaged = bytes.slice();
    damaged[at < 0 ? damaged.length + at : at]! ^= 0x10;
    return damaged;
  };
const cutTo =
  (share: number): Damage =>
  (bytes) =>
    bytes.slice(0, Math.floor(bytes.length * share));

function damage(objects: MemoryObjects, key: string, how: Damage): void {
  const damaged = how(objects.contents.get(key)!);
  if (damaged === null) objects.contents.delete(key);
  else objects.contents.set(key, damaged);
}

/** An index, with a checksum that holds, whose first entry is at `offset`. */
const pointing =
  (offset: number): Damage =>
  (bytes) => {
    const index = { offsets: new Float64Array(4).fill(offset), lengths: new Uint32Array(4).fill(100) };
    return Buffer.concat([bytes.subarray(0, bytes.length - INDEX_BYTES), encodeIndex(index)]);
  };

test.each<[string, Damage, number]>([
  ['a flipped bit in the first tile', flip(20), 0],
  ['a flipped bit in the index', flip(-INDEX_BYTES + 8), -INDEX_BYTES],
  ['a flipped bit in the checksum of the index', flip(-1), -INDEX_BYTES],
  ['a shard cut in half', cutTo(0.5), -INDEX_BYTES],
  ['a shard shorter than its index', cutTo(0.0005), 0],
  ['an empty shard', cutTo(0), 0],
  ['a missing shard', () => null, 0],
  ['a shard of zeroes', (bytes) => new Uint8Array(bytes.length), -INDEX_BYTES],
  ['an index that points behind the end', pointing(90_000), 0],
  ['an index that points farther than all tiles reach', pointing(2 ** 40), 0],
])('%s is a defect of that object, and the frame before answers', async (_, how, offset) => {
  const objects = copied();
  damage(objects, SHARD, how);
  const read = readFrame(objects, 'mrms-rate', NEW);
  await expect(read).rejects.toMatchObject({ tag: 'object-defect', key: SHARD, offset });
  expect(isDeepStrictEqual(await newest(objects), frames.get(OLD))).toBe(true);
});

const BESIDE = ['complete.json', 'zarr.json', 'motion/c/0/0/0', 'lifetime/c/0/0'];

test.each(
  BESIDE.flatMap((name) => [
    ['a flipped bit', name, flip(41)] as const,
    ['half', name, cutTo(0.5)] as const,
    ['nothing', name, () => null] as const,
  ]),
)('%s of %s: the frame before answers', async (kind, name, how) => {
  const objects = copied();
  // Byte 41 of complete.json is inside its first number.
  damage(objects, `mrms-rate/${NEW}/${name}`, kind === 'a flipped bit' && !name.endsWith('.json') ? flip(17) : how);
  expect(isDeepStrictEqual(await newest(objects), frames.get(OLD))).toBe(true);
});

test('a flipped bit anywhere in the store never changes what is given', async () => {
  const random = randomFrom(20261120);
  const keys = [...sound.contents.keys()];
  for (let trial = 0; trial < 300; trial++) {
    const objects = copied();
    const key = keys[trial % keys.length]!;
    const at = random() % sound.contents.get(key)!.length;
    damage(objects, key, (bytes) => bytes.map((byte, i) => (i === at ? byte ^ (1 << (random() % 8)) : byte)));
    const frame = (await newest(objects))!;
    expect(isDeepStrictEqual(frame, frames.get(frame.description.version)), `byte ${at} of ${key}`).toBe(true);
  }
});

test('with both frames damaged the reader learns which object, and where', async () => {
  const objects = copied();
  for (const version of [OLD, NEW]) damage(objects, `mrms-rate/${version}/value/c/0/0`, flip(30));
  const error = await newest(objects).catch((thrown: unknown) => thrown);
  expect(isTagged(error, 'object-defect') && [error.key, error.offset]).toEqual([`mrms-rate/${OLD}/value/c/0/0`, 0]);
});

/** Changes the group document and makes its completion fit, as another writer would have it. */
function rewrite(objects: MemoryObjects, pattern: RegExp, replacement: string): void {
  const [group, completion] = [`mrms-rate/${NEW}/zarr.json`, `mrms-rate/${NEW}/complete.json`];
  const text = Buffer.from(objects.contents.get(group)!).toString();
  expect(text).toMatch(pattern);
  const changed = Buffer.from(text.replace(pattern, replacement));
  objects.contents.set(group, changed);
  const facts = JSON.parse(Buffer.from(objects.contents.get(completion)!).toString());
  objects.contents.set(completion, Buffer.from(JSON.stringify({ ...facts, metadataCrc32c: crc32c(changed) })));
}

test.each([
  ['a grid beyond all memory', /"rows": 140/, '"rows": 99999', /"?grid|latitude|of 140/],
  ['a grid of no rows', /"rows": 140/, '"rows": 0', /sides are 1 to/],
  ['nodes beyond all memory', /"rows": 4,\s*"columns": 4/, '"rows": 90000, "columns": 90000', /nodes/],
  ['a text for a time', /"validTime": \d+/, '"validTime": "noon"', /validTime is a finite number/],
  ['the time of another frame', /"validTime": \d+/, '"validTime": 1795176000', /named after its valid time/],
  ['a motion from elsewhere', /"source": "radar"/, '"source": "oracle"', /"oracle" is one that is known/],
  ['counts that are no numbers', /"pairs": \[/, '"pairs": [ "many",', /counts\.pairs is a list of finite numbers/],
  ['a calibration that falls', /"observed": \[\s*0.02,/, '"observed": [ 0.99,', /calibration at 15 min rises/],
  ['tiles of another size', /"chunk_shape": \[\s*128,/, '"chunk_shape": [ 64,', /value\.codecs is/],
  ['another format', /"formatVersion": 1/, '"formatVersion": 2', /weatherglass-radar-frame 1/],
  ['another dataset', /"dataset": "mrms-rate"/, '"dataset": "dwd-rate"', /is of dwd-rate/],
])('a document with %s is refused by name', async (_, pattern, replacement, message) => {
  const objects = copied();
  rewrite(objects, pattern, replacement);
  const read = readFrame(objects, 'mrms-rate', NEW);
  await expect(read).rejects.toMatchObject({ tag: 'object-defect' });
  await expect(read).rejects.toThrow(message);
});
