/** Numbers of pairs in rows of sums, by variable: they decide what is available. */

import type { AccuracyInterval, AccuracyVariableId } from '../../model/accuracy.js';
import { SAMPLE_MINIMUMS } from '../../model/accuracy.js';
import { HEADLINE_LEADS, HEADLINE_SUMS, HEADLINES, RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { ERROR_SUMS, OCCURRENCE_SUMS, PROBABILITY_SUMS } from '../../science/verification/sums-layout.js';

/** Variables that a request asks for at an interval. */
export interface WantedVariables {
  readonly interval: AccuracyInterval;
  readonly variables: readonly AccuracyVariableId[];
}

/** Fewest pairs of the values of an interval; errors of the amount have a minimum of their own. */
export function minimumOf(interval: AccuracyInterval): number {
  return interval === '1d' ? SAMPLE_MINIMUMS.daily : SAMPLE_MINIMUMS.general;
}

/** Pairs in a table of hits, false alarms, misses and correct negatives. */
export function tablePairs(row: Float64Array, at: number): number {
  return row[at]! + row[at + 1]! + row[at + 2]! + row[at + 3]!;
}

/** Pairs of a variable; of precipitation those that tell wet from dry. @param lead  index of the lead */
export function pairsOf(
  row: Float64Array,
  interval: AccuracyInterval,
  lead: number,
  variable: AccuracyVariableId,
): number {
  const layout = RECORD_LAYOUTS[interval];
  if (variable === 'precipitation')
    return tablePairs(row, layout.at(interval, lead, 'occurrence') + OCCURRENCE_SUMS.service);
  if (variable === 'precipitation_probability')
    return row[layout.at(interval, lead, 'probability') + PROBABILITY_SUMS.samples]!;
  return row[layout.at(interval, lead, variable) + ERROR_SUMS.samples]!;
}

/** Index of the lead that stands for its interval. */
export function headlineLead(interval: AccuracyInterval): number {
  const { leads } = RECORD_LAYOUTS[interval].sections[0]!;
  return leads.findIndex(({ first }) => first === HEADLINE_LEADS[interval]);
}

/** True if headlines of a station have a pair of one of the intervals. */
export function hasPairs(headlines: Float64Array, intervals: readonly AccuracyInterval[]): boolean {
  return HEADLINES.some(({ interval, block }, index) => {
    const at = index * HEADLINE_SUMS;
    if (!intervals.includes(interval)) return false;
    return block === 'occurrence' ? tablePairs(headlines, at) > 0 : headlines[at]! > 0;
  });
}
