/**
 * CPU of one uncached forecast answer: the product on cubes in memory, without HTTP and without the disk; GFS alone, and
 * with all ten sources at places in the United States, where each of them has something to say, and with radar before them:
 * a dry frame, and one with cells of rain everywhere. What a place's radar brings is kept for the minute, so most of these
 * answers find it; "new places" never do.
 *
 * Seeded. The reference in the same process is JSON.parse + JSON.stringify of an answer of the same shape, so that the
 * ratio can be compared between machines. Points differ from call to call; cells come from memory, as warm chunks do.
 */

import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { writeForecastAnswer } from '../src/http/columnar-json.js';
import type { Grid } from '../src/model/field.js';
import type { RadarFrame } from '../src/model/radar.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import type { ForecastRequest } from '../src/products/forecast/request.js';
import { createMemoryShelf } from '../test/memory-cube.js';
import { memoryRadarShelf, radarFrame, uniformMotion } from '../test/memory-radar.js';
import { allLayers, cube, EIGHT, NOW, random } from './forecast-cube.fixture.js';

const PLAIN = [
  'temperature',
  'dew_point',
  'humidity',
  'pressure',
  'wind_speed',
  'wind_direction',
  'precipitation',
  'cloud_cover',
] as const;
const DAYS = ['temperature_max', 'temperature_min', 'condition', 'precipitation', 'sunrise', 'sunset'] as const;

const REQUESTS: Record<string, Omit<ForecastRequest, 'location'>> = {
  'hourly 384 × 8 plain variables': { hourly: { hours: 384, variables: PLAIN } },
  'hourly 384 × 8 with condition': { hourly: { hours: 384, variables: EIGHT } },
  'hourly 384 × 1': { hourly: { hours: 384, variables: ['temperature'] } },
  'quarter_hourly 48 h × 8': { quarter_hourly: { hours: 48, variables: EIGHT } },
  'daily 16 × 6': { daily: { days: 16, variables: DAYS } },
  'current × 8': { current: { variables: EIGHT } },
  'all sections': {
    current: { variables: EIGHT },
    quarter_hourly: { hours: 24, variables: EIGHT },
    hourly: { hours: 384, past_hours: 48, variables: EIGHT },
    daily: { days: 16, variables: DAYS },
  },
};

/** A frame over all places, a minute old, whose pattern moves at about 55 km/h. */
function frameOf(rate: (row: number, column: number) => number): RadarFrame {
  const size = { rows: 1800, columns: 3000 };
  const grid: Grid = {
    kind: 'regular',
    ...{ ...size, firstLatitude: 47, firstLongitude: -112, latitudeStep: -0.01, longitudeStep: 0.01 },
  };
  const motion = uniformMotion(size.rows, size.columns, 1, -0.3);
  return radarFrame({ dataset: 'mrms-rate', validTime: NOW - 60, grid, motion, rate });
}

/** Cells of 40 km. */
const showers = (row: number, column: number) => Math.max(0, 9 * (Math.sin(row / 13) + Math.sin(column / 13)) - 10);

const radarOf = (frame: RadarFrame) => ({ radar: memoryRadarShelf([frame]), networks: ['mrms'] as const });

const common = { clock: fixedClock(NOW), log: silentLog };
const product = createForecastProduct({ shelf: createMemoryShelf(cube), ...common });
const layered = createForecastProduct({ shelf: allLayers, ...common });
const dry = createForecastProduct({ shelf: allLayers, ...common, ...radarOf(frameOf(() => 0)) });
const wet = createForecastProduct({ shelf: allLayers, ...common, ...radarOf(frameOf(showers)) });

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const BATCHES = 60;
const ROUNDS = 30;

/** CPU of one run, all threads: the least and the median of the batches. The least is what an idle machine needs. */
async function measure(name: string, run: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let batch = 0; batch < 2 * BATCHES; batch++) {
    const before = cpuMicroseconds();
    for (let i = 0; i < ROUNDS; i++) await run();
    if (batch >= BATCHES) costs.push((cpuMicroseconds() - before) / ROUNDS);
  }
  costs.sort((a, b) => a - b);
  const [least, median] = [costs[0]!, costs[BATCHES / 2]!];
  console.log(`${name.padEnd(36)} ${least.toFixed(0).padStart(6)} µs   median ${median.toFixed(0)} µs`);
  return least;
}

/** Some hundred places inside HRRR, so that cells repeat as those of a warm cache do. */
const newPlace = () => ({ latitude: 30 + random() * 16, longitude: -110.5 + random() * 25 });
const place = () => ({ latitude: 30 + Math.round(random() * 16), longitude: -110.5 + Math.round(random() * 25) });
const sample = { location: { latitude: 48, longitude: 11.5 }, hourly: { hours: 384, variables: EIGHT } } as const;
const text = writeForecastAnswer(await product.answer(sample)).toString();
const reference = await measure('reference: parse + stringify', () => JSON.stringify(JSON.parse(text)));
for (const [name, request] of Object.entries(REQUESTS)) {
  const cost = await measure(name, () => product.answer({ location: place(), ...request }));
  const all = await measure('  with all layers', () => layered.answer({ location: place(), ...request }));
  const unseen = await measure('  beside a dry frame', () => dry.answer({ location: place(), ...request }));
  const seen = await measure('  beside a frame with rain', () => wet.answer({ location: place(), ...request }));
  const fresh = await measure('  at new places', () => layered.answer({ location: newPlace(), ...request }));
  const freshly = await measure('  at new places in rain', () => wet.answer({ location: newPlace(), ...request }));
  const ratios = [
    `${(cost / reference).toFixed(2)} × reference, all layers ${(all / cost).toFixed(2)} × GFS alone`,
    `dry frame ${(unseen / all).toFixed(2)}, rain ${(seen / all).toFixed(2)} × all layers`,
    `at new places ${(freshly / fresh).toFixed(2)}`,
  ].join(', ');
  console.log(`${''.padEnd(36)} ${ratios}`);
}
