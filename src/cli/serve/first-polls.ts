/**
 * The first polls of a start, one after the other. All at once they and the first model run are nine processes on two
 * cores: the demo could answer after 57 s instead of 20, and its processes together held 1.2 GB.
 *
 *   early   alerts, from the start: a second or two for each issuer
 *   late    radar, the best network first, then fires, smoke and station reports: when forecasts are answered, or
 *           after half a minute
 *   last    series of weather stations, whose first load takes an hour: when every model was tried, or after ten minutes
 *   past    what a demo has not seen: when the last ones were tried, or after ten minutes more
 *
 * Nobody waits for long for another's timeout. From its first poll on each feed has a cadence of its own.
 */

import type { Clock } from '../../base/clock.js';
import type { IngestSchedule } from '../../ingest/schedule.js';

/** Longest wait for the first model run, s: a nowcast is wanted within a minute, with or without one. */
const LONGEST_WAIT = 30;
/** Longest wait for all models, and then for the last feeds, s. */
const LONGEST_WAIT_OF_LAST = 600;
/** Longest that one first poll waits for the one before it, s. */
const TURN_PATIENCE = 10;
/** When to look which of them are due. */
export const EVERY_TEN_SECONDS = '*/10 * * * * *';

/** What is polled has one feed in each schedule. */
export type Polled = Pick<IngestSchedule, 'begin' | 'untried'>;

export interface FirstPolls {
  readonly early: readonly Polled[];
  readonly late: readonly Polled[];
  readonly last: readonly Polled[];
  readonly past: readonly Polled[];
  /** True while forecasts are not answered and soon may be. */
  isFirstRunAwaited(): Promise<boolean>;
  /** True while a model was not tried yet. */
  areModelsAwaited(): boolean;
  /** True when the service ends: what has not begun by then never does. */
  isEnding(): boolean;
  /** A steady one. */
  readonly clock: Clock;
  /** Between two looks. */
  pause(): Promise<unknown>;
}

/** Begins them all; resolves when the last one has begun. */
export async function beginInTurn(polls: FirstPolls): Promise<void> {
  const lateOnes = async () => {
    await waitWhile(polls, LONGEST_WAIT, polls.isFirstRunAwaited);
    await beginEach(polls, polls.late);
    await waitWhile(polls, LONGEST_WAIT_OF_LAST, async () => polls.areModelsAwaited());
    await beginEach(polls, polls.last);
    if (polls.past.length === 0) return;
    await waitWhile(polls, LONGEST_WAIT_OF_LAST, async () => polls.last.some((one) => one.untried().length > 0));
    await beginEach(polls, polls.past);
  };
  await Promise.all([beginEach(polls, polls.early), lateOnes()]);
}

async function beginEach(polls: FirstPolls, schedules: readonly Polled[]): Promise<void> {
  for (const schedule of schedules) {
    if (polls.isEnding()) return;
    schedule.begin(EVERY_TEN_SECONDS);
    await waitWhile(polls, TURN_PATIENCE, async () => schedule.untried().length > 0);
  }
}

async function waitWhile(polls: FirstPolls, longest: number, isSo: () => Promise<boolean>): Promise<void> {
  const { clock, pause, isEnding } = polls;
  const end = clock.now() + longest;
  while (clock.now() < end && !isEnding() && (await isSo())) await pause();
}
