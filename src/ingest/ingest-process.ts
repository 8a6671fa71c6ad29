/** Starts one ingest as a child process and turns the JSON lines of its standard output into events. */

import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Log } from '../base/log.js';
import type { TextSink } from '../base/progress.js';
import type { IngestFault } from './ingest-fault.js';

/** One line of an ingest's progress: an event name and its facts. */
export interface IngestEvent {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** A started ingest. `finished` resolves with its exit code; `stop` asks it to end, and soon ends it. */
export interface IngestProcess {
  readonly finished: Promise<number>;
  stop(): void;
}

/** Priority of ingests, below that of the service: a frame may come a second later, a response may not. */
const NICENESS = 10;
/** Priority of ingests that a request waits for: above other ingests, below the service. */
const AWAITED_NICENESS = 5;
/** Time from SIGTERM to SIGKILL, s. It is shorter than the time that the service has to end. */
const KILL_SECONDS = 8;

export interface IngestCommand {
  /** Arguments after the Node executable: its own, the compiled command line, then "ingest", the feed and its options. */
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Gets the child's log lines, unchanged. */
  readonly errors: TextSink;
  /** Somebody waits for what it brings: it goes before other ingests. */
  readonly isAwaited?: boolean;
  /** When it is ended if it has not done so by itself, s: a child that hangs must not hold up the feeds behind it. */
  readonly longestSeconds: number;
  /** From SIGTERM to SIGKILL, s; default 8. */
  readonly killSeconds?: number;
}

/**
 * `finished` resolves with the exit code; a child that was ended by a signal counts as 128 + its number, one that could
 * not start as 127.
 *
 * The child does not inherit our standard error: libuv would make that block for both, and a child whose log is not read
 * would not end.
 */
export function startIngestProcess(command: IngestCommand, onEvent: (event: IngestEvent) => void): IngestProcess {
  const { longestSeconds, killSeconds = KILL_SECONDS, log } = command;
  const child = spawn(process.execPath, [...command.arguments], {
    env: command.environment,
    stdio: 'pipe', // its standard input ends when we do, however we end
  });
  giveWay(child.pid, command.isAwaited ? AWAITED_NICENESS : NICENESS, log);
  if (hasPipes(child)) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = parseEvent(line);
      if (event) onEvent(event);
      else log.warn({ line: line.slice(0, 200) }, 'ingest printed a line that is no event');
    });
    createInterface({ input: child.stderr }).on('line', (line) => command.errors.write(`${line}\n`));
  }
  let killing: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    killing ??= setTimeout(() => child.kill('SIGKILL'), killSeconds * 1000);
  };
  const hung = setTimeout(() => {
    onEvent({ event: 'failed', ...hungFault(longestSeconds) });
    stop();
  }, longestSeconds * 1000);
  const finished = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      log.error({ error: error.message }, 'ingest could not be started');
      resolve(127);
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
  const clear = (): void => {
    clearTimeout(hung);
    clearTimeout(killing);
  };
  return { finished: finished.finally(clear), stop };
}

/** False when file descriptors ran out: Node then makes no pipes, contrary to its types, and emits an error. */
function hasPipes({ stdout, stderr }: { stdout?: unknown; stderr?: unknown }): boolean {
  return stdout !== undefined && stderr !== undefined;
}

function hungFault(seconds: number): IngestFault {
  const reason = `the process had not ended after ${seconds} s and was ended`;
  return { reason, host: null, cause: reason, unreachable: false };
}

/** A system that has no priorities to give does not stop an ingest. */
function giveWay(id: number | undefined, niceness: number, log: Log): void {
  if (id === undefined) return; // it could not be started, which is told of elsewhere
  try {
    setPriority(id, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));
  } catch (error) {
    log.debug({ error: (error as Error).message }, 'ingest has the priority of the service');
  }
}

function parseEvent(line: string): IngestEvent | null {
  if (!line.startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(line);
    const named =
      typeof parsed === 'object' && parsed !== null && 'event' in parsed && typeof parsed.event === 'string';
    return named ? (parsed as IngestEvent) : null;
  } catch {
    return null; // a line that is not JSON is reported by the caller
  }
}
