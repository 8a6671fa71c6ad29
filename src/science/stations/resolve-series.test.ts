import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_FLAGS, NOT_OBSERVED as NONE, STATION_ELEMENTS } from '../../model/station-series.js';
import { EVENING, MIDNIGHT, MORNING, PRESUMED_ZERO, SEVERAL_DAYS, TRACE, UNKNOWN_HOUR } from './observation.js';
import { type FiledSeries, resolveSeries } from './resolve-series.js';

const [MAXIMUM, MINIMUM, PRECIPITATION, SNOWFALL] = [0, 1, 2, 3];

/** A series of which one element has values. */
function filed(element: number, values: readonly number[], attributes: readonly number[]): FiledSeries {
  const rows = (fill: number) => STATION_ELEMENTS.map(() => Int16Array.from(values, () => fill));
  const series = { values: rows(NONE), attributes: STATION_ELEMENTS.map(() => Uint8Array.from(values, () => 0)) };
  series.values[element]!.set(values);
  series.attributes[element]!.set(attributes);
  return series;
}

function resolve(element: number, values: readonly number[], attributes: readonly number[], isUntimedMorning = 0) {
  const untimed = Uint8Array.from(values, () => isUntimedMorning);
  const resolved = resolveSeries(filed(element, values, attributes), { temperature: untimed, precipitation: untimed });
  return { values: [...resolved.values[element]!], flags: [...resolved.flags] };
}

const all = (hour: number, count: number) => Array.from({ length: count }, () => hour);
const { moved, morningMinimum } = DAY_FLAGS;

test.each([MAXIMUM, PRECIPITATION, SNOWFALL])(
  'element %i of a morning observer is that of the date before',
  (element) => {
    const { values, flags } = resolve(element, [10, 20, 30], all(MORNING, 3));
    expect(values).toEqual([20, 30, NONE]);
    expect(flags).toEqual([moved, moved, 0]);
  },
);

test.each([MIDNIGHT, EVENING, UNKNOWN_HOUR])('values of class %i stay on their dates', (hour) => {
  for (const element of [MAXIMUM, MINIMUM, PRECIPITATION, SNOWFALL])
    expect(resolve(element, [10, NONE, 30], all(hour, 3))).toEqual({ values: [10, NONE, 30], flags: [0, 0, 0] });
});

test('values without a time are moved where the year is one of a morning observer', () => {
  expect(resolve(MAXIMUM, [10, 20, 30], all(UNKNOWN_HOUR, 3), 1).values).toEqual([20, 30, NONE]);
});

test('a minimum observed in the morning is the mean of TMIN(D) and the smaller of TMIN(D) and TMIN(D+1)', () => {
  const { values, flags } = resolve(MINIMUM, [100, 60, 90, NONE, 50], all(MORNING, 5));
  expect(values).toEqual([80, 60, 90, NONE, 50]);
  expect(flags).toEqual([morningMinimum, morningMinimum, morningMinimum, 0, morningMinimum]);
});

test('a moved value gives way to one that was observed on the date itself', () => {
  expect(resolve(PRECIPITATION, [5, 7, 9], [MIDNIGHT, MORNING, MORNING])).toEqual({
    values: [5, 9, NONE],
    flags: [0, moved, 0],
  });
});

test('traces, presumed zeros and totals of several days go with their values', () => {
  const attributes = [MIDNIGHT, MORNING | TRACE, MORNING | PRESUMED_ZERO, MORNING | SEVERAL_DAYS];
  const { values, flags } = resolve(PRECIPITATION, [NONE, 0, 0, NONE], attributes);
  expect(values).toEqual([0, 0, NONE, NONE]);
  const { precipitationTrace, presumedZero, severalDays } = DAY_FLAGS;
  expect(flags).toEqual([moved | precipitationTrace, moved | presumedZero, moved | severalDays, 0]);
});

test('a total of several days is told only where the day has no value', () => {
  const { values, flags } = resolve(PRECIPITATION, [NONE, 8], [MIDNIGHT | SEVERAL_DAYS, MORNING]);
  expect(values).toEqual([8, NONE]);
  expect(flags).toEqual([moved, 0]);
});

test('no value is invented: each resolved one was filed on the date or the date after', () => {
  const hours = fc.constantFrom(MIDNIGHT, MORNING, EVENING, UNKNOWN_HOUR);
  const day = fc.record({ value: fc.oneof(fc.constant(NONE), fc.integer({ min: 0, max: 500 })), hour: hours });
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 40 }), (days) => {
      const [values, attributes] = [days.map(({ value }) => value), days.map(({ hour }) => hour)];
      const resolved = resolve(PRECIPITATION, values, attributes);
      for (const [n, value] of resolved.values.entries()) {
        const isMoved = (resolved.flags[n]! & moved) !== 0;
        if (value !== NONE) expect(value).toBe(values[isMoved ? n + 1 : n]);
        if (isMoved) expect(attributes[n + 1]).toBe(MORNING);
      }
    }),
  );
});
