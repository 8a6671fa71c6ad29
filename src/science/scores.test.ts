import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accuracy,
  addContingency,
  addProbabilityCounts,
  type Contingency,
  countProbability,
  criticalSuccessIndex,
  falseAlarmRatio,
  frequencyBias,
  noContingency,
  noProbabilityCounts,
  probabilityBin,
  probabilityOfDetection,
  probabilityScores,
} from './scores.js';

/** Published tables: CAWCR's example, Finley's tornadoes (1884), the tests of nci/scores, a record of the interface. */
const TABLES: readonly [string, Contingency, Partial<Record<'csi' | 'pod' | 'far' | 'bias' | 'accuracy', number>>][] = [
  [
    'CAWCR',
    { hits: 82, misses: 23, falseAlarms: 38, correctNegatives: 222 },
    { csi: 0.57343, pod: 0.78095, far: 0.31667, bias: 1.14286, accuracy: 0.83288 },
  ],
  [
    'Finley',
    { hits: 28, misses: 23, falseAlarms: 72, correctNegatives: 2680 },
    { csi: 0.22764, pod: 0.54902, far: 0.72, bias: 1.96078, accuracy: 0.96611 },
  ],
  [
    'nci/scores',
    { hits: 9, misses: 1, falseAlarms: 2, correctNegatives: 6 },
    { csi: 0.75, pod: 0.9, far: 0.18182, bias: 1.1, accuracy: 0.83333 },
  ],
  [
    'the interface',
    { hits: 46, misses: 28, falseAlarms: 26, correctNegatives: 640 },
    { csi: 0.46, pod: 0.62162, far: 0.36111, bias: 0.97297, accuracy: 0.92703 },
  ],
];

test.each(TABLES)('the table of %s has its published scores', (_name, counts, expected) => {
  const scores = {
    csi: criticalSuccessIndex(counts),
    pod: probabilityOfDetection(counts),
    far: falseAlarmRatio(counts),
    bias: frequencyBias(counts),
    accuracy: accuracy(counts),
  };
  for (const [name, value] of Object.entries(expected))
    expect(scores[name as keyof typeof scores]).toBeCloseTo(value, 5);
});

test('a score without a denominator is not a number, never 0', () => {
  const none = noContingency();
  for (const score of [criticalSuccessIndex, probabilityOfDetection, falseAlarmRatio, frequencyBias, accuracy])
    expect(score(none)).toBeNaN();
  expect(falseAlarmRatio({ ...none, misses: 3 })).toBeNaN();
  expect(probabilityScores(noProbabilityCounts())).toMatchObject({ pairs: 0, brier: Number.NaN, skill: Number.NaN });
});

const counted = (pairs: readonly (readonly [number, 0 | 1])[]) => {
  const counts = noProbabilityCounts();
  for (const [p, o] of pairs) countProbability(counts, p, 1, o);
  return counts;
};

test('Brier, its skill and the bias of a worked example', () => {
  const scores = probabilityScores(
    counted([
      [0.1, 0],
      [0.9, 1],
      [0.8, 1],
      [0.3, 0],
      [0.5, 1],
      [0, 0],
    ]),
  );
  expect(scores.brier).toBeCloseTo(0.066667, 6);
  expect(scores.skill).toBeCloseTo(0.73333, 5);
  expect(scores.meanForecast - scores.baseRate).toBeCloseTo(-0.066667, 6);
});

test('Brier of the pairs that nci/scores is tested with', () => {
  const p = [0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0];
  const o = [1, 0, 0, 0, 0, 0, 0, 1, 0, 0] as const;
  expect(probabilityScores(counted(p.map((value, i) => [value, o[i]!]))).brier).toBeCloseTo(0.1, 12);
});

test.each([
  [0, 0],
  [1e-6, 1],
  [0.1, 1],
  [0.1 + 1e-6, 2],
  [0.1 + 0.2, 3], // 0.30000000000000004
  [0.95, 10],
  [1, 10],
])('the probability %d is in bin %d', (probability, bin) => {
  expect(probabilityBin(probability)).toBe(bin);
});

const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(0 as const, 1 as const)), {
  minLength: 1,
  maxLength: 60,
});

test('where a bin has one probability, Brier = reliability − resolution + uncertainty', () => {
  fc.assert(
    fc.property(pairs, (tenths) => {
      const { brier, reliability, resolution, uncertainty } = probabilityScores(
        counted(tenths.map(([p, o]) => [p / 10, o])),
      );
      expect(brier).toBeCloseTo(reliability - resolution + uncertainty, 10);
      expect(brier).toBeGreaterThanOrEqual(0);
      expect(brier).toBeLessThanOrEqual(1);
    }),
  );
});

test('two halves pooled are the whole, and pooling leaves what was added as it was', () => {
  fc.assert(
    fc.property(pairs, pairs, (first, second) => {
      const [a, b] = [first, second].map((half) => counted(half.map(([p, o]) => [p / 10, o] as const))) as [
        ReturnType<typeof counted>,
        ReturnType<typeof counted>,
      ];
      const before = structuredClone(b);
      addProbabilityCounts(a, b);
      const whole = probabilityScores(counted([...first, ...second].map(([p, o]) => [p / 10, o])));
      expect(probabilityScores(a).brier).toBeCloseTo(whole.brier, 10);
      expect(probabilityScores(a).reliability).toBeCloseTo(whole.reliability, 10);
      expect(b).toEqual(before);
    }),
  );
});

test('CSI is never above POD nor above 1 − FAR, and tables pool by adding', () => {
  const count = fc.integer({ min: 0, max: 1000 });
  const table = fc.record({ hits: count, falseAlarms: count, misses: count, correctNegatives: count });
  fc.assert(
    fc.property(table, table, (one, other) => {
      if (one.hits > 0) {
        expect(criticalSuccessIndex(one)).toBeLessThanOrEqual(probabilityOfDetection(one));
        expect(criticalSuccessIndex(one)).toBeLessThanOrEqual(1 - falseAlarmRatio(one) + 1e-12);
      }
      const total = { ...one };
      const kept = { ...other };
      addContingency(total, other);
      expect(total.hits + total.correctNegatives).toBe(
        one.hits + other.hits + one.correctNegatives + other.correctNegatives,
      );
      expect(other).toEqual(kept);
    }),
  );
});
