/** Verifies the forecasts of a folder with a file of observations: which leads there are, and the pairs of each station. */

import { MalformedError } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import { EVERY_STATION } from '../../decode/verification/forecast-table.js';
import type { DecodedObservations } from '../../decode/verification/observation-table.js';
import { ACCURACY_LEADS } from '../../model/accuracy.js';
import { DAY, HOUR, localDateNumber, type Zone, zoneOf } from '../../model/time.js';
import type { UnitSystem } from '../../model/units.js';
import {
  countStation,
  type DayPersistence,
  type ObservedDays,
  type ObservedStation,
  wetFrequency,
} from '../../science/verification/count-station.js';
import { collectLeads, dateOfLead, ISSUE_HOUR, type StationIssue } from '../../science/verification/lead-forecasts.js';
import { checkDays, checkHours } from '../../science/verification/observation-checks.js';
import { observedDays } from '../../science/verification/observed-days.js';
import {
  addRow,
  type DateRows,
  type LayoutSection,
  type LeadSpan,
  noDateRows,
  type SumsLayout,
  sumsLayout,
} from '../../science/verification/sums-layout.js';
import { type IssuedForecasts, readForecasts, readObservations } from './accuracy-files.js';
import { type StationSums, totalOf } from './accuracy-report.js';

export type { DayPersistence } from '../../science/verification/count-station.js';
export { DAY_PERSISTENCES } from '../../science/verification/count-station.js';
export type { LeadSpan, SumsLayout } from '../../science/verification/sums-layout.js';

export interface FileVerification {
  /** Folder or file of issued forecasts. */
  readonly archive: string;
  /** File of observations. */
  readonly observations: string;
  /** Units of values in tables that do not name theirs. */
  readonly units: UnitSystem;
  /** Zone of the local days; null: that of the files, else UTC. */
  readonly zone: string | null;
  /** Local hour that leads of days count from; null: 6, or the hour nearest to it that has issues. */
  readonly issueHour: number | null;
  readonly persistence: DayPersistence;
  /** Null: those of the accuracy record, with half days at first. */
  readonly leadDays: readonly number[] | null;
  /** Null: those of the accuracy record, and days of 24 hours as far as the forecasts go. */
  readonly leadHours: readonly LeadSpan[] | null;
  /** First and last date, days since 1970-01-01; null: those of the observations. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface VerifiedForecasts {
  readonly layout: SumsLayout;
  /** Sums of all stations by date. */
  readonly rows: DateRows;
  readonly stations: readonly StationSums[];
  /** Dates that were verified, days since 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly issues: number;
  readonly issueHour: number;
  /** Names of the formats that were read: "NWS highs". */
  readonly titles: readonly string[];
  readonly notes: readonly string[];
}

/** Rows of 366 dates of one station take up to 20 MB. */
const MOST_DAYS = 3 * 366;

/** A station with what was forecast and observed. */
interface Comparison {
  readonly id: string;
  readonly zone: Zone;
  readonly issues: readonly StationIssue[];
  readonly observed: ObservedStation;
}

/** @throws MalformedError  a file breaks its format, no station has both, or the dates are too many */
export function verifyFiles(request: FileVerification, progress: Progress): VerifiedForecasts {
  const forecasts = readForecasts(request.archive, request.units, progress);
  const observations = readObservations(request.observations, request.units);
  const comparisons = comparisonsOf(forecasts, observations, request.zone);
  const [firstDay, lastDay] = datesOf(comparisons, request);
  const issueHour = request.issueHour ?? usualIssueHour(comparisons);
  const layout = layoutOf(comparisons, issueHour, request);
  const rows = noDateRows(layout, firstDay, lastDay - firstDay + 1);
  const stations = comparisons.map((comparison, index): StationSums => {
    const own = rowsOf(comparison, layout, { ...request, firstDay, lastDay, issueHour });
    addRow(rows.sums, own.sums);
    const text = `comparing: ${index + 1} of ${comparisons.length} stations`;
    progress({ event: 'station', text, facts: { station: comparison.id } });
    return { id: comparison.id, total: totalOf(layout, own) };
  });
  const titles = [...new Set([...forecasts.titles, observations.title])];
  const timesOf = (list: readonly StationIssue[]) => new Set(list.map(({ issueTime }) => issueTime)).size;
  const issues = [...forecasts.issues.values()].reduce((sum, list) => sum + timesOf(list), 0);
  return { layout, rows, stations, firstDay, lastDay, issues, issueHour, titles, notes: forecasts.notes };
}

interface CountedPeriod extends Pick<FileVerification, 'persistence'> {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly issueHour: number;
}

function rowsOf({ zone, issues, observed }: Comparison, layout: SumsLayout, period: CountedPeriod): DateRows {
  const { firstDay, lastDay, issueHour, persistence } = period;
  const leads = collectLeads({ zone, firstDay, lastDay, issueHour, ...leadsOf(layout) });
  for (const issue of issues) leads.add(issue);
  const prepared = preparedObservations(observed, zone, [firstDay, lastDay]);
  return countStation(layout, leads, prepared, { persistence, climatology: wetFrequency(prepared) });
}

function comparisonsOf(
  { issues, zone }: IssuedForecasts,
  { stations, zones }: DecodedObservations,
  chosen: string | null,
): Comparison[] {
  const ofEvery = issues.get(EVERY_STATION) ?? [];
  const found = [...stations].flatMap(([id, observed]): Comparison[] => {
    const own = [...ofEvery, ...(issues.get(id) ?? [])];
    return own.length === 0 ? [] : [{ id, observed, issues: own, zone: zoneNamed(chosen ?? zones.get(id) ?? zone) }];
  });
  if (found.length > 0) return found;
  const names = (of: ReadonlyMap<string, unknown>) => [...of.keys()].slice(0, 3).join(', ') || 'none';
  throw new MalformedError(
    'observations',
    `stations must be those of the forecasts (${names(issues)})`,
    names(stations),
  );
}

function zoneNamed(name: string | null): Zone {
  const zone = zoneOf(name ?? 'UTC');
  if (zone === null) throw new MalformedError('time zone', 'must be an IANA name', name ?? undefined);
  return zone;
}

/** Dates from the first to the last observation. */
function datesOf(comparisons: readonly Comparison[], { from, to }: FileVerification): [number, number] {
  const spans = comparisons.flatMap(({ zone, observed: { hours, days } }) => [
    ...(days === null ? [] : [days.firstDay, days.firstDay + days.temperatureMax.length - 1]),
    ...(hours === null ? [] : [hours.start, hours.start + (hours.temperatures.length - 1) * HOUR]).map((time) =>
      localDateNumber(time, zone),
    ),
  ]);
  const issued = comparisons.flatMap(({ issues }) => issues.map(({ issueTime }) => issueTime));
  const earliest =
    Math.floor(issued.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY) / DAY) - 1;
  const first = from ?? Math.max(earliest, Math.min(...spans));
  const last = to ?? Math.min(lastForecastDay(comparisons), Math.max(...spans));
  if (last < first) throw new MalformedError('observations', 'must be of dates that were forecast');
  if (last - first >= MOST_DAYS)
    throw new MalformedError('observations', `must be of at most ${MOST_DAYS} dates; choose them`, last - first + 1);
  return [first, last];
}

function lastForecastDay(comparisons: readonly Comparison[]): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { issues } of comparisons)
    for (const { hours, days } of issues) {
      if (hours !== null) last = Math.max(last, Math.floor((hours.start + hours.temperature.length * HOUR) / DAY) + 1);
      if (days !== null) last = Math.max(last, days.firstDay + days.temperatureMax.length);
    }
  return last;
}

/** Local hour from which three hours have issues of days: 6, or the nearest one, the earlier of two. */
function usualIssueHour(comparisons: readonly Comparison[]): number {
  const hours = new Set<number>();
  for (const { zone, issues } of comparisons)
    for (const { issueTime, days } of issues)
      if (days !== null) hours.add(Math.floor(((((issueTime + zone.offsetAt(issueTime)) % DAY) + DAY) % DAY) / HOUR));
  if (hours.size === 0 || [0, 1, 2].some((later) => hours.has(ISSUE_HOUR + later))) return ISSUE_HOUR;
  const away = (hour: number) => Math.abs(hour - ISSUE_HOUR);
  return [...hours].sort((a, b) => away(a) - away(b) || a - b)[0]!;
}

const serviceLeads = (wanted: '1d' | '1h'): readonly number[] =>
  ACCURACY_LEADS.find(({ interval }) => interval === wanted)!.leads;
const HALF_DAYS = [0, 0.5, 1, 1.5];
const single = (lead: number): LeadSpan => ({ first: lead, last: lead });

function layoutOf(
  comparisons: readonly Comparison[],
  issueHour: number,
  { leadDays, leadHours }: FileVerification,
): SumsLayout {
  const horizon = Math.max(0, ...comparisons.map(({ issues }) => longestLead(issues)));
  const wholeDays = Array.from({ length: Math.floor(horizon / 24) }, (_, day) => ({
    ...{ first: 24 * day, last: 24 * day + 23 },
  }));
  const days = [...new Set([...HALF_DAYS, ...serviceLeads('1d')])].sort((a, b) => a - b);
  const issued = (leadDays ?? days).filter(issuedLeads(comparisons, issueHour));
  const sections: LayoutSection[] = [];
  if (horizon > 0)
    sections.push({ interval: '1h', leads: leadHours ?? [...serviceLeads('1h').map(single), ...wholeDays] });
  if (issued.length > 0) sections.push({ interval: '1d', leads: issued.map(single) });
  return sumsLayout(sections);
}

/**
 * Tells which leads of days the issues have, between their shortest and longest of mornings and of evenings: leads that
 * nobody issued would only take memory.
 */
function issuedLeads(comparisons: readonly Comparison[], issueHour: number): (lead: number) => boolean {
  const spans = [0, 0.5].map((half) => ({ half, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }));
  for (const { zone, issues } of comparisons)
    for (const { issueTime, days } of issues)
      for (const span of days === null ? [] : spans) {
        const date = dateOfLead(issueTime, span.half, { zone, issueHour });
        if (date === null) continue;
        const lead = days!.firstDay - date + span.half;
        span.first = Math.min(span.first, lead);
        span.last = Math.max(span.last, lead + days!.temperatureMax.length - 1);
      }
  return (lead) => spans.some(({ half, first, last }) => lead % 1 === half && lead >= first && lead <= last);
}

/** Hours from an issue to the end of its last hour; 0: no issue has hours. */
function longestLead(issues: readonly StationIssue[]): number {
  return issues.reduce((longest, { issueTime, hours }) => {
    if (hours === null) return longest;
    return Math.max(longest, (hours.start + hours.temperature.length * HOUR - issueTime) / HOUR);
  }, 0);
}

/** Leads that are collected for a layout: single ones, and those that are pooled. */
function leadsOf({ sections }: SumsLayout) {
  const spans = (interval: '1h' | '1d') => sections.find((section) => section.interval === interval)?.leads ?? [];
  const all = ({ first, last }: LeadSpan) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const isSingle = ({ first, last }: LeadSpan) => first === last;
  return {
    leadHours: spans('1h')
      .filter(isSingle)
      .map(({ first }) => first),
    pooledHours: [
      ...new Set(
        spans('1h')
          .filter((span) => !isSingle(span))
          .flatMap(all),
      ),
    ],
    leadDays: spans('1d').map(({ first }) => first),
  };
}

/** Days that persistence may look back. */
const DAYS_BEFORE = 16;

/** Checked hours, and days: those of the file where it has them, else those of the hours. */
function preparedObservations(
  { hours, days }: ObservedStation,
  zone: Zone,
  [first, last]: readonly [number, number],
): ObservedStation {
  const checked = hours === null ? null : checkHours(hours);
  if (checked === null) return { hours: null, days: days && checkDays(days) };
  const ofHours = observedDays(checked, null, [first - DAYS_BEFORE, last], zone);
  return { hours: checked, days: days === null ? ofHours : mergedDays(checkDays(days), ofHours) };
}

function mergedDays(days: ObservedDays, { firstDay, ...others }: ObservedDays): ObservedDays {
  const merged = (name: 'temperatureMax' | 'temperatureMin' | 'precipitation') =>
    Float64Array.from(others[name], (value, n) => {
      const own = days[name][firstDay + n - days.firstDay] ?? Number.NaN;
      return Number.isNaN(own) ? value : own;
    });
  return {
    ...{ firstDay, temperatureMax: merged('temperatureMax') },
    ...{ temperatureMin: merged('temperatureMin'), precipitation: merged('precipitation') },
  };
}
