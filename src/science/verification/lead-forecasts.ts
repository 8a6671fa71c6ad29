/**
 * Forecasts of one station by lead: of all issues, the one whose value is verified at each lead.
 *
 *   hours   valid hour T, lead h: the newest issue at or before T − h and after T − h − 90 min; of lead 0, after T − 60 min
 *   days    date D, lead d: the issue nearest after 06:00 local on D − d, at most three hours after it; half days are
 *           issues of the evening: lead 0.5 is 18:00 on the date before
 *
 * An issue that is missing stays missing: no older or later one stands in for it. Issues may come in any order and more than
 * once. Those of equal times are one: known values of the later one replace those of the earlier one.
 */

import { DAY, HOUR, localDay, MINUTE } from '../../model/time.js';
import type { Zone } from '../../model/zone.js';

/** Consecutive hours that an issue forecasts; NaN: not forecast. */
export interface IssuedHourValues {
  /** First hour, epoch seconds, a whole hour. */
  readonly start: number;
  /** K, at the beginning of the hour. */
  readonly temperature: ArrayLike<number>;
  /** mm, total of the hour that begins there. */
  readonly precipitation: ArrayLike<number>;
  /** Probability of at least 0.1 mm in that hour, 0..1. */
  readonly probability: ArrayLike<number>;
}

/** Consecutive local dates that an issue forecasts; NaN: not forecast. */
export interface IssuedDayValues {
  /** First date, days since 1970-01-01. */
  readonly firstDay: number;
  /** K. */
  readonly temperatureMax: ArrayLike<number>;
  /** K. */
  readonly temperatureMin: ArrayLike<number>;
  /** mm, total of the date. */
  readonly precipitation: ArrayLike<number>;
  /** Probability of at least 1.0 mm on that date, 0..1. */
  readonly probability: ArrayLike<number>;
}

/** Values of the same issue without learned corrections, hours and dates as in the answer; NaN: not forecast. */
export interface UncorrectedValues {
  /** Null: the issue has no hours. */
  readonly hours: Pick<IssuedHourValues, 'temperature' | 'probability'> | null;
  /** Null: the issue has no days. */
  readonly days: Pick<IssuedDayValues, 'temperatureMax' | 'temperatureMin' | 'probability'> | null;
}

/** The forecast of one issue for one station. */
export interface StationIssue {
  /** Epoch seconds. */
  readonly issueTime: number;
  /** Null: the issue has no hours. */
  readonly hours: IssuedHourValues | null;
  /** Null: the issue has no days. */
  readonly days: IssuedDayValues | null;
  /** Null or left out: nothing was corrected, so that what was answered is uncorrected as well. */
  readonly uncorrected?: UncorrectedValues | null;
}

export interface LeadPlan {
  readonly zone: Zone;
  /** Dates that are verified, both inclusive, days since 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Whole hours. */
  readonly leadHours: readonly number[];
  /** Whole hours that are pooled with others; none by default. */
  readonly pooledHours?: readonly number[];
  /** Days, in halves. */
  readonly leadDays: readonly number[];
  /** Local hour from which leads of days count. */
  readonly issueHour: number;
}

/** Local hour of the issue that the leads of days count from. */
export const ISSUE_HOUR = 6;
const NEWEST_WITHIN = 90 * MINUTE;
/** For lead 0, and for leads that are pooled: each pair of an issue and a valid hour then has one lead. */
const NEWEST_WITHIN_HOUR = HOUR;
const DAY_ISSUE_WITHIN = 3 * HOUR;

/** Values that learned corrections change. */
const CORRECTED_HOURS = ['temperature', 'probability'] as const;
const CORRECTED_DAYS = ['temperatureMax', 'temperatureMin', 'probability'] as const;

/** Values of one lead over consecutive hours or dates; NaN: no issue, or the issue has no value. */
export interface LeadHours {
  readonly temperature: Float32Array;
  readonly precipitation: Float32Array;
  readonly probability: Float32Array;
  /** Time of the issue that the values are of; NaN: none. */
  readonly issued: Float64Array;
  /** The same before learned corrections; null: no issue was corrected, and the values are uncorrected themselves. */
  uncorrected: Readonly<Record<(typeof CORRECTED_HOURS)[number], Float32Array>> | null;
}
export interface LeadDays {
  readonly temperatureMax: Float32Array;
  readonly temperatureMin: Float32Array;
  readonly precipitation: Float32Array;
  readonly probability: Float32Array;
  readonly issued: Float64Array;
  /** As of `LeadHours`. */
  uncorrected: Readonly<Record<(typeof CORRECTED_DAYS)[number], Float32Array>> | null;
}

export interface LeadForecasts {
  readonly plan: LeadPlan;
  /** First valid hour, epoch seconds, and the number of hours. */
  readonly start: number;
  readonly count: number;
  /** By lead, in the order of the plan. */
  readonly hours: ReadonlyMap<number, LeadHours>;
  readonly pooledHours: ReadonlyMap<number, LeadHours>;
  readonly days: ReadonlyMap<number, LeadDays>;
  add(issue: StationIssue): void;
}

export function collectLeads(plan: LeadPlan): LeadForecasts {
  const { zone, firstDay, lastDay, leadHours, leadDays } = plan;
  const start = Math.ceil(localDay(firstDay, zone).start / HOUR) * HOUR;
  const count = Math.max(0, Math.ceil((localDay(lastDay, zone).end - start) / HOUR));
  const dates = lastDay - firstDay + 1;
  const byLead = (leads: readonly number[]) => new Map(leads.map((lead) => [lead, noHours(count)] as const));
  const [hours, pooledHours] = [byLead(leadHours), byLead(plan.pooledHours ?? [])];
  const days = new Map(leadDays.map((lead) => [lead, noDays(dates)] as const));
  return {
    ...{ plan, start, count, hours, pooledHours, days },
    add({ issueTime, hours: issuedHours, days: issuedDays, uncorrected = null }) {
      if (issuedHours !== null) {
        const at = { issueTime, start, count, issued: issuedHours, before: uncorrected?.hours ?? null };
        for (const [lead, chosen] of hours) addHours(chosen, lead, lead === 0 ? NEWEST_WITHIN_HOUR : NEWEST_WITHIN, at);
        for (const [lead, chosen] of pooledHours) addHours(chosen, lead, NEWEST_WITHIN_HOUR, at);
      }
      if (issuedDays === null) return;
      const of = { issueTime, issued: issuedDays, before: uncorrected?.days ?? null };
      for (const [lead, chosen] of days) addDays(chosen, lead, plan, of);
    },
  };
}

const values = (length: number) => new Float32Array(length).fill(Number.NaN);
const times = (length: number) => new Float64Array(length).fill(Number.NaN);

function noHours(count: number): LeadHours {
  return {
    ...{ temperature: values(count), precipitation: values(count), probability: values(count) },
    ...{ issued: times(count), uncorrected: null },
  };
}

function noDays(dates: number): LeadDays {
  return {
    ...{ temperatureMax: values(dates), temperatureMin: values(dates) },
    ...{ precipitation: values(dates), probability: values(dates), issued: times(dates) },
    uncorrected: null,
  };
}

interface IssuedAt {
  readonly issueTime: number;
  readonly start: number;
  readonly count: number;
  readonly issued: IssuedHourValues;
  /** Null: the issue was not corrected. */
  readonly before: UncorrectedValues['hours'];
}

/** Puts the values of an issue where it is the newest one of a lead: at one valid hour or two. */
function addHours(chosen: LeadHours, lead: number, within: number, at: IssuedAt): void {
  const { issueTime, start, count, issued, before } = at;
  const earliest = issueTime + lead * HOUR;
  const until = earliest + within;
  for (let valid = Math.ceil(earliest / HOUR) * HOUR; valid < until; valid += HOUR) {
    const n = (valid - start) / HOUR;
    if (n < 0 || n >= count || chosen.issued[n]! > issueTime) continue;
    const from = (valid - issued.start) / HOUR;
    const isSame = chosen.issued[n] === issueTime;
    chosen.issued[n] = issueTime;
    if (before !== null) chosen.uncorrected ??= copiesOf(chosen, CORRECTED_HOURS);
    for (const name of ['temperature', 'precipitation', 'probability'] as const)
      put(chosen[name], n, issued[name][from], isSame);
    if (chosen.uncorrected !== null)
      for (const name of CORRECTED_HOURS) put(chosen.uncorrected[name], n, (before ?? issued)[name][from], isSame);
  }
}

interface IssuedOn {
  readonly issueTime: number;
  readonly issued: IssuedDayValues;
  /** Null: the issue was not corrected. */
  readonly before: UncorrectedValues['days'];
}

/** Puts the values of an issue at the date that it is of by its local time, unless an earlier one is there. */
function addDays(chosen: LeadDays, lead: number, plan: LeadPlan, { issueTime, issued, before }: IssuedOn): void {
  const { firstDay, lastDay } = plan;
  const date = dateOfLead(issueTime, lead, plan);
  if (date === null || date < firstDay || date > lastDay) return;
  const at = date - firstDay;
  if (chosen.issued[at]! < issueTime) return;
  const from = date - issued.firstDay;
  const isSame = chosen.issued[at] === issueTime;
  chosen.issued[at] = issueTime;
  if (before !== null) chosen.uncorrected ??= copiesOf(chosen, CORRECTED_DAYS);
  for (const name of ['temperatureMax', 'temperatureMin', 'precipitation', 'probability'] as const)
    put(chosen[name], at, issued[name][from], isSame);
  if (chosen.uncorrected !== null)
    for (const name of CORRECTED_DAYS) put(chosen.uncorrected[name], at, (before ?? issued)[name][from], isSame);
}

/** Answers so far were uncorrected. */
function copiesOf<Name extends string>(
  chosen: Readonly<Record<Name, Float32Array>>,
  names: readonly Name[],
): Record<Name, Float32Array> {
  return Object.fromEntries(names.map((name) => [name, chosen[name].slice()])) as Record<Name, Float32Array>;
}

/**
 * Local date that an issue is verified on at a lead of days, in days since 1970-01-01; null: none, by the time of the day.
 *
 * @param lead  days, in halves
 */
export function dateOfLead(
  issueTime: number,
  lead: number,
  { zone, issueHour }: Pick<LeadPlan, 'zone' | 'issueHour'>,
): number | null {
  const fromIssueHour = issueTime + zone.offsetAt(issueTime) - issueHour * HOUR + lead * DAY;
  const date = Math.floor(fromIssueHour / DAY);
  return fromIssueHour - date * DAY < DAY_ISSUE_WITHIN ? date : null;
}

/** Stores a value; a missing one does not replace what the same issue has already. */
function put(values: Float32Array, at: number, value: number | undefined, isSame: boolean): void {
  const isMissing = value === undefined || Number.isNaN(value);
  if (!isMissing) values[at] = value;
  else if (!isSame) values[at] = Number.NaN;
}
