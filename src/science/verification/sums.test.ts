import fc from 'fast-check';
import { expect, test } from 'vitest';
import { probabilityScores } from '../scores.js';
import { countError, countEvent, countPrecipitation, type WetAmount, wetOf } from './count-pairs.js';
import {
  csiSkillOf,
  errorMetrics,
  occurrenceMetrics,
  probabilityMetrics,
  reliabilityCounts,
  skillOf,
} from './metrics.js';
import { RECORD_FORM, RECORD_LAYOUTS } from './record-layout.js';
import {
  addRow,
  ERROR_SUMS,
  noDateRows,
  periodSums,
  prefixRows,
  rowOf,
  type SumsLayout,
  sumsLayout,
} from './sums-layout.js';

const HOUR_LEADS = [0, 24].map((lead) => ({ first: lead, last: lead }));
const LAYOUT: SumsLayout = sumsLayout([
  { interval: '1h', leads: HOUR_LEADS },
  { interval: '1d', leads: [{ first: 1, last: 1 }] },
]);
const TEMPERATURE = LAYOUT.at('1h', 0, 'temperature');
const OCCURRENCE = LAYOUT.at('1h', 0, 'occurrence');
const AMOUNT = LAYOUT.at('1h', 0, 'amount');
const PROBABILITY = { at: LAYOUT.at('1h', 0, 'probability'), bins: LAYOUT.at('1h', 0, 'reliability') };
const RAIN = { occurrence: OCCURRENCE, amount: AMOUNT, threshold: 0.1 };

const emptyRow = () => new Float64Array(LAYOUT.width);
const rain = (amount: number): WetAmount => ({ amount, wet: wetOf(amount, 0.1) });
const nothing: WetAmount = { amount: Number.NaN, wet: Number.NaN };
const noReferences = { persistence: Number.NaN, climatology: Number.NaN };

test('a pair with NaN on either side changes no sum', () => {
  const row = emptyRow();
  for (const [forecast, observed] of [
    [Number.NaN, 280],
    [280, Number.NaN],
    [Number.NaN, Number.NaN],
  ] as const) {
    countError(row, TEMPERATURE, forecast, observed, 281);
    countPrecipitation(row, RAIN, forecast, rain(observed), rain(0));
    countEvent(row, PROBABILITY, forecast / 300, wetOf(observed, 0.1), { persistence: 1, climatology: 0.1 });
  }
  expect([...row].filter((sum) => sum !== 0)).toEqual([]);
});

test('a pair without persistence or climatology counts for the service alone', () => {
  const row = emptyRow();
  countError(row, TEMPERATURE, 281, 280, Number.NaN);
  countPrecipitation(row, RAIN, 1, rain(2), nothing);
  countEvent(row, PROBABILITY, 0.5, 1, noReferences);
  expect(errorMetrics(row, TEMPERATURE, 1)).toMatchObject({ samples: 1, persistence: { samples: 0, bias: null } });
  expect(occurrenceMetrics(row, OCCURRENCE, 1)).toMatchObject({ samples: 1, persistence: { samples: 0 } });
  expect(errorMetrics(row, AMOUNT, 1)).toMatchObject({ samples: 1, bias: -1, persistence: { samples: 0 } });
  const { persistence, climatology } = probabilityMetrics(row, PROBABILITY.at, 1);
  expect([persistence.samples, climatology.samples]).toEqual([0, 0]);
});

test('adding a row leaves the added row unchanged', () => {
  const [total, more] = [emptyRow(), emptyRow()];
  countError(more, TEMPERATURE, 281.5, 280, 279);
  const before = more.slice();
  addRow(total, more);
  addRow(total, more);
  expect(more).toEqual(before);
  expect(errorMetrics(total, TEMPERATURE, 1).samples).toBe(2);
  expect(() => addRow(total, new Float64Array(3))).toThrow(RangeError);
});

test('pooling 10 and 30 pairs gives the worked MAE 1.75, bias −0.05 and RMSE 2.2467', () => {
  const part = (n: number, mae: number, rmse: number, bias: number) => {
    const row = emptyRow();
    row.set([n, n * mae, n * bias, n * rmse ** 2], TEMPERATURE);
    return row;
  };
  const total = part(10, 1, 1.2, 0.4);
  addRow(total, part(30, 2, 2.5, -0.2));
  const { meanAbsoluteError, bias, rootMeanSquareError, samples } = errorMetrics(total, TEMPERATURE, 12);
  expect([meanAbsoluteError, bias, samples]).toEqual([1.75, expect.closeTo(-0.05, 12), 40]);
  expect(rootMeanSquareError).toBeCloseTo(2.2467, 4);
});

test('skill has its worked values, and is null against a perfect reference', () => {
  expect(skillOf(1.2, 2.4)).toBeCloseTo(0.5, 12);
  expect(skillOf(2.4, 1.2)).toBeCloseTo(-1, 12);
  expect(csiSkillOf(0.5, 0.25)).toBeCloseTo(0.3333, 4);
  expect(csiSkillOf(0.25, 0.5)).toBeCloseTo(-0.5, 12);
  expect([skillOf(1, 0), skillOf(null, 1), csiSkillOf(0.5, 1), csiSkillOf(0.5, null)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('11 hourly pairs give null values and samples 11, 12 pairs give values', () => {
  const row = emptyRow();
  for (let n = 0; n < 11; n++) countError(row, TEMPERATURE, 281, 280, 282);
  expect(errorMetrics(row, TEMPERATURE, 12)).toEqual({
    ...{ meanAbsoluteError: null, bias: null, rootMeanSquareError: null, samples: 11 },
    persistence: {
      ...{ meanAbsoluteError: null, bias: null, rootMeanSquareError: null, samples: 11, skill: null },
      ...{ serviceMeanAbsoluteError: null, serviceRootMeanSquareError: null },
    },
  });
  countError(row, TEMPERATURE, 281, 280, 282);
  expect(errorMetrics(row, TEMPERATURE, 12)).toMatchObject({ bias: 1, samples: 12, persistence: { skill: 0.5 } });
});

test('40 hours with 5 wet pairs have occurrence, and an amount of null with samples 5', () => {
  const row = emptyRow();
  for (let n = 0; n < 40; n++)
    countPrecipitation(row, RAIN, n < 3 ? 1 : 0, rain(n === 39 || n === 38 ? 2 : 0), nothing);
  const { samples, counts, criticalSuccessIndex } = occurrenceMetrics(row, OCCURRENCE, 12);
  expect([samples, criticalSuccessIndex]).toEqual([40, 0]);
  expect(counts).toEqual({ hits: 0, falseAlarms: 3, misses: 2, correctNegatives: 35 });
  expect(errorMetrics(row, AMOUNT, 6)).toMatchObject({ meanAbsoluteError: null, samples: 5 });
});

test('a dry month has scores without a denominator as null, and accuracy 1', () => {
  const row = emptyRow();
  for (let n = 0; n < 20; n++) countPrecipitation(row, RAIN, 0, rain(0), rain(0));
  expect(occurrenceMetrics(row, OCCURRENCE, 12)).toMatchObject({
    ...{ criticalSuccessIndex: null, probabilityOfDetection: null, falseAlarmRatio: null, frequencyBias: null },
    ...{ accuracy: 1, samples: 20, persistence: { skill: null } },
  });
});

test('an observation known only as wet counts for occurrence and not for the amount', () => {
  const row = emptyRow();
  countPrecipitation(row, RAIN, 0.4, { amount: Number.NaN, wet: 1 }, { amount: Number.NaN, wet: 0 });
  expect(occurrenceMetrics(row, OCCURRENCE, 1).counts.hits).toBe(1);
  expect(errorMetrics(row, AMOUNT, 1).samples).toBe(0);
});

test('Brier score and bias have the values of the worked example, persistence squared errors of 0 or 1', () => {
  const row = emptyRow();
  const pairs = [
    [0.1, 0],
    [0.9, 1],
    [0.8, 1],
    [0.3, 0],
    [0.5, 1],
    [0, 0],
  ] as const;
  for (const [p, o] of pairs) countEvent(row, PROBABILITY, p, o, { persistence: p < 0.2 ? 1 : o, climatology: 0.5 });
  const { brierScore, bias, persistence, climatology } = probabilityMetrics(row, PROBABILITY.at, 6);
  expect(brierScore).toBeCloseTo(0.066667, 6);
  expect(bias).toBeCloseTo(-0.066667, 6);
  expect(persistence.brierScore).toBeCloseTo(2 / 6, 12);
  expect(persistence.bias).toBeCloseTo(2 / 6, 12);
  expect(persistence.skill).toBeCloseTo(1 - 0.4 / 2, 12);
  // Climatology says the base rate: the published skill against it is 0.73333.
  expect(climatology.brierScore).toBeCloseTo(0.25, 12);
  expect(climatology.skill).toBeCloseTo(0.73333, 5);
  expect(probabilityScores(reliabilityCounts(row, PROBABILITY.at, PROBABILITY.bins))).toMatchObject({
    pairs: 6,
    brier: expect.closeTo(0.066667, 6),
  });
});

test('a forecast that repeats the persistence has skill 0, a perfect one 1', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 200, max: 320 }), fc.integer({ min: 1, max: 9 }))), (pairs) => {
      const [same, perfect] = [emptyRow(), emptyRow()];
      for (const [observed, error] of pairs) {
        countError(same, TEMPERATURE, observed + error, observed, observed + error);
        countError(perfect, TEMPERATURE, observed, observed, observed + error);
      }
      const expected = pairs.length === 0 ? [null, null] : [0, 1];
      const skills = [same, perfect].map((row) => errorMetrics(row, TEMPERATURE, 1).persistence.skill);
      expect(skills).toEqual(expected);
    }),
  );
});

const anyValue = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: 0, max: 3, noNaN: true }) },
  fc.constant(Number.NaN),
);
/** Pairs of a date: forecast, observation, persistence, probability. */
const datedPairs = fc.array(
  fc.record({ date: fc.integer({ min: 0, max: 19 }), values: fc.tuple(anyValue, anyValue, anyValue, anyValue) }),
  { maxLength: 80 },
);
type Pair = { readonly date: number; readonly values: readonly [number, number, number, number] };

function count(row: Float64Array, { values: [forecast, observed, persistence, probability] }: Pair): void {
  countError(row, TEMPERATURE, forecast, observed, persistence);
  countPrecipitation(row, RAIN, forecast, rain(observed), rain(persistence));
  const references = { persistence: wetOf(persistence, 0.1), climatology: 0.3 };
  countEvent(row, PROBABILITY, probability / 3, wetOf(observed, 0.1), references);
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i]!)), 0);
}

test('the sums of any period by one subtraction are those of its pairs', () => {
  fc.assert(
    fc.property(datedPairs, fc.integer({ min: -3, max: 25 }), fc.integer({ min: -3, max: 25 }), (pairs, a, b) => {
      const rows = noDateRows(LAYOUT, 20_000, 20);
      for (const pair of pairs) count(rowOf(rows, pair.date), pair);
      const direct = emptyRow();
      for (const pair of pairs) if (pair.date >= a && pair.date <= b) count(direct, pair);
      const period = periodSums(prefixRows(rows), 20_000 + a, 20_000 + b);
      expect(largestDifference(period, direct)).toBeLessThan(1e-10);
    }),
  );
});

test('sums of parts in any order are the sums of the whole', () => {
  fc.assert(
    fc.property(datedPairs, (pairs) => {
      const whole = emptyRow();
      const parts = Array.from({ length: 20 }, emptyRow);
      for (const pair of pairs) {
        count(whole, pair);
        count(parts[pair.date]!, pair);
      }
      const total = emptyRow();
      for (const part of parts.reverse()) addRow(total, part);
      expect(largestDifference(total, whole)).toBeLessThan(1e-10);
    }),
  );
});

test('CSI is at most POD and 1 − FAR, and the Brier score is within 0..1', () => {
  fc.assert(
    fc.property(datedPairs, (pairs) => {
      const row = emptyRow();
      for (const pair of pairs) count(row, pair);
      const {
        criticalSuccessIndex: csi,
        probabilityOfDetection: pod,
        falseAlarmRatio: far,
      } = occurrenceMetrics(row, OCCURRENCE, 1);
      if (csi !== null && pod !== null) expect(csi).toBeLessThanOrEqual(pod + 1e-12);
      if (csi !== null && far !== null) expect(csi).toBeLessThanOrEqual(1 - far + 1e-12);
      const { brierScore } = probabilityMetrics(row, PROBABILITY.at, 1);
      if (brierScore !== null) expect(brierScore >= 0 && brierScore <= 1).toBe(true);
    }),
  );
});

test('a layout has a place of its own for every block, bins behind all sums', () => {
  expect(() => LAYOUT.at('1m', 0, 'occurrence')).toThrow(RangeError);
  expect(() => LAYOUT.at('1d', 1, 'amount')).toThrow('no amount of lead 1');
  expect(() => sumsLayout([LAYOUT.sections[0]!, LAYOUT.sections[0]!])).toThrow(RangeError);
  // Hours: errors twice, a table and a probability, 11 + 12 + 11 + 13, and twice 4 before corrections. Days have one more of errors.
  expect(LAYOUT.withoutBins).toBe(2 * (47 + 8) + 58 + 12);
  expect(LAYOUT.width).toBe(LAYOUT.withoutBins + 3 * 2 * 33);
  expect(LAYOUT.at('1h', 0, 'reliability')).toBe(LAYOUT.withoutBins);
});

test('every number of the record has a name of its own, which says lead, block and sum', () => {
  for (const interval of ['1d', '1h', '1m'] as const) {
    const { names, ofStations } = RECORD_FORM.rows[interval];
    expect([names.length, new Set(names).size]).toEqual([RECORD_LAYOUTS[interval].width, names.length]);
    expect(names.findIndex((name) => name.includes('reliability'))).toBe(ofStations);
  }
  const { names } = RECORD_FORM.rows['1h'];
  const layout = RECORD_LAYOUTS['1h'];
  expect(names[layout.at('1h', 6, 'temperature') + ERROR_SUMS.persistenceAbsolute]).toBe(
    '24 temperature persistenceAbsolute',
  );
  expect(names[layout.at('1h', 0, 'occurrence') + 5]).toBe('0 occurrence matched_false_alarms');
  expect(names[layout.at('1h', 1, 'reliability_uncorrected') + 11]).toBe('1 reliability_uncorrected forecast_0');
  expect(names[layout.at('1h', 5, 'probability_uncorrected') + 3]).toBe('12 probability_uncorrected observed');
});
