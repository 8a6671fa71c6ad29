/** What a field is, when and where: templates 4.0, 4.1, 4.8 and 4.11, and the inventory line made of them. */

import { expect, test } from 'vitest';
import { readFields } from './field.js';
import { inventoryLine } from './inventory.js';
import * as fixture from './message.fixture.js';

type ProductDraft = Parameters<typeof fixture.product>[0];

const REFERENCE = Date.UTC(2011, 0, 10, 12) / 1000;
const HOUR = 3600;
const END_18 = [2011, 1, 10, 18, 0, 0];

const fieldOf = (draft: ProductDraft, centre = 7) =>
  readFields(
    fixture.message([
      fixture.identification({ centre }),
      ...fixture.fieldSections({ product: fixture.product(draft) }),
    ]),
  )[0]!;

test.each([
  ['minutes', 0, 15, REFERENCE + 900],
  ['hours', 1, 6, REFERENCE + 6 * HOUR],
  ['days', 2, 2, REFERENCE + 48 * HOUR],
  ['months of the calendar', 3, 2, Date.UTC(2011, 2, 10, 12) / 1000],
  ['years', 4, 1, Date.UTC(2012, 0, 10, 12) / 1000],
  ['decades', 5, 1, Date.UTC(2021, 0, 10, 12) / 1000],
  ['3 hours', 10, 2, REFERENCE + 6 * HOUR],
  ['6 hours', 11, 2, REFERENCE + 12 * HOUR],
  ['12 hours', 12, 2, REFERENCE + 24 * HOUR],
  ['seconds', 13, 90, REFERENCE + 90],
  ['hours before the reference time', 1, -6, REFERENCE - 6 * HOUR],
  ['a missing unit, with no time to count', 255, 0, REFERENCE],
])('forecast time in %s', (_, unit, forecastTime, validTime) => {
  expect(fieldOf({ unit, forecastTime }).time).toEqual({ referenceTime: REFERENCE, validTime });
});

test.each([
  ['as the template states it', 8, [], END_18],
  ['as the template states it, ensemble', 11, [3, 4, 30], END_18],
  ['from the length, when its octets are empty', 8, [], [0, 0, 0, 0, 0, 0]],
])('an interval runs from the forecast time to its end %s', (_, template, member, end) => {
  const field = fieldOf({ template, member, forecastTime: 3, interval: fixture.intervalOctets(end, [[1, 1, 3]]) });
  const [start, stop] = [REFERENCE + 3 * HOUR, REFERENCE + 6 * HOUR];
  expect(field.time).toEqual({
    referenceTime: REFERENCE,
    validTime: stop,
    interval: { start, end: stop, process: 'accumulation' },
  });
});

test('of several time ranges the first gives the process', () => {
  const ranges = [
    [2, 1, 6],
    [0, 1, 1],
  ];
  const field = fieldOf({ template: 8, forecastTime: 0, interval: fixture.intervalOctets(END_18, ranges) });
  expect(field.time.interval?.process).toBe('maximum');
});

test('a daily maximum whose process is missing is a maximum by its name', () => {
  const interval = fixture.intervalOctets(END_18, [[255, 1, 6]]);
  expect(fieldOf({ template: 8, forecastTime: 0, number: 4, interval }).time.interval?.process).toBe('maximum');
  expect(() => fieldOf({ template: 8, forecastTime: 0, number: 0, interval })).toThrow(
    'code table 4.10 statistical process: 255',
  );
});

test('an ensemble member has its number', () => {
  expect(fieldOf({ template: 1, member: [3, 7, 30] }).ensemble).toEqual({ type: 3, member: 7, members: 30 });
  expect(fieldOf({}).ensemble).toBeUndefined();
});

test.each([
  ['2 m', [103, 0, 2], 2],
  ['0.995 sigma', [104, 3, 995], 0.995],
  ['a negative scale', [100, -2, 850], 85000],
  ['a negative value', [109, 6, -2], -0.000002],
  ['the surface, whatever value is there', [1, 0, 5], null],
  ['a scale of all ones', [103, 255, 2], null],
  ['a value of all ones', [103, 0, 0xffffffff], null],
  ["NCEP's planetary boundary layer", [220, 0, 0], null],
])('level: %s', (_, level, value) => {
  expect(fieldOf({ level }).parameter.levelValue).toBe(value);
});

test('a local level of another centre keeps its value', () => {
  expect(fieldOf({ level: [220, 0, 3] }, 98).parameter.levelValue).toBe(3);
});

test.each<[string, ProductDraft, string]>([
  ['template 4.7', { template: 7 }, 'unsupported GRIB product definition template: 4.7'],
  ['an unknown unit of time', { unit: 9 }, 'unsupported GRIB code table 4.4 unit of time: 9'],
  [
    'standard deviation',
    { template: 8, interval: fixture.intervalOctets(END_18, [[6, 1, 6]]) },
    'code table 4.10 statistical process: 6',
  ],
  [
    'no time range',
    { template: 8, interval: fixture.intervalOctets(END_18, []) },
    'section 4 octet 42: number of time ranges is at least 1; got 0',
  ],
  [
    'an end before the start',
    { template: 8, forecastTime: 9, interval: fixture.intervalOctets(END_18, [[1, 1, 6]]) },
    'the interval ends after it starts',
  ],
  [
    'an end that is no date',
    { template: 8, interval: fixture.intervalOctets([2011, 13, 1, 0, 0, 0], [[1, 1, 6]]) },
    'section 4 octets 35-41: a date and time',
  ],
  ['the year 40000', { unit: 4, forecastTime: 38000 }, 'the valid time is before the year 10000; got 38000'],
  ['a template that is cut off', { template: 8, interval: [7, 219] }, 'section 4 octets 42-42 lie inside the section'],
])('%s is refused', (_, draft, error) => {
  expect(() => fieldOf(draft)).toThrow(error);
});

const APCP = { template: 8, category: 1, number: 8, level: [1, 0, 0] };

// What wgrib2 prints for such messages in the .idx files of GFS, HRRR and GEFS
test.each<[string, ProductDraft]>([
  ['d=2011011012:TMP:2 m above ground:6 hour fcst', {}],
  ['d=2011011012:TMP:2 m above ground:anl', { forecastTime: 0 }],
  ['d=2011011012:TMP:2 m above ground:15 min fcst', { unit: 0, forecastTime: 15 }],
  [
    'd=2011011012:APCP:surface:0-6 hour acc fcst',
    { ...APCP, forecastTime: 0, interval: fixture.intervalOctets(END_18, [[1, 1, 6]]) },
  ],
  ['d=2011011012:HGT:500 mb:6 hour fcst', { category: 3, number: 5, level: [100, 0, 50000] }],
  [
    'd=2011011012:CAPE:180-0 mb above ground:6 hour fcst',
    { category: 7, number: 6, level: [108, 0, 18000], second: [108, 0, 0] },
  ],
  [
    'd=2011011012:SOILW:0.1-0.4 m below ground:6 hour fcst:ENS=+1',
    { category: 0, number: 192, level: [106, 1, 1], second: [106, 1, 4], template: 1, member: [3, 1, 30] },
  ],
  ['d=2011011012:TMP:2 m above ground:6 hour fcst:ENS=low-res ctl', { template: 1, member: [1, 0, 30] }],
  ['d=2011011012:parameter 0-0-250:level type 99 3:6 hour fcst', { number: 250, level: [99, 0, 3] }],
])('inventory: %s', (line, draft) => {
  const discipline = line.includes('SOILW') ? 2 : 0;
  const parts = [fixture.identification(), ...fixture.fieldSections({ product: fixture.product(draft) })];
  expect(inventoryLine(readFields(fixture.message(parts, discipline))[0]!)).toBe(line);
});
