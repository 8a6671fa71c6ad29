/**
 * JSON values as lines (NDJSON): what is too much for one body, written and read as it flows, so that neither side holds
 * all of it.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { RecordsError } from '../base/errors.js';

export const JSON_LINES = 'application/x-ndjson';

export interface LineLimits {
  /** Bytes of one line. */
  readonly line: number;
  /** Bytes of all lines. */
  readonly total: number;
}

const LINE_FEED = 0x0a;
const PORTION = 65_536; // characters

/** What a reader refuses; an answer's status. */
export function refusal(statusCode: number, message: string, cause?: unknown): RecordsError & { statusCode: number } {
  return Object.assign(new RecordsError(message, { cause }), { statusCode });
}

/** Text of the values, several lines at a time. */
export async function* writeJsonLines(values: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < PORTION) continue;
    yield text;
    text = '';
    await nextTurn(); // a socket that takes all at once would have everything made at once (10 MB of zones: 0.4 s)
  }
  if (text !== '') yield text;
}

/**
 * Values of the lines, one after the other; the last line must end too, or it was cut off.
 *
 * @throws RecordsError  with the status of the answer: for a line or a body that is too long, or no JSON
 */
export async function* readJsonLines(bytes: AsyncIterable<Uint8Array>, limits: LineLimits): AsyncGenerator<unknown> {
  let pending: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  let lines = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > limits.total) throw refusal(413, `lines have at most ${limits.total} bytes in all`);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      requireLength(length + end - start, limits, lines + 1);
      pending.push(chunk.subarray(start, end));
      yield parse(Buffer.concat(pending), ++lines);
      pending = [];
      length = 0;
      start = end + 1;
    }
    pending.push(chunk.subarray(start));
    length += chunk.length - start;
    requireLength(length, limits, lines + 1);
  }
  if (length > 0) throw refusal(400, `line ${lines + 1} is cut off`);
}

function requireLength(length: number, { line }: LineLimits, number: number): void {
  if (length > line) throw refusal(413, `line ${number} is longer than ${line} bytes`);
}

function parse(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(line.toString());
  } catch (error) {
    throw refusal(400, `line ${number} is no JSON: ${(error as Error).message}`, error);
  }
}
