import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nowCast, overallIndex, ozoneIndex, ozoneMean, pm2_5Index, pm10Index, usAqi } from './air-quality.js';
import { AIR_QUALITY_TABLES, type Pollutant } from './air-quality-tables.js';

/** 40 CFR 58 appendix G, table 2 as of 2024: the ends of every row. */
test.each<[Pollutant, [number, number][]]>([
  [
    'pm2_5',
    [
      [0, 0],
      [9.0, 50],
      [9.1, 51],
      [35.4, 100],
      [35.5, 101],
      [55.4, 150],
      [55.5, 151],
      [125.4, 200],
      [125.5, 201],
      [225.4, 300],
      [225.5, 301],
      [325.4, 500],
    ],
  ],
  [
    'pm10',
    [
      [0, 0],
      [54, 50],
      [55, 51],
      [154, 100],
      [155, 101],
      [254, 150],
      [255, 151],
      [354, 200],
      [355, 201],
      [424, 300],
      [425, 301],
      [604, 500],
    ],
  ],
  [
    'ozone_8h',
    [
      [0, 0],
      [0.054, 50],
      [0.055, 51],
      [0.07, 100],
      [0.071, 101],
      [0.085, 150],
      [0.086, 151],
      [0.105, 200],
      [0.106, 201],
      [0.2, 300],
    ],
  ],
  [
    'ozone_1h',
    [
      [0.125, 101],
      [0.164, 150],
      [0.165, 151],
      [0.204, 200],
      [0.205, 201],
      [0.404, 300],
      [0.405, 301],
      [0.604, 500],
    ],
  ],
  [
    'carbon_monoxide',
    [
      [4.4, 50],
      [4.5, 51],
      [9.4, 100],
      [9.5, 101],
      [12.4, 150],
      [12.5, 151],
      [15.4, 200],
      [15.5, 201],
      [30.4, 300],
      [30.5, 301],
      [50.4, 500],
    ],
  ],
  [
    'sulphur_dioxide',
    [
      [35, 50],
      [36, 51],
      [75, 100],
      [76, 101],
      [185, 150],
      [186, 151],
      [304, 200],
    ],
  ],
  [
    'nitrogen_dioxide',
    [
      [53, 50],
      [54, 51],
      [100, 100],
      [101, 101],
      [360, 150],
      [361, 151],
      [649, 200],
      [650, 201],
      [1249, 300],
      [1250, 301],
      [2049, 500],
    ],
  ],
])('%s: the ends of the rows', (pollutant, ends) => {
  expect(ends.map(([concentration]) => [concentration, usAqi(pollutant, concentration)])).toEqual(ends);
});

test.each<[string, Pollutant, number, number]>([
  ['the old table said 50', 'pm2_5', 12.0, 56],
  ['the worked example of EPA', 'pm2_5', 35.9, 102],
  ['the worked example of EPA', 'ozone_8h', 0.07853333, 126],
  ['the worked example of EPA', 'carbon_monoxide', 8.4, 90],
  ['the old table said 325 here', 'pm2_5', 250, 350],
  ['the last row goes on above 500', 'pm2_5', 400, 649],
  ['truncated', 'pm2_5', 9.05, 50],
  ['truncated', 'pm10', 54.5, 50],
  ['truncated', 'sulphur_dioxide', 35.7, 50],
  ['truncated', 'carbon_monoxide', 4.45, 50],
  ['within a row', 'pm10', 100, 73],
  ['within a row', 'ozone_1h', 0.162, 147],
  ['a measurement below zero', 'pm2_5', -1.2, 0],
  ['eight hours of ozone end at 300', 'ozone_8h', 0.35, 300],
  ['one hour of sulphur dioxide ends at 200', 'sulphur_dioxide', 500, 200],
])('%s: %s of %d is %d', (_, pollutant, concentration, expected) => {
  expect(usAqi(pollutant, concentration)).toBe(expected);
});

test('what float32 makes of a breakpoint is still the breakpoint', () => {
  for (const [pollutant, { rows }] of Object.entries(AIR_QUALITY_TABLES) as [
    Pollutant,
    (typeof AIR_QUALITY_TABLES)[Pollutant],
  ][])
    for (const { concentration, index } of rows)
      expect(concentration.map((bound) => usAqi(pollutant, Math.fround(bound)))).toEqual([...index]);
});

test('the worked example of EPA together: ozone decides', () => {
  const pm = pm2_5Index(35.9);
  expect(overallIndex(pm, ozoneIndex(0.07853333, 0.09), usAqi('carbon_monoxide', 8.4))).toBe(126);
  expect(overallIndex(pm, Number.NaN)).toBe(102);
  expect(overallIndex(Number.NaN, Number.NaN)).toBeNaN();
});

test.each([
  ['one hour counts from 0.125 ppm on, and the larger is taken', 0.07, 0.165, 151],
  ['below it eight hours decide', 0.085, 0.124, 150],
  ['eight hours unknown, one hour high', Number.NaN, 0.165, 151],
  ['eight hours unknown, one hour low', Number.NaN, 0.1, Number.NaN],
])('ozone: %s', (_, ppm8h, ppm1h, expected) => {
  expect(ozoneIndex(ppm8h, ppm1h)).toBe(expected);
});

const NO = Number.NaN;
test.each<[string, number[], number]>([
  ['steady', new Array(12).fill(20), 20],
  ['a sudden rise', [71, ...new Array(11).fill(0)], 35.51],
  ['a falling day', [13, 16, 10, 21, 74, 64, 53, 82, 90, 75, 80, 50], 17.41],
  ['one of the three newest', [NO, 20, NO, ...new Array(9).fill(20)], NO],
  ['two of the three newest', [NO, 30, 25, ...new Array(9).fill(20)], 24.5],
  ['clean air', new Array(12).fill(0), 0],
  ['nothing', [], NO],
])('NowCast of %s', (_, hours, expected) => {
  if (Number.isNaN(expected)) expect(nowCast(hours)).toBeNaN();
  else expect(nowCast(hours)).toBeCloseTo(expected, 2);
});

test('the falling day is an index of 66, by truncation', () => {
  expect(pm2_5Index(nowCast([13, 16, 10, 21, 74, 64, 53, 82, 90, 75, 80, 50]))).toBe(66);
});

test('hours behind the twelfth do not count, and a mean of ozone needs six of eight', () => {
  expect(nowCast([...new Array(12).fill(20), 900])).toBe(20);
  expect(ozoneMean([8, 7, 6, 5, 4, 3, 2, 1, 900])).toBe(4.5);
  expect(ozoneMean([8, NO, 6, NO, 4, 3, 2, 1])).toBe(4);
  expect(ozoneMean([8, NO, 6, NO, NO, 3, 2, 1])).toBeNaN();
});

const concentration = fc.double({ min: -5, max: 3000, noNaN: true });

test.each(Object.keys(AIR_QUALITY_TABLES) as Pollutant[])('more %s never lowers the index', (pollutant) => {
  fc.assert(
    fc.property(concentration, concentration, (a, b) => {
      const [low, high] = [usAqi(pollutant, Math.min(a, b)), usAqi(pollutant, Math.max(a, b))];
      if (!Number.isNaN(low)) expect(low).toBeLessThanOrEqual(high);
    }),
  );
});

test('a NowCast lies between the least and the most of its hours', () => {
  const hours = fc.array(fc.option(fc.double({ min: 0, max: 500, noNaN: true }), { nil: NO }), { maxLength: 14 });
  fc.assert(
    fc.property(hours, (values) => {
      const result = nowCast(values);
      const known = values.slice(0, 12).filter((value) => !Number.isNaN(value));
      if (Number.isNaN(result)) return;
      expect(result).toBeGreaterThanOrEqual(Math.min(...known) - 1e-9);
      expect(result).toBeLessThanOrEqual(Math.max(...known) + 1e-9);
    }),
  );
});

test('coarse particles have a table of their own', () => {
  expect([pm10Index(100), pm2_5Index(100)]).toEqual([73, 182]);
});
