import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { groundAt } from '../../simulator/terrain.js';
import { isTile, terrariumTile } from '../../simulator/terrarium-tiles.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { ingestTerrain } from '../../src/ingest/terrain/ingest-terrain.js';
import type { PublishedTerrain, TerrainContext } from '../../src/ingest/terrain/terrain-making.js';
import { createElevationLookup } from '../../src/query/place/elevation.js';
import { type Fault, withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { ingestDependencies } from '../ingest-dependencies.js';
import { createMemoryRecords } from '../memory-records.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const ALPS = { south: 44, west: 5, north: 48, east: 14 };

let server: Server;
let baseUrl: string;
let directory: string;
let asked: string[] = [];
/** What the next requests of a tile are answered with instead of the tile. */
let answers: (number | ((png: Uint8Array) => Uint8Array))[] = [];
const tiles = new Map<string, Uint8Array>();

function tileAt(path: string): Uint8Array | null {
  const [zoom, x, y] = (/^\/terrarium\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(path) ?? []).slice(1).map(Number);
  if (zoom === undefined || !isTile(zoom, x!, y!)) return null;
  const known = tiles.get(path) ?? terrariumTile(zoom, x!, y!);
  tiles.set(path, known);
  return known;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'weatherglass-terrain-'));
  server = createServer((request, response) => {
    asked.push(request.url!);
    const tile = tileAt(request.url!);
    const answer = tile === null ? 404 : (answers.shift() ?? 200);
    if (answer === 200) response.end(tile);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.end(answer(tile!));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  asked = [];
  answers = [];
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

function dependencies(objects: ObjectStore, changes: Partial<TerrainContext> = {}): TerrainContext {
  const own = { objects, directory, clock: fixedClock(NOW) };
  return ingestDependencies(baseUrl, own, { region: ALPS, sleep: async () => undefined, ...changes });
}

/** 3 × 2 tiles. */
const ZOOM_6 = { zoom: 6 };

test('the simulated ground of a region comes out of the look-up, as well as pixels can hold it', async () => {
  const objects = createMemoryObjects();
  const outcome = (await ingestTerrain(dependencies(objects), ZOOM_6)) as PublishedTerrain;
  expect(outcome).toMatchObject({ kind: 'published', reused: 0, absent: 0 });
  expect(outcome.tiles).toBe(new Set(asked).size);
  const elevationAt = createElevationLookup({ objects, log: silentLog });
  for (const [latitude, longitude] of [
    [44, 5],
    [46.5, 8],
    [47.9, 13.9],
    [45.4, 12.3],
  ] as const) {
    const height = await elevationAt(latitude, longitude);
    // pixels of 1.7 km, between which the ground bends by less than 2 m; 0.25 m of the store, 0.25 of the tiles
    expect(Math.abs(height! - groundAt(latitude, longitude).elevation)).toBeLessThan(2.5);
  }
  expect(await elevationAt(0, 0)).toBeNull();
});

test('what is published already is not asked for again, unless it is wished anew', async () => {
  const objects = createMemoryObjects();
  const first = (await ingestTerrain(dependencies(objects), ZOOM_6)) as PublishedTerrain;
  asked = [];
  expect(await ingestTerrain(dependencies(objects), ZOOM_6)).toEqual({ kind: 'nothing-new', version: first.version });
  expect(asked).toEqual([]);
  const again = (await ingestTerrain(dependencies(objects), { ...ZOOM_6, anew: true })) as PublishedTerrain;
  expect(again).toMatchObject({ kind: 'published', reused: 0, tiles: first.tiles });
  expect(again.version).not.toBe(first.version);
});

test('the zoom that is left to the ingest goes as high as it may', async () => {
  const objects = createMemoryObjects();
  const region = { south: 46.1, west: 7.1, north: 46.2, east: 7.2 };
  const outcome = await ingestTerrain(dependencies(objects, { region }), { zoom: null });
  expect(outcome).toMatchObject({ window: { zoom: 11 } });
  const demo = await ingestTerrain(dependencies(objects, { region }), { zoom: null, highestZoom: 4 });
  expect(demo).toMatchObject({ window: { zoom: 4, across: 1, down: 1 } });
});

test('a torn tile, a 500 and a page instead of a picture are asked for again', async () => {
  const objects = createMemoryObjects();
  const page = (): Uint8Array => Buffer.from('<html>sorry</html>');
  answers = [(png) => png.subarray(0, png.length >> 1), 500, page, page];
  const outcome = (await ingestTerrain(dependencies(objects), ZOOM_6)) as PublishedTerrain;
  expect(outcome.absent).toBe(0);
  expect(asked.length).toBe(outcome.tiles + 4);
});

test('a tile that stays torn fails the ingest with its address; what was stored is not fetched again', async () => {
  const objects = createMemoryObjects();
  const { ledger } = createMemoryRecords();
  const torn = (png: Uint8Array): Uint8Array => png.subarray(0, 100);
  answers = [200, 200, ...Array<typeof torn>(40).fill(torn)];
  await expect(ingestTerrain(dependencies(objects, { ledger }), ZOOM_6)).rejects.toMatchObject({
    tag: 'upstream',
    fault: 'framing',
    url: expect.stringContaining('/terrarium/6/'),
  });
  expect((await ledger.recent('terrain', 5)).map(({ status }) => status)).toEqual(['running', 'failed']);
  const stored = [...objects.contents.keys()].filter((key) => key.includes('/height/c/')).length;
  expect(stored).toBeGreaterThan(0);
  answers = [];
  const outcome = (await ingestTerrain(dependencies(objects), ZOOM_6)) as PublishedTerrain;
  expect(outcome.reused).toBe(stored);
  expect(outcome.traffic.requests).toBe(outcome.tiles - stored);
});

test('an origin without the tiles publishes nothing, and none of them counts as stored', async () => {
  const objects = createMemoryObjects();
  answers = Array<number>(100).fill(403);
  await expect(ingestTerrain(dependencies(objects), ZOOM_6)).rejects.toMatchObject({
    tag: 'upstream',
    fault: 'not-yet',
  });
  expect([...objects.contents.keys()].filter((key) => key.includes('/height/c/'))).toEqual([]);
});

test('a zoom that the region is too large for names the setting', async () => {
  const deps = dependencies(createMemoryObjects(), { region: null });
  await expect(ingestTerrain(deps, { zoom: 12 })).rejects.toMatchObject({
    tag: 'config',
    setting: 'WEATHERGLASS_TERRAIN_ZOOM',
  });
});

test('killed at any operation of the store, a reader sees the old terrain or the new, and the next ingest ends well', async () => {
  const small = { south: 46, west: 11, north: 46.5, east: 12 }; // two tiles at zoom 5
  const before = createMemoryObjects();
  await ingestTerrain(dependencies(before, { region: small }), { zoom: 3 });
  const changed = { zoom: 5 };
  const counted = withFault(copyOf(before), { at: Number.POSITIVE_INFINITY, moment: 'before' });
  await ingestTerrain(dependencies(counted, { region: small, clock: fixedClock(NOW + 60) }), changed);
  const operations = counted.operations();
  const [coarse, fine] = [await heightIn(before), await heightIn(counted)];
  expect(coarse).not.toBe(fine);
  for (let at = 1; at <= operations; at++)
    for (const moment of ['before', 'after'] as const) {
      const objects = copyOf(before);
      await expectKilled(objects, { at, moment }, small);
      expect([coarse, fine]).toContain(await heightIn(objects));
      await ingestTerrain(dependencies(objects, { region: small, clock: fixedClock(NOW + 120) }), changed);
      expect(await heightIn(objects)).toBe(fine);
    }
});

async function expectKilled(objects: ObjectStore, fault: Fault, region: typeof ALPS): Promise<void> {
  const deps = dependencies(withFault(objects, fault), { region, clock: fixedClock(NOW + 60) });
  await expect(ingestTerrain(deps, { zoom: 5 })).rejects.toThrow('killed');
}

function copyOf({ contents }: ReturnType<typeof createMemoryObjects>) {
  const copy = createMemoryObjects();
  for (const [key, bytes] of contents) copy.contents.set(key, new Uint8Array(bytes));
  return copy;
}

const heightIn = (objects: ObjectStore) => createElevationLookup({ objects, log: silentLog })(46.2, 11.1);

test('tiles in a directory are as good as tiles over HTTP; those that are not there are missing', async () => {
  const folder = join(directory, 'tiles');
  for (const [x, y] of [
    [33, 22],
    [34, 22],
    [33, 23],
  ] as const) {
    const path = join(folder, '6', String(x), `${y}.png`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, tileAt(`/terrarium/6/${x}/${y}.png`)!);
  }
  const objects = createMemoryObjects();
  const deps = dependencies(objects, { region: null });
  const outcome = await ingestTerrain(deps, { zoom: null, from: [folder] });
  expect(outcome).toMatchObject({ window: { zoom: 6, firstX: 33, firstY: 22, across: 2, down: 2 }, absent: 1 });
  const elevationAt = createElevationLookup({ objects, log: silentLog });
  expect(await elevationAt(46.5, 8)).toBeCloseTo(groundAt(46.5, 8).elevation, -1);
  expect(await elevationAt(44.5, 13)).toBeNull();
});

test.each([
  ['nothing at all', '/nowhere/at/all', 'upstream'],
  ['no elevation', 'docs/methods', 'upstream'],
])('a path that holds %s says so', async (_, from, tag) => {
  const deps = dependencies(createMemoryObjects());
  await expect(ingestTerrain(deps, { zoom: null, from: [from] })).rejects.toMatchObject({ tag });
});
