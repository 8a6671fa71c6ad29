/**
 * A place that no published model run covers, over HTTP: the service's fault (503), unless `WEATHERGLASS_REGION` excludes
 * the place (422). Only HRRR is published, and no radar; the clock stands at 10:37 UTC.
 */

import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { createProducts } from '../../src/composition/products.js';
import { type Environment, loadConfig } from '../../src/config/config.js';
import { NOW, postForecast, postNowcast, postRoute, startTestServer } from '../../src/http/server.fixture.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { RouteAnswer } from '../../src/model/route.js';
import { HOUR } from '../../src/model/time.js';
import { COARSE_HRRR } from '../coarse-grids.js';
import { createMemoryCube, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf } from '../memory-radar.js';
import { PLAIN_FIELDS, terrainOf } from '../route-situation.js';

const RUN = NOW - (NOW % HOUR) - HOUR;
const HRRR = createMemoryCube({
  dataset: 'hrrr',
  referenceTime: RUN,
  times: timesFrom(RUN, 19),
  fields: PLAIN_FIELDS,
  grid: COARSE_HRRR,
});
const HRRR_ALONE = shelfOf(HRRR);
const WITH_DAMAGED_GFS: CubeShelf = {
  open: async (dataset) => {
    if (dataset === 'gfs') throw new ObjectDefectError('gfs/version', 0, 'crc32c of the shard index');
    return HRRR_ALONE.open(dataset);
  },
  openPrevious: async () => null,
};

const DENVER = { latitude: 39.74, longitude: -104.99 };
const BERLIN = { latitude: 52.52, longitude: 13.405 };
const UNITED_STATES = { WEATHERGLASS_REGION: '24,-126,50,-66' };
const EUROPE = { WEATHERGLASS_REGION: '35,-12,72,45' };

const apps: FastifyInstance[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

async function serve(environment: Environment, shelf: CubeShelf = HRRR_ALONE): Promise<FastifyInstance> {
  const deps = {
    shelf,
    radar: memoryRadarShelf([]),
    stations: async () => null,
    accuracy: async () => null,
    clock: fixedClock(NOW),
    log: silentLog,
    elevationAt: terrainOf(() => 100),
  };
  const config = loadConfig({ WEATHERGLASS_FEEDS: 'gfs,hrrr', ...environment });
  const { forecast, nowcast, route } = createProducts({ ...deps, config });
  const { app } = await startTestServer({ products: { forecast, nowcast, route } });
  apps.push(app);
  return app;
}

const forecastAt = (app: FastifyInstance, location: object) =>
  postForecast(app, { location, current: { variables: ['temperature'] } });
const nowcastAt = (app: FastifyInstance, location: object) => postNowcast(app, { location });

async function routeBetween(app: FastifyInstance, ...path: readonly object[]): Promise<RouteAnswer> {
  const reply = await postRoute(app, { path });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

test.each([
  ['no region configured', {}, HRRR_ALONE],
  ['a region that holds the place', EUROPE, HRRR_ALONE],
  ['an unreadable global run', {}, WITH_DAMAGED_GFS],
])('forecast and nowcast are 503 with Retry-After where no run covers the place: %s', async (_, environment, shelf) => {
  const app = await serve(environment, shelf);
  for (const [product, reply] of [
    ['forecast', await forecastAt(app, BERLIN)],
    ['nowcast', await nowcastAt(app, BERLIN)],
  ] as const) {
    expect(reply.statusCode, reply.body).toBe(503);
    expect(reply.headers['retry-after']).toBe('60');
    expect(reply.json().type).toMatch(/\/problems\/product-unavailable$/);
    expect(reply.json().detail).toMatch(new RegExp(`^${product} is unavailable: .*model run`));
  }
});

test('a place outside WEATHERGLASS_REGION is 422, and the message has the bounds of the region', async () => {
  const app = await serve(UNITED_STATES);
  for (const reply of [await forecastAt(app, BERLIN), await nowcastAt(app, BERLIN)]) {
    expect(reply.statusCode, reply.body).toBe(422);
    expect(reply.json().errors).toEqual([
      {
        pointer: '/location',
        code: 'outside_region',
        message:
          'location must lie in the region that this service covers, latitude 24 to 50 and longitude -126 to -66; ' +
          'got latitude 52.52, longitude 13.405',
      },
    ]);
  }
  expect((await forecastAt(app, DENVER)).statusCode).toBe(200);
});

test('a place outside WEATHERGLASS_REGION is 422 before anything is published', async () => {
  const nothing: CubeShelf = { open: async () => null, openPrevious: async () => null };
  const app = await serve(UNITED_STATES, nothing);
  expect((await forecastAt(app, BERLIN)).statusCode).toBe(422);
  expect((await forecastAt(app, DENVER)).statusCode).toBe(503);
});

test('route samples without a run are provider_unavailable, and geography_unavailable outside the region', async () => {
  const path = [DENVER, { latitude: 52, longitude: -104 }, { latitude: 60, longitude: -104 }];
  const times = [0, 1, 2].map((hour) => new Date((NOW + hour * HOUR) * 1000).toISOString());
  const timed = path.map((place, i) => ({ ...place, time: times[i]! }));
  const reasonsIn = async (environment: Environment) => {
    const { samples, warnings } = await routeBetween(await serve(environment), ...timed);
    const last = samples.at(-1)!;
    expect(samples[0]!.status).toBe('ok');
    return [last.unavailable_reason, warnings.find(({ code }) => code === 'sample_unavailable')?.message];
  };
  expect(await reasonsIn({})).toEqual(['provider_unavailable', expect.stringContaining('no model run that covers')]);
  expect(await reasonsIn(UNITED_STATES)).toEqual([
    'geography_unavailable',
    expect.stringContaining('outside the region'),
  ]);
});
