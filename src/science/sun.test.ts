import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneOf } from '../model/time.js';
import { cosZenith, cosZenithSeries, isNight, isNightSun, sunEvents, sunPosition } from './sun.js';

const DEGREES = 180 / Math.PI;
const instant = (text: string) => Date.parse(text) / 1000;
const UTC = zoneOf('UTC')!;

test('2021-11-06 20 UTC: declination −16.2253°, equation of time 16.3911 min (NOAA sheet)', () => {
  const { declination, equationOfTimeMinutes } = sunPosition(instant('2021-11-06T20:00:00Z'));
  expect(declination * DEGREES).toBeCloseTo(-16.2253, 4);
  expect(equationOfTimeMinutes).toBeCloseTo(16.3911, 4);
});

test('Golden, 2003-10-17 12:30:30 MST: 50.1116° from the zenith with refraction (NREL SPA), 50.128° without', () => {
  const zenith = Math.acos(cosZenith(instant('2003-10-17T19:30:30Z'), 39.742476, -105.1786)) * DEGREES;
  expect(zenith).toBeCloseTo(50.128, 3);
});

test.each([
  ['2024-03-20T03:06:00Z', 0],
  ['2024-06-20T20:51:00Z', 23.436],
  ['2024-09-22T12:44:00Z', 0],
  ['2024-12-21T09:21:00Z', -23.436],
])('the equinoxes and solstices of 2024 (USNO): at %s the sun stands at %d°', (time, declination) => {
  expect(sunPosition(instant(time)).declination * DEGREES).toBeCloseTo(declination, 2);
});

const anyInstant = fc.integer({ min: instant('1900-01-01T00:00:00Z'), max: instant('2100-01-01T00:00:00Z') });
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });

test('the series for one place is within 2e-5 of the sun at each instant: four seconds of time', () => {
  fc.assert(
    fc.property(anyInstant, latitude, longitude, (start, lat, lon) => {
      const series = cosZenithSeries({ start, step: 5400 }, lat, lon, new Float64Array(30));
      for (const [i, value] of series.entries())
        expect(Math.abs(value - cosZenith(start + i * 5400, lat, lon))).toBeLessThan(2e-5);
    }),
    { seed: 15, numRuns: 100 },
  );
});

test('night begins at sunset and ends at sunrise', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40_000 }),
      fc.double({ min: -60, max: 60, noNaN: true }),
      longitude,
      (day, lat, lon) => {
        const { sunrise, sunset } = sunEvents(day, day, UTC, lat, lon)[0]!;
        for (const [event, nightBefore] of [
          [sunrise, true],
          [sunset, false],
        ] as const) {
          if (event === null) continue; // a UTC date far from Greenwich may lack one near its midnight
          expect(isNight(event - 60, lat, lon)).toBe(nightBefore);
          expect(isNight(event + 60, lat, lon)).toBe(!nightBefore);
        }
      },
    ),
    { seed: 16, numRuns: 200 },
  );
});

test.each([
  ['the pole in June', 90, '2024-06-21', false],
  ['the pole in December', 90, '2024-12-21', true],
  ['Longyearbyen in June', 78.22, '2024-06-21', false],
  ['Longyearbyen in December', 78.22, '2024-12-21', true],
  ['Antarctica in December', -80, '2024-12-21', false],
])('%s: no sunrise, no sunset, and one light all day', (_, lat, date, night) => {
  const day = instant(`${date}T00:00:00Z`) / 86_400;
  expect(sunEvents(day, day, UTC, lat, 15.65)).toEqual([{ sunrise: null, sunset: null }]);
  const hours = cosZenithSeries({ start: day * 86_400, step: 3600 }, lat, 15.65, new Float64Array(24));
  expect([...hours].map(isNightSun)).toEqual(Array(24).fill(night));
});

test('every sunset of a year belongs to exactly one local date, where there is a night', () => {
  const zone = zoneOf('Pacific/Auckland')!;
  const first = instant('2024-01-01T00:00:00Z') / 86_400;
  const sunsets = sunEvents(first, first + 365, zone, -36.85, 174.76).map(({ sunset }) => sunset!);
  const gaps = sunsets.slice(1).map((sunset, i) => sunset - sunsets[i]!);
  expect(Math.min(...gaps)).toBeGreaterThan(86_400 - 240);
  expect(Math.max(...gaps)).toBeLessThan(86_400 + 240);
});

test('a range of dates has the events that each date has alone, across the midnight sun and a change of clocks', () => {
  const zone = zoneOf('Europe/Oslo')!;
  const first = instant('2024-03-20T00:00:00Z') / 86_400;
  for (const [i, events] of sunEvents(first, first + 150, zone, 69.65, 18.96).entries())
    expect([events]).toEqual(sunEvents(first + i, first + i, zone, 69.65, 18.96));
});
