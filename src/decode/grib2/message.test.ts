import { expect, test } from 'vitest';
import { readAllFields, readEachField, readFields } from './field.js';
import * as fixture from './message.fixture.js';
import { frameMessages } from './message.js';

const text = (letters: string) => Uint8Array.from(Buffer.from(letters, 'latin1'));
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

test('messages are found between bulletin headers, padding and the letters GRIB', () => {
  const one = fixture.oneField();
  const bytes = joined(text('ZETA98 KWBC\r\r\n'), one, text('\0\0GR'), one, text('GRI'));
  const frames = [...frameMessages(bytes)];
  expect(frames.map((frame) => frame.offset)).toEqual([14, 14 + one.length + 4]);
  expect(frames.map((frame) => frame.bytes.length)).toEqual([one.length, one.length]);
});

test('nothing is a file of no messages', () => {
  expect([...frameMessages(text(''))]).toEqual([]);
});

test('edition 1 is framed, so that the file goes on, and refused by name', () => {
  const first = joined(text('GRIB\0\0\x10\x01'), text('\0\0\0\x007777'));
  const frames = [...frameMessages(joined(first, fixture.oneField()))];
  expect(frames).toHaveLength(2);
  expect(() => readFields(frames[0]!.bytes)).toThrow('unsupported GRIB edition: 1');
});

test.each([
  ['an edition of the future', (m: Uint8Array) => m.with(7, 3), 'unsupported GRIB edition: 3'],
  [
    'a message that is cut off',
    (m: Uint8Array) => m.subarray(0, m.length - 1),
    'section 0 octets 9-16: total length is 20 to',
  ],
  ['an indicator that is cut off', (m: Uint8Array) => m.subarray(0, 12), 'the indicator section is whole; got 12'],
  ['a length of nothing', (m: Uint8Array) => m.with(14, 0).with(15, 0), 'section 0 octets 9-16: total length is 20 to'],
  ['a length beyond 2^53', (m: Uint8Array) => m.with(8, 255), 'section 0 octets 9-16: total length is 20 to'],
  [
    'another end than 7777',
    (m: Uint8Array) => m.with(m.length - 1, 0x38),
    'the message ends with "7777"; got "37 37 37 38"',
  ],
])('%s is refused', (_, damage, error) => {
  expect(() => [...frameMessages(damage(fixture.oneField()))]).toThrow(error);
});

test('readFields wants exactly one message', () => {
  expect(() => readFields(joined(fixture.oneField(), text(' ')))).toThrow('section 0 octets 9-16: total length is the');
  expect(() => readFields(text('BUFR????'))).toThrow('section 0 octets 1-4: "GRIB"');
  expect(() => readFields(text(''))).toThrow('section 0 octets 1-4: "GRIB"; got "nothing"');
});

const [GRID, PRODUCT, PACKING, BITMAP, DATA] = fixture.fieldSections() as [
  number[],
  number[],
  number[],
  number[],
  number[],
];
const LOCAL = fixture.section(2, [1, 2, 3]);

test('sections repeat from 4, from 3 or from 2, and what is not repeated stays', () => {
  const wind = fixture.product({ category: 2, number: 2 });
  const other = fixture.regularGrid({ la1: 50e6, la2: 40e6 });
  const fields = [
    ...readAllFields(
      fixture.message([
        fixture.identification(),
        LOCAL,
        GRID,
        PRODUCT,
        PACKING,
        BITMAP,
        DATA,
        wind,
        PACKING,
        BITMAP,
        DATA,
        other,
        PRODUCT,
        PACKING,
        BITMAP,
        DATA,
        LOCAL,
        GRID,
        wind,
        PACKING,
        BITMAP,
        DATA,
      ]),
    ),
  ];
  expect(fields.map((field) => field.parameter.category)).toEqual([0, 2, 0, 2]);
  expect(fields.map((field) => (field.grid?.kind === 'regular' ? field.grid.firstLatitude : null))).toEqual([
    10, 10, 50, 10,
  ]);
});

test.each([
  ['a missing section 3', [PRODUCT, PACKING, BITMAP, DATA], 'section 1 is followed by 2 or 3; got 4'],
  ['a missing section 6', [GRID, PRODUCT, PACKING, DATA], 'section 5 is followed by 6; got 7'],
  [
    'sections that repeat from 5',
    [GRID, PRODUCT, PACKING, BITMAP, DATA, PACKING],
    'section 7 is followed by 2 or 3 or 4 or the end; got 5',
  ],
  ['a message without data', [GRID, PRODUCT], 'the last section before section 8 is section 7; got 4'],
  ['a section 9', [fixture.section(9, [])], 'section 1 is followed by 2 or 3; got 9'],
  ['a section longer than the message', [[0, 0, 4, 0, 3]], 'section length is 5 to the 5 bytes left; got 1024'],
  ['a section shorter than its head', [[0, 0, 0, 4, 3]], 'section length is 5 to the 5 bytes left; got 4'],
  [
    'a head that is cut off',
    [GRID, PRODUCT, PACKING, BITMAP, DATA, [0, 0]],
    'section length is 5 to the 2 bytes left; got 2',
  ],
  [
    'a section too short for its template',
    [fixture.section(3, [0, 0, 0]), PRODUCT, PACKING, BITMAP, DATA],
    'section 3 octets 7-10 lie inside the section; got "length 8"',
  ],
])('%s is refused', (_, sections, error) => {
  const broken = fixture.message([fixture.identification(), ...sections]);
  expect(() => readFields(broken)).toThrow(error);
});

test.each([
  ['30 February', { month: 2, day: 30 }],
  ['month 0', { month: 0 }],
  ['hour 24', { hour: 24 }],
  ['second 60', { second: 60 }],
])('%s is no reference time', (_, when) => {
  const broken = fixture.message([fixture.identification(when), ...fixture.fieldSections()]);
  expect(() => readFields(broken)).toThrow('section 1 octets 13-19: a date and time of the calendar');
});

test('29 February of a leap year is a reference time', () => {
  const leap = fixture.message([fixture.identification({ year: 2024, month: 2, day: 29 }), ...fixture.fieldSections()]);
  expect(readFields(leap)[0]!.time.referenceTime).toBe(Date.UTC(2024, 1, 29, 12) / 1000);
});

const VALUES = [PACKING, BITMAP, DATA];

test.each<[string, number[][], string]>([
  ['of a template that is not read', [fixture.product({ template: 7 })], 'template: 4.7'],
  ['whose product is cut off', [fixture.section(4, PRODUCT.slice(5, 20))], 'lie inside the section'],
  ['whose grid is cut off', [fixture.section(3, [0, 0, 0]), PRODUCT], 'section 3 octets 7-10'],
])('a field %s does not hide the others of its message', (_, head, reason) => {
  const sections = [GRID, PRODUCT, ...VALUES, ...head, ...VALUES, GRID, PRODUCT, ...VALUES];
  const mixed = fixture.message([fixture.identification(), ...sections]);
  const readings = readEachField(mixed);
  expect(readings.map(({ field }) => field?.decode().values)).toEqual([
    new Float32Array([0, 1, 2, 3, 4, 5]),
    undefined,
    new Float32Array([0, 1, 2, 3, 4, 5]),
  ]);
  expect(readings[1]!.refusal!.message).toContain(reason);
  expect(() => readFields(mixed)).toThrow(reason);
});

test('a message whose sections do not hold has no readable field', () => {
  const sections = [GRID, PRODUCT, ...VALUES, PRODUCT, BITMAP];
  expect(() => readEachField(fixture.message([fixture.identification(), ...sections]))).toThrow('is followed by 5');
});
