/**
 * Paths of the simulated GFS, and when each file appears.
 *
 *   /gfs.YYYYMMDD/HH/atmos/gfs.tHHz.pgrb2.0p25.fFFF[.idx]
 *
 * The n-th file of a run (n from 0) appears `latencySeconds` + 25 n seconds after the run's time: f000 after 3 h 40 min,
 * f384 after 5 h 07 min, as the real one does on a good day.
 */

import { GFS_STEPS } from './gfs-run.js';

const PATH = /^\/gfs\.(\d{4})(\d{2})(\d{2})\/(00|06|12|18)\/atmos\/gfs\.t(\d{2})z\.pgrb2\.0p25\.f(\d{3})(\.idx)?$/;
export const DEFAULT_LATENCY = 3 * 3600 + 40 * 60;
const SECONDS_PER_FILE = 25;
const RUN_SECONDS = 6 * 3600;

export interface GfsPath {
  readonly referenceTime: number;
  readonly hour: number;
  readonly index: boolean;
}

/** Null when the path names no file that GFS has. */
export function parseGfsPath(path: string): GfsPath | null {
  const match = PATH.exec(path);
  if (match === null) return null;
  const [, year, month, day, cycle, cycleAgain, step, suffix] = match;
  const referenceTime = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(cycle)) / 1000;
  const isDate = new Date(referenceTime * 1000).toISOString().startsWith(`${year}-${month}-${day}`);
  if (!isDate || cycle !== cycleAgain || !GFS_STEPS.includes(Number(step))) return null;
  return { referenceTime, hour: Number(step), index: suffix !== undefined };
}

/** Epoch seconds at which a file and its index are there. */
export function availableAt({ referenceTime, hour }: GfsPath, latencySeconds: number): number {
  return referenceTime + latencySeconds + SECONDS_PER_FILE * GFS_STEPS.indexOf(hour);
}

/** Epoch seconds at which every file of a run is there. */
export function wholeAt(referenceTime: number, latencySeconds: number): number {
  return referenceTime + latencySeconds + SECONDS_PER_FILE * (GFS_STEPS.length - 1);
}

/** Reference time of the newest run of which every file is there, epoch seconds. */
export function newestWholeRun(now: number, latencySeconds: number): number {
  return Math.floor((now - wholeAt(0, latencySeconds)) / RUN_SECONDS) * RUN_SECONDS;
}
