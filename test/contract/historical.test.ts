/** `POST /v1/historical` and `/v1/outlook` over HTTP, on made-up days: what may be asked, every status, what is kept. */

import { afterAll, describe, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError, ProductUnavailableError } from '../../src/base/errors.js';
import { createRateLimiter } from '../../src/http/access/rate-limit.js';
import { madeUpHistory, madeUpOutlook } from '../../src/http/endpoints/observed-products.fixture.js';
import { BASE_URL, NOW, postHistorical, postOutlook, startTestServer } from '../../src/http/server.fixture.js';
import { DocumentValidator, documentOf } from './document.js';

const { app, historical, outlook, metrics } = await startTestServer();
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const HERE = { latitude: 40.7128, longitude: -74.006 };
const HISTORY = { location: HERE, start: '2026-11-01', end: '2026-11-03', variables: ['temperature_max'] };
const OUTLOOK = { location: HERE, start: '2027-01-01', end: '2027-01-03', variables: ['temperature_max'] };

interface Case {
  readonly path: string;
  readonly component: string;
  readonly post: typeof postHistorical;
  readonly fake: { state: string; readonly asked: unknown[]; make(request: object): object };
  make(request: object): object;
  readonly body: object;
  readonly variables: readonly string[];
  /** Variables of other endpoints. */
  readonly others: readonly string[];
  readonly overrides: object;
  readonly includes: readonly string[];
}

/** "POST /v1/historical" and "POST /v1/outlook" of the interface. */
const PRODUCTS: readonly Case[] = [
  {
    path: '/v1/historical',
    component: 'Historical',
    post: postHistorical,
    fake: historical,
    make: madeUpHistory,
    body: HISTORY,
    variables: ['temperature_max', 'temperature_min', 'precipitation', 'rain_total', 'snow_total', 'air_quality_index'],
    others: ['condition', 'sunrise', 'temperature', 'precipitation_probability', 'date', ''],
    overrides: { temperature: 'K', precipitation: 'in' },
    includes: ['stations', 'sources'],
  },
  {
    path: '/v1/outlook',
    component: 'Outlook',
    post: postOutlook,
    fake: outlook,
    make: madeUpOutlook,
    body: OUTLOOK,
    variables: [
      ...['temperature_max', 'temperature_min', 'condition', 'precipitation', 'rain_total', 'snow_total'],
      ...['precipitation_probability', 'sunrise', 'sunset'],
    ],
    others: ['temperature', 'air_quality_index', 'wind_gust', 'uv_index', 'date', ''],
    overrides: {
      ...{ elevation: 'ft', temperature: 'K', precipitation: 'in', precipitation_rate: 'm/s' },
      ...{ pressure: 'inHg', wind_speed: 'mph', visibility: 'mi' },
    },
    includes: ['percentiles', 'records'],
  },
];

type Response = Awaited<ReturnType<typeof postHistorical>>;

function expectProblem(answer: Response, status: number, path: string, slug: string): void {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ type: `${BASE_URL}/problems/${slug}`, status, instance: path });
  expect(validator.faultsOf('Problem', answer.json())).toEqual([]);
}

async function hitsOf(path: string): Promise<number> {
  const { values } = await metrics.getSingleMetric('weatherglass_answers_total')!.get();
  const name = path.slice('/v1/'.length);
  return values.find(({ labels }) => labels.product === name && labels.outcome === 'hit')?.value ?? 0;
}

describe.each(PRODUCTS)('$path', (product) => {
  const { path, component, post, fake, body } = product;

  test('takes each of its variables, alone and together, and no others', async () => {
    const status = async (variables: readonly string[]) => (await post(app, { ...body, variables })).statusCode;
    expect(await status(product.variables)).toBe(200);
    for (const variable of product.variables) expect(await status([variable]), variable).toBe(200);
    for (const variable of product.others) expect(await status([variable]), variable).toBe(422);
  });

  test.each<[name: string, more: object]>([
    ['another place', { location: { latitude: 0, longitude: 0 } }],
    ['a system', { units: 'si' }],
    ['a zone', { timezone: 'Pacific/Kiritimati' }],
    ['the zone auto', { timezone: 'auto' }],
    ['no override', { unit_overrides: {} }],
    ['every override', { unit_overrides: product.overrides }],
    ['an empty include', { include: [] }],
    ['both includes', { include: product.includes }],
    ['a place at the ends of the earth', { location: { latitude: -90, longitude: 180 } }],
  ])('with %s is passed on as it was sent, and the response fits the schema', async (_name, more) => {
    const asked = { ...body, ...more };
    const answer = await post(app, asked);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(validator.faultsOf(`${component}Request`, asked)).toEqual([]);
    expect(validator.faultsOf(`${component}Response`, answer.json())).toEqual([]);
    expect(fake.asked.at(-1)).toEqual(asked);
  });

  test.each<[more: object, pointer: string, code: string]>([
    [{ location: undefined }, '/location', 'required'],
    [{ start: undefined }, '/start', 'required'],
    [{ end: undefined }, '/end', 'required'],
    [{ variables: undefined }, '/variables', 'required'],
    [{ variables: [] }, '/variables', 'min_items'],
    [{ variables: ['temperature_max', 'temperature_max'] }, '/variables', 'unique_items'],
    [{ variables: 'temperature_max' }, '/variables', 'type'],
    [{ start: '2026-02-29' }, '/start', 'format'],
    [{ end: '2026-11-31' }, '/end', 'format'],
    [{ start: '20261101' }, '/start', 'format'],
    [{ start: 20261101 }, '/start', 'type'],
    [{ include: [product.includes[0], product.includes[0]] }, '/include', 'unique_items'],
    [{ include: ['everything'] }, '/include/0', 'enum'],
    [{ include: product.includes[0] }, '/include', 'type'],
    [{ units: 'imperial' }, '/units', 'enum'],
    [{ timezone: 'Mars/Olympus' }, '/timezone', 'format'],
    [{ unit_overrides: { temperature: 'F' } }, '/unit_overrides/temperature', 'enum'],
    [{ unit_overrides: { distance: 'km' } }, '/unit_overrides/distance', 'unknown_field'],
    [{ days: 3 }, '/days', 'unknown_field'],
    [{ location: { ...HERE, elevation: 4000 } }, '/location/elevation', 'unknown_field'],
    [{ location: { latitude: 91, longitude: 0 } }, '/location/latitude', 'maximum'],
  ])('refuses %j: %s %s', async (more, pointer, code) => {
    const asked = { ...body, ...more };
    const answer = await post(app, asked);
    expectProblem(answer, 422, path, 'invalid-request');
    expect(answer.json().errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect(validator.faultsOf(`${component}Request`, JSON.parse(JSON.stringify(asked)))).not.toEqual([]);
  });

  test('needs a credential, and one with its scope', async () => {
    expectProblem(await post(app, body, { authorization: 'Bearer nothing' }), 401, path, 'authentication-required');
    expectProblem(await post(app, body, { authorization: 'Bearer none' }), 403, path, 'insufficient-scope');
    for (const plan of ['free', 'standard', 'pro', 'business'])
      expect((await post(app, body, { authorization: `Bearer ${plan}` })).statusCode, plan).toBe(200);
  });

  test('keeps a response for the same bytes until its state changes', async () => {
    const asked = { ...body, location: { latitude: 1, longitude: 2 } };
    const before = fake.asked.length;
    const hits = await hitsOf(path);
    const first = await post(app, asked);
    expect((await post(app, asked)).body).toBe(first.body);
    expect(fake.asked).toHaveLength(before + 1);
    fake.state = 'second';
    await post(app, asked);
    expect(fake.asked).toHaveLength(before + 2);
    expect((await hitsOf(path)) - hits).toBe(1);
  });

  test('says when to ask again while its data are late', async () => {
    fake.make = (request: object) => ({ ...product.make(request), stale: true });
    const answer = await post(app, { ...body, location: { latitude: 3, longitude: 4 } });
    fake.make = product.make;
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.json().stale).toBe(true);
  });

  test.each<[error: Error, detail: string]>([
    [new ProductUnavailableError('it', 'nothing was published', 300), 'it is unavailable: nothing was published'],
    [
      new ObjectDefectError('stations/1', 0, 'crc32c'),
      `${path.slice(4)} is unavailable: its stored data cannot be read`,
    ],
  ])('answers 503 for %s', async (error, detail) => {
    fake.make = () => {
      throw error;
    };
    const answer = await post(app, { ...body, location: { latitude: 5, longitude: 6 } });
    fake.make = product.make;
    expectProblem(answer, 503, path, 'product-unavailable');
    expect(answer.json().detail).toBe(detail.replace('/', ''));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('answers 429 when the credential has used its requests', async () => {
    const limits = { perMinute: 1, perDay: 10 };
    const limited = await startTestServer({
      limiter: createRateLimiter({
        clock: fixedClock(NOW),
        limits: { free: limits, standard: limits, pro: limits, business: limits },
      }),
    });
    try {
      expect((await post(limited.app, body)).statusCode).toBe(200);
      expectProblem(await post(limited.app, body), 429, path, 'rate-limited');
    } finally {
      await limited.app.close();
    }
  });
});

test('a history has records by date, its parts in the order of the interface, and no parts that nobody asked for', async () => {
  const answer = (await postHistorical(app, { ...HISTORY, include: ['sources'] })).json();
  expect(Object.keys(answer)).toEqual([
    ...['location', 'units', 'start', 'end', 'daily', 'sources', 'updated_at', 'stale', 'warnings'],
  ]);
  expect(Object.keys(answer.location)).toEqual(['latitude', 'longitude', 'timezone']);
  expect(answer.units).toEqual({ system: 'metric', temperature: 'degC', precipitation: 'mm' });
  expect(answer.daily).toEqual([
    { date: '2026-11-01', temperature_max: 10 },
    { date: '2026-11-02', temperature_max: 10.1 },
    { date: '2026-11-03', temperature_max: 10.2 },
  ]);
});
