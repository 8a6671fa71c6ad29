/** What ends the reading of a file is what is told, whichever part of it failed first. */

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DeadlineError, UpstreamError } from '../../base/errors.js';
import { readValues } from './ghcn-files.js';

const LINES = Array.from(
  { length: 60_000 },
  (_, n) => `USW000000${String(10 + (n % 90))},20260101,TMAX,${n % 300},,,W,`,
);
const BYTES = { packed: gzipSync(`${LINES.join('\n')}\n`), plain: Buffer.from(`${LINES.join('\n')}\n`) };
const FORMS = ['packed', 'plain'] as const;

async function* piecesOf(bytes: Uint8Array, afterHalf: () => void): AsyncGenerator<Uint8Array> {
  const half = bytes.length >> 1;
  yield bytes.subarray(0, half);
  afterHalf();
  yield bytes.subarray(half);
}

const read = (pieces: AsyncIterable<Uint8Array>, signal?: AbortSignal) =>
  readValues('2026.csv.gz', pieces, { sink: () => undefined, lastDay: Number.POSITIVE_INFINITY, signal });

test.each(FORMS)('a whole %s file is read', async (form) => {
  expect(await read(piecesOf(BYTES[form], () => undefined))).toMatchObject({ values: LINES.length });
});

test.each(FORMS)('a %s file whose download fails ends with the error of the download', async (form) => {
  const cause = new UpstreamError('network', 'http://bucket/2026.csv.gz', 'connection reset');
  const pieces = piecesOf(BYTES[form], () => {
    throw cause;
  });
  await expect(read(pieces)).rejects.toBe(cause);
});

test.each(FORMS)('a %s file that is read when the time is over ends with the reason of the signal', async (form) => {
  const controller = new AbortController();
  const reason = new DeadlineError(60);
  const pieces = piecesOf(BYTES[form], () => controller.abort(reason));
  await expect(read(pieces, controller.signal)).rejects.toBe(reason);
});

test('a packed file with a line of 20,000 bytes is refused', async () => {
  const bytes = gzipSync(`${LINES[0]}\n${'x'.repeat(20_000)}\n${LINES[1]}\n`);
  await expect(read(piecesOf(bytes, () => undefined))).rejects.toMatchObject({
    ...{ tag: 'malformed', format: '2026.csv.gz' },
    message: expect.stringContaining('a line has at most 16384 bytes'),
  });
});
