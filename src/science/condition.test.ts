import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConditionCode, WET_CONDITIONS } from '../model/condition.js';
import { conditionOf, type DailyWeather, dailyCondition, type Weather } from './condition.js';

const unknown = Number.NaN;

/** A dry, clear, calm noon. */
const FAIR: Weather = {
  rate: 0,
  probability: 0,
  freezingRainShare: 0,
  icePelletsShare: 0,
  snowShare: 0,
  snowDepthRate: 0,
  thunderProbability: 0,
  visibility: 20_000,
  windGust: 10 / 3.6,
  windSpeed: 5 / 3.6,
  cloud: 0.1,
  night: false,
};

const kmh = (speed: number) => speed / 3.6;

/** The worked scenarios of the method, one line each. */
test.each<[string, ConditionCode | null, Partial<Weather>]>([
  ['0.09 mm/h at 90% under cloud', 'cloudy', { rate: 0.09, probability: 0.9, cloud: 0.8, visibility: 9000 }],
  ['0.1 mm/h at 30%', 'drizzle', { rate: 0.1, probability: 0.3, cloud: 0.8 }],
  ['0.5 mm/h', 'rain', { rate: 0.5, probability: 0.6 }],
  ['7.6 mm/h', 'rain', { rate: 7.6, probability: 0.6 }],
  ['7.61 mm/h', 'heavy-rain', { rate: 7.61, probability: 0.6 }],
  ['1 mm/h, half of it snow', 'sleet', { rate: 1, snowShare: 0.5, probability: 0.6 }],
  ['1 mm/h, three quarters snow', 'snow', { rate: 1, snowShare: 0.75, probability: 0.6 }],
  ['0.2 mm/h at 29%', 'sun', { rate: 0.2, probability: 0.29 }],
  ['visibility 900 m', 'fog', { visibility: 900 }],
  ['gusts of 60 km/h', 'wind', { windGust: kmh(60) }],
  ['30% of cloud by night', 'clear-night', { cloud: 0.3, night: true }],
  ['32% of cloud by night', 'cloudy-night', { cloud: 0.32, night: true }],
])('%s: %s', (_, expected, weather) => {
  expect(conditionOf({ ...FAIR, ...weather })).toBe(expected);
});

const WET: Partial<Weather> = { rate: 2, probability: 0.8 };

test.each<[string, ConditionCode | null, Partial<Weather>]>([
  ['hail before thunder', 'hail', { hailProbability: 0.5, thunderProbability: 0.9 }],
  ['thunder before rain', 'thunderstorm', { ...WET, thunderProbability: 0.5 }],
  ['thunder at 49%', 'rain', { ...WET, thunderProbability: 0.49 }],
  ['0.1 mm/h of it freezing', 'freezing-rain', { ...WET, freezingRainShare: 0.05 }],
  ['0.08 mm/h of it freezing', 'rain', { ...WET, freezingRainShare: 0.04 }],
  ['half ice pellets', 'sleet', { ...WET, icePelletsShare: 0.5 }],
  ['a quarter snow is still rain', 'rain', { ...WET, snowShare: 0.25 }],
  ['snow growing by 25 mm/h', 'heavy-snow', { ...WET, snowShare: 1, snowDepthRate: 25 }],
  ['snow growing by 24.9 mm/h', 'snow', { ...WET, snowShare: 1, snowDepthRate: 24.9 }],
  ['rain of unknown chance', 'rain', { rate: 2, probability: unknown }],
  ['a rate printed as 0.10', 'drizzle', { rate: 0.0951, probability: 0.5 }],
  ['a rate printed as 0.09', 'sun', { rate: 0.0949, probability: 0.5 }],
  ['a chance printed as 30%', 'rain', { rate: 1, probability: 0.296 }],
  ['a chance printed as 29%', 'sun', { rate: 1, probability: 0.294 }],
  ['visibility 1000 m', 'haze', { visibility: 1000 }],
  ['fog before smoke', 'fog', { visibility: 999, smoke: 100 }],
  ['smoke', 'smoke', { visibility: 3000, smoke: 35.5 }],
  ['dust', 'dust', { visibility: 3000, dust: 155 }],
  ['visibility 4999 m', 'haze', { visibility: 4999 }],
  ['visibility 5000 m', 'sun', { visibility: 5000 }],
  ['fine particles without smoke', 'haze', { fineParticles: 35.5 }],
  ['wind of 40 km/h', 'wind', { windSpeed: kmh(40) }],
  ['wind printed as 39.9 km/h', 'sun', { windSpeed: kmh(39.94) }],
  ['rain in fog is rain', 'rain', { ...WET, visibility: 500 }],
])('%s: %s', (_, expected, weather) => {
  expect(conditionOf({ ...FAIR, ...weather })).toBe(expected);
});

test.each<[number, ConditionCode, ConditionCode]>([
  [0, 'sun', 'clear-night'],
  [0.3124, 'sun', 'clear-night'],
  [0.3125, 'partly', 'cloudy-night'],
  [0.6874, 'partly', 'cloudy-night'],
  [0.6875, 'cloudy', 'cloudy-night'],
  [1, 'cloudy', 'cloudy-night'],
])('cloud of %d is %s by day, %s by night', (cloud, day, night) => {
  expect(conditionOf({ ...FAIR, cloud })).toBe(day);
  expect(conditionOf({ ...FAIR, cloud, night: true })).toBe(night);
});

test.each<[string, ConditionCode | null, Partial<Weather>]>([
  ['unknown cloud, dry', null, { cloud: unknown }],
  ['unknown cloud, wet', 'rain', { ...WET, cloud: unknown }],
  ['unknown precipitation under a known sky', null, { rate: unknown }],
  ['unknown precipitation in fog', 'fog', { rate: unknown, visibility: 300 }],
  ['unknown visibility', 'sun', { visibility: unknown }],
  ['unknown wind', 'sun', { windGust: unknown, windSpeed: unknown }],
  ['unknown thunder', 'rain', { ...WET, thunderProbability: unknown }],
  ['unknown phase', 'rain', { ...WET, snowShare: unknown, freezingRainShare: unknown, icePelletsShare: unknown }],
])('%s: %s', (_, expected, weather) => {
  expect(conditionOf({ ...FAIR, ...weather })).toBe(expected);
});

const ratio = fc.double({ min: 0, max: 1 });
const anyWeather = fc.record<Weather>({
  rate: fc.double({ min: 0, max: 60 }),
  probability: ratio,
  freezingRainShare: ratio,
  icePelletsShare: ratio,
  snowShare: ratio,
  snowDepthRate: fc.double({ min: 0, max: 300 }),
  thunderProbability: ratio,
  visibility: fc.double({ min: 0, max: 30_000 }),
  windGust: fc.double({ min: 0, max: 60 }),
  windSpeed: fc.double({ min: 0, max: 50 }),
  cloud: ratio,
  night: fc.boolean(),
});

test('no sun by night, no night by day, and wet codes for precipitation or thunder alone', () => {
  fc.assert(
    fc.property(anyWeather, (weather) => {
      const code = conditionOf(weather);
      if (code === null) expect([weather.rate, weather.cloud]).toContain(Number.NaN);
      else if (weather.night) expect(['sun', 'partly', 'cloudy']).not.toContain(code);
      else expect(['clear-night', 'cloudy-night']).not.toContain(code);
      if (code !== null && WET_CONDITIONS.has(code))
        expect(weather.rate >= 0.095 || weather.thunderProbability >= 0.5).toBe(true);
    }),
    { seed: 14, numRuns: 1000 },
  );
});

/** A dry, clear day. */
const FAIR_DAY: DailyWeather = {
  total: 0,
  probability: 0,
  freezingRain: 0,
  icePelletsShare: 0,
  snowShare: 0,
  snowDepth: 0,
  highestRate: 0,
  hours: Array(24).fill('sun'),
  daylightHours: Array(10).fill('sun'),
  daylightCloud: 0.1,
};

const WET_DAY: Partial<DailyWeather> = { total: 5, probability: 0.8, highestRate: 1 };

function daylight(fogHours: number): ConditionCode[] {
  return [...Array<ConditionCode>(fogHours).fill('fog'), ...Array<ConditionCode>(10 - fogHours).fill('sun')];
}

test.each<[string, ConditionCode | null, Partial<DailyWeather>]>([
  ['1.0 mm at 30%', 'drizzle', { total: 1, probability: 0.3 }],
  ['0.99 mm at 90%', 'sun', { total: 0.99, probability: 0.9 }],
  ['5 mm at 29%', 'sun', { total: 5, probability: 0.29 }],
  ['2.5 mm', 'rain', { total: 2.5, probability: unknown }],
  ['50 mm', 'heavy-rain', { ...WET_DAY, total: 50 }],
  ['an hour of 7.61 mm', 'heavy-rain', { ...WET_DAY, total: 8, highestRate: 7.61 }],
  ['one hour of thunder', 'thunderstorm', { ...WET_DAY, hours: ['rain', 'thunderstorm'] }],
  ['an hour of thunder in a dry day', 'sun', { hours: ['sun', 'thunderstorm'] }],
  ['0.25 mm of freezing rain', 'freezing-rain', { ...WET_DAY, freezingRain: 0.25, snowShare: 0.9 }],
  ['half snow', 'snow', { ...WET_DAY, snowShare: 0.5, snowDepth: 149 }],
  ['150 mm of depth', 'heavy-snow', { ...WET_DAY, snowShare: 0.9, snowDepth: 150 }],
  ['a quarter snow', 'sleet', { ...WET_DAY, snowShare: 0.25 }],
  ['half ice pellets', 'sleet', { ...WET_DAY, icePelletsShare: 0.5 }],
  ['fog for half of the daylight', 'fog', { daylightHours: daylight(5) }],
  ['fog for less', 'sun', { daylightHours: daylight(4) }],
  ['half cloud', 'partly', { daylightCloud: 0.5 }],
  ['overcast', 'cloudy', { daylightCloud: 1 }],
  ['unknown cloud', null, { daylightCloud: unknown }],
  ['unknown total', null, { total: unknown }],
  ['unknown total in fog', 'fog', { total: unknown, daylightHours: daylight(9) }],
  ['no hours of daylight at all', null, { daylightHours: [], daylightCloud: unknown }],
])('a day: %s: %s', (_, expected, day) => {
  expect(dailyCondition({ ...FAIR_DAY, ...day })).toBe(expected);
});
