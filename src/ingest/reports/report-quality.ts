/** Quality rules for single station reports, and for the temperature of neighbours in time. docs/methods/stations.md */

import {
  REPORT_FLAGS,
  REPORT_QUANTITIES,
  type ReportQuantity,
  type StationReport,
} from '../../model/station-report.js';
import { PLAUSIBLE, stepSuspects } from '../../science/stations/report-checks.js';

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

/**
 * Marks temperatures that contradict their neighbours in time.
 *
 * @param reports  of one station, in the order of time
 */
export function markSteps(reports: readonly StationReport[]): StationReport[] {
  const known = reports.filter(({ temperature }) => !Number.isNaN(temperature));
  const suspects = stepSuspects(known);
  return reports.map((report) => {
    const flags = report.flags & ~REPORT_FLAGS.temperatureSuspect;
    const marked = suspects.has(report) ? flags | REPORT_FLAGS.temperatureSuspect : flags;
    return marked === report.flags ? report : { ...report, flags: marked };
  });
}
