/**
 * Names and order of model runs. A run is its reference time; its name is the hour of it, "2026112006", as upstreams
 * write it in their paths.
 */

import { DAY } from '../model/time.js';
import type { ModelFeed } from './model-feed.js';

/** Reference times of the newest `count` runs at or before `now`, newest first, epoch seconds. */
export function runsBefore(feed: Pick<ModelFeed, 'cycle'>, now: number, count: number): number[] {
  const { every, offset } = feed.cycle;
  const runs: number[] = [];
  for (let run = Math.floor((now - offset) / every) * every + offset; runs.length < count; run -= every)
    if (isRunOf(feed, run)) runs.push(run);
  return runs;
}

/** Whether the feed has a run of this time. */
export function isRunOf({ cycle: { every, offset, only } }: Pick<ModelFeed, 'cycle'>, referenceTime: number): boolean {
  if ((referenceTime - offset) % every !== 0) return false;
  return only === undefined || only.includes(((referenceTime % DAY) + DAY) % DAY);
}

/** "2026112006" */
export function formatRun(referenceTime: number): string {
  return new Date(referenceTime * 1000).toISOString().slice(0, 13).replace(/[-T]/g, '');
}

/** Epoch seconds of "2026112006"; null when it names no hour. Whether the feed runs at that hour `isRunOf` says. */
export function parseRun(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour] = match.map(Number) as [number, number, number, number, number];
  const seconds = Date.UTC(year, month - 1, day, hour) / 1000;
  return formatRun(seconds) === text ? seconds : null; // 31 February is not, nor is 24 o'clock
}

/** The parts of a run's name that paths are made of: "20261120" and "06". */
export function pathPartsOf(referenceTime: number): { date: string; hour: string } {
  const run = formatRun(referenceTime);
  return { date: run.slice(0, 8), hour: run.slice(8) };
}

/** "f006", the forecast hour as file names have it: `digits` wide. */
export function forecastHour(leadSeconds: number, digits: 2 | 3): string {
  return `f${String(leadSeconds / 3600).padStart(digits, '0')}`;
}

/** Leads from `first` to `last` every `step`, all in hours; the answer in seconds. */
export function leadsEvery(step: number, first: number, last: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => (first + i * step) * 3600);
}
