/**
 * One HTTP exchange: a request without a body, its answer's head, and the wanted part of its body.
 *
 * On node:http rather than fetch, because a step is tens of megabytes: chunks go straight into one buffer of the
 * announced size, where a web stream copies them twice. Redirects are not followed: base addresses come from the
 * configuration only, and no upstream may send us elsewhere.
 */

import http from 'node:http';
import https from 'node:https';
import { UpstreamError } from '../base/errors.js';
import { lookupPublic } from './public-address.js';

/** Limits in time of one exchange, seconds. */
export interface ExchangeTimeouts {
  /** From having a connection to the answer's head; waiting for a free connection is no fault of the upstream. */
  readonly head: number;
  /** Between two chunks of the body. */
  readonly idle: number;
  /** Of everything; ends a trickle that never falls idle. */
  readonly total: number;
}

export interface ExchangeRequest {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The part of a body that is wanted. */
export interface BodyWindow {
  /** Bytes to drop first. */
  readonly skip: number;
  /** Bytes to keep after them; null: all the rest. The connection is cut when they are there. */
  readonly keep: number | null;
  /** Most bytes that may be kept. */
  readonly ceiling: number;
}

export interface Exchange {
  readonly response: http.IncomingMessage;
  /** Reads the body; once. @throws UpstreamError */
  read(window: BodyWindow): Promise<Uint8Array>;
  /** Lets go of the body unread. */
  discard(): void;
}

const SMALL_BODY = 1 << 16;

/** Connections that are kept open between exchanges. */
export interface Connections {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** @param publicOnly  hosts that are, or turn out to be, of a private network are not connected to */
export function openConnections(perHost: number, publicOnly = false): Connections {
  const options = { keepAlive: true, maxSockets: perHost, ...(publicOnly ? { lookup: lookupPublic } : {}) };
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

/**
 * @throws UpstreamError  timeout or network
 * @throws the signal's reason when it is aborted
 */
export function beginExchange(
  request: ExchangeRequest,
  connections: Connections,
  timeouts: ExchangeTimeouts,
): Promise<Exchange> {
  const { method, url, headers, signal } = request;
  return new Promise((resolve, reject) => {
    const secure = url.startsWith('https:');
    const options = { method, headers, signal };
    const sent = secure
      ? https.request(url, { ...options, agent: connections.https })
      : http.request(url, { ...options, agent: connections.http });
    let timer: NodeJS.Timeout | undefined;
    sent.once('socket', () => {
      const late = (): void => void sent.destroy(timedOut(url, `no answer in ${timeouts.head} s`));
      timer = setTimeout(late, timeouts.head * 1000);
    });
    sent.once('close', () => clearTimeout(timer));
    sent.once('error', (error) => reject(asUpstream(error, url, signal)));
    sent.once('response', (response) => {
      clearTimeout(timer);
      resolve({
        response,
        read: (window) => readBody(response, window, request, timeouts),
        discard: () => discard(response),
      });
    });
    sent.end();
  });
}

function readBody(
  response: http.IncomingMessage,
  { skip, keep, ceiling }: BodyWindow,
  { url, signal }: ExchangeRequest,
  timeouts: ExchangeTimeouts,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const announced = announcedLength(response);
    const expected = keep ?? (announced === null ? null : Math.max(0, announced - skip));
    if (expected !== null && expected > ceiling) {
      response.destroy();
      return reject(tooLarge(url, expected, ceiling));
    }
    let buffer = new Uint8Array(expected ?? Math.min(ceiling, 1 << 16));
    let seen = 0;
    let kept = 0;
    const idle = setTimeout(() => fail(timedOut(url, `no byte in ${timeouts.idle} s`)), timeouts.idle * 1000);
    const total = setTimeout(() => fail(timedOut(url, `not done in ${timeouts.total} s`)), timeouts.total * 1000);

    function fail(error: unknown): void {
      stop();
      response.destroy();
      reject(error);
    }
    function stop(): void {
      clearTimeout(idle);
      clearTimeout(total);
    }
    response.on('data', (chunk: Buffer) => {
      idle.refresh();
      const from = Math.min(chunk.length, Math.max(0, skip - seen));
      const to = keep === null ? chunk.length : Math.min(chunk.length, from + keep - kept);
      seen += chunk.length;
      if (kept + to - from > ceiling) return fail(tooLarge(url, kept + to - from, ceiling));
      buffer = withRoom(buffer, kept + to - from, ceiling);
      buffer.set(chunk.subarray(from, to), kept);
      kept += to - from;
      if (keep === null || kept < keep || seen === announced) return;
      finish();
      response.destroy();
    });
    response.once('end', finish);
    response.once('error', (error) => fail(asUpstream(error, url, signal)));
    response.once('close', () => response.complete || fail(new UpstreamError('network', url, endedAfter(seen))));

    function finish(): void {
      stop();
      resolve(buffer.subarray(0, kept));
    }
  });
}

/** Reads a small rest, so that the connection serves again; cuts a large one. */
function discard(response: http.IncomingMessage): void {
  const rest = announcedLength(response);
  if (rest !== null && rest <= SMALL_BODY) response.resume();
  else response.destroy();
}

function endedAfter(bytes: number): string {
  return `the body ended after ${bytes} bytes`;
}

/** Content-Length, or null where the answer does not say. */
export function announcedLength(response: http.IncomingMessage): number | null {
  const length = Number(response.headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

function withRoom(buffer: Uint8Array<ArrayBuffer>, needed: number, ceiling: number): Uint8Array<ArrayBuffer> {
  if (needed <= buffer.length) return buffer;
  const larger = new Uint8Array(Math.min(ceiling, Math.max(needed, 2 * buffer.length)));
  larger.set(buffer);
  return larger;
}

function timedOut(url: string, detail: string): UpstreamError {
  return new UpstreamError('timeout', url, detail);
}

function tooLarge(url: string, bytes: number, ceiling: number): UpstreamError {
  return new UpstreamError('too-large', url, `${bytes} bytes, at most ${ceiling} are allowed`);
}

function asUpstream(error: Error, url: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof UpstreamError) return error;
  return new UpstreamError('network', url, error.message, { cause: error });
}
