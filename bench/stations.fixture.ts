/** Eight made-up stations with 50 years of days around a place, in memory, and the CPU of work on them. */

import { fixedClock } from '../src/base/clock.js';
import { generatedStation } from '../test/generated-stations.js';
import { memoryStations } from '../test/memory-stations.js';

/** 2025-01-10T12:00:00Z */
const NOW = Date.UTC(2025, 0, 10, 12) / 1000;
export const HERE = { latitude: 40.7, longitude: -74 };
export const STATIONS = Array.from({ length: 8 }, (_, i) =>
  generatedStation({
    id: `S${i}`,
    latitude: HERE.latitude + 0.03 * (i + 1),
    longitude: HERE.longitude - 0.04 * i,
    elevation: 20 * i,
    first: '1975-01-01',
    last: '2024-12-31',
    mean: 12 + i / 4,
  }),
);
const archive = memoryStations(STATIONS, { publishedAt: NOW - 3600 });
export const STATION_DEPENDENCIES = {
  stations: async () => archive,
  clock: fixedClock(NOW),
  elevationAt: async () => 50,
};

const RUNS = 40;

/** CPU of one run, ms: the least and the median. */
export async function measure(name: string, run: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  costs.sort((a, b) => a - b);
  const [least, median] = [costs[0]!, costs[RUNS / 2]!];
  console.log(`${name.padEnd(44)} ${least.toFixed(2).padStart(7)} ms   median ${median.toFixed(2)} ms`);
  return least;
}
