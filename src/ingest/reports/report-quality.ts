/** Quality rules for single station reports, and for the temperature of neighbours in time. docs/methods/stations.md */

import {
  REPORT_FLAGS,
  REPORT_QUANTITIES,
  type ReportQuantity,
  type StationReport,
} from '../../model/station-report.js';
import { HOUR } from '../../model/time.js';

/**
 * Bounds of the quantities, in their units: what lies outside was never observed at the ground (WMO archive of extremes),
 * and is a fault of the sensor or of the line.
 */
const PLAUSIBLE: Readonly<Record<ReportQuantity, readonly [least: number, most: number]>> = {
  temperature: [183, 330],
  dew_point: [170, 310],
  wind_direction: [0, 360],
  wind_speed: [0, 100],
  wind_gust: [0, 120],
  altimeter: [86_000, 109_000],
  pressure_msl: [86_000, 109_000],
  visibility: [0, 200_000],
  cloud_cover: [0, 1],
  ceiling: [0, 30_000],
  precipitation: [0, 305],
};

/** Whole degrees of both may hide half a degree each, but a report rounds both from the same air. */
const DEW_POINT_EXCESS = 0.5;
/** Reductions to sea level differ in the temperature of the air that is not there: by 30 hPa at 3,000 m in winter. */
const PRESSURE_DISAGREEMENT = 4000;

/** Rules by which a value of a report becomes missing. */
export type ValueRule = 'range' | 'dew-point' | 'gust' | 'sea-level';

/** Values that are missing now, by the rule that they broke. */
export interface CheckedReport {
  readonly report: StationReport;
  readonly broken: readonly ValueRule[];
}

/** Removes values of a report that cannot be; the others stay. */
export function checkReport(report: StationReport): CheckedReport {
  const values: Record<ReportQuantity, number> = { ...report };
  const broken: ValueRule[] = [];
  const drop = (name: ReportQuantity, rule: ValueRule) => {
    values[name] = Number.NaN;
    broken.push(rule);
  };
  for (const name of REPORT_QUANTITIES) {
    const [least, most] = PLAUSIBLE[name];
    if (values[name] < least || values[name] > most) drop(name, 'range');
  }
  if (values.dew_point > values.temperature + DEW_POINT_EXCESS) drop('dew_point', 'dew-point');
  if (values.wind_gust < values.wind_speed) drop('wind_gust', 'gust');
  if (Math.abs(values.pressure_msl - values.altimeter) > PRESSURE_DISAGREEMENT) drop('pressure_msl', 'sea-level');
  return { report: broken.length === 0 ? report : { ...report, ...values }, broken };
}

/** K in an hour, and less than an hour apart. */
const STEP = 10;

/** True when the air can have changed from one report to the other. */
function agree(a: StationReport, b: StationReport): boolean {
  const hours = Math.max(1, Math.abs(a.time - b.time) / HOUR);
  return Math.abs(a.temperature - b.temperature) <= STEP * hours;
}

/**
 * Marks temperatures that contradict their neighbours in time: those that agree with none of the two reports before and the
 * two after. It takes a third report to tell which of two is wrong; until then the later one is suspect.
 *
 * @param reports  of one station, in the order of time
 */
export function markSteps(reports: readonly StationReport[]): StationReport[] {
  const known = reports.filter(({ temperature }) => !Number.isNaN(temperature));
  const suspects = new Set(known.filter((_, n) => isSuspect(known, n)));
  return reports.map((report) => {
    const flags = report.flags & ~REPORT_FLAGS.temperatureSuspect;
    const marked = suspects.has(report) ? flags | REPORT_FLAGS.temperatureSuspect : flags;
    return marked === report.flags ? report : { ...report, flags: marked };
  });
}

/** Two neighbours on each side: a report beside a spike agrees with the one behind it. */
function isSuspect(known: readonly StationReport[], n: number): boolean {
  const neighbours = [n - 2, n - 1, n + 1, n + 2].flatMap((other) => known[other] ?? []);
  if (neighbours.length === 0 || neighbours.some((other) => agree(other, known[n]!))) return false;
  // The first one is wrong only if those after it are of one mind.
  const [, second, third] = known;
  return n > 0 || (third !== undefined && agree(second!, third));
}
