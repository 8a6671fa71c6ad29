/** Which run of the feed is the newest whole one: the index of its last step is written after everything else. */

import type { Clock } from '../base/clock.js';
import { UpstreamError } from '../base/errors.js';
import { silentLog } from '../base/log.js';
import { timerSleep } from '../base/retry.js';
import { GFS_STEPS, newestCycles, stepUrl } from '../sources/gfs/cycles.js';
import { createGfsSource, type GfsSource } from '../sources/gfs/gfs-source.js';
import { createHttpDownload } from '../sources/http-download.js';

/** Runs that are looked back to: two days. */
export const LOOK_BACK = 8;

/**
 * The first of `cycles` that is whole; null when none is.
 *
 * @throws UpstreamError  the upstream cannot be asked
 */
export async function newestWholeRun(
  source: GfsSource,
  cycles: readonly number[],
  lastStep: number,
  signal?: AbortSignal,
): Promise<number | null> {
  for (const cycle of cycles) if (await source.isComplete(cycle, lastStep, signal)) return cycle;
  return null;
}

export function noWholeRun(baseUrl: string, cycles: readonly number[], lastStep: number): UpstreamError {
  const url = stepUrl(baseUrl, cycles[0]!, lastStep);
  return new UpstreamError('not-yet', url, `none of the last ${cycles.length} runs is whole`);
}

/**
 * Address of the last step of the newest whole run, asked once and without patience: for `doctor`.
 *
 * @throws UpstreamError
 */
export async function newestRunUrl(baseUrl: string, clock: Clock): Promise<string> {
  const settings = { policy: { attempts: 1, firstPauseSeconds: 0, longestPauseSeconds: 0 } };
  const http = createHttpDownload({ clock, log: silentLog, random: () => 0, sleep: timerSleep, settings });
  const cycles = newestCycles(clock.now(), LOOK_BACK);
  const lastStep = GFS_STEPS.at(-1)!;
  try {
    const run = await newestWholeRun(createGfsSource(http, baseUrl), cycles, lastStep);
    if (run === null) throw noWholeRun(baseUrl, cycles, lastStep);
    return stepUrl(baseUrl, run, lastStep);
  } finally {
    http.close();
  }
}
