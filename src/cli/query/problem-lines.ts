/** A problem answer (RFC 9457) for people: each fault by its pointer and its message, or the detail where there is none. */

import type { RequestFault } from '../../base/errors.js';

/** @param body  of an answer that is no 200; whatever is no problem document is shown as it is */
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
