/** A server on fakes, for tests and for the benchmark: a product of made-up weather, one key for each plan. */

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import { type Clock, fixedClock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { PLAN_IDS, PLANS, type PlanId, type Scope, TILE_LIMITS } from '../model/access.js';
import type { Column, ForecastAnswer, RecordTable } from '../model/answer.js';
import { CONDITION_CODES } from '../model/condition.js';
import { formatDate, formatInstant } from '../model/time.js';
import { converter, type Dimension, resolveUnits } from '../model/units.js';
import { type ForecastVariableId, forecastVariable } from '../model/variables.js';
import type { ForecastRequest } from '../products/forecast/request.js';
import type { Authenticator } from './access/authentication.js';
import type { Principal } from './access/principal.js';
import { createRateLimiter } from './access/rate-limit.js';
import { type FakeAlerts, fakeAlerts } from './endpoints/alerts-product.fixture.js';
import type { ServedProducts } from './endpoints/endpoints.js';
import type { ForecastProduct } from './endpoints/forecast-endpoint.js';
import { type FakeNowcast, fakeNowcast } from './endpoints/nowcast-product.fixture.js';
import {
  type FakeAccuracy,
  type FakeHistorical,
  type FakeOutlook,
  fakeAccuracy,
  fakeHistorical,
  fakeOutlook,
} from './endpoints/observed-products.fixture.js';
import { type FakeRoute, fakeRoute } from './endpoints/route-product.fixture.js';
import { type FakeTiles, fakeTiles } from './endpoints/tiles-product.fixture.js';
import type { OverloadWatch } from './overload.js';
import { createServer, type ServerDependencies } from './server.js';

/** 2026-11-20T10:37:12Z, the time of all fixtures. */
export const NOW = 1795171032;

export const BASE_URL = 'https://weather.example';

/** Values of a day that look like weather: a wave around a mean, in canonical units. */
const WAVES: Readonly<Partial<Record<ForecastVariableId, readonly [mean: number, amplitude: number]>>> = {
  temperature: [283.15, 6],
  apparent_temperature: [281.15, 7],
  temperature_max: [288.15, 3],
  temperature_min: [277.15, 3],
  dew_point: [277.15, 3],
  humidity: [70, 20],
  pressure: [101325, 900],
  wind_speed: [4, 2],
  wind_gust: [7, 3],
  wind_direction: [180, 120],
  precipitation: [0.4, 0.4],
  rain_total: [0.4, 0.4],
  snow_total: [1, 1],
  precipitation_probability: [40, 35],
  cloud_cover: [50, 45],
  uv_index: [2, 2],
};

function madeUpColumn(name: ForecastVariableId, records: number, request: ForecastRequest): Column {
  const { type, unitFamily, decimals = 0 } = forecastVariable(name);
  const each = <T>(value: (i: number) => T) => Array.from({ length: records }, (_, i) => value(i));
  if (name === 'condition')
    return { kind: 'text', name, values: each((i) => CONDITION_CODES[i % CONDITION_CODES.length]!) };
  if (type === 'string') return { kind: 'text', name, values: each((i) => formatInstant(NOW + i * 86_400)) };
  const units = resolveUnits(request.units ?? 'metric', request.unit_overrides);
  const plain = unitFamily === 'none' || unitFamily === 'percentage' || unitFamily === 'degrees';
  const unit = plain
    ? { factor: 1, offset: 0, decimals }
    : converter(unitFamily as Dimension, units[unitFamily as Dimension]);
  const [mean, amplitude] = WAVES[name] ?? [0, 0];
  const scaled = each((i) => (mean + amplitude * Math.sin(i / 3.8 + name.length)) * unit.factor + unit.offset);
  return {
    kind: 'number',
    name,
    decimals: unit.decimals,
    scaled: Int32Array.from(scaled, (value) => Math.round(value * 10 ** unit.decimals)),
  };
}

function madeUpTable(
  request: ForecastRequest,
  label: 'time' | 'date',
  labels: readonly string[],
  variables: readonly ForecastVariableId[],
): RecordTable {
  const type: Column = { kind: 'text', name: 'type', values: labels.map(() => 'forecast') };
  return { label, labels, columns: [type, ...variables.map((name) => madeUpColumn(name, labels.length, request))] };
}

/** An answer with the sections of `request`, whatever the place. */
export function madeUpAnswer(request: ForecastRequest): ForecastAnswer {
  const { location, current, quarter_hourly, hourly, daily } = request;
  const hour = NOW - (NOW % 3600);
  const instants = (first: number, count: number, step: number) =>
    Array.from({ length: count }, (_, i) => formatInstant(first + i * step));
  const past = hourly?.past_hours ?? 0;
  const today = Math.floor(NOW / 86_400);
  const days = Array.from({ length: daily?.days ?? 3 }, (_, i) => formatDate(today + i));
  return {
    location: { ...location, timezone: 'UTC', forecast_elevation_m: 38 },
    units: resolveUnits(request.units ?? 'metric', request.unit_overrides),
    ...(current && { current: madeUpTable(request, 'time', instants(NOW - 12, 1, 60), current.variables) }),
    ...(quarter_hourly && {
      quarter_hourly: madeUpTable(
        request,
        'time',
        instants(hour, quarter_hourly.hours * 4, 900),
        quarter_hourly.variables,
      ),
    }),
    ...(hourly && {
      hourly: madeUpTable(request, 'time', instants(hour - past * 3600, hourly.hours + past, 3600), hourly.variables),
    }),
    ...(daily && { daily: madeUpTable(request, 'date', days, daily.variables) }),
    updated_at: formatInstant(hour),
    stale: false,
    warnings: [{ code: 'simulated_data', message: 'This weather is made up.' }],
  };
}

/** The fake product; counts what it was asked. `state` may be changed to stand for new data. */
export interface FakeForecast extends ForecastProduct {
  state: string;
  asked: ForecastRequest[];
  /** Makes the answers; replace it to fail, or to be stale. */
  make: (request: ForecastRequest) => ForecastAnswer;
}

export function fakeForecast(): FakeForecast {
  const product: FakeForecast = {
    state: 'first',
    asked: [],
    make: madeUpAnswer,
    stateKey: async () => product.state,
    answer: async (request) => {
      product.asked.push(request);
      return product.make(request);
    },
  };
  return product;
}

/** `Bearer <plan>` is a valid credential of that plan; `Bearer none` one without any scope. */
export function fakeAuthenticator(): Authenticator {
  const principalOf = (plan: PlanId, scopes: readonly Scope[]): Principal => ({
    id: `key-${plan}`,
    plan,
    scopes: new Set(scopes),
    kind: 'key',
  });
  const known = new Map<string, Principal>([['Bearer none', { ...principalOf('free', []), id: 'key-none' }]]);
  for (const plan of PLAN_IDS) known.set(`Bearer ${plan}`, principalOf(plan, PLANS[plan].scopes));
  return { authenticate: async (header) => known.get(header ?? '') ?? null };
}

/** A clock that moves on by a day with each look, so that nothing is shared between two requests of a test. */
function alwaysLater(): Clock {
  let time = 0;
  return { now: () => (time += 86_400) };
}

const NEVER_OVERLOADED: OverloadWatch = { isOverloaded: () => false, end: () => undefined };

export interface TestServer {
  readonly app: FastifyInstance;
  readonly forecast: FakeForecast;
  readonly nowcast: FakeNowcast;
  readonly route: FakeRoute;
  readonly alerts: FakeAlerts;
  readonly historical: FakeHistorical;
  readonly outlook: FakeOutlook;
  readonly accuracy: FakeAccuracy;
  readonly tiles: FakeTiles;
  readonly metrics: Registry;
}

interface Changes extends Partial<Omit<ServerDependencies, 'products'>> {
  /** In place of the fakes. */
  readonly products?: Partial<ServedProducts>;
}

export async function startTestServer({ products, ...changes }: Changes = {}): Promise<TestServer> {
  const [forecast, nowcast, route, alerts] = [fakeForecast(), fakeNowcast(), fakeRoute(), fakeAlerts()];
  const [historical, outlook, tiles] = [fakeHistorical(), fakeOutlook(), fakeTiles()];
  const accuracy = fakeAccuracy();
  const metrics = new Registry();
  const clock = fixedClock(NOW);
  const app = await createServer({
    clock,
    log: silentLog,
    authenticate: fakeAuthenticator(),
    limiter: createRateLimiter({ clock, credentials: 100 }), // room for 100,000 takes as long to make as the server
    tileLimiter: createRateLimiter({ clock, limits: TILE_LIMITS, credentials: 100 }),
    products: { forecast, nowcast, route, alerts, historical, outlook, accuracy, tiles, ...products },
    metrics,
    baseUrl: BASE_URL,
    machineClock: alwaysLater(),
    // A busy machine delays the one thread of a test, which must not turn responses into 503.
    overload: NEVER_OVERLOADED,
    readiness: async () => [
      {
        product: 'forecast',
        state: 'ready',
        updatedAt: NOW - 600,
        referenceTime: NOW - 7200,
        detail: 'made-up weather',
      },
    ],
    ...changes,
  });
  return { app, forecast, nowcast, route, alerts, historical, outlook, accuracy, tiles, metrics };
}

/** Posts a forecast request as the business plan, whose limits tests do not reach. */
export function postForecast(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/forecast', body, headers);
}

/** The same of a route request. */
export function postRoute(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/route', body, headers);
}

/** The same of a nowcast request. */
export function postNowcast(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/nowcast', body, headers);
}

/** The same of a request for alerts. */
export function postAlerts(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/alerts', body, headers);
}

/** The same of a request for history. */
export function postHistorical(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/historical', body, headers);
}

/** The same of a request for an outlook. */
export function postOutlook(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/outlook', body, headers);
}

/** The same of a request for accuracy. */
export function postAccuracy(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return post(app, '/v1/accuracy', body, headers);
}

async function post(
  app: FastifyInstance,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url,
    headers: { authorization: 'Bearer business', 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}
