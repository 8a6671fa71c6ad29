/**
 * `/v1/map-tiles` over loopback: warm tiles, tiles that the client holds, and tiles that have to be drawn; and what drawing
 * them costs those who ask for forecasts.
 *
 * Warm tiles beside a bare node:http server that sends the same bytes: the key check, the limiter, the metrics and the
 * product with its frames and caches are the real ones. Server here, load in a child process; rounds are interleaved and
 * the best of each counts, so that what else the machine does weighs on all alike.
 *
 * Latency: a GFS run of the simulated upstream in a directory, forecasts on it, asked with a pause, first alone and then
 * while a second child asks for tiles that nobody has asked for before as fast as they are drawn, by one thread.
 *
 * Memory: resident, with the thread, before the cache of 64 MB is filled and after. It is filled with copies of one tile, since
 * drawing so many would take minutes, until half as much again as it holds was given to it; then the newest is still there and
 * the oldest is not.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulatedUpstream } from '../simulator/upstream.js';
import { fixedClock, systemClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { timerSleep } from '../src/base/retry.js';
import { countPeriods } from '../src/base/shared-value.js';
import { ingestLatest } from '../src/ingest/ingest-feed.js';
import { HOUR } from '../src/model/time.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import { drawInThreads } from '../src/products/tiles/drawing/drawing-threads.js';
import { createTilesProduct } from '../src/products/tiles/tiles.js';
import { createCubeShelf } from '../src/store/cubes/cube-shelf.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { startTileThread } from '../src/tile-threads.js';
import { ingestDependencies } from '../test/ingest-dependencies.js';
import type { LoadOrder } from './http-load.fixture.js';
import { better, type Figures, headersFor, load, startBare, startSubject } from './http-service.fixture.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const SECONDS = 1.5;
const CONNECTIONS = 16;
const CACHE_BYTES = 64 * 2 ** 20;
const NOW = Date.UTC(2026, 10, 20, 13, 5) / 1000;
const WARM = '/v1/map-tiles/temperature-global/3/2/3';
const COLD = '/v1/map-tiles/temperature/10/@x/@y';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-bench-'));
const objectsDirectory = join(directory, 'objects');
const objects = openDirectoryObjects(objectsDirectory);
const clock = fixedClock(NOW);

async function ingest(): Promise<void> {
  const upstream = await startSimulatedUpstream({ port: 0, seed: 7, gridStepDegrees: 2.5, clock });
  const leads = Array.from({ length: 25 }, (_, hour) => hour * HOUR);
  const own = { objects, directory: join(directory, 'staging'), clock };
  try {
    const outcome = await ingestLatest(ingestDependencies(upstream.url, own, { leads }), 'gfs');
    if (outcome.kind !== 'published') throw new Error(`GFS ends as ${outcome.kind}`);
  } finally {
    await upstream.close();
  }
}

await ingest();
const shelf = createCubeShelf({ objects, clock: systemClock, log: silentLog });
const drawing = drawInThreads({
  count: 1,
  start: (onExit) => startTileThread({ readSeconds: 2, openFiles: undefined, objectsDirectory }, onExit),
  sleep: timerSleep,
  log: silentLog,
});
const nothing = { newest: async () => null, previous: async () => null };
const never = () => Promise.reject(new RangeError('nobody asks for it here'));
/** Set: tiles are copies of these bytes. */
let copied: Buffer | null = null;
const tiles = createTilesProduct({
  drawing: { ...drawing, draw: async (order) => (copied === null ? drawing.draw(order) : Uint8Array.from(copied)) },
  ...{ shelf, clock, machineClock: systemClock, period: countPeriods(2, systemClock), log: silentLog },
  radar: { kept: async () => [] },
  networks: [],
  scans: nothing,
  requests: null,
  fires: nothing,
  alerts: { drawn: never, status: never },
  readSource: never,
  cacheBytes: CACHE_BYTES,
  store: null,
  simulated: true,
});
const subject = await startSubject(createForecastProduct({ shelf, clock, log: silentLog }), undefined, tiles);

async function fetchTile(path: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${subject.port}${path}`, {
    headers: { authorization: subject.authorization },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

const first = await fetchTile(WARM);
const etag = first.headers.get('etag')!;
const bytes = Buffer.from(await first.arrayBuffer());
const bare = await startBare(() => bytes, 'image/png');
const residentMb = () => {
  global.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
};
const emptyMb = residentMb();

const asked = [`authorization: ${subject.authorization}`];
const get = { method: 'GET', body: '', connections: CONNECTIONS, seconds: SECONDS } as const;
const CASES: Record<string, LoadOrder> = {
  'bare node:http': { ...get, port: bare.port, path: WARM, headers: asked },
  'warm tile': { ...get, port: subject.port, path: WARM, headers: asked },
  'held by the client': { ...get, port: subject.port, path: WARM, headers: [...asked, `if-none-match: ${etag}`] },
  'cold tile': { ...get, port: subject.port, path: COLD, headers: asked },
};

const best: Record<string, Figures> = {};
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, order] of Object.entries(CASES)) {
    const found = await load(order);
    if (round > 0) best[name] = better(best[name], found); // the first round warms up
  }

/** Rates as quotients by that of the bare server, latencies by those alone. */
const GOALS: Record<string, string> = {
  'warm tile': '≥ 0.50',
  'held by the client': 'a warm tile’s',
  'cold tile': '700/s',
};

function printRow(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

console.log(`tile of ${bytes.length} bytes, ${CONNECTIONS} connections, best of ${ROUNDS} rounds of ${SECONDS} s\n`);
printRow('', 'requests/s', 'of bare', 'goal', 'CPU, ms a request', 'p50, ms', 'p99, ms');
printRow(...Array(7).fill('---'));
const reference = best['bare node:http']!;
for (const [name, { rate, cpu, p50, p99 }] of Object.entries(best))
  printRow(
    name,
    rate.toFixed(0),
    (rate / reference.rate).toFixed(2),
    GOALS[name] ?? '',
    cpu.toFixed(3),
    p50.toFixed(2),
    p99.toFixed(2),
  );

const forecasts: LoadOrder = {
  port: subject.port,
  headers: headersFor(subject),
  body: '{"location":{"latitude":52.@,"longitude":13.41},"hourly":{"hours":24,"variables":["temperature","precipitation","wind_speed"]}}',
  connections: 2,
  pauseMilliseconds: 5,
  seconds: 4,
};
let alone: Figures | undefined;
let beside: Figures | undefined;
let drawn = 0;
for (let round = 0; round < ROUNDS; round++) {
  alone = better(alone, await load(forecasts));
  const [during, cold] = await Promise.all([load(forecasts), load({ ...CASES['cold tile']!, seconds: 4 })]);
  beside = better(beside, during);
  drawn = Math.max(drawn, cold.rate);
}
console.log('');
printRow('forecasts', 'p50, ms', 'p99, ms', 'times idle', 'goal');
printRow(...Array(5).fill('---'));
printRow('alone', alone!.p50.toFixed(2), alone!.p99.toFixed(2), '1', '');
const besideTiles = `beside ${drawn.toFixed(0)} cold tiles a second`;
printRow(besideTiles, beside!.p50.toFixed(2), beside!.p99.toFixed(2), (beside!.p99 / alone!.p99).toFixed(2), '≤ 2');

/** The outcome of a tile of zoom 11, asked of the product. */
async function outcomeOf(n: number): Promise<string> {
  const request = {
    layer: 'temperature',
    z: 11,
    x: n % 2048,
    y: Math.floor(n / 2048),
    time: null,
    site: null,
  } as const;
  return (await tiles.bytes(await tiles.locate(request))).outcome;
}

copied = bytes;
const count = Math.ceil((1.5 * CACHE_BYTES) / bytes.length);
for (let n = 0; n < count; n++) await outcomeOf(n);
const fullMb = residentMb();
const [newest, oldest] = [await outcomeOf(count - 1), await outcomeOf(0)];
if (newest !== 'HIT' || oldest !== 'MISS')
  throw new Error(`not full: the newest is a ${newest}, the oldest a ${oldest}`);
console.log(
  `\nresident memory, thread included: ${emptyMb.toFixed(0)} MB; after ${count} tiles, with a full cache of ` +
    `${(CACHE_BYTES / 2 ** 20).toFixed(0)} MB, ${fullMb.toFixed(0)} MB`,
);

await subject.close();
bare.close();
await drawing.close();
objects.close();
rmSync(directory, { recursive: true });
