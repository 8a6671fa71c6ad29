/**
 * Metrics as the response has them: from the sums of one block to rounded values in its units.
 *
 * Errors are differences, so units are converted without offset: 1 K is 1.8 °F. Errors have two decimals or those of the
 * unit of precipitation, ratios four.
 */

import type {
  AccuracyBounds,
  AccuracyErrorFields,
  AccuracyErrors,
  AccuracyOccurrence,
  AccuracyOccurrenceFields,
  AccuracyProbability,
  ReliabilityBin,
} from '../../model/accuracy-answer.js';
import { type Conversion, roundScaled } from '../../model/units.js';
import { PROBABILITY_BINS } from '../../science/scores.js';
import { type Interval, type Ratio, ratioInterval, rootInterval } from '../../science/verification/confidence.js';
import {
  type ErrorScores,
  errorMetrics,
  type OccurrenceScores,
  occurrenceMetrics,
  probabilityMetrics,
  reliabilityCounts,
} from '../../science/verification/metrics.js';
import {
  type Block,
  type DateRows,
  ERROR_SUMS,
  OCCURRENCE_SUMS,
  PROBABILITY_SUMS,
} from '../../science/verification/sums-layout.js';

/** Sums of one lead: a row with its blocks. */
export interface LeadSums {
  readonly row: Float64Array;
  /** First number of a block in the row; null: the interval does not have it. */
  at(block: Block): number | null;
  /** Rows of the blocks of dates that the row is the sum of; null: confidence is not asked for. */
  readonly blocks: DateRows | null;
}

/** Fields that are asked for beside the metrics. */
export interface ShownFields {
  readonly persistence: boolean;
  readonly climatology: boolean;
  readonly uncorrected: boolean;
  /** Null: asked for, but the scope has no bins. */
  readonly reliability: boolean | null;
}

/** Factor and decimals of a value. */
export type Scale = Pick<Conversion, 'factor' | 'decimals'>;

const RATIO: Scale = { factor: 1, decimals: 4 };

interface Said {
  (value: number): number;
  (value: number | null): number | null;
}

const scaled = ({ factor, decimals }: Scale) =>
  ((value) => (value === null ? null : roundScaled(value * factor, decimals) / 10 ** decimals)) as Said;

const ratio = scaled(RATIO);

type Bounds = (interval: Interval | null, range?: readonly [number, number]) => AccuracyBounds | null;

const NOT_NEGATIVE = [0, Number.POSITIVE_INFINITY] as const;
const SHARE = [0, 1] as const;

/** Bounds in the units of the response, within the range that a score can have. */
const boundsIn =
  (say: Said): Bounds =>
  (interval, [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]) =>
    interval === null ? null : { low: say(Math.max(least, interval.low)), high: say(Math.min(most, interval.high)) };

/** @param minimum  fewest pairs of a value */
export function errorsOf(
  { row, at, blocks }: LeadSums,
  block: Block,
  { scale, minimum, shown }: { readonly scale: Scale; readonly minimum: number; readonly shown: ShownFields },
): AccuracyErrors {
  const say = scaled(scale);
  const first = at(block)!;
  const { persistence, ...found } = errorMetrics(row, first, minimum);
  const uncorrected = shown.uncorrected ? at(`${block}_uncorrected` as Block) : null;
  return {
    ...errorFields(found, say),
    ...(blocks !== null && { confidence: errorConfidence(blocks, first, found, boundsIn(say)) }),
    ...(shown.persistence && {
      persistence: {
        ...errorFields(persistence, say),
        service_mean_absolute_error: say(persistence.serviceMeanAbsoluteError),
        service_root_mean_square_error: say(persistence.serviceRootMeanSquareError),
        skill_score: ratio(persistence.skill),
      },
    }),
    ...(uncorrected !== null && {
      uncorrected: errorFields(errorMetrics(firstSums(row, uncorrected), 0, minimum), say),
    }),
  };
}

/** Numbers of the widest block. */
export const WIDEST_BLOCK = Object.keys(PROBABILITY_SUMS).length;

/** Blocks of uncorrected forecasts have four sums; the others of the block are then 0. */
function firstSums(row: Float64Array, at: number): Float64Array {
  const block = new Float64Array(WIDEST_BLOCK);
  block.set(row.subarray(at, at + 4));
  return block;
}

function errorFields(scores: ErrorScores, say: Said): AccuracyErrorFields {
  return {
    mean_absolute_error: say(scores.meanAbsoluteError),
    bias: say(scores.bias),
    root_mean_square_error: say(scores.rootMeanSquareError),
    samples: scores.samples,
  };
}

/** Interval of Σ x / Σ n over the blocks; null where the score itself is null. */
function intervalOf(blocks: DateRows, score: number | null, of: Ratio): Interval | null {
  return score === null ? null : ratioInterval(blocks, of, 1);
}

function errorConfidence(blocks: DateRows, at: number, scores: ErrorScores, bounds: Bounds) {
  const mean = (sum: number): Ratio => {
    const [numerator, samples] = [at + sum, at + ERROR_SUMS.samples];
    return (row) => [row[numerator]!, row[samples]!];
  };
  const squared = intervalOf(blocks, scores.rootMeanSquareError, mean(ERROR_SUMS.squared));
  return {
    mean_absolute_error: bounds(intervalOf(blocks, scores.meanAbsoluteError, mean(ERROR_SUMS.absolute)), NOT_NEGATIVE),
    bias: bounds(intervalOf(blocks, scores.bias, mean(ERROR_SUMS.error))),
    root_mean_square_error: bounds(rootInterval(squared), NOT_NEGATIVE),
  };
}

export function occurrenceOf(
  { row, at, blocks }: LeadSums,
  { minimum, shown }: { readonly minimum: number; readonly shown: ShownFields },
): AccuracyOccurrence {
  const first = at('occurrence')!;
  const { persistence, ...found } = occurrenceMetrics(row, first, minimum);
  return {
    ...occurrenceFields(found),
    ...(blocks !== null && { confidence: occurrenceConfidence(blocks, first + OCCURRENCE_SUMS.service, found) }),
    ...(shown.persistence && {
      persistence: {
        ...occurrenceFields(persistence),
        service_critical_success_index: ratio(persistence.serviceCriticalSuccessIndex),
        skill_score: ratio(persistence.skill),
      },
    }),
  };
}

function occurrenceFields({ counts, samples, ...scores }: OccurrenceScores): AccuracyOccurrenceFields {
  return {
    critical_success_index: ratio(scores.criticalSuccessIndex),
    probability_of_detection: ratio(scores.probabilityOfDetection),
    false_alarm_ratio: ratio(scores.falseAlarmRatio),
    frequency_bias: ratio(scores.frequencyBias),
    accuracy: ratio(scores.accuracy),
    hits: counts.hits,
    misses: counts.misses,
    false_alarms: counts.falseAlarms,
    correct_negatives: counts.correctNegatives,
    samples,
  };
}

function occurrenceConfidence(blocks: DateRows, at: number, scores: OccurrenceScores) {
  const bounds = boundsIn(ratio);
  /** Ratio of the counts a hits, b false alarms, c misses, d correct negatives. */
  const of = (
    score: number | null,
    ratioOf: (a: number, b: number, c: number, d: number) => readonly [number, number],
    range: readonly [number, number] = SHARE,
  ) =>
    bounds(
      intervalOf(blocks, score, (row) => ratioOf(row[at]!, row[at + 1]!, row[at + 2]!, row[at + 3]!)),
      range,
    );
  return {
    critical_success_index: of(scores.criticalSuccessIndex, (a, b, c) => [a, a + b + c]),
    probability_of_detection: of(scores.probabilityOfDetection, (a, _b, c) => [a, a + c]),
    false_alarm_ratio: of(scores.falseAlarmRatio, (a, b) => [b, a + b]),
    frequency_bias: of(scores.frequencyBias, (a, b, c) => [a + b, a + c], NOT_NEGATIVE),
    accuracy: of(scores.accuracy, (a, b, c, d) => [a + d, a + b + c + d]),
  };
}

export function probabilityOf(
  { row, at, blocks }: LeadSums,
  { minimum, shown }: { readonly minimum: number; readonly shown: ShownFields },
): AccuracyProbability {
  const first = at('probability')!;
  const { persistence, climatology, ...found } = probabilityMetrics(row, first, minimum);
  const uncorrected = shown.uncorrected ? at('probability_uncorrected') : null;
  return {
    ...probabilityFields(found),
    ...(blocks !== null && { confidence: probabilityConfidence(blocks, first, found) }),
    ...(shown.persistence && {
      persistence: {
        ...probabilityFields(persistence),
        service_brier_score: ratio(persistence.serviceBrierScore),
        skill_score: ratio(persistence.skill),
      },
    }),
    ...(shown.climatology && {
      climatology: {
        brier_score: ratio(climatology.brierScore),
        service_brier_score: ratio(climatology.serviceBrierScore),
        skill_score: ratio(climatology.skill),
        samples: climatology.samples,
      },
    }),
    ...(uncorrected !== null && {
      uncorrected: probabilityFields(probabilityMetrics(firstSums(row, uncorrected), 0, minimum)),
    }),
    ...(shown.reliability !== false && {
      reliability: shown.reliability === null ? null : binsOf(row, first, at('reliability')!),
    }),
  };
}

interface ProbabilityScores {
  readonly brierScore: number | null;
  readonly bias: number | null;
  readonly samples: number;
}

function probabilityFields({ brierScore, bias, samples }: ProbabilityScores) {
  return { brier_score: ratio(brierScore), bias: ratio(bias), samples };
}

function probabilityConfidence(blocks: DateRows, at: number, { brierScore, bias }: ProbabilityScores) {
  const bounds = boundsIn(ratio);
  const sum = (row: Float64Array, name: keyof typeof PROBABILITY_SUMS) => row[at + PROBABILITY_SUMS[name]]!;
  return {
    brier_score: bounds(
      intervalOf(blocks, brierScore, (row) => [sum(row, 'squared'), sum(row, 'samples')]),
      SHARE,
    ),
    bias: bounds(
      intervalOf(blocks, bias, (row) => [sum(row, 'forecast') - sum(row, 'observed'), sum(row, 'samples')]),
      [-1, 1],
    ),
  };
}

/** The bins with pairs; the first is that of exactly 0. */
function binsOf(row: Float64Array, at: number, bins: number): ReliabilityBin[] {
  const { pairs, forecast, observed } = reliabilityCounts(row, at, bins);
  return Array.from({ length: PROBABILITY_BINS }, (_, bin) => bin).flatMap((bin) => {
    const samples = pairs[bin]!;
    if (samples === 0) return [];
    return [
      {
        ...{ from: Math.max(0, bin - 1) / 10, to: bin / 10 },
        mean_probability: ratio(forecast[bin]! / samples),
        observed_frequency: ratio(observed[bin]! / samples),
        samples,
      },
    ];
  });
}
