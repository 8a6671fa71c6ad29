import { expect, test } from 'vitest';
import { readTerrarium } from '../../src/decode/dem/terrarium.js';
import { latitudeOfPixel, longitudeOfPixel } from '../../src/grid/web-mercator.js';
import { groundAt } from '../../src/simulator/terrain.js';
import { isTile, terrariumTile } from '../../src/simulator/terrarium-tiles.js';

const defect = (rule: string, value: unknown): Error => new Error(`${rule}; got ${value}`);

test.each([
  [0, 0, 0, 'the globe'],
  [4, 8, 5, 'Europe and its coasts'],
  [4, 0, 8, 'the Pacific at the date line'],
  [6, 45, 26, 'Tibet'],
  [9, 272, 179, 'the Alps'],
])('tile %i/%i/%i holds the simulated ground: %s', (zoom, x, y) => {
  const heights = readTerrarium(terrariumTile(zoom, x, y), defect);
  let worst = 0;
  for (let row = 0; row < 256; row += 3)
    for (let column = 0; column < 256; column += 3) {
      const ground = groundAt(
        latitudeOfPixel(y * 256 + row + 0.5, zoom),
        longitudeOfPixel(x * 256 + column + 0.5, zoom),
      );
      worst = Math.max(worst, Math.abs(ground.elevation - heights[row * 256 + column]!));
    }
  expect(worst).toBeLessThanOrEqual(0.125 + 1e-9);
});

test('there are tiles inside the square world only', () => {
  expect([isTile(0, 0, 0), isTile(4, 15, 15), isTile(15, 0, 32767)]).toEqual([true, true, true]);
  expect([isTile(0, 1, 0), isTile(4, 16, 0), isTile(16, 0, 0), isTile(3, 0.5, 0), isTile(3, -1, 0)]).not.toContain(
    true,
  );
  expect(() => terrariumTile(4, 16, 0)).toThrow(RangeError);
});
