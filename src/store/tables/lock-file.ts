/**
 * The lock file: one line of JSON about its holder, and a modification time that is the holder's heartbeat.
 *
 *   {"pid":1,"start":"<boot id>:<ticks>","namespace":"<boot id> pid:[4026531836]","host":"web-1","since":1795176000,"mark":"9f86d081884c7d65"}
 *
 * `mark` is random and names this taking of the lock. A heartbeat writes the last byte of the line again, so the file
 * system sets the time: on a network file system that is the server's clock, the same for every machine. Both sides open
 * the file for each look, because NFS promises fresh content and times only at open and close.
 *
 * Version 0.1 wrote `pid`, `start` and `mark` only, and had no heartbeat.
 */

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { ProcessIdentity } from './process-identity.js';

export interface LockHolder {
  /** Null when the content is not ours: emptied by a power cut, or made by hand. No living process wrote it. */
  readonly process: ProcessIdentity | null;
  /** Null in files of version 0.1. */
  readonly host: string | null;
  /** Epoch seconds, by the holder's clock; null in files of version 0.1. */
  readonly since: number | null;
  readonly mark: string;
  readonly hasHeartbeat: boolean;
  /** Last heartbeat, epoch seconds by the file system's clock. */
  readonly beatAt: number;
}

/** Latest time that a `Date` can hold, s. */
const LATEST = 8.64e12;

export type OwnLock = Required<Pick<LockHolder, 'host' | 'since' | 'mark'>> & { readonly process: ProcessIdentity };

/** Writes a lock file under a name that nobody else uses; returns the file system's time, epoch seconds. */
export function writeDraft(draft: string, { process, host, since, mark }: OwnLock): number {
  const line = `${JSON.stringify({ ...process, host, since, mark })}\n`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, line);
    return fstatSync(file).mtimeMs / 1000;
  } finally {
    closeSync(file);
  }
}

/** Null when there is no such file. */
export function readHolder(path: string): LockHolder | null {
  return withFile(path, constants.O_RDONLY, holderIn);
}

/** Refreshes the lock of `mark`, unless somebody else holds it; gives the holder, or null when the file is gone. */
export function beat(path: string, mark: string): LockHolder | null {
  return withFile(path, constants.O_RDWR, (file, text) => {
    const holder = holderIn(file, text);
    if (holder.mark === mark) writeSync(file, '\n', Buffer.byteLength(text) - 1);
    return holder;
  });
}

function holderIn(file: number, text: string): LockHolder {
  return { ...(parseHolder(text) ?? strangerOf(text)), beatAt: fstatSync(file).mtimeMs / 1000 };
}

/** Removes the lock of `mark`; leaves that of anybody else. */
export function removeOwn(path: string, mark: string): void {
  if (readHolder(path)?.mark === mark) rmSync(path);
}

function withFile<T>(path: string, access: number, use: (file: number, text: string) => T): T | null {
  try {
    const file = openSync(path, access | (constants.O_NOFOLLOW ?? 0));
    try {
      return use(file, readFileSync(file, 'utf8'));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code !== 'ELOOP') throw error;
    throw new Error(`${path} must be a file, found a symbolic link; remove it`, { cause: error });
  }
}

type Parsed = Omit<LockHolder, 'beatAt'>;

function parseHolder(text: string): Parsed | null {
  try {
    const { pid, start, namespace, host, since, mark } = JSON.parse(text);
    const isIdentity = Number.isInteger(pid) && pid > 0 && (start === null || typeof start === 'string');
    if (!isIdentity || !/^[0-9a-f]{16}$/.test(mark)) return null;
    return {
      process: { pid, start, namespace: typeof namespace === 'string' ? namespace : null },
      host: typeof host === 'string' ? host : null,
      since: Number.isInteger(since) && Math.abs(since) < LATEST ? since : null,
      mark,
      hasHeartbeat: namespace !== undefined,
    };
  } catch {
    return null;
  }
}

function strangerOf(text: string): Parsed {
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { process: null, host: null, since: null, mark, hasHeartbeat: false };
}
