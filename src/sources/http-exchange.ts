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
  /**
   * From the start of connecting until the head of the response is complete, however its bytes arrive. The wait for a free
   * connection does not count.
   */
  readonly head: number;
  /** Between two chunks of the body. */
  readonly idle: number;
  /** Of the whole body. */
  readonly total: number;
}

/** The least average rate of a body, measured over each `overSeconds` in turn; the first of them is the grace. */
export interface LeastRate {
  readonly bytesPerSecond: number;
  readonly overSeconds: number;
}

export interface ExchangeLimits extends ExchangeTimeouts {
  readonly leastRate: LeastRate;
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
  limits: ExchangeLimits,
): Promise<Exchange> {
  const { method, url, headers, signal } = request;
  return new Promise((resolve, reject) => {
    const secure = url.startsWith('https:');
    const options = { method, headers, signal };
    const sent = secure
      ? https.request(url, { ...options, agent: connections.https })
      : http.request(url, { ...options, agent: connections.http });
    let timer: NodeJS.Timeout | undefined;
    sent.once('socket', (socket) => {
      const late = (): void => void sent.destroy(noHead(url, limits.head, socket.connecting));
      timer = setTimeout(late, limits.head * 1000);
    });
    sent.once('close', () => clearTimeout(timer));
    sent.once('error', (error) => reject(asUpstream(error, url, signal)));
    sent.once('response', (response) => {
      clearTimeout(timer);
      resolve({
        response,
        read: (window) => readBody(response, window, request, limits),
        discard: () => discard(response, limits.idle),
      });
    });
    sent.end();
  });
}

function noHead(url: string, seconds: number, isConnecting: boolean): UpstreamError {
  const detail = `no ${isConnecting ? 'connection' : 'answer'} in ${seconds} s`;
  return new UpstreamError('timeout', url, detail, { unreachable: isConnecting });
}

function readBody(
  response: http.IncomingMessage,
  { skip, keep, ceiling }: BodyWindow,
  { url, signal }: ExchangeRequest,
  limits: ExchangeLimits,
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
    const idle = setTimeout(() => fail(timedOut(url, `no byte in ${limits.idle} s`)), limits.idle * 1000);
    const total = setTimeout(() => fail(timedOut(url, `not done in ${limits.total} s`)), limits.total * 1000);
    const rate = watchRate(
      limits.leastRate,
      () => seen,
      (detail) => fail(new UpstreamError('too-slow', url, detail, { summary: 'too slow' })),
    );

    function fail(error: unknown): void {
      stop();
      response.destroy();
      reject(error);
    }
    function stop(): void {
      clearTimeout(idle);
      clearTimeout(total);
      clearInterval(rate);
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
    response.once('close', () => response.complete || fail(cutAfter(seen, url)));

    function finish(): void {
      stop();
      resolve(buffer.subarray(0, kept));
    }
  });
}

/** Bytes that drip reset the timeout between chunks, so the rate is watched beside it. */
function watchRate(
  { bytesPerSecond, overSeconds }: LeastRate,
  bytesSeen: () => number,
  tooSlow: (detail: string) => void,
): NodeJS.Timeout {
  let before = 0;
  return setInterval(() => {
    const rate = (bytesSeen() - before) / overSeconds;
    before = bytesSeen();
    if (rate < bytesPerSecond)
      tooSlow(`${Math.round(rate)} B/s over ${overSeconds} s, at least ${bytesPerSecond} B/s are needed`);
  }, overSeconds * 1000);
}

/**
 * Reads a small rest, so that the connection serves again; cuts a large one, and one that takes longer than `seconds`:
 * while it drips it keeps one of the few connections to its host.
 */
function discard(response: http.IncomingMessage, seconds: number): void {
  const rest = announcedLength(response);
  if (rest === null || rest > SMALL_BODY) return void response.destroy();
  const timer = setTimeout(() => response.destroy(), seconds * 1000);
  response.once('close', () => clearTimeout(timer)).resume();
}

function cutAfter(bytes: number, url: string): UpstreamError {
  return new UpstreamError('network', url, `the body ended after ${bytes} bytes`, { summary: 'connection lost' });
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

/** Error codes of the system and of the resolver, in words. Those of the first kind mean that no connection was made. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host name cannot be looked up, DNS does not answer',
  ECONNREFUSED: 'connection refused',
  ENETUNREACH: 'network unreachable',
  ENETDOWN: 'network down',
  EHOSTUNREACH: 'host unreachable',
  ETIMEDOUT: 'no connection in time',
};
const LOST: Readonly<Record<string, string>> = { ECONNRESET: 'connection reset', EPIPE: 'connection closed' };

function asUpstream(error: NodeJS.ErrnoException, url: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof UpstreamError) return error;
  const unreachable = UNREACHABLE[error.code ?? ''];
  const detail = unreachable ?? LOST[error.code ?? ''] ?? error.message;
  return new UpstreamError('network', url, detail, { cause: error, unreachable: unreachable !== undefined });
}
