/**
 * The load generator of `http.ts`, run as a child process so that its CPU is not the server's: a few kept-alive
 * connections over loopback, each sends the next request when the last answer is whole. Plain sockets, because an HTTP
 * client would cost more than the server that it measures. Reads only answers with Content-Length.
 */

import { createConnection, type Socket } from 'node:net';

export interface LoadOrder {
  readonly port: number;
  /** Default POST; a GET has no body. */
  readonly method?: 'GET' | 'POST';
  /** Default /v1/forecast; `@x` and `@y` are replaced by columns and rows of zoom 10, another tile each time. */
  readonly path?: string;
  readonly connections: number;
  /** From an answer to the next request of a connection; default 0, so that all of them together are as fast as can be. */
  readonly pauseMilliseconds?: number;
  readonly seconds: number;
  /** Header lines after the request line, without Content-Length. */
  readonly headers: readonly string[];
  /** `@` is replaced by a number that differs from request to request; without it all requests are the same. */
  readonly body: string;
}

export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  /** Answers with another status than 200. */
  readonly refused: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Numbers of another round are not to be met again: they would be answered from the cache. */
let sequence = process.pid * 10_007;

/** Odd, so that every tile of the zoom comes before one comes again, and no two that follow each other are neighbours. */
const TILE_STRIDE = 7919;
const TILES_ALONG = 1024;

function tileAddress(path: string): string {
  const n = ((sequence++ % TILES_ALONG ** 2) * TILE_STRIDE) % TILES_ALONG ** 2;
  return path.replace('@x', String(n % TILES_ALONG)).replace('@y', String(Math.floor(n / TILES_ALONG)));
}

function nextRequest({ method = 'POST', path = '/v1/forecast', headers, body }: LoadOrder): Buffer {
  if (method === 'GET')
    return Buffer.from(`${[`GET ${tileAddress(path)} HTTP/1.1`, 'host: bench', ...headers].join('\r\n')}\r\n\r\n`);
  const text = body.replace('@', String(1_000_000 + (sequence++ % 8_000_000)));
  const head = [`POST ${path} HTTP/1.1`, 'host: bench', ...headers, `content-length: ${Buffer.byteLength(text)}`];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function run(order: LoadOrder): Promise<LoadReport> {
  const times: number[] = [];
  let refused = 0;
  let bytes = 0;
  const start = performance.now();
  const end = start + order.seconds * 1000;
  const repeated = `${order.path}${order.body}`.includes('@') ? null : nextRequest(order);

  function drive(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let sent = 0;
      let missing = 0;
      let head: Buffer = Buffer.alloc(0);
      const send = () => {
        sent = performance.now();
        socket.write(repeated ?? nextRequest(order));
      };
      const finish = () => {
        const now = performance.now();
        times.push(now - sent);
        if (now < end) return void (order.pauseMilliseconds ? setTimeout(send, order.pauseMilliseconds) : send());
        socket.destroy();
        resolve();
      };
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (missing > 0) missing -= chunk.length;
        else {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
          const at = head.indexOf(HEAD_END);
          if (at < 0) return;
          const text = head.toString('latin1', 0, at);
          if (!/^HTTP\/1.1 (200|304)/.test(text)) refused++;
          const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
          missing = length - (head.length - at - HEAD_END.length);
          head = Buffer.alloc(0);
        }
        if (missing === 0) finish();
      });
      socket.on('error', reject);
      socket.on('connect', send);
    });
  }

  const sockets = Array.from({ length: order.connections }, () =>
    createConnection({ port: order.port, host: '127.0.0.1', noDelay: true }),
  );
  return Promise.all(sockets.map(drive)).then(() => {
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    const seconds = (performance.now() - start) / 1000;
    return { requests: times.length, seconds, refused, bytes, p50: at(0.5), p99: at(0.99), max: times.at(-1)! };
  });
}

const report = await run(JSON.parse(process.argv[2]!) as LoadOrder);
process.send?.(report);
