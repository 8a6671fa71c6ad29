/** How an answer of the service is shown: for people, or as it is. */

import { WRONG_USE } from '../exit-status.js';
import { problemLines } from './problem-lines.js';

export interface ShownAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/**
 * Prints a response. One that is not a 200 goes to standard error; the exit status is then 2 if the request is at fault
 * (4xx), else 1.
 *
 * @param textOf  the answer for people, from the body of a 200; null: everything is printed as it is
 */
export function printAnswer({ status, body }: ShownAnswer, textOf: ((body: string) => string) | null): void {
  if (status === 200) return void process.stdout.write(`${textOf === null ? body : textOf(body)}\n`);
  process.stderr.write(`${textOf === null ? body : problemLines(body).join('\n')}\n`);
  process.exitCode = status < 500 ? WRONG_USE : 1;
}
