/** A stored terrain: what it keeps of heights, what other readers see of it, and its versions on a real disk. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { isTagged } from '../../base/errors.js';
import { tileWindow } from '../../grid/web-mercator.js';
import { openDirectoryObjects } from '../objects/directory-objects.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { removeOldVersions } from '../versions/removal.js';
import {
  CHUNK_VALUES,
  HEIGHT_BASE,
  HEIGHT_STEP,
  TERRAIN_DATASET,
  type TerrainFacts,
  tileKey,
} from './terrain-layout.js';
import { openTerrain, readTerrainGroup, readTile } from './terrain-reader.js';
import { beginTerrain, packHeights, publishTerrain } from './terrain-writer.js';

const root = mkdtempSync(join(tmpdir(), 'weatherglass-terrain-store-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FACTS: TerrainFacts = {
  source: 'terrarium',
  origin: 'https://tiles.example',
  simulated: false,
  window: tileWindow({ south: -10, west: 175, north: 10, east: -175 }, 4),
};

/** Two columns over the date line, two rows over the equator. */
async function writeAll(objects: ObjectStore, facts: TerrainFacts, now: number): Promise<string> {
  const draft = await beginTerrain(objects, facts, now);
  for (let y = 0; y < facts.window.down; y++)
    for (let x = 0; x < facts.window.across; x++) await draft.write(x, y, heightsOf(x, y));
  await publishTerrain(objects, draft.description.version, now);
  return draft.description.version;
}

/** Whole steps; one pixel of each tile is missing. */
function heightsOf(x: number, y: number): Float32Array {
  return Float32Array.from({ length: CHUNK_VALUES }, (_, i) =>
    i === 77 ? Number.NaN : 1000 * x - 300 * y + (i % 999) / 4,
  );
}

test('heights keep 0.125 m, from below the Dead Sea to above Everest; NaN stays missing', () => {
  fc.assert(
    fc.property(fc.double({ min: -4191, max: 12_190, noNaN: true }), (height) => {
      const [packed] = packHeights(new Float32Array(CHUNK_VALUES).fill(height));
      expect(Math.abs(packed! * HEIGHT_STEP + HEIGHT_BASE - Math.fround(height))).toBeLessThanOrEqual(0.125);
    }),
    { numRuns: 50 },
  );
  const rest = [Number.NaN, 1e9, -1e9].map((height) => packHeights(new Float32Array(CHUNK_VALUES).fill(height))[0]);
  expect(rest).toEqual([-32768, 32767, -32767]);
  expect(() => packHeights(new Float32Array(5))).toThrow(RangeError);
});

test('zarrita reads the heights and coordinates that were written', async () => {
  const objects = createMemoryObjects();
  const version = await writeAll(objects, FACTS, 1000);
  const store = { get: async (key: string) => objects.contents.get(`terrain/${version}${key}`) };
  const group = await zarr.open(zarr.root(store), { kind: 'group' });
  const height = await zarr.open(group.resolve('height'), { kind: 'array' });
  expect(height.shape).toEqual([512, 512]);
  expect(height.attrs).toMatchObject({ scale_factor: 0.25, add_offset: 4000, _FillValue: -32768, units: 'm' });
  const { data } = (await zarr.get(height)) as { data: Int16Array };
  for (const [x, y, i] of [
    [0, 0, 0],
    [1, 0, 500],
    [0, 1, 65_535],
    [1, 1, 77],
  ] as const) {
    const packed = data[(y * 256 + Math.floor(i / 256)) * 512 + x * 256 + (i % 256)]!;
    expect(packed === -32768 ? Number.NaN : packed * 0.25 + 4000).toEqual(heightsOf(x, y)[i]);
  }
  const side = (2 * 20037508.342789244) / 4096; // m of a pixel at zoom 4
  const axis = async (name: string) => {
    const array = await zarr.open(group.resolve(name), { kind: 'array' });
    return ((await zarr.get(array)) as { data: Float64Array }).data;
  };
  expect((await axis('x'))[0]).toBeCloseTo(20037508.342789244 - 255.5 * side, 4); // the last tile before 180°
  expect((await axis('y'))[255]).toBeCloseTo(side / 2, 4); // the last row north of the equator
});

test('an unfinished version with the same facts is gone on with, one with others is not', async () => {
  const objects = createMemoryObjects();
  const first = await beginTerrain(objects, FACTS, 1000);
  await first.write(1, 0, heightsOf(1, 0));
  const again = await beginTerrain(objects, FACTS, 2000);
  expect(again.description).toEqual(first.description);
  expect([again.has(0, 0), again.has(1, 0)]).toEqual([false, true]);
  const other = await beginTerrain(objects, { ...FACTS, simulated: true }, 2000);
  expect(other.description.version).not.toBe(first.description.version);
  expect(other.has(1, 0)).toBe(false);
  await expect(publishTerrain(objects, first.description.version, 3000)).rejects.toMatchObject({
    tag: 'object-missing',
  });
});

test('a published version is begun anew, never written again', async () => {
  const objects = createMemoryObjects();
  const version = await writeAll(objects, FACTS, 1000);
  expect((await beginTerrain(objects, FACTS, 1000)).description.version).toBe(`${version}-2`);
});

test('versions come and go in a directory; the one before stays for readers that hold it', async () => {
  const objects = openDirectoryObjects(root);
  const versions: string[] = [];
  for (let n = 1; n <= 4; n++) {
    versions.push(await writeAll(objects, { ...FACTS, origin: `edition ${n}` }, n * 1000));
    await removeOldVersions(objects, TERRAIN_DATASET, { now: n * 1000, isHeld: () => false });
  }
  expect(readdirSync(join(root, TERRAIN_DATASET)).sort()).toEqual(['latest.json', ...versions.slice(-2)].sort());
  const description = await openTerrain(objects, versions.at(-1)!);
  expect(description).toMatchObject({ ...FACTS, origin: 'edition 4', createdAt: 4000 });
  expect(await readTile(objects, versions.at(-1)!, 1, 1)).toEqual(packHeights(heightsOf(1, 1)));
  objects.close();
});

test('damage to a tile or to the description is a defect with its key', async () => {
  const objects = createMemoryObjects();
  const version = await writeAll(objects, FACTS, 1000);
  const group = objects.contents.get(`terrain/${version}/zarr.json`)!;
  await fc.assert(
    fc.asyncProperty(fc.nat(group.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const damaged = Uint8Array.from(group, (byte, i) => (i === at ? byte ^ mask : byte));
      objects.contents.set(`terrain/${version}/zarr.json`, damaged);
      await expect(openTerrain(objects, version)).rejects.toMatchObject({ tag: 'object-defect' });
      try {
        readTerrainGroup(version, damaged);
      } catch (error) {
        expect(isTagged(error, 'object-defect')).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
  const key = tileKey(version, 0, 0);
  const tile = objects.contents.get(key)!;
  await fc.assert(
    fc.asyncProperty(fc.nat(tile.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      objects.contents.set(
        key,
        Uint8Array.from(tile, (byte, i) => (i === at ? byte ^ mask : byte)),
      );
      await expect(readTile(objects, version, 0, 0)).rejects.toMatchObject({ tag: 'object-defect', key });
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['no tile', { across: 0 }],
  ['a column beyond the world', { firstX: 16 }],
  ['a row beyond the world', { firstY: 15, down: 2 }],
  ['a zoom that is no number', { zoom: 4.5 }],
  ['more than can be listed', { zoom: 12, firstX: 0, firstY: 0, across: 4096, down: 4096 }],
])('a window of %s is refused', async (_, change) => {
  const window = { ...FACTS.window, ...change };
  await expect(beginTerrain(createMemoryObjects(), { ...FACTS, window }, 0)).rejects.toThrow(RangeError);
});
