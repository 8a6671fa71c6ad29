/** The built command line as a person runs it: `run` waits for a command, `serve` starts the service on a free port. */

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdministrationClient } from '../../src/cli/administration-client.js';
import { administrationSocketPath } from '../../src/http/administration/administration-socket.js';
import type { IngestState } from '../../src/model/ingest-state.js';

/**
 * What is run by Node, before the words of the command. The flag leaves out the second, optimising pass over WebAssembly:
 * of a process that opens the database and ends after a second, it is half of the work.
 */
export const COMMAND = ['--liftoff-only', resolve('dist/src/cli/main.js')];

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Settings = Readonly<Record<string, string>>;

function environment(settings: Settings): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WEATHERGLASS_')));
  return { ...own, WEATHERGLASS_LOG_FORMAT: 'json', ...settings };
}

/** Runs `weatherglass …arguments` to its end. */
export function run(settings: Settings, ...args: string[]): Promise<Finished> {
  return new Promise((settle) => {
    execFile(
      process.execPath,
      [...COMMAND, ...args],
      { env: environment(settings), maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        settle({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout, stderr });
      },
    );
  });
}

export interface RunningService {
  readonly url: string;
  /** Everything printed so far on standard output. */
  output(): string;
  /** Every line of the log so far. */
  log(): string;
  /** From here on its log has no reader: its standard error is closed. */
  leaveLog(): void;
  /** From here on its log has a reader that reads nothing. */
  stallLog(): void;
  /** Resolves with the exit code, however it ends. */
  readonly exited: Promise<number | null>;
  /** Of Node, as this process sees it. */
  pid(): number;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `weatherglass serve …arguments` and resolves when it says where it listens. */
export function serve(settings: Settings, ...args: string[]): Promise<RunningService> {
  return running(spawn(process.execPath, [...COMMAND, 'serve', ...args], { env: serving(settings) }));
}

/** The same with at most `openFiles` file descriptors, as `ulimit -n` sets them. */
export function serveWithin(openFiles: number, settings: Settings, ...args: string[]): Promise<RunningService> {
  const script = `ulimit -n ${openFiles}; exec "$0" "$@"`;
  const command = ['-c', script, process.execPath, ...COMMAND, 'serve', ...args];
  return running(spawn('sh', command, { env: serving(settings) }));
}

const LISTENING = /listening on (http:\S+)/;

/**
 * The same as PID 1 of a PID namespace, as in a container; `unshare` is how one is made. Resolves when what it prints or
 * logs matches `until`.
 */
export function serveInContainer(
  unshare: readonly string[],
  settings: Settings,
  until = LISTENING,
): Promise<RunningService> {
  const [command, ...flags] = unshare;
  const child = spawn(command!, [...flags, process.execPath, ...COMMAND, 'serve', '--no-ingest'], {
    env: serving(settings),
  });
  // unshare passes no signals on
  return running(child, () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')), until);
}

function serving(settings: Settings): NodeJS.ProcessEnv {
  return environment({ PORT: '0', ...settings });
}

function running(
  child: ChildProcessWithoutNullStreams,
  pid = () => child.pid!,
  until = LISTENING,
): Promise<RunningService> {
  const exited = new Promise<number | null>((settle) => child.once('close', settle));
  let output = '';
  let errors = '';
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(pid(), name);
  };
  const stop = () => {
    signal('SIGTERM');
    return exited;
  };
  return new Promise((settle, fail) => {
    const leaveLog = () => void child.stderr!.destroy();
    const stallLog = () => {
      child.stderr!.pause();
      child.once('exit', () => child.stderr!.resume());
    };
    const settleWhenUp = () => {
      const match = until.exec(output) ?? until.exec(errors);
      const url = match?.[1] ?? '';
      if (match)
        settle({ url, output: () => output, log: () => errors, leaveLog, stallLog, exited, pid, signal, stop });
    };
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      settleWhenUp();
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
      settleWhenUp();
    });
    void exited.then((code) => fail(new Error(`serve ended with ${code} before it listened: ${errors.slice(-2000)}`)));
  });
}

/** The states of the feeds that the service on this data directory ingests, as soon as they are as a test wants them. */
export async function ingestStates(
  dataDirectory: string,
  isWanted: (states: ReadonlyMap<string, IngestState>) => boolean,
): Promise<ReadonlyMap<string, IngestState>> {
  const client = createAdministrationClient(administrationSocketPath(dataDirectory));
  for (;;) {
    const states = (await client.ask('GET', '/ingests')) as readonly IngestState[];
    const byFeed = new Map(states.map((state) => [state.feed, state]));
    if (isWanted(byFeed)) return byFeed;
    await wait(100);
  }
}
