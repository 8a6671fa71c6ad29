/**
 * Files kept open for reading, a bounded number of them; the least recently used closes first.
 *
 * Two kinds of files are let go before that. A file that another process deleted takes its disk space until it is closed,
 * 3 GB for the shards of one global version. A file of a radar frame is read once, and would keep its descriptor until the
 * frame is removed. So whenever a file is opened a few of the others are checked in turn: all of them while as many are
 * opened as a map of a model has, at a twentieth of the cost of checking all each time.
 *
 * A descriptor that is closed under a running read would serve that read from whatever file the kernel gives the number
 * to next, so a file counts its readers and closes when it has left the cache and the last of them is done.
 */

import { close, fstat, fstatSync, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type Clock, steadyClock } from '../../base/clock.js';

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);

export interface OpenFile {
  readonly size: number;
  /** Fills `target` from `offset`; how many bytes the file had there. */
  read(target: Uint8Array, offset: number): Promise<number>;
}

export interface OpenFiles {
  /** Runs `use` with the file of `path` open; the system's own error when it cannot be opened. */
  use<Result>(path: string, use: (file: OpenFile) => Promise<Result>): Promise<Result>;
  /** Lets go of `path`, or of every file: the next use opens it afresh. */
  forget(path?: string): void;
}

interface CachedFile {
  readonly opened: Promise<OpenFile & { readonly descriptor: number }>;
  /** Null until it is open. */
  descriptor: number | null;
  /** On the steady clock, s. */
  usedAt: number;
  readers: number;
  evicted: boolean;
}

async function openForReading(path: string): Promise<OpenFile & { readonly descriptor: number }> {
  const descriptor = await openFile(path, 'r');
  const { size } = await statFile(descriptor);
  return { descriptor, size, read: (target, offset) => readInto(descriptor, target, offset) };
}

function readInto(descriptor: number, target: Uint8Array, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, target, 0, target.length, offset, (error, count) => (error ? reject(error) : resolve(count)));
  });
}

function closeWhenUnused(file: CachedFile): void {
  if (!file.evicted || file.readers > 0) return;
  // A file that never opened has nothing to close, and its error went to whoever asked for it; a failing close of a
  // file that was only read loses nothing, and there is nobody left to tell.
  file.opened.then(({ descriptor }) => closeFile(descriptor)).catch(() => undefined);
}

/** Asks the open file and not its path: 2 µs in memory, and a file that was replaced counts as deleted too. */
function isDeleted({ descriptor, evicted }: CachedFile): boolean {
  return descriptor !== null && !evicted && fstatSync(descriptor).nlink === 0;
}

/** Files checked at each opening: 32 openings check 128 files. */
const CHECKED_FILES = 4;
/** A file that nobody has read for that time is closed at its next check, s. */
const IDLE_SECONDS = 120;

export function keepFilesOpen(most: number, { now }: Clock = steadyClock): OpenFiles {
  const files = new LRUCache<string, CachedFile>({
    max: most,
    dispose: (file) => {
      file.evicted = true;
      closeWhenUnused(file);
    },
  });

  /** Paths that are still to be checked in this round. */
  let unchecked: string[] = [];

  function closeUnneeded(): void {
    if (unchecked.length === 0) unchecked = [...files.keys()];
    for (const path of unchecked.splice(-CHECKED_FILES)) {
      const file = files.peek(path);
      if (file !== undefined && (now() - file.usedAt > IDLE_SECONDS || isDeleted(file))) files.delete(path);
    }
  }

  function openCached(path: string): CachedFile {
    closeUnneeded();
    const file: CachedFile = {
      ...{ opened: openForReading(path), descriptor: null, usedAt: now(), readers: 0, evicted: false },
    };
    files.set(path, file);
    file.opened.then(
      ({ descriptor }) => {
        file.descriptor = descriptor;
      },
      () => files.peek(path) === file && files.delete(path),
    );
    return file;
  }

  async function use<Result>(path: string, run: (file: OpenFile) => Promise<Result>): Promise<Result> {
    const file = files.get(path) ?? openCached(path);
    file.readers++;
    file.usedAt = now();
    try {
      return await run(await file.opened);
    } finally {
      file.readers--;
      closeWhenUnused(file);
    }
  }

  return {
    use,
    forget: (path) => {
      if (path === undefined) files.clear();
      else files.delete(path);
    },
  };
}
