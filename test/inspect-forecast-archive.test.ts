/** `weatherglass inspect forecast-archive`, on issues in memory. */

import { expect, test } from 'vitest';
import { ObjectDefectError } from '../src/base/errors.js';
import { forecastArchive } from '../src/cli/inspect/inspect-forecast-archive.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../src/model/forecast-issue.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

/** At KDEN it gets colder by a degree each hour; PMDY has no forecast. */
function issueAt(issueTime: number): ForecastIssue {
  const hourly = (value: (n: number) => number) =>
    Float32Array.from({ length: 2 * ISSUE_HOURS }, (_, n) => (n < ISSUE_HOURS ? value(n) : Number.NaN));
  const daily = (value: number) =>
    Float32Array.from({ length: 2 * ISSUE_DAYS }, (_, n) => (n < ISSUE_DAYS - 1 ? value : Number.NaN));
  return {
    issueTime,
    stations: [
      { id: 'KDEN', latitude: 39.847, longitude: -104.656, zone: 'America/Denver' },
      { id: 'PMDY', latitude: 28.2, longitude: -177.38, zone: 'Pacific/Midway' },
    ],
    hours: {
      temperature: hourly((n) => 283.15 - n),
      precipitation: hourly(() => 0.25),
      probability: hourly(() => 0.5),
    },
    days: {
      temperatureMax: daily(283.15),
      temperatureMin: daily(258.15),
      precipitation: daily(6),
      probability: daily(0.984),
    },
    firstDays: [issueTime === NOON ? 20_777 : null, null],
    updatedAt: [issueTime - 900, null],
    stale: [issueTime !== NOON, false],
    simulated: issueTime === NOON,
  };
}

async function inspected(...args: string[]) {
  const [out, errors]: [string[], string[]] = [[], []];
  const open = async () => ({
    now: NOON + 7200,
    async *issues(day: string, onDefect: (defect: ObjectDefectError) => void) {
      if (day === '2026-11-21') onDefect(new ObjectDefectError('forecast-archive/2026-11-21/state/c.1.0', 0, 'crc32c'));
      if (day === '2026-11-20') yield* [issueAt(NOON), issueAt(NOON + 3600)];
    },
  });
  const command = forecastArchive(
    open,
    { write: (text) => out.push(text) },
    { write: (text: string) => errors.push(text) },
  );
  const failure = await command.parseAsync(args, { from: 'user' }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { lines: out.join('').split('\n').slice(0, -1), errors: errors.join(''), failure };
}

test('without a day it shows today, an issue a line', async () => {
  const { lines, failure } = await inspected();
  expect(failure).toBeNull();
  expect(lines).toEqual([
    '2026-11-20, UTC',
    'issued stations     with days  late   data published',
    '12:00  1 of 2               1     0   11:45            simulated',
    '13:00  1 of 2               0     1   12:45',
  ]);
});

test('a station has a table of its hours and one of its local days', async () => {
  const { lines } = await inspected('2026-11-20', '--at', '12:00', '--station', 'kden');
  expect(lines.slice(0, 3)).toEqual([
    '2026-11-20T12:00:00Z  KDEN  39.847 -104.656  America/Denver  data of 2026-11-20T11:45:00Z',
    'hour                  temperature  precipitation  probability',
    '2026-11-20T12:00:00Z      10.0 °C        0.25 mm          50%',
  ]);
  expect(lines[2 + 25]).toBe('2026-11-21T13:00:00Z     -15.0 °C        0.25 mm          50%');
  expect(lines.slice(28, 30)).toEqual([
    'local day   maximum   minimum  precipitation  probability',
    '2026-11-20  10.0 °C  -15.0 °C        6.00 mm          98%',
  ]);
  expect(lines.at(-1)).toBe('2026-12-05        –         –              –            –');
});

test('late data and a missing forecast are said', async () => {
  const late = await inspected('--at', '13:00', '--station', 'KDEN');
  expect(late.lines[0]).toContain('data of 2026-11-20T12:45:00Z, late');
  expect(late.lines.some((line) => line.startsWith('local day'))).toBe(false);
  const none = await inspected('--at', '13:00', '--station', 'PMDY');
  expect(none.lines).toEqual(['2026-11-20T13:00:00Z  PMDY  28.2 -177.38  Pacific/Midway  no forecast']);
});

test('JSON has canonical units, and null where a value is missing', async () => {
  const { lines } = await inspected('--json', '--station', 'KDEN', 'PMDY');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ issue_time: '2026-11-20T12:00:00Z', simulated: true });
  const [denver, midway] = first.stations;
  expect(denver).toMatchObject({ id: 'KDEN', zone: 'America/Denver', first_day: '2026-11-20', stale: false });
  expect(denver.hourly.temperature.slice(0, 2)).toEqual([283.15, 282.15]);
  expect(denver.daily.precipitation_probability.slice(-2)).toEqual([0.984, null]);
  expect(midway).toMatchObject({ updated_at: null, first_day: null, daily: null });
  expect(midway.hourly.temperature[0]).toBeNull();
  expect(second.stations[0].daily).toBeNull();
});

test.each<[args: string[], message: string]>([
  [['2026-11-19'], 'no forecast is archived on 2026-11-19'],
  [['--at', '12:01'], 'no forecast is archived on 2026-11-20 at 12:01'],
  [['--at', '24:00'], '--at must be a time of UTC as "12:40"; got "24:00"'],
  [['2026-02-30T'], 'DAY must be a day of UTC as "2026-11-20"; got "2026-02-30T"'],
  [['--station', 'KDEN', 'KXXX'], 'no issue on 2026-11-20 has the station KXXX'],
  [['2026-11-21'], 'no forecast is archived on 2026-11-21 that can be read; 1 damaged object'],
])('%j is an error that says why', async (args, message) => {
  expect((await inspected(...args)).failure).toBe(message);
});
