/**
 * The runs and steps of GFS, and where their files are.
 *
 *   /gfs.YYYYMMDD/HH/atmos/gfs.tHHz.pgrb2.0p25.fFFF  (+ .idx)      runs at 00 06 12 18 UTC
 *   f000 … f120 hourly, f123 … f384 every 3 hours: 209 files; the last appears about 5 h after the run's time
 */

const HOUR = 3600;
export const CYCLE_SECONDS = 6 * HOUR;
const LAST_HOURLY = 120;
const LAST = 384;

/** Forecast hours of a whole run, ascending: 0 … 120, 123 … 384. */
export const GFS_STEPS: readonly number[] = [
  ...Array.from({ length: LAST_HOURLY + 1 }, (_, hour) => hour),
  ...Array.from({ length: (LAST - LAST_HOURLY) / 3 }, (_, i) => LAST_HOURLY + 3 * (i + 1)),
];

/** Reference times of the newest `count` runs at or before `now`, newest first, epoch seconds. */
export function newestCycles(now: number, count: number): number[] {
  const newest = Math.floor(now / CYCLE_SECONDS) * CYCLE_SECONDS;
  return Array.from({ length: count }, (_, i) => newest - i * CYCLE_SECONDS);
}

/** "2026112006" */
export function formatRun(referenceTime: number): string {
  return new Date(referenceTime * 1000).toISOString().slice(0, 13).replace(/[-T]/g, '');
}

/** Epoch seconds of "2026112006"; null when it is no run of GFS. */
export function parseRun(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(00|06|12|18)$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour] = match.map(Number) as [number, number, number, number, number];
  const seconds = Date.UTC(year, month - 1, day, hour) / 1000;
  return formatRun(seconds) === text ? seconds : null; // 31 February is not
}

/** Address of one step's file under `baseUrl`, which has no slash at its end. */
export function stepUrl(baseUrl: string, referenceTime: number, stepHours: number): string {
  const run = formatRun(referenceTime);
  const hour = run.slice(8);
  const step = String(stepHours).padStart(3, '0');
  return `${baseUrl}/gfs.${run.slice(0, 8)}/${hour}/atmos/gfs.t${hour}z.pgrb2.0p25.f${step}`;
}
