import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import { echoesOfPacked, echoOfRate, rateOfEcho } from './echo.js';

/** The relation of the US radars, 300 R^1.4, by hand. */
test.each([
  [0.456, 20],
  [2.363, 30],
  [12.24, 40],
  [63.4, 50],
  [329, 60], // not capped, as rain from an echo is: it was a rate before
])('%d mm/h have %d dBZ', (rate, dbz) => {
  expect(echoOfRate(rate)).toBeCloseTo(dbz, 1);
  expect(rateOfEcho(dbz) / rate).toBeCloseTo(1, 2);
});

test('no rain is 0 dBZ, and nothing is less', () => {
  expect([0, 0.001, 0.01].map(echoOfRate)).toEqual([0, 0, 0]);
  expect([0, -5].map(rateOfEcho)).toEqual([0, 0]);
});

test('what is missing stays missing', () => {
  expect(echoOfRate(Number.NaN)).toBeNaN();
  expect(rateOfEcho(Number.NaN)).toBeNaN();
});

test('a table has the echo of every packed rate, none of what was not observed, and is made once', () => {
  const table = echoesOfPacked(0.1);
  expect([table.length, table[0], table[UNOBSERVED]]).toEqual([65_536, 0, Number.NaN]);
  expect(table[122]).toBeCloseTo(40, 1);
  expect(echoesOfPacked(0.1)).toBe(table);
});
