import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latitudeOfPixel, longitudeOfPixel, pixelX, pixelY, TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { FireTable } from '../../../../model/fire.js';
import { fireIndex, plumeIndex } from '../../styles/fire-styles.js';
import { TILE_AREA } from '../painter.js';
import { firePlaces, firstFrom, keyOf } from './fire-index.js';
import { paintDots, paintFires } from './fire-painter.js';

type Place = readonly [latitude: number, longitude: number, megawatts?: number];

function tableOf(...places: readonly Place[]): FireTable {
  return {
    latitudes: Float64Array.from(places, ([latitude]) => latitude),
    longitudes: Float64Array.from(places, ([, longitude]) => longitude),
    times: new Float64Array(places.length),
    radiativePowers: Float32Array.from(places, ([, , power]) => power ?? Number.NaN),
    confidences: new Uint8Array(places.length),
  };
}

const FULL = fireIndex(1, 'fire-global');
const SIDE = TILE_PIXELS;

function painted(
  table: FireTable,
  z: number,
  x: number,
  y: number,
  layer: 'fire-global' | 'fire-smoke' = 'fire-global',
) {
  const pixels = new Uint8Array(TILE_AREA);
  const isPainted = paintDots(table, { z, x, y }, layer, pixels);
  expect(isPainted).toBe(pixels.some((index) => index !== 0));
  return pixels;
}

/** The tile and the pixel in it that a place is on. */
function pixelOf(latitude: number, longitude: number, z: number) {
  const [x, y] = [Math.floor(pixelX(longitude, z)), Math.floor(pixelY(latitude, z))];
  return { x: Math.floor(x / SIDE), y: Math.floor(y / SIDE), at: (y % SIDE) * SIDE + (x % SIDE) };
}

test.each([0, 1, 3, 5, 8, 10])(
  'at zoom %i the pixel of a fire has its colour, and the tile beyond has nothing',
  (z) => {
    for (const [latitude, longitude] of [
      [38.7, -120.6],
      [-33.2, 150.3],
      [61.5, 100.1],
    ] as const) {
      const { x, y, at } = pixelOf(latitude, longitude, z);
      const table = tableOf([latitude, longitude, 100]);
      expect(painted(table, z, x, y)[at]).toBe(FULL);
      if (z > 1) expect(painted(table, z, (x + 2) % 2 ** z, y).some(Boolean)).toBe(false);
    }
  },
);

/** Radii of the description, for a fire whose power is not told, in the middle of a tile. */
test.each([
  [2, 1],
  [3, 1],
  [5, 2.4],
  [8, 4.5],
  [10, 4.5],
])('at zoom %i a dot has a radius of %s pixels', (z, radius) => {
  const tile = 2 ** (z - 1);
  const [latitude, longitude] = [latitudeOfPixel(tile * SIDE + 100.5, z), longitudeOfPixel(tile * SIDE + 60.5, z)];
  const pixels = painted(tableOf([latitude, longitude]), z, tile, tile);
  let covered = 0;
  for (const index of pixels) covered += index / FULL;
  const area = Math.PI * radius ** 2;
  expect(Math.abs(covered - area)).toBeLessThan(1.2 * radius + 0.5);
});

test('stronger fires have larger dots, within reason', () => {
  const sizes = [0.01, 1, 20, 300, 1000, 1e6].map((power) => {
    const { x, y } = pixelOf(40, -100, 8);
    return painted(tableOf([40, -100, power]), 8, x, y).filter(Boolean).length;
  });
  expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
  expect(sizes[0]).toBe(sizes[1]);
  expect(sizes[4]).toBe(sizes[5]);
  expect(sizes[5]! / sizes[0]!).toBeLessThan(4);
});

/** What a picture of the whole world, far larger than a tile, has at the pixels of both tiles. */
test('near an edge a fire is on both tiles, as if they were one picture', () => {
  const z = 8;
  for (const [dx, dy] of [
    [-0.4, 0],
    [0.3, -2],
    [2.9, 0.1],
    [-3, 3],
  ] as const) {
    const [tileX, tileY] = [40, 90];
    const [edgeX, edgeY] = [tileX * SIDE + dx, tileY * SIDE + 128 + dy];
    const table = tableOf([latitudeOfPixel(edgeY, z), longitudeOfPixel(edgeX, z), 200]);
    const [west, east] = [painted(table, z, tileX - 1, tileY), painted(table, z, tileX, tileY)];
    const whole = (column: number, row: number) =>
      column < 0 ? west[row * SIDE + SIDE + column]! : east[row * SIDE + column]!;
    // the dot is round: its pixels mirror each other around its centre, which is in the middle of a quarter of a pixel
    const centre = (value: number) => (Math.floor(value * 4) + 0.5) / 4;
    const [cx, cy] = [centre(edgeX) - tileX * SIDE, centre(edgeY) - tileY * SIDE];
    for (let row = 118; row < 138; row++)
      for (let column = -10; column < 10; column++) {
        const away = Math.hypot(column + 0.5 - cx, row + 0.5 - cy);
        const radius = 4.5 * (0.75 + 0.2 * Math.log10(200));
        const expected = Math.round(4 * Math.max(0, Math.min(1, radius + 0.5 - away)));
        expect(whole(column, row)).toBe(expected === 0 ? 0 : fireIndex(expected / 4, 'fire-global'));
      }
    expect(west.some(Boolean) && east.some(Boolean)).toBe(true);
  }
});

test('at a corner a fire is on four tiles, at the date line on both sides of the world', () => {
  const corner = tableOf([latitudeOfPixel(90 * SIDE, 8), longitudeOfPixel(40 * SIDE, 8)]);
  for (const [x, y] of [
    [39, 89],
    [40, 89],
    [39, 90],
    [40, 90],
  ] as const)
    expect(painted(corner, 8, x, y).some(Boolean)).toBe(true);
  for (const longitude of [180, -180, 179.9999, -179.9999])
    for (const z of [0, 1, 4, 8]) {
      const table = tableOf([-17, longitude]);
      const { y, at } = pixelOf(-17, -180, z);
      const row = at - (at % SIDE);
      expect(painted(table, z, 0, y)[row]).toBeGreaterThan(0);
      expect(painted(table, z, 2 ** z - 1, y)[row + SIDE - 1]).toBeGreaterThan(0);
    }
});

test('the order of fires does not matter, neither do further ones at the same place', () => {
  const places = fc.array(
    fc.tuple(
      fc.double({ min: 39, max: 41, noNaN: true }),
      fc.double({ min: -101, max: -99, noNaN: true }),
      fc.nat(500),
    ),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 10 }), (list, z) => {
      const { x, y } = pixelOf(40, -100, z);
      const forward = painted(tableOf(...list), z, x, y);
      const again = painted(tableOf(...list.toReversed(), ...list), z, x, y);
      expect(Buffer.compare(again, forward)).toBe(0);
    }),
    { seed: 3, numRuns: 40 },
  );
});

test('fires beyond the edges of the map are on no tile, and do no harm', () => {
  const table = tableOf([86, 10], [-89.9, 10], [85.0511, 10]);
  expect(painted(table, 0, 0, 0).some(Boolean)).toBe(true);
  expect(firePlaces(table, 10).keys).toHaveLength(1);
  expect(painted(tableOf(), 3, 2, 2).some(Boolean)).toBe(false);
});

test('over smoke a dot has a hard edge, and nothing of the smoke is lost around it', () => {
  const { x, y, at } = pixelOf(40, -100, 8);
  const pixels = new Uint8Array(TILE_AREA).fill(plumeIndex('light'));
  paintDots(tableOf([40, -100]), { z: 8, x, y }, 'fire-smoke', pixels);
  expect(new Set(pixels)).toEqual(new Set([plumeIndex('light'), fireIndex(1, 'fire-smoke')]));
  expect(pixels[at]).toBe(fireIndex(1, 'fire-smoke'));
});

test('a tile without fires among its sources is empty', async () => {
  const order = { layer: 'fire-global', z: 0, x: 0, y: 0, sources: [], validTime: 0 } as const;
  const refuse = () => Promise.reject(new RangeError('nothing is asked for'));
  const readers = { slice: refuse, radarFrame: refuse, scan: refuse, fires: refuse, plumes: refuse };
  expect(await paintFires(order, readers, new Uint8Array(TILE_AREA))).toBe(false);
});

test('keys follow the quarters of the square; a search finds the first of a tile', () => {
  // Morton's table for the first four columns and rows
  const square = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => keyOf(column, row)));
  expect(square).toEqual([
    [0, 1, 4, 5],
    [2, 3, 6, 7],
    [8, 9, 12, 13],
    [10, 11, 14, 15],
  ]);
  expect(keyOf(2 ** 20 - 1, 2 ** 20 - 1)).toBe(2 ** 40 - 1);
  const random = fc.array(
    fc.tuple(fc.double({ min: -85, max: 85, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
  );
  fc.assert(
    fc.property(random, fc.integer({ min: 0, max: 2 ** 40 }), fc.nat(10), (places, key, zoom) => {
      const index = firePlaces(tableOf(...places), zoom);
      expect([...index.keys]).toEqual([...index.keys].sort((a, b) => a - b));
      const first = firstFrom(index, key);
      expect(index.keys.subarray(0, first).every((one) => one < key)).toBe(true);
      expect(index.keys.subarray(first).every((one) => one >= key)).toBe(true);
    }),
    { seed: 5, numRuns: 100 },
  );
});
