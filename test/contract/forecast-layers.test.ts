/**
 * `POST /v1/forecast` and `/readyz` over HTTP on many sources at once: who answers where, and what people are told when
 * sources are late, torn, missing or replaced under way. The clock stands at 10:37 UTC of the day of all runs.
 */

import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { NOW, postForecast } from '../../src/http/server.fixture.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { type ElementId, ENSEMBLE_MEMBERS, memberElement } from '../../src/model/element.js';
import { HOUR } from '../../src/model/time.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import type { ElevationLookup } from '../../src/query/place/elevation.js';
import { COARSE_HRRR } from '../coarse-grids.js';
import { createMemoryCube, type FieldOf, type MemoryCube, type MemoryCubeOptions, timesFrom } from '../memory-cube.js';
import { sharedServer } from '../shared-server.js';
import { DocumentValidator, documentOf } from './document.js';

const MIDNIGHT = Date.UTC(2026, 10, 20) / 1000;
const DENVER = { latitude: 39.74, longitude: -104.99 };
const BERLIN = { latitude: 52.52, longitude: 13.405 };

/** Weather that is the same everywhere and always, but for its temperature. */
const WEATHER: Readonly<Partial<Record<ElementId, FieldOf>>> = {
  dew_point: () => 270,
  pressure_msl: () => 101_300,
  pressure_surface: () => 84_000,
  wind_u: () => 3,
  wind_v: () => 4,
  wind_gust: () => 9,
  precipitation: () => 0,
  cloud_cover: () => 0.5,
  visibility: () => 20_000,
  ozone: () => 300,
};
const MEMBERS = Object.fromEntries(Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => [memberElement(i), () => 0]));

interface Habit extends Pick<MemoryCubeOptions, 'fields' | 'grid' | 'statics'> {
  /** Hour of the newest run that is in time. */
  readonly run: number;
  /** Hours from the run. */
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** Each source in small: its area, its times, and a temperature by which it is known. */
const HABITS: Readonly<Partial<Record<DatasetId, Habit>>> = {
  gfs: {
    run: 6,
    first: -48,
    step: 1,
    count: 433,
    fields: weather(280),
    statics: { elevation: () => 1500, land: () => 1 },
  },
  'ecmwf-ifs': { run: 0, first: 0, step: 3, count: 121, fields: weather(282) },
  hrrr: {
    run: 9,
    first: 0,
    step: 1,
    count: 19,
    fields: weather(290),
    grid: COARSE_HRRR,
    statics: { elevation: () => 1600 },
  },
  nbm: {
    run: 6,
    first: 1,
    step: 1,
    count: 36,
    fields: { ...weather(285), probability_1h: () => 0.2 },
    grid: COARSE_HRRR,
  },
  gefs: { run: 0, first: 3, step: 3, count: 80, fields: MEMBERS },
  aqm: {
    run: 6,
    first: -12,
    step: 1,
    count: 85,
    fields: { pm2_5: () => 9, ozone_ground: () => 30 },
    grid: COARSE_HRRR,
  },
  'gefs-aerosol': { run: 0, first: -12, step: 3, count: 45, fields: { pm2_5: () => 20, pm10: () => 30 } },
};

function weather(temperature: number) {
  return { temperature: () => temperature, ...WEATHER };
}

/** @param hoursLate  how much older than the newest in time the run is */
function cube(dataset: DatasetId, hoursLate = 0, more: Partial<MemoryCubeOptions> = {}): MemoryCube {
  const { run, first, step, count, ...rest } = HABITS[dataset]!;
  const referenceTime = MIDNIGHT + (run - hoursLate) * HOUR;
  return createMemoryCube({
    dataset,
    referenceTime,
    createdAt: referenceTime + HOUR,
    version: `${dataset}-${run - hoursLate}`,
    times: timesFrom(referenceTime + first * HOUR, count, step * HOUR),
    ...rest,
    ...more,
  });
}

type Shelf = CubeShelf & { published: Map<string, MemoryCube>; previous: Map<string, MemoryCube> };

function shelf(...cubes: readonly MemoryCube[]): Shelf {
  const published = new Map(cubes.map((each) => [each.description.dataset as string, each]));
  const previous = new Map<string, MemoryCube>();
  return {
    published,
    previous,
    open: async (dataset) => published.get(dataset)?.opened() ?? null,
    openPrevious: async (dataset) => previous.get(dataset)?.opened() ?? null,
  };
}
/** Cubes do not change, so one of each is enough for all tests. */
const IN_TIME = (Object.keys(HABITS) as DatasetId[]).map((dataset) => cube(dataset));
const everything = () => IN_TIME;
const without = (...left: string[]) => everything().filter(({ description }) => !left.includes(description.dataset));

const server = sharedServer('forecast');
afterAll(server.close);

async function serve(cubes: CubeShelf, elevationAt: ElevationLookup | null = async () => 1600) {
  const clock = fixedClock(NOW);
  const product = createForecastProduct({
    shelf: cubes,
    clock,
    log: silentLog,
    ...(elevationAt && { elevationAt }),
  });
  return server.serve({ product, clock, readiness: async () => [await product.status()] });
}

interface Body {
  location: Record<string, unknown>;
  current: Record<string, unknown>;
  hourly: Record<string, number>[];
  daily: Record<string, unknown>[];
  stale: boolean;
  updated_at: string;
  warnings: { code: string; message: string; source?: string; variables?: string[]; count?: number }[];
}

const TEMPERATURE = { hourly: { hours: 6, variables: ['temperature'] } };

async function ask(app: FastifyInstance, location: object, sections: object = TEMPERATURE, timezone = 'UTC') {
  const reply = await postForecast(app, { location, timezone, ...sections });
  return { reply, body: reply.json() as Body };
}

const told = ({ warnings }: Body) => warnings.map(({ code, message }) => `${code}: ${message}`);

const ALL = [
  ...['temperature', 'apparent_temperature', 'dew_point', 'condition', 'humidity', 'pressure', 'wind_speed'],
  ...['wind_gust', 'wind_direction', 'precipitation', 'rain_total', 'snow_total', 'precipitation_probability'],
  ...['cloud_cover', 'uv_index'],
];

test('with every source in time all variables of all sections have values, and there is nothing to warn of', async () => {
  const app = await serve(shelf(...everything()));
  const sections = {
    current: { variables: [...ALL, 'air_quality_index'] },
    quarter_hourly: { hours: 48, variables: ALL },
    hourly: { hours: 60, variables: [...ALL, 'air_quality_index'] },
    daily: { days: 9, variables: ['temperature_max', 'temperature_min', 'condition', 'precipitation_probability'] },
  };
  const { reply, body } = await ask(app, DENVER, sections, 'auto');
  expect(reply.statusCode).toBe(200);
  expect(new DocumentValidator(await documentOf(app)).faultsOf('ForecastResponse', body)).toEqual([]);
  expect(told(body)).toEqual([]);
  expect(reply.body).not.toContain('null');
  expect(body.location).toMatchObject({ timezone: 'America/Denver', forecast_elevation_m: 1600 });
  // Of dry models, 0.5 of 32 members and 20% of the Blend, by a quarter of its log odds, 1%.
  // The highest resolution answers, at its own height; (3, 4) m/s blow from 216.9°, and dry air is as wet as it is.
  expect(body.current).toMatchObject({
    temperature: 16.9,
    wind_speed: 18,
    wind_gust: 32.4,
    wind_direction: 217,
    pressure: 1013,
    air_quality_index: 50,
  });
  expect(body.hourly[0]).toMatchObject({ air_quality_index: 50, precipitation_probability: 1 });
});

test.each<[name: string, latitude: number, longitude: number, celsius: number]>([
  ['inside the regional models', 39.74, -104.99, 16.9],
  // Moved 100 m up from GFS's ground by 6.5 K/km
  ['in Alaska', 64.84, -147.72, 8.2],
  ['in Hawaii', 21.31, -157.86, 8.2],
  ['in Europe', 52.52, 13.405, 8.2],
  ['at sea', 0, 0, 8.2],
  ['at 86° N, where Mercator ends', 86, 20, 8.2],
  ['at the north pole', 90, -105, 8.2],
  ['at the south pole', -90, 0, 8.2],
  ['on the date line, from the west', 12, 180, 8.2],
  ['on the date line, from the east', 12, -180, 8.2],
])('%s, the best source that covers the place answers', async (_name, latitude, longitude, celsius) => {
  const { body } = await ask(await serve(shelf(...everything())), { latitude, longitude });
  expect(body.hourly.map(({ temperature }) => temperature)).toEqual(Array(6).fill(celsius));
  expect(told(body)).toEqual([]);
});

test('a place of unknown height is at the ground of the models, and is told so', async () => {
  const { body } = await ask(await serve(shelf(...everything()), async () => null), { latitude: 86, longitude: 20 });
  expect(body.location.forecast_elevation_m).toBe(1500);
  expect(told(body)).toEqual([
    "elevation_unavailable: The height of the place is not known; values are for the models' own ground.",
  ]);
});

test('far above the ground of a model its values are moved by 1500 m, and that is said', async () => {
  const { body } = await ask(await serve(shelf(...everything()), async () => 3500), BERLIN);
  expect(body.hourly[0]!.temperature).toBe(-0.9); // 282 K − 1500 m × 6.5 K/km
  expect(told(body)).toEqual([
    'elevation_clamped: The place is 2000 m off the ground of a model; its values are moved by 1500 m only.',
  ]);
});

/** What is left over Denver when a source is late, and the words for it. */
const LATE: readonly [dataset: DatasetId, hoursLate: number, celsius: number, message: string][] = [
  ['gfs', 12, 16.9, 'The newest run of GFS is of 2026-11-19T18:00:00Z, more than 14 hours ago'],
  ['ecmwf-ifs', 12, 16.9, 'The newest run of ECMWF IFS is of 2026-11-19T12:00:00Z, more than 17 hours ago'],
  ['hrrr', 6, 11.9, 'The newest run of HRRR is of 2026-11-20T03:00:00Z, more than 4 hours ago'],
  ['nbm', 12, 16.9, 'The newest run of National Blend of Models is of 2026-11-19T18:00:00Z, more than 10.5 hours ago'],
  ['gefs', 12, 16.9, 'The newest run of GEFS is of 2026-11-19T12:00:00Z, more than 15 hours ago'],
  ['aqm', 24, 16.9, 'The newest run of NOAA Air Quality Model is of 2026-11-19T06:00:00Z, more than 26 hours ago'],
  ['gefs-aerosol', 12, 16.9, 'The newest run of GEFS-Aerosol is of 2026-11-19T12:00:00Z, more than 16 hours ago'],
];

test.each(LATE)('%s %i hours late gives way to the others, and is named', async (dataset, hours, celsius, message) => {
  const app = await serve(shelf(...without(dataset), cube(dataset, hours)));
  const variables = ['temperature', 'precipitation_probability', 'air_quality_index'];
  const { reply, body } = await ask(app, DENVER, { hourly: { hours: 6, variables } });
  expect(body.stale).toBe(false);
  expect(reply.headers['retry-after']).toBeUndefined();
  expect(body.hourly[5]!.temperature).toBe(celsius);
  expect(body.warnings).toEqual([
    { code: 'model_degraded', message: `${message}; others answer where they can.`, source: dataset },
  ]);
  const status = (await app.inject('/readyz')).json();
  expect(status.status).toBe('ready');
  expect(status.products[0].sources.filter(({ state }: { state: string }) => state === 'stale')).toMatchObject([
    { source: dataset },
  ]);
});

test('a source that the question has nothing to do with is not spoken of', async () => {
  const app = await serve(shelf(...without('aqm', 'gefs', 'hrrr'), cube('aqm', 24), cube('gefs', 12), cube('hrrr', 6)));
  expect(told((await ask(app, BERLIN)).body)).toEqual([]);
});

test('a source that was given up a week ago is spoken of only where it still answers', async () => {
  const week = 8 * 24;
  const gone = await serve(shelf(...without('hrrr'), cube('hrrr', week)));
  expect(told((await ask(gone, DENVER)).body)).toEqual([]);
  const used = await serve(shelf(...without('gefs'), cube('gefs', week, { times: timesFrom(MIDNIGHT, 40, 3 * HOUR) })));
  const chances = { hourly: { hours: 48, variables: ['precipitation_probability'] } };
  expect((await ask(used, BERLIN, chances)).body.warnings).toEqual([
    {
      code: 'model_degraded',
      message:
        'The newest run of GEFS is of 2026-11-12T00:00:00Z, more than 15 hours ago; others answer where they can.',
      source: 'gefs',
    },
  ]);
});

test('with every source of the weather late the answer is stale, names the newest, and asks to come back', async () => {
  const late = (['gfs', 'ecmwf-ifs', 'nbm'] as const).map((dataset) => cube(dataset, 12));
  const app = await serve(shelf(...late, cube('hrrr', 6), cube('gefs')));
  const { reply, body } = await ask(app, DENVER);
  expect([body.stale, reply.headers['retry-after']]).toEqual([true, '60']);
  expect(body.hourly[1]!.temperature).toBe(16.9);
  expect(body.warnings).toEqual([
    {
      code: 'stale_data',
      message: 'The newest run of HRRR is of 2026-11-20T03:00:00Z, more than 4 hours ago.',
      source: 'hrrr',
    },
  ]);
  const status = (await app.inject('/readyz')).json();
  expect([status.status, status.products[0].state]).toEqual(['ready', 'stale']);
});

test('without GFS the others answer; ECMWF, whose ground is unknown, is not moved and that is said', async () => {
  const { body } = await ask(await serve(shelf(...without('gfs'))), BERLIN);
  expect(body.hourly[0]!.temperature).toBe(8.9);
  expect(told(body)).toEqual([
    'elevation_unavailable: How high ECMWF IFS has the ground here is not known; its values are not moved to the place.',
  ]);
});

test.each(['hrrr-subhourly', 'hrrr-extended'] as const)(
  '%s without a ground of its own stands on that of HRRR, so that no step is where one ends',
  async (dataset) => {
    const extended = createMemoryCube({
      dataset,
      referenceTime: MIDNIGHT + 9 * HOUR,
      times: timesFrom(MIDNIGHT + 9 * HOUR, 40),
      fields: weather(290),
      grid: COARSE_HRRR,
    });
    const store = shelf(cube('gfs'), cube('hrrr'), extended);
    const { body } = await ask(await serve(store, async () => 2600), DENVER, {
      hourly: { hours: 18, variables: ['temperature'] },
    });
    // 1000 m above the ground of HRRR
    expect(body.hourly.map(({ temperature }) => temperature)).toEqual(Array(18).fill(10.4));
    expect(told(body)).toEqual([]);
  },
);

test('with HRRR alone there is a short forecast in its area, and a 503 elsewhere', async () => {
  const app = await serve(shelf(cube('hrrr')));
  const { body } = await ask(app, DENVER, { hourly: { hours: 30, variables: ['temperature', 'uv_index'] } });
  expect(body.hourly.filter(({ temperature }) => temperature === 16.9)).toHaveLength(18);
  expect(body.warnings).toEqual([
    {
      code: 'horizon_reduced',
      message:
        'The forecast for this place ends at 2026-11-21T03:00:00Z; what needs more is null, or stands on the hours before.',
      count: 13,
    },
  ]);
  const outside = await ask(app, BERLIN);
  expect([outside.reply.statusCode, outside.reply.headers['retry-after']]).toEqual([503, '60']);
});

test.each([
  ['nothing', []],
  ['air alone', ['aqm', 'gefs-aerosol'] as const],
])('with %s published the product is unavailable, and readiness says why', async (_, datasets) => {
  const app = await serve(shelf(...datasets.map((dataset) => cube(dataset))));
  const { reply } = await ask(app, DENVER);
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['content-type']).toMatch('application/problem+json');
  expect(reply.headers['retry-after']).toBe('60');
  expect(reply.json()).toMatchObject({
    status: 503,
    detail: expect.stringContaining('no model run has been ingested yet'),
  });
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json().products[0]).toMatchObject({
    state: 'unavailable',
    updated_at: null,
    sources: datasets.map((source) => ({ source, state: 'ready' })),
  });
});

test('readiness lists every source with its run and the age of that', async () => {
  const status = (await (await serve(shelf(cube('gfs'), cube('hrrr', 6)))).inject('/readyz')).json();
  expect(status.products[0]).toMatchObject({
    product: 'forecast',
    state: 'ready',
    detail: 'gfs run of 2026-11-20T06:00:00Z, hrrr run of 2026-11-20T03:00:00Z (late)',
  });
  expect(status.products[0].sources).toEqual([
    {
      source: 'gfs',
      state: 'ready',
      reference_time: '2026-11-20T06:00:00Z',
      updated_at: '2026-11-20T07:00:00Z',
      age_seconds: NOW - MIDNIGHT - 6 * HOUR,
    },
    {
      source: 'hrrr',
      state: 'stale',
      reference_time: '2026-11-20T03:00:00Z',
      updated_at: '2026-11-20T04:00:00Z',
      age_seconds: NOW - MIDNIGHT - 3 * HOUR,
    },
  ]);
});

test('bytes that are torn give way to the run before, source by source; two torn runs to the other sources', async () => {
  const store = shelf(...without('hrrr'), cube('hrrr', 0, { torn: true }));
  const app = await serve(store);
  store.previous.set('hrrr', cube('hrrr', 1, { fields: weather(291) }));
  const previous = (await ask(app, DENVER)).body;
  expect(previous.hourly[2]!.temperature).toBe(17.9);
  expect(told(previous)).toEqual([
    'model_degraded: The newest run of HRRR cannot be read here; the run before it answers.',
  ]);
  store.previous.set('hrrr', cube('hrrr', 1, { torn: true }));
  store.published.set('gfs', cube('gfs', 0, { version: 'another' }));
  const others = (await ask(app, DENVER)).body;
  expect(others.hourly[2]!.temperature).toBe(11.9);
  expect(told(others)).toEqual([
    'model_degraded: The stored runs of HRRR cannot be read here; others answer in their place.',
  ]);
});

test('a newest run that cannot even be opened does not make a service unready that answers from the run before', async () => {
  const store = shelf();
  store.previous.set('gfs', cube('gfs', 6));
  const torn = new ObjectDefectError('gfs/gfs-6/zarr.json', 0, 'no JSON');
  const open = async (dataset: string) => (dataset === 'gfs' ? Promise.reject(torn) : null);
  const app = await serve({ ...store, open });
  expect((await ask(app, BERLIN)).body.hourly[0]!.temperature).toBe(6.2);
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(200);
  expect(ready.json().products[0]).toMatchObject({
    state: 'ready',
    reference_time: '2026-11-20T00:00:00Z',
    detail: 'gfs run of 2026-11-20T00:00:00Z (the newest cannot be read)',
  });
});

test('a newest run that the store itself passed over is told of like one that was torn under the reader', async () => {
  const store = shelf(cube('gfs', 6));
  const open = async (dataset: string) => {
    const opened = await store.open(dataset);
    return opened && { ...opened, isPrevious: true };
  };
  const app = await serve({ ...store, open });
  expect(told((await ask(app, BERLIN)).body)).toEqual([
    'model_degraded: The newest run of GFS cannot be read here; the run before it answers.',
  ]);
  expect((await app.inject('/readyz')).json().products[0].detail).toMatch(/\(the newest cannot be read\)$/);
});

test('a run that is published while a question is answered waits for the next question', async () => {
  const old = cube('gfs', 6);
  const readCells: MemoryCube['readCells'] = (cells) => {
    store.published.set('gfs', cube('gfs', 0, { fields: weather(281) }));
    return old.readCells(cells);
  };
  const store = shelf({ ...old, opened: () => ({ ...old.opened(), readCells }) as MemoryCube });
  const app = await serve(store);
  const first = (await ask(app, BERLIN)).body;
  const second = (await ask(app, BERLIN)).body;
  expect([first.hourly[0]!.temperature, second.hourly[0]!.temperature]).toEqual([6.2, 7.2]);
  expect([first.updated_at, second.updated_at]).toEqual(['2026-11-20T01:00:00Z', '2026-11-20T07:00:00Z']);
});

test.each(Object.keys(HABITS) as DatasetId[])(
  'an answer that was kept does not outlive a new run of %s',
  async (dataset) => {
    const store = shelf(...everything());
    const app = await serve(store);
    const variables = ['temperature', 'precipitation_probability', 'air_quality_index'];
    const question = { hourly: { hours: 40, past_hours: 12, variables } };
    const before = (await ask(app, DENVER, question)).body;
    expect(before.updated_at).toBe('2026-11-20T10:00:00Z');
    store.published.set(dataset, cube(dataset, 0, { createdAt: NOW - 60, version: 'new' }));
    expect((await ask(app, DENVER, question)).body.updated_at).toBe('2026-11-20T10:36:12Z');
  },
);

test('an answer that was kept does not outlive the terrain that it stood on', async () => {
  let height = 1600;
  const elevationAt = Object.assign(async () => height, { version: async () => `of ${height} m` });
  const app = await serve(shelf(...everything()), elevationAt);
  expect((await ask(app, BERLIN)).body.location.forecast_elevation_m).toBe(1600);
  height = 1700;
  expect((await ask(app, BERLIN)).body.location.forecast_elevation_m).toBe(1700);
});

test('updated_at is of what was read, not of what lies beside it', async () => {
  const { body } = await ask(await serve(shelf(...everything())), BERLIN);
  // ECMWF counts fully there, so that GFS, which is newer, is not looked at; HRRR ends before Berlin.
  expect(body.updated_at).toBe('2026-11-20T01:00:00Z');
});

test('days long past have their sun, and null for what no source holds any more', async () => {
  const daily = { start: '2025-11-20', end: '2025-11-22', variables: ['temperature_max', 'sunrise'] };
  const { body } = await ask(await serve(shelf(...everything())), BERLIN, { daily });
  expect(body.daily.map(({ date, temperature_max }) => [date, temperature_max])).toEqual([
    ['2025-11-20', null],
    ['2025-11-21', null],
    ['2025-11-22', null],
  ]);
  expect(body.daily[0]!.sunrise).toMatch(/^2025-11-20T06:3\d:00\+00:00$/);
  expect(told(body)).toEqual([
    'partial_data: The stored data begins at 2026-11-18T06:00:00Z; what needs more is null.',
  ]);
});

test('where the air is not forecast the index is null, and one warning says why', async () => {
  const question = { hourly: { hours: 150, variables: ['temperature', 'air_quality_index'] } };
  const none = (await ask(await serve(shelf(...without('aqm', 'gefs-aerosol'))), BERLIN, question)).body;
  expect(none.warnings).toEqual([
    {
      code: 'air_quality_unavailable',
      message: 'No air-quality feed covers this place and time; air_quality_index is null.',
      variables: ['air_quality_index'],
    },
  ]);
  const short = (await ask(await serve(shelf(...everything())), BERLIN, question)).body;
  expect(short.hourly[0]!.air_quality_index).toBe(71); // NowCast of 20 µg/m³
  expect(short.warnings).toEqual([
    {
      code: 'partial_data',
      message: 'Of these variables no source gives values for some of the records; they are null.',
      variables: ['air_quality_index'],
    },
  ]);
});

test('simulated weather is told from real weather, also when only one of the sources is simulated', async () => {
  const app = await serve(shelf(...without('ecmwf-ifs'), cube('ecmwf-ifs', 0, { simulated: true })));
  expect(told((await ask(app, BERLIN)).body)).toEqual([
    'simulated_data: This weather is simulated: it comes from the built-in upstream, not from the world.',
  ]);
});
