/** The simulated world's fires: where its smoke comes from, on land, for days, and in the words of the real lists. */

import { expect, test } from 'vitest';
import { createFirmsFeed, listedFires } from '../../simulator/feeds/firms.js';
import { createHmsFeed } from '../../simulator/feeds/hms.js';
import { FIRE_SATELLITES, firesSeen } from '../../simulator/fires.js';
import { drawnPlumes } from '../../simulator/smoke-plumes.js';
import { createWorld } from '../../simulator/world.js';
import { fixedClock } from '../../src/base/clock.js';
import { decodeFirms } from '../../src/decode/firms/firms.js';
import { decodeHmsSmoke } from '../../src/decode/hms/hms-smoke.js';
import { DAY } from '../../src/model/time.js';

const SUMMER = Date.UTC(2026, 6, 20, 12) / 1000;
const AUTUMN = Date.UTC(2026, 10, 20, 12) / 1000;
const world = createWorld(1);

test.each([
  ['in summer', SUMMER, 8000, 15_000],
  ['in autumn', AUTUMN, 3000, 8000],
])('%s all satellites together see thousands of burning pixels a day, on land', (_, now, least, most) => {
  const seen = FIRE_SATELLITES.flatMap((satellite) => firesSeen(world, satellite, now - DAY, now));
  expect(seen.length).toBeGreaterThan(least);
  expect(seen.length).toBeLessThan(most);
  const places = seen.filter((_, n) => n % 97 === 0);
  const onLand = places.filter(({ latitude, longitude }) => world.truth(latitude, longitude, now).land);
  expect(onLand.length / places.length).toBeGreaterThan(0.97);
  expect(seen.every(({ longitude }) => longitude >= -180 && longitude < 180)).toBe(true);
});

test('each satellite passes a fire twice a day, twelve hours apart', () => {
  const [fire] = world.burningFires(SUMMER).filter(({ strength, end }) => strength > 0.7 && end > SUMMER + DAY);
  for (const satellite of FIRE_SATELLITES) {
    const times = firesSeen(world, satellite, SUMMER - DAY, SUMMER + DAY)
      .filter((one) => Math.hypot(one.latitude - fire!.latitude, one.longitude - fire!.longitude) < 0.4)
      .map(({ time }) => time);
    const passes = [...new Set(times)].sort((a, b) => a - b);
    expect(passes).toHaveLength(4);
    for (let n = 1; n < 4; n++) expect(Math.abs((passes[n]! - passes[n - 1]!) / 3600 - 12)).toBeLessThan(0.7);
  }
});

test('where a strong fire burns there are burning pixels, and downwind of it there is smoke', () => {
  const fires = world.burningFires(SUMMER).filter(({ puffs }) => puffs.some(({ rate }) => rate > 60));
  expect(fires.length).toBeGreaterThan(3);
  for (const { latitude, longitude, puffs } of fires) {
    const seen = FIRE_SATELLITES.flatMap((satellite) => firesSeen(world, satellite, SUMMER - DAY, SUMMER));
    const near = seen.filter((one) => Math.hypot(one.latitude - latitude, one.longitude - longitude) < 0.4);
    expect(near.length).toBeGreaterThan(20);
    const [thickest] = [...puffs].sort((a, b) => b.rate - a.rate);
    const { smoke } = world.airAt(thickest!.latitude, thickest!.longitude, SUMMER, null);
    expect(smoke).toBeGreaterThan(0.9 * thickest!.rate);
  }
});

const LISTS = [
  '/suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2_Global_24h.csv',
  '/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Global_24h.csv',
  '/noaa-21-viirs-c2/csv/J2_VIIRS_C2_Global_24h.csv',
  '/modis-c6.1/csv/MODIS_C6_1_Global_24h.csv',
];

test.each(LISTS)('%s reads as what the world has', (path) => {
  const found = createFirmsFeed(world, fixedClock(SUMMER + 700)).find(path)!;
  expect(found.availableAt).toBe(SUMMER);
  const text = Buffer.from(found.make().grib);
  const { points, rejected } = decodeFirms(text);
  expect(rejected).toBe(0);
  const satellites = new Set(points.map(({ satellite }) => satellite));
  const truth = [...satellites].flatMap((id) => listedFires(world, id, SUMMER));
  const name = (one: (typeof points)[number]) => JSON.stringify([one.latitude, one.longitude, one.time, one.satellite]);
  const byName = new Map(points.map((one) => [name(one), one]));
  expect(byName.size).toBe(truth.length);
  const wrong = truth.filter((one) => {
    const read = byName.get(name(one));
    const isSame = read?.confidence === one.confidence && read.radiativePower === one.radiativePower;
    return !isSame || read.isDay !== one.isDay || Math.abs(read.acrossTrack - one.acrossTrack) > 1e-6;
  });
  expect(wrong).toEqual([]);
  // of the last 24 hours, less the two and a half in which it is made
  expect(points.every(({ time }) => time > SUMMER - DAY && time <= SUMMER - 9000)).toBe(true);
  const times = text
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[6]!);
  expect(times.every((time) => time.length === 4)).toBe(!path.includes('noaa-21'));
});

test('there is no list of another name', () => {
  expect(createFirmsFeed(world, fixedClock(SUMMER)).find('/modis-c6.1/csv/MODIS_C6_1_Global_7d.csv')).toBeNull();
});

test('a day of smoke: not there at first, then its morning, then all of it', async () => {
  const day = SUMMER - (SUMMER % DAY);
  const path = '/Smoke_Polygons/Shapefile/2026/07/hms_smoke20260720.zip';
  expect(createHmsFeed(world, fixedClock(day)).find(path)!.availableAt).toBe(day + 16 * 3600);
  for (const [hours, looks] of [
    [16, 1],
    [24, 2],
    [50, 2],
  ] as const) {
    const archive = createHmsFeed(world, fixedClock(day + hours * 3600))
      .find(path)!
      .make().grib;
    const { plumes, rejected } = await decodeHmsSmoke(archive);
    const drawn = drawnPlumes(world, day, looks);
    expect(rejected).toBe(0);
    for (const density of ['light', 'medium', 'heavy'])
      expect(plumes.filter((one) => one.density === density)).toEqual(drawn.filter((one) => one.density === density));
  }
  for (const wrong of [
    '2026/07/hms_smoke20260820.zip',
    '2026/02/hms_smoke20260230.zip',
    '2026/07/hms_fire20260720.zip',
  ])
    expect(createHmsFeed(world, fixedClock(day)).find(`/Smoke_Polygons/Shapefile/${wrong}`)).toBeNull();
});
