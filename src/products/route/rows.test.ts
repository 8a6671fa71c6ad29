import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RouteSample, UnavailableReason } from '../../model/route.js';
import { zoneOf } from '../../model/time.js';
import { resolveRouteUnits, UNIT_SYSTEMS } from '../../model/units.js';
import { type ForecastVariableId, HOURLY_VARIABLES } from '../../model/variables.js';
import { alongWeather, type WrittenWeather } from './along.fixture.js';
import type { AlongWeather } from './along.js';
import { type RowsInput, routeRows } from './rows.js';

const METRIC = resolveRouteUnits('metric');
const START = Date.parse('2026-11-20T10:00:00Z') / 1000;

interface Written {
  readonly count?: number;
  readonly weather?: WrittenWeather;
  readonly variables?: readonly ForecastVariableId[];
  readonly units?: RowsInput['units'];
  readonly times?: readonly string[];
  readonly zones?: readonly string[];
  readonly reasons?: readonly (UnavailableReason | null)[];
  readonly latitudes?: readonly number[];
  readonly longitudes?: readonly number[];
  readonly metres?: readonly number[];
  readonly elevations?: readonly number[];
}

/** A sample each hour, standing at 50° N 8° E at 100 m, in UTC, unless something else is written. */
function written({ count = 1, weather = {}, variables = [], units = METRIC, ...said }: Written): RowsInput {
  const each = <T>(values: readonly T[] | undefined, otherwise: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => values?.[i] ?? otherwise(i));
  const zones = each(said.zones, () => 'UTC').map((name) => zoneOf(name)!);
  const samples = {
    count,
    times: Float64Array.from(
      each(said.times, (i) => new Date((START + i * 3600) * 1000).toISOString()),
      (text) => Date.parse(text) / 1000,
    ),
    latitudes: Float64Array.from(each(said.latitudes, () => 50)),
    longitudes: Float64Array.from(each(said.longitudes, () => 8)),
    distances: Float64Array.from(each(said.metres, () => 0)),
    waypoints: Uint8Array.from(each(undefined, (i) => (i === 0 || i === count - 1 ? 1 : 0))),
  };
  const setting = {
    reasons: each(said.reasons, () => null),
    types: each<RouteSample['type']>(undefined, (i) => (i === 0 ? 'analysis' : 'forecast')),
    zones,
    zoneNames: zones.map(({ name }) => name),
    elevations: Float64Array.from(each(said.elevations, () => 100)),
  };
  return { samples, setting, weather: alongWeather(weather), variables, units };
}

/** What a client reads. */
const answered = (said: Written) => JSON.parse(JSON.stringify(routeRows(written(said))));

test('a route over a zone border: rows, window and extremes as they are answered', () => {
  const answer = routeRows(
    written({
      count: 3,
      times: ['2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', '2026-11-20T11:00:00Z'],
      zones: ['America/Denver', 'America/Denver', 'America/Chicago'],
      reasons: [null, 'timeout', null],
      latitudes: [41.139981, 41.2, 41.1238],
      longitudes: [-104.820246, -103, -100.7654],
      metres: [0, 40000.4, 340500.6],
      elevations: [1848.4, Number.NaN, 853.5],
      weather: { celsius: [-0.04, 9, -3.25], percent: [20.4, 99, 49.5], condition: ['cloudy', 'rain', null] },
      variables: ['precipitation_probability', 'condition', 'temperature'],
    }),
  );
  expect(JSON.stringify(answer.samples, null, 1)).toBe(
    JSON.stringify(
      [
        {
          index: 0,
          status: 'ok',
          type: 'analysis',
          time: '2026-11-20T03:00:00-07:00',
          timezone: 'America/Denver',
          latitude: 41.13998,
          longitude: -104.82025,
          elevation: 1848,
          distance: 0,
          waypoint: true,
          precipitation_probability: 20,
          condition: 'cloudy',
          temperature: 0,
        },
        {
          index: 1,
          status: 'unavailable',
          unavailable_reason: 'timeout',
          type: 'forecast',
          time: '2026-11-20T03:30:00-07:00',
          timezone: 'America/Denver',
          latitude: 41.2,
          longitude: -103,
          elevation: null,
          distance: 40,
          waypoint: false,
        },
        {
          index: 2,
          status: 'ok',
          type: 'forecast',
          time: '2026-11-20T05:00:00-06:00',
          timezone: 'America/Chicago',
          latitude: 41.1238,
          longitude: -100.7654,
          elevation: 854,
          distance: 340.501,
          waypoint: true,
          precipitation_probability: 50,
          condition: null,
          temperature: -3.3,
        },
      ],
      null,
      1,
    ),
  );
  const at = [0, 2].map((i) => {
    const { index, latitude, longitude, time } = answer.samples[i]!;
    return { index, latitude, longitude, time };
  });
  expect(answer.summary).toEqual({
    extremes: {
      precipitation_probability_max: { ...at[1], value: 50 },
      temperature_min: { ...at[1], value: -3.3 },
      temperature_max: { ...at[0], value: 0 },
    },
    windows: [
      {
        type: 'freezing',
        start_index: 0,
        end_index: 0,
        start_time: '2026-11-20T03:00:00-07:00',
        end_time: '2026-11-20T03:00:00-07:00',
        peak: { ...at[0], value: 0 },
      },
      {
        type: 'freezing',
        start_index: 2,
        end_index: 2,
        start_time: '2026-11-20T05:00:00-06:00',
        end_time: '2026-11-20T05:00:00-06:00',
        peak: { ...at[1], value: -3.3 },
      },
    ],
  });
});

test('when the clocks go back on the way, the offset changes and the time goes on', () => {
  const times = ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', '2026-10-25T01:30:00Z'];
  const { samples } = answered({ count: 3, times, zones: times.map(() => 'Europe/Berlin') });
  expect(samples.map(({ time }: RouteSample) => time)).toEqual([
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T02:00:00+01:00',
    '2026-10-25T02:30:00+01:00',
  ]);
});

/**
 * One canonical value written in °C, km/h, mm, Pa, percent, and as it is said. An inch has 25.4 mm and a mile 1609.344 m by
 * definition, an inch of mercury at 0 °C 3386.389 Pa (NIST SP 811).
 */
const SAID: readonly (readonly [ForecastVariableId, WrittenWeather, metric: number, us: number, si: number])[] = [
  ['temperature', { celsius: [21.25] }, 21.3, 70.3, 294.4],
  ['temperature', { celsius: [-0.05] }, -0.1, 31.9, 273.1],
  ['dew_point', { dewPointCelsius: [-40] }, -40, -40, 233.2],
  ['pressure', { pascals: [101_325] }, 1013.3, 29.92, 101_325],
  ['wind_gust', { gustKmh: [100] }, 100, 62.1, 27.8],
  ['wind_direction', { windDirection: [359.6] }, 360, 360, 360],
  ['precipitation', { mm: [0.3] }, 0.3, 0.012, 0.0003],
  ['precipitation', { mm: [1.005] }, 1.01, 0.04, 0.001005],
  ['humidity', { humidityPercent: [12.5] }, 13, 13, 13],
];

test.each(SAID)('%s of %o is rounded once, in each system', (variable, weather, ...expected) => {
  for (const [i, system] of UNIT_SYSTEMS.entries()) {
    const { samples } = answered({ weather, variables: [variable], units: resolveRouteUnits(system) });
    expect([system, samples[0][variable]]).toEqual([system, expected[i]]);
  }
});

test('extremes and peaks are in the units of the answer, chances in percent', () => {
  const { summary } = answered({
    weather: { gustKmh: [100], percent: [62], condition: ['rain'] },
    variables: ['wind_gust', 'precipitation_probability', 'condition'],
    units: resolveRouteUnits('us', { wind_speed: 'm/s' }),
  });
  expect(summary.extremes.wind_gust_max.value).toBe(27.8);
  expect(
    summary.windows.map((window: { type: string; peak: { value: number } }) => [window.type, window.peak.value]),
  ).toEqual([
    ['precipitation', 62],
    ['high_wind', 27.8],
  ]);
});

test.each([
  ['km', 1.235],
  ['m', 1235],
  ['mi', 0.767],
  ['ft', 4050],
])('a distance of 1234.5 m in %s is %d', (distance, said) => {
  const units = resolveRouteUnits('metric', { distance });
  expect(answered({ count: 2, metres: [0, 1234.5], units }).samples[1].distance).toBe(said);
});

test('elevations are whole metres or feet, below the sea too, and null where unknown', () => {
  const elevations = [-430.5, 0.2, -0.2, Number.NaN];
  const said = (units: RowsInput['units']) =>
    answered({ count: 4, elevations, units }).samples.map(({ elevation }: RouteSample) => elevation);
  expect(said(METRIC)).toEqual([-431, 0, 0, null]);
  expect(said(resolveRouteUnits('us'))).toEqual([-1412, 1, -1, null]);
});

test('there is no minus zero, not even before it is printed', () => {
  const { samples } = routeRows(
    written({
      weather: { celsius: [-0.01] },
      variables: ['temperature'],
      latitudes: [-0.000001],
      longitudes: [-0.000004],
      elevations: [-0.4],
    }),
  );
  const { temperature, latitude, longitude, elevation } = samples[0]!;
  expect([temperature, latitude, longitude, elevation].map((value) => Object.is(value, 0))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('a place that rounds to 180° E is 180° W', () => {
  const longitudes = [179.999994, 179.999996, -179.999996];
  const { samples } = answered({ count: 3, longitudes });
  expect(samples.map(({ longitude }: RouteSample) => longitude)).toEqual([179.99999, -180, -180]);
});

test('a variable without values is null in every row, a daily one too', () => {
  const { samples, summary } = answered({ count: 2, variables: ['uv_index', 'sunrise', 'condition'] });
  for (const { uv_index, sunrise, condition } of samples)
    expect([uv_index, sunrise, condition]).toEqual([null, null, null]);
  expect(summary).toEqual({ extremes: {}, windows: [] });
});

test('a unit that the distance does not have is a mistake of the caller', () => {
  expect(() => answered({ units: { ...METRIC, distance: 'league' } })).toThrow('distance has no unit "league"');
});

const value = fc.option(fc.double({ min: 0, max: 400, noNaN: true }), { freq: 6 });

test('a summary says of a sample what the sample says of itself', () => {
  const fields = Object.keys(alongWeather({})).filter((field) => field !== 'condition');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...UNIT_SYSTEMS),
      (figures, system) => {
        const columns = fields.map((field, f) => [
          field,
          Float64Array.from(figures, (row) => row[f % 3] ?? Number.NaN),
        ]);
        const base = written({ count: figures.length, variables: HOURLY_VARIABLES, units: resolveRouteUnits(system) });
        const condition = figures.map(() => 'snow');
        const weather = { ...Object.fromEntries(columns), condition } as unknown as AlongWeather;
        const { samples, summary } = routeRows({ ...base, weather });
        for (const [key, { index, time, value: said }] of Object.entries(summary.extremes)) {
          const variable = key.slice(0, -4) as ForecastVariableId;
          expect([samples[index]!.time, samples[index]![variable]]).toEqual([time, said]);
          for (const sample of samples) {
            const other = (sample[variable] as number | null) ?? said;
            expect(key.endsWith('_min') ? other >= said : other <= said).toBe(true);
          }
        }
        for (const { start_index, end_index, start_time, end_time } of summary.windows)
          expect([start_time, end_time]).toEqual([samples[start_index]!.time, samples[end_index]!.time]);
      },
    ),
  );
});
