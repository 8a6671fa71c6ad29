import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED, pack, unpack } from '../../model/packing.js';
import { cropStatic, type LayerInput, packLayer } from './layer-packing.js';
import { cropTo } from './region-crop.js';
import { SLICE_PERIOD, slicePackingOf } from './slice-format.js';

const GRID: Grid = {
  kind: 'regular',
  columns: 4,
  rows: 3,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -90,
  longitudeStep: 90,
};
const ANY = { id: 'x', plausible: [-1e9, 1e9] } as const;
const UNIT = { step: 1, base: 0 };

function packed(input: Partial<LayerInput> & { values: Float32Array }): number[] {
  const whole = {
    grid: GRID,
    crop: cropTo(GRID, null),
    request: ANY,
    factor: 1,
    packing: UNIT,
    wraps: false,
    ...input,
  };
  const { rows, columns } = whole.crop.grid;
  const target = new Int16Array(rows * columns);
  packLayer(whole, target, (row) => row * columns);
  return [...target];
}

test('columns of a cut that crosses the seam are joined', () => {
  const values = Float32Array.from({ length: 12 }, (_, i) => i);
  const crop = cropTo(GRID, { south: -90, west: -90, north: 0, east: 0 });
  expect(packed({ values, crop })).toEqual([7, 4, 11, 8]);
  expect([...cropStatic({ values, grid: GRID, crop, request: ANY, factor: 1 })]).toEqual([7, 4, 11, 8]);
});

test('a grid that repeats its first meridian at its end has no double column in the cut', () => {
  const grid = { ...GRID, columns: 5 };
  const values = Float32Array.from({ length: 15 }, (_, i) => (i % 5) % 4); // column 4 is column 0 again
  const crop = cropTo(grid, { south: -90, west: -90, north: 0, east: 90 });
  expect(packed({ values, crop, grid })).toEqual([3, 0, 1, 3, 0, 1]);
  expect([...cropStatic({ values, grid, crop, request: ANY, factor: 1 })]).toEqual([3, 0, 1, 3, 0, 1]);
});

test('a value is packed as the model of packing says, or a step beside it when it lies half way', () => {
  const packing = { step: 0.02, base: 273.15 };
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: 150, max: 350, noNaN: true }), { minLength: 12, maxLength: 12 }),
      (numbers) => {
        const values = Float32Array.from(numbers);
        packed({ values, packing }).forEach((n, i) => {
          const error = Math.abs(unpack(n, packing) - values[i]!);
          expect(error).toBeLessThan(packing.step / 2 + 1e-9);
          if (error < packing.step / 2 - 1e-9) expect(n).toBe(pack(values[i]!, packing) + 0); // a packed −0 is 0
        });
      },
    ),
  );
});

test('missing stays missing', () => {
  const values = new Float32Array(12).fill(Number.NaN);
  expect(packed({ values })).toEqual(new Array(12).fill(MISSING_PACKED));
  expect(packed({ values, request: { ...ANY, clamp: [0, 1] } })).toEqual(new Array(12).fill(MISSING_PACKED));
});

test('cloud of -0.5 % and 100.5 % is clamped, after the change of unit', () => {
  const values = new Float32Array(12).fill(50);
  values.set([-0.5, 100.5]);
  const request = { id: 'cloud_cover', plausible: [-0.1, 1.1], clamp: [0, 1] } as const;
  const result = packed({ values, request, factor: 0.01, packing: { step: 0.001, base: 0 } });
  expect(result.slice(0, 3)).toEqual([0, 1000, 500]);
});

test('a value that no weather reaches is damage, and is named', () => {
  const values = new Float32Array(12).fill(280);
  values[5] = 3.4e38;
  const request = { id: 'temperature', plausible: [150, 350] } as const;
  expect(() => packed({ values, request })).toThrow('section 7: temperature is 150 to 350');
});

test('beyond the range of the packing a value saturates, it does not wrap', () => {
  const values = new Float32Array(12).fill(40_000);
  values[1] = -40_000;
  expect(packed({ values }).slice(0, 2)).toEqual([32_767, -32_767]);
});

test('totals go round, so that the difference of two of them is known however large they are', () => {
  const packing = slicePackingOf('precipitation');
  const totals = [0, 327.67, 655.34, 655.35, 700, 1310.7, 2000];
  const values = new Float32Array(12).fill(0);
  values.set(totals);
  const steps = packed({ values, packing, wraps: true }).slice(0, totals.length);
  for (const [i, later] of totals.entries())
    for (const [j, earlier] of totals.entries()) {
      const difference = (steps[i]! - steps[j]! - (later - earlier) * 100) / SLICE_PERIOD;
      expect(Math.abs(difference - Math.round(difference))).toBeLessThan(1e-4);
    }
  expect(steps.slice(0, 3)).toEqual([-32_767, 0, 32_767]);
  expect(steps.every((n) => Math.abs(n) <= 32_767)).toBe(true);
});
