/** Broken HTTP over a socket: clients that leave, and bytes that are no request. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import type { Log } from '../../src/base/log.js';
import { refuseBrokenHttp } from '../../src/http/broken-http.js';
import { startTestServer } from '../../src/http/server.fixture.js';

const logged: { level: string; facts: object; message: string }[] = [];
const log: Log = {
  debug: (facts, message) => logged.push({ level: 'debug', facts, message }),
  info: (facts, message) => logged.push({ level: 'info', facts, message }),
  warn: (facts, message) => logged.push({ level: 'warn', facts, message }),
  error: (facts, message) => logged.push({ level: 'error', facts, message }),
  child: () => log,
};

const { app } = await startTestServer({ log });
const listening = app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

test('a client that leaves in the middle of its body is logged as gone, not as a failure', async () => {
  const url = await listening;
  logged.length = 0;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = ['POST /v1/forecast HTTP/1.1', 'host: x', 'authorization: Bearer business', 'x-request-id: gone'];
  socket.write([...head, 'content-type: application/json', 'content-length: 500', '', '{"location":'].join('\r\n'));
  const [request] = await once(app.server, 'request');
  while (request.listenerCount('data') === 0) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(logged.map(({ level, message }) => `${level} ${message}`)).toEqual(['info request abandoned by the client']);
  expect(logged[0]?.facts).toMatchObject({ requestId: 'gone', route: '/v1/forecast', status: null });
});

/** Everything received for `bytes` on a new connection, until the server ends it. */
async function exchange(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(await listening).port), '127.0.0.1', () => socket.write(bytes));
  let text = '';
  for await (const chunk of socket) text += chunk;
  const end = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, end + 2), body: text.slice(end + 4) };
}

test.each([
  ['another version', 'GET / HTTP/9.9\r\n\r\n', 400, 'Bad Request', /not a request/],
  ['TLS', '\x16\x03\x01\x02', 400, 'Bad Request', /not a request/],
  ['two lengths', 'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400, 'Bad Request', /not a/],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'Bad Request', /Host/],
  ['two Host headers', 'GET /healthz HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n', 400, 'Bad Request', /one Host header/],
  [
    'two Authorization headers',
    'GET /healthz HTTP/1.1\r\nhost: x\r\nauthorization: Bearer pro\r\nauthorization: Bearer free\r\n\r\n',
    400,
    'Bad Request',
    /one authorization header/,
  ],
  [
    'a transfer coding besides chunked',
    'POST /v1/forecast HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    501,
    'Not Implemented',
    /must be chunked or absent; got "gzip, chunked"/,
  ],
  [
    'an unknown transfer coding',
    'POST /v1/forecast HTTP/1.1\r\nhost: x\r\ntransfer-encoding: rot13\r\n\r\n',
    501,
    'Not Implemented',
    /must be chunked or absent/,
  ],
  [
    'long headers',
    `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
    /16 KiB/,
  ],
] as const)(
  'broken HTTP (%s) is refused with a problem and a request id',
  async (_name, bytes, status, title, detail) => {
    const { head, body } = await exchange(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} ${title}\r\n`));
    expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
    expect(head).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(JSON.parse(body)).toEqual({ type: 'about:blank', title, status, detail: expect.stringMatching(detail) });
  },
);

test.each([
  ['with a length', 'content-length: 8388608\r\n\r\n', 'x'.repeat(8_388_608)],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n', `800000\r\n${'x'.repeat(8_388_608)}\r\n0\r\n\r\n`],
])('a client that sends a body %s beyond the limit reads its 413, and can go on', async (_, head, body) => {
  const post =
    'POST /v1/forecast HTTP/1.1\r\nhost: x\r\nauthorization: Bearer pro\r\ncontent-type: application/json\r\n';
  const next = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const { head: first, body: rest } = await exchange(post + head + body + next);
  expect(first).toMatch(/^HTTP\/1\.1 413 /);
  expect(rest).toMatch(/HTTP\/1\.1 200 OK/);
});

test.each([
  ['HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ['an unknown expectation', 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n'],
])('%s is answered all the same', async (_name, bytes) => {
  const { head, body } = await exchange(bytes);
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(body).toBe('{"status":"ok"}');
});

const posting = (more: string) =>
  `POST /v1/forecast HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\nconnection: close\r\n${more}\r\n`;

test.each([
  ['without a credential', 'content-length: 2\r\n', /^HTTP\/1\.1 401 /],
  ['that is too long', 'authorization: Bearer pro\r\ncontent-length: 99000000\r\n', /^HTTP\/1\.1 413 /],
])('a body %s is refused before it is asked for', async (_, more, status) => {
  const { head } = await exchange(posting(more));
  expect(head).toMatch(status);
});

test('a body that is wanted is asked for', async () => {
  const { head, body } = await exchange(`${posting('authorization: Bearer pro\r\ncontent-length: 2\r\n')}{}`);
  expect(head).toBe('HTTP/1.1 100 Continue\r\n');
  expect(body).toMatch(/^HTTP\/1\.1 422 /);
});

test('a body that breaks HTTP gets its status', async () => {
  const head =
    'POST /v1/forecast HTTP/1.1\r\nhost: x\r\nauthorization: Bearer pro\r\ncontent-type: application/json\r\n';
  const refused = await exchange(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`);
  expect(refused.head).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(['head', 'body'] as const)('a %s that does not arrive in time gets a 408 with the limit', async (part) => {
  const error = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const written: string[] = [];
  const socket = { writable: true, end: (text: string) => written.push(text) } as unknown as Socket;
  refuseBrokenHttp(error, socket, part);
  expect(written).toEqual([expect.stringMatching(/^HTTP\/1\.1 408 /)]);
  expect(written[0]).toContain(part === 'head' ? 'within 15 s' : 'within 30 s');
});
