/** Warnings about verified forecasts: how far the record reaches, and what it has too few pairs of. */

import { type AccuracyVariableId, SAMPLE_MINIMUMS } from '../../model/accuracy.js';
import type { AccuracyScope } from '../../model/accuracy-answer.js';
import type { AccuracyRecord } from '../../model/accuracy-record.js';
import { formatDate } from '../../model/time.js';
import { minimumOf, pairsOf, tablePairs } from '../../query/accuracy/pairs.js';
import { LOCAL_REACHES, type PooledSums, totalRow } from '../../query/accuracy/pooled-sums.js';
import { RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { ERROR_SUMS } from '../../science/verification/sums-layout.js';
import type { Notices } from '../notices.js';
import type { AccuracyPlan, SectionPlan } from './plan.js';

/** A night's verification may fail twice before data are called late, days. */
const LATE_AFTER_DAYS = 3;

/** @param today  UTC date, days since 1970-01-01 */
export function isLate({ lastDay }: AccuracyRecord, today: number): boolean {
  return today - lastDay > LATE_AFTER_DAYS;
}

export function lateMessage({ lastDay }: AccuracyRecord): string {
  return `Forecasts are verified to ${formatDate(lastDay)}, which is more than ${LATE_AFTER_DAYS} days ago.`;
}

export interface AccuracyFacts {
  readonly scope: AccuracyScope;
  readonly record: AccuracyRecord;
  readonly plan: AccuracyPlan;
  readonly pool: PooledSums;
  /** UTC date, days since 1970-01-01. */
  readonly today: number;
}

export function addAccuracyNotices(notices: Notices, facts: AccuracyFacts): void {
  const { record, plan, pool, today } = facts;
  if (record.simulated)
    notices.add(
      'simulated_data',
      'These forecasts or observations are simulated: they come from the built-in upstream.',
    );
  if (isLate(record, today)) notices.add('stale_data', lateMessage(record), { source: 'accuracy' });
  addStartNotice(notices, facts);
  if (!pool.isAvailable) return void notices.add('low_samples', absenceOf(facts));
  for (const section of plan.sections) addSectionNotices(notices, section, pool);
}

function addStartNotice(notices: Notices, { record: { firstDay }, plan: { days, through } }: AccuracyFacts): void {
  const [first, last] = days;
  const missing = Math.min(last - first + 1, firstDay - first);
  if (through === null || missing <= 0) return;
  notices.add(
    'partial_data',
    `The record of accuracy begins on ${formatDate(firstDay)}; ${missing} of the ${last - first + 1} requested days are before it.`,
    { count: missing },
  );
}

function absenceOf({ scope, pool }: AccuracyFacts): string {
  const few = 'Metrics are null.';
  if (scope.type === 'network') return `No forecast was verified in this period. ${few}`;
  if (scope.type === 'region') return `No forecast was verified at a station of this region in this period. ${few}`;
  const reach = LOCAL_REACHES.at(-1);
  if (pool.stations.length === 0) return `No forecast was verified within ${reach} km in this period. ${few}`;
  return `The stations within ${reach} km have too few pairs of forecast and observation in this period. ${few}`;
}

function addSectionNotices(notices: Notices, { interval, section, leads, variables }: SectionPlan, pool: PooledSums) {
  const row = totalRow(pool.rows.get(interval)!);
  const layout = RECORD_LAYOUTS[interval];
  const few = new Set<AccuracyVariableId>();
  let records = 0;
  let withoutAmounts = 0;
  for (const { index } of leads) {
    const lacking = variables.filter((variable) => pairsOf(row, interval, index, variable) < minimumOf(interval));
    const amounts = row[layout.at(interval, index, 'amount') + ERROR_SUMS.samples]!;
    const wet = wetPairs(row, layout.at(interval, index, 'occurrence'));
    if (variables.includes('precipitation') && amounts < SAMPLE_MINIMUMS.precipitation_amount)
      lacking.push('precipitation');
    if (variables.includes('precipitation') && wet > 0 && amounts === 0) withoutAmounts++;
    for (const variable of lacking) few.add(variable);
    if (lacking.length > 0) records++;
  }
  if (records > 0)
    notices.add(
      'low_samples',
      `Metrics with too few pairs are null in ${records} of ${leads.length} ${section} records.`,
      {
        variables: [...few],
        count: records,
      },
    );
  if (withoutAmounts > 0)
    notices.add(
      'observed_from_present_weather',
      'Stations here report rain and snow as present weather without an amount: occurrence is verified, the amount has 0 samples.',
      { variables: ['precipitation'] },
    );
}

/** Pairs whose forecast or observation was wet: all that an amount could have. */
function wetPairs(row: Float64Array, at: number): number {
  return tablePairs(row, at) - row[at + 3]!;
}
