import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import { type HailFields, hailWithin } from './hail-search.js';
import { diskShape } from './pixel-mask.js';
import { tiledField } from './tiled-field.js';

const [ROWS, COLUMNS] = [140, 300];
const DISK = diskShape(4, 5);

/** Packed values at "row,column", else `rest`. */
function fieldOf(step: number, at: Readonly<Record<string, number>>, rest = 0) {
  const packed = Uint16Array.from(
    { length: ROWS * COLUMNS },
    (_, i) => at[`${Math.floor(i / COLUMNS)},${i % COLUMNS}`] ?? rest,
  );
  return tiledField(ROWS, COLUMNS, step, packed);
}

const fields = (posh: Readonly<Record<string, number>>, rest = 0): HailFields => ({
  posh: fieldOf(0.01, posh, rest),
  shi: null,
  mesh: fieldOf(0.1, { '70,127': 250, '70,129': 400 }),
});

test('the largest chance of the disk, also in the next tile, and the size there', () => {
  const hail = fields({ '70,127': 40, '70,129': 60, '70,140': 100 });
  expect(hailWithin(hail, DISK, 70, 124, 0)).toEqual({ chance: 0.6, size: 40 });
  expect(hailWithin(hail, DISK, 70, 123, 0)).toEqual({ chance: 0.4, size: 25 });
  expect(hailWithin(hail, DISK, 70, 121, 0)).toEqual({ chance: 0, size: 0 });
  // (3, 4) from the middle: (3/4)² + (4/5)² is more than 1.
  expect(hailWithin(hail, DISK, 67, 123, 0)).toEqual({ chance: 0, size: 0 });
});

test('far from all hail there is none; where nothing was observed it is unknown', () => {
  expect(hailWithin(fields({ '70,127': 40 }), DISK, 20, 280, 0)).toEqual({ chance: 0, size: 0 });
  expect(hailWithin(fields({}, UNOBSERVED), DISK, 70, 150, 0)).toEqual({ chance: Number.NaN, size: Number.NaN });
  expect(hailWithin(fields({}), DISK, -20, 150, 0)).toEqual({ chance: Number.NaN, size: Number.NaN });
  const mostlyUnknown = fields({ '70,127': 40 }, UNOBSERVED);
  expect(hailWithin(mostlyUnknown, DISK, 70, 125, 0)).toEqual({ chance: 0.4, size: 25 });
});

test('round the globe the first column follows the last', () => {
  const hail = fields({ '70,2': 30 });
  expect(hailWithin(hail, DISK, 70, 299, COLUMNS).chance).toBe(0.3);
  expect(hailWithin(hail, DISK, 70, 299, 0).chance).toBe(0);
});
