/** Starts one ingest as a child process and turns the JSON lines of its standard output into events. */

import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Log } from '../base/log.js';
import type { TextSink } from '../base/progress.js';
import type { IngestEvent, IngestProcess } from './schedule.js';

/** By which ingests stand behind who answers on the same cores: a frame may come a second later, an answer may not. */
const NICENESS = 10;
/** By which those do that somebody waits for: before other ingests, and yet behind who answers, however many are asked for. */
const AWAITED_NICENESS = 5;

export interface IngestCommand {
  /** Arguments after the Node executable: its own, the compiled command line, then "ingest", the feed and its options. */
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Gets the child's log lines, unchanged. */
  readonly errors: TextSink;
  /** Somebody waits for what it brings: it goes before other ingests. */
  readonly isAwaited?: boolean;
}

/**
 * `finished` resolves with the exit code; a child that was ended by a signal counts as 128 + 15, one that could not start
 * as 127.
 *
 * The child does not inherit our standard error: libuv would make that block for both, and a child whose log is not read
 * would not end.
 */
export function startIngestProcess(command: IngestCommand, onEvent: (event: IngestEvent) => void): IngestProcess {
  const child = spawn(process.execPath, [...command.arguments], {
    env: command.environment,
    stdio: 'pipe', // its standard input ends when we do, however we end
  });
  giveWay(child.pid, command.isAwaited ? AWAITED_NICENESS : NICENESS, command.log);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = parseEvent(line);
    if (event) onEvent(event);
    else command.log.warn({ line: line.slice(0, 200) }, 'ingest printed a line that is no event');
  });
  createInterface({ input: child.stderr }).on('line', (line) => command.errors.write(`${line}\n`));
  const finished = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      command.log.error({ error: error.message }, 'ingest could not be started');
      resolve(127);
    });
    child.once('close', (code) => resolve(code ?? 143));
  });
  return { finished, stop: () => void child.kill('SIGTERM') };
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
