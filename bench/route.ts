/**
 * CPU of the weather along a route: the whole product, from the request to the answer and printed as JSON, and the read of
 * the layers alone, each against that many single points in the same run. All sources, and GFS alone.
 *
 * The long way is also read from a directory, from cells 0.25° apart, and the memory that it takes is measured.
 *
 * Seeded; else the cells come from memory, as those of warm chunks do, and so do the tiles of the terrain. A drive crosses the
 * middle of the United States in ten hours; the long way goes up and down it for eighteen days, 48 hours of them past, with
 * as many waypoints and samples as a request can have.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixedClock, systemClock } from '../src/base/clock.js';
import { startDeadline } from '../src/base/deadline.js';
import { silentLog } from '../src/base/log.js';
import { TILE_PIXELS, tileWindow } from '../src/grid/web-mercator.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { RouteAnswer } from '../src/model/route.js';
import { HOUR } from '../src/model/time.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import type { RouteRequest } from '../src/products/route/request.js';
import { createRouteProduct } from '../src/products/route/route.js';
import { needsEnsemble, wantsAlong } from '../src/products/route/weather.js';
import { readLayers } from '../src/query/layers/layers.js';
import { createElevationLookup } from '../src/query/place/elevation.js';
import { readTrack } from '../src/query/track/read-track.js';
import type { TrackSpots } from '../src/query/track/track.js';
import { quantitiesFor } from '../src/query/weather/quantities.js';
import { createCubeShelf } from '../src/store/cubes/cube-shelf.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { createMemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import { beginTerrain, publishTerrain } from '../src/store/terrain/terrain-writer.js';
import { createMemoryShelf } from '../test/memory-cube.js';
import { allLayers, cube, EIGHT, NOW, random } from './forecast-cube.fixture.js';
import { writeGfsStrip } from './stored-layers.fixture.js';

const QUANTITIES = quantitiesFor(EIGHT);
const BUDGET_SECONDS = 60;
const ZOOM = 3;

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Up and down an area between two instants; by default that of HRRR. */
function routeOf(waypoints: number, start: number, end: number, latitude = 33, height = 11): RouteRequest {
  const path = Array.from({ length: waypoints }, (_, k) => {
    const part = k / (waypoints - 1);
    const way = waypoints < 10 ? part / 3 : 1 - Math.abs(1 - ((6 * part) % 2));
    const time = instant(Math.round(start + part * (end - start)));
    return { latitude: latitude + height * way, longitude: -110 + 28 * way, time };
  });
  return { path, variables: EIGHT, sample: { interval: '15m' } };
}

const first = Math.ceil(NOW / 900) * 900;
const ROUTES = {
  'drive, 10 hours': routeOf(2, first, first + 10 * HOUR),
  'long way, 432 hours': routeOf(200, NOW - 48 * HOUR + 60, NOW + 384 * HOUR - 60),
} as const;

/** Hills that no tile is too small for. */
async function terrain() {
  const objects = createMemoryObjects();
  const window = tileWindow(null, ZOOM);
  const facts = { source: 'terrarium', origin: 'bench', simulated: true, window };
  const draft = await beginTerrain(objects, facts, 0);
  const heights = Float32Array.from({ length: TILE_PIXELS ** 2 }, (_, i) => 300 + 200 * Math.sin(i / 999));
  for (let y = 0; y < window.down; y++) for (let x = 0; x < window.across; x++) await draft.write(x, y, heights);
  await publishTerrain(objects, draft.description.version, 0);
  return createElevationLookup({ objects, log: silentLog });
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU of one run, ms: the least and the median. The least is what an idle machine needs. */
async function measure(runs: number, run: () => unknown): Promise<{ least: number; median: number }> {
  const costs: number[] = [];
  for (let i = 0; i < runs + 5; i++) {
    const before = cpuMilliseconds();
    await run();
    if (i >= 5) costs.push(cpuMilliseconds() - before);
  }
  costs.sort((a, b) => a - b);
  return { least: costs[0]!, median: costs[runs >> 1]! };
}

const common = { clock: fixedClock(NOW), log: silentLog };

function spotsOf({ samples }: RouteAnswer): TrackSpots {
  const starts = Float64Array.from(samples, ({ time }) => Math.floor(Date.parse(time) / 1000 / HOUR) * HOUR);
  return {
    count: samples.length,
    latitudes: Float64Array.from(samples, ({ latitude }) => latitude),
    longitudes: Float64Array.from(samples, ({ longitude }) => longitude),
    heights: Float64Array.from(samples, ({ elevation }) => elevation ?? Number.NaN),
    starts,
    ends: starts.map((start) => start + HOUR),
  };
}

async function readAlong(shelf: CubeShelf, spots: TrackSpots): Promise<void> {
  const deadline = startDeadline(BUDGET_SECONDS);
  await readTrack(shelf, NOW, spots, wantsAlong(QUANTITIES), needsEnsemble(QUANTITIES), deadline);
  deadline.cancel();
}

/** The same by a read of its own for each spot. */
async function readEach(shelf: CubeShelf, spots: TrackSpots): Promise<void> {
  for (let i = 0; i < spots.count; i++) {
    const span = { start: spots.starts[i]!, end: spots.ends[i]! };
    const place = { latitude: spots.latitudes[i]!, longitude: spots.longitudes[i]! };
    const wants = wantsAlong(QUANTITIES).map(({ id }) => ({ id, span }));
    const read = await readLayers(shelf, NOW, place, spots.heights[i]!, wants, span);
    if (read.kind !== 'point') throw new Error(`nothing at ${place.latitude}, ${place.longitude}: ${read.kind}`);
    read.point.release();
  }
}

const ms = (value: number) => `${value.toFixed(2)} ms`;
/** Resident memory above what there was before, MB, looked at every two milliseconds. */
async function memoryOf(run: () => Promise<unknown>): Promise<number> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  await run();
  clearInterval(timer);
  return (Math.max(peak, process.memoryUsage.rss()) - before) / 2 ** 20;
}

/** In a process of its own, where nothing else has taken memory. */
async function measureStored(root: string): Promise<void> {
  const objects = openDirectoryObjects(root);
  const request = routeOf(200, NOW - 48 * HOUR + 60, NOW + 384 * HOUR - 60, 38.5, 3);
  const productOf = () => {
    const shelf = createCubeShelf({ objects, clock: systemClock, log: silentLog });
    return createRouteProduct({ shelf, ...common, seconds: BUDGET_SECONDS });
  };
  const memory = await memoryOf(() => productOf().answer(request));
  const cold = await measure(10, () => productOf().answer(request));
  console.log(`long way, GFS 0.25° from a directory: ${ms(cold.least)} with opening it, ${memory.toFixed(0)} MB more`);
  objects.close();
}

async function writeAndMeasure(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-route-'));
  const objects = openDirectoryObjects(root);
  await writeGfsStrip(objects, random);
  objects.close();
  spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), root], { stdio: 'inherit' });
  rmSync(root, { recursive: true });
}

const [stored] = process.argv.slice(2);
if (stored !== undefined) {
  await measureStored(stored);
  process.exit();
}
await writeAndMeasure();
const elevationAt = await terrain();
const SHELVES: Readonly<Record<string, CubeShelf>> = { 'GFS alone': createMemoryShelf(cube), 'all layers': allLayers };
for (const [name, request] of Object.entries(ROUTES))
  for (const [which, shelf] of Object.entries(SHELVES)) {
    const route = createRouteProduct({ shelf, ...common, elevationAt, seconds: BUDGET_SECONDS });
    const forecast = createForecastProduct({ shelf, ...common, elevationAt });
    const answer = await route.answer(request);
    const count = answer.samples.length;
    const spots = spotsOf(answer);
    const [many, few] = count < 100 ? [400, 20] : [40, 3];
    const whole = await measure(many, () => route.answer(request));
    const printing = await measure(many, () => JSON.stringify(answer));
    const reading = await measure(many, () => readAlong(shelf, spots));
    const singles = await measure(few, async () => {
      for (const { latitude, longitude } of answer.samples)
        await forecast.answer({ location: { latitude, longitude }, current: { variables: EIGHT } });
    });
    const reads = await measure(few, () => readEach(shelf, spots));
    const perSample = `${((whole.least * 1000) / count).toFixed(1)} µs a sample`;
    console.log(`${name}, ${count} samples, ${which}: ${ms(whole.least)} (median ${ms(whole.median)}), ${perSample}`);
    console.log(`  printed ${ms(printing.least)}; of it reading the layers ${ms(reading.least)}`);
    console.log(
      `  ${count} single forecasts of now: ${ms(singles.least)}, ${(singles.least / whole.least).toFixed(1)} times`,
    );
    console.log(`  ${count} reads of one place: ${ms(reads.least)}, ${(reads.least / reading.least).toFixed(1)} times`);
  }

/** One place, read by either reader, µs. */
for (const hours of [1, 384]) {
  const hour = Math.floor(NOW / HOUR) * HOUR;
  const of = (value: number) => Float64Array.of(value);
  const place = { latitudes: of(40), longitudes: of(-100), heights: of(500) };
  const spot = { count: 1, ...place, starts: of(hour), ends: of(hour + hours * HOUR) };
  const [along, alone] = [
    await measure(400, () => readAlong(allLayers, spot)),
    await measure(400, () => readEach(allLayers, spot)),
  ];
  const [route, point] = [along, alone].map(({ least }) => `${(1000 * least).toFixed(0)} µs`);
  console.log(
    `one place, ${hours} h: as a route ${route}, as a point ${point}, ${(along.least / alone.least).toFixed(1)} times`,
  );
}
console.log(`peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
