/** A server before the simulated upstream that leaves one field out of every file, and out of its index. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frameMessages } from '../../src/decode/grib2/message.js';

/** @param name  of the field in the index: "TOZNE" */
export async function startUpstreamWithout(
  name: string,
  upstream: string,
): Promise<{ url: string; close(): Promise<void> }> {
  async function answer(path: string, range: string | undefined, response: ServerResponse): Promise<void> {
    const [index, file] = await Promise.all([
      fetch(`${upstream}${path.replace(/\.idx$/, '')}.idx`).then((reply) => reply.text()),
      fetch(`${upstream}${path.replace(/\.idx$/, '')}`).then((reply) => reply.arrayBuffer()),
    ]);
    const left = leaveOut(name, index.trimEnd().split('\n'), new Uint8Array(file));
    if (path.endsWith('.idx')) return void response.end(left.index);
    const [, first, last] = /bytes=(\d+)-(\d*)/.exec(range!)!;
    const end = last === '' ? left.file.length - 1 : Number(last);
    response.writeHead(206, { 'content-range': `bytes ${first}-${end}/${left.file.length}` });
    response.end(left.file.subarray(Number(first), end + 1));
  }
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(200).end();
    answer(request.url!, request.headers.range, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function leaveOut(name: string, lines: readonly string[], file: Uint8Array): { index: string; file: Buffer } {
  const offsetOf = (line: string): number => Number(line.split(':')[1]);
  const gone = offsetOf(lines.find((line) => line.includes(`:${name}:`))!);
  const frames = [...frameMessages(file)].filter(({ offset }) => offset !== gone);
  const length = [...frameMessages(file)].find(({ offset }) => offset === gone)!.bytes.length;
  const moved = lines
    .filter((line) => offsetOf(line) !== gone)
    .map((line) => line.replace(/:(\d+):/, (_, at) => `:${Number(at) > gone ? Number(at) - length : at}:`));
  return { index: `${moved.join('\n')}\n`, file: Buffer.concat(frames.map(({ bytes }) => bytes)) };
}
