/** A bucket of GHCN-Daily with hand-made values, served over HTTP with ranges, validators, and answers that a test sets. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { formatDate } from '../../src/model/time.js';

export interface StationBucket {
  readonly url: string;
  /** Bytes by path; others are not there. */
  readonly files: Map<string, Uint8Array>;
  /** Status codes by path, in place of the file. */
  readonly broken: Map<string, number>;
  /** Paths of the bodies that were sent since the last call. */
  asked(): string[];
  close(): Promise<void>;
}

export async function startStationBucket(): Promise<StationBucket> {
  const [files, broken] = [new Map<string, Uint8Array>(), new Map<string, number>()];
  let asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    const bytes = files.get(path);
    const status = broken.get(path) ?? (bytes === undefined ? 404 : null);
    if (status !== null) return void response.writeHead(status).end();
    if (request.method === 'GET') asked.push(path);
    send(request, response, bytes!);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ files, broken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    asked() {
      const all = [...new Set(asked)];
      asked = [];
      return all;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function send(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): void {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range === null) {
    response.writeHead(200, { etag, 'content-length': bytes.length });
    return void response.end(request.method === 'HEAD' ? undefined : bytes);
  }
  const [from, to] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  const headers = { etag, 'content-range': `bytes ${from}-${to}/${bytes.length}`, 'content-length': to - from + 1 };
  response.writeHead(206, headers).end(bytes.subarray(from, to + 1));
}

/** A line of ghcnd-stations.txt. */
export function stationLine(id: string, latitude: number, longitude: number, name: string): string {
  return `${id} ${latitude.toFixed(4).padStart(8)} ${longitude.toFixed(4).padStart(9)}   10.0    ${name}`;
}

/** A line of ghcnd-inventory.txt. */
export function inventoryLine(id: string, element: string, firstYear: number, lastYear: number): string {
  return `${id}  40.0000  -75.0000 ${element} ${firstYear} ${lastYear}`;
}

/** A line of csv. @param day  days since 1970-01-01 @param rest  "M,Q,S,HHMM" */
export function valueLine(id: string, day: number, element: string, value: number, rest = ',,W,'): string {
  return `${id},${formatDate(day).replaceAll('-', '')},${element},${value},${rest}`;
}

export function packed(lines: readonly string[]): Uint8Array {
  return gzipSync(`${lines.join('\n')}\n`);
}

export function plain(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
