import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  memoryRadarShelf,
  type RadarFrameOptions,
  radarFrame,
  SMALL_RADAR_GRID,
  uniformMotion,
} from '../../../test/memory-radar.js';
import { gridPosition, type Place, placeOf } from '../../grid/grid.js';
import type { PolarStereographicGrid, RegularGrid } from '../../model/field.js';
import type { RadarFrame, RadarNetworkId } from '../../model/radar.js';
import { rateDiskKm } from '../../science/radar/rate-at.js';
import { type RadarMinutes, readRadar } from './radar-minutes.js';

const NOW = Date.UTC(2026, 6, 1, 12) / 1000;
const UNKNOWN = Number.NaN;
/** The pixel in the middle. */
const MIDDLE = placeOf(SMALL_RADAR_GRID, 100, 100);
const EASTWARD = uniformMotion(200, 200, 1, 0);

function rateFrame(options: Partial<RadarFrameOptions> = {}): RadarFrame {
  return radarFrame({ dataset: 'mrms-rate', validTime: NOW, motion: EASTWARD, ...options });
}

async function minutesOf(
  frames: readonly RadarFrame[],
  place = MIDDLE,
  now = NOW,
  networks: readonly RadarNetworkId[] = ['mrms'],
): Promise<RadarMinutes> {
  const read = await readRadar(memoryRadarShelf(frames), networks, now, place);
  if (read.kind !== 'minutes') throw new Error(`no minutes: ${read.kind}`);
  return read.minutes;
}

const firstWet = ({ rates }: RadarMinutes) => rates.findIndex((rate) => rate >= 0.1);

/** Rain of 4 mm/h to the west of the middle of the grid, up to the pixel `edge`. */
const frontTo = (edge: number) => (_row: number, column: number) => (column <= edge ? 4 : 0);
/** A front has no size of its own. */
const WIDE_KM = 1e9;
const RADIANS = Math.PI / 180;
const KM_PER_COLUMN = 0.01 * 111.195 * Math.cos(39 * RADIANS);

/**
 * The first minute in which a front covers a share of the disk that decides on the rate (docs/methods/nowcast.md). Of a disk
 * whose centre lies x radii before a straight edge that is (arccos x − x √(1 − x²)) / π.
 */
function minuteCovered(share: number, edge: number, ageMinutes: number): number {
  for (let minute = 0; ; minute++) {
    const lead = minute + ageMinutes;
    const radius = rateDiskKm(lead, WIDE_KM) / 2;
    const x = Math.min(1, Math.max(-1, ((100 - lead - (edge + 0.5)) * KM_PER_COLUMN) / radius));
    if (Math.acos(x) - x * Math.sqrt(1 - x * x) >= Math.PI * share) return minute;
  }
}

test.each([
  ['60 pixels away at a pixel a minute', 40, 0],
  ['the same, seen five minutes ago', 40, 300],
  ['30 pixels away', 70, 0],
  ['five', 95, 0],
])('a front arrives when it covers between a third and a half of the disk: %s', async (_, edge, age) => {
  const minutes = await minutesOf([rateFrame({ validTime: NOW - age, rate: frontTo(edge) })]);
  const half = minuteCovered(1 / 2, edge, age / 60);
  expect(firstWet(minutes)).toBeGreaterThanOrEqual(minuteCovered(1 / 3, edge, age / 60));
  expect(firstWet(minutes)).toBeLessThanOrEqual(half + 1);
  for (const rate of minutes.rates.slice(half + 1, 90 - age / 60)) expect(rate).toBeCloseTo(4, 9);
  expect(minutes.age).toBe(age);
});

test('the minute that has begun is what the frame of this minute shows above the place', async () => {
  const at = async (edge: number) => (await minutesOf([rateFrame({ rate: frontTo(edge) })])).rates[0];
  expect([await at(99), await at(100)]).toEqual([0, 4]);
});

test.each([
  ['seen two minutes ago', -120, 0, 2],
  ['at the end of a minute that began with the frame', 0, 59, 0],
  ['at the end of the next one', -60, 59, 1],
])('minutes begin where the clock was floored, and leads count from the frame: %s', async (_, seen, later, ahead) => {
  const frame = (validTime: number) => rateFrame({ validTime, rate: frontTo(40) });
  const here = await minutesOf([frame(NOW + seen)], MIDDLE, NOW + later);
  const fresh = await minutesOf([frame(NOW)]);
  for (const name of ['rates', 'probabilities', 'weights', 'confidence'] as const)
    expect(here[name].subarray(0, 120 - ahead), name).toEqual(fresh[name].subarray(ahead));
  expect(here.age).toBe(60 * ahead);
});

test('a frame of half a minute ago is read between two minutes of the way', async () => {
  const chance = async (age: number) =>
    (await minutesOf([rateFrame({ validTime: NOW - age, rate: frontTo(40) })])).probabilities[50]!;
  const [before, between, after] = [await chance(60), await chance(90), await chance(120)];
  expect(between).toBeGreaterThan(before);
  expect(between).toBeLessThan(after);
});

test('a frame that is a few seconds newer than the minute is of this minute', async () => {
  const minutes = await minutesOf([rateFrame({ validTime: NOW + 30, rate: () => 2 })], MIDDLE, NOW + 40);
  expect([minutes.age, minutes.rates[0], minutes.weights[0]]).toEqual([0, 2, 1]);
});

test('what the frames bring with them is told', async () => {
  const minutes = await minutesOf([rateFrame({ validTime: NOW - 120, createdAt: NOW - 5, simulated: true })]);
  expect(minutes).toMatchObject({
    network: 'mrms',
    dataset: 'mrms-rate',
    validTime: NOW - 120,
    createdAt: NOW - 5,
    simulated: true,
    cadence: 120,
    isLate: false,
    motionSource: 'radar',
  });
  expect(minutes.speedKmh).toBeCloseTo(60 * 1.11195 * 0.01 * 100 * Math.cos(39 * RADIANS), 1); // 51.9 km/h
});

test('without a motion nothing moves', async () => {
  const still = await minutesOf([rateFrame({ motion: null, rate: (_, column) => (column <= 100 ? 3 : 0) })]);
  expect([...new Set(still.rates)]).toEqual([3]);
  expect([still.motionSource, still.speedKmh]).toEqual(['none', 0]);
});

test('the chance: 0 or 1 at once, then the share of a disk that grows', async () => {
  const half = rateFrame({ motion: null, rate: (_, column) => (column < 100 ? 3 : 0) });
  const { probabilities, rates } = await minutesOf([half]);
  expect([rates[0], probabilities[0]]).toEqual([0, 0]);

  expect(probabilities[60]).toBeCloseTo(0.5, 1);
  expect(probabilities[60]!).toBeLessThan(0.5); // the column of the place itself is dry
});

test('a calibration of the frame applies by lead', async () => {
  const curve = (leadMinutes: number, observed: number) => ({
    leadMinutes,
    raw: [0, 1],
    observed: [0, observed],
    samples: 9,
  });
  const skill = { calibration: [curve(10, 0.8), curve(30, 0.4)], lifetime: null };
  const { probabilities } = await minutesOf([rateFrame({ rate: () => 1, skill })]);
  expect([0, 10, 20, 30, 60].map((minute) => probabilities[minute]!.toFixed(6))).toEqual([
    '0.800000',
    '0.800000',
    '0.600000',
    '0.400000',
    '0.400000',
  ]);
});

test('a minute whose rain comes from where nothing was observed is unknown, neither dry nor wet', async () => {
  const frame = rateFrame({ rate: (_, column) => (column < 60 ? UNKNOWN : 2) });
  const { rates, probabilities, weights, confidence } = await minutesOf([frame]);
  for (const [minute, rate] of rates.entries()) {
    const isKnown = minute <= 40;
    expect(Number.isNaN(rate)).toBe(!isKnown);
    expect(weights[minute]! > 0).toBe(isKnown);
    expect(Number.isNaN(confidence[minute]!)).toBe(!isKnown);
    expect(Number.isNaN(probabilities[minute]!)).toBe(!isKnown);
  }
});

test('and so is one whose rain comes from beyond the grid', async () => {
  const { rates } = await minutesOf([rateFrame({ rate: () => 2 })], placeOf(SMALL_RADAR_GRID, 100, 30));
  expect(rates.findIndex(Number.isNaN)).toBe(31);
});

test('weight: an hour of radar alone, then less by lead, which counts from the frame', async () => {
  const { weights } = await minutesOf([rateFrame({ motion: null, validTime: NOW - 600 })]);
  expect([0, 50, 80, 110, 119].map((minute) => weights[minute]!.toFixed(6)).map(Number)).toEqual([
    1, 1, 0.75, 0.5, 0.425,
  ]);
});

test.each([
  ['widespread rain', 2, null, [100, 85, 72, 51]],
  ['40 dBZ near the way', 12.3, null, [100, 72, 51, 26]],
  ['a lifetime that was measured', 12.3, 90, [100, 85, 72, 51]],
  ['a measured one beyond belief', 2, 7, [100, 61, 37, 14]], // as 30 min
])('confidence: %s', async (_, rate, lifetime, expected) => {
  const boxes = { rows: 2, columns: 2, boxPixels: 100, minutes: Float32Array.of(1, 1, 1, lifetime ?? UNKNOWN) };
  const skill = { calibration: [], lifetime: boxes };
  const minutes = await minutesOf([rateFrame({ motion: null, rate: () => rate, skill })]);
  expect([0, 15, 30, 60].map((minute) => Math.round(100 * minutes.confidence[minute]!))).toEqual(expected);
  expect(minutes.hasIntense).toBe(rate > 12);
});

test('the quality of the radar at the place wears the confidence down', async () => {
  const quality = radarFrame({
    dataset: 'mrms-quality',
    validTime: NOW - 120,
    rate: (row) => (row === 100 ? 0.6 : 0.9),
  });
  const minutes = await minutesOf([rateFrame(), quality]);
  expect(minutes.confidence[0]).toBeCloseTo(0.6, 9);
});

/** Of which no whole multiple lies halfway between two pixels, where rounding would decide which is the nearest. */
const sixtyThirds = fc.integer({ min: -25, max: 25 }).map((k) => k / 63);

const shifts = fc.record({
  down: fc.constantFrom(0, -30, -7, 13, 30),
  east: fc.integer({ min: -30, max: 30 }),
  u: sixtyThirds,
  v: sixtyThirds,
  seed: fc.integer({ min: 0, max: 1000 }),
});

test('shifting a frame by whole pixels shifts the answer, but for the size of its echoes', async () => {
  await fc.assert(
    fc.asyncProperty(shifts, async ({ down, east, u, v, seed }) => {
      const rate = (row: number, column: number) =>
        Math.max(0, Math.sin((row + seed) / 9) * Math.cos((column - seed) / 13) - 0.3) * 8;
      const motion = uniformMotion(200, 200, u, v);
      const here = await minutesOf([rateFrame({ rate, motion })]);
      // A disk has as many columns elsewhere only where they are as wide, so the rows keep their latitudes.
      const grid = { ...SMALL_RADAR_GRID, firstLatitude: SMALL_RADAR_GRID.firstLatitude + 0.01 * down };
      const shifted = rateFrame({ rate: (row, column) => rate(row - down, column - east), motion, grid });
      const there = await minutesOf([shifted], placeOf(SMALL_RADAR_GRID, 100, 100 + east));
      // Later on the disks reach over the edge of this small grid, which is not shifted; nor are the tiles of the sizes.
      const leads = Array.from({ length: 61 }, (_, minute) => minute);
      const differing = leads.filter((minute) => Math.abs(there.rates[minute]! - here.rates[minute]!) > 0.5);
      expect(differing.length).toBeLessThanOrEqual(6);
      for (const minute of leads)
        expect(Math.abs(there.probabilities[minute]! - here.probabilities[minute]!)).toBeLessThan(0.15);
    }),
    { numRuns: 20 },
  );
});

/** The whole band of the satellites at 1°, from 180° W eastward. */
const BAND: RegularGrid = {
  kind: 'regular',
  columns: 360,
  rows: 131,
  firstLatitude: 70,
  firstLongitude: -180,
  latitudeStep: -1,
  longitudeStep: 1,
};

test('round the globe rain comes across the date line', async () => {
  const rain = (_row: number, column: number) => (column >= 340 ? 5 : 0); // 160° E to 179° E
  const motion = uniformMotion(131, 360, 0.1, 0);
  const frame = radarFrame({ dataset: 'rrqpe-rate', validTime: NOW - 600, grid: BAND, rate: rain, motion });
  const minutes = await minutesOf([frame], { latitude: 5, longitude: -177 }, NOW, ['rrqpe']);
  // The edge of the rain lies 3½ columns from the middle of column 3; a disk of 10 km is nothing beside a pixel of 111.
  // Half of the disk is covered when minute 25 begins.
  expect([25, 26]).toContain(firstWet(minutes));
  expect(minutes.rates[30]).toBeCloseTo(5, 6);
  expect(minutes.rates.some(Number.isNaN)).toBe(false);
  expect(minutes.probabilities[30]).toBe(1);
});

/** A part of DWD's composite, a kilometre from pixel to pixel at 60° N, rows as they are stored there or turned about. */
const planeOf = (yStep: number): PolarStereographicGrid => ({
  kind: 'polar-stereographic',
  pole: 'north',
  earth: { semiMajor: 6_378_137, semiMinor: 6_356_752.314 },
  centralMeridian: 10,
  trueLatitude: 60,
  rows: 300,
  columns: 300,
  firstX: 100_000,
  firstY: yStep < 0 ? -4_000_000 : -4_299_000,
  xStep: 1000,
  yStep,
});

/** km on the ground: the plane is stretched by (1 + sin 60°) / (1 + sin φ), and the middle of it lies at 51.5° N. */
const KM_PER_PIXEL = (1 + Math.sin(51.5 * RADIANS)) / (1 + Math.sin(60 * RADIANS));

/** Where one comes to along a great circle. */
function destination({ latitude, longitude }: Place, bearing: number, km: number): Place {
  const [phi, theta, delta] = [latitude * RADIANS, bearing * RADIANS, km / 6371.0088];
  const sine = Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(theta);
  const east = Math.sin(theta) * Math.sin(delta) * Math.cos(phi);
  const north = Math.cos(delta) - Math.sin(phi) * sine;
  return { latitude: Math.asin(sine) / RADIANS, longitude: longitude + Math.atan2(east, north) / RADIANS };
}

test.each([
  ['downward', -1000, 'east', 90],
  ['downward', -1000, 'south', 180],
  ['upward', 1000, 'east', 90],
  ['upward', 1000, 'north-west', 315],
])(
  'on a plane with rows %s (%d m) a storm that goes %s arrives when its way is over',
  async (_, yStep, __, bearing) => {
    const grid = planeOf(yStep);
    const place = placeOf(grid, 150, 150);
    const towards = (turn: number, km: number) => {
      const { latitude, longitude } = destination(place, bearing + turn, km);
      return gridPosition(grid, latitude, longitude)!;
    };
    // 60 km/h: the centre of a storm of 30 km is 60 km away, so it arrives after half an hour.
    const centre = towards(180, 60);
    const storm = (row: number, column: number) =>
      Math.hypot(row - centre.y, column - centre.x) < 30 / KM_PER_PIXEL ? 4 : 0;
    const inAnHour = towards(0, 60);
    const motion = uniformMotion(300, 300, (inAnHour.x - 150) / 60, (inAnHour.y - 150) / 60);
    const frame = radarFrame({ dataset: 'dwd-rate', validTime: NOW, grid, rate: storm, motion });
    const minutes = await minutesOf([frame], place, NOW, ['dwd-rv']);
    expect(minutes.speedKmh).toBeCloseTo(60, 0);
    expect(Math.abs(firstWet(minutes) - 30)).toBeLessThanOrEqual(2);
  },
);
