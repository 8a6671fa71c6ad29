/**
 * Files of GHCN-Daily as streams of pieces: from the upstream in ranges of 16 MB, which are fetched again one by one when a
 * connection breaks, or from the local disk. Packed or not is seen by the first bytes.
 */

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isTagged, MalformedError, UpstreamError } from '../../base/errors.js';
import { createGhcnReader } from '../../decode/ghcn/ghcn-daily.js';
import type { GhcnCounts, ValueSink } from '../../decode/ghcn/ghcn-values.js';
import { DAY } from '../../model/time.js';
import type { HttpDownload, Validators } from '../../sources/http-download.js';
import { cannotRead } from '../../sources/local-files.js';

const RANGE_BYTES = 16 << 20;
/** A year has 170 MB packed and 1.2 GB unpacked. */
const MOST_PACKED = 1 << 30;
const MOST_UNPACKED = 8 * 2 ** 30;
const GUNZIP_PIECE = 1 << 18;
/** The day has begun elsewhere on the Earth, and clocks are wrong. */
const DAYS_AHEAD = 2;

/** The last day that can have values. @param now  epoch seconds @returns days since 1970-01-01 */
export function lastDayAt(now: number): number {
  return Math.floor(now / DAY) + DAYS_AHEAD;
}

/** Version of an upstream's file. */
export interface RemoteFile {
  readonly url: string;
  readonly bytes: number;
  readonly validators: Validators;
}

/** Null: there is no such file. @throws UpstreamError */
export async function findRemote(http: HttpDownload, url: string, signal?: AbortSignal): Promise<RemoteFile | null> {
  const head = await http.head(url, signal);
  if (head === null) return null;
  if (head.bytes === null) throw new UpstreamError('framing', url, 'does not say how long it is');
  if (head.bytes > MOST_PACKED)
    throw new UpstreamError('too-large', url, `${head.bytes} bytes, at most ${MOST_PACKED}`);
  return { url, bytes: head.bytes, validators: head.validators };
}

/**
 * The bytes of a remote file. The next range is on its way while one is read.
 *
 * @throws UpstreamError  also when the file was replaced meanwhile
 */
export async function* remotePieces(
  http: HttpDownload,
  { url, bytes, validators }: RemoteFile,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const fetchFrom = async (offset: number): Promise<Uint8Array> => {
    const length = Math.min(RANGE_BYTES, bytes - offset);
    const answer = await http.get(url, { range: { offset, length }, ceilingBytes: length, signal });
    if (answer.notModified) throw new UpstreamError('framing', url, 'answers 304 to a request without conditions');
    if (answer.validators.etag !== validators.etag)
      throw new UpstreamError('framing', url, 'was replaced while it was downloaded');
    return answer.bytes;
  };
  let coming: Promise<Uint8Array> | null = bytes > 0 ? fetchFrom(0) : null;
  for (let offset = 0; coming !== null; offset += RANGE_BYTES) {
    const piece: Uint8Array = await coming;
    coming = offset + RANGE_BYTES < bytes ? fetchFrom(offset + RANGE_BYTES) : null;
    coming?.catch(() => undefined); // reported when it is waited for
    yield piece;
  }
}

/** @throws UpstreamError  the file cannot be read */
export async function* localPieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) yield piece as Uint8Array;
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/**
 * Reads all values of a file.
 *
 * @param name  of the file, for errors
 * @param lastDay  last day that a value can be of, days since 1970-01-01
 * @throws MalformedError  it is no file of GHCN-Daily, or ends early
 */
export async function readValues(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  { sink, lastDay, signal }: { sink: ValueSink; lastDay: number; signal?: AbortSignal | undefined },
): Promise<GhcnCounts> {
  const reader = createGhcnReader(sink, lastDay);
  let unpacked = 0;
  const push = (piece: Uint8Array): void => {
    unpacked += piece.length;
    if (unpacked > MOST_UNPACKED) throw new MalformedError(name, `unpacks to at most ${MOST_UNPACKED} bytes`);
    reader.push(piece);
  };
  try {
    await eachUnpacked(name, pieces, push, signal);
    return reader.end();
  } catch (error) {
    if (isTagged(error, 'malformed'))
      throw new MalformedError(name, `${error.format}: ${error.rule}`, error.found, { cause: error });
    throw error;
  }
}

async function eachUnpacked(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  push: (piece: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const all = pieces[Symbol.asyncIterator]();
  const first = await all.next();
  if (first.done) return;
  const rest = joined(first.value, all);
  const isPacked = first.value[0] === 0x1f && first.value[1] === 0x8b;
  const take = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const piece of source) {
      signal?.throwIfAborted();
      push(piece);
    }
  };
  if (!isPacked) return take(rest);
  // Where one part of a pipeline fails, the others end with an AbortError, which may be what the pipeline tells.
  const failures: unknown[] = [];
  try {
    const source = noting(rest, failures);
    await pipeline(Readable.from(source), createGunzip({ chunkSize: GUNZIP_PIECE }), async (unpacked) => {
      await take(unpacked).catch((error: unknown) => fail(error, failures));
    });
  } catch (error) {
    const [cause = error] = failures;
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw cause;
    throw new MalformedError(name, 'is one whole gzip file', (cause as Error).message, { cause });
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* noting(pieces: AsyncIterable<Uint8Array>, failures: unknown[]): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    fail(error, failures);
  }
}

function fail(error: unknown, failures: unknown[]): never {
  failures.push(error);
  throw error;
}
