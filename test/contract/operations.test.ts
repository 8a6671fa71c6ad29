/** Health, readiness, metrics, log lines and overload. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import type { Log } from '../../src/base/log.js';
import { BASE_URL, NOW, postForecast, startTestServer } from '../../src/http/server.fixture.js';
import { createMetricsServer } from '../../src/http/server.js';
import type { ProductStatus } from '../../src/model/product.js';
import { DocumentValidator, documentOf } from './document.js';

const lines: { facts: Record<string, unknown>; message: string }[] = [];
const log: Log = {
  debug: () => undefined,
  info: (facts, message) => lines.push({ facts: { ...facts }, message }),
  warn: () => undefined,
  error: () => undefined,
  child: () => log,
};

let statuses: ProductStatus[] = [];
const { app } = await startTestServer({ log, readiness: async () => statuses });
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const status = (
  product: string,
  state: ProductStatus['state'],
  changes: Partial<ProductStatus> = {},
): ProductStatus => ({
  product,
  state,
  updatedAt: NOW - 90,
  referenceTime: NOW - 3600,
  detail: `${product} is ${state}`,
  ...changes,
});

test('health says that the process lives', async () => {
  const answer = await app.inject('/healthz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

test.each<[states: ProductStatus['state'][], code: number]>([
  [['ready'], 200],
  [['stale'], 200],
  [['ready', 'stale'], 200],
  [['warming'], 503],
  [['unavailable'], 503],
  [['ready', 'unavailable'], 503],
])('with products that are %j, readiness is a %d', async (states, code) => {
  statuses = states.map((state, i) => status(`product-${i}`, state));
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(code);
  expect(answer.headers['retry-after']).toBe(code === 503 ? '5' : undefined);
  expect(validator.faultsOf('Readiness', answer.json())).toEqual([]);
  expect(answer.json()).toMatchObject({ status: code === 200 ? 'ready' : 'not-ready' });
});

test('a product that is not a main one is told of, and does not hold up readiness', async () => {
  statuses = [status('forecast', 'ready'), status('alerts', 'unavailable', { isMain: false })];
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json().products).toMatchObject([{ state: 'ready' }, { product: 'alerts', state: 'unavailable' }]);
  statuses = [status('forecast', 'unavailable'), status('alerts', 'ready', { isMain: false })];
  expect((await app.inject('/readyz')).statusCode).toBe(503);
});

test('readiness names each product with the age of its data, null where there is none', async () => {
  statuses = [status('forecast', 'ready'), status('nowcast', 'warming', { updatedAt: null, referenceTime: null })];
  expect((await app.inject('/readyz')).json().products).toEqual([
    {
      product: 'forecast',
      state: 'ready',
      updated_at: '2026-11-20T10:35:42Z',
      age_seconds: 90,
      reference_time: '2026-11-20T09:37:12Z',
      detail: 'forecast is ready',
    },
    {
      product: 'nowcast',
      state: 'warming',
      updated_at: null,
      age_seconds: null,
      reference_time: null,
      detail: 'nowcast is warming',
    },
  ]);
});

test('readiness names the sources of a product, each with its run and the age of that', async () => {
  const sources = [
    { source: 'gfs', state: 'ready' as const, referenceTime: NOW - 7200, updatedAt: NOW - 60 },
    { source: 'hrrr', state: 'unavailable' as const, referenceTime: null, updatedAt: null },
  ];
  statuses = [status('forecast', 'ready', { sources })];
  const answer = await app.inject('/readyz');
  expect(validator.faultsOf('Readiness', answer.json())).toEqual([]);
  expect(answer.json().products[0].sources).toEqual([
    {
      source: 'gfs',
      state: 'ready',
      reference_time: '2026-11-20T08:37:12Z',
      updated_at: '2026-11-20T10:36:12Z',
      age_seconds: 7200,
    },
    { source: 'hrrr', state: 'unavailable', reference_time: null, updated_at: null, age_seconds: null },
  ]);
  const figures = (await app.inject('/metrics')).body;
  expect(figures).toContain('weatherglass_source_age_seconds{product="forecast",source="gfs"} 7200');
});

test('metrics are Prometheus text with the requests, the products and the process', async () => {
  statuses = [status('forecast', 'stale')];
  await app.inject('/healthz');
  const answer = await app.inject('/metrics');
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.body).toContain('weatherglass_product_age_seconds{product="forecast"} 90');
  expect(answer.body).toContain('weatherglass_product_state{product="forecast",state="stale"} 1');
  expect(answer.body).toMatch(/weatherglass_http_request_seconds_bucket\{le="0\.005",method="GET",route="\/healthz"/);
  expect(answer.body).toContain('process_resident_memory_bytes');
});

test('a request is one line with id, route, status, duration and key id; neither secrets nor the body are in it', async () => {
  lines.length = 0;
  const body = { location: { latitude: 1.2345, longitude: 2 }, current: { variables: ['humidity'] } };
  await postForecast(app, body, { 'x-request-id': 'line-1' });
  await app.inject({
    url: '/nope?token=wg_secret',
    headers: { 'x-request-id': 'line-2', authorization: 'Bearer pro' },
  });
  expect(lines).toEqual([
    {
      message: 'request',
      facts: {
        requestId: 'line-1',
        method: 'POST',
        route: '/v1/forecast',
        status: 200,
        milliseconds: expect.any(Number),
        key: 'key-business',
      },
    },
    {
      message: 'request',
      facts: {
        requestId: 'line-2',
        method: 'GET',
        route: null,
        status: 404,
        milliseconds: expect.any(Number),
        key: null,
      },
    },
  ]);
});

test('an overloaded service refuses weather with 503 and Retry-After, while health and catalogs respond', async () => {
  const pressed = await startTestServer({ overload: { isOverloaded: () => true, end: () => undefined } });
  const body = { location: { latitude: 1, longitude: 2 }, current: { variables: ['humidity'] } };
  const answer = await postForecast(pressed.app, body);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('10');
  expect(validator.faultsOf('Problem', answer.json())).toEqual([]);
  expect((await pressed.app.inject('/healthz')).statusCode).toBe(200);
  expect((await pressed.app.inject('/v1/forecast/variables')).statusCode).toBe(200);
  await pressed.app.close();
});

test('readiness and metrics are computed once for many requests within a second', async () => {
  let computed = 0;
  const readiness = async () => {
    computed++;
    return [status('forecast', 'ready')];
  };
  const shared = await startTestServer({ readiness, machineClock: fixedClock(5) });
  for (const url of ['/readyz', '/metrics', '/readyz', '/metrics', '/readyz'])
    expect((await shared.app.inject(url)).statusCode).toBe(200);
  expect(computed).toBe(1);
  await shared.app.close();
});

test('readiness is the last known one while the state of the products cannot be read', async () => {
  const answers: (() => Promise<ProductStatus[]>)[] = [
    async () => [status('forecast', 'ready')],
    () => Promise.reject(new Error('EIO')),
  ];
  const server = await startTestServer({ readiness: () => answers.shift()!() });
  const known = await server.app.inject('/readyz');
  const later = await server.app.inject('/readyz');
  expect([later.statusCode, later.json()]).toEqual([200, known.json()]);
  await server.app.close();
});

test('a service that never knew the state of its products is not ready', async () => {
  const server = await startTestServer({ readiness: () => Promise.reject(new Error('EIO')) });
  const answer = await server.app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not-ready', products: [] }]);
  expect(validator.faultsOf('Readiness', answer.json())).toEqual([]);
  await server.app.close();
});

test('a draining service is not ready, closes connections with its responses, and responds', async () => {
  let isDraining = false;
  const server = await startTestServer({ isDraining: () => isDraining, machineClock: fixedClock(5) });
  const body = { location: { latitude: 1, longitude: 2 }, current: { variables: ['humidity'] } };
  expect((await server.app.inject('/readyz')).headers.connection).not.toBe('close');
  isDraining = true;
  const readiness = await server.app.inject('/readyz');
  expect([readiness.statusCode, readiness.json().status]).toEqual([503, 'draining']);
  expect(validator.faultsOf('Readiness', readiness.json())).toEqual([]);
  const answer = await postForecast(server.app, body);
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  await server.app.close();
});

test('the age of the forecast archive is a metric, and none where no forecast is archived', async () => {
  let archived: number | null = NOW - 1500;
  const { app: archiving } = await startTestServer({ archivedAt: async () => archived });
  const line = async () =>
    /^weatherglass_forecast_archive_age_seconds.*$/m.exec((await archiving.inject('/metrics')).body)?.[0];
  expect(await line()).toBe('weatherglass_forecast_archive_age_seconds 1500');
  archived = null;
  expect(await line()).toBeUndefined();
  await archiving.close();
});

test('the age of the last verified date is a metric, and none before the first one', async () => {
  let verified: number | null = NOW - 3600;
  const { app: verifying } = await startTestServer({ verifiedTo: async () => verified });
  const line = async () =>
    /^weatherglass_accuracy_age_seconds.*$/m.exec((await verifying.inject('/metrics')).body)?.[0];
  expect(await line()).toBe('weatherglass_accuracy_age_seconds 3600');
  verified = null;
  expect(await line()).toBeUndefined();
  await verifying.close();
});

test('the age of the daily analysis is a metric, and none before the first day', async () => {
  let analysed: number | null = NOW - 7200;
  const { app: analysing } = await startTestServer({ analysedTo: async () => analysed });
  const line = async () =>
    /^weatherglass_daily_analysis_age_seconds.*$/m.exec((await analysing.inject('/metrics')).body)?.[0];
  expect(await line()).toBe('weatherglass_daily_analysis_age_seconds 7200');
  analysed = null;
  expect(await line()).toBeUndefined();
  await analysing.close();
});

test('metrics on their own port are not served by the API', async () => {
  const metrics = new Registry();
  const api = await startTestServer({ metrics, metricsElsewhere: true });
  const apart = await createMetricsServer({ metrics, log, baseUrl: BASE_URL });
  expect((await api.app.inject('/metrics')).statusCode).toBe(404);
  expect((await documentOf(api.app)).paths).not.toHaveProperty('/metrics');
  const answer = await apart.inject('/metrics');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('weatherglass_http_request_seconds');
  expect((await apart.inject('/v1/forecast/variables')).statusCode).toBe(404);
  await api.app.close();
  await apart.close();
});

test('closing finishes what is under way', async () => {
  const server = await startTestServer();
  const { promise: released, resolve: release } = withResolvers();
  const { promise: begun, resolve: begin } = withResolvers();
  const { answer } = server.forecast;
  server.forecast.answer = async (request) => {
    begin();
    await released;
    return answer(request);
  };
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const pending = fetch(`${url}/v1/forecast`, {
    method: 'POST',
    headers: { authorization: 'Bearer pro', 'content-type': 'application/json' },
    body: JSON.stringify({ location: { latitude: 1, longitude: 2 }, current: { variables: ['humidity'] } }),
  });
  await begun;
  const closed = server.app.close();
  release();
  expect((await pending).status).toBe(200);
  await closed;
});

test('closing does not wait for connections without a request, used before or never', async () => {
  const server = await startTestServer();
  const url = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  const [used, unused] = [connect(Number(url.port), url.hostname), connect(Number(url.port), url.hostname)];
  const ended = [once(used, 'close'), once(unused, 'close')];
  unused.on('error', () => undefined);
  used.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(used, 'data');
  await server.app.close();
  await Promise.all(ended);
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
