import fc from 'fast-check';
import { expect, test } from 'vitest';
import { radarFrame, SMALL_RADAR_GRID } from '../../../../../test/memory-radar.js';
import { gridPosition, placeOf } from '../../../../grid/grid.js';
import { tileAt } from '../../../../grid/tile-addresses.fixture.js';
import type { RegularGrid } from '../../../../model/field.js';
import { valueAt } from '../../../../science/radar/tiled-field.js';
import { REFLECTIVITY_STYLE } from '../../styles/rain-styles.js';
import { TILE_AREA } from '../painter.js';
import { bandOfEcho, bandOfRate } from './radar-bands.js';
import { paintRadar } from './radar-painter.js';
import { centreOf, echoBetween, GERMAN, paintedBy } from './radar-tiles.fixture.js';

const NOW = Date.UTC(2026, 6, 1, 12) / 1000;
const MIDDLE = placeOf(SMALL_RADAR_GRID, 100, 100);

/** mm/h: smooth hills of rain, a hole and dry ground. */
const hills = (row: number, column: number) => {
  if (row > 60 && row < 75 && column > 60 && column < 90) return Number.NaN;
  return Math.max(0, 12 * Math.sin(row / 17) * Math.cos(column / 23)) ** 2;
};

const isOnEdge = (dbz: number) => Math.abs(dbz / 5 - Math.round(dbz / 5)) < 1e-3;

test.each([
  ['regular', 8, 'mrms-rate', SMALL_RADAR_GRID, MIDDLE],
  ['regular', 10, 'mrms-rate', SMALL_RADAR_GRID, placeOf(SMALL_RADAR_GRID, 68, 75)],
  ['regular, at its corner', 9, 'mrms-rate', SMALL_RADAR_GRID, placeOf(SMALL_RADAR_GRID, 0, 199)],
  ['polar stereographic', 8, 'dwd-rate', GERMAN, placeOf(GERMAN, 150, 150)],
  ['polar stereographic, at its corner', 8, 'dwd-rate', GERMAN, placeOf(GERMAN, 0, 0)],
] as const)(
  'on a %s grid at zoom %d each pixel has the band of the echo at its centre',
  async (_name, z, dataset, grid, at) => {
    const frame = radarFrame({ dataset, validTime: NOW, grid, rate: hills });
    const tile = tileAt(z, at.latitude, at.longitude);
    const pixels = await paintedBy(paintRadar, tile, { frames: [frame] });
    const rateAt = (row: number, column: number) => valueAt(frame.field, row, column);
    let shown = 0;
    for (let i = 0; i < TILE_AREA; i += 13) {
      const { latitude, longitude } = centreOf(tile, i);
      const position = gridPosition(grid, latitude, longitude);
      const dbz = position === null ? Number.NaN : echoBetween(rateAt, position);
      if (isOnEdge(dbz)) continue;
      expect(pixels[i]).toBe(Number.isNaN(dbz) || dbz < 5 ? 0 : Math.min(15, Math.floor(dbz / 5)));
      if (pixels[i] !== 0) shown++;
    }
    expect(shown).toBeGreaterThan(100);
  },
);

test('where the first network observed nothing the next one fills, and nowhere else', async () => {
  const half = radarFrame({
    dataset: 'mrms-rate',
    validTime: NOW,
    rate: (_, column) => (column < 100 ? 0 : Number.NaN),
  });
  const wet = radarFrame({ dataset: 'rrqpe-rate', validTime: NOW, rate: () => 20 });
  const tile = tileAt(9, MIDDLE.latitude, MIDDLE.longitude);
  const pixels = await paintedBy(paintRadar, tile, { frames: [half, wet] });
  const alone = await paintedBy(paintRadar, tile, { frames: [half] });
  expect(alone.every((pixel) => pixel === 0)).toBe(true);
  for (let i = 0; i < TILE_AREA; i += 7) {
    const { latitude, longitude } = centreOf(tile, i);
    const position = gridPosition(SMALL_RADAR_GRID, latitude, longitude);
    if (position !== null) expect(pixels[i]).toBe(position.x <= 99.5 ? 0 : bandOfEcho(43));
  }
});

/** Pixels of 2.2 km by 1.6 km. */
const WIDE: RegularGrid = {
  kind: 'regular',
  rows: 400,
  columns: 500,
  firstLatitude: 52,
  firstLongitude: -120,
  latitudeStep: -0.02,
  longitudeStep: 0.02,
};

test('a storm of 5 km is seen on a map of the continent, wherever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 20, max: 380 }), fc.integer({ min: 20, max: 480 }), async (row, column) => {
      // 3 × 3 pixels of 40 dBZ
      const isStorm = (y: number, x: number) => Math.abs(y - row) <= 1 && Math.abs(x - column) <= 1;
      const frame = radarFrame({
        dataset: 'mrms-rate',
        validTime: NOW,
        grid: WIDE,
        rate: (y, x) => (isStorm(y, x) ? 12.3 : 0),
      });
      const { latitude, longitude } = placeOf(WIDE, row, column);
      const corner = tileAt(3, latitude, longitude);
      let seen = 0;
      for (const [down, right] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ] as const) {
        const pixels = await paintedBy(
          paintRadar,
          { z: 3, x: corner.x + right, y: corner.y + down },
          { frames: [frame] },
        );
        seen += pixels.filter((pixel) => pixel !== 0).length;
      }
      expect(seen).toBeGreaterThan(0);
      expect(seen).toBeLessThanOrEqual(9);
    }),
    { seed: 3, numRuns: 12 },
  );
});

test('rain that covers all has its own band at every zoom', async () => {
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: NOW, grid: WIDE, rate: () => 12 });
  for (const z of [2, 4, 5, 6, 7]) {
    const { latitude, longitude } = placeOf(WIDE, 200, 250);
    const tile = tileAt(z, latitude, longitude);
    const pixels = await paintedBy(paintRadar, tile, { frames: [frame] });
    let inside = 0;
    for (let i = 0; i < TILE_AREA; i += 3) {
      const { latitude, longitude } = centreOf(tile, i);
      const at = gridPosition(WIDE, latitude, longitude);
      if (at === null || at.x < 40 || at.y < 40 || at.x > 460 || at.y > 360) continue;
      inside++;
      if (pixels[i] !== bandOfEcho(39)) throw new Error(`band ${pixels[i]} at ${latitude}, ${longitude}`);
    }
    expect(inside).toBeGreaterThan(10);
  }
});

test.each([
  ['dry', () => 0],
  ['never observed', () => Number.NaN],
])('a tile of a frame that is %s is empty', async (_name, rate) => {
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: NOW, rate });
  const pixels = await paintedBy(paintRadar, tileAt(8, MIDDLE.latitude, MIDDLE.longitude), { frames: [frame] });
  expect(pixels.every((pixel) => pixel === 0)).toBe(true);
});

test('a tile beside all grids is empty', async () => {
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: NOW, rate: () => 5 });
  const pixels = await paintedBy(paintRadar, tileAt(6, -40, 100), { frames: [frame] });
  expect(pixels.every((pixel) => pixel === 0)).toBe(true);
});

test('bands are those of the style, whether found by echo or by rate', () => {
  const { edges } = REFLECTIVITY_STYLE;
  for (const [i, edge] of edges.entries()) {
    expect([edge - 0.001, edge, edge + 2.5].map(bandOfEcho)).toEqual([i, i + 1, i + 1]);
    const rate = (10 ** ((edge + 2.5) / 10) / 300) ** (1 / 1.4);
    expect(bandOfRate(rate)).toBe(i + 1);
  }
  expect([bandOfEcho(Number.NaN), bandOfEcho(0), bandOfEcho(99), bandOfRate(0)]).toEqual([0, 0, edges.length, 0]);
});
