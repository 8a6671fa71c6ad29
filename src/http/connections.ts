/**
 * The HTTP server with a bound and a deadline for everything that a connection can hold.
 *
 *   connections at a time     `connections`; a further one is closed when it is accepted
 *   no byte received          closed after 5 s
 *   request head, request     15 s and 30 s, then 408
 *   requests in progress      one per connection; pipelined ones wait, and the 17th waiting closes the connection
 *   response not read         closed after 60 s
 *   idle between requests     closed after 72 s; when nine tenths of the connections are in use, the longest idle first
 *
 * Node handles every request of a read at once. Four connections that pipelined 64 KB of `GET /metrics` each, and read no
 * response, delayed other clients by 22 s and took 3 GB. Here a pipelined request begins when the response before it has
 * been handed to the operating system, and never before other connections had their turn. A connection that pipelines more
 * is closed and its parser stopped: Node would make a request of all that it has read, 67 ms for 64 KB.
 */

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../base/log.js';

export interface ConnectionLimits {
  /** Connections at a time. */
  readonly connections: number;
  /** Pipelined requests that wait on one connection. HTTP benchmarks send 16 at once, browsers and libraries one. */
  readonly pipelined: number;
  /** From accepting a connection to its first byte, seconds. */
  readonly firstByteSeconds: number;
  /** From the end of a response to its last byte being taken by the client's side, seconds. */
  readonly unreadSeconds: number;
  /** Between two requests, whatever bytes come in between, seconds. */
  readonly idleSeconds: number;
  /** How often the three limits above are checked, seconds. */
  readonly checkSeconds: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 4096,
  pipelined: 16,
  firstByteSeconds: 5,
  unreadSeconds: 60,
  idleSeconds: 90, // Node's own limits for idle connections and for heads end first, unless empty lines begin them anew
  checkSeconds: 1,
};

/** Connections at a time of a server for metrics alone: a scraper needs one. */
export const METRICS_CONNECTIONS = 16;

/** Longest time from the first to the last byte of a request, s: a trickle of bytes cannot hold a connection. */
export const REQUEST_TIMEOUT_SECONDS = 30;
export const HEAD_TIMEOUT_SECONDS = 15;
/** Longer than load balancers keep their own idle connections (60 s), so that they close first. */
const KEEP_ALIVE_SECONDS = 72;
/** Between Node's checks of its own timeouts, seconds. */
const TIMEOUT_CHECK_SECONDS = 5;
/** Share of the connections in use from which those that are idle longest are closed to make room. */
const CROWDED = 0.9;
/** Between log lines about refused connections, seconds. */
const REFUSED_LOG_SECONDS = 10;
/** Between checks for idle connections while the server closes, milliseconds. */
const CLOSING_CHECK = 50;
/** For requests in progress when the server closes, milliseconds; a supervisor kills a process after some 30 s. */
const CLOSING_LIMIT = 10_000;
/** For requests of which a part is missing when the server closes, milliseconds. */
const CLOSING_LIMIT_INCOMPLETE = 2_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  /** On the steady clock, seconds. */
  readonly acceptedAt: number;
  readonly waiting: Exchange[];
  /** The request in progress, or the next one about to begin. */
  exchange: Exchange | null;
  /** When the last response was written, on the steady clock; before the first, when the connection was accepted. */
  idleSince: number;
  /** When the response was found complete but not taken, on the steady clock; null until then. */
  unreadSince: number | null;
}

/** Part of an exchange that a connection is at: it waits for a request's head, for its body, or for the response. */
export type ExchangePart = 'head' | 'body' | 'response';

export interface Connections {
  /** The server whose connections these are; to be called once. */
  createServer(handler: RequestListener): Server;
  partOf(socket: Socket): ExchangePart;
  /** Ends idle connections at once, and others when their response is written or a limit for closing is over. */
  close(): void;
}

export function boundConnections(changes: Partial<ConnectionLimits>, log: Log): Connections {
  const limits = { ...CONNECTION_LIMITS, ...changes };
  const open = new Map<Socket, Connection>();
  let server: Server;
  let handle: RequestListener;

  function accept(socket: Socket): void {
    const acceptedAt = now();
    open.set(socket, { socket, acceptedAt, waiting: [], exchange: null, idleSince: acceptedAt, unreadSince: null });
    socket.once('close', () => open.delete(socket));
  }

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = open.get(request.socket);
    if (connection === undefined)
      response.destroy(); // closed between parsing and here
    else if (connection.exchange === null) serve(connection, { request, response });
    else if (connection.waiting.length < limits.pipelined) connection.waiting.push({ request, response });
    else destroyUnparsed(connection.socket);
  }

  function serve(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange;
    connection.exchange = exchange;
    connection.unreadSince = null;
    response.once('close', () => proceed(connection));
    handle(request, response);
  }

  function proceed(connection: Connection): void {
    const next = connection.waiting.shift();
    connection.idleSince = now();
    if (next === undefined) connection.exchange = null;
    else if (!connection.socket.destroyed) setImmediate(serve, connection, next);
  }

  /** Ends connections that are past one of their limits, and idle ones when room is short. */
  function check(): void {
    const time = now();
    for (const connection of open.values()) if (isPastLimit(connection, time, limits)) connection.socket.destroy();
    const surplus = open.size - Math.floor(CROWDED * limits.connections);
    if (surplus > 0) for (const { socket } of longestIdle(open.values(), surplus)) socket.destroy();
  }

  return {
    createServer(handler) {
      handle = handler;
      server = createServer(
        {
          requireHostHeader: false, // checked together with duplicates, and refused as a problem
          headersTimeout: HEAD_TIMEOUT_SECONDS * 1000,
          requestTimeout: REQUEST_TIMEOUT_SECONDS * 1000,
          keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
          connectionsCheckingInterval: TIMEOUT_CHECK_SECONDS * 1000,
        },
        receive,
      );
      server.maxConnections = limits.connections;
      server.on('connection', accept);
      logRefused(server, limits, log);
      server.once('listening', () => {
        const timer = setInterval(check, limits.checkSeconds * 1000).unref();
        server.once('close', () => clearInterval(timer));
      });
      return server;
    },
    partOf: (socket) => partOf(open.get(socket)),
    close: () => closeWhenDone(server, open.values.bind(open)),
  };
}

/** Seconds on a clock that nobody sets. */
function now(): number {
  return performance.now() / 1000;
}

/** Node's parser: an internal property, the same in Node 20, 22 and 24. */
interface ParsedSocket {
  readonly parser?: { onIncoming?: unknown } | null;
}

/** Result of `onIncoming` that Node's parser takes for a change of protocol: it stops at the end of this request's head. */
const STOP_PARSING = 2;

/** Closes a connection, and drops the bytes that Node has read from it without making requests of them. */
function destroyUnparsed(socket: Socket): void {
  const { parser } = socket as ParsedSocket;
  if (parser) parser.onIncoming = () => STOP_PARSING;
  socket.destroy();
}

function partOf(connection: Connection | undefined): ExchangePart {
  const exchange = connection?.exchange ?? null;
  if (exchange === null) return 'head';
  return exchange.request.complete || exchange.response.headersSent ? 'response' : 'body';
}

/** Connections between two requests, the longest idle first, and at most `count` of them. */
function longestIdle(connections: Iterable<Connection>, count: number): Connection[] {
  const idle = [...connections].filter(({ exchange, socket }) => exchange === null && socket.bytesRead > 0);
  return idle.sort((a, b) => a.idleSince - b.idleSince).slice(0, count);
}

function isPastLimit(connection: Connection, time: number, limits: ConnectionLimits): boolean {
  const { socket, acceptedAt, exchange, idleSince } = connection;
  if (socket.bytesRead === 0) return time - acceptedAt > limits.firstByteSeconds;
  const isWritten = socket.writableEnded || exchange?.response.writableEnded === true;
  if (!isWritten) return exchange === null && time - idleSince > limits.idleSeconds;
  connection.unreadSince ??= time;
  return time - connection.unreadSince > limits.unreadSeconds;
}

/** One line for many: a flood of connections must not become a flood of lines. */
function logRefused(server: Server, { connections }: ConnectionLimits, log: Log): void {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    refused++;
    if (now() - loggedAt < REFUSED_LOG_SECONDS) return;
    log.warn({ refused, limit: connections }, 'connections are refused: the limit of connections is reached');
    loggedAt = now();
    refused = 0;
  });
}

/** Node waits for every connection, also for one that is idle or never sent a byte. */
function closeWhenDone(server: Server, connections: () => Iterable<Connection>): void {
  if (!server.listening) return;
  const beganAt = performance.now();
  const timer = setInterval(() => {
    const closingFor = performance.now() - beganAt;
    server.closeIdleConnections();
    for (const connection of connections()) {
      const isIncomplete = closingFor > CLOSING_LIMIT_INCOMPLETE && partOf(connection) !== 'response';
      if (isIncomplete || connection.socket.bytesRead === 0) connection.socket.destroy();
    }
    if (closingFor > CLOSING_LIMIT) server.closeAllConnections();
  }, CLOSING_CHECK);
  server.once('close', () => clearInterval(timer));
}
