/** Asks a running server over its administration socket (`http/administration/administration.ts`). */

import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { InvalidRequestError, isTagged, RecordsError } from '../base/errors.js';
import { JSON_LINES, readJsonLines, writeJsonLines } from '../http/json-lines.js';

export interface AdministrationClient {
  /** JSON there and back; null for 404 of a GET, undefined where there is no content. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Sends values as lines, as fast as the server takes them; JSON back. */
  sendLines(path: string, values: Iterable<unknown> | AsyncIterable<unknown>): Promise<unknown>;
  /** Values of the lines of an answer. */
  readLines(path: string): AsyncGenerator<unknown>;
}

const PATIENCE_MS = 10_000;
/** After the last line: zones of a whole country are stored by then, their former rows are not removed yet. */
const PATIENCE_WITH_LINES_MS = 60_000;
/** An answer of lines comes from our own server: as long as it likes, but a line is no flood. */
const LIMITS = { line: 64_000_000, total: Number.POSITIVE_INFINITY } as const;

export function createAdministrationClient(socketPath: string): AdministrationClient {
  return {
    async ask(method, path, body) {
      const sent = body === undefined ? null : { type: 'application/json', text: [JSON.stringify(body)] };
      const response = await send(socketPath, method, path, sent, PATIENCE_MS);
      return answerOf(response, socketPath, method);
    },
    async sendLines(path, values) {
      const sent = { type: JSON_LINES, text: writeJsonLines(values) };
      return answerOf(await send(socketPath, 'PUT', path, sent, PATIENCE_WITH_LINES_MS), socketPath, 'PUT');
    },
    async *readLines(path) {
      const response = await send(socketPath, 'GET', path, null, PATIENCE_WITH_LINES_MS);
      if (response.statusCode !== 200) await answerOf(response, socketPath, 'GET');
      else yield* readJsonLines(uncut(response, socketPath), LIMITS);
    },
  };
}

/** No socket, no data directory, or a socket that a killed server left. */
export function isNoServer(error: unknown): boolean {
  const cause = isTagged(error, 'records') ? error.cause : null;
  return ['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes((cause as NodeJS.ErrnoException | null)?.code ?? '');
}

async function* uncut(response: IncomingMessage, socketPath: string): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (cause) {
    throw new RecordsError(`the server on ${socketPath} ended in the middle of an answer`, { cause });
  }
}

async function answerOf(response: IncomingMessage, socketPath: string, method: string): Promise<unknown> {
  const answer = await text(response);
  const status = response.statusCode ?? 500;
  if (status === 404 && method === 'GET') return null;
  if (status === 204) return undefined;
  const parsed = JSON.parse(answer);
  if (status < 300) return parsed;
  if (parsed.tag === 'invalid-request') throw new InvalidRequestError(parsed.faults);
  throw new RecordsError(`the server on ${socketPath} refused: ${parsed.message}`);
}

interface Body {
  readonly type: string;
  readonly text: Iterable<string> | AsyncIterable<string>;
}

function send(
  socketPath: string,
  method: string,
  path: string,
  body: Body | null,
  timeout: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(new RecordsError(`the server on ${socketPath} does not answer: ${cause.message}`, { cause }));
    const headers = body === null ? {} : { 'content-type': body.type, 'transfer-encoding': 'chunked' };
    const sent = request({ socketPath, method, path, headers, timeout, agent: false }, resolve);
    sent.on('error', fail);
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeout / 1000} s`)));
    if (body === null) sent.end();
    else pipeline(Readable.from(reporting(body.text, reject)), sent).catch(fail);
  });
}

/** Values that cannot be made are the caller's error, not one of the connection that is then cut. */
async function* reporting(parts: Body['text'], failed: (error: unknown) => void): AsyncGenerator<string> {
  try {
    yield* parts;
  } catch (error) {
    failed(error);
    throw error;
  }
}
