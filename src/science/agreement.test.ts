import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreedChance, agreedDayChance, agreedHourChance, agreedRate } from './agreement.js';

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const amount = fc.double({ min: 0, max: 20, noNaN: true });
const printed = (value: number) => Math.round(value * 100) / 100;

test('a rate that is printed as wet has a chance of at least 30%', () => {
  fc.assert(
    fc.property(chance, amount, (p, r) => {
      const agreed = agreedChance(p, r);
      expect(agreed).toBeGreaterThanOrEqual(p);
      if (printed(r) >= 0.1) expect(printed(agreed)).toBeGreaterThanOrEqual(0.3);
    }),
  );
});

test('a chance that is printed as 70% has a rate that is printed as wet', () => {
  fc.assert(
    fc.property(chance, amount, (p, r) => {
      const agreed = agreedRate(r, p);
      expect(agreed).toBeGreaterThanOrEqual(r);
      if (printed(p) >= 0.7) expect(printed(agreed)).toBeGreaterThanOrEqual(0.1);
      if (p <= 0.5) expect(agreed).toBe(r);
    }),
  );
});

test('an hour from 0.5 mm has a chance of at least 30%, and one from 70% has at least 0.1 mm', () => {
  fc.assert(
    fc.property(chance, amount, (p, total) => {
      const agreed = printed(agreedHourChance(p, total));
      if (printed(total) >= 0.5) expect(agreed).toBeGreaterThanOrEqual(0.3);
      if (agreed >= 0.7) expect(printed(total)).toBeGreaterThanOrEqual(0.1);
    }),
  );
});

test('a day from 2.5 mm has a chance of at least 30%, and one from 70% has at least 0.5 mm', () => {
  fc.assert(
    fc.property(chance, amount, (p, total) => {
      const agreed = printed(agreedDayChance(p, total));
      if (printed(total) >= 2.5) expect(agreed).toBeGreaterThanOrEqual(0.3);
      if (agreed >= 0.7) expect(printed(total)).toBeGreaterThanOrEqual(0.5);
    }),
  );
});

test.each([
  ['chances', agreedChance],
  ['chances of hours', agreedHourChance],
  ['chances of days', agreedDayChance],
  ['rates', (p: number, r: number) => agreedRate(r, p)],
])('%s do not jump', (_, agreed) => {
  const step = 1e-4;
  fc.assert(
    fc.property(chance, fc.double({ min: 0, max: 2, noNaN: true }), (p, r) => {
      const here = agreed(p, r);
      // The steepest of the rules rises by 0.3 over 0.095 mm.
      expect(Math.abs(agreed(Math.min(1, p + step), r) - here)).toBeLessThan(4 * step);
      expect(Math.abs(agreed(p, r + step) - here)).toBeLessThan(4 * step);
    }),
  );
});

test('what agrees stays as it is, and what is unknown neither moves nor is moved', () => {
  expect([agreedChance(0.6, 2), agreedRate(2, 0.6), agreedHourChance(0.9, 2), agreedDayChance(0.9, 8)]).toEqual([
    0.6, 2, 0.9, 0.9,
  ]);
  expect([agreedChance(0.1, Number.NaN), agreedRate(0, Number.NaN), agreedHourChance(0.9, Number.NaN)]).toEqual([
    0.1, 0, 0.9,
  ]);
  expect([agreedChance(Number.NaN, 3), agreedRate(Number.NaN, 0.9), agreedDayChance(Number.NaN, 3)]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});
