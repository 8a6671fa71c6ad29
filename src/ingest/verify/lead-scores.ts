/** Scores of hindcasts by lead, finished from their counts; ratios 0..1, NaN where nothing was counted. */

import {
  criticalSuccessIndex,
  falseAlarmRatio,
  frequencyBias,
  probabilityOfDetection,
  probabilityScores,
} from '../../science/scores.js';
import { contingencyOf, type HindcastMask, type LeadCounts, probabilityOf } from './event-counts.js';
import type { LeadResult } from './hindcast.js';

export interface EventScores {
  /** mm/h */
  readonly threshold: number;
  readonly criticalSuccessIndex: number;
  readonly probabilityOfDetection: number;
  readonly falseAlarmRatio: number;
  readonly frequencyBias: number;
}

export interface MethodScores {
  readonly events: readonly EventScores[];
  /** Of the lowest threshold; persistence says 0 or 1. */
  readonly brierScore: number;
}

export interface LeadScores {
  /** Minutes. */
  readonly lead: number;
  readonly starts: number;
  /** Pixels that were compared, of all starts. */
  readonly pairs: number;
  readonly nowcast: MethodScores;
  readonly persistence: MethodScores;
  /** Of the nowcast's probability: how often the event was, and the terms of Murphy's decomposition. */
  readonly baseRate: number;
  readonly reliability: number;
  readonly resolution: number;
}

export function leadScores({ lead, starts, counts }: LeadResult, mask: HindcastMask): LeadScores {
  const probability = probabilityScores(probabilityOf(counts, mask));
  const { pairs, baseRate, reliability, resolution } = probability;
  const wrong = contingencyOf(counts, 'persistence', counts.thresholds[0]!, mask);
  const brierOfPersistence = (wrong.falseAlarms + wrong.misses) / pairs;
  return {
    lead,
    starts,
    pairs,
    nowcast: { events: eventScores(counts, 'nowcast', mask), brierScore: probability.brier },
    persistence: { events: eventScores(counts, 'persistence', mask), brierScore: brierOfPersistence },
    baseRate,
    reliability,
    resolution,
  };
}

function eventScores(counts: LeadCounts, method: 'nowcast' | 'persistence', mask: HindcastMask): EventScores[] {
  return counts.thresholds.map((threshold) => {
    const table = contingencyOf(counts, method, threshold, mask);
    return {
      threshold,
      criticalSuccessIndex: criticalSuccessIndex(table),
      probabilityOfDetection: probabilityOfDetection(table),
      falseAlarmRatio: falseAlarmRatio(table),
      frequencyBias: frequencyBias(table),
    };
  });
}
