/**
 * Requests that no route takes: an unknown path is a 404, a known path with another method a 405 that names the methods,
 * and bytes that are not HTTP get an answer as well, while the connection still takes one.
 */

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { PROBLEM_MEDIA_TYPE, ProblemError, pathOf } from './problem.js';
import { echo } from './request-faults.js';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** A parameter of a route (`:layer`) stands for one segment. */
function patternOf(url: string): RegExp {
  const segments = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^$()|[\]]/g, '\\$&')));
  return new RegExp(`^${segments.join('/')}$`);
}

/** Answers what no route takes, before its body is read. To be called before routes are added. */
export function refuseUnrouted(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    paths.set(url, known);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done();
    done(refusal(request.method, pathOf(request.url), [...paths.values()]));
  });
}

function refusal(method: string, path: string, paths: readonly KnownPath[]): ProblemError {
  const methods = paths.filter(({ pattern }) => pattern.test(path)).flatMap((known) => [...known.methods]);
  if (methods.length === 0) return new ProblemError('not-found', `nothing is at ${echo(path)}`);
  const allow = methods.sort().join(', ');
  return new ProblemError('method-not-allowed', `${path} knows ${allow}; got ${method}`, { allow });
}

/** Statuses of what Node's parser refuses; anything else is a 400. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The last word on a connection whose bytes are not HTTP. There is no request, so there is no reply object either. */
export const refuseBrokenHttp: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = PARSER_STATUS[error.code] ?? 400;
  const title = STATUS_CODES[status];
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: 'these bytes are not a request in HTTP/1.1',
  });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
