import { expect, test } from 'vitest';
import type { ForecastVariableId } from '../../model/variables.js';
import { airOf } from './air.js';
import { weatherOf } from './derivation.js';
import { quantitiesFor } from './quantities.js';
import { createScratch } from './scratch.js';
import { stateFactsOf, statesOf } from './states.js';
import type { RecordFacts, Weather } from './weather.js';

const NONE = new Float64Array(0);
const UNKNOWN = Number.NaN;

/** An hour of rain, an hour with a rate alone, and a dry quarter hour: 293.15 K, half of the sky, the sun in the zenith. */
const SECONDS = Float64Array.of(3600, 3600, 900);
const same = (value: number) => new Float64Array(3).fill(value);

const ELEMENTS: Readonly<Record<string, number>> = {
  temperature: 293.15,
  dew_point: 283.15,
  pressure_msl: 101_000,
  wind_u: 3,
  wind_v: 4,
  cloud_cover: 1.0004,
  ozone: 300,
};

function weather(variables: readonly ForecastVariableId[], facts: Partial<RecordFacts> = {}): Weather {
  const [quantities, scratch] = [quantitiesFor(variables), createScratch()];
  const read = (id: string) => same(ELEMENTS[id] ?? UNKNOWN);
  const sky = { cosZenith: same(1), elevations: same(0) };
  const state = stateFactsOf(read, airOf(read, quantities, scratch), sky, quantities);
  const all: RecordFacts = {
    seconds: SECONDS,
    states: statesOf(state, quantities, scratch),
    cosZenith: sky.cosZenith,
    gusts: Float64Array.of(8, 2, UNKNOWN),
    totals: Float64Array.of(2, UNKNOWN, 0),
    rates: Float64Array.of(UNKNOWN, 0.3, UNKNOWN),
    shares: {
      rain: Float64Array.of(1, 1, 0),
      freezingRain: same(0),
      icePellets: same(0),
      snow: same(0),
      depth: same(0),
    },
    chances: Float64Array.of(0.8, 0.4, 0.4),
    hail: NONE,
    lightning: NONE,
    visibility: same(20_000),
    cape: NONE,
    smoke: NONE,
    dust: NONE,
    fineParticles: NONE,
    airQuality: NONE,
    ...facts,
  };
  return weatherOf(all, quantities, scratch);
}

test('nothing is derived that nobody asked for', () => {
  const { temperature, ...rest } = weather(['temperature']);
  expect([...temperature]).toEqual([293.15, 293.15, 293.15]);
  // Amounts and nights are as long as what is given.
  const { precipitation, isNight, ...derived } = rest;
  expect(Object.entries(derived).filter(([, { length }]) => length > 0)).toEqual([]);
  expect([precipitation.length, isNight.length]).toEqual([3, 3]);
});

test('a record never has a gust below its wind', () => {
  expect([...weather(['wind_gust']).windGust]).toEqual([8, 5, 5]);
});

test('a record has the chance of its own interval', () => {
  expect([...weather(['precipitation_probability']).probability]).toEqual([0.8, 0.4, 0.4]);
});

test('conditions go by the amount, by the rate where it is unknown, and by the sky where it is dry', () => {
  expect(weather(['condition']).condition).toEqual(['rain', 'drizzle', 'cloudy']);
});

test('an unknown total without a rate names no sky', () => {
  expect(weather(['condition'], { rates: NONE }).condition).toEqual(['rain', null, 'cloudy']);
});

test('the sun in the zenith under 300 DU is 12.5 in the clear and 0.31 of it under overcast; cloud ends at 1', () => {
  const { uv, cloud } = weather(['uv_index', 'cloud_cover']);
  expect(cloud[0]).toBe(1);
  expect(uv[0]).toBeCloseTo(12.5 * 0.31, 10);
});

test('rain and snow are shares of what fell in the record', () => {
  const shares = { rain: same(0.5), freezingRain: same(0.25), icePellets: same(0), snow: same(0.25), depth: same(3) };
  const { rain, snow } = weather(['rain_total', 'snow_total'], { shares });
  expect([...rain]).toEqual([1.5, UNKNOWN, 0]);
  expect([...snow]).toEqual([6, UNKNOWN, 0]);
});

test('dew points are cut to the temperature', () => {
  const read = (id: string) => Float64Array.of(id === 'temperature' ? 280 : 281);
  const { dewPoint, humidity } = airOf(read, quantitiesFor(['humidity']), createScratch());
  expect([dewPoint[0], humidity[0]]).toEqual([280, 1]);
});
