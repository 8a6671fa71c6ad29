/** Metrics of probabilities, as the response has them. */

import type { AccuracyProbability, ReliabilityBin } from '../../model/accuracy-answer.js';
import { PROBABILITY_BINS } from '../../science/scores.js';
import { probabilityMetrics, reliabilityCounts } from '../../science/verification/metrics.js';
import { type DateRows, PROBABILITY_SUMS } from '../../science/verification/sums-layout.js';
import { boundsIn, firstSums, intervalOf, type LeadSums, ratio, SHARE, type ShownFields } from './scores.js';

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
