/**
 * Corrections of forecasts by the newest station reports, for all products: which stations are near a place, what they say
 * of the forecast there, and the increments that follow. A correction never fails a request: reports that are absent, late
 * or damaged mean that there is none. The store logs damaged ones.
 */

import { type Deadline, startDeadline } from '../../base/deadline.js';
import { isUnreadable } from '../../base/errors.js';
import type { CubeShelf } from '../../model/cube.js';
import { REPORT_FLAGS, type ReportTable, type StationReport } from '../../model/station-report.js';
import type { Want } from '../layers/layer-plan.js';
import { indexReports, type NearReports, type ReportIndex } from '../reports/near-reports.js';
import { inTime } from '../track/version-opening.js';
import {
  analyse,
  FARTHEST,
  type Increments,
  isCorrected,
  MOST_STATIONS,
  type NearInnovation,
  OLDEST,
  REACH,
} from './increments.js';
import { createInnovationReader } from './innovations.js';

/** Places, each with the time that is looked at; one entry for each in all arrays. */
export interface AnalysisSpots {
  readonly count: number;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** Epoch seconds, both inclusive. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

/** Increments of spot `i`; null: none. @param elevation  height that its forecast refers to, m; NaN unknown */
export type IncrementsOf = (i: number, elevation: number) => Increments | null;

export interface SurfaceAnalysis {
  /** Name of the published reports: another one whenever a correction may be another. Never fails. */
  version(): Promise<string>;
  /**
   * Reads what is needed of the reports near some spots, and nothing where none is near or their time is out of reach.
   *
   * @param now  epoch seconds
   * @param deadline  after it there is no correction; default: one of the analysis itself
   */
  observe(spots: AnalysisSpots, now: number, deadline?: Deadline): Promise<IncrementsOf>;
}

/** Increments of the forecast of one place, at its height. */
export type IncrementsAt = (elevation: number) => Increments | null;

/**
 * The same of one place, for the time and the elements of a forecast.
 *
 * @param surface  absent: no corrections
 * @param wants  elements with their time; nothing is read where none of them is corrected
 */
export async function observeAt(
  surface: SurfaceAnalysis | undefined,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  wants: readonly Want[],
  now: number,
): Promise<IncrementsAt> {
  const want = wants.find(({ id }) => isCorrected(id));
  if (surface === undefined || want === undefined) return () => null;
  const one = (value: number) => Float64Array.of(value);
  const { start, end } = want.span;
  const spots = {
    ...{ count: 1, latitudes: one(latitude), longitudes: one(longitude) },
    ...{ starts: one(start), ends: one(end) },
  };
  const observed = await surface.observe(spots, now);
  return (elevation) => observed(0, elevation);
}

export interface SurfaceAnalysisParts {
  readonly shelf: CubeShelf;
  /** The published reports; null: none. The same version is the same object. */
  readonly newest: () => Promise<{
    readonly table: ReportTable;
    readonly version: { readonly version: string; readonly simulated: boolean };
  } | null>;
  /** All that forecasts are made from, as one text. */
  readonly versions: () => Promise<string>;
  /** Time for the reading of one request, s. */
  readonly seconds: number;
}

const NONE: IncrementsOf = () => null;

export function createSurfaceAnalysis(parts: SurfaceAnalysisParts): SurfaceAnalysis {
  const reader = createInnovationReader(parts.shelf);

  async function observeBefore(deadline: Deadline, spots: AnalysisSpots, now: number): Promise<IncrementsOf> {
    const reports = await parts.newest();
    if (reports === null) return NONE;
    const near = nearSpots(indexOf(reports.table), spots, now);
    const wanted = [...new Set(near.flatMap((list) => list.map(({ report }) => report)))];
    if (wanted.length === 0) return NONE;
    const { simulated } = reports.version;
    const innovations = await reader.of(wanted, { versions: await parts.versions(), simulated, now, deadline });
    const byStation = new Map(wanted.map(({ station }, n) => [station.id, innovations[n]!] as const));
    return (i, elevation) => {
      const found = near[i]!.flatMap(({ report, distance }): NearInnovation[] => {
        const innovation = byStation.get(report.station.id) ?? null;
        return innovation === null ? [] : [{ ...innovation, distance }];
      });
      return found.length === 0 ? null : analyse(found, { elevation, now, radius: radiusOf(near[i]!) });
    };
  }

  return {
    version: () => orIfUnreadable('defective', async () => (await parts.newest())?.version.version ?? 'none'),
    async observe(spots, now, given) {
      const deadline = given ?? startDeadline(parts.seconds);
      try {
        const observed = orIfUnreadable(NONE, () => observeBefore(deadline, spots, now));
        return await inTime(observed, deadline, NONE);
      } finally {
        if (given === undefined) deadline.cancel();
      }
    },
  };
}

/** `fallback` in place of what cannot be read from the store; errors that are no defects are passed on. */
async function orIfUnreadable<Value>(fallback: Value, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (isUnreadable(error)) return fallback;
    throw error;
  }
}

const indexes = new WeakMap<ReportTable, ReportIndex>();

function indexOf(table: ReportTable): ReportIndex {
  const index = indexes.get(table) ?? indexReports(table);
  indexes.set(table, index);
  return index;
}

/** The newest report of a station that can be compared with the forecast. */
interface NearReport {
  readonly report: StationReport;
  /** m */
  readonly distance: number;
}

/** Stations that are looked through for those that can be compared; more of them stand around no place. */
const MOST_SEARCHED = 40;

const NOBODY: NearReport[] = [];

/** Reports near each spot that reach its time, the nearest first, one more than may count. */
function nearSpots(
  index: ReportIndex,
  { count, latitudes, longitudes, starts, ends }: AnalysisSpots,
  now: number,
): NearReport[][] {
  const options = { within: FARTHEST, most: MOST_SEARCHED, since: now - OLDEST };
  const known = new Map<string, StationReport | null>();
  const usable = (one: NearReports) => {
    let report = known.get(one.station.id);
    if (report === undefined) {
      report = one.reports.find(isUsable) ?? null;
      known.set(one.station.id, report);
    }
    return report;
  };
  return Array.from({ length: count }, (_, i) => {
    if (!(starts[i]! < now + REACH && ends[i]! > now - OLDEST - REACH)) return NOBODY;
    const near: NearReport[] = [];
    for (const one of index.near(latitudes[i]!, longitudes[i]!, options)) {
      const report = usable(one);
      if (report !== null) near.push({ report, distance: one.distance });
    }
    return near.slice(0, MOST_STATIONS + 1);
  });
}

function isUsable({ station, temperature, flags }: StationReport): boolean {
  const isSuspect = (flags & REPORT_FLAGS.temperatureSuspect) !== 0;
  return !Number.isNaN(station.elevation) && !Number.isNaN(temperature) && !isSuspect;
}

/** Limit of distance, m: the nearest of the stations that may no longer count, so that none enters at once. */
function radiusOf(near: readonly NearReport[]): number {
  return near[MOST_STATIONS]?.distance ?? FARTHEST;
}
