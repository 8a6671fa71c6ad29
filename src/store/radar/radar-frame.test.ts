/** A stored frame: what comes back of it, what is refused, which one is published, which ones stay. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomFrame } from '../../../test/random-radar.js';
import type { Grid } from '../../model/field.js';
import { type LeadCalibration, type RadarFrame, UNOBSERVED } from '../../model/radar.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readIntactPointer, readPointer } from '../versions/pointer.js';
import { isBetter, rankOf, validTimeOf, versionOf } from '../versions/timed-version.js';
import { readFrame, readFrameHead } from './radar-reader.js';
import { publishFrame, removeOldFrames } from './radar-writer.js';

/** 400 million pixels over Europe. */
const HUGE: Grid = {
  kind: 'regular',
  rows: 20_000,
  columns: 20_000,
  firstLatitude: 60,
  firstLongitude: 0,
  latitudeStep: -0.001,
  longitudeStep: 0.001,
};
const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const small = (minutes: number, seed = 1) =>
  randomFrame({ rows: 9, columns: 7, seed, validTime: NOON + 60 * minutes, boxes: 2 });

async function storeWith(...frames: readonly RadarFrame[]) {
  const objects = createMemoryObjects();
  for (const frame of frames) await publishFrame(objects, frame, frame.description.validTime + 90);
  return objects;
}

const countedBy = (list: number[]): LeadCalibration => ({
  leadMinutes: 5,
  raw: [0, 1],
  observed: [0, 1],
  samples: 0,
  counts: { pairs: list, forecast: list, observed: list },
});

const versions = (objects: ObjectStore) =>
  objects
    .list('mrms-rate/')
    .then((keys) => [
      ...new Set(
        keys.filter((key) => key.split('/').length > 2).map((key) => (validTimeOf(key.split('/')[1]!)! - NOON) / 60),
      ),
    ]);

test('a version is named after its valid time', () => {
  expect(versionOf(Date.UTC(2026, 10, 20, 6, 10) / 1000)).toBe('20261120T061000Z');
  expect(validTimeOf('20261120T061000Z')).toBe(Date.UTC(2026, 10, 20, 6, 10) / 1000);
  for (const name of ['20261320T061000Z', '20261120T061000', 'latest.json', '2026-11-20T06:10:00Z'])
    expect(validTimeOf(name)).toBeNull();
});

test('a more complete frame of the same time has a name of its own, by which they are told apart', () => {
  expect(versionOf(NOON, 5)).toBe('20261120T120000Z-5');
  expect([versionOf(NOON, 5), versionOf(NOON)].map((version) => [validTimeOf(version), rankOf(version)])).toEqual([
    [NOON, 5],
    [NOON, 0],
  ]);
  for (const name of ['20261120T120000Z-0', '20261120T120000Z-10', '20261120T120000Z-', '20261120T120000Z-5a'])
    expect(validTimeOf(name), name).toBeNull();
  for (const rank of [-1, 10, 0.5, Number.NaN]) expect(() => versionOf(NOON, rank)).toThrow(RangeError);
  const rising = [
    versionOf(NOON),
    versionOf(NOON, 4),
    versionOf(NOON, 5),
    versionOf(NOON + 1),
    versionOf(NOON + 600, 2),
  ];
  for (const [i, one] of rising.entries())
    for (const [j, other] of rising.entries()) expect(isBetter(one, other)).toBe(i > j);
});

test('what was published is read back bit for bit', async () => {
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: 300 }),
    columns: fc.integer({ min: 1, max: 300 }),
    seed: fc.nat(),
    validTime: fc.integer({ min: 0, max: 4e9 }),
    ground: fc.constantFrom(0, UNOBSERVED),
    boxes: fc.nat(8),
    hasMotion: fc.boolean(),
    hasSkill: fc.boolean(),
  });
  const property = fc.asyncProperty(sizes, async (size) => {
    const frame = randomFrame(size);
    const objects = createMemoryObjects();
    await publishFrame(objects, frame, NOON);
    // Ten times as fast as toEqual, whose message would be of 100,000 numbers.
    const isSame = isDeepStrictEqual(await readFrame(objects, 'mrms-rate', frame.description.version), frame);
    expect(isSame).toBe(true);
  });
  await fc.assert(property, { numRuns: 40 });
});

test.each([
  ['nobody looked at anything', UNOBSERVED, 20],
  ['it is dry everywhere', 0, 4000],
])('a frame where %s takes next to nothing', async (_, ground, most) => {
  const size = { rows: 1280, columns: 1280, seed: 1, validTime: NOON, ground, boxes: 0 };
  const frame = randomFrame(size);
  const objects = await storeWith(frame);
  const stored = objects.contents.get(`mrms-rate/${frame.description.version}/value/c/0/0`)!;
  // 100 tiles of 32,768 bytes; what remains is the index and, of the dry one, a single tile.
  expect(stored.length).toBeLessThan(100 * 16 + 4 + most);
  expect((await readFrame(objects, 'mrms-rate', frame.description.version)).field).toEqual(frame.field);
});

test('few objects: a rate with everything in it has 13, and its pointer', async () => {
  expect(await (await storeWith(small(0))).list('')).toHaveLength(1 + 13);
});

test.each<[string, (frame: RadarFrame) => RadarFrame, RegExp]>([
  [
    'a name that is not its valid time',
    (frame) => ({ ...frame, description: { ...frame.description, version: 'v1' } }),
    /version v1 of the frame of 20261120T120000Z/,
  ],
  [
    'a field of another size than its grid',
    (frame) => ({ ...frame, field: { ...frame.field, columns: 8 } }),
    /field of 9 × 8 on a grid of 9 × 7/,
  ],
  ['a tile too few', (frame) => ({ ...frame, field: { ...frame.field, tiles: [] } }), /0 tiles of 1/],
  [
    'a tile of half a value',
    (frame) => ({ ...frame, field: { ...frame.field, tiles: [0.5] } }),
    /16,384 packed values/,
  ],
  ['a step of nothing', (frame) => ({ ...frame, field: { ...frame.field, step: 0 } }), /step 0 is over 0/],
  [
    'a velocity that is no number',
    (frame) => ({ ...frame, motion: { ...frame.motion!, u: frame.motion!.u.map(() => Number.NaN) } }),
    /velocities are finite/,
  ],
  [
    'more nodes than velocities',
    (frame) => ({ ...frame, motion: { ...frame.motion!, rows: 2 } }),
    /1 and 1 velocities at 2 nodes/,
  ],
  [
    'a motion from nowhere',
    (frame) => ({ ...frame, description: { ...frame.description, motion: null } }),
    /a motion is from somewhere/,
  ],
  [
    'a calibration that falls',
    (frame) => ({
      ...frame,
      skill: { calibration: [{ leadMinutes: 5, raw: [0, 1], observed: [0.5, 0.4], samples: 1 }], lifetime: null },
    }),
    /calibration at 5 min rises/,
  ],
  [
    'counts of nine tenths',
    (frame) => ({ ...frame, skill: { calibration: [countedBy(new Array(9).fill(1))], lifetime: null } }),
    /counts at 5 min are of 10 bins, from 0/,
  ],
  [
    'fewer than no pairs',
    (frame) => ({ ...frame, skill: { calibration: [countedBy(new Array(10).fill(-1))], lifetime: null } }),
    /counts at 5 min are of 10 bins, from 0/,
  ],
  [
    'a grid beyond what memory is taken for',
    (frame) => ({
      ...frame,
      description: { ...frame.description, grid: HUGE },
      field: { rows: 20_000, columns: 20_000, step: 1, tiles: new Array(157 * 157).fill(0) },
    }),
    /of 20000 × 20000 pixels is of 200000000 at most/,
  ],
])('%s is refused, and nothing is written', async (_, change, message) => {
  const objects = createMemoryObjects();
  const publish = publishFrame(objects, change(small(0)), NOON);
  await expect(publish).rejects.toThrow(RangeError);
  await expect(publish).rejects.toThrow(message);
  expect(objects.contents.size).toBe(0);
});

test('the same version again changes nothing, not even with other values', async () => {
  const objects = await storeWith(small(0), small(2));
  const before = new Map(objects.contents);
  await publishFrame(objects, small(2, 77), NOON + 9999);
  await publishFrame(objects, small(0, 78), NOON + 9999);
  expect(isDeepStrictEqual(objects.contents, before)).toBe(true);
});

test('a frame that comes late can be read, and what is published stays published', async () => {
  const objects = await storeWith(small(0), small(4), small(2));
  const pointer = { version: versionOf(NOON + 240), previous: versionOf(NOON) };
  expect(await readPointer(objects, 'mrms-rate')).toMatchObject(pointer);
  expect(await readFrame(objects, 'mrms-rate', versionOf(NOON + 120))).toEqual(small(2));
  // Nor does a recovery go back to it, although it was completed last.
  objects.contents.delete('mrms-rate/latest.json');
  expect(await readPointer(objects, 'mrms-rate')).toMatchObject({ ...pointer, previous: versionOf(NOON + 120) });
});

const ranked = (rank: number, minutes = 0): RadarFrame => {
  const frame = small(minutes, rank + 1);
  return { ...frame, description: { ...frame.description, version: versionOf(frame.description.validTime, rank) } };
};

test.each([
  ['the partial one first', [ranked(4), ranked(5)], versionOf(NOON, 4)],
  ['the whole one first', [ranked(5), ranked(4)], null],
  ['one of a later time between', [ranked(4), ranked(5, 10), ranked(5)], versionOf(NOON, 4)],
])('of one valid time the most complete frame is published, %s', async (_, frames, previous) => {
  const objects = await storeWith(...frames);
  const last = frames.find(({ description: { version } }) => version === versionOf(NOON + 600, 5)) ?? ranked(5);
  const pointer = { version: last.description.version, previous, sequence: last.description.validTime };
  expect(await readIntactPointer(objects, 'mrms-rate')).toMatchObject(pointer);
  objects.contents.delete('mrms-rate/latest.json');
  expect((await readPointer(objects, 'mrms-rate'))!.version).toBe(pointer.version);
});

test('a version that is complete and damaged is written anew, before readers are pointed to it', async () => {
  const objects = await storeWith(small(0), small(2));
  const key = `mrms-rate/${versionOf(NOON + 120)}/value/c/0/0`;
  for (const stored of [undefined, objects.contents.get(key)!.map((byte, i) => (i === 9 ? byte ^ 1 : byte))]) {
    if (stored === undefined) objects.contents.delete(key);
    else objects.contents.set(key, stored);
    await publishFrame(objects, small(2), NOON + 999);
    expect(await readFrame(objects, 'mrms-rate', versionOf(NOON + 120))).toEqual(small(2));
  }
});

test('the head of a frame is all of it but its field, and is read though the field is damaged', async () => {
  const objects = await storeWith(small(0));
  const { field: _, ...head } = small(0);
  objects.contents.delete(`mrms-rate/${versionOf(NOON)}/value/c/0/0`);
  expect(await readFrameHead(objects, 'mrms-rate', versionOf(NOON))).toEqual(head);
  objects.contents.get(`mrms-rate/${versionOf(NOON)}/zarr.json`)![40]! ^= 1;
  await expect(readFrameHead(objects, 'mrms-rate', versionOf(NOON))).rejects.toMatchObject({ tag: 'object-defect' });
});

test.each<[string, Uint8Array | null]>([
  ['lost', null],
  ['torn', new TextEncoder().encode('{"version": "2026')],
])('a pointer that was %s is put right by the next frame, whichever it is', async (_, bytes) => {
  for (const next of [small(6), small(4), small(1)]) {
    const objects = await storeWith(small(2), small(4));
    if (bytes === null) objects.contents.delete('mrms-rate/latest.json');
    else objects.contents.set('mrms-rate/latest.json', bytes);
    await publishFrame(objects, next, NOON + 900);
    const newest = Math.max(next.description.validTime, NOON + 240);
    expect((await readIntactPointer(objects, 'mrms-rate'))?.version).toBe(versionOf(newest));
  }
});

test('frames stay for their time, and the published and the previous one longer', async () => {
  const objects = await storeWith(small(0), small(2), small(4), small(6));
  const remove = (minutes: number, isHeld = (_: string) => false) =>
    removeOldFrames(objects, 'mrms-rate', { now: NOON + 60 * minutes, keepSeconds: 600, isHeld });
  expect(await remove(10)).toEqual([]);
  expect(await remove(11, (version) => version === versionOf(NOON))).toEqual([]);
  expect(await remove(11)).toEqual([versionOf(NOON)]);
  expect(await remove(10_000)).toEqual([versionOf(NOON + 120)]);
  expect(await versions(objects)).toEqual([4, 6]);
});

test('what a killed writer left goes when it is old; what is no frame is left alone', async () => {
  const objects = await storeWith(small(4), small(6));
  await objects.put(`mrms-rate/${versionOf(NOON)}/zarr.json`, new Uint8Array(3));
  await objects.put('mrms-rate/notes/of-somebody.txt', new Uint8Array(3));
  const removed = await removeOldFrames(objects, 'mrms-rate', { now: NOON + 6000, keepSeconds: 600 });
  expect(removed).toEqual([versionOf(NOON)]);
  expect(await objects.list('mrms-rate/notes/')).toHaveLength(1);
});
