import { expect, test } from 'vitest';
import { pixelX, pixelY, TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { SmokeDensity, SmokePlume } from '../../../../model/fire.js';
import type { MapSlice } from '../../../../model/map-slice.js';
import type { TileReaders, TileSource } from '../../../../model/tile.js';
import { fireIndex, plumeIndex } from '../../styles/fire-styles.js';
import { TILE_AREA } from '../painter.js';
import { paintFireSmoke, paintPlumes } from './fire-smoke-painter.js';

/** A box as a plume. */
function plume(density: SmokeDensity, west: number, south: number, east: number, north: number): SmokePlume {
  const ring = Float64Array.of(west, south, west, north, east, north, east, south, west, south);
  return { density, satellite: 'GOES-WEST', start: null, end: null, polygons: [[ring]] };
}

/** Index at a place of the world's one tile at zoom 0. */
const at = (pixels: Uint8Array, latitude: number, longitude: number) =>
  pixels[Math.floor(pixelY(latitude, 0)) * TILE_PIXELS + Math.floor(pixelX(longitude, 0))];

const WORLD = { z: 0, x: 0, y: 0 } as const;

test('the densest plume counts, whatever their order', () => {
  const plumes = [
    plume('heavy', -110, 40, -100, 50),
    plume('light', -130, 30, -90, 60),
    plume('medium', -115, 35, -95, 55),
  ];
  const pixels = new Uint8Array(TILE_AREA);
  expect(paintPlumes(plumes, WORLD, pixels)).toBe(true);
  expect(at(pixels, 45, -105)).toBe(plumeIndex('heavy'));
  expect(at(pixels, 37.5, -105)).toBe(plumeIndex('medium'));
  expect(at(pixels, 32, -105)).toBe(plumeIndex('light'));
  expect(at(pixels, 20, -105)).toBe(0);
});

test('a plume with a hole leaves the hole empty', () => {
  const [outer] = plume('light', -130, 30, -90, 60).polygons[0]!;
  const [hole] = plume('light', -120, 40, -100, 50).polygons[0]!;
  const pixels = new Uint8Array(TILE_AREA);
  paintPlumes([{ ...plume('light', 0, 0, 1, 1), polygons: [[outer!, hole!]] }], WORLD, pixels);
  expect([at(pixels, 45, -110), at(pixels, 35, -110)]).toEqual([0, plumeIndex('light')]);
});

test('neighbouring tiles have a plume up to their common edge', () => {
  const plumes = [plume('medium', -10, -10, 10, 10)];
  for (const [x, y, row, column] of [
    [0, 0, 255, 255],
    [1, 0, 255, 0],
    [0, 1, 0, 255],
    [1, 1, 0, 0],
  ] as const) {
    const pixels = new Uint8Array(TILE_AREA);
    expect(paintPlumes(plumes, { z: 1, x, y }, pixels)).toBe(true);
    expect(pixels[row * TILE_PIXELS + column]).toBe(plumeIndex('medium'));
  }
  expect(paintPlumes(plumes, { z: 3, x: 0, y: 0 }, new Uint8Array(TILE_AREA))).toBe(false);
});

/** 20 µg/m³ west of Greenwich, 2 µg/m³ east of it; nothing south of 0. */
const SLICE: MapSlice = {
  grid: {
    kind: 'regular',
    columns: 360,
    rows: 90,
    firstLatitude: 89.5,
    firstLongitude: -179.5,
    latitudeStep: -1,
    longitudeStep: 1,
  },
  packing: { step: 0.1, base: 3200 },
  values: Int16Array.from({ length: 360 * 90 }, (_, n) => Math.round(((n % 360 < 180 ? 20 : 2) - 3200) / 0.1)),
};

const SOURCES: readonly TileSource[] = [
  { kind: 'slice', dataset: 'gefs-aerosol', version: 'a', field: 'smoke_pm2_5', time: 0 },
  { kind: 'plumes', version: 'a' },
  { kind: 'fires', version: 'a' },
];
const readers: TileReaders = {
  slice: async () => SLICE,
  plumes: async () => [plume('heavy', -170, -50, 0, 50), plume('heavy', 0, -50, 170, 50)],
  fires: async () => ({
    latitudes: Float64Array.of(30, 30),
    longitudes: Float64Array.of(-90, 90),
    times: new Float64Array(2),
    radiativePowers: Float32Array.of(50, 50),
    confidences: new Uint8Array(2),
  }),
  radarFrame: () => Promise.reject(new RangeError('no radar')),
  scan: () => Promise.reject(new RangeError('no scan')),
};

async function drawn(sources: readonly TileSource[]) {
  const pixels = new Uint8Array(TILE_AREA);
  const isPainted = await paintFireSmoke({ layer: 'fire-smoke', ...WORLD, sources, validTime: 0 }, readers, pixels);
  return { isPainted, pixels };
}

test('the model first, plumes where it shows nothing, fires on top of both', async () => {
  const { isPainted, pixels } = await drawn(SOURCES);
  expect(isPainted).toBe(true);
  expect(at(pixels, 20, -60)).toBe(1); // its first band, 9 to 35.4 µg/m³
  expect(at(pixels, 20, 60)).toBe(plumeIndex('heavy'));
  expect(at(pixels, -20, -60)).toBe(plumeIndex('heavy'));
  expect(at(pixels, -70, 60)).toBe(0);
  for (const longitude of [-90, 90]) expect(at(pixels, 30, longitude)).toBe(fireIndex(1, 'fire-smoke'));
});

test.each([
  ['nothing', [], [0, 0, 0]],
  ['the model alone', [0], [1, 0, 1]],
  ['plumes alone', [1], [plumeIndex('heavy'), plumeIndex('heavy'), plumeIndex('heavy')]],
] as const)('with %s the others are left out', async (_, which, expected) => {
  const { isPainted, pixels } = await drawn(which.map((n) => SOURCES[n]!));
  expect([at(pixels, 20, -60), at(pixels, 20, 60), at(pixels, 30, -90)]).toEqual(expected);
  expect(isPainted).toBe(which.length > 0);
});
