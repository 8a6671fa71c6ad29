/**
 * CPU of reading the weather along a route: many places, each over its own hour, against that many reads of one place in
 * the same run, by everything that an answer with conditions and chances looks at. All sources, and GFS alone.
 *
 * Seeded; the cells come from memory, as those of warm chunks do. A drive crosses the United States in ten hours; the
 * long way goes round in sixteen days, so most of it is beyond the fine models.
 */

import { startDeadline } from '../src/base/deadline.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { ElementId } from '../src/model/element.js';
import { readLayers } from '../src/query/layers/layers.js';
import { readPhaseFlags } from '../src/query/layers/phase-flags.js';
import { HOUR } from '../src/query/time/series.js';
import { readTrack } from '../src/query/track/read-track.js';
import type { TrackSpots, TrackWant } from '../src/query/track/track.js';
import { elementsFor, quantitiesFor } from '../src/query/weather/quantities.js';
import { createMemoryShelf } from '../test/memory-cube.js';
import { allLayers, cube, NOW } from './forecast-cube.fixture.js';

const VARIABLES = [
  'temperature',
  'apparent_temperature',
  'humidity',
  'wind_speed',
  'wind_gust',
  'precipitation',
  'precipitation_probability',
  'condition',
] as const;
const WET_HOUR = 0.1;
const WANTS: readonly TrackWant[] = [...elementsFor(quantitiesFor(VARIABLES))].map((id) => ({ id }));
const TOTALS: readonly ElementId[] = ['precipitation'];
const MEANS: readonly ElementId[] = ['smoke_pm2_5', 'dust_pm10', 'pm2_5'];
const FLAGS: readonly ElementId[] = ['rain_flag', 'snow_flag', 'freezing_rain_flag', 'ice_pellets_flag'];
const CHANCES: readonly ElementId[] = ['probability_1h', 'probability_6h'];
const STATES = WANTS.map(({ id }) => id).filter((id) => ![...TOTALS, ...MEANS, ...FLAGS, ...CHANCES].includes(id));
const BUDGET_SECONDS = 60;

/** Across the area of HRRR and back, `hours` long. */
function spotsOver(count: number, hours: number): TrackSpots {
  const first = Math.ceil(NOW / HOUR) * HOUR;
  const starts = Float64Array.from({ length: count }, (_, i) => first + Math.floor((i * hours) / count) * HOUR);
  const way = (i: number) => 1 - Math.abs(1 - (2 * i) / count);
  return {
    count,
    latitudes: Float64Array.from(starts, (_, i) => 33 + 11 * way(i)),
    longitudes: Float64Array.from(starts, (_, i) => -110 + 28 * way(i)),
    heights: new Float64Array(count).fill(250),
    starts,
    ends: starts.map((start) => start + HOUR),
  };
}

/** Looks at every element as an answer does: states at both ends of the hour, totals of its quarters. */
async function readAlong(shelf: CubeShelf, spots: TrackSpots): Promise<void> {
  const deadline = startDeadline(BUDGET_SECONDS);
  const track = await readTrack(shelf, NOW, spots, WANTS, true, deadline);
  deadline.cancel();
  const out = new Float64Array(spots.count);
  const quarters = new Float64Array(spots.count).fill(HOUR / 4);
  const hours = new Float64Array(spots.count).fill(HOUR);
  for (const id of STATES) for (const times of [spots.starts, spots.ends]) track.instants(id, times, out);
  for (const id of TOTALS)
    for (let quarter = 0; quarter < 4; quarter++)
      track.totals(
        id,
        spots.starts.map((start) => start + (quarter * HOUR) / 4),
        quarters,
        out,
      );
  for (const id of MEANS) track.means(id, spots.starts, hours, out);
  for (let i = 0; i < spots.count; i++) track.flags(i, spots.starts[i]!);
  track.members(spots.starts, WET_HOUR);
  track.blend(spots.starts);
}

/** The same by a read of its own for each spot. */
async function readEach(shelf: CubeShelf, spots: TrackSpots): Promise<void> {
  for (let i = 0; i < spots.count; i++) {
    const span = { start: spots.starts[i]!, end: spots.ends[i]! };
    const place = { latitude: spots.latitudes[i]!, longitude: spots.longitudes[i]! };
    const wants = WANTS.map(({ id }) => ({ id, span }));
    const read = await readLayers(shelf, NOW, place, spots.heights[i]!, wants, span);
    if (read.kind !== 'point') throw new Error(`nothing at ${place.latitude}, ${place.longitude}: ${read.kind}`);
    const { point } = read;
    const ends = { start: span.start, step: HOUR, count: 2 };
    for (const id of STATES) point.instants(id, ends, new Float64Array(2));
    for (const id of TOTALS) point.totals(id, { start: span.start, step: HOUR / 4, count: 4 }, new Float64Array(4));
    for (const id of MEANS) point.means(id, { ...ends, count: 1 }, new Float64Array(1));
    readPhaseFlags(point).ofHour(span.start);
    point.members?.count({ ...ends, count: 1 }, WET_HOUR, new Float64Array(1), new Float64Array(1));
    for (const id of CHANCES) point.layers(id);
    point.release();
  }
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU of one run, ms: the least and the median. The least is what an idle machine needs. */
async function measure(runs: number, run: () => Promise<void>): Promise<{ least: number; median: number }> {
  const costs: number[] = [];
  for (let i = 0; i < runs + 5; i++) {
    const before = cpuMilliseconds();
    await run();
    if (i >= 5) costs.push(cpuMilliseconds() - before);
  }
  costs.sort((a, b) => a - b);
  return { least: costs[0]!, median: costs[runs >> 1]! };
}

const SHELVES: Readonly<Record<string, CubeShelf>> = { 'all layers': allLayers, 'GFS alone': createMemoryShelf(cube) };
for (const [name, spots] of [
  ['drive, 10 hours, 41 spots', spotsOver(41, 10)],
  ['long way, 16 days, 2000 spots', spotsOver(2000, 370)],
  ['2000 spots in 12 hours', spotsOver(2000, 12)],
] as const)
  for (const [which, shelf] of Object.entries(SHELVES)) {
    const along = await measure(spots.count < 100 ? 200 : 20, () => readAlong(shelf, spots));
    const each = await measure(spots.count < 100 ? 20 : 3, () => readEach(shelf, spots));
    const figures = `${along.least.toFixed(2)} ms, median ${along.median.toFixed(2)}`;
    const perSpot = `${((along.least * 1000) / spots.count).toFixed(1)} µs a spot`;
    console.log(`${name}, ${which}: ${figures}, ${perSpot}; one by one ${each.least.toFixed(2)} ms`);
    console.log(`  ${(each.least / along.least).toFixed(1)} times faster than that many reads of one place`);
  }
console.log(`peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
