import { expect, test } from 'vitest';
import { randomCube, writeCube } from '../../../test/random-cube.js';
import { DAY, HOUR } from '../../model/time.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import { readPointer } from '../versions/pointer.js';
import { removeOldVersions } from '../versions/removal.js';
import { publishVersion } from './cube-publication.js';
import { writeCubeMetadata } from './cube-writer.js';

/** Writes and publishes one version for each instant: v1, v2, … */
async function publishAt(...instants: number[]): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  for (const [i, at] of instants.entries()) await publishNext(objects, `v${i + 1}`, at);
  return objects;
}

async function publishNext(objects: MemoryObjects, version: string, at: number): Promise<void> {
  await writeCube(objects, tiny(version, at));
  await publishVersion(objects, 'gfs', version, at);
}

const tiny = (version: string, createdAt: number) =>
  randomCube({ elements: 1, times: 2, rows: 3, columns: 3, seed: 1, version, createdAt });
const versionsIn = ({ contents }: MemoryObjects) =>
  [...new Set([...contents.keys()].filter((key) => key.split('/').length > 2).map((key) => key.split('/')[1]))].sort();
const retain = (objects: MemoryObjects, now: number, held: string[] = []) =>
  removeOldVersions(objects, 'gfs', { now, graceSeconds: 900, isHeld: (version) => held.includes(version) });

test('the pointer names what is published and what was before', async () => {
  const objects = await publishAt(100, 200);
  expect(await readPointer(objects, 'gfs')).toEqual({ version: 'v2', previous: 'v1', publishedAt: 200, sequence: 2 });
  expect(await readPointer(objects, 'hrrr')).toBeNull();
});

test('publishing a version again keeps what was before it', async () => {
  const objects = await publishAt(100, 200);
  await publishVersion(objects, 'gfs', 'v2', 300);
  expect(await readPointer(objects, 'gfs')).toMatchObject({ version: 'v2', previous: 'v1' });
});

test('publishing an older version rolls back to it', async () => {
  const objects = await publishAt(100, 200);
  await publishVersion(objects, 'gfs', 'v1', 300);
  expect(await readPointer(objects, 'gfs')).toMatchObject({ version: 'v1', previous: 'v2' });
});

test('a published version is never written again, a begun one may be', async () => {
  const objects = await publishAt(100, 200);
  for (const version of ['v1', 'v2'])
    await expect(writeCubeMetadata(objects, tiny(version, 300).draft)).rejects.toThrow(RangeError);
  await writeCube(objects, tiny('v3', 300));
  await publishNext(objects, 'v3', 400);
  expect(await readPointer(objects, 'gfs')).toMatchObject({ version: 'v3', previous: 'v2' });
});

test.each([
  ['is missing', (objects: MemoryObjects) => objects.contents.delete('gfs/latest.json'), undefined],
  ['is torn', (objects: MemoryObjects) => objects.contents.set('gfs/latest.json', Buffer.from('{"version":"v')), 0],
  ['is empty', (objects: MemoryObjects) => objects.contents.set('gfs/latest.json', new Uint8Array(0)), 0],
  ['is a list', (objects: MemoryObjects) => objects.contents.set('gfs/latest.json', Buffer.from('[1]')), 0],
  [
    'leads out of the dataset',
    (objects: MemoryObjects) =>
      objects.contents.set(
        'gfs/latest.json',
        Buffer.from('{"version":"../x","previous":null,"publishedAt":1,"sequence":1}'),
      ),
    0,
  ],
])('a pointer that %s is recovered from the complete versions, whatever the clock said', async (_, damage, offset) => {
  const objects = await publishAt(300, 200, 100);
  damage(objects);
  const pointer = await readPointer(objects, 'gfs');
  expect(pointer).toMatchObject({ version: 'v3', previous: 'v2', publishedAt: 100, sequence: 3 });
  expect(pointer?.defect?.offset).toBe(offset);
  await publishNext(objects, 'v4', 400);
  expect(await readPointer(objects, 'gfs')).toEqual({ version: 'v4', previous: 'v3', publishedAt: 400, sequence: 4 });
});

test('a pointer with a flipped bit in the name of its version is recovered, also where that names another version', async () => {
  const objects = await publishAt(100, 200, 300);
  const text = Buffer.from(objects.contents.get('gfs/latest.json')!).toString();
  // "v3" and "v1" differ by one bit, and v1 is still stored.
  objects.contents.set('gfs/latest.json', Buffer.from(text.replace('"v3"', '"v1"')));
  const pointer = await readPointer(objects, 'gfs');
  expect(pointer).toMatchObject({ version: 'v3', previous: 'v2', sequence: 3 });
  expect(pointer?.defect?.rule).toContain('crc32c');
});

test('a pointer of an earlier release, without a checksum, is read', async () => {
  const objects = await publishAt(100, 200);
  const { crc32c: _, ...pointer } = JSON.parse(Buffer.from(objects.contents.get('gfs/latest.json')!).toString());
  objects.contents.set('gfs/latest.json', Buffer.from(JSON.stringify(pointer)));
  expect(await readPointer(objects, 'gfs')).toEqual(pointer);
});

test('recovery never picks a version that is being written again', async () => {
  const objects = await publishAt(100);
  const pointer = objects.contents.get('gfs/latest.json')!;
  await publishNext(objects, 'v2', 200);
  objects.contents.set('gfs/latest.json', pointer); // as if killed before the pointer was replaced
  await writeCubeMetadata(objects, tiny('v2', 300).draft);
  objects.contents.delete('gfs/latest.json');
  expect(await readPointer(objects, 'gfs')).toMatchObject({ version: 'v1', previous: null });
});

test('a version that is begun again cannot be published with the shards of the first attempt', async () => {
  const objects = await publishAt(100);
  await writeCube(objects, tiny('v2', 200));
  await writeCubeMetadata(objects, tiny('v2', 300).draft);
  await expect(publishVersion(objects, 'gfs', 'v2', 400)).rejects.toMatchObject({ tag: 'object-missing' });
});

test('recovery never picks a version whose completion is damaged', async () => {
  const objects = await publishAt(100, 200);
  objects.contents.delete('gfs/latest.json');
  objects.contents.set('gfs/v2/complete.json', Buffer.from('{'));
  expect(await readPointer(objects, 'gfs')).toMatchObject({ version: 'v1', previous: null });
});

test('old versions go when the grace after their successor is over; published and previous stay', async () => {
  const objects = await publishAt(0, HOUR, 2 * HOUR);
  expect(await retain(objects, 2 * HOUR)).toEqual(['v1']);
  expect(versionsIn(objects)).toEqual(['v2', 'v3']);
  expect(await retain(objects, 100 * DAY)).toEqual([]);
});

test('the grace counts from when a version was superseded, not from when it was published', async () => {
  const objects = await publishAt(0, 10 * HOUR, 10 * HOUR + 60);
  expect(await retain(objects, 10 * HOUR + 899)).toEqual([]);
  expect(await retain(objects, 10 * HOUR + 900)).toEqual(['v1']);
});

test('a held version stays until it is given back', async () => {
  const objects = await publishAt(0, HOUR, 2 * HOUR);
  expect(await retain(objects, DAY, ['v1'])).toEqual([]);
  expect(await retain(objects, DAY)).toEqual(['v1']);
});

test('what a killed writer left goes a day after it was begun', async () => {
  const objects = await publishAt(0);
  await writeCubeMetadata(objects, tiny('abandoned', HOUR).draft);
  expect(await retain(objects, HOUR + DAY - 1)).toEqual([]);
  expect(await retain(objects, HOUR + DAY)).toEqual(['abandoned']);
  expect(versionsIn(objects)).toEqual(['v1']);
});

test('what has no sound group document was not begun by a writer that lives, and goes at once', async () => {
  const objects = await publishAt(0);
  objects.contents.set('gfs/stray/fc/c/0/0/0/0', new Uint8Array(9));
  objects.contents.set('gfs/torn/zarr.json', Buffer.from('{"zarr_for'));
  expect(await retain(objects, 1)).toEqual(['stray', 'torn']);
});

test('a complete version whose publication was cut off is kept for a day', async () => {
  const objects = await publishAt(0);
  const pointer = objects.contents.get('gfs/latest.json')!;
  await publishNext(objects, 'v2', HOUR);
  objects.contents.set('gfs/latest.json', pointer);
  expect(await retain(objects, HOUR + DAY - 1)).toEqual([]);
  expect(await retain(objects, HOUR + DAY)).toEqual(['v2']);
});

test('a clock that was set back removes nothing', async () => {
  const objects = await publishAt(DAY, DAY + 10, DAY + 20);
  expect(await retain(objects, 0)).toEqual([]);
});

test('a removed version loses its completion first and its group document last', async () => {
  const objects = await publishAt(0, HOUR, 2 * HOUR);
  const deleted: string[] = [];
  const watching = {
    ...objects,
    delete: (key: string) => {
      deleted.push(key);
      return objects.delete(key);
    },
  };
  await removeOldVersions(watching, 'gfs', { now: DAY, isHeld: () => false });
  expect(deleted[0]).toBe('gfs/v1/complete.json');
  expect(deleted.at(-1)).toBe('gfs/v1/zarr.json');
});
