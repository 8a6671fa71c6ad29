import { expect, test } from 'vitest';
import * as fixture from '../decode/grib2/message.fixture.js';
import { inspectGrib } from './grib-inspection.js';

const ONE = fixture.oneField({
  packed: fixture.simplePacking([250, 260], 9),
  mask: fixture.bitmap([1, 0, 0, 0, 1, 0]),
});
const TWO_FIELDS = fixture.message([
  fixture.identification(),
  ...fixture.fieldSections(),
  ...fixture.fieldSections({ product: fixture.product({ category: 2, number: 2, level: [103, 0, 10] }) }).slice(1),
]);
const HALF_READ = fixture.message([
  fixture.identification(),
  ...fixture.fieldSections({ product: fixture.product({ template: 7 }) }),
  ...fixture.fieldSections().slice(1),
]);
const UNREAD = fixture.oneField({ product: fixture.product({ template: 7 }) });
const LAMBERT = fixture.oneField({ grid: fixture.regularGrid({ template: 30 }) });
const SPECTRAL = fixture.oneField({
  packed: { ...fixture.simplePacking([0], 1), packing: fixture.section(5, [0, 0, 0, 6, 0, 51]) },
});
const FILE = Uint8Array.from([ONE, TWO_FIELDS, UNREAD, LAMBERT, SPECTRAL].flatMap((message) => [...message]));

function offsetsOf(...messages: Uint8Array[]): number {
  return messages.reduce((sum, message) => sum + message.length, 0);
}

test('every field has a line, and what is not read says why', () => {
  const second = offsetsOf(ONE);
  const third = offsetsOf(ONE, TWO_FIELDS);
  const fourth = offsetsOf(ONE, TWO_FIELDS, UNREAD);
  const fifth = offsetsOf(ONE, TWO_FIELDS, UNREAD, LAMBERT);
  expect([...inspectGrib(FILE, { statistics: false })]).toEqual([
    '1:0:d=2011011012:TMP:2 m above ground:6 hour fcst:3x2:5.0',
    `2.1:${second}:d=2011011012:TMP:2 m above ground:6 hour fcst:3x2:5.0`,
    `2.2:${second}:d=2011011012:UGRD:10 m above ground:6 hour fcst:3x2:5.0`,
    `3:${third}:not read: unsupported GRIB product definition template: 4.7`,
    `4:${fourth}:d=2011011012:TMP:2 m above ground:6 hour fcst:grid 3.30 of 6:5.0`,
    `5:${fifth}:d=2011011012:TMP:2 m above ground:6 hour fcst:3x2:5.51`,
  ]);
});

test('a field that is not read has a line beside the others of its message', () => {
  expect([...inspectGrib(HALF_READ, { statistics: false })]).toEqual([
    '1.1:0:not read: unsupported GRIB product definition template: 4.7',
    '1.2:0:d=2011011012:TMP:2 m above ground:6 hour fcst:3x2:5.0',
  ]);
});

test('statistics are of the values that are there', () => {
  const lines = [...inspectGrib(FILE, { statistics: true })];
  expect(lines[0]).toMatch(/:min=250:max=260:mean=255:missing=4$/);
  expect(lines.at(-1)).toMatch(/:unsupported GRIB data representation template: 5\.51$/);
});

test('a field of nothing but missing values has no minimum', () => {
  const empty = fixture.oneField({ packed: fixture.simplePacking([], 0), mask: fixture.bitmap([0, 0, 0, 0, 0, 0]) });
  expect([...inspectGrib(empty, { statistics: true })][0]).toMatch(/:5\.0:missing=6$/);
});

test('broken framing ends the listing after the messages before it', () => {
  const listing = inspectGrib(FILE.subarray(0, FILE.length - 1), { statistics: false });
  const lines: string[] = [];
  expect(() => {
    for (const line of listing) lines.push(line);
  }).toThrow('malformed GRIB, byte 798: section 0 octets 9-16');
  expect(lines).toHaveLength(5);
});
