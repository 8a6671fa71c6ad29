import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  deepestZoom,
  latitudeOfPixel,
  longitudeOfPixel,
  MERCATOR_LIMIT,
  pixelMetres,
  pixelX,
  pixelY,
  tileWindow,
} from './web-mercator.js';

/** The formula of the OpenStreetMap wiki ("Slippy map tilenames"), in logarithms. */
function slippyTile(latitude: number, longitude: number, zoom: number): [number, number] {
  const phi = (latitude * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2;
  return [Math.floor(((longitude + 180) / 360) * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}

test.each([
  ['Berlin', 52.52, 13.405, 12],
  ['Everest', 27.988, 86.925, 8],
  ['Ushuaia', -54.8, -68.3, 11],
])('%s lies in the tile that maps show', (_, latitude, longitude, zoom) => {
  const tile = [pixelX(longitude, zoom), pixelY(latitude, zoom)].map((pixel) => Math.floor(pixel / 256));
  expect(tile).toEqual(slippyTile(latitude, longitude, zoom));
});

test('the world is a square that ends at 85.0511° and closes at the date line', () => {
  expect(MERCATOR_LIMIT).toBeCloseTo(85.0511287798, 10);
  expect(pixelY(MERCATOR_LIMIT, 0)).toBeCloseTo(0, 9);
  expect([pixelX(-180, 3), pixelX(180, 3), pixelX(540, 3)]).toEqual([0, 0, 0]);
  expect([pixelX(0, 1), pixelY(0, 1)]).toEqual([256, 256]);
  // 40,075,016.686 m round the equator of WGS 84
  expect(pixelMetres(0, 0) * 256).toBeCloseTo(40_075_016.686, 3);
});

test('places and positions turn into each other', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: -180, max: 179.99, noNaN: true }),
      fc.integer({ min: 0, max: 14 }),
      (latitude, longitude, zoom) => {
        expect(latitudeOfPixel(pixelY(latitude, zoom), zoom)).toBeCloseTo(latitude, 9);
        expect(longitudeOfPixel(pixelX(longitude, zoom), zoom)).toBeCloseTo(longitude, 9);
      },
    ),
  );
});

test.each([
  ['the globe', null, 2, { zoom: 2, firstX: 0, firstY: 0, across: 4, down: 4 }],
  [
    'a box on borders of tiles',
    { south: 0, west: 0, north: 66, east: 90 },
    2,
    { zoom: 2, firstX: 2, firstY: 1, across: 2, down: 2 },
  ],
  [
    'a box over the date line',
    { south: -20, west: 170, north: -10, east: -170 },
    3,
    { zoom: 3, firstX: 7, firstY: 4, across: 2, down: 1 },
  ],
  [
    'a box to the pole',
    { south: 80, west: -10, north: 90, east: 10 },
    3,
    { zoom: 3, firstX: 3, firstY: 0, across: 2, down: 1 },
  ],
  [
    'a box round the globe but for a slit',
    { south: 0, west: 10, north: 10, east: 9 },
    3,
    { zoom: 3, firstX: 4, firstY: 3, across: 8, down: 2 },
  ],
  [
    'a box at a pole',
    { south: 87, west: 0, north: 90, east: 1 },
    3,
    { zoom: 3, firstX: 4, firstY: 0, across: 1, down: 1 },
  ],
])('the window of %s', (_, region, zoom, window) => {
  expect(tileWindow(region, zoom)).toEqual(window);
});

test('every place of a region is in its window', () => {
  const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(
      fc.tuple(degrees(-84, 84), degrees(0.01, 60), degrees(-180, 180), degrees(0.01, 359)),
      fc.tuple(degrees(0, 1), degrees(0, 1), fc.integer({ min: 0, max: 12 })),
      ([south, height, west, width], [down, along, zoom]) => {
        const region = { south, west, north: Math.min(85, south + height), east: ((west + width + 540) % 360) - 180 };
        const { firstX, firstY, ...window } = tileWindow(region, zoom);
        const latitude = south + down * (region.north - south);
        const column = Math.floor(pixelX(west + along * width * 0.999_999, zoom) / 256) - firstX;
        expect((column + 2 ** zoom) % 2 ** zoom).toBeLessThan(window.across);
        const row = Math.floor(pixelY(latitude, zoom) / 256) - firstY;
        expect(row >= 0 && row < window.down).toBe(true);
      },
    ),
  );
});

test.each([
  ['the globe', null, 11, 6],
  ['the globe of the demo', null, 4, 4],
  ['Switzerland', { south: 45.8, west: 5.9, north: 47.9, east: 10.6 }, 11, 11],
  ['the United States', { south: 24, west: -125, north: 50, east: -66 }, 11, 9], // 85 × 48 at zoom 9
])('4096 tiles reach for %s', (_, region, highest, zoom) => {
  expect(deepestZoom(region, highest, 4096)).toBe(zoom);
});
