/**
 * Errors of map tiles: `application/json` with `{errors: {detail, reason?}}`, as the interface has them for 400, 404, 429
 * and 502. `detail` is for people; `reason` says in a word or two which of the possible ones it is. Credentials are
 * refused as everywhere, with problems.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTagged, isUnreadable } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { ProblemError } from '../problem.js';
import { echo } from '../request-faults.js';

/** Seconds that a client should wait after a failure that nobody put a figure to. */
const RETRY_SECONDS = 30;

export interface TileErrorBody {
  readonly errors: { readonly detail: string; readonly reason?: string };
}

interface TileError {
  readonly status: 400 | 404 | 429 | 502;
  readonly detail: string;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function unknownLayer(layer: string): ProblemError {
  return new ProblemError('not-found', `no map layer ${echo(layer)}; GET /v1/map-tiles lists those that there are`);
}

/** Null: not one of them. */
function tileErrorOf(error: unknown): TileError | null {
  if (error instanceof ProblemError) return ofProblem(error);
  if (isTagged(error, 'invalid-request')) {
    const [fault] = error.faults;
    return { status: 400, detail: error.message, ...(fault && { reason: fault.code }) };
  }
  if (isTagged(error, 'product-unavailable'))
    return unavailable(error.message, error.reason, Math.max(1, Math.ceil(error.retryAfterSeconds)));
  if (isUnreadable(error))
    return unavailable('map tiles are unavailable: their stored data cannot be read', 'unreadable', RETRY_SECONDS);
  if (isTagged(error, 'records'))
    return unavailable('credentials cannot be checked at the moment', 'credentials', RETRY_SECONDS);
  return null;
}

function ofProblem({ slug, detail, headers }: ProblemError): TileError | null {
  if (slug === 'not-found') return { status: 404, detail, reason: 'unknown_layer' };
  if (slug === 'rate-limited') return { status: 429, detail, reason: 'rate_limited', headers };
  if (slug === 'product-unavailable') return { status: 502, detail, reason: 'overloaded', headers };
  return null;
}

function unavailable(detail: string, reason: string, seconds: number): TileError {
  return { status: 502, detail, reason, headers: { 'retry-after': String(seconds) } };
}

/** For the routes of map tiles; what is none of theirs goes on to the handler of all others. */
export function answerTileErrors(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const found = tileErrorOf(error);
    if (found === null) throw error;
    const { status, detail, reason, headers = {} } = found;
    // Why a layer shows nothing is logged once, where it is found; a map asks for a screen full of its tiles.
    const level = isTagged(error, 'product-unavailable') ? 'debug' : 'warn';
    if (status === 502) log[level]({ requestId: request.id, error: String(error) }, 'no tile to serve');
    const body: TileErrorBody = { errors: { detail, ...(reason !== undefined && { reason }) } };
    return reply
      .code(status)
      .headers(headers)
      .removeHeader('etag')
      .removeHeader('content-encoding')
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(Buffer.from(JSON.stringify(body)));
  };
}
