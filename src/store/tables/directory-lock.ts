/**
 * One process per directory, told by a file beside it.
 *
 * PGlite takes no lock of its own: two processes opened one directory, both wrote, and a row was lost (measured). The
 * lock of `records` is `records.lock`, one line of JSON with the pid, the start and a random mark of its holder:
 *
 *   {"pid":4711,"start":"<boot id>:<ticks>","mark":"9f86d081884c7d65"}
 *
 * Take:    the file is written under another name and *linked* to its own. That is O_EXCL in effect, and nobody ever
 *          sees it half written.
 * Refuse:  while the holder lives, always.
 * Inherit: a holder that died leaves its file. To replace it one must hold the lock `records.lock.<mark of the dead>`,
 *          taken by these same rules; then look again; then rename over it. Two that find the same dead holder compete
 *          for one name, so one wins. Who comes later finds another mark, or the winner alive.
 *
 * Processes of two containers do not see each other's pids: a directory must not be shared between them.
 */

import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DirectoryLockedError, RecordsError } from '../../base/errors.js';
import { type Processes, type ProcessIdentity, systemProcesses } from './process-identity.js';

export interface DirectoryLock {
  /** Gives the directory back; a second call does nothing. */
  release(): void;
}

interface Holder {
  /** Null when the file says nothing that we wrote. */
  readonly process: ProcessIdentity | null;
  readonly mark: string;
}

/**
 * Locks `directory`, which need not exist yet; its parent is made.
 *
 * @throws DirectoryLockedError  when a living process, this one included, holds it
 * @throws RecordsError  when the lock file cannot be written
 */
export function lockDirectory(directory: string, processes: Processes = systemProcesses): DirectoryLock {
  const path = `${directory}.lock`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return hold(path, directory, processes);
  } catch (error) {
    if (error instanceof DirectoryLockedError) throw error;
    throw new RecordsError(`cannot lock ${directory}: ${(error as Error).message}`, { cause: error });
  }
}

function hold(path: string, directory: string, processes: Processes): DirectoryLock {
  const mark = randomBytes(8).toString('hex');
  const draft = `${path}.${mark}.new`;
  writeFileSync(draft, `${JSON.stringify({ ...processes.self, mark })}\n`, { flag: 'wx', mode: 0o600 });
  try {
    while (!linkUnlessTaken(draft, path)) {
      const holder = readHolder(path);
      if (holder === null) continue; // given back a moment ago
      if (holder.process !== null && processes.isAlive(holder.process))
        throw new DirectoryLockedError(directory, holder.process.pid);
      if (inherit(path, holder, draft, directory, processes)) break;
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return { release: () => giveBack(path, mark) };
}

/** Replaces the lock of a dead holder by `draft`; false when someone else did so before. */
function inherit(path: string, dead: Holder, draft: string, directory: string, processes: Processes): boolean {
  const right = hold(`${path}.${dead.mark}`, directory, processes);
  try {
    if (readHolder(path)?.mark !== dead.mark) return false;
    renameSync(draft, path);
    return true;
  } finally {
    right.release();
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

function readHolder(path: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return parseHolder(text) ?? { process: null, mark: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

/** Null for what we never write: a file emptied by a power cut, or made by hand. No living process stands behind it. */
function parseHolder(text: string): Holder | null {
  try {
    const { pid, start, mark } = JSON.parse(text);
    const valid = Number.isInteger(pid) && pid > 0 && (start === null || typeof start === 'string');
    return valid && /^[0-9a-f]{16}$/.test(mark) ? { process: { pid, start }, mark } : null;
  } catch {
    return null;
  }
}

function giveBack(path: string, mark: string): void {
  if (readHolder(path)?.mark === mark) rmSync(path);
}
