/** Template 3.0: where rows and columns are, and every scanning mode brought to columns that run eastward. */

import { expect, test } from 'vitest';
import type { RegularGrid } from '../../model/field.js';
import { readFields } from './field.js';
import * as fixture from './message.fixture.js';

type GridDraft = Parameters<typeof fixture.regularGrid>[0];

const gridOf = (draft: GridDraft) =>
  readFields(fixture.oneField({ grid: fixture.regularGrid(draft) }))[0]!.grid as RegularGrid;

test.each<[string, GridDraft, object]>([
  ['from the north-west', {}, { firstLatitude: 10, firstLongitude: 20, latitudeStep: -1, longitudeStep: 1 }],
  [
    'from the south-west',
    { scan: 0x40, la1: 9e6, la2: 10e6 },
    { firstLatitude: 9, latitudeStep: 1, firstLongitude: 20 },
  ],
  ['from the north-east', { scan: 0x80, lo1: 22e6, lo2: 20e6 }, { firstLongitude: 20, longitudeStep: 1 }],
  ['across the meridian of Greenwich', { lo1: 359e6, lo2: 1e6 }, { firstLongitude: 359, longitudeStep: 1 }],
  ['from the west of Greenwich', { lo1: -1e6, lo2: 1e6 }, { firstLongitude: -1, longitudeStep: 1 }],
  ['the whole circle with its first meridian twice', { lo1: 0, lo2: 360e6 }, { firstLongitude: 0, longitudeStep: 180 }],
  ['westward across Greenwich', { scan: 0x80, lo1: 1e6, lo2: 359e6 }, { firstLongitude: -1, longitudeStep: 1 }],
  ['with wrong increments, as ECMWF has sent', { di: 500000, dj: 7e6 }, { latitudeStep: -1, longitudeStep: 1 }],
  ['with missing increments', { di: 0xffffffff, dj: 0xffffffff }, { latitudeStep: -1, longitudeStep: 1 }],
  [
    'in thirds of a degree',
    { basicAngle: 1, subdivisions: 3, la1: 30, la2: 29, lo1: 60, lo2: 62 },
    { firstLatitude: 10, firstLongitude: 20 },
  ],
  ['of one row', { points: 6, columns: 6, rows: 1, lo2: 25e6, dj: 2e6 }, { latitudeStep: -2, longitudeStep: 1 }],
  [
    'of one column',
    { points: 6, columns: 1, rows: 6, lo2: 20e6, la2: 5e6, di: 3e6 },
    { latitudeStep: -1, longitudeStep: 3 },
  ],
])('a grid %s', (_, draft, expected) => {
  expect(gridOf(draft)).toMatchObject(expected);
});

test('steps come from the corners, where 10⁻⁶ degree is too coarse', () => {
  const sixth = gridOf({ points: 6, columns: 6, rows: 1, lo1: 0, lo2: 833333, di: 166667 });
  expect(sixth.longitudeStep).toBeCloseTo(1 / 6, 6);
});

test('decimal degrees come out as written', () => {
  expect(gridOf({ la1: 40300000, la2: 40200000 }).firstLatitude).toBe(40.3);
});

const SCANS: readonly (readonly [string, number, number[]])[] = [
  // the grid is 1 2 3 / 4 5 6 with the first row in the order that rows are stored; columns eastward
  ['eastward rows', 0x00, [1, 2, 3, 4, 5, 6]],
  ['westward rows', 0x80, [3, 2, 1, 6, 5, 4]],
  ['eastward rows, alternating', 0x10, [1, 2, 3, 6, 5, 4]],
  ['westward rows, alternating', 0x90, [3, 2, 1, 4, 5, 6]],
  ['columns', 0x20, [1, 4, 2, 5, 3, 6]],
  ['columns, alternating', 0x30, [1, 4, 5, 2, 3, 6]],
  ['columns from the east', 0xa0, [3, 6, 2, 5, 1, 4]],
  ['columns from the east, alternating', 0xb0, [3, 6, 5, 2, 1, 4]],
];

test.each(
  SCANS.flatMap(([name, scan, order]) => [
    [name, scan, order] as const,
    [`${name}, northward`, scan | 0x40, order] as const,
  ]),
)('scanned by %s', (_, scan, order) => {
  const westward = (scan & 0x80) !== 0;
  const northward = (scan & 0x40) !== 0;
  const grid = fixture.regularGrid({
    scan,
    ...(westward && { lo1: 22e6, lo2: 20e6 }),
    ...(northward && { la1: 9e6, la2: 10e6 }),
  });
  const field = readFields(fixture.oneField({ grid, packed: fixture.simplePacking(order, 4) }))[0]!.decode();
  expect([...field.values]).toEqual([1, 2, 3, 4, 5, 6]);
  expect(field.grid).toMatchObject({ firstLongitude: 20, longitudeStep: 1, latitudeStep: northward ? 1 : -1 });
});

test.each<[string, GridDraft, string]>([
  [
    'more points than the cap',
    { points: 50_000_001 },
    'section 3 octets 7-10: number of data points is at most 50000000; got 50000001',
  ],
  ['points that are not columns × rows', { points: 7 }, 'number of data points is 3 columns × 2 rows; got 7'],
  [
    'sides whose product wraps at 2^32',
    { points: 0, columns: 65536, rows: 65536 },
    'is 65536 columns × 65536 rows; got 0',
  ],
  ['no columns', { points: 0, columns: 0 }, 'section 3 octets 31-34: number of columns is 1 to'],
  ['rows that are missing', { rows: 0xffffffff }, 'section 3 octets 35-38: number of rows is 1 to'],
  ['a latitude of 91°', { la1: 91e6 }, 'section 3 octets 47-50: latitude is within ±90°; got 91'],
  ['a longitude of 361°', { lo1: 361e6 }, 'section 3 octets 51-54: longitude is within ±360°; got 361'],
  ['rows against their own direction', { scan: 0x40 }, 'rows run northward, as La1 to La2; got "span -1°"'],
  ['a basic angle in zero parts', { basicAngle: 1 }, 'subdivisions of the basic angle are not 0'],
])('%s is refused', (_, draft, error) => {
  expect(() => gridOf(draft)).toThrow(error);
});

test.each<[string, GridDraft, string]>([
  ['template 3.90', { template: 90 }, 'unsupported GRIB grid definition template: 3.90 (space view)'],
  ['template 3.12', { template: 12 }, 'unsupported GRIB grid definition template: 3.12 (transverse Mercator)'],
  ['a template of local use', { template: 32768 }, 'unsupported GRIB grid definition template: 3.32768'],
  ['a list of row lengths', { listOctets: 2 }, 'template 3.0 with a list of row lengths: 2'],
  ['staggered rows', { scan: 0x08 }, 'flag table 3.4 staggered points: 8'],
])('%s has no grid, but its values in scan order', (_, draft, error) => {
  const field = readFields(fixture.oneField({ grid: fixture.regularGrid(draft) }))[0]!;
  expect(field.grid).toBeNull();
  expect([...field.decodeValues()]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(() => field.decode()).toThrow(error);
});
