/**
 * CPU that corrections by station reports add to a request: none near, one station near whose innovation is known, eight
 * of them, and one that has to be read; the same of a route of 1,950 waypoints. All sources in memory, 10,000 stations with
 * three reports each.
 *
 * The runs of a comparison alternate in one process; the reference is the product without corrections.
 */

import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import type { StationReport } from '../src/model/station-report.js';
import { HOUR, MINUTE } from '../src/model/time.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import { createRouteProduct } from '../src/products/route/route.js';
import { memorySurface } from '../test/memory-surface.js';
import { reportOf } from '../test/random-reports.js';
import { allLayers, EIGHT, NOW, random } from './forecast-cube.fixture.js';

const STATIONS = 10_000;
const BATCHES = 30;
const ROUNDS = 10;
const HERE = { latitude: 40, longitude: -100 };

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Least CPU of one run of each, in turns. */
async function measure(runs: Readonly<Record<string, () => unknown>>): Promise<void> {
  const costs = Object.entries(runs).map(([name, run]) => ({ name, run, all: [] as number[] }));
  for (let batch = 0; batch < 2 * BATCHES; batch++)
    for (const { run, all } of costs) {
      const before = cpuMicroseconds();
      for (let i = 0; i < ROUNDS; i++) await run();
      if (batch >= BATCHES) all.push((cpuMicroseconds() - before) / ROUNDS);
    }
  const reference = Math.min(...costs[0]!.all);
  for (const { name, all } of costs) {
    const least = Math.min(...all);
    console.log(`${name.padEnd(44)} ${least.toFixed(0).padStart(7)} µs  ${(least / reference).toFixed(3)} ×`);
  }
}

/** Three reports of each of `count` stations; none within 200 km of the place unless `near` says so. */
function reportsOf(count: number, near: number): StationReport[] {
  const reports: StationReport[] = [];
  for (let n = 0; n < count; n++) {
    const isNear = n < near;
    const latitude = isNear ? HERE.latitude + 0.05 * (n + 1) : -80 + 115 * random();
    const longitude = isNear ? HERE.longitude : -180 + 360 * random();
    const station = { id: `S${n}`, latitude, longitude, elevation: 200 };
    for (const age of [20, 80, 140])
      reports.push(reportOf(station.id, NOW - age * MINUTE, { station, temperature: 282, dew_point: 275 }));
  }
  return reports;
}

const COMMON = { shelf: allLayers, clock: fixedClock(NOW), log: silentLog };
const nobody = memorySurface(allLayers, reportsOf(STATIONS, 0));
const one = memorySurface(allLayers, reportsOf(STATIONS, 1));
const eight = memorySurface(allLayers, reportsOf(STATIONS, 8));
let version = 0;
const unread = memorySurface(allLayers, reportsOf(STATIONS, 1), () => `run ${version++}`);
const REQUESTS = {
  'current × 8': { current: { variables: EIGHT } },
  'hourly 48 × 8': { hourly: { hours: 48, variables: EIGHT } },
  'daily 16 × 2': { daily: { days: 16, variables: ['temperature_max', 'temperature_min'] } },
} as const;
const SURFACES = {
  'no corrections': null,
  'no station near': nobody,
  'one station near': one,
  'eight stations near': eight,
  'one station near, read each time': unread,
};

for (const [name, request] of Object.entries(REQUESTS)) {
  const runs = Object.entries(SURFACES).map(([title, surface]) => {
    const product = createForecastProduct({ ...COMMON, ...(surface && { surface }) });
    return [`${name}: ${title}`, () => product.answer({ location: HERE, ...request })] as const;
  });
  await measure(Object.fromEntries(runs));
}

const path = Array.from({ length: 1950 }, (_, n) => ({
  latitude: 33 + 0.004 * n,
  longitude: -110 + 0.005 * n,
  time: new Date((NOW + HOUR + n * 15) * 1000).toISOString(),
}));
const crowd = memorySurface(
  allLayers,
  Array.from({ length: STATIONS }, (_, n) => {
    const station = { id: `S${n}`, latitude: 25 + 24 * random(), longitude: -125 + 58 * random(), elevation: 200 };
    return reportOf(station.id, NOW - 20 * MINUTE, { station, temperature: 282, dew_point: 275 });
  }),
);
const routes = Object.entries({
  'no corrections': null,
  'no station near': nobody,
  'a station every 25 km': crowd,
}).map(([title, surface]) => {
  const product = createRouteProduct({ ...COMMON, seconds: 20, ...(surface && { surface }) });
  return [`route of 1,950: ${title}`, () => product.answer({ path, variables: [...EIGHT] })] as const;
});
await measure(Object.fromEntries(routes));
