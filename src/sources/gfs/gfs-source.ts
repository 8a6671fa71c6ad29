/**
 * GFS over HTTP: which run is whole, and the messages of one step.
 *
 * A step is fetched by the ranges that its index names. The index can be stale against a rewritten file, or be cut, so
 * what arrives must be whole messages exactly; if not, or on request, the whole file is walked: in pieces, of which only
 * the wanted messages are kept, and one file at a time. Six files of 546 MB at once would take 3.3 GB.
 */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { leadingMessages, wholeMessages } from '../grib-framing.js';
import { parseIndex } from '../grib-index.js';
import type { HttpBody, HttpDownload } from '../http-download.js';
import { stepUrl } from './cycles.js';
import { planStep, type StepPlan } from './plan.js';
import { type FieldRequest, GFS_ELEMENTS, GFS_STATICS, isPossible } from './selector-table.js';

export interface StepMessages {
  readonly url: string;
  /** Whole GRIB2 messages: the wanted ones, and where ranges were fetched the small ones read over between them. */
  readonly messages: readonly Uint8Array[];
  /** Bytes received, the index included. */
  readonly bytes: number;
  /** True when the whole file was fetched. */
  readonly whole: boolean;
}

export interface FetchStepOptions {
  readonly statics: boolean;
  /** Do not trust the index: walk the whole file. */
  readonly whole: boolean;
  /** Whether a message of a walked file is worth keeping. */
  readonly isWanted: (message: Uint8Array) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface GfsSource {
  /** True when the index of the run's last step is there, which is written after everything else. */
  isComplete(referenceTime: number, lastStep: number, signal?: AbortSignal): Promise<boolean>;
  /** @throws UpstreamError */
  fetchStep(referenceTime: number, stepHours: number, options: FetchStepOptions): Promise<StepMessages>;
}

const INDEX_CEILING = 4 << 20; // a real one has 41 KB
const RANGE_CEILING = 64 << 20; // all wanted messages of a step are 10.4 MB
const FILE_CEILING = 2 ** 31; // a real file has 508 to 546 MB
/** Of a file that is walked; larger than any message (the largest of a real file has 1.2 MB). */
const PIECE_BYTES = 64 << 20;

export function createGfsSource(http: HttpDownload, baseUrl: string, pieceBytes = PIECE_BYTES): GfsSource {
  let walking: Promise<unknown> = Promise.resolve();
  /** Behind the walk before it, however that ended. */
  function walkNext(url: string, options: FetchStepOptions): Promise<StepMessages> {
    const walk = walking.then(() => walkWhole(http, url, pieceBytes, options));
    walking = walk.catch(() => undefined); // whoever asked for it has its error
    return walk;
  }
  return {
    async isComplete(referenceTime, lastStep, signal) {
      return (await http.head(`${stepUrl(baseUrl, referenceTime, lastStep)}.idx`, signal)) !== null;
    },
    async fetchStep(referenceTime, stepHours, options) {
      const url = stepUrl(baseUrl, referenceTime, stepHours);
      if (options.whole) return walkNext(url, options);
      try {
        return await fetchPlanned(http, url, stepHours, options);
      } catch (error) {
        if (!isIndexFault(error)) throw error;
        return walkNext(url, options);
      }
    },
  };
}

/** Too large: the last line of an index that is cut short names everything up to the end of the file. */
function isIndexFault(error: unknown): boolean {
  return isTagged(error, 'upstream') && (error.fault === 'framing' || error.fault === 'too-large');
}

async function fetchPlanned(
  http: HttpDownload,
  url: string,
  stepHours: number,
  options: FetchStepOptions,
): Promise<StepMessages> {
  const indexUrl = `${url}.idx`;
  const index = await download(http, indexUrl, INDEX_CEILING, options.signal);
  const requests: FieldRequest<string>[] = [...GFS_ELEMENTS, ...(options.statics ? GFS_STATICS : [])];
  const possible = requests.filter((request) => isPossible(request, stepHours));
  const plan = planStep(parseIndex(Buffer.from(index).toString('latin1'), indexUrl), possible);
  const parts = await fetchRanges(http, url, plan, options.signal);
  const bytes = parts.reduce((sum, part) => sum + part.length, index.length);
  return { url, messages: parts.flatMap((part) => framed(part, url)), bytes, whole: false };
}

/** All ranges at once; their answers must name the same version of the file. */
async function fetchRanges(
  http: HttpDownload,
  url: string,
  plan: StepPlan,
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

/** Piece by piece; each begins where the last whole message of the one before ended. */
async function walkWhole(
  http: HttpDownload,
  url: string,
  pieceBytes: number,
  { isWanted, signal }: FetchStepOptions,
): Promise<StepMessages> {
  const { total, ...head } = await lengthOf(http, url, signal);
  const messages: Uint8Array[] = [];
  let bytes = 0;
  for (let at = 0; at < total; ) {
    const range = { offset: at, length: Math.min(pieceBytes, total - at) };
    const piece = await http.get(url, { range, ceilingBytes: pieceBytes, signal });
    const leading = piece.notModified ? null : leadingMessages(piece.bytes);
    if (piece.notModified || leading === null || leading.end === 0) throw notWhole(url);
    checkOneVersion(url, [head, piece]);
    // copies: a view would keep the whole piece in memory
    for (const message of leading.messages) if (isWanted(message)) messages.push(new Uint8Array(message));
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
