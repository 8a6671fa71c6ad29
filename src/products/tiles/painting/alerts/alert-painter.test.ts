/** Pixels of alert tiles: which severity they have, and how opaque they are. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { polygon, ring, starRing, turned } from '../../../../grid/alert-areas.fixture.js';
import type { Corner } from '../../../../grid/date-line-cut.js';
import { tileAt } from '../../../../grid/tile-addresses.fixture.js';
import { latitudeOfPixel, longitudeOfPixel } from '../../../../grid/web-mercator.js';
import { type AlertPolygon, SEVERITIES, type Severity } from '../../../../model/alert.js';
import type { AlertShape, TileAddress } from '../../../../model/tile.js';
import { alertIndex } from '../../styles/alert-style.js';
import { TILE_AREA } from '../painter.js';
import { paintAlerts } from './alert-painter.js';
import { createAlertScene } from './alert-scene.js';

type Drawn = readonly [Severity, AlertPolygon];

function painted(tile: TileAddress, ...drawn: readonly Drawn[]): Uint8Array {
  const scenes = createAlertScene();
  const added = drawn.map(
    ([severity, shape], i): AlertShape => ({
      id: `${i}`,
      severity,
      polygons: [shape],
      circles: [],
    }),
  );
  scenes.show({ version: 'now', ids: added.map(({ id }) => id), added });
  const pixels = new Uint8Array(TILE_AREA);
  const isPainted = paintAlerts(tile, scenes.at('now'), pixels);
  expect(isPainted).toBe(pixels.some((pixel) => pixel !== 0));
  return pixels;
}

const TILE: TileAddress = { z: 8, x: 130, y: 120 };

/** A box of the tile, pixels. */
function box(west: number, north: number, east: number, south: number, { z, x, y } = TILE): AlertPolygon {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  return [
    ring(
      ...corners.map(
        ([column, row]): Corner => [longitudeOfPixel(x * 256 + column, z), latitudeOfPixel(y * 256 + row, z)],
      ),
    ),
  ];
}

const at = (pixels: Uint8Array, column: number, row: number) => pixels[row * 256 + column];

test('an area has the full colour of its severity inside, a part of it on its edge, and none outside', () => {
  for (const severity of SEVERITIES) {
    const pixels = painted(TILE, [severity, box(10.5, 20.25, 30, 40)]);
    expect(at(pixels, 20, 30)).toBe(alertIndex(severity, 1));
    expect(at(pixels, 29, 39)).toBe(alertIndex(severity, 1));
    expect(at(pixels, 10, 30)).toBe(alertIndex(severity, 1 / 2));
    expect(at(pixels, 20, 20)).toBe(alertIndex(severity, 3 / 4));
    for (const [column, row] of [
      [9, 30],
      [30, 30],
      [20, 19],
      [20, 40],
    ] as const)
      expect(at(pixels, column, row)).toBe(0);
  }
});

test('where areas overlap the most severe is seen, in whatever order they come', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...SEVERITIES], { minLength: 1 }),
      fc.array(fc.constantFrom(...SEVERITIES), { maxLength: 3 }),
      (some, more) => {
        const severities = [...some, ...more];
        const pixels = painted(TILE, ...severities.map((one): Drawn => [one, box(0, 0, 100, 100)]));
        const most = SEVERITIES.find((one) => severities.includes(one))!;
        expect(at(pixels, 50, 50)).toBe(alertIndex(most, 1));
      },
    ),
    { numRuns: 20 },
  );
});

test('there is no seam between neighbours, of one severity or two, and areas over each other do not add up', () => {
  for (const other of ['severe', 'minor'] as const) {
    const pixels = painted(TILE, ['severe', box(10, 10, 30.3, 50)], [other, box(30.3, 10, 60, 50)]);
    for (let column = 10; column < 60; column++)
      expect(at(pixels, column, 30)).toBe(alertIndex(column < 31 ? 'severe' : other, 1));
  }
  const twice = painted(TILE, ['severe', box(10.5, 10, 30, 50)], ['severe', box(10.5, 10, 30, 50)]);
  expect(at(twice, 10, 30)).toBe(alertIndex('severe', 1 / 2));
});

test('a severe area smaller than a pixel is seen within a larger one, as opaque as that', () => {
  const pixels = painted(TILE, ['minor', box(0, 0, 100, 100)], ['extreme', box(50.4, 50.4, 50.6, 50.6)]);
  expect(at(pixels, 50, 50)).toBe(alertIndex('extreme', 1));
  expect(at(pixels, 51, 50)).toBe(alertIndex('minor', 1));
});

test('an area too small or too narrow for a sample still colours its pixels by a quarter', () => {
  const dot = painted(TILE, ['minor', box(50.45, 50.4, 50.46, 50.41)]);
  expect(at(dot, 50, 50)).toBe(alertIndex('minor', 1 / 4));
  expect(dot.filter((pixel) => pixel !== 0)).toHaveLength(1);
  const strip = painted(TILE, ['minor', box(-700, 50.51, 400, 50.52)]);
  for (let column = 0; column < 256; column++)
    expect(at(strip, column, 50)).toBeGreaterThanOrEqual(alertIndex('minor', 1 / 4));
  expect(strip.filter((pixel) => pixel !== 0)).toHaveLength(256);
});

test('a narrow slanted area leaves no gap, and two tiles agree on it', () => {
  const slant = polygon('3.1 11.2, 8.7 15.9, 8.7001 15.9, 3.1001 11.2');
  const z = 7;
  const { x, y } = tileAt(z, 13, 5);
  const pixels = painted({ z, x, y }, ['severe', slant]);
  let columns = 0;
  for (let column = 0; column < 256; column++) {
    const longitude = longitudeOfPixel(x * 256 + column + 0.5, z);
    if (longitude < 3.2 || longitude > 8.6) continue;
    if (latitudeOfPixel((y + 1) * 256, z) > 11.2 + ((longitude - 3.1) * 4.7) / 5.6) continue;
    if (latitudeOfPixel(y * 256, z) < 11.3 + ((longitude - 3.1) * 4.7) / 5.6) continue;
    columns++;
    expect(Array.from({ length: 256 }, (_, row) => at(pixels, column, row)!).some((index) => index > 0)).toBe(true);
  }
  expect(columns).toBeGreaterThan(100);
});

test('a tile is made of the same pixels as its four children rounded to it: none that they have is missing', () => {
  fc.assert(
    fc.property(starRing, fc.integer({ min: -180, max: 180 }), fc.integer({ min: 2, max: 7 }), (star, turn, z) => {
      const corners = turned(star, turn);
      const tile = tileAt(z, corners[1]!, corners[0]!);
      const pixels = painted(tile, ['severe', [corners]]);
      const child = painted({ z: z + 1, x: 2 * tile.x, y: 2 * tile.y }, ['severe', [corners]]);
      const full = alertIndex('severe', 1);
      // full in all four and their neighbours: full in one
      for (let row = 1; row < 127; row += 5)
        for (let column = 1; column < 127; column += 5) {
          const all = [-1, 0, 1, 2].flatMap((down) =>
            [-1, 0, 1, 2].map((along) => at(child, 2 * column + along, 2 * row + down)),
          );
          if (all.every((index) => index === full)) expect(at(pixels, column, row)).toBe(full);
        }
    }),
    { numRuns: 25 },
  );
});

test('neighbouring tiles meet: what is half in one and half in the other is the same area', () => {
  const { z, x, y } = TILE;
  const area = box(250.3, 100, 261.7, 120.5);
  const one = painted(TILE, ['severe', area]);
  const next = painted({ z, x: x + 1, y }, ['severe', area]);
  expect([250, 251, 255].map((column) => at(one, column, 110))).toEqual(
    [0.7, 1, 1].map((part) => alertIndex('severe', Math.round(part * 16) / 16)),
  );
  expect([0, 4, 5, 6].map((column) => at(next, column, 110))).toEqual(
    [1, 1, 0.7, 0].map((part) => alertIndex('severe', Math.round(part * 16) / 16)),
  );
  expect(at(one, 255, 120)).toBe(at(next, 0, 120));
});

test('a tile without areas has no colour', () => {
  const pixels = painted({ z: 8, x: 3, y: 3 }, ['severe', box(10, 10, 20, 20)]);
  expect(pixels.every((pixel) => pixel === 0)).toBe(true);
});
