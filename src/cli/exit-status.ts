/**
 * Exit statuses of commands, and commands whose output is closed.
 *
 *   0    success
 *   1    failure: a file, an upstream, the store, or what `doctor` found
 *   2    wrong use: an option, an argument, a setting, or a request that the API refuses
 *   141  the reader of the output is gone, as a shell reports SIGPIPE (128 + 13)
 */

import { type Command, CommanderError } from 'commander';
import { isTagged } from '../base/errors.js';
import { standardError } from '../base/standard-error.js';

const FAILURE = 1;
export const WRONG_USE = 2;
const CLOSED_OUTPUT = 141;

/** Options or arguments that a command cannot use; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Writes why a command failed to standard error, and sets the exit status. @param about  "GFS: ", where it is one of several */
export function reportFailure(error: unknown, about = ''): void {
  process.exitCode = exitStatusOf(error);
  if (error instanceof CommanderError) return; // commander has written the message, or the help that was asked for
  standardError.write(`weatherglass: ${about}${error instanceof Error ? error.message : String(error)}\n`);
}

export function exitStatusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  const isWrongUse = error instanceof UsageError || isTagged(error, 'config') || isTagged(error, 'invalid-request');
  return isWrongUse ? WRONG_USE : FAILURE;
}

/** Makes a command and those below it throw on wrong use, with a hint at their help, and not end the process. */
export function throwOnWrongUse(command: Command, path = command.name()): void {
  command.exitOverride().showHelpAfterError(`(see: ${path} --help)`);
  for (const child of command.commands) throwOnWrongUse(child, `${path} ${child.name()}`);
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const endAtOnce = () => process.exit(0);

/**
 * Ends the process with 0 when a signal comes, until `stopEndingOnSignals`: for a start that can take 30 s, until the
 * service ends in its own way. PID 1 of a container ignores signals that nothing listens to.
 */
export function endOnSignals(): void {
  for (const signal of SIGNALS) process.once(signal, endAtOnce);
}

export function stopEndingOnSignals(): void {
  for (const signal of SIGNALS) process.removeListener(signal, endAtOnce);
}

type OutputFailure = NodeJS.ErrnoException;

let onOutputFailure = ({ code, message }: OutputFailure): void => {
  if (code === 'EPIPE') process.exit(CLOSED_OUTPUT);
  standardError.write(`weatherglass: cannot write to standard output: ${message}\n`);
  process.exit(FAILURE);
};

/** Ends the process when its output cannot be written, quietly if the reader is gone (`| head`). */
export function endWithOutput(): void {
  process.stdout.on('error', (error: OutputFailure) => onOutputFailure(error));
  process.stderr.on('error', () => process.exit(CLOSED_OUTPUT));
}

/** Replaces the end of the process when standard output cannot be written. */
export function onOutputLost(action: () => void): void {
  onOutputFailure = action;
}
