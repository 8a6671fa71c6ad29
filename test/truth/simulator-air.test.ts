import { expect, test } from 'vitest';
import { AIR_FIELDS } from '../../simulator/air.js';
import { STATIONS, stationAmount, stationTruth, US_STATIONS } from '../../simulator/stations.js';
import { createWorld } from '../../simulator/world.js';
import { DAY, HOUR } from '../../src/model/time.js';

const START = Date.UTC(2026, 6, 1) / 1000;
const world = createWorld(3);

test('there are some sixty stations, 25 of them in the United States', () => {
  expect(US_STATIONS).toHaveLength(25);
  expect(STATIONS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(STATIONS.map(({ name }) => name)).size).toBe(STATIONS.length);
});

test('the air of inhabited land is moderate: fine particles mostly from 3 to 35 µg/m³', () => {
  const fine: number[] = [];
  for (const station of US_STATIONS)
    for (let n = 0; n < 60; n++) fine.push(stationTruth(world, station, START + n * 37 * HOUR).air.pm2_5);
  fine.sort((a, b) => a - b);
  const quantile = (share: number) => fine[Math.floor(share * fine.length)]!;
  expect(quantile(0.05)).toBeGreaterThan(3);
  expect(quantile(0.5)).toBeGreaterThan(5);
  expect(quantile(0.5)).toBeLessThan(16);
  expect(quantile(0.95)).toBeLessThan(45);
});

test('ozone is highest in the afternoon and lowest before dawn', () => {
  const mean = (utcHour: number) => {
    let sum = 0;
    for (let day = 0; day < 20; day++) sum += world.airAt(36, -85, START + day * DAY + utcHour * HOUR, null).ozone;
    return sum / 20;
  };
  // Solar noon at 85° W is 17:40 UTC.
  expect(mean(20)).toBeGreaterThan(mean(11) + 8);
  expect(mean(20)).toBeGreaterThan(mean(17));
  expect(mean(20)).toBeLessThan(90);
});

test('somewhere fires make smoke that takes the view, and nowhere more than 500 µg/m³', () => {
  let [thickest, view, clear] = [0, 0, 0];
  for (let latitude = 38; latitude <= 60; latitude += 1)
    for (let longitude = -125; longitude < 140; longitude += 1.5) {
      const { smoke, visibility, precipitationRate } = world.truth(latitude, longitude, START + 20 * DAY);
      if (smoke === 0) clear++;
      if (smoke > thickest && precipitationRate === 0) [thickest, view] = [smoke, visibility];
      expect(smoke).toBeLessThan(500);
    }
  expect(thickest).toBeGreaterThan(60);
  // Koschmieder at 4 m²/g: 100 µg/m³ leave 9.8 km.
  expect(view).toBeLessThan(3.912 / (4e-6 * thickest));
  expect(clear).toBeGreaterThan(1000);
});

test('the air is continuous in time and space, and never negative', () => {
  for (let n = 0; n < 400; n++) {
    const [latitude, longitude, at] = [((n * 37) % 170) - 85, (n * 61) % 360, START + n * 5000];
    const here = world.airAt(latitude, longitude, at, null);
    const later = world.airAt(latitude, longitude, at + 60, null);
    const beside = world.airAt(latitude + 0.005, longitude, at, null);
    for (const field of AIR_FIELDS) {
      expect(here[field]).toBeGreaterThanOrEqual(0);
      const most = 0.5 + 0.03 * here[field];
      expect([field, Math.abs(later[field] - here[field]) < most]).toEqual([field, true]);
      expect([field, Math.abs(beside[field] - here[field]) < most]).toEqual([field, true]);
    }
    expect(here.pm10).toBeGreaterThan(here.pm2_5 - here.smoke);
  }
});

test('the amount at a station is what its rate adds up to', () => {
  const [wettest] = STATIONS.map((station) => ({
    station,
    amount: stationAmount(world, station, START, START + DAY),
  })).sort((a, b) => b.amount - a.amount);
  expect(wettest!.amount).toBeGreaterThan(1);
  const halves = [0, 12].map((hour) =>
    stationAmount(world, wettest!.station, START + hour * HOUR, START + (hour + 12) * HOUR),
  );
  expect(Math.abs(halves[0]! + halves[1]! - wettest!.amount)).toBeLessThan(1e-9);
});
