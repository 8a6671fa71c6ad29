import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GRIDS } from '../../../../grid/grids.fixture.js';
import { type TileLattice, tileLattice } from '../../../../grid/tile-lattice.js';
import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { Grid } from '../../../../model/field.js';
import { MAP_FIELDS, type MapSlice } from '../../../../model/map-slice.js';
import { MISSING_PACKED } from '../../../../model/packing.js';
import { BLOCK, BLOCKS, findUniformBlocks, VARIED } from './uniform-blocks.js';

const packing = MAP_FIELDS.find(({ id }) => id === 'precipitation_rate')!;

/** Lakes of one number in a field that is another one, and a few cells of noise. */
function lakes(grid: Grid, seed: number): MapSlice {
  const values = new Int16Array(grid.columns * grid.rows);
  for (let at = 0; at < values.length; at++) {
    const [row, column] = [Math.floor(at / grid.columns), at % grid.columns];
    const lake = (Math.floor(row / 24) * 7 + Math.floor(column / 30) * 3 + seed) % 5;
    values[at] =
      lake === 0 ? MISSING_PACKED : lake === 1 && (row * 31 + column * 17 + seed) % 97 === 0 ? 500 : lake * 10;
  }
  return { grid, packing, values };
}

/** Numbers of the four cells around every pixel of a block; VARIED when one is outside. */
function numbersAround({ grid, values }: MapSlice, { positions }: TileLattice, block: number): Set<number> {
  const [x, y] = [new Float64Array(TILE_PIXELS), new Float64Array(TILE_PIXELS)];
  const found = new Set<number>();
  for (let row = 0; row < BLOCK; row++) {
    const isInside = positions(Math.floor(block / BLOCKS) * BLOCK + row, x, y);
    for (let i = 0; i < BLOCK; i++) {
      const column = (block % BLOCKS) * BLOCK + i;
      if (!isInside || Number.isNaN(x[column]!)) found.add(VARIED);
      else
        for (const corner of [0, 1, 2, 3]) {
          const [down, right] = [Math.floor(y[column]!) + (corner >> 1), Math.floor(x[column]!) + (corner & 1)];
          found.add(values[Math.min(down, grid.rows - 1) * grid.columns + (right % grid.columns)]!);
        }
    }
  }
  return found;
}

test('what a block is said to have is all that lies around each of its pixels', () => {
  const blocks = new Int32Array(BLOCKS * BLOCKS);
  let uniform = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(GRIDS)),
      fc.integer({ min: 0, max: 9 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.double({ min: 0.2, max: 0.6, noNaN: true }),
      fc.nat(4),
      (grid, z, east, south, seed) => {
        const lattice = tileLattice(grid, { z, x: Math.floor(east * 2 ** z), y: Math.floor(south * 2 ** z) });
        const slice = lakes(grid, seed);
        findUniformBlocks(slice, lattice, blocks);
        for (const [block, value] of blocks.entries()) {
          if (value === VARIED) continue;
          uniform++;
          expect([...numbersAround(slice, lattice, block)]).toEqual([value]);
        }
      },
    ),
    { seed: 7, numRuns: 60 },
  );
  expect(uniform).toBeGreaterThan(300);
});
