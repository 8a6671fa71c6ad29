import { expect, test } from 'vitest';
import { type GribField, readFields } from '../../decode/grib2/field.js';
import * as grib from '../../decode/grib2/message.fixture.js';
import { memberElement } from '../../model/element.js';
import type { LambertGrid } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import { GFS_FEED } from '../../sources/gfs/gfs-feed.js';
import { feedWith, fieldOf, key, messageOf, onGrid, over, REFERENCE, request } from '../feed.fixture.js';
import { holdsElements, isWantedMessage, type SelectionRules, selectFields } from './step-selection.js';

const LAMBERT: LambertGrid = {
  kind: 'lambert',
  columns: 3,
  rows: 2,
  firstX: 0,
  firstY: 0,
  xStep: 3000,
  yStep: 3000,
  earth: { semiMajor: 6_371_229, semiMinor: 6_371_229 },
  centralMeridian: -97.5,
  standardParallels: [38.5, 38.5],
};

const TEMPERATURE = request('temperature', [key([0, 0, 0])], { required: true });
const RAIN = request('precipitation', [key([0, 1, 8], { process: 'accumulation' })]);
const U = request('wind_u', [key([0, 2, 2])]);
const V = request('wind_v', [key([0, 2, 3])]);

const WARM = fieldOf({});
const AMOUNT = { template: 8, category: 1, number: 8 };

function rules(hours: number, more: Partial<SelectionRules> = {}): SelectionRules {
  const times = { referenceTime: REFERENCE, validTime: REFERENCE + hours * HOUR };
  return { times, origin: 'a file', strict: true, statics: false, ...more };
}

const ids = (selected: readonly { readonly request: { readonly id: string } }[]): string[] =>
  selected.map(({ request: { id } }) => id);

test('of two totals the bucket is taken, wherever the total of the run stands', () => {
  const [run, bucket] = [fieldOf({ ...AMOUNT, ...over(0, 12) }), fieldOf({ ...AMOUNT, ...over(6, 12) })];
  for (const fields of [
    [run, bucket],
    [bucket, run],
  ])
    expect(selectFields(feedWith([RAIN]), fields, rules(12)).elements[0]?.field).toBe(bucket);
});

test('the first way that the file holds is taken', () => {
  const flag = request('rain_flag', [key([0, 1, 192]), key([0, 1, 192], { process: 'average' })]);
  const average = fieldOf({ template: 8, category: 1, number: 192, ...over(0, 6, 0) });
  const instant = fieldOf({ category: 1, number: 192 });
  const chosen = (fields: GribField[]) => selectFields(feedWith([flag]), fields, rules(6)).elements[0]?.field;
  expect(chosen([average])).toBe(average);
  expect(chosen([average, instant])).toBe(instant);
});

test('one valid time of a file of many makes the step', () => {
  const hourly = [1, 2, 3].map((hour) => fieldOf({ ...AMOUNT, ...over(hour - 1, hour) }));
  for (const [i, field] of hourly.entries())
    expect(selectFields(feedWith([RAIN]), hourly, rules(i + 1)).elements[0]?.field).toBe(field);
  expect(holdsElements(feedWith([RAIN]), hourly, rules(3).times)).toBe(true);
  expect(holdsElements(feedWith([RAIN]), hourly, rules(4).times)).toBe(false);
});

test('quarters of an hour are times like others', () => {
  const quarters = [15, 30, 45, 60].map((minutes) => fieldOf({ unit: 0, forecastTime: minutes }));
  const { elements } = selectFields(feedWith([TEMPERATURE]), quarters, rules(0.75));
  expect(elements[0]?.field).toBe(quarters[2]);
});

test('a step with fewer members than the feed needs is no step', () => {
  const totals = [1, 2, 3].map((member) =>
    request(memberElement(member), [key([0, 1, 8], { process: 'accumulation', member })]),
  );
  const feed = feedWith(totals, { id: 'gefs', leastElements: 2 });
  const member = (number: number) => fieldOf({ ...AMOUNT, template: 11, member: [3, number, 30], ...over(3, 6) });
  expect(selectFields(feed, [member(1), member(3)], rules(6)).absent).toEqual(['precipitation_member_02']);
  expect(() => selectFields(feed, [member(1)], rules(6))).toThrow(
    'step 6 h has 1 elements of gefs, at least 2 are needed',
  );
  expect(selectFields(feed, [member(1)], rules(6, { strict: false })).elements).toHaveLength(1);
});

test('each member answers its own element', () => {
  const totals = [0, 1, 30].map((member) =>
    request(memberElement(member), [key([0, 1, 8], { process: 'accumulation', member })]),
  );
  const fields = [30, 1].map((member) => fieldOf({ ...AMOUNT, template: 11, member: [3, member, 30], ...over(3, 6) }));
  const control = fieldOf({ ...AMOUNT, template: 11, member: [1, 0, 30], ...over(3, 6) });
  const { elements } = selectFields(feedWith(totals), [...fields, control], rules(6));
  expect(elements.map(({ request: { id }, field }) => [id, field.ensemble?.member])).toEqual([
    ['precipitation_member_00', 0],
    ['precipitation_member_01', 1],
    ['precipitation_member_30', 30],
  ]);
});

test('at lead 0 there are no totals, and nothing that the table does not want at its lead', () => {
  const highest = request('temperature_max', [key([0, 0, 4], { process: 'maximum' })], {
    at: (lead) => lead % (6 * HOUR) === 0,
  });
  const feed = feedWith([TEMPERATURE, RAIN, highest]);
  const start = fieldOf({ forecastTime: 0 });
  const empty = fieldOf({ ...AMOUNT, ...over(0, 0) });
  expect(selectFields(feed, [start, empty], rules(0))).toMatchObject({ absent: [], elements: [{ field: start }] });
  const early = fieldOf({ template: 8, number: 4, ...over(0, 3, 2) });
  const { elements, absent } = selectFields(feed, [fieldOf({ forecastTime: 3 }), early], rules(3));
  expect([ids(elements), absent]).toEqual([['temperature'], ['precipitation']]);
});

test('humidity serves with the temperature of its step, a sum with all of its terms', () => {
  const dewPoint = request('dew_point', [
    key([0, 0, 6]),
    { ...key([0, 1, 1]), factor: 0.01, making: { by: 'humidity' } },
  ]);
  const smoke = request('smoke_pm2_5', [{ ...key([0, 20, 0]), making: { by: 'sum', with: [key([0, 20, 1])] } }]);
  const feed = feedWith([TEMPERATURE, dewPoint, smoke]);
  const [humid, first, second] = [
    fieldOf({ category: 1, number: 1 }),
    fieldOf({ category: 20, number: 0 }),
    fieldOf({ category: 20, number: 1 }),
  ];
  const { elements } = selectFields(feed, [humid, WARM, second, first], rules(6));
  expect(elements.map(({ field, others }) => [field, ...others])).toEqual([[WARM], [humid, WARM], [first, second]]);
  const loose = rules(6, { strict: false });
  expect(() => selectFields(feed, [humid, first], loose)).toThrow('its fields stand on 0 grids');
  expect(selectFields(feed, [humid, first, WARM], loose).absent).toEqual(['smoke_pm2_5']);
});

test('a wind along the grid comes with its other component, in any order, or not at all', () => {
  const turned = ([u, v]: GribField[]) => [onGrid(u!, LAMBERT, true), onGrid(v!, LAMBERT, true)] as const;
  const [u, v] = turned([fieldOf({ category: 2, number: 2 }), fieldOf({ category: 2, number: 3 })]);
  const feed = feedWith([U, V]);
  for (const fields of [
    [u, v],
    [v, u],
  ])
    expect(selectFields(feed, fields, rules(6)).elements.map(({ field, others }) => [field, ...others])).toEqual([
      [u, v],
      [v, u],
    ]);
  const strict = feedWith([{ ...U, required: true }, V]);
  expect(() => selectFields(strict, [u], rules(6))).toThrow('step 6 h lacks wind_u');
  expect(holdsElements(feed, [u], rules(6).times)).toBe(false);
  // along the grid of parallels and meridians is towards east and north
  const alone = onGrid(u, WARM.grid!, true);
  expect(selectFields(feed, [alone], rules(6)).elements).toMatchObject([{ field: alone, others: [] }]);
});

test('both components may come from one message', () => {
  const [u, v] = [2, 3].map((number) => grib.product({ category: 2, number, level: [1, 255, 0xffffffff] }));
  const rest = grib.fieldSections().slice(2);
  const both = grib.message([grib.identification(), grib.regularGrid(), u!, ...rest, v!, ...rest]);
  expect(ids(selectFields(feedWith([U, V]), readFields(both), rules(6)).elements)).toEqual(['wind_u', 'wind_v']);
});

test('a step that lacks a required element says which damaged field may have been it', () => {
  const feed = feedWith([{ ...U, required: true }, V]);
  const damaged = ['malformed GRIB, byte 172: section 4'];
  expect(() => selectFields(feed, [WARM], rules(6, { damaged }))).toThrow(
    'step 6 h lacks wind_u; malformed GRIB, byte 172: section 4',
  );
});

test('fields on two grids are no step', () => {
  const other = onGrid(fieldOf({ category: 1, number: 0 }), LAMBERT, false);
  const feed = feedWith([TEMPERATURE, request('cape', [key([0, 1, 0])])]);
  expect(() => selectFields(feed, [WARM, other], rules(6))).toThrow(
    'a file: framing: its fields stand on 2 grids of which one must be readable',
  );
});

test('a message is wanted for what it says, for another element, or for its damage', () => {
  const direction = key([0, 2, 0]);
  const wind = request('wind_u', [{ ...key([0, 2, 1]), making: { by: 'wind-u', direction } }]);
  const feed = feedWith([wind], { statics: [{ ...request('cape', [key([2, 0, 0])]), id: 'land' }] });
  expect(isWantedMessage(feed, messageOf({ category: 2, number: 1 }))).toBe(true);
  expect(isWantedMessage(feed, messageOf({ category: 2, number: 0 }))).toBe(true);
  expect(isWantedMessage(feed, messageOf({}))).toBe(false);
  expect(isWantedMessage(feed, messageOf({ template: 7, category: 2, number: 1 }))).toBe(false);
  expect(isWantedMessage(feed, messageOf({ category: 2, number: 1 }).subarray(0, 60))).toBe(true);
  const cut = grib.section(4, grib.product().slice(5, 20));
  const rest = grib.fieldSections().slice(2);
  const half = [grib.regularGrid(), cut, ...rest, grib.product({ category: 5 }), ...rest];
  expect(isWantedMessage(feed, grib.message([grib.identification(), ...half]))).toBe(true);
  const land = grib.message(
    [grib.identification(), ...grib.fieldSections({ product: grib.product({ level: [1, 0, 0] }) })],
    2,
  );
  expect(isWantedMessage(feed, land)).toBe(true);
});

test('the table of GFS takes the step of a plain message', () => {
  const field = fieldOf({ level: [103, 0, 2] });
  const { elements, absent } = selectFields(GFS_FEED, [field], rules(6, { strict: false }));
  expect(ids(elements)).toEqual(['temperature']);
  expect(absent).toContain('precipitation');
  expect(() => selectFields(GFS_FEED, [field], rules(6))).toThrow('a file: framing: step 6 h lacks dew_point');
});
