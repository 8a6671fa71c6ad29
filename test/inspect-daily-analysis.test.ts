/** `weatherglass inspect daily-analysis`, on days in memory. */

import { expect, test } from 'vitest';
import { dailyAnalysis } from '../src/cli/inspect/inspect-daily-analysis.js';
import type { AnalysisSpan } from '../src/model/daily-analysis.js';
import { dayNumber } from './random-analysis.js';

const LAST = dayNumber('2026-11-20');
const SPAN: AnalysisSpan = { source: 'gfs', simulated: true, firstDay: LAST - 9, lastDay: LAST };
const asked: unknown[] = [];

async function inspected(isEmpty: boolean, ...args: string[]): Promise<string[]> {
  const out: string[] = [];
  const two = (a: number, b = Number.NaN) => Float64Array.of(a, b);
  const values = new Map([
    ...([
      ['temperature_max', two(293.15)],
      ['temperature_min', two(283.2)],
    ] as const),
    ...([
      ['precipitation', two(12.34)],
      ['rain_total', two(10)],
      ['snow_total', two(25)],
    ] as const),
    ['cloud_cover', two(0.456)] as const,
  ]);
  const open = async () => ({
    spans: async () => new Map([['daily-weather', isEmpty ? [] : [SPAN]]] as const),
    async daysAt(place: object, count: number) {
      asked.push([place, count]);
      if (isEmpty) return null;
      return { values, spans: [SPAN], clamped: false, days: [LAST - 1, LAST] as const, airQuality: two(57) };
    },
  });
  await dailyAnalysis(open, { write: (text) => out.push(text) }).parseAsync(args, { from: 'user' });
  return out.join('').trimEnd().split('\n');
}

test('without a place each stretch is a line', async () => {
  expect(await inspected(false)).toEqual([
    'record         model  first day   last day',
    'daily-weather  GFS    2026-11-11  2026-11-20  simulated',
  ]);
  expect(JSON.parse((await inspected(false, '--json'))[0]!)).toEqual({
    ...{ dataset: 'daily-weather', source: 'gfs', simulated: true },
    ...{ first_day: '2026-11-11', last_day: '2026-11-20' },
  });
});

test('at a place each day is a line, with dashes for what is not known', async () => {
  const lines = await inspected(false, '--at', '15.6,-32.5', '--days', '2');
  expect(asked.at(-1)).toEqual([{ latitude: 15.6, longitude: -32.5 }, 2]);
  expect(lines.map((line) => line.split(/\s{2,}/))).toEqual([
    ['local day', 'maximum', 'minimum', 'precipitation', 'rain', 'new snow', 'cloud', 'air quality'],
    ['2026-11-19', '20.0 °C', '10.1 °C', '12.3 mm', '10.0 mm', '2.5 cm', '46%', '57'],
    ['2026-11-20', '–', '–', '–', '–', '–', '–', '–'],
  ]);
  const json = (await inspected(false, '--at', '0,0', '--json')).map((line) => JSON.parse(line));
  expect(json[0]).toMatchObject({ date: '2026-11-19', temperature_max: 293.15, air_quality_index: 57 });
  expect(json[1]).toMatchObject({ date: '2026-11-20', temperature_max: null, air_quality_index: null });
});

test('an empty record is an error that says so', async () => {
  await expect(inspected(true)).rejects.toThrow('no day is analysed yet');
  await expect(inspected(true, '--at', '1,2')).rejects.toThrow('no day is analysed yet');
});

test.each([
  [['--at', '91,0'], '--at must be'],
  [['--at', '1'], '--at must be'],
  [['--at', '1,'], '--at must be'],
  [['--at', '1,2,3'], '--at must be'],
  [['--at', '1,2', '--days', '0'], '--days must be'],
  [['--at', '1,2', '--days', '1.5'], '--days must be'],
])('%j is refused', async (args, message) => {
  await expect(inspected(false, ...args)).rejects.toThrow(message);
});
