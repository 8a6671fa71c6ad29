import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { randomScan } from '../../../test/random-scan.js';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import { silentLog } from '../../base/log.js';
import { MINUTE } from '../../model/time.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import { readPointer } from '../versions/pointer.js';
import { readScan, readScanDescription } from './scan-reader.js';
import { createScanShelf } from './scan-shelf.js';
import { heldSites, lastPublished, publishScan, removeOldScans, removeSite } from './scan-writer.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const scanAt = (minutes: number, site = 'KTLX') =>
  randomScan({ site, validTime: NOON + MINUTE * minutes, seed: minutes + 1 });
const versionAt = (minutes: number) => scanAt(minutes).description.version;

async function storeWith(...minutes: readonly number[]) {
  const objects = createMemoryObjects();
  for (const each of minutes) {
    const { description, product } = scanAt(each);
    await publishScan(objects, description, product, NOON + MINUTE * each + 45);
  }
  return objects;
}

test('a sweep is read as it was written, and so is what is said of it', async () => {
  const { description, product } = scanAt(0);
  const objects = await storeWith(0);
  expect(await readScan(objects, 'KTLX', description.version)).toEqual(product);
  expect(await readScanDescription(objects, 'KTLX', description.version)).toEqual(description);
});

test('so is one without a heading, an elevation and folded range, of velocity', async () => {
  const { description, product } = scanAt(0);
  const plain = { ...product, site: null, office: null, elevationAngle: null, rangeFolded: null };
  const velocity = { ...plain, quantity: 'radial-velocity' as const };
  const objects = createMemoryObjects();
  await publishScan(objects, description, velocity, NOON);
  expect(await readScan(objects, 'KTLX', description.version)).toEqual(velocity);
});

test('another reader of Zarr finds the levels, their values, and where the gates are', async () => {
  const { description, product } = scanAt(0);
  const objects = await storeWith(0);
  const store = asZarritaStore(objects, `nexrad-KTLX/${description.version}`);
  const group = await zarr.open.v3(zarr.root(store), { kind: 'group' });
  const read = async (name: string) => zarr.get(await zarr.open.v3(group.resolve(name), { kind: 'array' }));
  const [levels, values, azimuths, ranges] = await Promise.all(['level', 'level_value', 'azimuth', 'range'].map(read));
  expect(levels).toMatchObject({ shape: [36, 20], data: product.levels });
  expect(Array.from(values!.data as Float64Array).slice(0, 4)).toEqual([Number.NaN, Number.NaN, -32, -31.5]);
  expect(azimuths!.data).toEqual(product.starts);
  expect(Array.from(ranges!.data as Float64Array).slice(0, 3)).toEqual([0, 250, 500]);
});

test('readers get the newest, one that comes late does not take its place', async () => {
  const objects = await storeWith(5, 10, 0);
  expect(await readPointer(objects, 'nexrad-KTLX')).toMatchObject({ version: versionAt(10), previous: versionAt(5) });
  expect((await readScan(objects, 'KTLX', versionAt(0))).validTime).toBe(NOON);
});

test('the same version again changes nothing, unless what is stored cannot be read', async () => {
  const objects = await storeWith(0);
  const other = { ...scanAt(0).product, levels: new Uint8Array(36 * 20).fill(9) };
  await publishScan(objects, scanAt(0).description, other, NOON + 900);
  expect((await readScan(objects, 'KTLX', versionAt(0))).levels).toEqual(scanAt(0).product.levels);
  objects.contents.get(`nexrad-KTLX/${versionAt(0)}/level/c/0/0`)![30]! ^= 1;
  await expect(readScan(objects, 'KTLX', versionAt(0))).rejects.toThrow('crc32c');
  await publishScan(objects, scanAt(0).description, other, NOON + 900);
  expect((await readScan(objects, 'KTLX', versionAt(0))).levels[0]).toBe(9);
});

test.each([
  ['level/c/0/0', 'crc32c'],
  ['azimuth/c/0', 'crc32c'],
  ['level_value/c/0', 'crc32c'],
  ['zarr.json', 'crc32c'],
])('a flipped bit in %s is a defect', async (name, rule) => {
  const objects = await storeWith(0);
  objects.contents.get(`nexrad-KTLX/${versionAt(0)}/${name}`)![25]! ^= 4;
  await expect(readScan(objects, 'KTLX', versionAt(0))).rejects.toThrow(rule);
});

test.each([
  ['levels of other gates', { levels: new Uint8Array(7) }],
  ['very many gates', { gates: 5000, levels: new Uint8Array(36 * 5000) }],
  ['widths of other radials', { widths: new Float64Array(35) }],
  ['a gate without length', { gateSpacing: 0 }],
  ['another time than its version', { validTime: NOON + 1 }],
])('%s cannot be stored', async (_, change) => {
  const { description, product } = scanAt(0);
  const objects = createMemoryObjects();
  await expect(publishScan(objects, description, { ...product, ...change }, NOON)).rejects.toThrow(RangeError);
  expect(objects.contents.size).toBe(0);
});

test('old ones go, the published and the one before it stay however old they are', async () => {
  const objects = await storeWith(0, 5, 10, 15);
  expect(await removeOldScans(objects, 'KTLX', NOON + 7 * MINUTE)).toEqual([versionAt(0), versionAt(5)]);
  expect(await removeOldScans(objects, 'KTLX', NOON + 3600)).toEqual([]);
  expect([...objects.contents.keys()].filter((key) => key.includes(versionAt(5)))).toEqual([]);
});

test('a radar goes whole, and touches no other', async () => {
  const objects = await storeWith(0, 5);
  const other = scanAt(0, 'KINX');
  await publishScan(objects, other.description, other.product, NOON + 99);
  await objects.put('nexrad-notes/1/zarr.json', new Uint8Array(1));
  expect(await heldSites(objects)).toEqual(['KINX', 'KTLX']);
  expect(await lastPublished(objects, 'KINX')).toBe(NOON + 99);
  await removeSite(objects, 'KTLX');
  expect(await heldSites(objects)).toEqual(['KINX']);
  expect(await lastPublished(objects, 'KTLX')).toBeNull();
});

test('the shelf has the published version, a newer one two seconds later, and none of what is no radar', async () => {
  const objects = await storeWith(0);
  let now = NOON + 60;
  const shelf = createScanShelf({ objects, clock: { now: () => now }, log: silentLog });
  const { version, validTime, createdAt } = scanAt(0).description;
  expect(await shelf.newest('KTLX')).toEqual({ version, validTime, createdAt, simulated: true });
  expect(await shelf.newest('KINX')).toBeNull();
  expect(await shelf.newest('../KTLX')).toBeNull();
  const later = scanAt(5);
  await publishScan(objects, later.description, later.product, NOON + 345);
  now += 1;
  expect((await shelf.newest('KTLX'))?.version).toBe(version);
  now += 1;
  expect((await shelf.newest('KTLX'))?.version).toBe(versionAt(5));
});

test('of a version whose documents are damaged the shelf has the one before', async () => {
  const objects = await storeWith(0, 5);
  objects.contents.get(`nexrad-KTLX/${versionAt(5)}/zarr.json`)![25]! ^= 4;
  const shelf = createScanShelf({ objects, clock: { now: () => NOON }, log: silentLog });
  expect((await shelf.newest('KTLX'))?.version).toBe(versionAt(0));
});
