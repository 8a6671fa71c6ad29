/** A request as a plan: intervals with their variables and leads, the period, and the units. */

import {
  ACCURACY_LEADS,
  type AccuracyInterval,
  type AccuracyLeads,
  type AccuracyVariableId,
  accuracyVariablesOf,
  EVALUATION_DAYS,
} from '../../model/accuracy.js';
import type { AccuracyRecord, DateSpan } from '../../model/accuracy-record.js';
import { DAY } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import { blockDaysFor } from '../../science/verification/confidence.js';
import type { AccuracyRequest } from './request.js';

/** A requested section. */
export interface SectionPlan {
  readonly interval: AccuracyInterval;
  readonly section: AccuracyLeads['section'];
  /** Field of the lead in records. */
  readonly field: AccuracyLeads['field'];
  /** Rising; with their positions among all leads of the interval. */
  readonly leads: readonly { readonly lead: number; readonly index: number }[];
  /** In the order of the interface. */
  readonly variables: readonly AccuracyVariableId[];
}

export interface AccuracyPlan {
  readonly sections: readonly SectionPlan[];
  readonly days: DateSpan;
  /** Last date with observations, days since 1970-01-01; null: there is none. */
  readonly through: number | null;
  /** Dates of the blocks whose spread gives confidence; all dates where it is not asked for. */
  readonly blockDays: number;
  readonly units: { readonly system: string; readonly temperature: string; readonly precipitation: string };
}

/** @param today  UTC date, days since 1970-01-01 */
export function planOf(request: AccuracyRequest, record: AccuracyRecord, today: number): AccuracyPlan {
  const { days: count = EVALUATION_DAYS.default, units = 'metric', unit_overrides = {}, include = [] } = request;
  const { firstDay, lastDay } = record;
  const through = lastDay >= firstDay ? lastDay : null;
  const last = through ?? today - 1;
  const first = last - count + 1;
  const held = Math.max(1, last - Math.max(first, firstDay) + 1);
  const { system, temperature, precipitation } = resolveUnits(units, unit_overrides);
  return {
    sections: ACCURACY_LEADS.flatMap((row) => sectionOf(request, row)),
    days: [first, last],
    through,
    blockDays: include.includes('confidence') ? blockDaysFor(held) : count,
    units: { system, temperature, precipitation },
  };
}

/** The UTC date, days since 1970-01-01. */
export function dateOf(now: number): number {
  return Math.floor(now / DAY);
}

function sectionOf(request: AccuracyRequest, { interval, section, field, leads }: AccuracyLeads): SectionPlan[] {
  const asked = request[section];
  if (asked === undefined) return [];
  const wanted = (asked as { readonly [Field in typeof field]?: readonly number[] })[field] ?? leads;
  return [
    {
      ...{ interval, section, field },
      leads: leads.flatMap((lead, index) => (wanted.includes(lead) ? [{ lead, index }] : [])),
      variables: accuracyVariablesOf(interval).filter((variable) => asked.variables.includes(variable)),
    },
  ];
}
