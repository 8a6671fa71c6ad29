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
test.each<[string, Partial<Weather>, ConditionCode | null]>([
  ['0.09 mm/h at 90% under cloud', { rate: 0.09, probability: 0.9, cloud: 0.8, visibility: 9000 }, 'cloudy'],
  ['0.1 mm/h at 30%', { rate: 0.1, probability: 0.3, cloud: 0.8 }, 'drizzle'],
  ['0.5 mm/h', { rate: 0.5, probability: 0.6 }, 'rain'],
  ['7.6 mm/h', { rate: 7.6, probability: 0.6 }, 'rain'],
  ['7.61 mm/h', { rate: 7.61, probability: 0.6 }, 'heavy-rain'],
  ['1 mm/h, half of it snow', { rate: 1, snowShare: 0.5, probability: 0.6 }, 'sleet'],
  ['1 mm/h, three quarters snow', { rate: 1, snowShare: 0.75, probability: 0.6 }, 'snow'],
  ['0.2 mm/h at 29%', { rate: 0.2, probability: 0.29 }, 'sun'],
  ['visibility 900 m', { visibility: 900 }, 'fog'],
  ['gusts of 60 km/h', { windGust: kmh(60) }, 'wind'],
  ['30% of cloud by night', { cloud: 0.3, night: true }, 'clear-night'],
  ['32% of cloud by night', { cloud: 0.32, night: true }, 'cloudy-night'],
])('%s: %3$s', (_, weather, expected) => {
  expect(conditionOf({ ...FAIR, ...weather })).toBe(expected);
});

const WET: Partial<Weather> = { rate: 2, probability: 0.8 };

test.each<[string, Partial<Weather>, ConditionCode | null]>([
  ['hail before thunder', { hailProbability: 0.5, thunderProbability: 0.9 }, 'hail'],
  ['thunder before rain', { ...WET, thunderProbability: 0.5 }, 'thunderstorm'],
  ['thunder at 49%', { ...WET, thunderProbability: 0.49 }, 'rain'],
  ['0.1 mm/h of it freezing', { ...WET, freezingRainShare: 0.05 }, 'freezing-rain'],
  ['0.08 mm/h of it freezing', { ...WET, freezingRainShare: 0.04 }, 'rain'],
  ['half ice pellets', { ...WET, icePelletsShare: 0.5 }, 'sleet'],
  ['a quarter snow is still rain', { ...WET, snowShare: 0.25 }, 'rain'],
  ['snow growing by 25 mm/h', { ...WET, snowShare: 1, snowDepthRate: 25 }, 'heavy-snow'],
  ['snow growing by 24.9 mm/h', { ...WET, snowShare: 1, snowDepthRate: 24.9 }, 'snow'],
  ['rain of unknown chance', { rate: 2, probability: unknown }, 'rain'],
  ['a rate printed as 0.10', { rate: 0.0951, probability: 0.5 }, 'drizzle'],
  ['a rate printed as 0.09', { rate: 0.0949, probability: 0.5 }, 'sun'],
  ['a chance printed as 30%', { rate: 1, probability: 0.296 }, 'rain'],
  ['a chance printed as 29%', { rate: 1, probability: 0.294 }, 'sun'],
  ['fog before smoke', { visibility: 999, smoke: 100 }, 'fog'],
  ['smoke', { visibility: 3000, smoke: 35.5 }, 'smoke'],
  ['dust', { visibility: 3000, dust: 155 }, 'dust'],
  ['visibility 4999 m', { visibility: 4999 }, 'haze'],
  ['visibility 5000 m', { visibility: 5000 }, 'sun'],
  ['fine particles without smoke', { fineParticles: 35.5 }, 'haze'],
  ['wind of 40 km/h', { windSpeed: kmh(40) }, 'wind'],
  ['wind printed as 39.9 km/h', { windSpeed: kmh(39.94) }, 'sun'],
  ['rain in fog is rain', { ...WET, visibility: 500 }, 'rain'],
])('%s: %3$s', (_, weather, expected) => {
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

test.each<[string, Partial<Weather>, ConditionCode | null]>([
  ['unknown cloud, dry', { cloud: unknown }, null],
  ['unknown cloud, wet', { ...WET, cloud: unknown }, 'rain'],
  ['unknown precipitation under a known sky', { rate: unknown }, null],
  ['unknown precipitation in fog', { rate: unknown, visibility: 300 }, 'fog'],
  ['unknown visibility', { visibility: unknown }, 'sun'],
  ['unknown wind', { windGust: unknown, windSpeed: unknown }, 'sun'],
  ['unknown thunder', { ...WET, thunderProbability: unknown }, 'rain'],
  ['unknown phase', { ...WET, snowShare: unknown, freezingRainShare: unknown, icePelletsShare: unknown }, 'rain'],
])('%s: %3$s', (_, weather, expected) => {
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

test.each<[string, Partial<DailyWeather>, ConditionCode | null]>([
  ['1.0 mm at 30%', { total: 1, probability: 0.3 }, 'drizzle'],
  ['0.99 mm at 90%', { total: 0.99, probability: 0.9 }, 'sun'],
  ['5 mm at 29%', { total: 5, probability: 0.29 }, 'sun'],
  ['2.5 mm', { total: 2.5, probability: unknown }, 'rain'],
  ['50 mm', { ...WET_DAY, total: 50 }, 'heavy-rain'],
  ['an hour of 7.61 mm', { ...WET_DAY, total: 8, highestRate: 7.61 }, 'heavy-rain'],
  ['one hour of thunder', { ...WET_DAY, hours: ['rain', 'thunderstorm'] }, 'thunderstorm'],
  ['an hour of thunder in a dry day', { hours: ['sun', 'thunderstorm'] }, 'sun'],
  ['0.25 mm of freezing rain', { ...WET_DAY, freezingRain: 0.25, snowShare: 0.9 }, 'freezing-rain'],
  ['half snow', { ...WET_DAY, snowShare: 0.5, snowDepth: 149 }, 'snow'],
  ['150 mm of depth', { ...WET_DAY, snowShare: 0.9, snowDepth: 150 }, 'heavy-snow'],
  ['a quarter snow', { ...WET_DAY, snowShare: 0.25 }, 'sleet'],
  ['half ice pellets', { ...WET_DAY, icePelletsShare: 0.5 }, 'sleet'],
  ['fog for half of the daylight', { daylightHours: daylight(5) }, 'fog'],
  ['fog for less', { daylightHours: daylight(4) }, 'sun'],
  ['half cloud', { daylightCloud: 0.5 }, 'partly'],
  ['overcast', { daylightCloud: 1 }, 'cloudy'],
  ['unknown cloud', { daylightCloud: unknown }, null],
  ['unknown total', { total: unknown }, null],
  ['unknown total in fog', { total: unknown, daylightHours: daylight(9) }, 'fog'],
  ['no hours of daylight at all', { daylightHours: [], daylightCloud: unknown }, null],
])('a day: %s: %3$s', (_, day, expected) => {
  expect(dailyCondition({ ...FAIR_DAY, ...day })).toBe(expected);
});
