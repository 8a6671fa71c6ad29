/**
 * Requests that no route takes: an unknown path is a 404, a known path with another method a 405 that names the methods.
 * What breaks HTTP itself gets a problem with an id as well, where Node would send a bare status or none.
 */

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';
import { PROBLEM_MEDIA_TYPE, ProblemError, pathOf } from './problem.js';
import { echo } from './request-faults.js';

/** A request must have arrived whole by then; a trickle of bytes cannot hold a connection for ever. */
export const REQUEST_TIMEOUT_SECONDS = 30;

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** A parameter of a route (`:layer`) stands for one segment, or for what of it comes before a dot (`:layer.json`). */
function patternOf(url: string): RegExp {
  const parts = url
    .split(/(:\w+)/)
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^$()|[\]]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`);
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

/** To be called before routes are added. */
export function refuseHostless(app: FastifyInstance): void {
  // RFC 9112 3.2: HTTP/1.1 without Host is a 400.
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host !== undefined || httpVersion === '1.0') return done();
    sendBroken(reply, 400, 'a request in HTTP/1.1 must have a Host header');
  });
  // RFC 9110 10.1.1 lets a server pass over an expectation that it does not know.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function sendBroken(reply: FastifyReply, status: number, detail: string): void {
  reply
    .code(status)
    .header('connection', 'close')
    .type(PROBLEM_MEDIA_TYPE)
    .send(Buffer.from(brokenBody(status, detail)));
}

/** A problem without a type of its own: RFC 9457 4.2.1. */
function brokenBody(status: number, detail: string): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
}

/** What Node's parser refuses, by its error codes; anything else is a 400. */
const PARSER_REFUSALS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the request line and the headers must be at most 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'chunk extensions must be at most 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, `the request must arrive whole within ${REQUEST_TIMEOUT_SECONDS} s`],
};

/** The last word on a connection whose bytes are not HTTP. There is no request, so there is no reply object either. */
export const refuseBrokenHttp: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = PARSER_REFUSALS[error.code] ?? [400, 'these bytes are not a request in HTTP/1.1'];
  const body = brokenBody(status, detail);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
