/**
 * A nowcast and persistence beside what came, pixel by pixel, as counts that pool.
 *
 * Every field becomes categories first: how many of the rising thresholds a pixel reaches, so that one pass over the
 * pixels counts for all of them.
 *
 *   common   pixels that were observed at the start and at the lead, and have a nowcast
 *   fixed    pixels that were observed at the start and at the lead; where there is no nowcast it counts as 0
 *
 * The first compares methods where all of them speak, the second does not depend on any method. Pixels without a nowcast
 * are counted apart, and either is a sum.
 */

import {
  addContingency,
  addProbabilityCounts,
  type Contingency,
  countProbability,
  EVENT_EPSILON,
  noContingency,
  noProbabilityCounts,
  type ProbabilityCounts,
} from '../../science/scores.js';

export type HindcastMask = 'common' | 'fixed';

/** Category of what was not observed or not forecast. */
export const NO_CATEGORY = 255;

/**
 * Thresholds reached by each rate, `NO_CATEGORY` for NaN.
 *
 * @param rates  mm/h
 * @param thresholds  mm/h, rising, at most 254
 */
export function categoriesOf(rates: Float32Array, thresholds: readonly number[]): Uint8Array {
  const categories = new Uint8Array(rates.length);
  const lowest = thresholds[0]! - EVENT_EPSILON;
  for (let i = 0; i < rates.length; i++) {
    const rate = rates[i]!;
    if (rate < lowest) continue;
    if (Number.isNaN(rate)) {
      categories[i] = NO_CATEGORY;
      continue;
    }
    let category = 1;
    while (category < thresholds.length && rate >= thresholds[category]! - EVENT_EPSILON) category += 1;
    categories[i] = category;
  }
  return categories;
}

/** Pairs by forecast and observed category, [forecast][observed]: where a nowcast is, and where none is. */
interface JointCounts {
  readonly withNowcast: Float64Array;
  readonly without: Float64Array;
}

/** Counts of one lead, of any number of starts. */
export interface LeadCounts {
  readonly thresholds: readonly number[];
  readonly nowcast: JointCounts;
  readonly persistence: JointCounts;
  readonly probability: { readonly withNowcast: ProbabilityCounts; readonly without: ProbabilityCounts };
}

export function noLeadCounts(thresholds: readonly number[]): LeadCounts {
  const joint = () => new Float64Array((thresholds.length + 1) ** 2);
  return {
    thresholds,
    nowcast: { withNowcast: joint(), without: joint() },
    persistence: { withNowcast: joint(), without: joint() },
    probability: { withNowcast: noProbabilityCounts(), without: noProbabilityCounts() },
  };
}

/** Fields of one start and lead on the same pixels. */
export interface ComparedFields {
  readonly initial: Uint8Array;
  readonly observed: Uint8Array;
  readonly nowcast: Uint8Array;
  /** Probability of the lowest threshold, 0..1; NaN only where there is no nowcast either. */
  readonly probabilities: Float32Array;
}

/** Adds all pixels of one start. */
export function countFields(counts: LeadCounts, fields: ComparedFields): void {
  const { initial, observed, nowcast, probabilities } = fields;
  const stride = counts.thresholds.length + 1;
  const { withNowcast, without } = counts.probability;
  const dry = { pairs: 0, observed: 0 }; // nearly all pixels of a large picture
  for (let i = 0; i < observed.length; i++) {
    const came = observed[i]!;
    const before = initial[i]!;
    if (came === NO_CATEGORY || before === NO_CATEGORY) continue;
    const forecast = nowcast[i]!;
    const event = came > 0 ? 1 : 0;
    if (forecast === NO_CATEGORY) {
      counts.nowcast.without[came]! += 1;
      counts.persistence.without[before * stride + came]! += 1;
      countProbability(without, 0, 1, event);
      continue;
    }
    counts.nowcast.withNowcast[forecast * stride + came]! += 1;
    counts.persistence.withNowcast[before * stride + came]! += 1;
    const probability = probabilities[i]!;
    if (probability > 0) countProbability(withNowcast, probability, 1, event);
    else {
      dry.pairs += 1;
      dry.observed += event;
    }
  }
  countProbability(withNowcast, 0, dry.pairs, dry.observed);
}

/** The table of hits and misses of one threshold. */
export function contingencyOf(
  counts: LeadCounts,
  method: 'nowcast' | 'persistence',
  threshold: number,
  mask: HindcastMask,
): Contingency {
  const at = counts.thresholds.indexOf(threshold);
  if (at < 0) throw new RangeError(`${threshold} is none of the thresholds ${counts.thresholds.join(', ')}`);
  const table = tableOf(counts[method].withNowcast, counts.thresholds.length + 1, at);
  if (mask === 'fixed') addContingency(table, tableOf(counts[method].without, counts.thresholds.length + 1, at));
  return table;
}

function tableOf(joint: Float64Array, stride: number, threshold: number): Contingency {
  const table = noContingency();
  for (let forecast = 0; forecast < stride; forecast++)
    for (let observed = 0; observed < stride; observed++) {
      const pairs = joint[forecast * stride + observed]!;
      if (forecast > threshold) {
        if (observed > threshold) table.hits += pairs;
        else table.falseAlarms += pairs;
      } else if (observed > threshold) table.misses += pairs;
      else table.correctNegatives += pairs;
    }
  return table;
}

/** Sums of the probability of the lowest threshold. */
export function probabilityOf(counts: LeadCounts, mask: HindcastMask): ProbabilityCounts {
  const total = noProbabilityCounts();
  addProbabilityCounts(total, counts.probability.withNowcast);
  if (mask === 'fixed') addProbabilityCounts(total, counts.probability.without);
  return total;
}
