import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { createHttpDownload, retryAfterSeconds } from './http-download.js';

const BODY = Buffer.from('0123456789abcdefghij');
const NOW = Date.UTC(2026, 10, 20, 12) / 1000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handlers: Handler[] = [];
let seen: IncomingMessage[] = [];
let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    const handler = handlers.length > 1 ? handlers.shift()! : handlers[0]!;
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

function download(...answers: Handler[]) {
  return downloadOver(8, ...answers);
}

function downloadOver(connectionsPerHost: number, ...answers: Handler[]) {
  handlers = answers;
  seen = [];
  const pauses: number[] = [];
  const http = createHttpDownload({
    clock: fixedClock(NOW),
    log: silentLog,
    random: () => 0.5,
    sleep: async (seconds) => void pauses.push(seconds),
    settings: {
      connectionsPerHost,
      timeouts: { head: 0.15, idle: 0.15, total: 1 },
      policy: { attempts: 3, firstPauseSeconds: 1, longestPauseSeconds: 8 },
    },
  });
  const get = (options: object = {}) => http.get(`${base}/file`, { ceilingBytes: 100, ...options });
  return { http, get, pauses };
}

const whole: Handler = (_, response) => response.writeHead(200, { etag: '"v1"' }).end(BODY);
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(code, headers).end('no');
const ranged: Handler = (request, response) => {
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const end = last === '' ? BODY.length - 1 : Number(last);
  response.writeHead(206, { 'content-range': `bytes ${first}-${end}/${BODY.length}` });
  response.end(BODY.subarray(Number(first), end + 1));
};
const reset: Handler = (request) => request.socket.destroy();
const truncated: Handler = (request, response) => {
  response.writeHead(200, { 'content-length': '20' });
  response.write('0123', () => request.socket.destroy());
};
const silent: Handler = () => undefined;
const stalls: Handler = (_, response) => void response.writeHead(200, { 'content-length': '20' }).write('0123');

function text(answer: { notModified: boolean; bytes?: Uint8Array }): string | undefined {
  return answer.bytes && Buffer.from(answer.bytes).toString();
}

test('a whole body, with what it says of its version', async () => {
  const { get, http } = download(whole);
  const answer = await get();
  expect(text(answer)).toBe('0123456789abcdefghij');
  expect(answer).toMatchObject({ validators: { etag: '"v1"' } });
  expect(http.traffic()).toEqual({ requests: 1, bytes: 20 });
});

test.each<[string, { offset: number; length: number | null }, string, string]>([
  ['a closed range', { offset: 3, length: 4 }, 'bytes=3-6', '3456'],
  ['an open range', { offset: 16, length: null }, 'bytes=16-', 'ghij'],
])('%s', async (_, range, header, expected) => {
  const { get } = download(ranged);
  expect(text(await get({ range }))).toBe(expected);
  expect(seen[0]!.headers.range).toBe(header);
});

test.each<[string, { offset: number; length: number | null }, string]>([
  ['closed', { offset: 3, length: 4 }, '3456'],
  ['open', { offset: 16, length: null }, 'ghij'],
])('a server that answers 200 to a range: the range is cut out (%s)', async (_, range, expected) => {
  const { get } = download(whole);
  expect(text(await get({ range }))).toBe(expected);
});

test('a range beyond a whole answer is a framing fault, not tried again', async () => {
  const { get } = download(whole);
  await expect(get({ range: { offset: 18, length: 10 } })).rejects.toMatchObject({ tag: 'upstream', fault: 'framing' });
  expect(seen).toHaveLength(1);
});

test.each([
  ['another range than asked for', { 'content-range': 'bytes 4-7/20' }, 206],
  ['a shorter range', { 'content-range': 'bytes 3-5/20' }, 206],
  ['no Content-Range', {}, 206],
  ['a range that cannot be had', {}, 416],
])('%s is a framing fault', async (_, headers, code) => {
  const { get } = download(status(code, headers));
  await expect(get({ range: { offset: 3, length: 4 } })).rejects.toMatchObject({ fault: 'framing', status: code });
  expect(seen).toHaveLength(1);
});

test.each([
  ['reset', reset],
  ['truncated body', truncated],
  ['status 500', status(500)],
  ['no answer', silent],
  ['a body that stalls', stalls],
])('%s: tried again with growing pauses', async (_, broken) => {
  const { get, pauses, http } = download(broken, broken, whole);
  expect(text(await get())).toBe('0123456789abcdefghij');
  expect(pauses).toEqual([0.5, 1]);
  expect(http.traffic().requests).toBe(3);
});

test.each([
  ['network', reset],
  ['network', truncated],
  ['status', status(503)],
  ['timeout', silent],
  ['timeout', stalls],
])('%s, for good: the last error comes out', async (fault, broken) => {
  const { get } = download(broken);
  await expect(get()).rejects.toMatchObject({ tag: 'upstream', fault, url: `${base}/file` });
  expect(seen).toHaveLength(3);
});

test('a part that is shorter than its own Content-Range is a framing fault', async () => {
  const { get } = download((_, response) => response.writeHead(206, { 'content-range': 'bytes 3-6/20' }).end('34'));
  await expect(get({ range: { offset: 3, length: 4 } })).rejects.toMatchObject({ fault: 'framing' });
});

test('404 is not tried again', async () => {
  const { get } = download(status(404));
  await expect(get()).rejects.toMatchObject({ fault: 'status', status: 404 });
  expect(seen).toHaveLength(1);
});

test('redirects are refused: an upstream may not send us elsewhere', async () => {
  const { get } = download(status(302, { location: 'http://169.254.169.254/' }));
  await expect(get()).rejects.toMatchObject({ fault: 'status', status: 302 });
});

test('Retry-After is a lower bound, and itself bounded', async () => {
  const { get, pauses } = download(status(503, { 'retry-after': '30' }), status(503, { 'retry-after': '9999' }), whole);
  await get();
  expect(pauses).toEqual([30.5, 121]);
});

test.each([
  ['7', 7],
  ['Fri, 20 Nov 2026 12:00:40 GMT', 40],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', 0],
  [undefined, 0],
])('Retry-After %s', (header, expected) => {
  expect(retryAfterSeconds(header, NOW)).toBe(expected);
});

test('conditional: still the same', async () => {
  const { get } = download(status(304));
  expect(await get({ unlessStill: { etag: '"v1"' } })).toEqual({ notModified: true });
  expect(seen[0]!.headers['if-none-match']).toBe('"v1"');
  await get({ unlessStill: { lastModified: 'Fri, 20 Nov 2026 11:00:00 GMT' } });
  expect(seen[1]!.headers['if-modified-since']).toBe('Fri, 20 Nov 2026 11:00:00 GMT');
});

test('a body over the ceiling is refused before it is read, or as soon as it passes', async () => {
  const announced = download(whole);
  await expect(announced.get({ ceilingBytes: 19 })).rejects.toMatchObject({ fault: 'too-large' });
  const chunked = download((_, response) => void response.writeHead(200).end(BODY.toString().repeat(3)));
  await expect(chunked.get({ ceilingBytes: 19 })).rejects.toMatchObject({ fault: 'too-large' });
  expect(seen).toHaveLength(1);
});

test('HEAD: there, not there, not allowed to know', async () => {
  const there = download((_, response) => response.writeHead(200, { 'content-length': '543000000' }).end());
  expect(await there.http.head(`${base}/file`)).toEqual({ bytes: 543_000_000, validators: {} });
  for (const code of [403, 404, 410]) expect(await download(status(code)).http.head(`${base}/file`)).toBeNull();
  await expect(download(status(500)).http.head(`${base}/file`)).rejects.toMatchObject({ status: 500 });
});

test('an aborted signal ends a waiting request with its reason', async () => {
  const controller = new AbortController();
  const { get } = download(() => controller.abort(new Error('stopped by the operator')));
  await expect(get({ signal: controller.signal })).rejects.toThrow('stopped by the operator');
  expect(seen).toHaveLength(1);
});

test('a request that waits for a free connection is not late', async () => {
  const slow: Handler = (_, response) => {
    response.writeHead(200, { 'content-length': '4' });
    for (const [i, piece] of ['0', '1', '2', '3'].entries()) setTimeout(() => response.write(piece), 60 * i);
    setTimeout(() => response.end(), 200);
  };
  const { get, pauses } = downloadOver(1, slow, slow, whole);
  await Promise.all([get(), get(), get()]); // the third waits 0.4 s, an answer may take 0.15 s
  expect(pauses).toEqual([]);
});

test('who asks and what it wants is said; what comes packed is unpacked', async () => {
  const packed: Handler = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', etag: '"p"' }).end(gzipSync(BODY));
  const { get } = download(packed);
  const answer = await get({ gzip: true, accept: 'application/geo+json' });
  expect(text(answer as { notModified: boolean; bytes?: Uint8Array })).toBe(BODY.toString());
  expect(seen[0]!.headers).toMatchObject({
    'user-agent': 'weatherglass',
    accept: 'application/geo+json',
    'accept-encoding': 'gzip',
  });
});

test.each([
  ['unpacks to more than the ceiling', gzipSync(Buffer.alloc(101)), 'too-large'],
  ['is cut', gzipSync(Buffer.alloc(90)).subarray(0, 20), 'framing'],
  ['is no gzip', Buffer.from('0123456789'), 'framing'],
])('a packed body that %s is refused', async (_, body, fault) => {
  const { get } = download((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body));
  await expect(get({ gzip: true })).rejects.toMatchObject({ tag: 'upstream', fault });
});

test('where only public hosts are allowed, this machine is not asked', async () => {
  download(whole);
  const http = createHttpDownload({
    clock: fixedClock(NOW),
    log: silentLog,
    random: () => 0.5,
    sleep: async () => undefined,
    settings: { publicOnly: true },
  });
  for (const host of [base, base.replace('127.0.0.1', 'localhost')])
    await expect(http.get(`${host}/file`, { ceilingBytes: 100 })).rejects.toThrow(/is no public address/);
  expect(seen).toEqual([]);
});
