import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDirectoryObjects } from './directory-objects.js';
import { createMemoryObjects } from './memory-objects.fixture.js';
import type { ObjectStore } from './object-store.js';

const roots: string[] = [];
function freshRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-objects-'));
  roots.push(root);
  return root;
}
afterAll(() => roots.forEach((root) => void rmSync(root, { recursive: true, force: true })));

const bytes = (...values: number[]) => Uint8Array.from(values);
const tag = (name: string) => expect.objectContaining({ tag: name });

describe.each<[string, () => ObjectStore]>([
  ['directory', () => openDirectoryObjects(freshRoot())],
  ['memory', createMemoryObjects],
])('%s objects', (_, open) => {
  test('give back what was put, whole and in ranges', async () => {
    const objects = open();
    await objects.put('a/b.bin', bytes(1, 2, 3, 4, 5));
    expect(await objects.get('a/b.bin')).toEqual(bytes(1, 2, 3, 4, 5));
    expect(await objects.get('a/b.bin', { offset: 1, length: 3 })).toEqual(bytes(2, 3, 4));
    expect(await objects.get('a/b.bin', { suffix: 2 })).toEqual(bytes(4, 5));
    expect(await objects.get('a/b.bin', { offset: 5, length: 0 })).toEqual(bytes());
  });

  test('hold an empty object', async () => {
    const objects = open();
    await objects.put('empty', bytes());
    expect(await objects.get('empty')).toEqual(bytes());
    expect(await objects.get('empty', { suffix: 0 })).toEqual(bytes());
  });

  test('replace an object, for readers of ranges too', async () => {
    const objects = open();
    await objects.put('k', bytes(1, 2, 3));
    await objects.get('k', { offset: 0, length: 1 });
    await objects.put('k', bytes(9, 8));
    expect(await objects.get('k')).toEqual(bytes(9, 8));
    expect(await objects.get('k', { suffix: 2 })).toEqual(bytes(9, 8));
  });

  test('keep what they hold apart from the arrays that came in and went out', async () => {
    const objects = open();
    const given = Buffer.from([1, 2, 3]);
    await objects.put('k', given);
    given[0] = 99;
    (await objects.get('k'))[1] = 99;
    expect(await objects.get('k')).toEqual(bytes(1, 2, 3));
  });

  test('list keys by their beginning, sorted', async () => {
    const objects = open();
    for (const key of ['gfs/v2/zarr.json', 'gfs/v1/fc/c/0', 'gfs/latest.json', 'gfs-west/v1/x', 'hrrr/x'])
      await objects.put(key, bytes(0));
    expect(await objects.list('gfs/')).toEqual(['gfs/latest.json', 'gfs/v1/fc/c/0', 'gfs/v2/zarr.json']);
    expect(await objects.list('gfs/v')).toEqual(['gfs/v1/fc/c/0', 'gfs/v2/zarr.json']);
    expect(await objects.list('gfs')).toHaveLength(4);
    expect(await objects.list('')).toHaveLength(5);
    expect(await objects.list('nothing/here/')).toEqual([]);
  });

  test('forget a deleted object; deleting it again is no error', async () => {
    const objects = open();
    await objects.put('a/b', bytes(1));
    await objects.get('a/b', { suffix: 1 });
    await objects.delete('a/b');
    await objects.delete('a/b');
    await objects.delete('never/was');
    expect(await objects.list('')).toEqual([]);
    await expect(objects.get('a/b', { suffix: 1 })).rejects.toEqual(tag('object-missing'));
  });

  test.each(['absent', 'a', 'a/b/c'])('say that %s is missing, not how the disk put it', async (key) => {
    const objects = open();
    await objects.put('a/b', bytes(1));
    await expect(objects.get(key)).rejects.toEqual(tag('object-missing'));
    await expect(objects.get(key, { offset: 0, length: 1 })).rejects.toEqual(tag('object-missing'));
  });

  test.each([
    ['a range beyond the end', { offset: 2, length: 2 }, 2],
    ['a suffix longer than the object', { suffix: 4 }, 0],
  ])('call %s a defect', async (__, range, offset) => {
    const objects = open();
    await objects.put('k', bytes(1, 2, 3));
    await expect(objects.get('k', range)).rejects.toMatchObject({ tag: 'object-defect', key: 'k', offset });
  });

  test.each([
    '',
    '/a',
    'a/',
    'a//b',
    '..',
    'a/../b',
    './a',
    '.hidden',
    'a/.b',
    'a b',
    'a\\b',
    'ä',
    'a\0b',
    'x'.repeat(201),
  ])('refuse the key "%s" everywhere', async (key) => {
    const objects = open();
    await expect(objects.get(key)).rejects.toThrow(RangeError);
    await expect(objects.put(key, bytes(1))).rejects.toThrow(RangeError);
    await expect(objects.delete(key)).rejects.toThrow(RangeError);
  });

  test.each([{ offset: -1, length: 1 }, { offset: 0, length: 0.5 }, { suffix: Number.NaN }])(
    'refuse the range %j',
    async (range) => {
      const objects = open();
      await objects.put('k', bytes(1, 2, 3));
      await expect(objects.get('k', range)).rejects.toThrow(RangeError);
    },
  );
});

test('a file that shrank under an open reader is a defect where it ends', async () => {
  const root = freshRoot();
  const objects = openDirectoryObjects(root);
  await objects.put('k', new Uint8Array(100));
  await objects.get('k', { offset: 0, length: 100 });
  truncateSync(join(root, 'k'), 40);
  const read = objects.get('k', { offset: 30, length: 20 });
  await expect(read).rejects.toMatchObject({ tag: 'object-defect', key: 'k', offset: 40 });
});

test('more files than stay open are read at the same time, each with its own bytes', async () => {
  const objects = openDirectoryObjects(freshRoot());
  const numbers = Array.from({ length: 200 }, (_, i) => i);
  await Promise.all(numbers.map((i) => objects.put(`k${i}`, bytes(i))));
  for (let round = 0; round < 3; round++) {
    const read = await Promise.all(numbers.map((i) => objects.get(`k${i}`, { offset: 0, length: 1 })));
    expect(read.map((one) => one[0])).toEqual(numbers);
  }
  objects.close();
});

test('files that another process deleted are closed when the next one is opened', async () => {
  const root = freshRoot();
  const [reader, remover] = [openDirectoryObjects(root), openDirectoryObjects(root)];
  await remover.put('v1/shard', bytes(1));
  await remover.put('v2/shard', bytes(2));
  await reader.get('v1/shard', { suffix: 1 });
  await remover.delete('v1/shard');
  expect(await reader.get('v1/shard', { suffix: 1 })).toEqual(bytes(1)); // a lease in another process still reads
  await reader.get('v2/shard', { suffix: 1 });
  await expect(reader.get('v1/shard', { suffix: 1 })).rejects.toEqual(tag('object-missing'));
});

test('a half-written file of a dead process is invisible, and goes when the version around it does', async () => {
  const root = freshRoot();
  const objects = openDirectoryObjects(root);
  await objects.put('gfs/v1/fc/c/0', bytes(1));
  await objects.put('gfs/v1/zarr.json', bytes(1));
  const beyondAnyPid = 2 ** 22 + 1;
  writeFileSync(join(root, 'gfs/v1/fc', `.${beyondAnyPid}.0-0.unfinished`), 'half');
  expect(await objects.list('')).toEqual(['gfs/v1/fc/c/0', 'gfs/v1/zarr.json']);
  await objects.delete('gfs/v1/fc/c/0');
  await objects.delete('gfs/v1/zarr.json');
  expect(readdirSync(root)).toEqual([]);
});

test('a file that this process is still writing stays', async () => {
  const root = freshRoot();
  const objects = openDirectoryObjects(root);
  await objects.put('v/a', bytes(1));
  const name = `.${process.pid}.1-1.unfinished`;
  writeFileSync(join(root, 'v', name), 'half');
  await objects.delete('v/a');
  expect(readdirSync(join(root, 'v'))).toEqual([name]);
});

test('puts into a directory that deletes keep emptying all succeed', async () => {
  const objects = openDirectoryObjects(freshRoot());
  const churn = Array.from({ length: 40 }, async (_, i) => {
    await objects.put(`d/e/k${i}`, bytes(i));
    await objects.delete(`d/e/k${i}`);
  });
  await Promise.all(churn);
  expect(await objects.list('')).toEqual([]);
});
