/** Packings, worked by hand from the formulas of the Manual on Codes. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFields } from './field.js';
import * as fixture from './message.fixture.js';
import { levels, scaled } from './packings/packed-messages.fixture.js';

const MISSING = Number.NaN;

function row(packed: ReturnType<typeof fixture.simplePacking>, points: number, mask = fixture.bitmap(null)): number[] {
  const grid = fixture.regularGrid({ points, columns: points, rows: 1, lo2: 20e6 + (points - 1) * 1e6 });
  return [...readFields(fixture.oneField({ grid, packed, mask }))[0]!.decodeValues()];
}

test.each([
  ['R 0.0194875 E −18 D −4, 12 bits A5 E', 0.0194875, -18, -4, 12, 0xa5e, 296.11707],
  ['R 2731.5 E −1 D 1, X 200', 2731.5, -1, 1, 8, 200, 283.15],
  ['R −30 E 0 D 1, X 30', -30, 0, 1, 5, 30, 0],
  ['R 0 E 0 D 0, 32 bits', 0, 0, 0, 32, 4294967040, 4294967040],
])('simple packing: %s', (_, reference, binary, decimal, bits, packed, expected) => {
  expect(row(fixture.simplePacking([packed], bits, { reference, binary, decimal }), 1)[0]).toBeCloseTo(expected, 4);
});

test('simple packing with no bits is R / 10^D everywhere, decimal scale included', () => {
  expect(row(fixture.simplePacking([], 0, { reference: 22343, decimal: 2 }, 3), 3)).toEqual(
    Array(3).fill(Math.fround(223.43)),
  );
});

test('simple packing gives back any integers at any width', () => {
  const widths = fc.integer({ min: 1, max: 32 });
  const draws = widths.chain((bits) =>
    fc.tuple(fc.constant(bits), fc.array(fc.nat(2 ** Math.min(bits, 24) - 1), { minLength: 1, maxLength: 40 })),
  );
  fc.assert(
    fc.property(draws, ([bits, values]) => {
      expect(row(fixture.simplePacking(values, bits), values.length)).toEqual(values);
    }),
    { seed: 2 },
  );
});

test('complex packing adds the reference of each group, whatever its width', () => {
  const groups = [
    { reference: 100, width: 3, fields: [0, 7, 5] },
    { reference: 42, width: 0, fields: [0, 0] },
    { reference: 0, width: 32, fields: [4294967040] },
  ];
  expect(row(fixture.complexPacking({ groups }), 6)).toEqual([100, 107, 105, 42, 42, 4294967040]);
});

test('first-order differences are summed from the first value', () => {
  // 10, 13, 11, 15: differences 3, −2, 4 less their minimum −2 are 5, 0, 6; what stands in the first place is not used
  const groups = [{ reference: 0, width: 3, fields: [7, 5, 0, 6] }];
  expect(row(fixture.complexPacking({ groups, order: 1, first: [10], minimum: -2 }), 4)).toEqual([10, 13, 11, 15]);
});

test('second-order differences are summed twice, and the minimum is sign and magnitude', () => {
  // 1, 4, 9, 16, 26: second differences 2, 2, 3; less a minimum of −5 they are 7, 7, 8
  const groups = [
    { reference: 0, width: 4, fields: [15, 15, 7] },
    { reference: 7, width: 1, fields: [0, 1] },
  ];
  expect(row(fixture.complexPacking({ groups, order: 2, first: [1, 4], minimum: -5 }), 5)).toEqual([1, 4, 9, 16, 26]);
});

test('a field of one point has only its first value', () => {
  const groups = [{ reference: 0, width: 0, fields: [0] }];
  expect(row(fixture.complexPacking({ groups, order: 2, first: [-7, 0] }), 1)).toEqual([-7]);
});

test('missing values: all ones in a field, or in the reference of a group of width 0', () => {
  const groups = [
    { reference: 10, width: 3, fields: [0, 7, 6] },
    { reference: 4095, width: 0, fields: [0, 0] },
    { reference: 4094, width: 0, fields: [0] },
  ];
  expect(row(fixture.complexPacking({ groups }), 6)).toEqual([10, 17, 16, 4095, 4095, 4094]);
  expect(row(fixture.complexPacking({ groups, missing: 1 }), 6)).toEqual([10, MISSING, 16, MISSING, MISSING, 4094]);
  expect(row(fixture.complexPacking({ groups, missing: 2 }), 6)).toEqual([
    10,
    MISSING,
    MISSING,
    MISSING,
    MISSING,
    MISSING,
  ]);
});

test('differences skip missing values, also in front of the first', () => {
  // values –, 10, –, 13, 11: first differences 3 and −2 over the present ones
  const groups = [{ reference: 0, width: 4, fields: [15, 0, 15, 5, 0] }];
  const packed = fixture.complexPacking({ groups, order: 1, first: [10], minimum: -2, missing: 1 });
  expect(row(packed, 5)).toEqual([MISSING, 10, MISSING, 13, 11]);
});

test('sums go on across groups and blocks without losing an integer', () => {
  const length = 5000;
  const groups = Array.from({ length: length / 250 }, () => ({ reference: 0, width: 2, fields: Array(250).fill(2) }));
  const values = row(fixture.complexPacking({ groups, order: 2, first: [0, 1], minimum: 0 }), length);
  // f₀ = 0, f₁ = 1, second difference 2: the squares
  expect(values).toEqual(Array.from({ length }, (_, i) => Math.fround(i * i)));
});

test('a bitmap leaves points out, and they are missing', () => {
  const packed = fixture.simplePacking([1, 2, 3], 4);
  expect(row(packed, 6, fixture.bitmap([0, 1, 0, 1, 1, 0]))).toEqual([MISSING, 1, MISSING, 2, 3, MISSING]);
});

test('a bitmap may leave out everything', () => {
  expect(row(fixture.simplePacking([], 0, {}, 0), 2, fixture.bitmap([0, 0]))).toEqual([MISSING, MISSING]);
});

/** ecCodes leaves section 7 empty then, and writes no group splitting method and no order of differences. */
test.each([
  ['simple', 0, scaled(8)],
  ['complex', 2, [...scaled(8), ...Array(26).fill(0)]],
  ['complex with differences', 3, [...scaled(8), ...Array(28).fill(0)]],
  ['IEEE', 4, [1]],
  ['JPEG 2000', 40, [...scaled(12), 0, 255]],
  ['PNG', 41, scaled(16)],
  ['CCSDS', 42, [...scaled(16), 14, 32, 0, 128]],
  ['run length', 200, levels(4, 10)],
])('a field without a single value has no data to read, whatever its packing: %s', (_, template, header) => {
  const packing = fixture.section(5, [...Array(4).fill(0), ...fixture.unsignedOctets(template, 2), ...header]);
  const packed = { packing, data: fixture.section(7, []) };
  expect(row(packed, 3, fixture.bitmap([0, 0, 0]))).toEqual([MISSING, MISSING, MISSING]);
});

test('bitmap 254 is the latest one that was defined, whatever came between', () => {
  const masks = [[1, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 1], null].map((bits) => fixture.bitmap(bits));
  const fields = [...masks, fixture.bitmap(null, 254)].map((mask, i) => {
    const packed = fixture.simplePacking(i === 2 ? [1, 2, 3, 4, 5, 6] : [1, 2, 3], 4);
    return fixture.fieldSections({ packed, mask }).slice(1);
  });
  const message = fixture.message([fixture.identification(), fixture.regularGrid(), ...fields.flat()]);
  expect([...readFields(message)[3]!.decodeValues()]).toEqual([MISSING, 1, MISSING, 2, MISSING, 3]);
});

test('bitmap 254 is the one of the field before it', () => {
  const packed = fixture.simplePacking([1, 2, 3], 4);
  const [grid, ...first] = fixture.fieldSections({ packed, mask: fixture.bitmap([1, 0, 1, 0, 1, 0]) });
  const second = fixture.fieldSections({ packed, mask: fixture.bitmap(null, 254) }).slice(1);
  const fields = readFields(fixture.message([fixture.identification(), grid!, ...first, ...second]));
  expect(fields.map((field) => [...field.decodeValues()])).toEqual(Array(2).fill([1, MISSING, 2, MISSING, 3, MISSING]));
});

const GROUPS = [{ reference: 0, width: 4, fields: [0, 1, 2, 3, 4, 5] }];
const FIVE_VALUES = fixture.simplePacking([0, 1, 2, 3, 4], 4);

test.each([
  ['a predefined bitmap', { mask: fixture.bitmap(null, 1) }, 'unsupported GRIB predefined bitmap: 1'],
  [
    'bitmap 254 with none before it',
    { mask: fixture.bitmap(null, 254) },
    'a bitmap was defined earlier in the message',
  ],
  ['a bitmap that is too short', { mask: fixture.section(6, [0]) }, 'a bitmap of 6 points has 1 octets; got 0'],
  [
    'fewer packed points than points',
    { packed: FIVE_VALUES },
    'section 5 octets 6-9: number of packed points is the 6 points',
  ],
  [
    'a bitmap with more points than values',
    { packed: FIVE_VALUES, mask: fixture.bitmap([1, 1, 1, 1, 1, 1]) },
    'that the bitmap has; got 5',
  ],
  [
    'a section 7 that is too short',
    { packed: fixture.simplePacking([0], 4, {}, 6) },
    'section 7 octets 6-: holds the 24 bits',
  ],
  [
    '33 bits per value',
    { packed: fixture.simplePacking([], 33, {}, 6) },
    'unsupported GRIB bits per value over 32: 33',
  ],
  [
    'an infinite reference',
    { packed: fixture.simplePacking([], 0, { reference: Infinity }, 6) },
    'reference value is finite',
  ],
  [
    'a decimal scale beyond all numbers',
    { packed: fixture.simplePacking([], 0, { reference: 1, decimal: -400 }, 6) },
    'are finite',
  ],
  [
    'values beyond float32',
    { packed: fixture.simplePacking([0, 0, 0, 0, 0, 1], 1, { binary: 200 }) },
    'every value fits a 32-bit float',
  ],
  [
    'spatial differences of order 3',
    { packed: fixture.complexPacking({ groups: GROUPS, order: 3 }) },
    'code table 5.6 order of spatial differencing: 3',
  ],
  [
    'missing value management 3',
    { packed: fixture.complexPacking({ groups: GROUPS, missing: 3 }) },
    'code table 5.5 missing value management: 3',
  ],
  [
    'row by row splitting',
    { packed: fixture.complexPacking({ groups: GROUPS, splitting: 0 }) },
    'code table 5.4 group splitting method: 0',
  ],
  [
    'groups wider than 32 bits',
    { packed: fixture.complexPacking({ groups: [{ ...GROUPS[0]!, width: 33 }] }) },
    'group 0: width is at most 32 bits; got 33',
  ],
  [
    'extra descriptors of 5 octets',
    { packed: fixture.complexPacking({ groups: GROUPS, order: 1, extraOctets: 5 }) },
    'extra descriptors of over 4 octets: 5',
  ],
])('%s is refused', (_, parts, text) => {
  expect(() => readFields(fixture.oneField(parts))[0]!.decodeValues()).toThrow(text);
});

test('group lengths that do not add up are refused', () => {
  const packed = fixture.complexPacking({ groups: GROUPS, count: 5 });
  const grid = fixture.regularGrid({ points: 5, columns: 5, rows: 1, lo2: 24e6 });
  const field = readFields(fixture.oneField({ grid, packed }))[0]!;
  expect(() => field.decodeValues()).toThrow('lengths of the groups add up to the 5 packed points; got 6');
});

/** ecCodes writes such messages when nobody sets the order; it has no first values and no minimum of differences then. */
test('order 0 in packing 5.3, without extra octets, is packing 5.2', () => {
  const { packing, data } = fixture.complexPacking({ groups: GROUPS });
  const length = fixture.unsignedOctets(packing.length + 2, 4);
  const undifferenced = [...length, ...packing.slice(4).with(6, 3), 0, 0];
  expect(row({ packing: undifferenced, data }, 6)).toEqual([0, 1, 2, 3, 4, 5]);
});

test.each([
  ['order 0 with extra octets', 0, 'order of spatial differencing: 0'],
  ['order 3', 3, 'order of spatial differencing: 3'],
])('packing 5.3 of %s, which the code table reserves, is refused', (_, order, text) => {
  const { packing, data } = fixture.complexPacking({ groups: GROUPS, order: 1 });
  const reserved = packing.with(47, order);
  expect(() => readFields(fixture.oneField({ packed: { packing: reserved, data } }))[0]!.decodeValues()).toThrow(
    `code table 5.6 ${text}`,
  );
});
