import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HOUR, parseDate, parseInstant } from '../../model/time.js';
import { AIRPORT_COLUMNS, decodeAirportHours } from './airport-hours.js';
import { decodeForecastTable } from './forecast-table.js';
import { decodeNwsForecasts, decodeNwsObservations } from './nws-high-low.js';
import { decodeObservationTable } from './observation-table.js';
import { decodeOpenMeteoIssue } from './open-meteo-issue.js';
import { columnsOf } from './record-table.js';

const bytesOf = (...lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`);
const at = (text: string) => parseInstant(text)!;

const FORECASTS = [
  'station,issued,valid,variable,value',
  'KDEN,2026-11-20T12:05:00Z,2026-11-20T18:00:00Z,temperature,11.5',
  'KDEN,2026-11-20T12:05:00Z,2026-11-20T20:00:00Z,precipitation,0.4',
  'KDEN,2026-11-20T12:05:00Z,2026-11-20T20:00:00Z,precipitation_probability,35',
  'KDEN,2026-11-20T13:05:00Z,2026-11-21,temperature_max,14',
  'KDEN,2026-11-20T13:05:00Z,2026-11-22,temperature_max,NA',
];

test('a table of forecasts becomes issues in canonical units, with NaN where nothing was forecast', () => {
  for (const bytes of [
    bytesOf(...FORECASTS),
    gzipSync(bytesOf(...FORECASTS)),
    bytesOf(...FORECASTS.join('\r\n').split('\n')),
  ]) {
    const [first, second] = decodeForecastTable(bytes, 'metric').issues.get('KDEN')!;
    expect(first).toMatchObject({ issueTime: at('2026-11-20T12:05:00Z'), days: null });
    expect(first!.hours!.start).toBe(at('2026-11-20T18:00:00Z'));
    expect(Array.from(first!.hours!.temperature)).toEqual([284.65, Number.NaN, Number.NaN]);
    expect(Array.from(first!.hours!.precipitation)).toEqual([Number.NaN, Number.NaN, 0.4]);
    expect(first!.hours!.probability[2]).toBeCloseTo(0.35, 12);
    expect(second).toMatchObject({ hours: null, days: { firstDay: parseDate('2026-11-21') } });
    expect(Array.from(second!.days!.temperatureMax)).toEqual([287.15, Number.NaN]);
  }
});

test('names of stations may have letters beyond ASCII', () => {
  const row = 'São Paulo,2026-11-20T12:00:00Z,2026-11-21,temperature_max,30';
  expect([...decodeForecastTable(bytesOf(FORECASTS[0]!, row), 'metric').issues.keys()]).toEqual(['São Paulo']);
});

test('°F and inches are read with the unit system us', () => {
  const rows = [
    'A,2026-11-20T12:00:00Z,2026-11-20T13:00:00Z,temperature,32',
    'A,2026-11-20T12:00:00Z,2026-11-20T13:00:00Z,precipitation,1',
  ];
  const [issue] = decodeForecastTable(bytesOf(FORECASTS[0]!, ...rows), 'us').issues.get('A')!;
  expect(issue!.hours!.temperature[0]).toBeCloseTo(273.15, 10);
  expect(issue!.hours!.precipitation[0]).toBeCloseTo(25.4, 10);
});

test.each([
  ['A,2026-11-20T12:00:00Z,2026-11-20T13:30:00Z,temperature,1', 'valid must be a date or a whole hour'],
  ['A,2026-11-20T12:00:00,2026-11-20T13:00:00Z,temperature,1', 'issued must be an instant'],
  ['A,2026-11-20T12:00:00Z,2026-11-20T13:00:00Z,temperature_max,1', 'variable of an hour must be'],
  ['A,2026-11-20T12:00:00Z,2026-11-21,temperature,1', 'variable of a date must be'],
  ['A,2026-11-20T12:00:00Z,2026-11-21,temperature_max,warm', 'value must be a number'],
  ['A,2026-11-20T12:00:00Z,2026-11-21,temperature_max', 'must have 5 fields'],
  [',2026-11-20T12:00:00Z,2026-11-21,temperature_max,1', 'station must be a name'],
  ['A,2026-11-20T12:00:00Z,2026-11-21,precipitation_probability,101', 'a probability must be from 0 to 100'],
  ['A,2026-11-20T12:00:00Z,2026-11-21,precipitation,-0.1', 'an amount must not be negative'],
])('a record that breaks a rule is refused with its line: %s', (row, rule) => {
  expect(() => decodeForecastTable(bytesOf(FORECASTS[0]!, FORECASTS[1]!, row), 'metric')).toThrow(
    new RegExp(`malformed forecast table, line 3: ${rule}`),
  );
});

const OBSERVED = 'station,time,variable,value,zone';

test('a temperature counts for the nearest hour within ten minutes, the nearest report wins, a later record replaces', () => {
  const { stations, zones } = decodeObservationTable(
    bytesOf(
      OBSERVED,
      'KDEN,2026-11-20T11:53:00Z,temperature,10,America/Denver',
      'KDEN,2026-11-20T12:08:00Z,temperature,99,',
      'KDEN,2026-11-20T12:30:00Z,temperature,99,',
      'KDEN,2026-11-20T13:53:00Z,temperature,12,',
      'KDEN,2026-11-20T13:53:00Z,temperature,13,',
    ),
    'metric',
  );
  const { start, temperatures } = stations.get('KDEN')!.hours!;
  expect(start).toBe(at('2026-11-20T12:00:00Z'));
  expect(Array.from(temperatures)).toEqual([283.15, Number.NaN, 286.15]);
  expect(zones.get('KDEN')).toBe('America/Denver');
});

test('an amount is filed under the end of its hour, and days under their dates', () => {
  const rows = [
    'A,2026-11-20T12:00:00Z,precipitation,0.6,',
    'A,2026-11-19,precipitation,7,',
    'A,2026-11-20,temperature_min,-3,',
  ];
  const { hours, days } = decodeObservationTable(bytesOf(OBSERVED, ...rows), 'metric').stations.get('A')!;
  expect([hours!.start, Array.from(hours!.amounts)]).toEqual([at('2026-11-20T13:00:00Z'), [0.6]]);
  expect(Array.from(days!.precipitation)).toEqual([7, Number.NaN]);
  expect(days!.temperatureMin[1]).toBeCloseTo(270.15, 10);
  expect(() => decodeObservationTable(bytesOf(OBSERVED, 'A,2026-11-20T12:30:00Z,precipitation,1,'), 'metric')).toThrow(
    'time of an amount must be a whole hour',
  );
});

/** A real record of the set of 2021. */
const NWS = [
  '"date","city","state","forecast_hi_2_prev_PM","forecast_hi_prev_AM","forecast_hi_prev_PM","forecast_hi_current_AM","actual_hi_next_AM"',
  '"2021-02-03","SALEM","OR",46,47,47,48,49',
  '"2021-02-03","SALEM","OR",1,1,1,1,1',
];

test('a record of the NWS highs is four issues of two mornings and two evenings, and one observation', () => {
  const date = parseDate('2021-02-03')!;
  const issues = decodeNwsForecasts(bytesOf(...NWS)).issues.get('SALEM OR')!;
  expect(issues.map(({ issueTime }) => issueTime / HOUR - 24 * date)).toEqual([6, -6, -18, -30]);
  const fahrenheit = issues.map(({ days }) => Math.round((days!.temperatureMax[0]! - 273.15) * 1.8 + 32));
  expect(fahrenheit).toEqual([48, 47, 47, 46]);
  const { days } = decodeNwsObservations(bytesOf(...NWS)).stations.get('SALEM OR')!;
  expect([days!.firstDay, days!.temperatureMax.length]).toEqual([date, 1]);
  expect(days!.temperatureMax[0]).toBeCloseTo(282.594, 3);
});

test('a report at 00:51 UTC is filed at 00 and belongs to 01:00, its amount to the hour before', () => {
  const head = 'origin,year,month,day,hour,temp,precip,time_hour';
  expect(AIRPORT_COLUMNS.every((name) => columnsOf(bytesOf(head)).includes(name))).toBe(true);
  const { hours } = decodeAirportHours(
    bytesOf(head, 'JFK,2023,1,1,0,50.0,0.01,2023-01-01 00:00:00+00:00'),
  ).stations.get('JFK')!;
  expect(hours!.start).toBe(at('2023-01-01T01:00:00Z'));
  expect([hours!.temperatures[0], hours!.amounts[0]]).toEqual([283.15, expect.closeTo(0.254, 10)]);
});

const openMeteo = (hours: number, more: object = {}) => {
  const time = (n: number) => new Date(Date.UTC(2023, 9, 1, n)).toISOString().slice(0, 16);
  const column = (value: (n: number) => number) => Array.from({ length: hours }, (_, n) => value(n));
  return Buffer.from(
    JSON.stringify({
      ...{ utc_offset_seconds: -14_400, timezone: 'America/New_York' },
      hourly_units: { temperature_2m: '°F', rain: 'inch', snowfall: 'inch' },
      hourly: {
        time: Array.from({ length: hours }, (_, n) => time(n)),
        temperature_2m: column((n) => 50 + n),
        precipitation_probability: column((n) => n),
        ...{
          rain: column((n) => (n === 5 ? 0.1 : 0)),
          showers: column(() => 0),
          snowfall: column((n) => (n === 5 ? 0.7 : 0)),
        },
        ...more,
      },
    }),
  );
};

test('a forecast of Open-Meteo has its issue time from the name, and totals of the hour that begins', () => {
  const { issue, zone } = decodeOpenMeteoIssue(openMeteo(48), 'nyc/2023-10-01_0500.json');
  expect([issue.issueTime, zone]).toEqual([at('2023-10-01T05:00:00-04:00'), 'America/New_York']);
  const { start, temperature, precipitation, probability } = issue.hours!;
  expect([start, temperature[0]]).toEqual([at('2023-10-01T00:00:00-04:00'), expect.closeTo(283.15, 10)]);
  // 0.1 in of rain and 0.7 in of snow fell from 04:00 to 05:00: 0.2 in of water.
  expect([precipitation[4], precipitation[5]]).toEqual([expect.closeTo(5.08, 10), 0]);
  expect([probability[4], probability[47]]).toEqual([0.05, Number.NaN]);
  expect(issue.days!.firstDay).toBe(parseDate('2023-10-01'));
  expect(issue.days!.temperatureMax[0]).toBeCloseTo(273.15 + (73 - 32) / 1.8, 10);
});

test.each([
  [openMeteo(48), 'issue.json', 'its name must end in the time of the issue'],
  [openMeteo(0), '2023-10-01_0500.json', 'hourly.time must have 1 to 480 times'],
  [
    openMeteo(3, { time: ['2023-10-01T00:00', '2023-10-01T01:00', '2023-10-01T09:00'] }),
    '2023-10-01_0500.json',
    'consecutive',
  ],
  [Buffer.from('{"hourly":'), '2023-10-01_0500.json', 'JSON must be well-formed'],
  [Buffer.from('{}'), '2023-10-01_0500.json', 'timezone must be an IANA zone'],
])('a document that is no such forecast is refused (%#)', (bytes, name, rule) => {
  expect(() => decodeOpenMeteoIssue(bytes, name)).toThrow(rule);
});
