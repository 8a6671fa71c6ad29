/**
 * Standard error that never makes the process wait: log lines, and the sentence a command ends with.
 *
 * Text is gathered and written together, after 8 kB or 0.2 s: a write for each line costs a request 30 µs, half as much
 * as a cached response. A reader that is alive but does not read leaves a full pipe. Text then waits in memory, 1 MB at
 * most, and what comes on top is lost. When the process ends it tries for 2 s more.
 *
 * Writing is synchronous because it never blocks: pipes, sockets and terminals are written in non-blocking mode. A
 * blocked write in the thread pool would keep the process from ending, as libuv waits for its threads.
 */

import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { TextSink } from './progress.js';

const GATHERED_BYTES = 8 * 1024;
const FLUSH_MILLISECONDS = 200;
const LARGEST_BACKLOG = 1 << 20;
const LAST_MILLISECONDS = 2000;
const PAUSE_MILLISECONDS = 20;
/** A reader that takes its time, and a disk that has no room at the moment. */
const PASSING = new Set(['EAGAIN', 'EBUSY', 'EINTR', 'ENOSPC', 'EDQUOT']);

export interface BufferedSink extends TextSink {
  /** Writes what is left, within 2 s. */
  end(): void;
}

export interface SinkOptions {
  /** Writes some of the bytes, as `writeSync` does; returns how many. */
  readonly writeSome: (bytes: Uint8Array) => number;
  /** Told of pieces of text that were lost, once there is a reader again. */
  readonly onLoss: (pieces: number) => void;
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
  /** Blocks for so many milliseconds. */
  readonly pause?: (milliseconds: number) => void;
  /** Calls back after 0.2 s, unless the process ends before. */
  readonly later?: (task: () => void) => void;
}

export function createBufferedSink(options: SinkOptions): BufferedSink {
  const { writeSome, onLoss, now = () => performance.now(), pause = sleepSync, later = afterFlushTime } = options;
  let gathered: string[] = [];
  let backlog = 0; // bytes, those of `rest` included
  let rest: Uint8Array = new Uint8Array(0);
  let lost = 0;
  let isStalled = false;
  let isBroken = false;
  let isTimed = false;

  const flushSoon = () => {
    if (isTimed) return;
    isTimed = true;
    later(() => {
      isTimed = false;
      if (!flush()) flushSoon();
    });
  };

  function flush(): boolean {
    try {
      while (backlog > 0) {
        if (rest.length === 0) {
          rest = Buffer.from(gathered.join(''));
          gathered = [];
        }
        const written = writeSome(rest);
        rest = rest.subarray(written);
        backlog -= written;
      }
    } catch (error) {
      isStalled = PASSING.has((error as NodeJS.ErrnoException).code ?? '');
      isBroken = !isStalled; // no reader will come
      if (isStalled) return false;
      [gathered, rest, backlog] = [[], rest.subarray(rest.length), 0];
    }
    isStalled = false;
    const pieces = lost;
    lost = 0;
    if (pieces > 0 && !isBroken) onLoss(pieces);
    return true;
  }

  return {
    write(text) {
      if (isBroken) return;
      const bytes = Buffer.byteLength(text);
      if (backlog + bytes > LARGEST_BACKLOG) {
        lost++;
        return;
      }
      gathered.push(text);
      backlog += bytes;
      if (backlog >= GATHERED_BYTES && !isStalled) flush();
      if (backlog > 0) flushSoon();
    },
    end() {
      const deadline = now() + LAST_MILLISECONDS;
      while (backlog > 0 && now() < deadline) if (!flush()) pause(PAUSE_MILLISECONDS);
    },
  };
}

function afterFlushTime(task: () => void): void {
  setTimeout(task, FLUSH_MILLISECONDS).unref();
}

function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

let sink: BufferedSink | null = null;
let tellLoss: (pieces: number) => void = () => undefined;

/** The standard error of this process; flushed when it ends, in whatever way but by a signal. */
export const standardError: TextSink = {
  write(text) {
    if (sink === null) {
      const file = openStandardError();
      sink = createBufferedSink({
        writeSome: (bytes) => writeSync(file, bytes),
        onLoss: (pieces) => tellLoss(pieces),
      });
      process.on('exit', sink.end);
    }
    sink.write(text);
  },
};

/** Called with the number of lines that were lost, once they can be told of. */
export function onLostLines(listener: (lines: number) => void): void {
  tellLoss = listener;
}

/**
 * A descriptor that does not block. Descriptor 2 itself is shared with other processes, each of which can make it block,
 * so pipes and terminals are opened again. Sockets cannot be; libuv makes them non-blocking for `process.stderr`.
 */
function openStandardError(): number {
  void process.stderr;
  if (!fstatSync(2).isFIFO() && !isatty(2)) return 2;
  try {
    return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 2; // another system, or another user's pipe
  }
}
