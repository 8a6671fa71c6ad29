/**
 * Requests that break HTTP itself: refused with a problem and a request id, where Node would send a bare status or none.
 *
 *   no Host, or two            400   RFC 9112 3.2
 *   two of a singleton field   400   RFC 9110 5.3: which of them counts is ambiguous, and proxies differ
 *   another transfer coding    501   RFC 9112 6.1
 *   bytes that are no request  400, 408, 413, 431, by the error of Node's parser
 */

import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ExchangePart, HEAD_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS } from './connections.js';
import { PROBLEM_MEDIA_TYPE } from './problem.js';
import { echo } from './request-faults.js';

/** Fields that a request may have once; of a second one Node would silently keep the first. */
const SINGLETONS: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

interface Refusal {
  readonly status: number;
  readonly detail: string;
}

/** Must be called before routes are added. */
export function refuseBrokenRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request.raw);
    if (refusal === null) return done();
    sendBroken(reply, refusal);
  });
  // RFC 9110 10.1.1 lets a server ignore an expectation that it does not know.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Node would ask for every body; here a body is asked for when its credential and its length have been accepted.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0);
    const isWanted = length <= (request.routeOptions.bodyLimit ?? 0);
    if (request.headers.expect?.toLowerCase() === '100-continue' && isWanted) reply.raw.writeContinue();
    done(null, payload);
  });
}

function refusalOf({ headers, rawHeaders, httpVersion }: IncomingMessage): Refusal | null {
  if (headers.host === undefined && httpVersion !== '1.0')
    return { status: 400, detail: 'a request in HTTP/1.1 must have a Host header' };
  const repeated = repeatedSingleton(rawHeaders);
  if (repeated !== null) return { status: 400, detail: `a request must have one ${repeated} header; got more` };
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return null;
  return { status: 501, detail: `Transfer-Encoding must be chunked or absent; got ${echo(coding)}` };
}

/** @param rawHeaders  names and values in turn, as they were received */
function repeatedSingleton(rawHeaders: readonly string[]): string | null {
  let seen = '';
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!SINGLETONS.has(name)) continue;
    if (seen.includes(`${name} `)) return rawHeaders[i]!;
    seen += `${name} `;
  }
  return null;
}

function sendBroken(reply: FastifyReply, refusal: Refusal): void {
  reply
    .code(refusal.status)
    .header('connection', 'close')
    .type(PROBLEM_MEDIA_TYPE)
    .send(Buffer.from(brokenBody(refusal)));
}

/** A problem without a type of its own: RFC 9457 4.2.1. */
function brokenBody({ status, detail }: Refusal): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
}

/** Refusals by the error codes of Node's parser; any other error is a 400. */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'the request line and the headers must be at most 16 KiB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'chunk extensions must be at most 16 KiB' },
  HPE_INVALID_TRANSFER_ENCODING: { status: 501, detail: 'Transfer-Encoding must be chunked or absent' },
};
const TIMEOUTS: Readonly<Record<'head' | 'body', Refusal>> = {
  head: { status: 408, detail: `the head of the request must arrive completely within ${HEAD_TIMEOUT_SECONDS} s` },
  body: { status: 408, detail: `the request must arrive completely within ${REQUEST_TIMEOUT_SECONDS} s` },
};
const NOT_HTTP: Refusal = { status: 400, detail: 'these bytes are not a request in HTTP/1.1' };

/**
 * Refuses bytes that Node's parser could not read, and ends the connection. There is no whole request to reply to.
 *
 * @param part  with 'response' the connection is closed without a word: a refusal would be taken for that response
 */
export function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket, part: ExchangePart): void {
  if (error.code === 'ECONNRESET' || !socket.writable || part === 'response') {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TIMEOUTS[part] : (PARSER_REFUSALS[error.code ?? ''] ?? NOT_HTTP);
  const body = brokenBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
