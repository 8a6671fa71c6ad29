import { expect, test } from 'vitest';
import { scaledOctets, unsignedOctets } from '../../decode/grib2/message.fixture.js';
import { HOUR } from '../../model/time.js';
import type { MessageKey } from '../../sources/selector.js';
import { fieldOf, key, over, TEN_METRES, TWO_METRES } from '../feed.fixture.js';
import { isServedBy } from './field-match.js';

type ProductDraft = Parameters<typeof fieldOf>[0];

const TEMPERATURE = key([0, 0, 0]);
const RAIN = key([0, 1, 8], { process: 'accumulation' });
const APCP = { template: 8, category: 1, number: 8 };

/** Template 4.9: number and total as NBM writes them, then type, lower and upper limit. */
const chance = (type: number, lower: [number, number] | null, upper: [number, number] | null): number[] => [
  255,
  255,
  type,
  ...scaledOctets(lower),
  ...scaledOctets(upper),
];
const POP = { ...APCP, ...over(5, 6), template: 9 };
const POP_KEY = { ...RAIN, probabilityAbove: 0.254 };

/** Template 4.48 as GEFS-Aerosol writes it: type, sizes of kind `kind`, no wavelength. */
const aerosol = (type: number, kind: number, first: [number, number], second: [number, number] | null): number[] => [
  ...unsignedOctets(type, 2),
  kind,
  ...scaledOctets(first),
  ...scaledOctets(second),
  255,
  ...scaledOctets(null),
  ...scaledOctets(null),
];
const PM25 = { template: 48, category: 13, number: 193, aerosol: aerosol(62000, 0, [7, 25], [0, 0]) };
const PM25_KEY = key([0, 13, 193], { aerosol: { type: 62000, sizeBelow: 2.5e-6 } });

test.each<[string, ProductDraft, MessageKey]>([
  ['the parameter', {}, TEMPERATURE],
  [
    'a level with its value',
    { level: TWO_METRES },
    key([0, 0, 0], { parameter: { ...TEMPERATURE.parameter, levelType: 103, levelValue: 2 } }),
  ],
  ['a total', { ...APCP, ...over(0, 6) }, RAIN],
  ['a total of the length that is asked for', { ...APCP, ...over(5, 6) }, { ...RAIN, intervalSeconds: HOUR }],
  ['a chance above the upper limit', { ...POP, member: chance(1, null, [3, 254]) }, POP_KEY],
  ['a chance above the lower limit', { ...POP, member: chance(3, [3, 254], null) }, POP_KEY],
  ['a limit with a negative scale', { ...POP, member: chance(1, null, [-1, 2]) }, { ...RAIN, probabilityAbove: 20 }],
  ['a member', { template: 1, member: [3, 7, 30] }, { ...TEMPERATURE, member: 7 }],
  ['a member over an interval', { ...APCP, template: 11, member: [3, 30, 30], ...over(0, 3) }, { ...RAIN, member: 30 }],
  ['the control at low resolution', { template: 1, member: [1, 0, 30] }, { ...TEMPERATURE, member: 0 }],
  ['the control, whatever number it has', { template: 1, member: [0, 31, 30] }, { ...TEMPERATURE, member: 0 }],
  ['an aerosol', PM25, PM25_KEY],
  ['the whole atmosphere as ECMWF writes it', { second: [8, 255, 0xffffffff] }, TEMPERATURE],
  ['a height above sea level as DWD writes it', { second: [101, 255, 0xffffffff] }, TEMPERATURE],
])('%s is what its key names', (_, product, wanted) => {
  expect(isServedBy(fieldOf(product), wanted)).toBe(true);
});

test.each<[string, ProductDraft, MessageKey]>([
  ['another number', { number: 1 }, TEMPERATURE],
  [
    'another level',
    { level: TEN_METRES },
    key([0, 0, 0], { parameter: { ...TEMPERATURE.parameter, levelType: 103, levelValue: 2 } }),
  ],
  [
    'a layer',
    { level: [108, 0, 18000], second: [108, 0, 0] },
    key([0, 0, 0], { parameter: { ...TEMPERATURE.parameter, levelType: 108 } }),
  ],
  ['a mean for an instant', { template: 8, ...over(0, 6, 0) }, TEMPERATURE],
  ['an instant for a total', { category: 1, number: 8 }, RAIN],
  ['a total of another length', { ...APCP, ...over(0, 6) }, { ...RAIN, intervalSeconds: HOUR }],
  ['the mean of the members', { template: 2, member: [0, 30] }, TEMPERATURE],
  ['their spread over an interval', { ...APCP, template: 12, member: [4, 30], ...over(0, 6) }, RAIN],
  ['a percentile', { template: 6, member: [50] }, TEMPERATURE],
  ['a percentile over an interval', { ...APCP, template: 10, member: [90], ...over(0, 6) }, RAIN],
  ['a chance for the amount', { ...POP, member: chance(1, null, [3, 254]) }, RAIN],
  ['the amount for a chance', { ...APCP, ...over(5, 6) }, POP_KEY],
  ['the chance of another amount', { ...POP, member: chance(1, null, [2, 254]) }, POP_KEY],
  ['the chance of less', { ...POP, member: chance(4, null, [3, 254]) }, POP_KEY],
  ['the chance of something between', { ...POP, member: chance(2, [3, 254], [2, 254]) }, POP_KEY],
  ['a chance that names no threshold', { processType: 5 }, TEMPERATURE],
  ['a member where none is asked for', { template: 1, member: [3, 7, 30] }, TEMPERATURE],
  ['another member', { template: 1, member: [3, 8, 30] }, { ...TEMPERATURE, member: 7 }],
  ['the forecast for a member', {}, { ...TEMPERATURE, member: 0 }],
  ['an aerosol where none is asked for', PM25, key([0, 13, 193])],
  ['no aerosol where one is', { category: 13, number: 193 }, PM25_KEY],
  ['another aerosol', { ...PM25, aerosol: aerosol(62001, 0, [7, 25], [0, 0]) }, PM25_KEY],
  ['another size', { ...PM25, aerosol: aerosol(62000, 0, [6, 10], [0, 0]) }, PM25_KEY],
  ['the part of it above a size', { ...PM25, aerosol: aerosol(62000, 2, [6, 1], [7, 25]) }, PM25_KEY],
])('%s is not', (_, product, wanted) => {
  expect(isServedBy(fieldOf(product), wanted)).toBe(false);
});

test('the highest of hourly means is not the highest value', () => {
  const field = fieldOf({ template: 8, ...over(0, 6, 2) });
  const wanted = { ...TEMPERATURE, process: 'maximum' } as const;
  expect(isServedBy(field, wanted)).toBe(true);
  const nested = { ...field, timeRanges: [...field.timeRanges, { process: 0, unit: 1, length: 1 }] };
  expect(isServedBy(nested, wanted)).toBe(false);
});
