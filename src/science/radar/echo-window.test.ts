import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import { echoField, pooledEchoes } from './echo-field.js';
import { type CellScale, fillEchoes, fillEchoesOnAxes, layOutEchoes, surveyBox } from './echo-window.js';
import { tiledField } from './tiled-field.js';

const WHOLE: CellScale = { rowFactor: 1, columnFactor: 1, around: 0 };
const [ROWS, COLUMNS] = [140, 270];

/** Rain of every strength, a hole, dry ground. */
const PACKED = Uint16Array.from({ length: ROWS * COLUMNS }, (_, i) => {
  const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
  if (row > 40 && row < 90 && column > 100 && column < 160) return UNOBSERVED;
  return column > 200 ? 0 : (row * 7 + column * 13) % 211;
});
const FIELD = echoField(tiledField(ROWS, COLUMNS, 0.1, PACKED));

function dbzAt(row: number, column: number): number {
  const isInside = row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;
  const packed = isInside ? PACKED[row * COLUMNS + column]! : UNOBSERVED;
  return packed === UNOBSERVED ? Number.NaN : Math.max(0, 10 * Math.log10(300 * (packed * 0.1) ** 1.4));
}

/** Straight from the definition: four corners, those with a value, at least half of the weight. */
function byHand(row: number, column: number, at = dbzAt): number {
  const [top, left] = [Math.floor(row), Math.floor(column)];
  let [sum, held] = [0, 0];
  for (const y of [top, top + 1])
    for (const x of [left, left + 1]) {
      const weight = (1 - Math.abs(row - y)) * (1 - Math.abs(column - x));
      const value = at(y, x);
      if (Number.isNaN(value) || weight === 0) continue;
      sum += weight * value;
      held += weight;
    }
  return held >= 0.5 ? sum / held : Number.NaN;
}

function fill(rows: number[], columns: number[]): Float32Array {
  const box = {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
  const echoes = new Float32Array(rows.length).fill(Number.NaN);
  fillEchoes(layOutEchoes(FIELD, WHOLE, box), Float64Array.from(rows), Float64Array.from(columns), echoes);
  return echoes;
}

function expectClose(found: number, expected: number): void {
  if (Number.isNaN(expected)) expect(found).toBeNaN();
  else expect(Math.abs(found - expected)).toBeLessThan(1e-3);
}

const POSITION = fc.tuple(
  fc.double({ min: 0, max: ROWS - 1, noNaN: true }),
  fc.double({ min: 0, max: COLUMNS - 1, noNaN: true }),
);

test('an echo is the mean in dBZ of the observed corners, if they hold half of the weight', () => {
  fc.assert(
    fc.property(fc.array(POSITION, { minLength: 1, maxLength: 40 }), (places) => {
      const echoes = fill(
        places.map(([row]) => row),
        places.map(([, column]) => column),
      );
      for (const [i, [row, column]] of places.entries()) expectClose(echoes[i]!, byHand(row, column));
    }),
    { seed: 11, numRuns: 200 },
  );
});

test('at crossings of rows and columns it is the same', () => {
  const rows = Float64Array.from({ length: 50 }, (_, i) => 35 + i * 0.73);
  const columns = Float64Array.from({ length: 60 }, (_, i) => (i < 3 ? Number.NaN : 95 + i * 1.31));
  const box = { top: 35, bottom: rows.at(-1)!, left: columns[3]!, right: columns.at(-1)! };
  const echoes = new Float32Array(50 * 60).fill(Number.NaN);
  fillEchoesOnAxes(layOutEchoes(FIELD, WHOLE, box), rows, columns, echoes);
  let holes = 0;
  for (const [y, row] of rows.entries())
    for (const [x, column] of columns.entries()) {
      const expected = Number.isNaN(column) ? Number.NaN : byHand(row, column);
      expectClose(echoes[y * 60 + x]!, expected);
      if (Number.isNaN(expected)) holes++;
    }
  expect(holes).toBeGreaterThan(200);
});

test('what is known already stays', () => {
  const echoes = Float32Array.of(7, Number.NaN);
  const window = layOutEchoes(FIELD, WHOLE, { top: 3, bottom: 4, left: 5, right: 6 });
  fillEchoes(window, Float64Array.of(3, 3), Float64Array.of(5, 5), echoes);
  expect(echoes[0]).toBe(7);
  expectClose(echoes[1]!, dbzAt(3, 5));
});

test('positions beyond the grid by less than half a pixel have its edge, further ones nothing', () => {
  expectClose(fill([-0.4, 10], [10, 10])[0]!, dbzAt(0, 10));
  expect(fill([-0.6, 10], [10, 10])[0]).toBeNaN();
  expect(fill([-30, 10], [10, 10])[0]).toBeNaN();
});

test('round the globe the first column follows the last', () => {
  const scale = { ...WHOLE, around: COLUMNS };
  const wrapped = (row: number, column: number) => dbzAt(row, ((column % COLUMNS) + COLUMNS) % COLUMNS);
  const columns = [-3.3, -0.5, 12.25, COLUMNS - 0.25, COLUMNS + 4.5];
  const echoes = new Float32Array(columns.length).fill(Number.NaN);
  const window = layOutEchoes(FIELD, scale, { top: 10, bottom: 10.5, left: -3.3, right: COLUMNS + 4.5 });
  fillEchoes(window, new Float64Array(5).fill(10.5), Float64Array.from(columns), echoes);
  for (const [i, column] of columns.entries()) expectClose(echoes[i]!, byHand(10.5, column, wrapped));
});

test('coarse cells lie in the middle of their pixels', () => {
  const packed = Uint16Array.from({ length: 24 * 24 }, (_, i) => (i % 24 < 12 ? 10 : 400));
  const pooled = pooledEchoes(tiledField(24, 24, 0.1, packed), 4, 6);
  const scale = { rowFactor: 4, columnFactor: 6, around: 0 };
  const [light, heavy] = [1, 40].map((rate) => 10 * Math.log10(300 * rate ** 1.4)) as [number, number];
  const echoes = new Float32Array(3).fill(Number.NaN);
  const window = layOutEchoes(pooled, scale, { top: 0, bottom: 23, left: 0, right: 23 });
  // Cells of 6 columns: the light one's middle is 8.5, the heavy one's 14.5, and between them the mean.
  fillEchoes(window, Float64Array.of(9, 9, 9), Float64Array.of(8.5, 11.5, 14.5), echoes);
  for (const [i, dbz] of [light, (light + heavy) / 2, heavy].entries()) expect(echoes[i]).toBeCloseTo(dbz, 1);
});

test.each([
  ['rain', { top: 10, bottom: 20, left: 10, right: 20 }, true, true],
  ['nowhere', { top: 10, bottom: 20, left: 600, right: 700 }, false, false],
  ['above the grid', { top: -90, bottom: -20, left: 10, right: 20 }, false, false],
])('a box of %s is known by its tiles', (_name, box, hasEcho, hasObserved) => {
  expect(surveyBox(FIELD, WHOLE, box)).toEqual({ hasEcho, hasObserved });
});

test('tiles of one number tell dry ground from what was not observed', () => {
  const halves = tiledField(
    128,
    256,
    0.1,
    Uint16Array.from({ length: 128 * 256 }, (_, i) => (i % 256 < 128 ? 0 : UNOBSERVED)),
  );
  const look = (left: number, right: number) =>
    surveyBox(echoField(halves), WHOLE, { top: 5, bottom: 90, left, right });
  expect(look(5, 90)).toEqual({ hasEcho: false, hasObserved: true });
  expect(look(135, 190)).toEqual({ hasEcho: false, hasObserved: false });
  const isDry = (left: number, right: number) =>
    layOutEchoes(echoField(halves), WHOLE, { top: 5, bottom: 90, left, right }).isDry;
  expect([isDry(5, 90), isDry(5, 130), isDry(135, 190)]).toEqual([true, false, false]);
});
