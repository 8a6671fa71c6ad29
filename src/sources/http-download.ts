/**
 * Downloading over HTTP for every source: HEAD, GET, ranged GET, conditional GET, with time-outs, size ceilings and
 * attempts that back off. Sources see bytes or an `UpstreamError`, never a socket.
 *
 *   answer            what comes of it
 *   200               the body; to a ranged request: the range is cut out of the whole body
 *   206               the body, when Content-Range is the range that was asked for
 *   304               `notModified`, only to a conditional request
 *   408 429 5xx       another attempt, not before Retry-After (bounded); then UpstreamError "status"
 *   403 404 410       HEAD: null (S3 says 403 for a key that is not there yet); GET: UpstreamError "status"
 *   416, wrong range  UpstreamError "framing": the file is not the one that its index describes; not tried again here
 *   gzip              only when asked for; unpacked, and the ceiling holds for what comes out
 */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '../base/clock.js';
import { isTagged, UpstreamError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { type RetryPolicy, type RetryVerdict, retry, type Sleep } from '../base/retry.js';
import {
  announcedLength,
  beginExchange,
  type Exchange,
  type ExchangeTimeouts,
  type LeastRate,
  openConnections,
} from './http-exchange.js';
import { refusePrivateHost } from './public-address.js';

export interface HttpSettings {
  readonly timeouts: ExchangeTimeouts;
  readonly leastRate: LeastRate;
  readonly policy: RetryPolicy;
  /** Longest pause that a Retry-After may impose, seconds. */
  readonly longestRetryAfter: number;
  readonly connectionsPerHost: number;
  /** Who asks, as api.weather.gov requires it: a name, and how to reach whoever runs it. */
  readonly userAgent: string;
  /** Refuse hosts of private networks: for addresses that no person configured. */
  readonly publicOnly: boolean;
}

/**
 * A body has an hour, not minutes: a piece of AQM has 55 MB, and at 60 KB/s it takes 15 minutes. What drips is below the
 * least rate long before. At eight connections that rate is 8 KB/s, where a run of GFS would take three days.
 */
export const HTTP_SETTINGS: HttpSettings = {
  timeouts: { head: 20, idle: 20, total: 3600 },
  leastRate: { bytesPerSecond: 1024, overSeconds: 30 },
  policy: { attempts: 5, firstPauseSeconds: 0.5, longestPauseSeconds: 20 },
  longestRetryAfter: 120,
  connectionsPerHost: 8,
  userAgent: 'weatherglass',
  publicOnly: false,
};

export interface HttpDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly settings?: Partial<HttpSettings>;
}

/** What an answer says of its version. Sent back, they make a request conditional. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface GetOptions {
  /** Bytes `offset … offset+length−1`; `length: null` runs to the end. */
  readonly range?: { readonly offset: number; readonly length: number | null };
  /** Most bytes of the answer that are taken. */
  readonly ceilingBytes: number;
  /** Ask only for something newer than this. */
  readonly unlessStill?: Validators;
  /** Value of the Accept header. */
  readonly accept?: string | undefined;
  /** Let it come packed, and unpack it. Not for ranges. */
  readonly gzip?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpBody {
  readonly notModified: false;
  readonly bytes: Uint8Array;
  readonly validators: Validators;
}

export type HttpAnswer = HttpBody | { readonly notModified: true };

export interface HttpHead {
  readonly bytes: number | null;
  readonly validators: Validators;
}

/** Requests sent (every attempt counts) and body bytes of the answers that arrived whole. */
export interface HttpTraffic {
  readonly requests: number;
  readonly bytes: number;
}

export interface HttpDownload {
  /** The head of the resource, or null when there is none (yet). @throws UpstreamError */
  head(url: string, signal?: AbortSignal): Promise<HttpHead | null>;
  /** @throws UpstreamError */
  get(url: string, options: GetOptions): Promise<HttpAnswer>;
  traffic(): HttpTraffic;
  /** Closes idle connections. */
  close(): void;
}

const ABSENT = new Set([403, 404, 410]);

/** True for the answers that say that there is no such file: not yet, or not any more. */
export function saysAbsent(status: number | undefined): boolean {
  return status !== undefined && ABSENT.has(status);
}

export function createHttpDownload(dependencies: HttpDependencies): HttpDownload {
  const settings = { ...HTTP_SETTINGS, ...dependencies.settings };
  const connections = openConnections(settings.connectionsPerHost, settings.publicOnly);
  const traffic = { requests: 0, bytes: 0 };

  async function exchange<T>(
    method: 'GET' | 'HEAD',
    url: string,
    options: { headers: Record<string, string>; signal: AbortSignal | undefined },
    receive: (exchange: Exchange) => Promise<T>,
  ): Promise<T> {
    let retryAfter = 0;
    const attempt = async (): Promise<T> => {
      retryAfter = 0;
      traffic.requests++;
      if (settings.publicOnly) refusePrivateHost(url);
      const headers = { ...options.headers, 'user-agent': settings.userAgent };
      const limits = { ...settings.timeouts, leastRate: settings.leastRate };
      const begun = await beginExchange({ method, url, ...options, headers }, connections, limits);
      const status = begun.response.statusCode ?? 0;
      if (status === 429 || status === 503)
        retryAfter = retryAfterSeconds(begun.response.headers['retry-after'], dependencies.clock.now());
      return receive(begun);
    };
    return retry(attempt, {
      ...dependencies,
      policy: settings.policy,
      signal: options.signal,
      judge: (error) => judge(error, Math.min(retryAfter, settings.longestRetryAfter)),
      onRetry: (error, number, pauseSeconds) =>
        dependencies.log.debug({ url, attempt: number, pauseSeconds, error: String(error) }, 'download failed, again'),
    });
  }

  return {
    head: (url, signal) => exchange('HEAD', url, { headers: {}, signal }, async (begun) => receiveHead(begun, url)),
    async get(url, options) {
      const headers = { ...rangeHeader(options), ...conditions(options.unlessStill), ...wishes(options) };
      const answer = await exchange('GET', url, { headers, signal: options.signal }, (begun) =>
        receiveBody(begun, url, options),
      );
      if (!answer.notModified) traffic.bytes += answer.bytes.length;
      return answer;
    },
    traffic: () => ({ ...traffic }),
    close() {
      connections.http.destroy();
      connections.https.destroy();
    },
  };
}

function judge(error: unknown, atLeastSeconds: number): RetryVerdict {
  const again = isTagged(error, 'upstream') && error.retryable && error.fault !== 'framing';
  return { again, atLeastSeconds };
}

function rangeHeader({ range }: GetOptions): Record<string, string> {
  if (range === undefined) return {};
  return { range: `bytes=${range.offset}-${range.length === null ? '' : range.offset + range.length - 1}` };
}

function wishes({ accept, gzip = false }: GetOptions): Record<string, string> {
  return { ...(accept === undefined ? {} : { accept }), ...(gzip ? { 'accept-encoding': 'gzip' } : {}) };
}

function conditions(validators: Validators | undefined): Record<string, string> {
  if (validators?.etag !== undefined) return { 'if-none-match': validators.etag };
  if (validators?.lastModified !== undefined) return { 'if-modified-since': validators.lastModified };
  return {};
}

function receiveHead({ response }: Exchange, url: string): HttpHead | null {
  response.resume(); // the length it announces is not sent
  const status = response.statusCode ?? 0;
  if (saysAbsent(status)) return null;
  if (status !== 200) throw statusError(url, status);
  return { bytes: announcedLength(response), validators: validatorsOf(response.headers) };
}

async function receiveBody(begun: Exchange, url: string, options: GetOptions): Promise<HttpAnswer> {
  const { range, ceilingBytes: ceiling, unlessStill } = options;
  const status = begun.response.statusCode ?? 0;
  const validators = validatorsOf(begun.response.headers);
  if (status === 304 && unlessStill !== undefined) {
    begun.discard();
    return { notModified: true };
  }
  if (status === 206 && range !== undefined) {
    const rule = rangeFault(begun.response.headers['content-range'], range);
    if (rule !== null) return refuse(begun, new UpstreamError('framing', url, rule, { status }));
    const bytes = await begun.read({ skip: 0, keep: null, ceiling });
    return { notModified: false, validators, bytes: ofLength(bytes, range.length, url) };
  }
  if (status !== 200) return refuse(begun, statusError(url, status));
  const window = { skip: range?.offset ?? 0, keep: range?.length ?? null, ceiling };
  const bytes = ofLength(await begun.read(window), window.keep, url);
  const isPacked = options.gzip === true && begun.response.headers['content-encoding'] === 'gzip';
  return { notModified: false, validators, bytes: isPacked ? await unpack(bytes, ceiling, url) : bytes };
}

const gunzipBytes = promisify(gunzip);

async function unpack(packed: Uint8Array, ceiling: number, url: string): Promise<Uint8Array> {
  try {
    return await gunzipBytes(packed, { maxOutputLength: ceiling });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isLarge = code === 'ERR_BUFFER_TOO_LARGE';
    const rule = isLarge ? `unpacks to more than ${ceiling} bytes` : `is no whole gzip: ${message}`;
    throw new UpstreamError(isLarge ? 'too-large' : 'framing', url, rule, { cause: error });
  }
}

function ofLength(bytes: Uint8Array, expected: number | null, url: string): Uint8Array {
  if (expected !== null && bytes.length !== expected)
    throw new UpstreamError('framing', url, `${bytes.length} bytes for a range of ${expected}`);
  return bytes;
}

function refuse(begun: Exchange, error: UpstreamError): never {
  begun.discard();
  throw error;
}

function statusError(url: string, status: number): UpstreamError {
  if (status === 416) return new UpstreamError('framing', url, 'the file ends before the range begins', { status });
  const detail = status >= 300 && status < 400 ? `answers ${status}, redirects are not followed` : `answers ${status}`;
  return new UpstreamError('status', url, detail, { status });
}

/** Null when Content-Range is what was asked for, else the rule that it breaks. */
function rangeFault(header: string | undefined, range: { offset: number; length: number | null }): string | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header ?? '');
  if (match === null) return `206 with Content-Range "${header ?? ''}"`;
  const [first, last, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const wanted = range.length === null ? total - 1 : range.offset + range.length - 1;
  if (first === range.offset && (last === wanted || (range.length === null && Number.isNaN(total)))) return null;
  return `asked for bytes ${range.offset}-${range.length === null ? '' : wanted}, got ${header}`;
}

function validatorsOf(headers: NodeJS.Dict<string | string[]>): Validators {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(typeof etag === 'string' ? { etag } : {}),
    ...(typeof lastModified === 'string' ? { lastModified } : {}),
  };
}

/** Retry-After as seconds from `now`: a number of seconds or an HTTP date (RFC 9110 10.2.3); 0 when unreadable. */
export function retryAfterSeconds(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : Date.parse(header) / 1000 - now;
  return seconds > 0 ? seconds : 0;
}
