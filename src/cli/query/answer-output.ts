/** How an answer of the service is shown: for people, or as it is. */

import type { RequestFault } from '../../base/errors.js';
import { WRONG_USE } from '../exit-status.js';

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

/**
 * A problem response (RFC 9457) for people: each fault by its pointer and its message, or the detail if there are none.
 *
 * @param body  of a response other than a 200; anything that is not a problem document is returned unchanged
 */
export function problemLines(body: string): string[] {
  const problem = problemOf(body);
  if (problem === null) return [body];
  const { title = 'the request failed', detail = '', errors = [] } = problem;
  if (errors.length === 0) return [`${title}: ${detail}`];
  return [`${title}:`, ...errors.map(({ pointer, message }) => `  ${pointer === '' ? '(body)' : pointer}  ${message}`)];
}

interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly RequestFault[];
}

function problemOf(body: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' ? parsed : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
