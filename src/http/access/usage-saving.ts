/**
 * Day quotas that survive a restart: counts go to the records every 10 s and at the end, and come back at the start. A kill
 * forgets 10 s of requests. No request waits for it.
 *
 * One save takes at most 5,000 credentials of each limiter, which hold the event loop for 100 ms in all, 2 ms at a time.
 * Where more are busy, those that wait longest go first: 100,000 take 200 s.
 */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { UsageRecords } from '../../model/records.js';
import type { DayCounts } from './rate-limit.js';

const SAVE_SECONDS = 10;
const MOST_AT_ONCE = 5000;

export interface UsageSavingOptions {
  /** Limiters by the name that their counts are stored under. */
  readonly limiters: Readonly<Record<string, DayCounts>>;
  readonly usage: UsageRecords;
  readonly clock: Clock;
  readonly log: Log;
  /** Calls `task` again and again without keeping the process alive; returns how to stop that. */
  readonly every?: (seconds: number, task: () => void) => () => void;
}

export interface UsageSaving {
  /** Saves everything; the limiters take no more requests. */
  end(): Promise<void>;
}

/** Gives the limiters today's counts, then saves those that change. Counts that cannot be read are logged and begin at 0. */
export async function keepUsage(options: UsageSavingOptions): Promise<UsageSaving> {
  const { every = repeat } = options;
  let today = dayOf(options.clock);
  await restore(options, today);
  let saving: Promise<void> | null = null;
  let failures = 0;

  const saveAll = async (most: number) => {
    await saveChanges(options, most);
    const day = dayOf(options.clock);
    if (day > today) await options.usage.forgetBefore(day);
    today = day;
  };
  const save = (most: number) => {
    saving ??= saveAll(most)
      .then(
        () => {
          failures = 0;
        },
        (error: Error) => {
          if (failures++ === 0) options.log.warn({ error: error.message }, 'request counts cannot be saved');
        },
      )
      .finally(() => {
        saving = null;
      });
    return saving;
  };
  const stop = every(SAVE_SECONDS, () => void save(MOST_AT_ONCE));
  return {
    async end() {
      stop();
      await saving;
      await save(Number.POSITIVE_INFINITY);
    },
  };
}

async function restore({ limiters, usage, log }: UsageSavingOptions, day: number): Promise<void> {
  try {
    await usage.forgetBefore(day);
    for (const [meter, limiter] of Object.entries(limiters)) limiter.restore(day, await usage.ofDay(meter, day));
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'request counts of today cannot be read: day quotas begin anew');
  }
}

async function saveChanges({ limiters, usage }: UsageSavingOptions, most: number): Promise<void> {
  for (const [meter, limiter] of Object.entries(limiters))
    await limiter.handOver(most, (day, usages) => usage.raise(meter, day, usages));
}

function dayOf(clock: Clock): number {
  return Math.floor(clock.now() / 86_400);
}

function repeat(seconds: number, task: () => void): () => void {
  const timer = setInterval(task, seconds * 1000).unref();
  return () => clearInterval(timer);
}
