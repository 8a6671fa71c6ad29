/**
 * A feed over HTTP: which run is whole, and the messages of one part of it.
 *
 * A file is fetched by the ranges that its index names. The index can be stale against a rewritten file, be cut, or not
 * be there, so what arrives must be whole messages exactly; if not, or on request, or where the feed has no index, the
 * whole file is walked: in pieces, of which only the wanted messages are kept, and one file at a time. Six files of
 * 546 MB at once would take 3.3 GB. A file that is packed as a whole is small, and is fetched in one piece.
 */

import { unpackBzip2 } from '../base/bzip2.js';
import { isTagged, UpstreamError } from '../base/errors.js';
import { inLanes } from '../base/lanes.js';
import { parseEcmwfIndex } from './ecmwf-index.js';
import { leadingMessages, wholeMessages } from './grib-framing.js';
import { type IndexEntry, parseIndex } from './grib-index.js';
import { type HttpBody, type HttpDownload, saysAbsent } from './http-download.js';
import type { FeedFile, FeedPart, ModelFeed } from './model-feed.js';
import { type FilePlan, planFile, requestsOf } from './part-plan.js';
import type { FieldRequest } from './selector.js';

export interface PartMessages {
  /** Address of the part's first file, for errors and logs. */
  readonly url: string;
  /** Whole GRIB2 messages: the wanted ones, and where ranges were fetched the small ones read over between them. */
  readonly messages: readonly Uint8Array[];
  /** Bytes received, the index included. */
  readonly bytes: number;
  /** True when any file was fetched whole. */
  readonly whole: boolean;
}

export interface FetchPartOptions {
  readonly statics: boolean;
  /** Do not trust the indexes: walk the whole files. */
  readonly whole: boolean;
  /** Files that the upstream says are not there are passed over, if any other file of the part is. Default false. */
  readonly mayLackFiles?: boolean;
  /** Whether a message of a walked file is worth keeping. */
  readonly isWanted: (message: Uint8Array) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface FeedSource {
  /** True when the file of the run is there that is written after everything else. @throws UpstreamError */
  isComplete(referenceTime: number, signal?: AbortSignal): Promise<boolean>;
  /** Messages in the order of the part's files. @throws UpstreamError of a file that cannot be had */
  fetchPart(part: FeedPart, options: FetchPartOptions): Promise<PartMessages>;
}

const INDEX_CEILING = 4 << 20; // a real one of GFS has 41 KB
const RANGE_CEILING = 64 << 20; // all wanted messages of a step of GFS are 10.4 MB, of sub-hourly HRRR about 60
const FILE_CEILING = 2 ** 31; // a real file of GFS has 508 to 546 MB
/** Of a packed file, and of what comes out of it. One of ICON-EU has 0.3 to 1.5 MB and unpacks to no more than 2. */
const PACKED_CEILING = 16 << 20;
/** Of a file that is walked; larger than any message (the largest, of NBM, has 2.4 MB). */
const PIECE_BYTES = 64 << 20;
/** Of what is kept of it: 72 hours of AQM are 55 MB, four quarters of HRRR 50. */
const KEPT_CEILING = 256 << 20;
/** Of the files of one part, where it has several: 31 members need not wait for each other. */
const FILES_AT_ONCE = 4;

/** Memory that a walk may take, in bytes: of one piece, and of all messages that are kept. */
export interface WalkLimits {
  readonly pieceBytes: number;
  readonly keptBytes: number;
}

export function createFeedSource(
  http: HttpDownload,
  feed: ModelFeed,
  baseUrl: string,
  { pieceBytes, keptBytes }: WalkLimits = { pieceBytes: PIECE_BYTES, keptBytes: KEPT_CEILING },
): FeedSource {
  let walking: Promise<unknown> = Promise.resolve();
  /** Behind the walk before it, however that ended. */
  function walkNext(url: string, options: FetchPartOptions): Promise<PartMessages> {
    const walk = walking.then(() => walkWhole(http, url, { pieceBytes, keptBytes }, options));
    walking = walk.catch(() => undefined); // whoever asked for it has its error
    return walk;
  }
  async function fetchFile(part: FeedPart, file: FeedFile, options: FetchPartOptions): Promise<PartMessages> {
    if (file.packed !== undefined) return fetchPacked(http, file.url, options);
    if (options.whole || file.index === null) return walkNext(file.url, options);
    const requests = requestsOf([...feed.elements, ...(options.statics ? feed.statics : [])], part, file);
    try {
      return await fetchPlanned(http, file, requests, options.signal);
    } catch (error) {
      if (!isIndexFault(error, indexUrl(file))) throw error;
      return walkNext(file.url, options);
    }
  }
  return {
    async isComplete(referenceTime, signal) {
      return (await http.head(feed.lastUrl(baseUrl, referenceTime), signal)) !== null;
    },
    async fetchPart(part, options) {
      const answers = await inLanes(
        part.files,
        FILES_AT_ONCE,
        (file, signal) => {
          const answer = fetchFile(part, file, { ...options, signal });
          return options.mayLackFiles ? answer.catch(absence) : answer;
        },
        options.signal,
      );
      const fetched = answers.flatMap((answer) => (answer instanceof UpstreamError ? [] : [answer]));
      const [first] = answers;
      if (fetched.length === 0 && first instanceof UpstreamError) throw first;
      return {
        url: part.files[0]?.url ?? baseUrl,
        messages: fetched.flatMap(({ messages }) => messages),
        bytes: fetched.reduce((sum, { bytes }) => sum + bytes, 0),
        whole: fetched.some(({ whole }) => whole),
      };
    },
  };
}

/** The error as a value, where it says that there is no such file. @throws any other error */
function absence(error: unknown): UpstreamError {
  if (isTagged(error, 'upstream') && saysAbsent(error.status)) return error;
  throw error;
}

/**
 * What a walk of the whole file can mend. Too large: the last line of an index that is cut short names everything up to
 * the end of the file. Absent: the index, where the file may be there without it.
 */
function isIndexFault(error: unknown, index: string): boolean {
  if (!isTagged(error, 'upstream')) return false;
  return error.fault === 'framing' || error.fault === 'too-large' || (error.url === index && saysAbsent(error.status));
}

/** ECMWF puts `.index` in the place of `.grib2`, wgrib2's `.idx` stands behind the whole name. */
export function indexUrl({ url, index }: FeedFile): string {
  return index === 'ecmwf' ? url.replace(/\.grib2$/, '.index') : `${url}.idx`;
}

function readIndex(file: FeedFile, bytes: Uint8Array): IndexEntry[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return file.index === 'ecmwf' ? parseEcmwfIndex(text, indexUrl(file)) : parseIndex(text, indexUrl(file));
}

async function fetchPlanned(
  http: HttpDownload,
  file: FeedFile,
  requests: readonly FieldRequest<string>[],
  signal: AbortSignal | undefined,
): Promise<PartMessages> {
  const { url } = file;
  const index = await download(http, indexUrl(file), INDEX_CEILING, signal);
  const bodies = await fetchRanges(http, url, planFile(readIndex(file, index), requests), signal);
  const bytes = bodies.reduce((sum, body) => sum + body.length, index.length);
  return { url, messages: bodies.flatMap((body) => framed(body, url)), bytes, whole: false };
}

/** All ranges at once; their answers must name the same version of the file. */
async function fetchRanges(
  http: HttpDownload,
  url: string,
  plan: FilePlan,
  signal: AbortSignal | undefined,
): Promise<Uint8Array[]> {
  const answers = await Promise.all(
    plan.ranges.map((range) => http.get(url, { range, ceilingBytes: RANGE_CEILING, signal })),
  );
  const bodies = answers.flatMap((answer) => (answer.notModified ? [] : [answer]));
  checkOneVersion(url, bodies);
  return bodies.map(({ bytes }) => bytes);
}

function checkOneVersion(url: string, bodies: readonly Pick<HttpBody, 'validators'>[]): void {
  const versions = new Set(bodies.map(({ validators }) => validators.etag ?? validators.lastModified));
  if (versions.size > 1) throw new UpstreamError('framing', url, 'the file was replaced while it was read');
}

async function fetchPacked(
  http: HttpDownload,
  url: string,
  { isWanted, signal }: FetchPartOptions,
): Promise<PartMessages> {
  const packed = await download(http, url, PACKED_CEILING, signal);
  const unpacked = await unpackBzip2(packed, {
    bytes: PACKED_CEILING,
    tooLarge: () => new UpstreamError('too-large', url, `unpacks to more than ${PACKED_CEILING} bytes`),
    defect: (rule) => new UpstreamError('framing', url, rule),
  });
  return { url, messages: framed(unpacked, url).filter(isWanted), bytes: packed.length, whole: true };
}

/** Piece by piece; each begins where the last whole message of the one before ended. */
async function walkWhole(
  http: HttpDownload,
  url: string,
  { pieceBytes, keptBytes }: WalkLimits,
  { isWanted, signal }: FetchPartOptions,
): Promise<PartMessages> {
  const { total, ...head } = await lengthOf(http, url, signal);
  const messages: Uint8Array[] = [];
  let bytes = 0;
  let kept = 0;
  for (let at = 0; at < total; ) {
    const range = { offset: at, length: Math.min(pieceBytes, total - at) };
    const piece = await http.get(url, { range, ceilingBytes: pieceBytes, signal });
    const leading = piece.notModified ? null : leadingMessages(piece.bytes);
    if (piece.notModified || leading === null || leading.end === 0) throw notWhole(url);
    checkOneVersion(url, [head, piece]);
    // copies: a view would keep the whole piece in memory
    for (const message of leading.messages.filter(isWanted)) {
      kept += message.length;
      if (kept > keptBytes) throw new UpstreamError('too-large', url, `more than ${keptBytes} bytes of it are wanted`);
      messages.push(new Uint8Array(message));
    }
    bytes += piece.bytes.length;
    at += leading.end;
  }
  return { url, messages, bytes, whole: true };
}

async function lengthOf(http: HttpDownload, url: string, signal: AbortSignal | undefined) {
  const head = await http.head(url, signal);
  if (head === null) throw new UpstreamError('status', url, 'is not there', { status: 404 });
  if (head.bytes === null) throw new UpstreamError('framing', url, 'does not say how long it is');
  if (head.bytes > FILE_CEILING)
    throw new UpstreamError('too-large', url, `${head.bytes} bytes, at most ${FILE_CEILING} are allowed`);
  return { total: head.bytes, validators: head.validators };
}

function framed(bytes: Uint8Array, url: string): Uint8Array[] {
  const messages = wholeMessages(bytes);
  if (messages === null) throw notWhole(url);
  return messages;
}

function notWhole(url: string): UpstreamError {
  return new UpstreamError('framing', url, 'what arrived is not a row of whole GRIB messages');
}

async function download(
  http: HttpDownload,
  url: string,
  ceilingBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const answer = await http.get(url, { ceilingBytes, signal });
  return answer.notModified ? new Uint8Array(0) : answer.bytes;
}
