/**
 * The height of a place: making, storing and looking up the simulated ground of the globe at zoom 4, 256 tiles.
 *
 * "making" is the simulator's CPU for the tiles, "ingest" that of fetching over loopback, decoding, packing and storing
 * them in a directory (with its fsyncs). "warm" looks up places of tiles that are decoded, "cold" one place of each tile
 * after all of them have been dropped; the ratio is against reading the bytes of as many tiles with nothing done to them.
 * Places are seeded.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { terrariumTile } from '../simulator/terrarium-tiles.js';
import { systemClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { ignoreProgress } from '../src/base/progress.js';
import { latitudeOfPixel, longitudeOfPixel } from '../src/grid/web-mercator.js';
import { ingestTerrain } from '../src/ingest/terrain/ingest-terrain.js';
import { createElevationLookup } from '../src/query/place/elevation.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { seededRandom } from './seeded-random.fixture.js';

const ZOOM = 4;
const SIDE = 2 ** ZOOM;
const LOOKUPS = 200_000;

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-bench-elevation-'));
const objects = openDirectoryObjects(join(directory, 'objects'));
const random = seededRandom(20261120);

function cpuSeconds(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

const tiles = new Map<string, Uint8Array>();
const making = process.cpuUsage();
for (let y = 0; y < SIDE; y++)
  for (let x = 0; x < SIDE; x++) tiles.set(`/terrarium/${ZOOM}/${x}/${y}.png`, terrariumTile(ZOOM, x, y));
console.log(`making      ${cpuSeconds(making).toFixed(2)} s CPU for ${tiles.size} tiles`);

const server = createServer((request, response) => void response.end(tiles.get(request.url!)));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const begun = performance.now();
const ingest = process.cpuUsage();
await ingestTerrain(
  {
    objects,
    directory: join(directory, 'staging'),
    source: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, simulated: true },
    ledger: { record: async () => undefined, recent: async () => [] },
    clock: systemClock,
    log: silentLog,
    progress: ignoreProgress,
    region: null,
    random,
  },
  { zoom: ZOOM },
);
const wall = (performance.now() - begun) / 1000;
console.log(`ingest      ${cpuSeconds(ingest).toFixed(2)} s CPU, ${wall.toFixed(2)} s on the wall`);
server.close();

function percentile(sorted: Float64Array, share: number): string {
  return `${sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(3)} ms`;
}

/** Middles of all tiles, none next to another in the order of the disk. */
const middles = Array.from({ length: SIDE * SIDE }, (_, i) => (i * 101) % (SIDE * SIDE)).map((tile) => ({
  latitude: latitudeOfPixel((Math.floor(tile / SIDE) + 0.5) * 256 + 3, ZOOM),
  longitude: longitudeOfPixel(((tile % SIDE) + 0.5) * 256 + 3, ZOOM),
}));

async function timeEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<Float64Array> {
  const times = new Float64Array(items.length);
  for (const [i, item] of items.entries()) {
    const start = performance.now();
    await work(item);
    times[i] = performance.now() - start;
  }
  return times.sort();
}

const keys = (await objects.list('terrain/')).filter((key) => key.includes('/height/c/'));
const raw = await timeEach(keys, (key) => objects.get(key));
const elevationAt = createElevationLookup({ objects, log: silentLog });
const cold = await timeEach(middles, ({ latitude, longitude }) => elevationAt(latitude, longitude));
const ratio = cold[cold.length >> 1]! / raw[raw.length >> 1]!;
console.log(`raw read    p50 ${percentile(raw, 0.5)}, p99 ${percentile(raw, 0.99)}`);
console.log(
  `cold        p50 ${percentile(cold, 0.5)}, p99 ${percentile(cold, 0.99)}, ${ratio.toFixed(1)} times the raw read`,
);

for (let round = 0; round < 3; round++) {
  const start = performance.now();
  for (let i = 0; i < LOOKUPS; i++) await elevationAt(40 + 10 * random(), 5 + 15 * random());
  console.log(`warm        ${(((performance.now() - start) / LOOKUPS) * 1000).toFixed(2)} µs`);
}
console.log(`memory      ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`);
objects.close();
rmSync(directory, { recursive: true });
