import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONDITION_CODES, type ConditionCode, WET_CODES_BY_SEVERITY } from '../../model/condition.js';
import type { ForecastVariableId } from '../../model/variables.js';
import { alongWeather, type WrittenWeather } from './along.fixture.js';
import type { AlongWeather } from './along.js';
import { extremesOf } from './extremes.js';
import { type Window, windowsOf } from './windows.js';

type Variables = readonly ForecastVariableId[];

interface Situation {
  readonly weather: AlongWeather;
  readonly count: number;
  readonly unavailable?: readonly number[];
}

function summed({ weather, count, unavailable = [] }: Situation, variables: Variables) {
  return { weather, count, isOk: (i: number) => !unavailable.includes(i), variables: new Set(variables) };
}

/** "freezing 1-2 (2: -1)": the values of peaks in °C, km/h and percent. */
function told({ type, start, end, peak }: Window): string {
  return `${type} ${start}-${end}${peak === null ? '' : ` (${peak.index}: ${written(peak)})`}`;
}

function written({ variable, value }: NonNullable<Window['peak']>): string {
  if (typeof value === 'string') return value;
  const unit = { temperature: value - 273.15, precipitation_probability: value * 100, precipitation: value };
  return String(Number((unit[variable as keyof typeof unit] ?? value * 3.6).toFixed(6)));
}

const windows = (situation: Situation, ...variables: Variables) => windowsOf(summed(situation, variables)).map(told);

/** As `windows` of samples that are written down; all are there. */
function windowsIn(weather: WrittenWeather, ...variables: Variables): string[] {
  const count = Math.max(...Object.values(weather).map((column) => column.length));
  return windows({ weather: alongWeather(weather), count }, ...variables);
}

/** The worked example of the route's windows; sample 3 is unavailable, and what is written there counts for nothing. */
const SCENARIO: Situation = {
  weather: alongWeather({
    celsius: [1, 0, -1, -9, -2, 0.1],
    percent: [20, 50, 40, 99, 80, 49],
    condition: ['cloudy', 'cloudy', 'snow', 'heavy-snow', 'snow', 'partly'],
    gustKmh: [30, 59.9, 60, 99, 72, 40],
    windKmh: [20, 20, 20, 99, 20, 40],
  }),
  count: 6,
  unavailable: [3],
};

test('the worked scenario has its windows, in its order', () => {
  expect(windows(SCENARIO, 'temperature', 'condition', 'precipitation_probability', 'wind_gust')).toEqual([
    'precipitation 1-2 (1: 50)',
    'freezing 1-2 (2: -1)',
    'high_wind 2-2 (2: 60)',
    'precipitation 4-4 (4: 80)',
    'freezing 4-4 (4: -2)',
    'high_wind 4-4 (4: 72)',
  ]);
});

test('the worked scenario has its extremes', () => {
  const input = summed(SCENARIO, ['temperature', 'condition', 'precipitation_probability', 'wind_gust']);
  const found = extremesOf(input).map(({ variable, aggregate, index }) => [`${variable}_${aggregate}`, index]);
  expect(Object.fromEntries(found)).toEqual({
    temperature_min: 4,
    temperature_max: 0,
    wind_gust_max: 4,
    precipitation_probability_max: 4,
  });
});

test('without gusts in the request the sustained wind of 40 km/h counts', () => {
  expect(windows(SCENARIO, 'wind_speed')).toEqual(['high_wind 5-5 (5: 40)']);
});

const ULP_ABOVE_FREEZING = 273.15000000000003; // 27315 × 0.01
const THRESHOLDS: readonly (readonly [ForecastVariableId, Partial<AlongWeather>, boolean, string])[] = [
  ['temperature', { temperature: Float64Array.of(273.15) }, true, '0 °C'],
  ['temperature', { temperature: Float64Array.of(27315 * 0.01) }, true, '0 °C in 27315 steps of 0.01 K'],
  ['temperature', { temperature: Float64Array.of(ULP_ABOVE_FREEZING) }, true, '0 °C and the noise of a double'],
  ['temperature', { temperature: Float64Array.of(273.14) }, true, 'a step of 0.01 K below'],
  ['temperature', { temperature: Float64Array.of(273.16) }, false, 'a step of 0.01 K above, which prints as 0.0 °C'],
  ['temperature', { temperature: Float64Array.of(273.150001) }, false, 'a millionth above'],
  ['wind_gust', { windGust: Float64Array.of(60 / 3.6) }, true, '60 km/h'],
  ['wind_gust', { windGust: Float64Array.of(16.666666666666664) }, true, '60 km/h and the noise of a double'],
  ['wind_gust', { windGust: Float64Array.of((1000 / 60) * 1) }, true, '1000 m in a minute'],
  ['wind_gust', { windGust: Float64Array.of(833 * 0.02) }, false, '833 steps of 0.02 m/s, which print as 60.0 km/h'],
  ['wind_gust', { windGust: Float64Array.of(834 * 0.02) }, true, '834 steps of 0.02 m/s'],
  ['wind_gust', { windGust: Float64Array.of(59.99999 / 3.6) }, false, 'hardly less than 60 km/h'],
  ['wind_speed', { windSpeed: Float64Array.of(40 / 3.6) }, true, '40 km/h'],
  ['wind_speed', { windSpeed: Float64Array.of(11.111111111111109) }, true, '40 km/h and the noise of a double'],
  ['wind_speed', { windSpeed: Float64Array.of(555 * 0.02) }, false, '555 steps of 0.02 m/s'],
  ['wind_speed', { windSpeed: Float64Array.of(556 * 0.02) }, true, '556 steps of 0.02 m/s'],
  ['precipitation_probability', { probability: Float64Array.of(0.5) }, true, 'a half'],
  ['precipitation_probability', { probability: Float64Array.of(0.1 + 0.1 + 0.3 - 2 ** -53) }, true, 'a sum of tenths'],
  ['precipitation_probability', { probability: Float64Array.of(0.499) }, false, 'less, which prints as 50%'],
  ['precipitation_probability', { probability: Float64Array.of(0.501) }, true, 'more'],
];

test.each(THRESHOLDS)('%s %o opens a window: %s (%s)', (variable, column, opens) => {
  const situation = { weather: { ...alongWeather({}), ...column }, count: 1 };
  expect(windows(situation, variable)).toHaveLength(opens ? 1 : 0);
});

test.each(CONDITION_CODES)('%s opens a window where it is wet', (code) => {
  const wet = 'drizzle rain heavy-rain freezing-rain sleet snow heavy-snow thunderstorm hail'.split(' ').includes(code);
  expect(windowsIn({ condition: [code] }, 'condition')).toEqual(wet ? [`precipitation 0-0 (0: ${code})`] : []);
});

const RAIN: ConditionCode = 'rain';
const EDGES: readonly (readonly [string, WrittenWeather, Variables, readonly string[]])[] = [
  ['nothing requested that is tested', { celsius: [-5], condition: [RAIN] }, ['humidity'], []],
  [
    'only what is requested counts',
    { celsius: [-5], condition: [RAIN] },
    ['condition'],
    ['precipitation 0-0 (0: rain)'],
  ],
  ['an amount alone is no window', { mm: [9] }, ['precipitation'], []],
  [
    'a null gust is no high wind whatever the wind',
    { gustKmh: [null], windKmh: [90] },
    ['wind_gust', 'wind_speed'],
    [],
  ],
  [
    'a null ends a window',
    { celsius: [-1, null, -2] },
    ['temperature'],
    ['freezing 0-0 (0: -1)', 'freezing 2-2 (2: -2)'],
  ],
  [
    'a wet code is enough where the chance is null',
    { condition: [RAIN, RAIN], percent: [null, 20] },
    ['condition', 'precipitation_probability'],
    ['precipitation 0-1 (1: 20)'],
  ],
  [
    'a chance is enough where the code is null',
    { condition: [null, 'sun'], percent: [50, 60] },
    ['condition', 'precipitation_probability'],
    ['precipitation 0-1 (1: 60)'],
  ],
  [
    'a dry code beside a null chance is dry',
    { condition: [RAIN, 'cloudy', null], percent: [90, null, 49] },
    ['condition', 'precipitation_probability'],
    ['precipitation 0-0 (0: 90)'],
  ],
  [
    'where all chances are null there is no peak, for an amount could be taken for a chance',
    { condition: [RAIN], percent: [null], mm: [3] },
    ['condition', 'precipitation_probability', 'precipitation'],
    ['precipitation 0-0'],
  ],
  [
    'the peak is the amount where no chance is requested',
    { condition: [RAIN, RAIN, RAIN], mm: [1, 3, null] },
    ['condition', 'precipitation'],
    ['precipitation 0-2 (1: 3)'],
  ],
  [
    'else it is the most severe condition',
    { condition: ['drizzle', 'heavy-rain', 'freezing-rain', 'snow'] },
    ['condition'],
    ['precipitation 0-3 (2: freezing-rain)'],
  ],
  ['of equal peaks the first', { celsius: [-1, -3, -3] }, ['temperature'], ['freezing 0-2 (1: -3)']],
  ['a window may be the whole route', { gustKmh: [60, 61, 60] }, ['wind_gust'], ['high_wind 0-2 (1: 61)']],
  [
    'windows that begin together stand as precipitation, freezing, high wind',
    { celsius: [-1], condition: [RAIN], gustKmh: [70] },
    ['wind_gust', 'temperature', 'condition'],
    ['precipitation 0-0 (0: rain)', 'freezing 0-0 (0: -1)', 'high_wind 0-0 (0: 70)'],
  ],
];

test.each(EDGES)('%s', (_name, weather, variables, expected) => {
  expect(windowsIn(weather, ...variables)).toEqual(expected);
});

test('where every sample is unavailable there are neither windows nor extremes', () => {
  const input = summed({ ...SCENARIO, unavailable: [0, 1, 2, 3, 4, 5] }, ['temperature', 'condition', 'wind_gust']);
  expect([windowsOf(input), extremesOf(input)]).toEqual([[], []]);
});

test('the wet codes are ordered as the decision table asks for them', () => {
  expect(WET_CODES_BY_SEVERITY.join(' ')).toBe(
    'hail thunderstorm freezing-rain sleet heavy-snow snow heavy-rain rain drizzle',
  );
});

const orNull = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }), { freq: 5 });
const anySample = fc.record({
  celsius: orNull(-3, 3),
  percent: orNull(45, 55),
  condition: fc.option(fc.constantFrom(...CONDITION_CODES), { freq: 5 }),
  gustKmh: orNull(57, 63),
  isOk: fc.boolean(),
});

test('windows of a type are apart, as long as they can be, and hold only samples that are there', () => {
  const variables = ['temperature', 'precipitation_probability', 'condition', 'wind_gust'] as const;
  fc.assert(
    fc.property(fc.array(anySample, { maxLength: 40 }), (samples) => {
      const weather = alongWeather({
        celsius: samples.map(({ celsius }) => celsius),
        percent: samples.map(({ percent }) => percent),
        condition: samples.map(({ condition }) => condition),
        gustKmh: samples.map(({ gustKmh }) => gustKmh),
      });
      const unavailable = samples.flatMap(({ isOk }, i) => (isOk ? [] : [i]));
      const found = windowsOf(summed({ weather, count: samples.length, unavailable }, variables));
      const meets = {
        precipitation: ({ percent, condition }: (typeof samples)[number]) =>
          (percent ?? 0) >= 50 || (WET_CODES_BY_SEVERITY as readonly unknown[]).includes(condition),
        freezing: ({ celsius }: (typeof samples)[number]) => (celsius ?? 1) <= 0,
        high_wind: ({ gustKmh }: (typeof samples)[number]) => (gustKmh ?? 0) >= 60,
      };
      for (const type of ['precipitation', 'freezing', 'high_wind'] as const) {
        const expected = samples.map((sample) => sample.isOk && meets[type](sample));
        const covered = samples.map(() => 0);
        for (const { start, end, peak } of found.filter((window) => window.type === type)) {
          for (let i = start; i <= end; i++) covered[i]!++;
          expect(covered[start - 1] ?? 0).toBe(0); // else the two were one
          if (peak !== null) expect(peak.index >= start && peak.index <= end).toBe(true);
        }
        expect(covered).toEqual(expected.map(Number));
      }
      expect(found.map(({ start }) => start)).toEqual(found.map(({ start }) => start).sort((a, b) => a - b));
    }),
  );
});
