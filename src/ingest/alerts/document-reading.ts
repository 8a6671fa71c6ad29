/** Reading one document of a poll: fetch, decode, hand its messages to the records, and say what is to be remembered. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { messageText } from '../../model/alert-text.js';
import type { AlertLink, AlertRequest } from '../../sources/alert-feed.js';
import { type HttpBody, type HttpDownload, saysAbsent } from '../../sources/http-download.js';
import type { AlertContext } from '../context.js';
import { downloadSignal } from '../ingest-deadline.js';
import { decodeDocument } from './alert-decoding.js';
import { type DocumentMemory, digestOf, type PollMemory } from './poll-memory.js';

/** What a poll reads its documents with. */
export interface DocumentReading {
  readonly deps: AlertContext;
  readonly feed: string;
  readonly http: HttpDownload;
  readonly memory: PollMemory;
  readonly now: number;
}

export interface DocumentResult {
  readonly request: AlertRequest;
  /** Address of the document that led here. */
  readonly from: string | null;
  readonly links: readonly AlertLink[];
  /** What the next poll should know of it; null: nothing. */
  readonly memory: DocumentMemory | null;
  /** What it led to before stands as it stood. */
  readonly isLikeBefore: boolean;
  /** It never changes, and need not be asked for again. */
  readonly isSettled: boolean;
  /** Everything that it led to was asked for; the poll clears it where there was no room. */
  isWhole: boolean;
  readonly wasFetched: boolean;
  readonly isUnchanged: boolean;
  readonly failure: Error | null;
  readonly messages: number;
  readonly added: number;
  readonly broken: number;
}

/** A file that is broken, or is named and not there, is asked for in so many polls before it is given up. */
const CHANCES = 3;

const NOTHING = {
  links: [],
  isLikeBefore: false,
  isSettled: false,
  isWhole: true,
  wasFetched: false,
  isUnchanged: false,
  failure: null,
  messages: 0,
  added: 0,
  broken: 0,
} satisfies Partial<DocumentResult>;

const UNKNOWN: DocumentMemory = { from: null, validators: null, isRead: false, failures: 0, digests: [] };

/** True for what never changes and was read before, or given up. */
export function isRead({ once, url }: AlertRequest, memory: PollMemory): boolean {
  return once && memory.get(url)?.isRead === true;
}

/**
 * Failures of the upstream are part of the result, and so is a deadline that passes: what other documents brought is then
 * remembered, so that each poll on a slow line goes on where the one before it ended.
 *
 * @throws RecordsError
 * @throws the signal's reason
 */
export async function readDocument(
  reading: DocumentReading,
  request: AlertRequest,
  origin: DocumentResult | null,
  signal: AbortSignal,
): Promise<DocumentResult> {
  const from = origin?.request.url ?? null;
  const known = reading.memory.get(request.url);
  const before = { ...UNKNOWN, ...known, from };
  const base = { ...NOTHING, request, from, memory: known === undefined ? null : before };
  if (isRead(request, reading.memory)) return { ...base, isSettled: true, isLikeBefore: true };
  const { deadline } = reading.deps;
  try {
    deadline?.signal.throwIfAborted();
    const answer = await reading.http.get(request.url, {
      ceilingBytes: request.ceilingBytes,
      gzip: true,
      signal: downloadSignal({ signal, deadline }),
      ...(request.accept === undefined ? {} : { accept: request.accept }),
      ...(request.once || before.validators === null ? {} : { unlessStill: before.validators }),
    });
    if (answer.notModified) return { ...base, isLikeBefore: true, wasFetched: true, isUnchanged: true };
    return await takeBody(reading, { ...base, memory: before, wasFetched: true }, answer);
  } catch (error) {
    signal.throwIfAborted();
    return withFailure(
      { ...base, wasFetched: true },
      before,
      isTagged(error, 'deadline') ? late(error, request) : error,
    );
  }
}

function late({ message }: Error, { url }: AlertRequest): UpstreamError {
  return new UpstreamError('timeout', url, `not read when ${message}`);
}

async function takeBody(
  reading: DocumentReading,
  base: DocumentResult & { readonly memory: DocumentMemory },
  { bytes, validators }: HttpBody,
): Promise<DocumentResult> {
  const { deps, feed, now } = reading;
  const { request, memory } = base;
  const { messages, broken, links } = decodeDocument(request.document, bytes, request.url, now);
  const digests = messages.map((message) => digestOf(messageText(message)));
  const handed = new Set(memory.digests);
  const fresh = messages.filter((_, i) => !handed.has(digests[i]!));
  const added = fresh.length === 0 ? 0 : (await deps.alerts.add(feed, fresh, now)).added;
  if (broken.length > 0) await deps.alerts.quarantine(feed, broken, now);
  const counts = { messages: messages.length, added, broken: broken.length };
  const isNamed = base.from !== null;
  if (request.once && isNamed && messages.length === 0 && broken.length > 0)
    return { ...base, ...counts, ...oneChanceLess(memory) };
  const remembered = request.once
    ? { ...memory, isRead: true, failures: 0 }
    : { ...memory, validators, failures: 0, digests };
  return { ...base, ...counts, links, memory: remembered, isSettled: request.once };
}

function withFailure(base: DocumentResult, before: DocumentMemory, error: unknown): DocumentResult {
  if (!isTagged(error, 'upstream') && !isTagged(error, 'malformed')) throw error;
  const isAbsent = isTagged(error, 'upstream') && saysAbsent(error.status);
  if (isAbsent && base.request.mayBeAbsent)
    return { ...base, isSettled: base.request.once, memory: { ...before, isRead: base.request.once } };
  if (isAbsent && base.request.once && base.from !== null) return { ...base, ...oneChanceLess(before) };
  return { ...base, failure: error, isLikeBefore: true };
}

function oneChanceLess(before: DocumentMemory): Pick<DocumentResult, 'memory' | 'isSettled'> {
  const failures = before.failures + 1;
  const isRead = failures >= CHANCES;
  return { memory: { ...before, failures, isRead }, isSettled: isRead };
}
