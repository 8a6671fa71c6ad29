import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { NOON, randomFires, randomPlumes } from '../../../test/random-fires.js';
import { fixedClock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import { openDirectoryObjects } from '../objects/directory-objects.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readFires, readPlumes } from './fire-reader.js';
import { createFireShelf } from './fire-shelf.js';
import { publishFires, publishPlumes, removeOldFires } from './fire-writer.js';

const OBSERVED = { validTime: NOON - 3600, createdAt: NOON, simulated: true };
const shelfOf = (objects: ObjectStore) => createFireShelf({ objects, clock: fixedClock(NOON), log: silentLog });

const root = mkdtempSync(join(tmpdir(), 'weatherglass-fires-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([0, 1, 5, 3000])('%i fires are read as they were published', async (count) => {
  const objects = createMemoryObjects();
  const fires = randomFires(count, 3);
  const published = await publishFires(objects, fires, OBSERVED);
  expect(await shelfOf(objects).newest('fires')).toEqual({ version: '20261120T120000Z', ...OBSERVED });
  expect(await readFires(objects, published.version)).toEqual(fires);
});

test.each([0, 1, 40])('%i plumes are read as they were published', async (count) => {
  const objects = createMemoryObjects();
  const plumes = randomPlumes(count, 4);
  const { version } = await publishPlumes(objects, plumes, OBSERVED);
  expect(await readPlumes(objects, version)).toEqual(plumes);
});

test('before anything is published there is nothing', async () => {
  expect(await shelfOf(createMemoryObjects()).newest('fires')).toBeNull();
});

test('on a disk: versions follow each other, also within a second or with a clock set back; old ones go', async () => {
  const objects = openDirectoryObjects(root);
  const shelf = createFireShelf({ objects, clock: { now: () => NOON + 4000 }, log: silentLog });
  const names: string[] = [];
  for (const [n, createdAt] of [NOON, NOON, NOON - 500, NOON + 3600, NOON + 3700].entries()) {
    const { version } = await publishFires(objects, randomFires(20 + n, n), { ...OBSERVED, createdAt });
    names.push(version);
    expect((await shelf.newest('fires'))?.version).toBe(version);
  }
  expect(names).toEqual([...names].sort());
  expect(new Set(names).size).toBe(5);
  await removeOldFires(objects, 'fires', NOON + 3600 + 1000);
  expect(readdirSync(join(root, 'fires')).sort()).toEqual([...names.slice(3), 'latest.json']);
  expect((await readFires(objects, names[4]!)).times).toHaveLength(24);
  objects.close();
});

test.each([
  ['columns of different lengths', { longitudes: new Float64Array(2) }, 'columns are of equal length'],
  ['a latitude beyond the pole', { latitudes: Float64Array.of(1, 2, 90.5) }, 'latitudes are -90..90'],
  ['a longitude that is none', { longitudes: Float64Array.of(1, 2, Number.NaN) }, 'longitudes are -540..540'],
])('%s are not published', async (_, wrong, rule) => {
  const objects = createMemoryObjects();
  await expect(publishFires(objects, { ...randomFires(3, 1), ...wrong }, OBSERVED)).rejects.toThrow(rule);
  expect(objects.contents.size).toBe(0);
});

test('a damaged version gives way to the one before it', async () => {
  const objects = createMemoryObjects();
  const first = await publishFires(objects, randomFires(3, 1), OBSERVED);
  const second = await publishFires(objects, randomFires(4, 2), { ...OBSERVED, createdAt: NOON + 60 });
  objects.contents.set(`fires/${second.version}/zarr.json`, new TextEncoder().encode('{"zarr_format"'));
  expect((await shelfOf(objects).newest('fires'))?.version).toBe(first.version);
});

const SOME_FIRES = randomFires(200, 5);
const SOME_PLUMES = randomPlumes(30, 6);

test.each(['fires', 'plumes'] as const)(
  'whatever octet of %s is damaged, readers get them whole or a defect',
  async (dataset) => {
    const whole = createMemoryObjects();
    const { version } =
      dataset === 'fires'
        ? await publishFires(whole, SOME_FIRES, OBSERVED)
        : await publishPlumes(whole, SOME_PLUMES, OBSERVED);
    const keys = [...whole.contents.keys()].filter((key) => key.includes(version) && !/\/\w+\/zarr\.json$/.test(key));
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), share, fc.integer({ min: 1, max: 255 }), async (key, at, change) => {
        const objects = createMemoryObjects();
        for (const [name, bytes] of whole.contents) objects.contents.set(name, Uint8Array.from(bytes));
        const harmed = objects.contents.get(key)!;
        harmed[Math.floor(at * harmed.length)]! ^= change;
        const read = dataset === 'fires' ? readFires(objects, version) : readPlumes(objects, version);
        const outcome: unknown = await read.catch((error: unknown) => error);
        if (!isTagged(outcome, 'object-defect'))
          expect(outcome).toEqual(dataset === 'fires' ? SOME_FIRES : SOME_PLUMES);
      }),
      { seed: 7, numRuns: 150 },
    );
  },
);

test.each([
  ['more fires than there may be', { sizes: { fire: 2e6 } }, 'fires have 0 to 1000000 along fire; got 2000000'],
  ['sizes that the arrays do not have', { sizes: { fire: 7 } }, 'latitude.shape is [7]'],
  ['another format', { format: 'weatherglass-forecast-cube' }, 'is weatherglass-observations 1'],
])('a group document of %s is a defect before memory is taken', async (_, attributes, rule) => {
  const objects = createMemoryObjects();
  const { version } = await publishFires(objects, randomFires(3, 1), OBSERVED);
  const key = `fires/${version}/zarr.json`;
  const { readDocument } = await import('../versions/json-document.js');
  const { writeCompletion } = await import('../versions/completion.js');
  const group = structuredClone(readDocument(key, objects.contents.get(key)!).fields) as { attributes: object };
  Object.assign(group.attributes, attributes);
  const metadata = new TextEncoder().encode(JSON.stringify(group));
  await objects.put(key, metadata);
  await writeCompletion(objects, 'fires', version, { metadata, sequence: 1, publishedAt: NOON });
  await expect(readFires(objects, version)).rejects.toMatchObject({ tag: 'object-defect' });
  await expect(readFires(objects, version)).rejects.toThrow(rule);
});
