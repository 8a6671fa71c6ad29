import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pixelX, pixelY } from '../../grid/web-mercator.js';
import { KNOWN_FLOORS } from './terrain-floors-table.js';
import { raiseSea, surfaceHeight } from './terrain-surface.js';

test.each([
  ['the shore of the Dead Sea stays below the sea', -428, 31.5, 35.4, -428],
  ['the bed of the Dead Sea becomes its surface', -730, 31.5, 35.48, -440],
  ['the Sea of Galilee', -212, 32.82, 35.59, -212],
  ['Badwater in Death Valley', -85, 36.23, -116.77, -85],
  ['a polder of the Netherlands', -6.7, 51.98, 4.6, -6.7],
  ['the lowest of Turpan', -154, 42.65, 89.3, -154],
  ['the Qattara Depression', -133, 29.5, 27.3, -133],
  ['Lake Assal', -155, 11.65, 42.41, -155],
  ['Baku on the Caspian', -28, 40.4, 49.9, -28],
  ['the bed of the Caspian becomes its surface', -900, 38.5, 51, -30],
  ['the Atlantic', -3414, 30, -40, 0],
  ['the Mediterranean before Haifa', -60, 32.8, 34.9, 0],
  ['the Red Sea before the Danakil', -40, 14.9, 41, 0],
  ['the head of the Gulf of California', -25, 31.4, -114.5, 0],
  ['the Challenger Deep', -10_900, 11.37, 142.6, 0],
  ['the North Sea', -30, 54, 4, 0],
  ['the bed of Lake Superior becomes its surface', -90, 48, -88, 183],
  ['the bed of Lake Ontario becomes its surface', -30, 43.6, -78, 74],
  ['Duluth stays above Lake Superior', 214, 46.78, -92.1, 214],
  ['Montreal is in no box of a lake', 20, 45.5, -73.57, 20],
  ['Everest', 8848, 27.99, 86.93, 8848],
])('%s', (_, height, latitude, longitude, surface) => {
  expect(surfaceHeight(height, latitude, longitude)).toBe(surface);
});

test('nothing that is missing becomes sea, nothing is lowered, nothing ends below the lowest floor', () => {
  expect(surfaceHeight(Number.NaN, 30, -40)).toBeNaN();
  const lowest = Math.min(...KNOWN_FLOORS.map(({ floor }) => floor));
  fc.assert(
    fc.property(
      fc.double({ min: -11_000, max: 8900, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (height, latitude, longitude) => {
        const surface = surfaceHeight(height, latitude, longitude);
        expect(surface).toBeGreaterThanOrEqual(Math.max(height, lowest));
        if (height >= 190) expect(surface).toBe(height);
      },
    ),
  );
});

test('floors stand in boxes that can be reached past those before them', () => {
  for (const [i, { name, south, west, north, east, floor }] of KNOWN_FLOORS.entries()) {
    expect(south < north && west < east && (floor < -10 || floor > 0), name).toBe(true);
    const around = KNOWN_FLOORS.slice(0, i).find(
      (box) => box.south <= south && box.north >= north && box.west <= west && box.east >= east,
    );
    expect(around?.name).toBeUndefined();
  }
});

test('a tile is raised pixel by pixel: in that of the Levant the Dead Sea stays, the Mediterranean goes', () => {
  const [zoom, x, y] = [6, 38, 25]; // 33.75 to 39.4 E, 31.95 to 36.6 N
  const heights = new Float32Array(65_536).fill(-200);
  raiseSea(heights, zoom, x, y);
  const at = (latitude: number, longitude: number): number =>
    heights[(Math.floor(pixelY(latitude, zoom)) - y * 256) * 256 + Math.floor(pixelX(longitude, zoom)) - x * 256]!;
  expect(at(32.5, 35.55)).toBe(-200);
  expect(at(34, 34.2)).toBe(0);
});
