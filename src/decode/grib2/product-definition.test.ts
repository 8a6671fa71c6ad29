/** What a field is, when and where, by every template that is read, and the inventory line made of it. */

import { expect, test } from 'vitest';
import { HOUR } from '../../model/time.js';
import { readFields } from './field.js';
import { inventoryLine } from './inventory.js';
import * as fixture from './message.fixture.js';

type ProductDraft = Parameters<typeof fixture.product>[0];

const REFERENCE = Date.UTC(2011, 0, 10, 12) / 1000;
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

const MAXIMUM = { template: 8, number: 4, interval: fixture.intervalOctets([2011, 1, 11, 5, 0, 0], [[2, 1, 24]]) };

/** The product section with these octets for the forecast time, 19-22. */
function fieldWithTime(octets: readonly number[]) {
  const product = fixture.product(MAXIMUM);
  product.splice(18, 4, ...octets);
  const parts = fixture.fieldSections({ product });
  return readFields(fixture.message([fixture.identification(), ...parts]))[0]!;
}

test.each([
  ['sign and magnitude, as ecCodes writes it', [0x80, 0, 0, 7]],
  ["two's complement, as NOAA's daily maxima of air quality have it", [0xff, 0xff, 0xff, 0xf9]],
])('a forecast time of -7 h is read in %s', (_, octets) => {
  const field = fieldWithTime(octets);
  const [start, end] = [REFERENCE - 7 * HOUR, REFERENCE + 17 * HOUR];
  expect(field.forecastTime).toBe(-7);
  expect(field.time).toEqual({
    referenceTime: REFERENCE,
    validTime: end,
    interval: { start, end, process: 'maximum' },
  });
  expect(inventoryLine(field)).toMatch(/:-7-17 hour max fcst$/);
});

test('a forecast time of all ones is missing and not -1', () => {
  expect(() => fieldWithTime([0xff, 0xff, 0xff, 0xff])).toThrow('unsupported GRIB forecast time: missing');
});

test.each([
  ["two's complement", [0xff, 0xff, 0xff, 0xe8]],
  ['sign and magnitude', [0x80, 0, 0, 24]],
])("an interval of -24 h in %s, as ECCC's analyses of precipitation have it, is unsupported", (_, octets) => {
  const interval = fixture.intervalOctets([2011, 1, 10, 12, 0, 0], [[1, 1, 24]]);
  interval.splice(15, 4, ...octets);
  expect(() => fieldOf({ template: 8, category: 1, number: 8, forecastTime: 24, interval })).toThrow(
    'unsupported GRIB length of a time range: -24 units',
  );
});

test('of several time ranges the first gives the process', () => {
  const ranges = [
    [2, 1, 6],
    [0, 1, 1],
  ];
  const field = fieldOf({ template: 8, forecastTime: 0, interval: fixture.intervalOctets(END_18, ranges) });
  expect(field.time.interval?.process).toBe('maximum');
  expect(field.timeRanges).toEqual([
    { process: 2, unit: 1, length: 6 },
    { process: 0, unit: 1, length: 1 },
  ]);
  expect(inventoryLine(field)).toMatch(/:0-6 hour max of 1 hour ave fcst$/);
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

/** Number and total of the probabilities, type, scale and value of both limits. */
const chance = (type: number, lower: [number, number] | null, upper: [number, number] | null): number[] => [
  2,
  7,
  type,
  ...fixture.scaledOctets(lower),
  ...fixture.scaledOctets(upper),
];

test.each<[string, number[], { lower: number | null; upper: number | null }]>([
  ['above the upper limit', chance(1, null, [3, 254]), { lower: null, upper: 0.254 }],
  ['between limits', chance(2, [0, 5], [0, 7]), { lower: 5, upper: 7 }],
  ['with a negative scale', chance(3, [-2, 3], null), { lower: 300, upper: null }],
  ['with a negative limit', chance(0, [1, -25], [0, 0]), { lower: -2.5, upper: 0 }],
])('a probability %s', (_, member, limits) => {
  const probability = { type: member[2]!, ...limits, number: 2, total: 7 };
  const instant = fieldOf({ template: 5, member });
  expect(instant).toMatchObject({ probability, time: { validTime: REFERENCE + 6 * HOUR } });
  const interval = fixture.intervalOctets(END_18, [[1, 1, 3]]);
  const total = fieldOf({ template: 9, member, forecastTime: 3, interval });
  expect(total.probability).toEqual(probability);
  expect(total.time.interval).toEqual({
    start: REFERENCE + 3 * HOUR,
    end: REFERENCE + 6 * HOUR,
    process: 'accumulation',
  });
});

test.each<[string, ProductDraft, ProductDraft]>([
  ['derived', { template: 2, member: [4, 30] }, { template: 12, member: [4, 30] }],
  ['percentile', { template: 6, member: [90] }, { template: 10, member: [90] }],
])('%s fields, of an instant and of an interval', (key, instant, interval) => {
  const value = instant!.member![0];
  const over = fieldOf({ ...interval, forecastTime: 3, interval: fixture.intervalOctets(END_18, [[2, 1, 3]]) });
  for (const field of [fieldOf(instant!), over]) expect(field).toHaveProperty(key, value);
  expect(over.time.interval).toEqual({ start: REFERENCE + 3 * HOUR, end: REFERENCE + 6 * HOUR, process: 'maximum' });
});

const sizes = (type: number, kind: number, first: [number, number] | null, second: [number, number] | null) => [
  ...fixture.unsignedOctets(type, 2),
  kind,
  ...fixture.scaledOctets(first),
  ...fixture.scaledOctets(second),
];
const bounds = (kind: number, first: [number, number] | null, second: [number, number] | null) =>
  sizes(0, kind, first, second).slice(2);
const NONE = { sizeFrom: null, sizeBelow: null, wavelengthFrom: null, wavelengthBelow: null };

test.each<[string, ProductDraft, object]>([
  [
    'optical thickness',
    { aerosol: [...sizes(62000, 0, [6, 20], [0, 0]), ...bounds(7, [9, 545], [9, 565])] },
    { type: 62000, sizeFrom: null, sizeBelow: 2e-5, wavelengthFrom: 5.45e-7, wavelengthBelow: 5.65e-7 },
  ],
  [
    'mass, no wavelength',
    { aerosol: [...sizes(62001, 0, [7, 25], null), ...bounds(255, null, null)] },
    { ...NONE, type: 62001, sizeBelow: 2.5e-6 },
  ],
  [
    'a bin of sizes',
    { aerosol: [...sizes(62008, 2, [7, 1], [6, 1]), ...bounds(255, null, null)] },
    { ...NONE, type: 62008, sizeFrom: 1e-7, sizeBelow: 1e-6 },
  ],
  [
    'above the second size',
    { aerosol: [...sizes(62008, 1, null, [6, 1]), ...bounds(3, [9, 500], null)] },
    { ...NONE, type: 62008, sizeFrom: 1e-6, wavelengthFrom: 5e-7 },
  ],
])('aerosol of template 4.48: %s', (_, draft, aerosol) => {
  const field = fieldOf({ template: 48, category: 20, number: 102, level: [10, 0, 0], forecastTime: 3, ...draft });
  expect(field).toMatchObject({
    aerosol,
    parameter: { category: 20, number: 102, levelType: 10 },
    processType: 2,
    time: { validTime: REFERENCE + 3 * HOUR },
  });
});

test('aerosol of template 4.46 has an interval', () => {
  const interval = fixture.intervalOctets(END_18, [[0, 1, 3]]);
  const field = fieldOf({ template: 46, aerosol: sizes(62000, 0, [7, 25], null), forecastTime: 3, interval });
  expect(field.aerosol).toEqual({ ...NONE, type: 62000, sizeBelow: 2.5e-6 });
  expect(field.time.interval?.process).toBe('average');
});

test('aerosol of template 4.44 has two octets of forecast time, or four', () => {
  const long = { template: 44, aerosol: sizes(62000, 0, [7, 25], null), forecastTime: 3 };
  expect(fieldOf(long).time.validTime).toBe(REFERENCE + 3 * HOUR);
  const octets = fixture.product(long);
  octets.splice(31, 2); // octets 32-33, the upper half of the forecast time
  octets[3] = octets.length;
  expect(octets).toHaveLength(45);
  const parts = fixture.fieldSections({ product: octets });
  const short = readFields(fixture.message([fixture.identification(), ...parts]))[0]!;
  expect(short.time.validTime).toBe(REFERENCE + 3 * HOUR);
  expect(short.parameter).toEqual(fieldOf(long).parameter);
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
  ['d=2011011012:TMP:2 m above ground:540 min fcst', { unit: 0, forecastTime: 540 }],
  [
    'd=2011011012:DZDT:0.5-0.8 sigma layer:6 hour fcst',
    { category: 2, number: 9, level: [104, 1, 5], second: [104, 1, 8] },
  ],
  ['d=2011011012:TMP:PV=-2e-06 (Km^2/kg/s) surface:6 hour fcst', { level: [109, 6, -2] }],
  ['d=2011011012:TMP:0 m underground:6 hour fcst', { level: [106, 0, 0] }],
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
  [
    'd=2011011012:APCP:surface:5-6 hour acc fcst:prob >0.254:prob fcst 255/255', // as an index of NBM has it
    {
      ...APCP,
      template: 9,
      forecastTime: 5,
      member: [255, 255, ...chance(1, null, [3, 254]).slice(2)],
      interval: fixture.intervalOctets(END_18, [[1, 1, 1]]),
    },
  ],
  [
    'd=2011011012:PTYPE:surface:6 hour fcst:prob >=5 <7:prob fcst 1/1', // as an index of NBM has it
    {
      template: 5,
      category: 1,
      number: 19,
      level: [1, 0, 0],
      member: [1, 1, ...chance(2, [0, 5], [0, 7]).slice(2)],
    },
  ],
  ['d=2011011012:TMP:2 m above ground:6 hour fcst:ens std dev', { template: 2, member: [2, 30] }],
  ['d=2011011012:TMP:2 m above ground:6 hour fcst:50% level', { template: 6, member: [50] }],
  [
    'd=2011011012:TSTM:surface:6 hour fcst:probability forecast',
    { category: 19, number: 2, level: [1, 0, 0], processType: 5 },
  ],
  [
    'd=2011011012:PMTF:surface:3 hour fcst:aerosol=Total aerosol:aerosol_size <2.5e-06', // as an index of GEFS-Aerosol has it
    {
      template: 48,
      category: 13,
      number: 193,
      level: [1, 0, 0],
      forecastTime: 3,
      aerosol: [...sizes(62000, 0, [7, 25], [0, 0]), ...bounds(255, null, null)],
    },
  ],
  [
    'd=2011011012:AOTK:entire atmosphere:3 hour fcst:aerosol=Dust dry:aerosol_size <2e-05:aerosol_wavelength >=5.45e-07,<=5.65e-07',
    {
      template: 48,
      category: 20,
      number: 102,
      level: [10, 0, 0],
      forecastTime: 3,
      aerosol: [...sizes(62001, 0, [6, 20], [0, 0]), ...bounds(7, [9, 545], [9, 565])],
    },
  ],
  ['d=2011011012:parameter 0-0-250:level type 99 3:6 hour fcst', { number: 250, level: [99, 0, 3] }],
])('inventory: %s', (line, draft) => {
  const discipline = line.includes('SOILW') ? 2 : 0;
  const parts = [fixture.identification(), ...fixture.fieldSections({ product: fixture.product(draft) })];
  expect(inventoryLine(readFields(fixture.message(parts, discipline))[0]!)).toBe(line);
});
