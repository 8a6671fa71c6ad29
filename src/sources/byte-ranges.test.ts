import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FileRange, mergeRanges } from './byte-ranges.js';

test.each<[string, FileRange[], number, FileRange[]]>([
  ['nothing', [], 10, []],
  [
    'neighbours',
    [
      { offset: 0, length: 5 },
      { offset: 5, length: 5 },
    ],
    0,
    [{ offset: 0, length: 10 }],
  ],
  [
    'a gap within the bound',
    [
      { offset: 0, length: 5 },
      { offset: 8, length: 2 },
    ],
    3,
    [{ offset: 0, length: 10 }],
  ],
  [
    'a gap over it',
    [
      { offset: 0, length: 5 },
      { offset: 9, length: 2 },
    ],
    3,
    [
      { offset: 0, length: 5 },
      { offset: 9, length: 2 },
    ],
  ],
  [
    'one inside the other',
    [
      { offset: 0, length: 50 },
      { offset: 9, length: 2 },
    ],
    0,
    [{ offset: 0, length: 50 }],
  ],
  [
    'unsorted, and an open end',
    [
      { offset: 20, length: null },
      { offset: 10, length: 4 },
    ],
    6,
    [{ offset: 10, length: null }],
  ],
  [
    'after an open end',
    [
      { offset: 20, length: null },
      { offset: 90, length: 4 },
    ],
    6,
    [{ offset: 20, length: null }],
  ],
])('%s', (_, ranges, gap, expected) => {
  expect(mergeRanges(ranges, gap)).toEqual(expected);
});

const range = fc.record({ offset: fc.nat(1000), length: fc.option(fc.integer({ min: 1, max: 100 }), { freq: 9 }) });
const end = ({ offset, length }: FileRange): number => (length === null ? Number.POSITIVE_INFINITY : offset + length);

test('every range is covered by one merged range, and merged ranges keep their distance', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), fc.nat(50), (ranges, gap) => {
      const merged = mergeRanges(ranges, gap);
      for (const one of ranges) expect(merged.some((m) => m.offset <= one.offset && end(m) >= end(one))).toBe(true);
      for (let i = 1; i < merged.length; i++) expect(merged[i]!.offset - end(merged[i - 1]!)).toBeGreaterThan(gap);
    }),
  );
});
