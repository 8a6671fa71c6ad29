/**
 * One process per directory, by a lock file beside it (`lock-file.ts`).
 *
 * PGlite takes no lock of its own: two processes opened one directory, both wrote, and a row was lost (measured).
 *
 * Take:    the file is written under another name and *linked* to its own. That is O_EXCL in effect, and nobody ever
 *          sees it half written.
 * Refuse:  while the holder is alive. In its PID namespace its PID tells. Everywhere else (another container, another
 *          machine on a network file system) its heartbeat tells: a lock is watched until it beats, which refuses, or
 *          until it has been silent for 30 s, which makes the holder dead.
 * Inherit: a holder that died leaves its file. To replace it one must hold the lock `records.lock.<mark of the dead>`,
 *          taken by these same rules; then read the file again; then rename over it. Two that find the same dead holder
 *          compete for one name, so one wins. Whoever comes later finds another mark, or the winner alive.
 * Lose:    a holder that was suspended for longer than that finds another mark at its next heartbeat, and its process
 *          ends. What was due before that heartbeat can still be written.
 */

import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DirectoryLockedError, RecordsError } from '../../base/errors.js';
import { type Log, silentLog } from '../../base/log.js';
import { createJudge, keepLock, type LockSystem, realSystem, SILENT_SECONDS } from './heartbeat.js';
import { type LockHolder, type OwnLock, readHolder, removeOwn, writeDraft } from './lock-file.js';

export interface DirectoryLock {
  /** Gives the directory back; a second call does nothing. */
  release(): void;
}

export interface LockOptions {
  /** Told when a silent holder is waited for. */
  readonly log?: Log;
  /** Ends that wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Between two looks at a silent holder. */
const LOOK_SECONDS = 0.5;

/**
 * Locks `directory`, which need not exist yet; its parent is made. Waits only for a holder that cannot be looked up by PID:
 * 5 s where it is alive, 10 to 30 s where it is dead.
 *
 * When the lock is lost to another process later, this process ends.
 *
 * @throws DirectoryLockedError  when a living process, this one included, holds it
 * @throws RecordsError  when the lock file cannot be written
 */
export async function lockDirectory(
  directory: string,
  { log = silentLog, signal }: LockOptions = {},
  system: LockSystem = realSystem,
): Promise<DirectoryLock> {
  const path = `${directory}.lock`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const target = { path, directory, log, signal, system };
    const mark = await hold(target);
    return { release: keepLock({ ...target, mark }, system) };
  } catch (error) {
    if (error instanceof DirectoryLockedError || signal?.aborted) throw error;
    throw new RecordsError(`cannot lock ${directory}: ${(error as Error).message}`, { cause: error });
  }
}

interface Target extends Required<LockOptions> {
  readonly path: string;
  readonly directory: string;
  readonly system: LockSystem;
}

/** Takes the lock; resolves to its mark. */
async function hold(target: Target): Promise<string> {
  const { path, directory, log, signal, system } = target;
  const own: OwnLock = {
    process: system.processes.self,
    host: system.host,
    since: Math.floor(system.clock.now()),
    mark: randomBytes(8).toString('hex'),
  };
  const draft = `${path}.${own.mark}.new`;
  const judge = createJudge(system);
  for (let isTold = false; ; ) {
    const fileSystemTime = writeDraft(draft, own);
    try {
      if (linkUnlessTaken(draft, path)) return own.mark;
      const holder = readHolder(path);
      if (holder === null) continue; // given back a moment ago
      if (holder.mark === own.mark) return own.mark; // a network file system repeated a link that had succeeded
      const verdict = judge(holder, fileSystemTime);
      if (verdict === 'alive') throw lockedBy(holder, target);
      if (verdict === 'dead') {
        if (!(await inherit(target, holder, draft))) continue;
        if (isTold) log.info({ directory }, 'that process is dead; its lock is taken over');
        return own.mark;
      }
      if (!isTold) log.warn(factsOf(directory, holder), WAITING);
      isTold = true;
    } finally {
      rmSync(draft, { force: true });
    }
    await system.sleep(LOOK_SECONDS, signal);
  }
}

const WAITING =
  'the directory is locked by a process of another container or machine, or of an earlier boot; ' +
  `waiting to see whether that process is alive, ${SILENT_SECONDS} s at most`;

function factsOf(directory: string, { process, host, since }: LockHolder) {
  return { directory, pid: process?.pid, host, since: since === null ? null : timeOf(since) };
}

/** Replaces the lock of a dead holder by `draft`; false when someone else did so before. */
async function inherit(target: Target, dead: LockHolder, draft: string): Promise<boolean> {
  const path = `${target.path}.${dead.mark}`;
  const right = await hold({ ...target, path });
  try {
    if (readHolder(target.path)?.mark !== dead.mark) return false;
    renameSync(draft, target.path);
    return true;
  } finally {
    removeOwn(path, right);
  }
}

function linkUnlessTaken(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function lockedBy({ process, host, since }: LockHolder, { directory, system }: Target): DirectoryLockedError {
  return new DirectoryLockedError(directory, process!.pid, {
    host,
    since: since === null ? null : timeOf(since),
    isElsewhere: host !== null && process!.namespace !== system.processes.self.namespace,
  });
}

function timeOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().replace('.000', '');
}
