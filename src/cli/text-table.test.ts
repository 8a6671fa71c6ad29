import { expect, test } from 'vitest';
import { aligned, headingLine, rowLine, type TableColumn, tableLines } from './text-table.js';

const COLUMNS: TableColumn[] = [{ heading: 'name' }, { heading: 'km', align: 'right', gap: 3 }, { heading: '' }];

test('columns are as wide as their widest cell, and lines have no trailing blanks', () => {
  expect(
    tableLines(COLUMNS, [
      ['a', '12.5', ''],
      ['longer', '3', 'end'],
    ]),
  ).toEqual(['name       km', 'a        12.5', 'longer      3  end']);
});

test('a table without headings has no heading line', () => {
  expect(tableLines([{}, { gap: 1 }], [['a', 'b']])).toEqual(['a b']);
});

test('rows printed one by one keep the given widths, and longer cells are not cut', () => {
  const columns: TableColumn[] = [
    { heading: 'at', width: 4 },
    { heading: 'n', width: 3, align: 'right', gap: 0 },
  ];
  expect(headingLine(columns)).toBe('at    n');
  expect(rowLine(columns, ['12', '7'])).toBe('12    7');
  expect(rowLine(columns, ['123456', '1234'])).toBe('1234561234');
});

test.each([
  ['an accent as a combining mark', 'Å', 1],
  ['letters of East Asia', '東京', 4],
  ['half-width letters', 'ｱｲ', 2],
  ['an emoji of several characters', '👩‍🚀', 2],
  ['a sign with an emoji presentation', '⚠️', 2],
  ['signs of weather values', '−5 °C–', 6],
])('width counts displayed characters: %s', (_, text, width) => {
  expect(aligned(text, 8)).toBe(text + ' '.repeat(8 - width));
  expect(aligned(text, 8, 'right')).toBe(' '.repeat(8 - width) + text);
});
