/** A server before simulated upstreams that changes the files of some paths, or takes them from another upstream. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Alteration {
  /** Address of the upstream that answers for a path. */
  readonly upstreamOf: (path: string) => string;
  /** Changes the bytes of a GRIB file, or of a range of it, in place. */
  readonly change?: (path: string, bytes: Buffer) => void;
}

export interface AlteredUpstream {
  readonly url: string;
  /** Paths of the GET requests so far. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startAlteredUpstream({ upstreamOf, change }: Alteration): Promise<AlteredUpstream> {
  const asked: string[] = [];

  async function answer(
    { url = '', method = 'GET', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (method === 'GET') asked.push(url);
    const range = headers.range === undefined ? {} : { range: headers.range };
    const reply = await fetch(`${upstreamOf(url)}${url}`, { method, headers: range });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (bytes.subarray(0, 4).toString() === 'GRIB') change?.(url, bytes);
    const contentRange = reply.headers.get('content-range');
    response.writeHead(reply.status, contentRange === null ? {} : { 'content-range': contentRange });
    response.end(bytes);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** GRIB2: length of section 0 and its field with the length of the message. */
const INDICATOR = 16;
const LENGTH_AT = 8;
/** Octets of Lo1 in section 3, by grid definition template, from 0; and of Lo2, where there is one. */
const LONGITUDES: Readonly<Record<number, readonly number[]>> = { 0: [50, 59], 30: [42] };

/** Moves the grids of all messages eastward, whole degrees; values stay as they are. */
export function moveGrids(bytes: Buffer, degrees: number): void {
  for (let message = 0; message + INDICATOR < bytes.length; ) {
    const end = message + Number(bytes.readBigUInt64BE(message + LENGTH_AT));
    for (let section = message + INDICATOR; section + 5 < end; section += bytes.readUInt32BE(section)) {
      if (bytes[section + 4] !== 3) continue;
      for (const octet of LONGITUDES[bytes.readUInt16BE(section + 12)] ?? []) {
        const micro = bytes.readUInt32BE(section + octet) + degrees * 1e6;
        bytes.writeUInt32BE(micro % 360e6, section + octet);
      }
    }
    message = end;
  }
}
