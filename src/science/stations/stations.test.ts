import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_FLAGS, NOT_OBSERVED, STATION_PACKING } from '../../model/station-series.js';
import { formatDate, parseDate } from '../../model/time.js';
import { combineAmounts, combineRain, combineTemperature, poolCrossed } from './combined-days.js';
import { calendarDate, DAY_SLOTS, LEAP_DAY_SLOT, slotOf, slotsOf } from './day-slots.js';
import { type PhaseDays, rainTotals } from './rain-totals.js';
import { stationLapse } from './station-lapse.js';
import { contributionsOf, dayWeights, MORNING_MINIMA, PRESUMED_ZEROS, stationWeight } from './station-weight.js';

const none = NOT_OBSERVED;
const station = (values: number[], weight = 1, flags: number[] = []) => ({
  values: Int16Array.from(values),
  flags: Uint8Array.from(values, (_, i) => flags[i] ?? 0),
  weight,
});

describe('days of the year', () => {
  test('dates of the calendar are those of the standard library from 1600 to 2399', () => {
    fc.assert(
      fc.property(fc.integer({ min: -135_140, max: 156_900 }), (day) => {
        const date = new Date(day * 86_400_000);
        expect(calendarDate(day)).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
        });
      }),
    );
  });

  test('a date has the same slot in every year, and only leap years have that of 29 February', () => {
    const first = parseDate('1999-01-01')!;
    const slots = slotsOf(first, 1500);
    slots.forEach((slot, i) => {
      expect(slot).toBe(slotOf(calendarDate(first + i)));
      expect(slot === LEAP_DAY_SLOT).toBe(formatDate(first + i).endsWith('02-29'));
    });
    expect(Math.max(...slots)).toBe(DAY_SLOTS - 1);
  });
});

describe('lapse', () => {
  test('in the middle of a month is the published rate of the month', () => {
    const lapse = stationLapse('temperature_max', 46);
    expect(1000 * lapse[15]!).toBeCloseTo(3.7, 1);
    expect(1000 * lapse[198]!).toBeCloseTo(7.3, 1);
    expect(1000 * stationLapse('temperature_min', 46)[15]!).toBeCloseTo(3.4, 1);
  });

  test('in the south is that of the north half a year later, and nowhere jumps', () => {
    const [north, south] = [stationLapse('temperature_max', 46), stationLapse('temperature_max', -46)];
    for (let slot = 0; slot < DAY_SLOTS; slot++) {
      expect(south[slot]).toBe(north[(slot + 183) % DAY_SLOTS]);
      expect(Math.abs(north[slot]! - north[(slot + 1) % DAY_SLOTS]!)).toBeLessThan(5e-5);
    }
  });
});

/** "5.2" of the methods: three stations around a place at 300 m. */
test('three stations at 100, 400 and 50 m give 18.62 °C at 300 m with a lapse of 6.5 K/km', () => {
  const stations = [
    { distance: 5, rise: 200, celsius: 20 },
    { distance: 12, rise: -100, celsius: 17.5 },
    { distance: 30, rise: 250, celsius: 21 },
  ];
  const days = stations.map(({ distance, rise, celsius }) => station([celsius * 10], stationWeight(distance, rise)));
  const weights = dayWeights(days, null);
  const shares = contributionsOf(weights).map(({ weight }) => weight);
  expect(shares[0]).toBeCloseTo(0.7998, 3);
  expect(shares[1]).toBeCloseTo(0.1767, 3);
  expect(shares[2]).toBeCloseTo(0.0235, 3);
  const [kelvin] = combineTemperature({
    values: days.map(({ values }) => values),
    weights,
    packing: STATION_PACKING.temperature_max,
    rises: stations.map(({ rise }) => rise),
    lapse: new Float64Array(DAY_SLOTS).fill(0.0065),
    slots: slotsOf(0, 1),
  });
  expect(kelvin! - 273.15).toBeCloseTo(18.62, 2);
});

describe('weights of a day', () => {
  test('a minimum read in the morning has a quarter of its weight beside one of a midnight day only', () => {
    const morning = DAY_FLAGS.morningMinimum;
    const weights = dayWeights(
      [station([10, 10, none], 1, [morning, morning, morning]), station([12, none, 12], 1)],
      MORNING_MINIMA,
    );
    expect(weights.map((each) => [...each])).toEqual([
      [0.25, 1, 0],
      [1, 0, 1],
    ]);
  });

  test('a presumed zero has half of its weight', () => {
    const [weights] = dayWeights([station([0, 5], 2, [DAY_FLAGS.presumedZero])], PRESUMED_ZEROS);
    expect([...weights!]).toEqual([1, 2]);
  });

  test('contributions are means over all days, and count the days', () => {
    const weights = dayWeights([station([1, none, none, 1], 3), station([1, 1, none, none], 1)], null);
    expect(contributionsOf(weights)).toEqual([
      { weight: (3 / 4 + 1) / 4, days: 2, first: 0, last: 3 },
      { weight: (1 / 4 + 1) / 4, days: 2, first: 0, last: 1 },
    ]);
  });
});

describe('amounts', () => {
  const amountsOf = (...values: number[][]) => {
    const days = values.map((each) => station(each));
    return [
      ...combineAmounts(
        days.map((each) => each.values),
        dayWeights(days, PRESUMED_ZEROS),
        { step: 0.1 },
      ),
    ];
  };

  test('half of the weight wet gives the mean of the wet stations, less gives 0, and no station gives nothing', () => {
    expect(amountsOf([40, 40, none], [20, 0, none], [0, 0, none], [0, none, none])).toEqual([
      expect.closeTo(3, 9),
      0,
      Number.NaN,
    ]);
  });

  test('lie between the least and the most that a wet station observed, or are 0', () => {
    const amount = fc.oneof(fc.constant(none), fc.constant(0), fc.integer({ min: 1, max: 3000 }));
    const someStations = fc.array(fc.tuple(amount, fc.double({ min: 1e-6, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(someStations, (all) => {
        const days = all.map(([value, weight]) => station([value], weight));
        const [combined] = combineAmounts(
          days.map((each) => each.values),
          dayWeights(days, null),
          { step: 0.1 },
        );
        const observed = all.map(([value]) => value).filter((value) => value !== none);
        const wet = observed.filter((value) => value > 0);
        if (observed.length === 0) expect(combined).toBeNaN();
        else if (combined !== 0) {
          expect(combined).toBeGreaterThanOrEqual(0.1 * Math.min(...wet) - 1e-9);
          expect(combined).toBeLessThanOrEqual(0.1 * Math.max(...wet) + 1e-9);
        }
      }),
    );
  });
});

test('a temperature lies within the range of the stations, each moved to the height of the place', () => {
  const one = fc.record({
    value: fc.oneof(fc.constant(none), fc.integer({ min: -600, max: 550 })),
    distance: fc.double({ min: 0, max: 100, noNaN: true }),
    rise: fc.double({ min: -1500, max: 1500, noNaN: true }),
  });
  const lapse = stationLapse('temperature_min', 10);
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), fc.nat(20_000), (all, day) => {
      const slots = slotsOf(day, 1);
      const days = all.map(({ value, distance, rise }) => station([value], stationWeight(distance, rise)));
      const weights = dayWeights(days, MORNING_MINIMA);
      const [kelvin] = combineTemperature({
        values: days.map(({ values }) => values),
        weights,
        packing: STATION_PACKING.temperature_min,
        rises: all.map(({ rise }) => rise),
        lapse,
        slots,
      });
      const moved = all
        .filter(({ value }) => value !== none)
        .map(({ value, rise }) => value / 10 + 273.15 - lapse[slots[0]!]! * rise);
      if (moved.length === 0) return void expect(kelvin).toBeNaN();
      expect(kelvin).toBeGreaterThanOrEqual(Math.min(...moved) - 1e-6);
      expect(kelvin).toBeLessThanOrEqual(Math.max(...moved) + 1e-6);
      const shares = contributionsOf(weights).map(({ weight }) => weight);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }),
  );
});

test('a pair of extremes that contradict each other becomes their mean, any other stays', () => {
  const [maxima, minima] = [Float64Array.of(280, 281, 280, Number.NaN), Float64Array.of(281, 280, Number.NaN, 280)];
  poolCrossed(maxima, minima);
  expect([...maxima]).toEqual([280.5, 281, 280, Number.NaN]);
  expect([...minima]).toEqual([280.5, 280, Number.NaN, 280]);
});

test('pooled extremes are never farther from a true pair than before', () => {
  const kelvin = fc.double({ min: 200, max: 330, noNaN: true });
  fc.assert(
    fc.property(kelvin, kelvin, kelvin, kelvin, (maximum, minimum, a, b) => {
      const [maxima, minima] = [Float64Array.of(maximum), Float64Array.of(minimum)];
      poolCrossed(maxima, minima);
      expect(minima[0]).toBeLessThanOrEqual(maxima[0]!);
      const [high, low] = [Math.max(a, b), Math.min(a, b)];
      const pooled = Math.hypot(maxima[0]! - high, minima[0]! - low);
      expect(pooled).toBeLessThanOrEqual(Math.hypot(maximum - high, minimum - low) + 1e-9);
    }),
  );
});

describe('rain', () => {
  const TRACE = Number.NEGATIVE_INFINITY;
  /** mm, mm of depth, mm, °C, °C; null is not observed. */
  type Day = [
    precipitation: number | null,
    snow: number | null,
    water: number | null,
    max: number | null,
    min: number | null,
  ];
  const daysOf = ([precipitation, snow, water, max, min]: Day): PhaseDays => {
    const packed = (value: number | null, steps: number) =>
      Int16Array.of(value === null ? none : Math.round(value * steps));
    return {
      precipitation: packed(precipitation, 10),
      snowfall: packed(snow === TRACE ? 0 : snow, 1),
      snowfallWater: packed(water, 10),
      temperatureMax: packed(max, 10),
      temperatureMin: packed(min, 10),
      flags: Uint8Array.of(snow === TRACE ? DAY_FLAGS.snowfallTrace : 0),
    };
  };

  /** "rain_total" among the worked scenarios of the methods, then cases of its rules. */
  test.each<[day: Day, rain: number | null]>([
    [[5, 0, null, 8, 2], 5],
    [[5, 30, 3, 1, -4], 2],
    [[5, 30, null, 1, -4], null],
    [[5, 30, null, -3, -9], 0],
    [[0, 0, null, 1, -1], 0],
    [[5, null, null, 20, 9], 5],
    [[5, null, null, 4, 1], null],
    [[null, 0, null, 9, 4], null],
    [[5, TRACE, null, 3, 1], null],
    [[5, TRACE, null, -2, -6], 0],
    [[5, TRACE, null, 9, 5], 5],
    [[2, 30, 3, 1, -4], 0],
    [[0, 30, null, 1, -4], 0],
    [[0, null, null, null, null], 0],
    [[5, 30, null, null, null], null],
    [[5, null, null, -3, -9], null],
  ])('%j is %s', (day, rain) => {
    expect([...rainTotals(daysOf(day))]).toEqual([rain === null ? none : rain * 10]);
  });

  test('of several stations needs half of the weight of precipitation, and never exceeds it', () => {
    const days = [station([40, 40, 40], 1), station([20, 20, 0], 1.5)];
    const weights = dayWeights(days, PRESUMED_ZEROS);
    const precipitation = combineAmounts(
      days.map(({ values }) => values),
      weights,
      { step: 0.1 },
    );
    const rain = [Int16Array.of(40, none, 40), Int16Array.of(none, 20, 0)];
    const combined = combineRain(rain, weights, precipitation, { step: 0.1 });
    expect([...combined.values]).toEqual([Number.NaN, 2, 0]);
    expect(combined.weights.map((each) => [...each])).toEqual([
      [0, 0, 1],
      [0, 1.5, 1.5],
    ]);
    const generous = combineRain([Int16Array.of(90, 90, 90), Int16Array.of(90, 90, 90)], weights, precipitation, {
      step: 0.1,
    });
    expect([...generous.values]).toEqual([...precipitation]);
  });
});
