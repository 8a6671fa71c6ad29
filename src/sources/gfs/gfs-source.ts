/**
 * GFS over HTTP: which run is whole, and the messages of one step.
 *
 * A step is fetched by the ranges that its index names. The index can be stale against a rewritten file, or be cut, so
 * what arrives must be whole messages exactly; if not, or on request, the whole file is fetched and walked.
 */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { wholeMessages } from '../grib-framing.js';
import { parseIndex } from '../grib-index.js';
import type { HttpDownload } from '../http-download.js';
import { stepUrl } from './cycles.js';
import { planStep, type StepPlan } from './plan.js';
import { type FieldRequest, GFS_ELEMENTS, GFS_STATICS } from './selector-table.js';

export interface StepMessages {
  readonly url: string;
  /** Whole GRIB2 messages: the wanted ones, and the small ones read over between them. */
  readonly messages: readonly Uint8Array[];
  /** Bytes received, the index included. */
  readonly bytes: number;
  /** True when the whole file was fetched. */
  readonly whole: boolean;
  /** Requests of the selector table that the index does not have; empty when the whole file was fetched. */
  readonly absent: readonly string[];
}

export interface FetchStepOptions {
  readonly statics: boolean;
  /** Do not trust the index: fetch the whole file. */
  readonly whole: boolean;
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
const FILE_CEILING = 1 << 30; // a real file has 508 to 546 MB

export function createGfsSource(http: HttpDownload, baseUrl: string): GfsSource {
  return {
    async isComplete(referenceTime, lastStep, signal) {
      return (await http.head(`${stepUrl(baseUrl, referenceTime, lastStep)}.idx`, signal)) !== null;
    },
    async fetchStep(referenceTime, stepHours, options) {
      const url = stepUrl(baseUrl, referenceTime, stepHours);
      if (options.whole) return fetchWhole(http, url, options.signal);
      try {
        return await fetchPlanned(http, url, options);
      } catch (error) {
        if (!isTagged(error, 'upstream') || error.fault !== 'framing') throw error;
        return fetchWhole(http, url, options.signal);
      }
    },
  };
}

async function fetchPlanned(http: HttpDownload, url: string, options: FetchStepOptions): Promise<StepMessages> {
  const indexUrl = `${url}.idx`;
  const index = await download(http, indexUrl, INDEX_CEILING, options.signal);
  const requests: FieldRequest<string>[] = [...GFS_ELEMENTS, ...(options.statics ? GFS_STATICS : [])];
  const plan = planStep(parseIndex(Buffer.from(index).toString('latin1'), indexUrl), requests);
  const parts = await fetchRanges(http, url, plan, options.signal);
  const bytes = parts.reduce((sum, part) => sum + part.length, index.length);
  return { url, messages: parts.flatMap((part) => framed(part, url)), bytes, whole: false, absent: plan.absent };
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
  const versions = new Set(bodies.map(({ validators }) => validators.etag ?? validators.lastModified));
  if (versions.size > 1) throw new UpstreamError('framing', url, 'the file was replaced while it was read');
  return bodies.map(({ bytes }) => bytes);
}

async function fetchWhole(http: HttpDownload, url: string, signal: AbortSignal | undefined): Promise<StepMessages> {
  const bytes = await download(http, url, FILE_CEILING, signal);
  return { url, messages: framed(bytes, url), bytes: bytes.length, whole: true, absent: [] };
}

function framed(bytes: Uint8Array, url: string): Uint8Array[] {
  const messages = wholeMessages(bytes);
  if (messages === null) throw new UpstreamError('framing', url, 'what arrived is not a row of whole GRIB messages');
  return messages;
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
