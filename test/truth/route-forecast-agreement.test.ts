/**
 * A route says of a place and an instant what the forecast says of them: walks of waypoints that stand on the records of
 * `/v1/forecast`, quarter hours up to 48 hours ahead and hours before and after, against its answers there. Over all
 * layers of a made-up America, and over the store of the simulated world.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { allLayers, NOW as LAYERS_NOW } from '../../bench/forecast-cube.fixture.js';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { RecordTable } from '../../src/model/answer.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { RouteAnswer, RouteSample } from '../../src/model/route.js';
import { HOURLY_VARIABLES, QUARTER_HOURLY_VARIABLES, ROUTE_VARIABLES } from '../../src/model/variables.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { groundAt } from '../../src/simulator/terrain.js';
import { column } from '../answer-columns.js';
import { routeAnswer, terrainOf } from '../route-situation.js';
import { HOUR, SUMMER, simulatedService, WINTER } from '../simulated-service.js';

const QUARTER = 900;

interface World {
  readonly name: string;
  readonly shelf: () => Promise<CubeShelf>;
  readonly now: number;
  readonly from: readonly [latitude: number, longitude: number];
}

const ALL_LAYERS: World = { name: 'all layers', shelf: async () => allLayers, now: LAYERS_NOW, from: [40, -95] };
const WORLDS: readonly World[] = [
  ALL_LAYERS,
  // At the edge of HRRR, and out over the sea.
  { ...ALL_LAYERS, name: 'all layers, at their edge', from: [25, -72] },
  {
    name: 'the simulated summer',
    shelf: async () => (await simulatedService(SUMMER)).shelf,
    now: SUMMER.now + 7 * 60,
    from: [43, -120],
  },
  {
    name: 'the simulated winter',
    shelf: async () => (await simulatedService(WINTER)).shelf,
    now: WINTER.now,
    from: [45, -70],
  },
];

const terrain = terrainOf((latitude, longitude) => groundAt(latitude, longitude).elevation);
const WAYPOINTS = 24;

/** Whole hours from the past, quarter hours over two days from now, whole hours after them; in order. */
function recordTimes(now: number, random: () => number): number[] {
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
function walk({ from, now }: World, random: () => number) {
  let [latitude, longitude] = from;
  return recordTimes(now, random).map((time) => {
    latitude += 3 * (random() - 0.5);
    longitude += 3 * (random() - 0.5);
    const place = { latitude: Math.round(latitude * 1e5) / 1e5, longitude: Math.round(longitude * 1e5) / 1e5 };
    return { ...place, time: new Date(time * 1000).toISOString() };
  });
}

function recordsAt(shelf: CubeShelf, now: number, { latitude, longitude, time }: RouteSample) {
  const hours = Math.ceil((Date.parse(time) / 1000 - now) / HOUR) + 2;
  const product = createForecastProduct({
    shelf,
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

/** What differs, as sentences: an assertion for each number would take longer than the answers. */
async function differences(shelf: CubeShelf, now: number, sample: RouteSample): Promise<string[]> {
  const answer = await recordsAt(shelf, now, sample);
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

describe.each(WORLDS)('over $name', (world) => {
  let shelf: CubeShelf;
  // An ingest of the simulated world takes longer than a test may.
  beforeAll(async () => {
    shelf = await world.shelf();
  });

  test('every sample on a record has all 16 variables of it', async () => {
    const random = seededRandom(20261120);
    const answers: RouteAnswer[] = [];
    for (let route = 0; route < 2; route++) {
      const request = { path: walk(world, random), sample: { interval: '1h' }, variables: ROUTE_VARIABLES } as const;
      answers.push(await routeAnswer({ shelf, now: world.now, elevationAt: terrain }, request));
    }
    const compared = answers.flatMap(({ samples }) =>
      samples.filter(({ waypoint, status }) => waypoint && status === 'ok'),
    );
    expect(compared.length).toBeGreaterThan(30);
    expect(ROUTE_VARIABLES).toHaveLength(16);
    const isKnown = (variable: (typeof ROUTE_VARIABLES)[number]) =>
      compared.some((sample) => sample[variable] !== null);
    expect(ROUTE_VARIABLES.filter((variable) => !isKnown(variable))).toEqual([]);
    const faults = [];
    for (const sample of compared) faults.push(...(await differences(shelf, world.now, sample)));
    expect(faults).toEqual([]);
  });
});
