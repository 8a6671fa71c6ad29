/** The reports of the last three hours: what was published, and what is new. */

import {
  REPORT_FLAGS,
  REPORT_QUANTITIES,
  type ReportQuantity,
  type ReportStation,
  type StationReport,
} from '../../model/station-report.js';
import { HOUR, MINUTE } from '../../model/time.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { checkReport, markSteps, type ValueRule } from './report-quality.js';

/** A report is of use as the present weather for so long, s. */
export const WINDOW = 3 * HOUR;
/** Clocks of stations and ours may differ by so much, s. */
const AHEAD = 10 * MINUTE;
/** Lists of stations are corrected by less than this, m; a station that is further away is another one. */
const MOVED = 10_000;
/** Reports of a station in the window: one in three minutes. Only the newest stay. */
const MOST_OF_STATION = 60;

/**
 * Rules by which a report or a value of it is left out: `future`, `old` by its time, `moved` away from where the station was
 * published, `duplicate` of another in the same file; others see `report-quality.ts`. `step` temperatures stay, marked.
 */
export type WindowRule = ValueRule | 'future' | 'old' | 'moved' | 'duplicate' | 'step';
export type Counts = ReadonlyMap<WindowRule, number>;

export interface ReportWindow {
  readonly reports: readonly StationReport[];
  /** What was left out of the fresh reports, and the temperatures that are marked. */
  readonly counts: Counts;
  /** Fresh reports that were not there before, or differ from what was. */
  readonly changed: number;
}

/**
 * Adds fresh reports to those that were published. A station that moved gets its new place when its reports of the old one
 * have left the window.
 *
 * @param published  of before
 * @param fresh  of one file
 * @param now  epoch seconds
 */
export function addReports(
  published: Iterable<StationReport>,
  fresh: readonly StationReport[],
  now: number,
): ReportWindow {
  const counts = new Map<WindowRule, number>();
  const count: Counter = (rule) => void counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const stations = new Map<string, Map<number, StationReport>>();
  for (const report of published)
    if (timeFault(report.time, now) === null) timesOf(stations, report.station.id).set(report.time, report);
  const places = new Map([...stations].map(([id, reports]) => [id, newestOf(reports).station]));
  const added = chooseFresh(fresh, (report) => timeFault(report.time, now) ?? placeFault(report, places), count);
  const changed = added.filter((report) => put(timesOf(stations, report.station.id), report)).length;
  const reports = [...stations.values()].flatMap((times) => {
    const inOrder = [...times.values()].sort((a, b) => a.time - b.time).slice(-MOST_OF_STATION);
    return markSteps(inOrder);
  });
  for (const { flags } of reports) if ((flags & REPORT_FLAGS.temperatureSuspect) !== 0) count('step');
  return { reports, counts, changed };
}

type Counter = (rule: WindowRule) => void;

/** The reports of a file that can be used, one for each station and minute, without the values that cannot be. */
function chooseFresh(
  fresh: readonly StationReport[],
  faultOf: (report: StationReport) => WindowRule | null,
  count: Counter,
): StationReport[] {
  const chosen = new Map<string, StationReport>();
  for (const given of fresh) {
    const { report, broken } = checkReport(given);
    const fault = faultOf(report);
    if (fault !== null) {
      count(fault);
      continue;
    }
    for (const rule of broken) count(rule);
    const key = `${report.station.id} ${report.time}`;
    const twin = chosen.get(key);
    if (twin !== undefined) count('duplicate');
    chosen.set(key, twin === undefined ? report : better(twin, report));
  }
  return [...chosen.values()];
}

function timesOf(stations: Map<string, Map<number, StationReport>>, id: string): Map<number, StationReport> {
  const known = stations.get(id) ?? new Map<number, StationReport>();
  stations.set(id, known);
  return known;
}

function newestOf(reports: ReadonlyMap<number, StationReport>): StationReport {
  return [...reports.values()].reduce((newest, report) => (report.time > newest.time ? report : newest));
}

function timeFault(time: number, now: number): 'future' | 'old' | null {
  if (time > now + AHEAD) return 'future';
  return time <= now - WINDOW ? 'old' : null;
}

function placeFault({ station }: StationReport, places: ReadonlyMap<string, ReportStation>): 'moved' | null {
  const known = places.get(station.id);
  if (known === undefined) return null;
  const { latitude, longitude } = station;
  return greatCircleDistance(latitude, longitude, known.latitude, known.longitude) > MOVED ? 'moved' : null;
}

/** Of two reports of one station and minute the corrected one, else the first: the file has the newest first. */
export function better(first: StationReport, second: StationReport): StationReport {
  const isCorrected = ({ flags }: StationReport) => (flags & REPORT_FLAGS.corrected) !== 0;
  return isCorrected(second) && !isCorrected(first) ? second : first;
}

/** Takes the place of what was there, unless that was corrected and this is not. True when something changed. */
function put(times: Map<number, StationReport>, report: StationReport): boolean {
  const before = times.get(report.time);
  const chosen = before === undefined ? report : better(report, before);
  times.set(report.time, chosen);
  return before === undefined || (chosen !== before && !isSame(chosen, before));
}

/** Values are compared as they are stored, in float32; the marks of steps follow from the others. */
function isSame(a: StationReport, b: StationReport): boolean {
  const flagsOf = ({ flags }: StationReport) => flags & ~REPORT_FLAGS.temperatureSuspect;
  const isEqual = (name: ReportQuantity) => Object.is(Math.fround(a[name]), Math.fround(b[name]));
  return a.weather === b.weather && flagsOf(a) === flagsOf(b) && REPORT_QUANTITIES.every(isEqual);
}
