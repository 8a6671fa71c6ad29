/** `POST /v1/route` over HTTP, on made-up weather: limits, hostile bodies, every status, headers, and what is kept. */

import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError, ProductUnavailableError } from '../../src/base/errors.js';
import { createRateLimiter } from '../../src/http/access/rate-limit.js';
import { madeUpRoute } from '../../src/http/endpoints/route-product.fixture.js';
import { BASE_URL, NOW, postForecast, postRoute, startTestServer } from '../../src/http/server.fixture.js';
import type { RouteAnswer } from '../../src/model/route.js';
import { DocumentValidator, documentOf } from './document.js';

const { app, metrics } = await startTestServer();
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const DRESDEN = { latitude: 51.05, longitude: 13.74 };
const PATH = [BERLIN, DRESDEN];

/** A request of 4 KB, and an answer of 20. */
const HUNDRED_PLACES = Array.from({ length: 100 }, (_, i) => ({ latitude: i / 10, longitude: 10.5 }));

type Response = Awaited<ReturnType<typeof postRoute>>;

function expectProblem(answer: Response, status: number, slug: string): void {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ type: `${BASE_URL}/problems/${slug}`, status, instance: '/v1/route' });
  expect(validator.faultsOf('Problem', answer.json())).toEqual([]);
}

test('a request of 256 KiB is read, one byte more is a 413, and the forecast keeps its 64', async () => {
  const padded = (bytes: number) => JSON.stringify({ path: PATH }).padEnd(bytes);
  expect((await postRoute(app, padded(262_144))).statusCode).toBe(200);
  const larger = await postRoute(app, padded(262_145));
  expectProblem(larger, 413, 'payload-too-large');
  expect(larger.json().detail).toBe('the body must be at most 262144 bytes');
  const forecast = await postForecast(app, padded(65_537));
  expect([forecast.statusCode, forecast.json().detail]).toEqual([413, 'the body must be at most 65536 bytes']);
});

test.each<[name: string, body: string | Buffer, pointer: string, code: string]>([
  ['30,000 numbers', `{"path":[${'1,'.repeat(30_000)}1]}`, '', 'too_many_values'],
  ['8,000 numbers', `{"path":[${'1,'.repeat(8000)}1]}`, '/path', 'max_items'],
  ['8,000 variables', JSON.stringify({ path: PATH, variables: new Array(8000).fill('x') }), '/variables/0', 'enum'],
  ['8,000 unknown fields', `{${Array.from({ length: 8000 }, (_, i) => `"${i}":0`)}}`, '/0', 'unknown_field'],
  ['arrays in arrays', `{"path":${'['.repeat(100_000)}`, '', 'too_deep'],
  ['objects in objects', `{"path":${'{"a":'.repeat(50_000)}`, '', 'too_deep'],
  [
    'nested junk where a number stands',
    '{"path":[{"latitude":[[[{}]]],"longitude":{"x":[]}},0]}',
    '/path/0/latitude',
    'type',
  ],
  ['NaN', '{"path":[{"latitude":NaN,"longitude":1},{"latitude":1,"longitude":1}]}', '', 'malformed_json'],
  [
    'a number beyond a double',
    '{"path":[{"latitude":1e999,"longitude":1},{"latitude":1,"longitude":1}]}',
    '/path/0/latitude',
    'type',
  ],
  [
    'a prototype',
    '{"path":[{"latitude":1,"longitude":1},{"latitude":1,"longitude":2}],"__proto__":{"travel":{}}}',
    '/__proto__',
    'unknown_field',
  ],
  [
    'a prototype of a waypoint',
    '{"path":[{"latitude":1,"longitude":1},{"__proto__":{"latitude":1,"longitude":2}}]}',
    '/path/1/latitude',
    'required',
  ],
  [
    'a constructor',
    '{"path":[{"latitude":1,"longitude":1},{"latitude":1,"longitude":2}],"constructor":1}',
    '/constructor',
    'unknown_field',
  ],
  [
    'a prototype among the units',
    '{"path":[],"unit_overrides":{"__proto__":"km"}}',
    '/unit_overrides/__proto__',
    'unknown_field',
  ],
  [
    'a NUL byte in a time',
    '{"path":[{"latitude":1,"longitude":1,"time":"2026-11-20T12:00:00Z\\u0000"},1]}',
    '/path/0/time',
    'format',
  ],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), '', 'malformed_json'],
])('%s: refused, shortly and without a 500', async (_name, body, pointer, code) => {
  const answer = await postRoute(app, body);
  expectProblem(answer, 422, 'invalid-request');
  expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer, code }));
  expect(answer.body.length).toBeLessThan(8000);
});

test('401, then 403 that names the scope, then 429, then 422: plans below pro have no routes', async () => {
  const few = { perMinute: 3, perDay: 1000 };
  const limiter = createRateLimiter({
    clock: fixedClock(NOW),
    limits: { free: few, standard: few, pro: few, business: few },
  });
  const server = await startTestServer({ limiter });
  const post = (authorization: string | undefined) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/route',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      payload: '{',
    });
  expectProblem(await post(undefined), 401, 'authentication-required');
  expectProblem(await post('Bearer nobody'), 401, 'authentication-required');
  for (const plan of ['none', 'free', 'standard']) {
    const answer = await post(`Bearer ${plan}`);
    expectProblem(answer, 403, 'insufficient-scope');
    expect(answer.json().detail).toBe(
      'this credential does not have the scope route:read; plans pro and business have it',
    );
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="route:read"');
  }
  for (let i = 0; i < 3; i++) expectProblem(await post('Bearer pro'), 422, 'invalid-request');
  expectProblem(await post('Bearer pro'), 429, 'rate-limited');
  await server.app.close();
});

test('another method is a 405, another content type a 422, a compressed body a 415', async () => {
  const answer = await app.inject({ method: 'GET', url: '/v1/route' });
  expectProblem(answer, 405, 'method-not-allowed');
  expect(answer.headers.allow).toBe('POST');
  const body = { path: PATH };
  expectProblem(await postRoute(app, body, { 'content-type': 'application/gpx+xml' }), 422, 'invalid-request');
  expectProblem(await postRoute(app, body, { 'content-encoding': 'gzip' }), 415, 'unsupported-media-type');
});

test.each([
  [
    'a product with nothing to serve',
    new ProductUnavailableError('route', 'no way', 60),
    503,
    'route is unavailable: no way',
  ],
  [
    'a defect in what is stored',
    new ObjectDefectError('gfs/x', 1, 'crc32c'),
    503,
    'route is unavailable: its stored data cannot be read',
  ],
  ['a bug', new TypeError('x is not a function'), 500, 'the service failed; request'],
])('%s is told without internals', async (_name, failure, status, detail) => {
  const server = await startTestServer();
  server.route.make = () => {
    throw failure;
  };
  const answer = await postRoute(server.app, { path: PATH });
  expect(answer.statusCode).toBe(status);
  expect(answer.json().detail).toContain(detail);
  await server.app.close();
});

test('an overloaded service refuses routes with 503 and Retry-After', async () => {
  const { app } = await startTestServer({ overload: { isOverloaded: () => true, end: () => undefined } });
  const answer = await postRoute(app, { path: PATH });
  expectProblem(answer, 503, 'product-unavailable');
  expect(answer.headers['retry-after']).toBe('10');
  await app.close();
});

test('a repeated question is computed once, until the state of the product changes', async () => {
  const server = await startTestServer();
  const ask = () => postRoute(server.app, { path: HUNDRED_PLACES }, { 'accept-encoding': 'br' });
  const first = await ask();
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString()).samples).toHaveLength(100);
  expect((await ask()).rawPayload).toEqual(first.rawPayload);
  expect(server.route.asked).toHaveLength(1);
  server.route.state = 'second';
  await ask();
  expect(server.route.asked).toHaveLength(2);
  const figures = await server.metrics.metrics();
  expect(figures).toContain('weatherglass_answers_total{product="route",outcome="hit"} 1');
  expect(figures).toContain('weatherglass_answers_total{product="route",outcome="miss"} 2');
  await server.app.close();
});

test('the forecast and the route have one cache, and never each other’s answers', async () => {
  const server = await startTestServer();
  server.route.make = (request) => madeUpRoute({ ...request, path: PATH });
  const body = { location: BERLIN, current: { variables: ['humidity'] } };
  expect((await postForecast(server.app, body)).statusCode).toBe(200);
  expect((await postRoute(server.app, body)).statusCode).toBe(422);
  await server.app.close();
});

test('Retry-After comes with stale answers only, computed and kept', async () => {
  const server = await startTestServer();
  const ask = async () => (await postRoute(server.app, { path: PATH })).headers['retry-after'];
  expect(await ask()).toBeUndefined();
  server.route.state = 'later';
  server.route.make = (request) => ({ ...madeUpRoute(request), stale: true });
  for (const origin of ['computed', 'kept']) expect(await ask(), origin).toBe('60');
  await server.app.close();
});

test('an answer with samples that came too late is not kept: the next attempt may bring them', async () => {
  const server = await startTestServer();
  const late = (request: Parameters<typeof madeUpRoute>[0]): RouteAnswer => {
    const answer = madeUpRoute(request);
    const [first, ...rest] = answer.samples;
    return { ...answer, samples: [{ ...first!, status: 'unavailable', unavailable_reason: 'timeout' }, ...rest] };
  };
  server.route.make = late;
  const ask = async () => (await postRoute(server.app, { path: PATH })).json<RouteAnswer>().samples[0]!.status;
  expect(await ask()).toBe('unavailable');
  server.route.make = madeUpRoute;
  expect(await ask()).toBe('ok');
  server.route.make = late;
  expect(await ask(), 'kept').toBe('ok');
  await server.app.close();
});

test('requests are counted by route and status', async () => {
  await postRoute(app, '{');
  expect(await metrics.metrics()).toMatch(
    /weatherglass_http_request_seconds_count\{method="POST",route="\/v1\/route",status="422"\} \d+/,
  );
});
