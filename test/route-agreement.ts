/**
 * Whether a route says of a place and an instant what the forecast says of them: walks of waypoints that stand on the
 * records of `/v1/forecast`, quarter hours up to 48 hours ahead and hours before and after, against its answers there.
 */

import { seededRandom } from '../bench/seeded-random.fixture.js';
import { groundAt } from '../simulator/terrain.js';
import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import type { RecordTable } from '../src/model/answer.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { RouteSample } from '../src/model/route.js';
import { HOUR } from '../src/model/time.js';
import {
  type ForecastVariableId,
  HOURLY_VARIABLES,
  QUARTER_HOURLY_VARIABLES,
  ROUTE_VARIABLES,
} from '../src/model/variables.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import type { RouteRequest } from '../src/products/route/request.js';
import type { WatchedRadar } from '../src/query/radar/radar-view.js';
import { column } from './answer-columns.js';
import { memoryRadarShelf, radarFrame, uniformMotion } from './memory-radar.js';
import { routeAnswer, terrainOf } from './route-situation.js';

const QUARTER = 900;

/** What is published, and when it is asked. */
export interface Published extends WatchedRadar {
  readonly shelf: CubeShelf;
  readonly now: number;
}

/** With radar the walks are those of the next hours. */
export interface AskedWorld extends Published {
  /** Where the walks begin. */
  readonly from: readonly [latitude: number, longitude: number];
}

/** Radar over all that a walk from a place reaches: showers that move, or nothing anywhere. */
export function radarAround([latitude, longitude]: AskedWorld['from'], now: number, sky: 'showers' | 'dry') {
  const [rows, columns] = [400, 400];
  const firstLatitude = latitude + 12;
  const firstLongitude = longitude - 16;
  const steps = { latitudeStep: -0.06, longitudeStep: 0.08 };
  const grid = { kind: 'regular', rows, columns, firstLatitude, firstLongitude, ...steps } as const;
  const frame = radarFrame({
    dataset: 'mrms-rate',
    grid,
    validTime: now - 200,
    rate: (row, column) => (sky === 'dry' ? 0 : Math.max(0, 5 * (Math.sin(row / 9) + Math.sin(column / 7)))),
    motion: uniformMotion(rows, columns, 0.3, -0.1),
  });
  // Rain, snow and hail by turns, and beside them hail and lightning that are likely here and there.
  const beside = [
    radarFrame({
      dataset: 'mrms-flag',
      grid,
      validTime: now - 260,
      rate: (row) => [1, 3, 7, 10][Math.floor(row / 5) % 4]!,
    }),
    radarFrame({ dataset: 'mrms-posh', grid, validTime: now - 140, rate: (_, column) => (column % 40 < 6 ? 0.9 : 0) }),
    radarFrame({ dataset: 'mrms-lightning-30', grid, validTime: now - 90, rate: (row) => (row % 50 < 9 ? 0.95 : 0) }),
  ];
  return { radar: memoryRadarShelf([frame, ...beside]), networks: ['mrms'] as const };
}

export interface Agreement {
  /** Samples with weather that stand on a record. */
  readonly compared: number;
  /** Variables that are null in all of them. */
  readonly unknown: readonly ForecastVariableId[];
  /** What differs, as sentences: an assertion for each number would take longer than the answers. */
  readonly differences: readonly string[];
}

const WALKS = 2;

export async function agreementOver(world: AskedWorld): Promise<Agreement> {
  const random = seededRandom(20261120);
  const walks = Array.from({ length: WALKS }, () => walk(world, random));
  return agreementAlong(world, walks);
}

/** Waypoints that stand on records, with their times. */
export type TimedPath = RouteRequest['path'];

export async function agreementAlong(world: Published, paths: readonly TimedPath[]): Promise<Agreement> {
  const compared: RouteSample[] = [];
  for (const path of paths) {
    const request = { path, sample: { interval: '1h' }, variables: ROUTE_VARIABLES } as const;
    const { samples } = await routeAnswer({ ...world, elevationAt: terrain }, request);
    compared.push(...samples.filter(({ waypoint, status }) => waypoint && status === 'ok'));
  }
  const differences: string[] = [];
  for (const sample of compared) differences.push(...(await differencesAt(world, sample)));
  const unknown = ROUTE_VARIABLES.filter((variable) => compared.every((sample) => sample[variable] === null));
  return { compared: compared.length, unknown, differences };
}

const terrain = terrainOf((latitude, longitude) => groundAt(latitude, longitude).elevation);
const WAYPOINTS = 24;

/** Records that radar may touch, and those beside them: the hour of now, the one before it, and the next quarters. */
function nearTimes(now: number): number[] {
  const quarter = Math.floor(now / QUARTER);
  const hour = Math.floor(now / HOUR) * HOUR;
  return [hour - HOUR, hour, ...Array.from({ length: 14 }, (_, k) => (quarter + k) * QUARTER)];
}

/** Whole hours from the past, quarter hours over two days from now, whole hours after them; in order. */
function recordTimes({ now, radar }: AskedWorld, random: () => number): number[] {
  if (radar !== undefined) return [...new Set(nearTimes(now))];
  const quarter = Math.floor(now / QUARTER);
  const hour = Math.floor(now / HOUR);
  const draw = (count: number, first: number, step: number, of: number) =>
    Array.from({ length: count }, () => (first + Math.floor(random() * of)) * step);
  const times = [
    quarter * QUARTER,
    (quarter + 191) * QUARTER,
    Math.ceil((quarter + 192) / 4) * HOUR, // the first whole hour behind the quarters
    ...draw(4, hour - 40, HOUR, 40),
    ...draw(11, quarter + 1, QUARTER, 190),
    ...draw(WAYPOINTS - 18, hour + 50, HOUR, 300),
  ];
  return [...new Set(times)].sort((a, b) => a - b);
}

/** A walk of at most 1.5° a step, on coordinates that an answer prints in full. */
function walk(world: AskedWorld, random: () => number) {
  let [latitude, longitude] = world.from;
  return recordTimes(world, random).map((time) => {
    latitude += 3 * (random() - 0.5);
    longitude += 3 * (random() - 0.5);
    const place = { latitude: Math.round(latitude * 1e5) / 1e5, longitude: Math.round(longitude * 1e5) / 1e5 };
    return { ...place, time: new Date(time * 1000).toISOString() };
  });
}

function recordsAt({ now, ...published }: Published, { latitude, longitude, time }: RouteSample) {
  const hours = Math.ceil((Date.parse(time) / 1000 - now) / HOUR) + 2;
  const product = createForecastProduct({
    ...published,
    clock: fixedClock(now),
    log: silentLog,
    elevationAt: terrain,
  });
  return product.answer({
    location: { latitude, longitude },
    quarter_hourly: { hours: 48, variables: QUARTER_HOURLY_VARIABLES },
    // Up to the sample; a forecast of all 384 hours costs more than the route.
    hourly: { hours: Math.min(384, Math.max(1, hours)), past_hours: 48, variables: HOURLY_VARIABLES },
  });
}

function recordOf(table: RecordTable | undefined, time: number): number {
  return table?.labels.indexOf(new Date(time * 1000).toISOString().replace('.000Z', 'Z')) ?? -1;
}

async function differencesAt(world: Published, sample: RouteSample): Promise<string[]> {
  const answer = await recordsAt(world, sample);
  const time = Date.parse(sample.time) / 1000;
  return ROUTE_VARIABLES.flatMap((variable) => {
    const isHourly = variable === 'air_quality_index' || recordOf(answer.quarter_hourly, time) < 0;
    const table = isHourly ? answer.hourly : answer.quarter_hourly;
    const record = recordOf(table, isHourly ? Math.floor(time / HOUR) * HOUR : time);
    if (record < 0) throw new RangeError(`no record of ${sample.time}`);
    const expected = column(table, variable)[record];
    if (sample[variable] === expected) return [];
    return [
      `${variable} at ${sample.latitude}, ${sample.longitude} ${sample.time}: ${sample[variable]}, not ${expected}`,
    ];
  });
}
