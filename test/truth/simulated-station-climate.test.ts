/** Five years of true days of the simulated world against what is published of two cities, and the shape of its weather. */

import { expect, test } from 'vitest';
import { type TrueDays, trueDays } from '../../simulator/observations/true-days.js';
import { groundAt } from '../../simulator/terrain.js';
import { createWorld } from '../../simulator/world.js';
import { DAY } from '../../src/model/time.js';

const FIRST = Date.UTC(2011, 0, 1) / 1000 / DAY;
const DAYS = Date.UTC(2016, 0, 1) / 1000 / DAY - FIRST;
const FREEZING = 273.15;
const WET = 1; // mm
const world = createWorld(1);

function fiveYears(latitude: number, longitude: number, utcOffset: number): TrueDays {
  const { elevation } = groundAt(latitude, longitude);
  return trueDays(world, { latitude, longitude, elevation }, { utcOffset, endHour: 24 }, FIRST, DAYS);
}

function monthOf(n: number): number {
  return new Date((FIRST + n) * DAY * 1000).getUTCMonth();
}

function monthlyMeans(values: ArrayLike<number>): number[] {
  const sums = Array.from({ length: 12 }, () => ({ sum: 0, count: 0 }));
  for (let n = 0; n < values.length; n++) {
    const month = sums[monthOf(n)]!;
    month.sum += values[n]!;
    month.count++;
  }
  return sums.map(({ sum, count }) => sum / count);
}

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((a, b) => a + b, 0) / values.length;
}

const newYork = fiveYears(40.71, -74.01, -5);
const saoPaulo = fiveYears(-23.55, -46.64, -3);

// Normals 1991–2020 of Central Park (NOAA, from °F) and of São Paulo, Mirante de Santana (INMET), °C.
const NEW_YORK_MAXIMUM = [4.2, 5.7, 9.9, 16.6, 21.9, 26.5, 29.4, 28.5, 24.6, 18.1, 12.2, 6.8];
const NEW_YORK_MINIMUM = [-2.3, -1.4, 2.1, 7.5, 12.8, 18.0, 21.2, 20.5, 16.8, 10.8, 5.6, 1.0];
const SAO_PAULO_MAXIMUM = [28.6, 29.0, 28.2, 26.6, 23.6, 22.9, 22.9, 24.7, 25.5, 26.7, 27.3, 28.4];
const SAO_PAULO_MINIMUM = [19.6, 19.6, 18.9, 17.4, 14.5, 13.0, 12.3, 13.1, 14.9, 16.5, 17.5, 18.8];

test.each([
  ['maximum in New York', newYork.maximum, NEW_YORK_MAXIMUM, 10],
  ['minimum in New York', newYork.minimum, NEW_YORK_MINIMUM, 10],
  ['maximum in São Paulo', saoPaulo.maximum, SAO_PAULO_MAXIMUM, 3.5],
  ['minimum in São Paulo', saoPaulo.minimum, SAO_PAULO_MINIMUM, 3.5],
])('the %s has its published year, a narrower one on the coast of New York', (_, values, normals, tolerance) => {
  const months = monthlyMeans(values).map((kelvin) => kelvin - FREEZING);
  expect(Math.abs(mean(months) - mean(normals))).toBeLessThan(2.5);
  for (let month = 0; month < 12; month++) expect(Math.abs(months[month]! - normals[month]!)).toBeLessThan(tolerance);
  // A seasonal cycle of the right sign.
  expect(Math.sign(months[6]! - months[0]!)).toBe(Math.sign(normals[6]! - normals[0]!));
});

test('a quarter of the days in New York are wet, as published, and summers in São Paulo are wetter than winters', () => {
  const wet = newYork.precipitation.filter((amount) => amount >= WET).length / DAYS;
  expect(wet).toBeGreaterThan(0.18);
  expect(wet).toBeLessThan(0.38);
  const rain = monthlyMeans(saoPaulo.precipitation);
  expect(rain[0]).toBeGreaterThan(4 * rain[6]!);
});

test('wet days come in spells, and warm days follow warm days', () => {
  const omaha = fiveYears(41.26, -95.94, -6);
  const isWet = Array.from(omaha.precipitation, (amount) => amount >= WET);
  const after = isWet.filter((_, n) => n > 0 && isWet[n - 1]);
  expect(after.filter(Boolean).length / after.length).toBeGreaterThan((1.2 * isWet.filter(Boolean).length) / DAYS);
  const normals = monthlyMeans(omaha.mean);
  const anomalies = Array.from(omaha.mean, (kelvin, n) => kelvin - normals[monthOf(n)]!);
  const variance = mean(anomalies.map((a) => a * a));
  expect(Math.sqrt(variance)).toBeGreaterThan(2);
  const memory = mean(anomalies.slice(1).map((a, n) => a * anomalies[n]!)) / variance;
  expect(memory).toBeGreaterThan(0.4);
  expect(memory).toBeLessThan(0.95);
});

test('snow falls on cold days alone, is eight to twenty times its water, and does not fall in the tropics', () => {
  const munich = fiveYears(48.14, 11.58, 1);
  const snowy = Array.from(munich.snowfall.keys()).filter((n) => munich.snowfall[n]! > 1);
  expect(snowy.length).toBeGreaterThan(150);
  // Snow by the wet bulb: in dry air it reaches the ground at some degrees above 0 °C.
  expect(snowy.filter((n) => munich.minimum[n]! - FREEZING < 2).length).toBeGreaterThan(0.85 * snowy.length);
  for (const n of snowy) {
    expect(munich.minimum[n]! - FREEZING).toBeLessThan(6);
    const ratio = munich.snowfall[n]! / munich.snowWater[n]!;
    expect(ratio > 7.9 && ratio < 20.1).toBe(true);
    expect(munich.snowWater[n]).toBeLessThanOrEqual(munich.precipitation[n]! * 1.0001);
  }
  expect(Math.max(...saoPaulo.snowfall)).toBe(0);
});
