import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
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
      leastRate: { bytesPerSecond: 1000, overSeconds: 0.2 },
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

/** One byte every 20 ms: never idle, and 50 B/s. */
const drips: Handler = (_, response) => {
  response.writeHead(200, { 'content-length': '60000' });
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
};

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

test('a body below the least rate is ended, tried again, and the error names rate and floor', async () => {
  const { get } = download(drips, whole);
  expect(text(await get({ ceilingBytes: 60_000 }))).toBe('0123456789abcdefghij');
  const failing = download(drips);
  const error = await failing.get({ ceilingBytes: 60_000 }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ tag: 'upstream', fault: 'too-slow', retryable: true, summary: 'too slow' });
  expect((error as Error).message).toMatch(/too-slow: \d+ B\/s over 0.2 s, at least 1000 B\/s are needed$/);
  expect(seen).toHaveLength(3);
});

test('a body above the least rate is read to its end, however small its pieces are', async () => {
  const steady: Handler = (_, response) => {
    response.writeHead(200, { 'content-length': '2000' });
    const timer = setInterval(() => response.write(Buffer.alloc(100)), 20); // 5000 B/s
    response.once('close', () => clearInterval(timer));
  };
  const { get } = download(steady);
  expect(await get({ ceilingBytes: 2000 })).toMatchObject({ bytes: { length: 2000 } });
});

test('headers that drip byte by byte end at the timeout of the head', async () => {
  const dripping = createTcpServer((socket) => {
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nX-Padding: ${'x'.repeat(1000)}`);
    let at = 0;
    const timer = setInterval(() => socket.write(bytes.subarray(at, ++at)), 10);
    socket.once('close', () => clearInterval(timer)).on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}/file`;
  const { http } = download(whole);
  try {
    await expect(http.head(url)).rejects.toMatchObject({ fault: 'timeout', detail: 'no answer in 0.15 s' });
    await expect(http.get(url, { ceilingBytes: 9 })).rejects.toMatchObject({ fault: 'timeout', unreachable: false });
  } finally {
    dripping.close();
  }
});

test('an error page that drips gives its connection back', async () => {
  const error: Handler = (_, response) => {
    response.writeHead(500, { 'content-length': '60000' });
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(timer));
  };
  const { get } = downloadOver(1, error, whole);
  expect(text(await get())).toBe('0123456789abcdefghij');
});

test.each([
  // No label of a name is longer than 63 characters, so this one is refused without asking a name server.
  ['a name that does not exist', `http://${'x'.repeat(64)}.invalid/file`, 'host not found'],
  ['a port that nobody listens on', 'http://127.0.0.1:1/file', 'connection refused'],
])('%s: the host cannot be reached, in words', async (_, url, summary) => {
  const { http } = download(whole);
  const error = await http.head(url).catch((reason: unknown) => reason);
  const host = new URL(url).host;
  expect(error).toMatchObject({ fault: 'network', unreachable: true, summary, host });
  expect((error as Error).message).toBe(`${url}: network: ${summary}`);
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
