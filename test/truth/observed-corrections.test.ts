/**
 * Corrections by real station reports: two whole caches of the Aviation Weather Center. No model of those days is at hand, so
 * the background of a station is what stations 100 to 300 km away say of it, moved to its height. Each station is left out
 * and corrected by those within 40 km. docs/methods/current-conditions.md has the figures.
 */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeMetarCache } from '../../src/decode/metar/metar-cache.js';
import { addReports } from '../../src/ingest/reports/report-window.js';
import { tableOfReports } from '../../src/model/report-table.js';
import { REPORT_FLAGS, type ReportStation, type StationReport } from '../../src/model/station-report.js';
import { indexReports } from '../../src/query/reports/near-reports.js';
import {
  analyse,
  FARTHEST,
  type Increments,
  type Innovation,
  MOST_STATIONS,
} from '../../src/query/surface/increments.js';
import { elevationShift } from '../../src/science/downscale.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const DAYS = ['20141218', '20200502'] as const;
const ELEMENTS = ['temperature', 'dew_point'] as const;
type Element = (typeof ELEMENTS)[number];
/** m */
const BACKGROUND = { from: 100_000, to: 300_000 };
const LEAST_STATIONS = 8;

interface Observed {
  readonly report: StationReport;
  /** Observation minus background. */
  readonly innovation: Innovation;
}

/** The newest sound report of each station with a height. */
function newestReports(day: string): StationReport[] {
  const { reports } = decodeMetarCache(readFileSync(sharedData('metar', `metars.cache.${day}.csv`)));
  const now = reports.reduce((newest, { time }) => Math.max(newest, time), 0);
  const newest = new Map<string, StationReport>();
  for (const report of addReports([], reports, now).reports)
    if (!Number.isNaN(report.station.elevation) && (report.flags & REPORT_FLAGS.temperatureSuspect) === 0)
      newest.set(report.station.id, report);
  return [...newest.values()];
}

function observedOn(day: string): Observed[] {
  const reports = newestReports(day);
  const index = indexReports(tableOfReports(reports));
  const byId = new Map(reports.map((report) => [report.station.id, report]));
  return reports.flatMap((report) => {
    const { latitude, longitude } = report.station;
    const within = index.near(latitude, longitude, { within: BACKGROUND.to, most: 2000, since: 0 });
    const around = within.filter(({ distance }) => distance >= BACKGROUND.from);
    if (around.length < LEAST_STATIONS) return [];
    const values = innovationsOf(
      report,
      around.map(({ station, distance }) => ({ other: byId.get(station.id)!, weight: 1 / distance ** 2 })),
    );
    return [{ report, innovation: { station: report.station, time: report.time, values } }];
  });
}

/** Observation minus the weighted mean of others, moved to the height of the station, K. */
function innovationsOf(
  report: StationReport,
  around: readonly { readonly other: StationReport; readonly weight: number }[],
): Innovation['values'] {
  const sums = { temperature: 0, dew_point: 0 };
  const weights = { temperature: 0, dew_point: 0 };
  for (const { other, weight } of around) {
    const shift = elevationShift(report.station.elevation - other.station.elevation);
    for (const id of ELEMENTS) {
      if (Number.isNaN(other[id])) continue;
      sums[id] += weight * (other[id] + (id === 'temperature' ? shift.temperature : shift.dewPoint));
      weights[id] += weight;
    }
  }
  return {
    temperature: report.temperature - sums.temperature / weights.temperature,
    dew_point: report.dew_point - sums.dew_point / weights.dew_point,
  };
}

/** Errors of the background and of the corrected one, K. */
class Errors {
  readonly background: number[] = [];
  readonly corrected: number[] = [];
}

function rms(errors: readonly number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
}

function errorsOf(observed: readonly Observed[]): Readonly<Record<Element, Errors>> {
  const index = indexReports(tableOfReports(observed.map(({ report }) => report)));
  const byId = new Map(observed.map(({ innovation }) => [innovation.station.id, innovation]));
  const errors = { temperature: new Errors(), dew_point: new Errors() };
  for (const { report, innovation } of observed) {
    const increments = incrementsWithout(report.station, report.time, index, byId);
    if (increments === null) continue;
    const { stations } = increments;
    for (const id of ELEMENTS) {
      const own = innovation.values[id];
      // A report that is wrong beyond doubt is no truth to compare with.
      if (!(Math.abs(own) <= 12) || stations.every(({ weights }) => weights[id] === 0)) continue;
      errors[id].background.push(own);
      errors[id].corrected.push(own - increments.at(id, report.time));
    }
  }
  return errors;
}

/** Increments at a station by the others. Reports of one place under two names are one station. */
function incrementsWithout(
  { latitude, longitude, elevation }: ReportStation,
  now: number,
  index: ReturnType<typeof indexReports>,
  byId: ReadonlyMap<string, Innovation>,
): Increments | null {
  const near = index
    .near(latitude, longitude, { within: FARTHEST, most: MOST_STATIONS + 2, since: 0 })
    .filter(({ distance }) => distance >= 1000);
  const radius = near[MOST_STATIONS]?.distance ?? FARTHEST;
  const innovations = near.map(({ station, distance }) => ({ ...byId.get(station.id)!, distance }));
  return analyse(innovations, { elevation, now, radius });
}

testWithSharedData('stations that are left out are nearer to the truth with the correction, on both days', () => {
  for (const day of DAYS) {
    const errors = errorsOf(observedOn(day));
    for (const id of ELEMENTS) {
      const { background, corrected } = errors[id];
      expect(background.length).toBeGreaterThan(1700);
      expect(rms(corrected) / rms(background), `${day} ${id}`).toBeLessThan(0.78);
    }
  }
});
