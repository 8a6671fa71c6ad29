/**
 * The service's own analysis of days that are over, written by the hourly archive of forecasts:
 *
 *   lock → which of the last two days are over everywhere and not yet written? → the day of every cell → write
 *
 * A cube begins 48 hours before its run. A day is over everywhere at noon UTC of the next (zone UTC−12) and began 50 hours
 * before (UTC+14), so from then until the run of noon is published it is held whole. What is missed longer is never made up.
 */

import type { Clock } from '../../base/clock.js';
import type { ObjectDefectError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { CubeShelf, OpenCube } from '../../model/cube.js';
import { ANALYSIS_DATASETS, type AnalysisDataset } from '../../model/daily-analysis.js';
import type { DatasetId } from '../../model/dataset.js';
import { DAY, formatDate, HOUR, type Zone } from '../../model/time.js';
import { newestAnalysedDay, writeAnalysedDay } from '../../store/analysis/analysis-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { dayOfCube } from './cube-day.js';

/** The global model of each analysis: one whose cubes begin 48 hours before their run. */
const SOURCES: Readonly<Record<AnalysisDataset, DatasetId>> = {
  'daily-weather': 'gfs',
  'daily-air-quality': 'gefs-aerosol',
};
/** From its local midnight UTC a day lasts this long in the last zone, s. */
const LAST_ZONE = DAY + 12 * HOUR;
/** Longest lead of the last hours of a day, s: what is foretold for longer is no analysis. */
const LONGEST_LEAD = DAY;
/** Days that a cube may hold in part at least. */
const DAYS_TRIED = 2;
/** A cube that begins later after a midnight UTC holds three quarters of that day in no zone, s: the last zone, and 6 hours. */
const LATEST_BEGIN = 18 * HOUR;

export interface DailyAnalysingDependencies {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Directory for the locks. */
  readonly directory: string;
  readonly shelf: CubeShelf;
  /** Time zone of a place. */
  zoneAt(latitude: number, longitude: number): Zone;
  readonly signal: AbortSignal;
}

/** A day that was written. */
export interface DayAnalysed {
  readonly dataset: AnalysisDataset;
  readonly source: DatasetId;
  /** "2026-11-20" */
  readonly date: string;
}

/**
 * Writes the days that are over and not yet written. Where one analysis fails, the others are written all the same: their days
 * cannot be made up later.
 *
 * @throws DirectoryLockedError  another process writes them
 * @throws ObjectDefectError  the cube of a model is damaged
 * @throws StoreUnavailableError, the signal's reason
 */
export async function analyseDays(deps: DailyAnalysingDependencies): Promise<DayAnalysed[]> {
  const written: DayAnalysed[] = [];
  const failures: unknown[] = [];
  for (const dataset of ANALYSIS_DATASETS)
    try {
      written.push(...(await analyseLocked(deps, dataset)));
    } catch (error) {
      deps.signal.throwIfAborted();
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return written;
}

async function analyseLocked(deps: DailyAnalysingDependencies, dataset: AnalysisDataset): Promise<DayAnalysed[]> {
  const lock = await lockDirectory(`${deps.directory}/${dataset}`, deps);
  try {
    return await analyse(deps, dataset);
  } finally {
    lock.release();
  }
}

/** The last day that is over in every zone, days since 1970-01-01. */
export function lastDayOver(now: number): number {
  return Math.floor((now - LAST_ZONE) / DAY);
}

async function analyse(deps: DailyAnalysingDependencies, dataset: AnalysisDataset): Promise<DayAnalysed[]> {
  const { objects, clock } = deps;
  const last = lastDayOver(clock.now());
  const newest = await newestAnalysedDay(objects, dataset);
  const first = Math.max((newest ?? Number.NEGATIVE_INFINITY) + 1, last - DAYS_TRIED + 1);
  if (first > last) return [];
  const cube = await deps.shelf.open(SOURCES[dataset], 'route');
  if (cube === null) return [];
  try {
    const written: DayAnalysed[] = [];
    for (let day = first; day <= last; day++)
      if (await analyseDay(deps, dataset, cube, day))
        written.push({ dataset, source: cube.description.dataset as DatasetId, date: formatDate(day) });
    return written;
  } finally {
    cube.release();
  }
}

/** False: the cube holds too little of the day, or foretells its end for too long. */
async function analyseDay(
  { objects, clock, log, zoneAt, signal }: DailyAnalysingDependencies,
  dataset: AnalysisDataset,
  cube: OpenCube,
  day: number,
): Promise<boolean> {
  const { referenceTime, times } = cube.description;
  const midnight = day * DAY;
  if (midnight + LAST_ZONE - referenceTime > LONGEST_LEAD || times[0]! > midnight + LATEST_BEGIN) return false;
  const tell = (text: string) => (defect: ObjectDefectError) =>
    log.warn({ dataset, day: formatDate(day), key: defect.key, error: defect.message }, text);
  const onDefect = tell('a chunk is damaged: its cells are missing from the daily analysis');
  const found = await dayOfCube(cube, { dataset, day, zoneAt, onDefect, signal });
  if (found === null) return false;
  signal.throwIfAborted();
  const onDamage = tell('the record of the daily analysis is damaged and goes on in another stretch');
  await writeAnalysedDay(objects, found, { createdAt: clock.now(), onDefect: onDamage });
  return true;
}
