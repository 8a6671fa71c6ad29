/** Connections over sockets of this machine. Every count is small; `npm run bench -- hostile` has the large ones. */

import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Log, silentLog } from '../base/log.js';
import { boundConnections, type ConnectionLimits, type Connections } from './connections.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Resolves when a socket is closed, by a reset too, for which `once` of node:events would reject. */
const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));

interface Subject {
  readonly server: Server;
  readonly connections: Connections;
  open(): Socket;
}

async function listening(
  handler: RequestListener,
  limits: Partial<ConnectionLimits> = {},
  log: Log = silentLog,
): Promise<Subject> {
  const connections = boundConnections({ checkSeconds: 0.01, ...limits }, log);
  const server = connections.createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined); // a reset is one of the expected outcomes
    ends.push(() => socket.destroy());
    return socket;
  };
  return { server, connections, open };
}

const pipelined = (paths: readonly string[]) => paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join('');

/** Resolves with the bodies of `count` responses that are one line each. */
async function linesOf(socket: Socket, count: number): Promise<string[]> {
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    const lines = text.match(/^line .*$/gm) ?? [];
    if (lines.length === count && text.endsWith('\n')) return lines;
  }
  throw new Error(`the connection ended after ${text}`);
}

test('pipelined requests run one at a time, and responses keep their order', async () => {
  let running = 0;
  let most = 0;
  const { open } = await listening((request, response) => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.end(`line ${request.url}\n`);
    });
  });
  const socket = open();
  socket.write(pipelined(['/1', '/2', '/3', '/4', '/5']));
  expect(await linesOf(socket, 5)).toEqual(['line /1', 'line /2', 'line /3', 'line /4', 'line /5']);
  expect(most).toBe(1);
});

test('a request pipelined behind others does not delay another connection by all of them', async () => {
  const begun: string[] = [];
  const { server, open } = await listening((request, response) => {
    begun.push(request.url!);
    response.end(`line ${request.url}\n`);
  });
  const [one, other] = [open(), open()];
  // Both connections are accepted before either sends, so that both are read in the same turn of the loop.
  let accepted = 0;
  server.on('connection', () => {
    if (++accepted < 2) return;
    one.write(pipelined(Array.from({ length: 16 }, (_, i) => `/one/${i}`)));
    other.write(pipelined(['/other']));
  });
  await Promise.all([linesOf(one, 16), linesOf(other, 1)]);
  expect(begun.indexOf('/other')).toBeLessThan(8);
});

test('a connection with more waiting requests than the limit is closed, and they do not run', async () => {
  const begun: string[] = [];
  const { open } = await listening((request) => void begun.push(request.url!), { pipelined: 4 });
  const socket = open();
  socket.write(pipelined(Array.from({ length: 6 }, (_, i) => `/${i}`)));
  await closed(socket.resume());
  expect(begun).toEqual(['/0']);
});

test('an unread response delays the request behind it, and ends the connection after the limit', async () => {
  const begun: string[] = [];
  const large = Buffer.alloc(64 * 2 ** 20); // beyond what the system buffers for a socket
  const { server, open } = await listening(
    (request, response) => {
      begun.push(request.url!);
      response.end(large);
    },
    { unreadSeconds: 0.05 },
  );
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  open()
    .pause()
    .write(pipelined(['/1', '/2']));
  const [socket] = await accepted;
  await closed(socket);
  expect(begun).toEqual(['/1']);
});

test('a connection without a byte is closed after the limit, and one that sent a request stays', async () => {
  const { open } = await listening((_request, response) => response.end('line a\n'), { firstByteSeconds: 0.05 });
  const used = open();
  used.write(pipelined(['/']));
  await once(used, 'data');
  await closed(open().resume());
  used.write(pipelined(['/']));
  const [chunk] = (await once(used, 'data')) as [Buffer];
  expect(chunk.toString()).toContain('line a');
});

test('a connection beyond the limit is refused, with one line in the log for many', async () => {
  const lines: object[] = [];
  const log: Log = { ...silentLog, warn: (facts) => lines.push(facts) };
  const { server, open } = await listening(() => undefined, { connections: 2 }, log);
  const held = [open(), open()];
  let accepted = 0;
  await new Promise<void>((resolve) => server.on('connection', () => ++accepted === 2 && resolve()));
  for (let i = 0; i < 3; i++) await closed(open().resume());
  expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  expect(lines).toEqual([{ refused: 1, limit: 2 }]);
});

test('a connection that pipelines too much is not parsed any further', async () => {
  const { server, open } = await listening(() => undefined, { pipelined: 4 });
  let parsed = 0;
  server.on('request', () => parsed++);
  const socket = open();
  socket.write(pipelined(Array.from({ length: 1000 }, () => '/')));
  await closed(socket.resume());
  expect(parsed).toBeGreaterThanOrEqual(5);
  expect(parsed).toBeLessThanOrEqual(7);
});

test('a connection that sends empty lines after its request is closed after the idle limit', async () => {
  const { open } = await listening((_request, response) => response.end('line a\n'), { idleSeconds: 0.1 });
  const socket = open();
  socket.write(pipelined(['/']));
  const lines = setInterval(() => socket.write('\r\n'), 10);
  ends.push(() => clearInterval(lines));
  await closed(socket.resume());
});

test('of idle connections those that are idle longest make room, and no more than needed', async () => {
  const { open } = await listening((_request, response) => response.end('line a\n'), { connections: 10 });
  const idle: Socket[] = [];
  for (let i = 0; i < 9; i++) {
    const socket = open();
    idle.push(socket);
    socket.write(pipelined(['/']));
    await once(socket, 'data');
  }
  const newest = open();
  newest.write(pipelined(['/']));
  await closed(idle[0]!.resume());
  expect(idle.map(({ destroyed }) => destroyed)).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
  expect(newest.destroyed).toBe(false);
});

test('a socket is at the head, the body, the response and the next head of an exchange', async () => {
  const seen: string[] = [];
  const { connections, server, open } = await listening(async (request, response) => {
    seen.push(connections.partOf(request.socket));
    for await (const _ of request);
    seen.push(connections.partOf(request.socket));
    response.end('line a\n');
  });
  const socket = open();
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await once(socket, 'connect');
  const [served] = await accepted;
  expect(connections.partOf(served)).toBe('head');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\na');
  await vi.waitFor(() => expect(seen).toEqual(['body']));
  socket.write('b');
  await linesOf(socket, 1);
  expect(seen).toEqual(['body', 'response']);
  await vi.waitFor(() => expect(connections.partOf(served)).toBe('head'));
});
