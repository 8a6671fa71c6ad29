/**
 * Heartbeats of lock files: how a holder keeps its lock, and how others judge a holder that they cannot look up by PID.
 *
 * A holder beats every 5 s and is dead after 30 s of silence. Silence is the time since its last beat by the file
 * system's clock, and never trusted alone: the file is watched for two beats, because after a suspended machine wakes or
 * its clock is set, every lock looks old until its holder beats again. A holder that is watched for 30 s is dead by our
 * own steady clock, whatever the file system says.
 *
 * Holders beat on their event loop. The longest stop of it that was observed in an ingest is 0.6 s (MRMS at full size).
 */

import { hostname } from 'node:os';
import { type Clock, steadyClock, systemClock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Sleep, timerSleep } from '../../base/retry.js';
import { standardError } from '../../base/standard-error.js';
import { beat, type LockHolder, removeOwn } from './lock-file.js';
import { type Processes, systemProcesses } from './process-identity.js';

export const BEAT_SECONDS = 5;
export const SILENT_SECONDS = 30;
/** Two beats. */
const WATCH_SECONDS = 2 * BEAT_SECONDS;

/** Functions of the machine that a lock needs; replaced in tests. */
export interface LockSystem {
  readonly processes: Processes;
  readonly host: string;
  /** Dates locks, for people. */
  readonly clock: Clock;
  /** Measures how long a holder has been silent. */
  readonly steadyClock: Clock;
  readonly sleep: Sleep;
  /** Calls `task` again and again without keeping the process alive; returns how to stop that. */
  every(seconds: number, task: () => void): () => void;
  /** Ends the process at once, for a reason that people can read. */
  end(reason: string): void;
}

export const realSystem: LockSystem = {
  processes: systemProcesses,
  host: hostname(),
  clock: systemClock,
  steadyClock,
  sleep: timerSleep,
  every(seconds, task) {
    const timer = setInterval(task, seconds * 1000).unref();
    return () => clearInterval(timer);
  },
  end(reason) {
    standardError.write(`weatherglass: ${reason}\n`);
    process.exit(1); // closing the database would write to it
  },
};

/** `silent`: not known yet; judge again. */
export type Verdict = 'alive' | 'dead' | 'silent';

/**
 * Judges the holder of one lock file, look by look.
 *
 * @param fileSystemTime  epoch seconds, from a file that was written just now beside the lock
 */
export function createJudge({
  processes,
  steadyClock: { now },
}: LockSystem): (holder: LockHolder, fileSystemTime: number) => Verdict {
  let watched: { readonly mark: string; readonly beatAt: number; readonly from: number; silence: number } | null = null;

  return (holder, fileSystemTime) => {
    const known = verdictByPid(holder, processes);
    if (known !== null) return known;
    if (watched?.mark !== holder.mark) {
      const { mark, beatAt } = holder;
      watched = { mark, beatAt, silence: Math.max(0, fileSystemTime - beatAt), from: now() };
    }
    if (holder.beatAt !== watched.beatAt) return 'alive';
    const seconds = now() - watched.from;
    return seconds >= WATCH_SECONDS && watched.silence + seconds >= SILENT_SECONDS ? 'dead' : 'silent';
  };
}

/** Null when PIDs cannot tell. */
function verdictByPid({ process, hasHeartbeat }: LockHolder, processes: Processes): Verdict | null {
  if (process === null) return 'dead';
  // version 0.1 neither wrote its namespace nor beat: its PID is all there is, as it was for version 0.1 itself
  if (!hasHeartbeat) return processes.isAlive(process) === false ? 'dead' : 'alive';
  if (process.namespace === null || process.namespace !== processes.self.namespace) return null;
  const isAlive = processes.isAlive(process);
  return isAlive === null ? null : isAlive ? 'alive' : 'dead';
}

export interface KeptLock {
  readonly path: string;
  readonly mark: string;
  readonly directory: string;
  readonly log: Log;
}

/**
 * Locks of this process, removed when it ends in any way but by a signal: otherwise each crash in a container would make
 * the next start wait 30 s.
 */
const releases = new Set<() => void>();
let isEndWatched = false;

/** Beats until the returned function releases the lock. When the lock is lost, the process ends. */
export function keepLock(lock: KeptLock, system: LockSystem): () => void {
  const { path, mark, log } = lock;
  const stop = system.every(BEAT_SECONDS, () => {
    let holder: LockHolder | null;
    try {
      holder = beat(path, mark);
    } catch (error) {
      // nobody takes the lock before 30 s are over, and the next beat that succeeds sees whether somebody did
      return log.warn(
        { path, error: (error as Error).message },
        `cannot refresh the lock; next try in ${BEAT_SECONDS} s`,
      );
    }
    if (holder?.mark === mark) return;
    forget();
    system.end(lossOf(lock, holder));
  });
  const forget = () => {
    stop();
    releases.delete(release);
  };
  const release = () => {
    if (!releases.has(release)) return;
    forget();
    removeOwn(path, mark);
  };
  if (!isEndWatched) process.once('exit', releaseAll);
  isEndWatched = true;
  releases.add(release);
  return release;
}

function releaseAll(): void {
  for (const release of releases)
    try {
      release();
    } catch {
      // the process is ending and cannot log; a lock that stays is dead 30 s later
    }
}

function lossOf({ path, mark, directory }: KeptLock, holder: LockHolder | null): string {
  if (holder === null) return `the lock ${path} was removed while this process was using ${directory}; it ends now`;
  const by = holder.process === null ? 'somebody' : `process ${holder.process.pid} on host ${holder.host}`;
  return (
    `${directory} was taken over by ${by}, because this process (lock ${mark}) was suspended or could not refresh its ` +
    `lock for ${SILENT_SECONDS} s; it ends now, so that two processes do not write the same files`
  );
}
