/** Every way to be refused: in the right order, as a problem, never a 500. */

import { afterAll, expect, test } from 'vitest';
import { isTagged, ObjectDefectError, ProductUnavailableError, RecordsError } from '../../src/base/errors.js';
import type { Log } from '../../src/base/log.js';
import { BASE_URL, fakeForecast, postForecast, startTestServer } from '../../src/http/server.fixture.js';
import { DocumentValidator, documentOf } from './document.js';

const logged: { level: string; facts: object; message: string }[] = [];
const log: Log = {
  debug: (facts, message) => logged.push({ level: 'debug', facts, message }),
  info: (facts, message) => logged.push({ level: 'info', facts, message }),
  warn: (facts, message) => logged.push({ level: 'warn', facts, message }),
  error: (facts, message) => logged.push({ level: 'error', facts, message }),
  child: () => log,
};

const forecast = fakeForecast();
const { app } = await startTestServer({ log, products: { forecast } });
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const HERE = { latitude: 52.52, longitude: 13.405 };
const GOOD = { location: HERE, hourly: { hours: 2, variables: ['temperature'] } };
const JSON_TYPE = { 'content-type': 'application/json' };

type Answer = Awaited<ReturnType<typeof postForecast>>;

function expectProblem(answer: Answer, status: number, slug: string): void {
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const problem = answer.json();
  expect(problem).toMatchObject({ type: `${BASE_URL}/problems/${slug}`, status });
  expect(validator.faultsOf('Problem', problem)).toEqual([]);
  if (status === 422) expect(problem.errors.length).toBeGreaterThan(0);
}

/** A value so deep that a recursive walk would end the process. */
function nested(open: string, close: string, depth: number): string {
  return open.repeat(depth) + close.repeat(depth);
}

const withSection = (section: string) => `{"location":{"latitude":1,"longitude":2},${section}}`;

test.each<[name: string, body: string | Buffer, pointer: string, code: string]>([
  ['malformed JSON', '{"location":', '', 'malformed_json'],
  ['a comment', '{} // no', '', 'malformed_json'],
  ['an empty body', '', '', 'empty_body'],
  ['blanks only', '  \n', '', 'malformed_json'],
  ['an array at the root', '[]', '', 'type'],
  ['null at the root', 'null', '', 'type'],
  ['a text at the root', '"x"', '', 'type'],
  ['a number at the root', '1', '', 'type'],
  ['no location', '{}', '/location', 'required'],
  ['no section', '{"location":{"latitude":1,"longitude":2}}', '', 'section_required'],
  ['__proto__', withSection('"__proto__":{"x":1}'), '/__proto__', 'unknown_field'],
  [
    '__proto__ inside',
    '{"location":{"latitude":1,"longitude":2,"__proto__":1}}',
    '/location/__proto__',
    'unknown_field',
  ],
  ['constructor', withSection('"constructor":{"prototype":{}}'), '/constructor', 'unknown_field'],
  ['toString', withSection('"toString":1'), '/toString', 'unknown_field'],
  ['20,000 arrays', nested('[', ']', 20_000), '', 'too_deep'],
  ['20,000 objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '', 'too_deep'],
  ['20,000 deep in a field', withSection(`"x":${nested('[', ']', 20_000)}`), '', 'too_deep'],
  ['20,000 open brackets', '['.repeat(20_000), '', 'too_deep'],
  ['10,000 values', JSON.stringify({ a: Array.from({ length: 10_000 }, () => 1) }), '', 'too_many_values'],
  ['1e400', '{"location":{"latitude":1e400,"longitude":2}}', '/location/latitude', 'type'],
  ['-1e400', '{"location":{"latitude":1,"longitude":-1e400}}', '/location/longitude', 'type'],
  ['NaN', '{"location":{"latitude":NaN,"longitude":2}}', '', 'malformed_json'],
  ['a number as text', '{"location":{"latitude":"1","longitude":2}}', '/location/latitude', 'type'],
  ['a latitude beyond the pole', '{"location":{"latitude":90.01,"longitude":2}}', '/location/latitude', 'maximum'],
  ['a longitude beyond -180', '{"location":{"latitude":1,"longitude":-180.1}}', '/location/longitude', 'minimum'],
  [
    'an unknown field in the location',
    '{"location":{"latitude":1,"longitude":2,"a/b~c":3}}',
    '/location/a~1b~0c',
    'unknown_field',
  ],
  [
    'duplicate variables',
    withSection('"current":{"variables":["humidity","humidity"]}'),
    '/current/variables',
    'unique_items',
  ],
  ['no variables', withSection('"current":{}'), '/current/variables', 'required'],
  ['an empty list of variables', withSection('"current":{"variables":[]}'), '/current/variables', 'min_items'],
  ['an unknown variable', withSection('"current":{"variables":["temprature"]}'), '/current/variables/0', 'enum'],
  ['variables that are no list', withSection('"current":{"variables":"humidity"}'), '/current/variables', 'type'],
  ['null for a section', withSection('"current":null'), '/current', 'type'],
  ['half an hour', withSection('"hourly":{"hours":0.5,"variables":["humidity"]}'), '/hourly/hours', 'type'],
  ['an unknown system', withSection('"units":"imperial"'), '/units', 'enum'],
  [
    'a unit of another dimension',
    withSection('"unit_overrides":{"pressure":"degC"}'),
    '/unit_overrides/pressure',
    'enum',
  ],
  [
    'a dimension of routes',
    withSection('"unit_overrides":{"distance":"km"}'),
    '/unit_overrides/distance',
    'unknown_field',
  ],
  ['an unknown zone', withSection('"timezone":"Mars/Olympus"'), '/timezone', 'format'],
  ['an empty zone', withSection('"timezone":""'), '/timezone', 'format'],
  ['a NUL character', withSection('"timezone":"UTC\\u0000"'), '/timezone', 'format'],
  ['a raw NUL byte', withSection('"timezone":"UTC\0"'), '', 'malformed_json'],
  ['a lone surrogate', withSection('"timezone":"\\ud800"'), '/timezone', 'format'],
  ['a lone surrogate as a key', withSection('"\\udfff":1'), '/\udfff', 'unknown_field'],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    '',
    'malformed_json',
  ],
  ['UTF-16', Buffer.from('{}', 'utf16le'), '', 'malformed_json'],
])('%s is a 422', async (_name, body, pointer, code) => {
  const answer = await postForecast(app, body);
  expectProblem(answer, 422, 'invalid-request');
  const { errors } = answer.json();
  expect(errors).toContainEqual(expect.objectContaining({ pointer, code }));
});

test.each<[section: object, pointer: string, message: string]>([
  [{ hourly: { hours: 500, variables: ['humidity'] } }, '/hourly/hours', 'hourly.hours must be at most 384; got 500'],
  [{ hourly: { hours: 0, variables: ['humidity'] } }, '/hourly/hours', 'hourly.hours must be at least 1; got 0'],
  [
    { hourly: { hours: 1, past_hours: 49, variables: ['humidity'] } },
    '/hourly/past_hours',
    'hourly.past_hours must be at most 48; got 49',
  ],
  [
    { quarter_hourly: { hours: 49, variables: ['humidity'] } },
    '/quarter_hourly/hours',
    'quarter_hourly.hours must be at most 48; got 49',
  ],
  [{ daily: { days: 17, variables: ['sunrise'] } }, '/daily/days', 'daily.days must be at most 16; got 17'],
  [
    { daily: { start: '2026-02-29', end: '2026-03-01', variables: ['sunrise'] } },
    '/daily/start',
    'daily.start must be a date of the calendar as YYYY-MM-DD; got "2026-02-29"',
  ],
  [
    { daily: { start: '2026-11-22', end: '2026-11-21', variables: ['sunrise'] } },
    '/daily/start',
    'daily.start must not be after end; got "2026-11-22" and "2026-11-21"',
  ],
  [
    { daily: { days: 2, end: '2026-11-21', variables: ['sunrise'] } },
    '/daily/days',
    'daily.days must not be combined with start or end; got days and end',
  ],
  [
    { daily: { end: '2026-11-21', variables: ['sunrise'] } },
    '/daily/start',
    'daily.start is required when end is given',
  ],
  [
    { daily: { start: '2026-11-21', variables: ['sunrise'] } },
    '/daily/end',
    'daily.end is required when start is given',
  ],
  [{ daily: { variables: ['sunrise'] } }, '/daily', 'daily needs days, or start and end; got neither'],
  [
    { timezone: 'Berlin' },
    '/timezone',
    'timezone must be auto or the name of an IANA time zone, as in Europe/Berlin; got "Berlin"',
  ],
  [{ units: 'imperial' }, '/units', 'units must be one of metric, us, si; got "imperial"'],
])('%j is refused with field, rule and value', async (section, pointer, message) => {
  const answer = await postForecast(app, { location: HERE, ...section });
  expectProblem(answer, 422, 'invalid-request');
  expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer, message }));
});

test('every broken rule is named at once', async () => {
  const body = { location: { latitude: 91, longitude: 2 }, units: 'x', hourly: { hours: 0, variables: [], extra: 1 } };
  const { errors, detail } = (await postForecast(app, body)).json();
  expect(errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual([
    '/hourly/extra',
    '/hourly/hours',
    '/hourly/variables',
    '/location/latitude',
    '/units',
  ]);
  expect(detail).toContain('4 more');
});

test('a body full of faults is answered with twenty of them and a count, and with short echoes', async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`field${i}`, 1]));
  const answer = await postForecast(app, { ...GOOD, ...many });
  expectProblem(answer, 422, 'invalid-request');
  expect(answer.json().errors).toHaveLength(21);
  expect(answer.json().errors.at(-1)).toEqual({
    pointer: '',
    code: 'more_faults',
    message: 'the body breaks 980 more rules that are not listed',
  });
  const long = await postForecast(app, { ...GOOD, units: 'x'.repeat(60_000), ['y'.repeat(4000)]: 1 });
  expectProblem(long, 422, 'invalid-request');
  expect(long.body.length).toBeLessThan(2000);
});

test.each([
  ['text/plain', 'text/plain'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['another JSON', 'application/vnd.api+json'],
  ['no such type', 'rubbish'],
])('%s is not the content type of a request', async (_name, type) => {
  const answer = await postForecast(app, GOOD, { 'content-type': type });
  expectProblem(answer, 422, 'invalid-request');
  const message = `the body must be sent as Content-Type: application/json; got "${type}"`;
  expect(answer.json().errors).toEqual([{ pointer: '', code: 'content_type', message }]);
});

test.each(['latin1', 'utf-16', '"iso-8859-1"'])('a body in the charset %s is a 415 that names it', async (charset) => {
  const refused = await postForecast(app, GOOD, { 'content-type': `application/json; charset=${charset}` });
  expectProblem(refused, 415, 'unsupported-media-type');
  expect(refused.json().detail).toContain(charset.replaceAll('"', ''));
});

test.each(['utf-8', 'UTF-8', '"utf8"'])('a body in the charset %s is read', async (charset) => {
  const answer = await postForecast(app, GOOD, { 'content-type': `application/json; charset=${charset}` });
  expect(answer.statusCode).toBe(200);
});

test('a body with a repeated key is a 422 with its pointer', async () => {
  const refused = await postForecast(app, '{"location":{"latitude":1,"longitude":2,"latitude":50}}');
  expectProblem(refused, 422, 'invalid-request');
  expect(refused.json().errors[0]).toMatchObject({ pointer: '/location/latitude', code: 'repeated_key' });
});

test('a body without a content type is a 422, a compressed one a 415', async () => {
  const headers = { authorization: 'Bearer business' };
  const untyped = await app.inject({ method: 'POST', url: '/v1/forecast', headers, payload: Buffer.from('{}') });
  expectProblem(untyped, 422, 'invalid-request');
  expect(untyped.json().errors[0]).toMatchObject({ code: 'content_type' });
  expectProblem(await postForecast(app, GOOD, { 'content-encoding': 'gzip' }), 415, 'unsupported-media-type');
});

test('no body at all is a 422', async () => {
  const headers = { authorization: 'Bearer business' };
  expectProblem(await app.inject({ method: 'POST', url: '/v1/forecast', headers }), 422, 'invalid-request');
});

test('a content type with parameters and in capitals is JSON', async () => {
  const answer = await postForecast(app, GOOD, { 'content-type': 'Application/JSON; charset=UTF-8' });
  expect(answer.statusCode).toBe(200);
});

test('64 KiB are read, one byte more is a 413', async () => {
  const padded = (bytes: number) => JSON.stringify(GOOD).padEnd(bytes);
  expect((await postForecast(app, padded(65_536))).statusCode).toBe(200);
  expectProblem(await postForecast(app, padded(65_537)), 413, 'payload-too-large');
});

test('401 comes before 403, 403 before 429, 429 before 422, and none of them reads the body', async () => {
  const post = (authorization: string | undefined, payload: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/forecast',
      headers: { ...JSON_TYPE, ...(authorization && { authorization }) },
      payload,
    });
  const broken = '{'.repeat(70_000);
  const none = await post(undefined, broken);
  expectProblem(none, 401, 'authentication-required');
  expect(none.headers['www-authenticate']).toBe('Bearer');
  const wrong = await post('Bearer nobody', broken);
  expectProblem(wrong, 401, 'authentication-required');
  expect(wrong.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  expect(wrong.headers.ratelimit).toBeUndefined();
  const scopeless = await post('Bearer none', broken);
  expectProblem(scopeless, 403, 'insufficient-scope');
  expect(scopeless.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="forecast:read"');
  for (let i = 0; i < 60; i++) expectProblem(await post('Bearer free', '{'), 422, 'invalid-request');
  const limited = await post('Bearer free', broken);
  expectProblem(limited, 429, 'rate-limited');
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(limited.headers.ratelimit).toContain('"minute";r=0');
  expectProblem(await post('Bearer business', broken), 413, 'payload-too-large');
});

test('a basic credential, or two of them, is no bearer credential', async () => {
  for (const authorization of ['Basic eDp5', 'Bearer', 'Bearer a b'])
    expectProblem(await postForecast(app, GOOD, { authorization }), 401, 'authentication-required');
});

test('quotas are told with every answer to a known caller', async () => {
  for (const body of [GOOD, '{'])
    expect((await postForecast(app, body)).headers).toMatchObject({
      'ratelimit-policy': '"minute";q=1200;w=60, "day";q=500000;w=86400',
      ratelimit: expect.stringMatching(/^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/),
    });
});

test.each([
  '/',
  '/v1',
  '/v1/forecast/',
  '/v1/Forecast',
  '/v2/forecast',
  '/v1/outlooks',
  '/%zz',
  '/..%2f..%2fetc',
  '//',
])('nothing is at %s', async (url) => {
  expectProblem(await app.inject({ method: 'GET', url }), 404, 'not-found');
  expectProblem(
    await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' }),
    404,
    'not-found',
  );
});

test.each([
  ['GET', '/v1/forecast', 'POST'],
  ['PUT', '/v1/forecast?x=1', 'POST'],
  ['OPTIONS', '/v1/forecast', 'POST'],
  ['POST', '/v1/forecast/variables', 'GET, HEAD'],
  ['DELETE', '/v1/accuracy/catalog', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['PROPFIND', '/openapi.json', 'GET, HEAD'],
] as const)('%s %s is a 405 that allows %s', async (method, url, allow) => {
  const answer = await app.inject({ method: method as 'GET', url });
  expectProblem(answer, 405, 'method-not-allowed');
  expect(answer.headers.allow).toBe(allow);
});

test('a long path is echoed short', async () => {
  const answer = await app.inject({ method: 'GET', url: `/${'x'.repeat(10_000)}?key=wg_secret` });
  expectProblem(answer, 404, 'not-found');
  expect(answer.body.length).toBeLessThan(1500);
  expect(answer.body).not.toContain('wg_secret');
});

test('a request id of the caller is kept when it is harmless, replaced when it is not', async () => {
  const idOf = async (id: string, url = '/nope') =>
    (await app.inject({ method: 'GET', url, headers: { 'x-request-id': id } })).headers['x-request-id'];
  expect(await idOf('trace-1.A_b')).toBe('trace-1.A_b');
  expect(await idOf('a'.repeat(64))).toBe('a'.repeat(64));
  for (const bad of ['a'.repeat(65), 'with blank', 'quote"', 'ünicode', ''])
    expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf('kept', '/%zz')).toBe('kept');
});

const failures: [
  name: string,
  failure: Error,
  status: number,
  slug: string,
  detail: string,
  retry: string | undefined,
][] = [
  [
    'a product with nothing to serve',
    new ProductUnavailableError('forecast', 'no model run has been ingested yet', 60),
    503,
    'product-unavailable',
    'forecast is unavailable: no model run has been ingested yet',
    '60',
  ],
  [
    'a defect in what is stored',
    new ObjectDefectError('gfs/secret-version/c/0', 17, 'crc32c of the shard index'),
    503,
    'product-unavailable',
    'forecast is unavailable: its stored data cannot be read',
    '30',
  ],
  [
    'records that cannot be reached',
    new RecordsError('connection to 10.0.0.7 refused'),
    503,
    'product-unavailable',
    'credentials cannot be checked at the moment',
    '30',
  ],
  [
    'a bug',
    new TypeError('x is not a function at /home/me'),
    500,
    'internal',
    'request req-7 is in its log',
    undefined,
  ],
];

test.each(failures)(
  '%s is told without internals and logged with the id',
  async (_name, failure, status, slug, detail, retry) => {
    forecast.make = () => {
      throw failure;
    };
    logged.length = 0;
    const told = isTagged(failure, 'product-unavailable') ? { reason: failure.message } : { err: failure };
    // A place of its own, so that no earlier answer is found.
    const body = { ...GOOD, location: { latitude: 10, longitude: 10 } };
    const answer = await postForecast(app, body, { 'x-request-id': 'req-7' });
    expectProblem(answer, status, slug);
    expect(answer.json().detail).toContain(detail);
    expect(answer.headers['retry-after']).toBe(retry);
    if (slug !== 'product-unavailable') expect(answer.body).not.toContain(failure.message);
    expect(answer.body).not.toContain('secret-version');
    expect(logged.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ requestId: 'req-7', ...told }));
  },
);

test('a complaint about JSON quotes it as it came', async () => {
  const { detail } = (await postForecast(app, '{"latitude": NaN}')).json();
  expect(detail).not.toContain('\\');
});
