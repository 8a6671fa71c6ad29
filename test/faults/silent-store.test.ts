/** A store that fails or does not respond: 503 in time, what is kept is still served, and readiness is the last known. */

import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fixedClock, steadyClock } from '../../src/base/clock.js';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { postForecast, postRoute, startTestServer } from '../../src/http/server.fixture.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { createRouteProduct } from '../../src/products/route/route.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { limitReads } from '../../src/store/objects/read-limit.js';
import { startBench } from './ingest-harness.js';

let bench: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const SILENCES: Readonly<Record<string, (key: string) => Promise<never>>> = {
  'fails (EIO)': (key) => Promise.reject(new StoreUnavailableError(key, 'EIO: i/o error, read')),
  'never responds': () => new Promise(() => undefined),
};

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A service on the store, which goes silent when the test says so. */
async function service(silence: (key: string) => Promise<never>) {
  const { objects: memory, clock } = bench.restore();
  const now = clock.now();
  const state = { isSilent: false };
  const objects: ObjectStore = {
    ...memory,
    get: (key, range) => (state.isSilent ? silence(key) : memory.get(key, range)),
    list: (prefix) => (state.isSilent ? silence(prefix) : memory.list(prefix)),
  };
  const limited = limitReads(objects, { seconds: 0.05, clock: steadyClock, log: silentLog });
  // Pointers are read again at each look: the clock of a replay stands still.
  const shelf = createCubeShelf({ objects: limited, clock: fixedClock(now), log: silentLog });
  const deps = { shelf, clock: fixedClock(now), log: silentLog };
  const forecast = createForecastProduct(deps);
  const { app } = await startTestServer({
    clock: fixedClock(now),
    products: { forecast, route: createRouteProduct({ ...deps, seconds: 0.2 }) },
    readiness: async () => [await forecast.status()],
    requestSeconds: 1,
  });
  ends.push(() => app.close());
  return { app, state };
}

const ask = (app: FastifyInstance, latitude: number) =>
  postForecast(app, { location: { latitude, longitude: 12 }, current: { variables: ['temperature'] } });

test.each(Object.entries(SILENCES))(
  'with a store that %s, forecasts are 503 with Retry-After, and kept ones are served',
  async (_, silence) => {
    const { app, state } = await service(silence);
    const kept = await ask(app, 48);
    expect(kept.statusCode, kept.body).toBe(200);
    state.isSilent = true;
    expect((await ask(app, 48)).body).toBe(kept.body);
    const refused = await ask(app, -20);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ detail: expect.stringMatching(/^forecast is unavailable: /) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    state.isSilent = false;
  },
);

test.each(Object.entries(SILENCES))(
  'with a store that %s, readiness is the last known, and metrics respond',
  async (_, silence) => {
    const { app, state } = await service(silence);
    const known = await app.inject('/readyz');
    expect(known.statusCode).toBe(200);
    state.isSilent = true;
    expect((await app.inject('/metrics')).statusCode).toBe(200);
    const later = await app.inject('/readyz');
    expect([later.statusCode, later.json().status]).toEqual([200, 'ready']);
  },
);

test.each(Object.entries(SILENCES))(
  'with a store that %s from the start, nothing is ready, and requests are 503',
  async (_, silence) => {
    const { app, state } = await service(silence);
    state.isSilent = true;
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await ask(app, 48)).statusCode).toBe(503);
    const route = await postRoute(app, {
      path: [
        { latitude: 48, longitude: 12 },
        { latitude: 48, longitude: 13 },
      ],
      variables: ['temperature'],
    });
    expect([200, 503]).toContain(route.statusCode);
    if (route.statusCode === 200)
      expect(new Set(route.json().samples.map(({ status }: { status: string }) => status))).toEqual(
        new Set(['unavailable']),
      );
  },
);

test('a product that does not respond within the time budget is a 503', async () => {
  const never = { stateKey: async () => 'x', answer: () => new Promise<never>(() => undefined) };
  const { app } = await startTestServer({ products: { forecast: never }, requestSeconds: 0.05 });
  ends.push(() => app.close());
  const refused = await ask(app, 48);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(refused.json().detail).toBe('forecast is unavailable: its data could not be read within 0.05 s');
});
