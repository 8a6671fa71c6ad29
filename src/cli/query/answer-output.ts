/** How an answer of the service is shown: for people, or as it is. */

import { problemLines } from './problem-lines.js';

export interface ShownAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/**
 * Prints an answer; one that is no 200 goes to standard error, and the exit status is 1.
 *
 * @param textOf  the answer for people, from the body of a 200; null: everything is printed as it is
 */
export function printAnswer({ status, body }: ShownAnswer, textOf: ((body: string) => string) | null): void {
  if (status === 200) return void process.stdout.write(`${textOf === null ? body : textOf(body)}\n`);
  process.stderr.write(`${textOf === null ? body : problemLines(body).join('\n')}\n`);
  process.exitCode = 1;
}
