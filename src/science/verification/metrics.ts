/**
 * Metrics from sums (sums-layout.ts): formulas and minimums of the accuracy record.
 *
 *   MAE = Σ|e| / n    bias = Σe / n    RMSE = √(Σe² / n)    Brier = Σ(p − o)² / n
 *   skill = 1 − score / score of the reference      CSI skill = (CSI − CSI ref) / (1 − CSI ref)
 *
 * A value is null below the minimum of samples, and where its denominator is 0; `samples` is always the true number.
 */

import {
  accuracy,
  type Contingency,
  criticalSuccessIndex,
  falseAlarmRatio,
  frequencyBias,
  PROBABILITY_BINS,
  type ProbabilityCounts,
  probabilityOfDetection,
} from '../scores.js';
import { ERROR_SUMS, OCCURRENCE_SUMS, PROBABILITY_SUMS } from './sums-layout.js';

/** Scores of errors in the unit of the sums; null: too few samples. */
export interface ErrorScores {
  readonly meanAbsoluteError: number | null;
  readonly bias: number | null;
  readonly rootMeanSquareError: number | null;
  readonly samples: number;
}

/** Persistence on the pairs where it is known, beside the service on the same pairs. */
export interface ErrorMetrics extends ErrorScores {
  readonly persistence: ErrorScores & {
    readonly serviceMeanAbsoluteError: number | null;
    readonly serviceRootMeanSquareError: number | null;
    /** Skill of the mean absolute error. */
    readonly skill: number | null;
  };
}

export interface OccurrenceScores {
  readonly criticalSuccessIndex: number | null;
  readonly probabilityOfDetection: number | null;
  readonly falseAlarmRatio: number | null;
  readonly frequencyBias: number | null;
  readonly accuracy: number | null;
  readonly counts: Contingency;
  readonly samples: number;
}

export interface OccurrenceMetrics extends OccurrenceScores {
  readonly persistence: OccurrenceScores & {
    readonly serviceCriticalSuccessIndex: number | null;
    readonly skill: number | null;
  };
}

export interface ProbabilityMetrics {
  readonly brierScore: number | null;
  readonly bias: number | null;
  readonly samples: number;
  readonly persistence: {
    readonly brierScore: number | null;
    readonly bias: number | null;
    readonly serviceBrierScore: number | null;
    readonly skill: number | null;
    readonly samples: number;
  };
  readonly climatology: {
    readonly brierScore: number | null;
    readonly serviceBrierScore: number | null;
    readonly skill: number | null;
    readonly samples: number;
  };
}

/** A difference of two sums of 365 dates may leave this much where nothing is left. */
const ROUNDING = 1e-9;

/** 1 − score / reference; null where either is null, or the reference is 0. */
export function skillOf(score: number | null, reference: number | null): number | null {
  return score === null || reference === null || reference < ROUNDING ? null : 1 - score / reference;
}

/** (CSI − reference) / (1 − reference); null where either is null, or the reference is perfect. */
export function csiSkillOf(score: number | null, reference: number | null): number | null {
  return score === null || reference === null || reference === 1 ? null : (score - reference) / (1 - reference);
}

const known = (value: number) => (Number.isNaN(value) ? null : value);

/** @param minimum  fewest samples of a value, at least 1 */
export function errorMetrics(row: Float64Array, at: number, minimum: number): ErrorMetrics {
  const sum = (name: keyof typeof ERROR_SUMS) => row[at + ERROR_SUMS[name]]!;
  const scores = (samples: number, absolute: number, error: number, squared: number): ErrorScores => ({
    meanAbsoluteError: samples < minimum ? null : absolute / samples,
    bias: samples < minimum ? null : error / samples,
    rootMeanSquareError: samples < minimum ? null : Math.sqrt(Math.max(0, squared / samples)),
    samples,
  });
  const matched = sum('matched');
  const service = scores(matched, sum('matchedAbsolute'), sum('matchedError'), sum('matchedSquared'));
  const persistence = scores(matched, sum('persistenceAbsolute'), sum('persistenceError'), sum('persistenceSquared'));
  return {
    ...scores(sum('samples'), sum('absolute'), sum('error'), sum('squared')),
    persistence: {
      ...persistence,
      serviceMeanAbsoluteError: service.meanAbsoluteError,
      serviceRootMeanSquareError: service.rootMeanSquareError,
      skill: skillOf(service.meanAbsoluteError, persistence.meanAbsoluteError),
    },
  };
}

export function occurrenceMetrics(row: Float64Array, at: number, minimum: number): OccurrenceMetrics {
  const scores = (table: keyof typeof OCCURRENCE_SUMS) => occurrenceScores(row, at + OCCURRENCE_SUMS[table], minimum);
  const persistence = scores('persistence');
  const matched = scores('matched').criticalSuccessIndex;
  return {
    ...scores('service'),
    persistence: {
      ...persistence,
      serviceCriticalSuccessIndex: matched,
      skill: csiSkillOf(matched, persistence.criticalSuccessIndex),
    },
  };
}

function occurrenceScores(row: Float64Array, at: number, minimum: number): OccurrenceScores {
  const [hits, falseAlarms, misses, correctNegatives] = row.subarray(at, at + 4) as unknown as number[];
  const counts: Contingency = {
    hits: hits!,
    falseAlarms: falseAlarms!,
    misses: misses!,
    correctNegatives: correctNegatives!,
  };
  const samples = hits! + falseAlarms! + misses! + correctNegatives!;
  const score = (of: (counts: Contingency) => number) => (samples < minimum ? null : known(of(counts)));
  return {
    criticalSuccessIndex: score(criticalSuccessIndex),
    probabilityOfDetection: score(probabilityOfDetection),
    falseAlarmRatio: score(falseAlarmRatio),
    frequencyBias: score(frequencyBias),
    accuracy: score(accuracy),
    ...{ counts, samples },
  };
}

export function probabilityMetrics(row: Float64Array, at: number, minimum: number): ProbabilityMetrics {
  const sum = (name: keyof typeof PROBABILITY_SUMS) => row[at + PROBABILITY_SUMS[name]]!;
  const mean = (total: number, samples: number) => (samples < minimum ? null : total / samples);
  const [samples, matched, referred] = [sum('samples'), sum('matched'), sum('referred')];
  const onMatched = mean(sum('matchedSquared'), matched);
  const persistence = mean(sum('persistenceSquared'), matched);
  const onReferred = mean(sum('referredSquared'), referred);
  const climatology = mean(sum('climatologySquared'), referred);
  return {
    brierScore: mean(sum('squared'), samples),
    bias: mean(sum('forecast') - sum('observed'), samples),
    samples,
    persistence: {
      brierScore: persistence,
      bias: mean(sum('persistenceForecast') - sum('matchedObserved'), matched),
      serviceBrierScore: onMatched,
      skill: skillOf(onMatched, persistence),
      samples: matched,
    },
    climatology: {
      brierScore: climatology,
      serviceBrierScore: onReferred,
      skill: skillOf(onReferred, climatology),
      samples: referred,
    },
  };
}

/**
 * Counts of a reliability diagram, for `probabilityScores` of science/scores.ts.
 *
 * @param at  first sum of the probability block
 * @param bins  first sum of its reliability bins
 */
export function reliabilityCounts(row: Float64Array, at: number, bins: number): ProbabilityCounts {
  const table = (index: number) => row.slice(bins + index * PROBABILITY_BINS, bins + (index + 1) * PROBABILITY_BINS);
  const squaredError = row[at + PROBABILITY_SUMS.squared]!;
  return { squaredError, pairs: table(0), forecast: table(1), observed: table(2) };
}
