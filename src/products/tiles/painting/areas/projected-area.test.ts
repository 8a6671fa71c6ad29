/** Areas on the map against areas on the globe: what is drawn of one is where `grid/areas.ts` says that it is. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  capLatitudes,
  place,
  polygon,
  ring,
  starRing,
  tangledRing,
  turned,
  WAYS_OF_WRITING,
} from '../../../../grid/alert-areas.fixture.js';
import { createArea } from '../../../../grid/areas.js';
import type { Corner } from '../../../../grid/date-line-cut.js';
import { tileAt } from '../../../../grid/tile-addresses.fixture.js';
import { latitudeOfPixel, longitudeOfPixel } from '../../../../grid/web-mercator.js';
import type { AlertCircle, AlertPolygon, Ring } from '../../../../model/alert.js';
import type { TileAddress } from '../../../../model/tile.js';
import { TILE_AREA } from '../painter.js';
import { createPolygonFill, PIXEL_CENTRES } from './polygon-fill.js';
import { FINEST_ZOOM, fillTile, projectArea } from './projected-area.js';

const centres = createPolygonFill(PIXEL_CENTRES);

/** 1 where the middle of a pixel lies in the area. */
function painted(polygons: readonly AlertPolygon[], circles: readonly AlertCircle[], tile: TileAddress): Uint8Array {
  const bits = new Int32Array(centres.rows * centres.words);
  for (const polygon of projectArea(polygons, circles)) centres.fill(polygon.at(tile.z).rings, fillTile(tile), bits);
  return Uint8Array.from({ length: TILE_AREA }, (_, pixel) => (bits[pixel >> 5]! >>> (pixel & 31)) & 1);
}

/** Longitude, latitude of a pixel's centre. */
function centreOf({ z, x, y }: TileAddress, pixel: number): Corner {
  const [column, row] = [pixel % 256, Math.floor(pixel / 256)];
  return [longitudeOfPixel(x * 256 + column + 0.5, z), latitudeOfPixel(y * 256 + row + 0.5, z)];
}

/** Distance from the origin to the segment between two points, in their units. */
function distanceToSegment([x, y]: Corner, [endX, endY]: Corner): number {
  const [alongX, alongY] = [endX - x, endY - y];
  const length = alongX * alongX + alongY * alongY;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * alongX + y * alongY) / length));
  return Math.hypot(x + share * alongX, y + share * alongY);
}

/** Degrees from −180 up to 180. */
function wrapped(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** True where an edge of the ring passes within two pixels of a place; an edge goes the shorter way round. */
function isNearEdge(corners: Ring, [longitude, latitude]: Corner, east: number, north: number): boolean {
  const count = corners.length / 2;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const x = wrapped(corners[2 * i]! - longitude);
    const endX = x + wrapped(corners[2 * j]! - corners[2 * i]!);
    const [y, endY] = [corners[2 * i + 1]! - latitude, corners[2 * j + 1]! - latitude];
    for (const turn of [-360, 0, 360])
      if (distanceToSegment([(x + turn) / east, y / north], [(endX + turn) / east, endY / north]) < 1) return true;
  }
  return false;
}

/** Pixels that differ from the answer for the point at their centre, where no edge is within two pixels. */
function wrongPixels(polygons: readonly AlertPolygon[], circles: readonly AlertCircle[], tile: TileAddress): number[] {
  const pixels = painted(polygons, circles, tile);
  const area = createArea(polygons, circles);
  const reach = 360 / (128 * 2 ** tile.z);
  const wrong: number[] = [];
  for (let pixel = 0; pixel < TILE_AREA; pixel += 97) {
    const [longitude, latitude] = centreOf(tile, pixel);
    const up = reach * Math.cos((latitude * Math.PI) / 180);
    const isInside = area.contains(latitude, longitude);
    if ((pixels[pixel] === 1) === isInside) continue;
    if (polygons.flat().some((corners) => isNearEdge(corners, [longitude, latitude], reach, up))) continue;
    // the edge of a circle, and the meridian at which a ring round a pole is closed
    const around = [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => {
      const radians = (angle * Math.PI) / 180;
      return area.contains(latitude + up * Math.sin(radians), longitude + reach * Math.cos(radians));
    });
    if (around.every((one) => one === isInside)) wrong.push(pixel);
  }
  return wrong;
}

const RUNS = { numRuns: 40 };

test('a star anywhere, over the date line too, is drawn where it is, at every zoom', () => {
  fc.assert(
    fc.property(
      starRing,
      fc.integer({ min: -180, max: 180 }),
      fc.integer({ min: 2, max: 12 }),
      fc.nat(),
      (star, turn, z, at) => {
        const corners = turned(star, turn);
        const corner = (at % (corners.length / 2)) * 2;
        expect(wrongPixels([[corners]], [], tileAt(z, corners[corner + 1]!, corners[corner]!))).toEqual([]);
      },
    ),
    RUNS,
  );
});

test('a tangle is drawn by the even-odd rule', () => {
  fc.assert(
    fc.property(tangledRing, place, fc.integer({ min: 2, max: 7 }), (corners, { latitude, longitude }, z) => {
      expect(wrongPixels([[corners]], [], tileAt(z, latitude / 3, longitude / 6))).toEqual([]);
    }),
    // a triangle 0.01° wide passes between the eight places around a pixel
    { ...RUNS, examples: [[ring([25.85, -31.1], [0, 0], [0, 0.01]), { latitude: 0, longitude: 0 }, 3]] },
  );
});

test('a cap is drawn to the edge of the map on the side of its pole', () => {
  fc.assert(
    fc.property(capLatitudes, fc.boolean(), fc.integer({ min: 0, max: 6 }), place, (latitudes, isSouth, z, at) => {
      const corners = latitudes.map((latitude, i): Corner => [i * 30 - 180, isSouth ? -latitude : latitude]);
      const tile = tileAt(z, isSouth ? -70 : 70, at.longitude);
      expect(wrongPixels([[ring(...corners)]], [], tile)).toEqual([]);
    }),
    RUNS,
  );
});

test('a circle is drawn but for the bit that it bulges beyond 64 corners', () => {
  fc.assert(
    fc.property(place, fc.integer({ min: 1000, max: 3_000_000 }), (centre, radius) => {
      const circles = [{ ...centre, radius }];
      // so that the bulge of 0.12% of the radius is less than a pixel
      const z = Math.max(0, Math.min(11, Math.floor(Math.log2(40_075_017 / 256 / (0.0012 * radius)) - 1)));
      expect(wrongPixels([], circles, tileAt(z, centre.latitude, centre.longitude))).toEqual([]);
    }),
    RUNS,
  );
});

const BELT = polygon('-120 60, 0 60, 120 60, -120 60 | -120 80, 0 80, 120 80, -120 80');
const DATE_LINE_HOLED = polygon('160 -20, -160 -20, -160 20, 160 20 | 175 -5, -175 -5, -175 5, 175 5');
const SHAPES: readonly [string, AlertPolygon][] = [
  ['a belt round the pole', BELT],
  ['a hole across the date line', DATE_LINE_HOLED],
  ['a hole beyond the ring', polygon('0 0, 10 0, 10 10, 0 10 | 5 5, 15 5, 15 8, 5 8')],
  ['holes over each other', polygon('0 0, 10 0, 10 10, 0 10 | 2 2, 6 2, 6 6, 2 6 | 4 4, 8 4, 8 8, 4 8')],
  ['the whole earth', polygon('-180 -90, 180 -90, 180 90, -180 90, -180 -90')],
  ['an Antarctic by way of the pole', polygon('-180 -70, -90 -65, 0 -75, 90 -65, 180 -70, 180 -90, -180 -90')],
  ['half of the globe', polygon('-90 -10, 90 -10, 90 10, -90 10, -90 -10')],
];
for (const [name, shape] of SHAPES)
  test(`${name} is drawn as it is`, () => {
    for (const tile of [
      { z: 0, x: 0, y: 0 },
      ...[0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => ({ z: 2, x, y }))),
      tileAt(5, 7, 7),
      tileAt(6, 1, 179.9),
      tileAt(6, -1, -179.9),
    ])
      expect(wrongPixels([shape], [], tile)).toEqual([]);
  });

test('a long slanted edge bends on the map as it does on the globe', () => {
  // halfway along in degrees; straight on the map it would be 1,500 pixels off
  const slope = polygon('0 0, 60 0, 60 70');
  const tile = tileAt(FINEST_ZOOM, 35, 30);
  const pixels = painted([slope], [], tile);
  let [inside, wrong] = [0, 0];
  for (let pixel = 0; pixel < TILE_AREA; pixel++) {
    const [longitude, latitude] = centreOf(tile, pixel);
    const below = (longitude * 70) / 60 - latitude; // degrees; a pixel is 0.00034
    if (Math.abs(below) > 0.0002 && (pixels[pixel] === 1) !== below > 0) wrong++;
    inside += pixels[pixel]!;
  }
  expect(wrong).toBe(0);
  expect(inside).toBeGreaterThan(10_000);
  expect(inside).toBeLessThan(60_000);
});

test.each(Object.entries(WAYS_OF_WRITING))('a ring written %s is the same picture', (_, rewrite) => {
  fc.assert(
    fc.property(starRing, fc.integer({ min: -180, max: 180 }), fc.integer({ min: 0, max: 8 }), (star, turn, z) => {
      const corners = turned(star, turn);
      const tile = tileAt(z, corners[1]!, corners[0]!);
      const [one, other] = [painted([[corners]], [], tile), painted([[rewrite(corners)]], [], tile)];
      expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
    }),
    RUNS,
  );
});

/** Up from the equator between two meridians, with a ragged line of many corners between them. */
function neighbours(steps: number): readonly [Ring, Ring] {
  const line = Array.from({ length: steps + 1 }, (_, i): Corner => {
    const latitude = (40 * i) / steps;
    return [5 + Math.sin(i * 12.9898) * 0.4 + Math.sin(i / 40), latitude];
  });
  return [ring([-20, 0], ...line, [-20, 40]), ring(...line.toReversed(), [30, 0], [30, 40])];
}

test('neighbours that share an edge leave no gap and no pixel to both, however many of its corners are left out', () => {
  const [west, east] = neighbours(20_000);
  for (let z = 0; z <= 9; z++) {
    const tile = tileAt(z, 20, 5);
    const [one, other] = [painted([[west]], [], tile), painted([[east]], [], tile)];
    const both = painted([[ring([-20, 0], [30, 0], [30, 40], [-20, 40])]], [], tile);
    expect(one.filter((pixel, i) => pixel + other[i]! !== both[i]).length).toBe(0);
  }
});

test('corners that a zoom cannot show are left out, and none where all can be told apart', () => {
  const circle = Array.from({ length: 20_000 }, (_, i): Corner => {
    const angle = (2 * Math.PI * i) / 20_000;
    return [10 + 5 * Math.cos(angle), 5 * Math.sin(angle)];
  });
  const [projected] = projectArea([[ring(...circle)]]);
  const corners = (z: number) => projected!.at(z).rings[0]![0]!.corners.length / 2;
  expect(corners(12)).toBe(20_000);
  // once round are 2π 5°, 360 pixels at zoom 4; a line crosses at most 8 cells in a pixel of it
  expect(corners(4)).toBeLessThan(360 * 8);
  expect(corners(0)).toBeLessThan(23 * 8);
  const [square] = projectArea([polygon('0 0, 10 0, 10 10, 0 10')]);
  expect(square!.at(12).rings).toEqual(square!.at(5).rings);
});

test('what has no area at a zoom is thin there, and a wide one is not', () => {
  const [strip] = projectArea([polygon('0 0, 10 0, 10 0.01, 0 0.01')]); // 0.01° are 29 pixels at zoom 12
  expect([0, 3, 5, 6, 7, 9, 12].map((z) => strip!.at(z).isThin)).toEqual([true, true, true, true, false, false, false]);
});

test('a ring that cannot be used is left out, and a zoom without areas is refused', () => {
  expect(projectArea([[Float64Array.of(0, 0, 1, 1)]], [{ latitude: 91, longitude: 0, radius: 5 }])).toEqual([]);
  expect(() => fillTile({ z: 13, x: 0, y: 0 })).toThrow(new RangeError('areas are drawn at zoom 0 to 12; got 13'));
});
