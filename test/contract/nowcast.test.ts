/** `POST /v1/nowcast` over HTTP, on made-up minutes: what may be asked, every status, headers, and what is kept. */

import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError, ProductUnavailableError } from '../../src/base/errors.js';
import { createRateLimiter } from '../../src/http/access/rate-limit.js';
import { madeUpNowcast } from '../../src/http/endpoints/nowcast-product.fixture.js';
import { BASE_URL, NOW, postForecast, postNowcast, startTestServer } from '../../src/http/server.fixture.js';
import { DocumentValidator, documentOf } from './document.js';

const { app, nowcast, metrics } = await startTestServer();
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const HERE = { latitude: 52.52, longitude: 13.405 };

/** "Nowcast variables" of the interface, in its order. */
const VARIABLES = [
  'condition',
  'precipitation',
  'precipitation_rate',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'confidence',
  'hail_probability',
  'hail_size',
  'lightning_probability',
  'source',
];

type Response = Awaited<ReturnType<typeof postNowcast>>;

function expectProblem(answer: Response, status: number, slug: string): void {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ type: `${BASE_URL}/problems/${slug}`, status, instance: '/v1/nowcast' });
  expect(validator.faultsOf('Problem', answer.json())).toEqual([]);
}

const ask = async (body: object) => (await postNowcast(app, { location: HERE, ...body })).json();

describe('what may be asked', () => {
  test('each of the eleven variables alone and all at once, and no variable of the forecast besides', async () => {
    const status = async (variables: string[]) => (await postNowcast(app, { location: HERE, variables })).statusCode;
    expect(await status(VARIABLES)).toBe(200);
    for (const variable of VARIABLES) expect(await status([variable]), variable).toBe(200);
    for (const variable of ['temperature', 'wind_gust', 'humidity', 'time', 'Condition', ''])
      expect(await status([variable]), variable).toBe(422);
  });

  test.each<[name: string, body: object]>([
    ['a location alone', { location: HERE }],
    ['a system', { location: HERE, units: 'si' }],
    ['a zone', { location: HERE, timezone: 'America/Argentina/Buenos_Aires' }],
    ['no zone', { location: HERE, timezone: 'auto' }],
    ['no override', { location: HERE, unit_overrides: {} }],
    [
      'every override',
      {
        location: HERE,
        unit_overrides: {
          elevation: 'ft',
          temperature: 'K',
          precipitation: 'in',
          precipitation_rate: 'm/s',
          pressure: 'inHg',
          wind_speed: 'mph',
          visibility: 'mi',
        },
      },
    ],
    ['the ends of the earth', { location: { latitude: -90, longitude: 180 }, variables: ['source'] }],
  ])('%s is a request, and the product gets it as it was sent', async (_name, body) => {
    const answer = await postNowcast(app, body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(validator.faultsOf('NowcastRequest', body)).toEqual([]);
    expect(validator.faultsOf('NowcastResponse', answer.json())).toEqual([]);
    expect(nowcast.asked.at(-1)).toEqual(body);
  });

  test.each<[body: object, pointer: string, code: string, message: string]>([
    [{}, '/location', 'required', 'location is required'],
    [{ location: { latitude: 1 } }, '/location/longitude', 'required', 'location.longitude is required'],
    [
      { location: { latitude: 90.1, longitude: 0 } },
      '/location/latitude',
      'maximum',
      'location.latitude must be at most 90; got 90.1',
    ],
    [
      { location: { latitude: -91, longitude: 0 } },
      '/location/latitude',
      'minimum',
      'location.latitude must be at least -90; got -91',
    ],
    [
      { location: { latitude: 0, longitude: 180.5 } },
      '/location/longitude',
      'maximum',
      'location.longitude must be at most 180; got 180.5',
    ],
    [
      { location: { latitude: 0, longitude: -181 } },
      '/location/longitude',
      'minimum',
      'location.longitude must be at least -180; got -181',
    ],
    [
      { location: { latitude: '1', longitude: 0 } },
      '/location/latitude',
      'type',
      'location.latitude must be a number; got "1"',
    ],
    [
      { location: { ...HERE, elevation: 1 } },
      '/location/elevation',
      'unknown_field',
      'location.elevation is not a field of this object; allowed: latitude, longitude',
    ],
    [{ location: HERE, variables: [] }, '/variables', 'min_items', 'variables must have at least 1 item; got 0'],
    [{ location: HERE, variables: 'source' }, '/variables', 'type', 'variables must be an array; got "source"'],
    [
      { location: HERE, variables: ['source', 'condition', 'source'] },
      '/variables',
      'unique_items',
      'variables must not repeat items; got "source" at 0 and at 2',
    ],
    [
      { location: HERE, variables: ['temperature'] },
      '/variables/0',
      'enum',
      `variables[0] must be one of ${VARIABLES.join(', ')}; got "temperature"`,
    ],
    [{ location: HERE, units: 'imperial' }, '/units', 'enum', 'units must be one of metric, us, si; got "imperial"'],
    [
      { location: HERE, timezone: 'Mars/Olympus' },
      '/timezone',
      'format',
      'timezone must be auto or the name of an IANA time zone, as in Europe/Berlin; got "Mars/Olympus"',
    ],
    [
      { location: HERE, unit_overrides: { precipitation: 'cm' } },
      '/unit_overrides/precipitation',
      'enum',
      'unit_overrides.precipitation must be one of mm, in, m; got "cm"',
    ],
    [
      { location: HERE, unit_overrides: { precipitation_rate: 'mm' } },
      '/unit_overrides/precipitation_rate',
      'enum',
      'unit_overrides.precipitation_rate must be one of mm/h, in/h, m/s; got "mm"',
    ],
    [
      { location: HERE, unit_overrides: { distance: 'km' } },
      '/unit_overrides/distance',
      'unknown_field',
      'unit_overrides.distance is not a field of this object; allowed: elevation, temperature, precipitation, precipitation_rate, pressure, wind_speed, visibility',
    ],
    [
      { location: HERE, minutes: 60 },
      '/minutes',
      'unknown_field',
      'minutes is not a field of this object; allowed: location, variables, units, timezone, unit_overrides',
    ],
    [
      { location: HERE, hourly: { hours: 1, variables: ['temperature'] } },
      '/hourly',
      'unknown_field',
      'hourly is not a field of this object; allowed: location, variables, units, timezone, unit_overrides',
    ],
  ])('%j is refused at %s as %s', async (body, pointer, code, message) => {
    const answer = await postNowcast(app, body);
    expectProblem(answer, 422, 'invalid-request');
    expect(answer.json().errors).toContainEqual({ pointer, code, message });
  });

  test.each<[name: string, body: string | Buffer, pointer: string, code: string]>([
    ['no JSON', '{"location":', '', 'malformed_json'],
    ['no object', '[1,2]', '', 'type'],
    ['nothing', '', '', 'empty_body'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), '', 'malformed_json'],
    ['arrays in arrays', `{"variables":${'['.repeat(50_000)}`, '', 'too_deep'],
    [
      'a prototype',
      '{"location":{"latitude":1,"longitude":1},"__proto__":{"units":"si"}}',
      '/__proto__',
      'unknown_field',
    ],
  ])('%s: refused, shortly and without a 500', async (_name, body, pointer, code) => {
    const answer = await postNowcast(app, body);
    expectProblem(answer, 422, 'invalid-request');
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(answer.body.length).toBeLessThan(4000);
  });
});

describe('the answer', () => {
  test('has all fields in the order of the interface, 120 minutes, and all variables where none is named', async () => {
    const answer = await ask({});
    expect(Object.keys(answer)).toEqual([
      'location',
      'units',
      'status',
      'start',
      'end',
      'minutes',
      'updated_at',
      'stale',
      'radar_pending',
      'onset_uncertainty_minutes',
      'warnings',
    ]);
    expect(answer.minutes).toHaveLength(120);
    expect(Object.keys(answer.minutes[0])).toEqual(['time', ...VARIABLES]);
  });

  test('has the variables that are named, in their order, and no other', async () => {
    const { minutes } = await ask({ variables: ['source', 'precipitation_rate', 'condition'] });
    for (const minute of minutes)
      expect(Object.keys(minute)).toEqual(['time', 'source', 'precipitation_rate', 'condition']);
  });

  test('the schema refuses what an answer must not hold', async () => {
    const good = await ask({});
    expect(validator.faultsOf('NowcastResponse', good)).toEqual([]);
    const minute = good.minutes[0];
    const wrong: object[] = [
      { ...good, status: 'wet' },
      { ...good, start: null },
      { ...good, minutes: null },
      { ...good, minutes: [...good.minutes, minute] },
      { ...good, minutes: [{ ...minute, time: undefined }].map((each) => JSON.parse(JSON.stringify(each))) },
      { ...good, minutes: [{ ...minute, source: 'satellite' }] },
      { ...good, minutes: [{ ...minute, condition: 'wet' }] },
      { ...good, minutes: [{ ...minute, confidence: 101 }] },
      { ...good, minutes: [{ ...minute, precipitation: -0.1 }] },
      { ...good, onset_uncertainty_minutes: 1.5 },
      { ...good, radar_pending: null },
      { ...good, units: {} },
    ];
    for (const answer of wrong)
      expect(validator.faultsOf('NowcastResponse', answer).length, JSON.stringify(answer).slice(0, 99)).toBeGreaterThan(
        0,
      );
  });

  test('one without minutes fits it too', async () => {
    const server = await startTestServer();
    server.nowcast.make = (request) => ({
      ...madeUpNowcast(request),
      status: 'dry',
      minutes: { label: 'time', labels: [], columns: [] },
    });
    const answer = (await postNowcast(server.app, { location: HERE })).json();
    expect(answer.minutes).toEqual([]);
    expect(validator.faultsOf('NowcastResponse', answer)).toEqual([]);
    await server.app.close();
  });
});

describe('statuses and headers', () => {
  test('401, then 403 that names the scope, then 429 with its headers, then 422: plans below pro have no nowcast', async () => {
    const few = { perMinute: 3, perDay: 1000 };
    const limiter = createRateLimiter({
      clock: fixedClock(NOW),
      limits: { free: few, standard: few, pro: few, business: few },
    });
    const server = await startTestServer({ limiter });
    const post = (authorization: string | undefined, payload = '{') =>
      server.app.inject({
        method: 'POST',
        url: '/v1/nowcast',
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        payload,
      });
    expectProblem(await post(undefined), 401, 'authentication-required');
    expectProblem(await post('Bearer nobody'), 401, 'authentication-required');
    for (const plan of ['none', 'free', 'standard']) {
      const answer = await post(`Bearer ${plan}`);
      expectProblem(answer, 403, 'insufficient-scope');
      expect(answer.json().detail).toBe(
        'this credential does not have the scope nowcast:read; plans pro and business have it',
      );
      expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="nowcast:read"');
    }
    expect((await post('Bearer pro', JSON.stringify({ location: HERE }))).statusCode).toBe(200);
    for (let i = 0; i < 2; i++) expectProblem(await post('Bearer pro'), 422, 'invalid-request');
    const limited = await post('Bearer pro');
    expectProblem(limited, 429, 'rate-limited');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect(limited.headers.ratelimit).toBeDefined();
    expect(limited.headers['ratelimit-policy']).toBeDefined();
    await server.app.close();
  });

  test('every answer has an X-Request-ID, and that of the caller is kept', async () => {
    const answer = await postNowcast(app, { location: HERE }, { 'x-request-id': 'abc-123' });
    expect(answer.headers['x-request-id']).toBe('abc-123');
    expect((await postNowcast(app, '{')).headers['x-request-id']).toMatch(/.+/);
  });

  test('another method is a 405, another content type a 422, a compressed body a 415, a large one a 413', async () => {
    const answer = await app.inject({ method: 'GET', url: '/v1/nowcast' });
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.allow).toBe('POST');
    const body = { location: HERE };
    expectProblem(await postNowcast(app, body, { 'content-type': 'text/plain' }), 422, 'invalid-request');
    expectProblem(await postNowcast(app, body, { 'content-encoding': 'gzip' }), 415, 'unsupported-media-type');
    expectProblem(await postNowcast(app, JSON.stringify(body).padEnd(65_537)), 413, 'payload-too-large');
  });

  test.each([
    [
      'a product with nothing to serve',
      new ProductUnavailableError('nowcast', 'no radar and no model', 60),
      503,
      'nowcast is unavailable: no radar and no model',
    ],
    [
      'a defect in what is stored',
      new ObjectDefectError('mrms-rate/x', 1, 'crc32c'),
      503,
      'nowcast is unavailable: its stored data cannot be read',
    ],
    ['a bug', new TypeError('x is not a function'), 500, 'the service failed; request'],
  ])('%s is told without internals', async (_name, failure, status, detail) => {
    const server = await startTestServer();
    server.nowcast.make = () => {
      throw failure;
    };
    const answer = await postNowcast(server.app, { location: HERE });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().detail).toContain(detail);
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 503);
    await server.app.close();
  });

  test('Retry-After comes with stale answers only, computed and kept', async () => {
    const server = await startTestServer();
    const retryAfter = async () => (await postNowcast(server.app, { location: HERE })).headers['retry-after'];
    expect(await retryAfter()).toBeUndefined();
    server.nowcast.state = 'later';
    server.nowcast.make = (request) => ({ ...madeUpNowcast(request), stale: true });
    for (const origin of ['computed', 'kept']) expect(await retryAfter(), origin).toBe('60');
    await server.app.close();
  });

  test('a repeated question is computed once, until the state of the nowcast changes; the forecast’s does not matter', async () => {
    const server = await startTestServer();
    const again = () => postNowcast(server.app, { location: HERE }, { 'accept-encoding': 'br' });
    const first = await again();
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString()).minutes).toHaveLength(120);
    server.forecast.state = 'a new run';
    expect((await again()).rawPayload).toEqual(first.rawPayload);
    expect(server.nowcast.asked).toHaveLength(1);
    server.nowcast.state = 'a new frame';
    await again();
    expect(server.nowcast.asked).toHaveLength(2);
    const figures = await server.metrics.metrics();
    expect(figures).toContain('weatherglass_answers_total{product="nowcast",outcome="hit"} 1');
    expect(figures).toContain('weatherglass_answers_total{product="nowcast",outcome="miss"} 2');
    await server.app.close();
  });

  test('the forecast and the nowcast have one cache, and never each other’s answers', async () => {
    const body = { location: HERE, current: { variables: ['humidity'] } };
    expect((await postForecast(app, body)).statusCode).toBe(200);
    expect((await postNowcast(app, body)).statusCode).toBe(422);
  });

  test('requests are counted by route and status', async () => {
    await postNowcast(app, '{');
    expect(await metrics.metrics()).toMatch(
      /weatherglass_http_request_seconds_count\{method="POST",route="\/v1\/nowcast",status="422"\} \d+/,
    );
  });
});
