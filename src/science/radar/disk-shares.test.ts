import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diskShares } from './disk-shares.js';

const [ROWS, COLUMNS] = [20, 20];
const at = (row: number, column: number) => row * COLUMNS + column;

test("without a disk the probability is the 0/1 field itself, pysteps' case of a block", () => {
  const block = new Uint8Array(ROWS * COLUMNS);
  for (let row = 5; row < 15; row++) for (let column = 5; column < 15; column++) block[at(row, column)] = 1;
  expect([...diskShares(block, ROWS, COLUMNS, 0)]).toEqual([...block]);
  const wide = diskShares(block, ROWS, COLUMNS, 3);
  expect(wide[at(10, 10)]).toBe(1);
  expect(wide[at(0, 0)]).toBe(0);
  expect(wide[at(5, 10)]).toBeGreaterThan(0.5);
  for (const share of wide) expect(share >= 0 && share <= 1).toBe(true);
});

test('the 21 pixels of a disk of radius 2.5, counted by hand', () => {
  const one = new Uint8Array(ROWS * COLUMNS);
  one[at(10, 10)] = 1;
  const shares = diskShares(one, ROWS, COLUMNS, 2.5);
  expect(shares[at(10, 10)]).toBeCloseTo(1 / 21, 6);
  expect(shares[at(11, 12)]).toBeCloseTo(1 / 21, 6);
  expect(shares[at(12, 12)]).toBe(0); // √8 away
  expect(diskShares(one, ROWS, COLUMNS, 1)[at(10, 11)]).toBeCloseTo(1 / 5, 6);
});

test('shares are those of a count of every pixel, unobserved ones left out, edges cut', () => {
  const wetness = fc.array(fc.constantFrom(0, 0, 1, 3, 255), { minLength: 63, maxLength: 63 });
  fc.assert(
    fc.property(wetness, fc.double({ min: 0, max: 12, noNaN: true }), (values, radius) => {
      const shares = diskShares(Uint8Array.from(values), 7, 9, radius);
      for (let pixel = 0; pixel < 63; pixel++) {
        const near = values.filter(
          (_, other) =>
            (Math.floor(other / 9) - Math.floor(pixel / 9)) ** 2 + ((other % 9) - (pixel % 9)) ** 2 <= radius * radius,
        );
        const observed = near.filter((value) => value !== 255);
        const expected = observed.filter((value) => value > 0).length / observed.length;
        if (observed.length === 0) expect(shares[pixel]).toBeNaN();
        else expect(shares[pixel]).toBeCloseTo(expected, 6);
      }
    }),
    { numRuns: 50 },
  );
});

test('a caller that gives another number of pixels, or no radius, is told', () => {
  expect(() => diskShares(new Uint8Array(5), 2, 3, 1)).toThrow(RangeError);
  expect(() => diskShares(new Uint8Array(6), 2, 3, Number.NaN)).toThrow(RangeError);
});
