/** Metrics of wet or dry, as the response has them. */

import type { AccuracyOccurrence, AccuracyOccurrenceFields } from '../../model/accuracy-answer.js';
import { type OccurrenceScores, occurrenceMetrics } from '../../science/verification/metrics.js';
import { type DateRows, OCCURRENCE_SUMS } from '../../science/verification/sums-layout.js';
import { boundsIn, intervalOf, type LeadSums, NOT_NEGATIVE, ratio, SHARE, type ShownFields } from './scores.js';

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
