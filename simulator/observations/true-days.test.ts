import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/model/time.js';
import { WARMING_PER_YEAR } from '../climate.js';
import { groundAt } from '../terrain.js';
import { createWorld } from '../world.js';
import { startOfDay, trueDays } from './true-days.js';

const world = createWorld(4);
const MIDNIGHT = { utcOffset: 0, endHour: 24 };

function siteAt(latitude: number, longitude: number) {
  return { latitude, longitude, elevation: groundAt(latitude, longitude).elevation };
}

function dayOf(date: string): number {
  return Date.parse(date) / 1000 / DAY;
}

const SITES = [
  ['New York', siteAt(40.71, -74.01), { utcOffset: -5, endHour: 24 }],
  ['Singapore', siteAt(1.35, 103.82), { utcOffset: 8, endHour: 24 }],
  ['Munich, observed at 7', siteAt(48.14, 11.58), { utcOffset: 1, endHour: 7 }],
  ['Mumbai', siteAt(19.08, 72.88), { utcOffset: 5.5, endHour: 24 }],
  ['the South Pole', siteAt(-90, 0), { utcOffset: 12, endHour: 24 }],
] as const;

test.each(SITES)('days of %s are those of the world seen every ten minutes', (_, site, bounds) => {
  const departures: number[] = [];
  let [rain, rainEveryTen] = [0, 0];
  for (let n = 0; n < 8; n++) {
    const day = dayOf('1975-01-01') + 2357 * n;
    const { maximum, minimum, precipitation } = trueDays(world, site, bounds, day, 1);
    const start = startOfDay(day, bounds);
    const states = Array.from({ length: 145 }, (_, step) =>
      world.truth(site.latitude, site.longitude, start + step * 600),
    );
    const temperatures = states.map(({ temperature }) => temperature);
    const rates = states.map(({ precipitationRate }) => precipitationRate);
    const amount = rates.slice(1).reduce((sum, rate, step) => sum + (rate + rates[step]!) / 12, 0);
    departures.push(Math.max(...temperatures) - maximum[0]!, minimum[0]! - Math.min(...temperatures));
    expect(Math.abs(precipitation[0]! - amount)).toBeLessThan(0.1 + 0.03 * amount);
    rain += precipitation[0]!;
    rainEveryTen += amount;
  }
  // An extreme between two full hours is missed: by little on most days, by more under a passing storm.
  expect(Math.min(...departures)).toBeGreaterThan(-0.1);
  expect(Math.max(...departures)).toBeLessThan(1.5);
  expect(departures.reduce((a, b) => a + b, 0) / departures.length).toBeLessThan(0.15);
  expect(Math.abs(rain - rainEveryTen)).toBeLessThan(0.02 * rainEveryTen + 0.1);
});

test('a day is the same whatever span it is computed in', () => {
  const [, site, bounds] = SITES[2];
  const long = trueDays(world, site, bounds, dayOf('1999-02-03'), 200);
  for (const n of [0, 31, 32, 77, 199]) {
    const alone = trueDays(world, site, bounds, dayOf('1999-02-03') + n, 1);
    expect(alone.maximum[0]).toBeCloseTo(long.maximum[n]!, 2);
    expect(alone.minimum[0]).toBeCloseTo(long.minimum[n]!, 2);
    expect(alone.precipitation[0]).toBeCloseTo(long.precipitation[n]!, 2);
    expect(alone.snowfall[0]).toBeCloseTo(long.snowfall[n]!, 1);
  }
});

test('a thermometer 1000 m higher reads 6.5 K less, and as much rain falls there', () => {
  const site = siteAt(46.02, 7.75);
  const low = trueDays(world, site, MIDNIGHT, dayOf('2010-07-01'), 20);
  const high = trueDays(world, { ...site, elevation: site.elevation + 1000 }, MIDNIGHT, dayOf('2010-07-01'), 20);
  for (let n = 0; n < 20; n++) {
    expect(low.maximum[n]! - high.maximum[n]!).toBeCloseTo(6.5, 2);
    expect(low.precipitation[n]! - high.precipitation[n]!).toBeCloseTo(0, 4);
  }
});

test('fifty Aprils in the tropics warm by what the world is said to', () => {
  const site = siteAt(1.35, 103.82);
  const years = Array.from({ length: 50 }, (_, n) => 1976 + n);
  const means = years.map((year) => {
    const { mean } = trueDays(world, site, MIDNIGHT, dayOf(`${year}-04-01`), 30);
    return mean.reduce((a, b) => a + b, 0) / mean.length;
  });
  const middle = 2000.5;
  const covariance = years.reduce((sum, year, n) => sum + (year - middle) * means[n]!, 0);
  const slope = covariance / years.reduce((sum, year) => sum + (year - middle) ** 2, 0);
  expect(Math.abs(slope - WARMING_PER_YEAR)).toBeLessThan(0.3 * WARMING_PER_YEAR);
});

test('a day begins at the observer’s hour of the day before', () => {
  const day = dayOf('2020-05-02');
  expect(startOfDay(day, { utcOffset: -5, endHour: 24 })).toBe(Date.UTC(2020, 4, 2, 5) / 1000);
  expect(startOfDay(day, { utcOffset: -5, endHour: 7 })).toBe(Date.UTC(2020, 4, 1, 12) / 1000);
  expect(startOfDay(day, { utcOffset: 5.5, endHour: 24 })).toBe(Date.UTC(2020, 4, 2) / 1000 - 5.5 * HOUR);
});
