/**
 * HTTP semantics of an object store, as far as a downloader relies on them: strong ETag, Last-Modified, conditional
 * requests (RFC 9110 section 13) and one byte range (section 14).
 */

import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export interface Representation {
  readonly body: Uint8Array;
  /** With its quotes. */
  readonly etag: string;
  /** Epoch seconds. */
  readonly lastModified: number;
  readonly contentType: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array;
}

const NOTHING = new Uint8Array(0);

export function answerWith(representation: Representation, request: IncomingHttpHeaders, ranges: boolean): Answer {
  const { body, etag, contentType } = representation;
  const headers = {
    ETag: etag,
    'Last-Modified': httpDate(representation.lastModified),
    ...(ranges ? { 'Accept-Ranges': 'bytes' } : {}),
  };
  if (isUnchanged(representation, request)) return { status: 304, headers, body: NOTHING };
  const asked = ranges && rangeApplies(representation, request) ? parseRange(request.range, body.length) : null;
  if (asked === 'unsatisfiable')
    return { status: 416, headers: { 'Content-Range': `bytes */${body.length}` }, body: NOTHING };
  const described = { ...headers, 'Content-Type': contentType };
  if (asked === null) return { status: 200, headers: described, body };
  const contentRange = `bytes ${asked.first}-${asked.last}/${body.length}`;
  const part = body.subarray(asked.first, asked.last + 1);
  return { status: 206, headers: { ...described, 'Content-Range': contentRange }, body: part };
}

/** Epoch seconds as the headers print them. */
export function httpDate(epochSeconds: number): string {
  return new Date(Math.floor(epochSeconds) * 1000).toUTCString();
}

function isUnchanged({ etag, lastModified }: Representation, request: IncomingHttpHeaders): boolean {
  const tags = request['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(request['if-modified-since'] ?? '');
  return Math.floor(lastModified) * 1000 <= since;
}

function rangeApplies({ etag }: Representation, request: IncomingHttpHeaders): boolean {
  const condition = request['if-range'];
  return condition === undefined || condition === etag;
}

/** One range, inclusive; null when there is none that a server has to honour (several, or another unit). */
function parseRange(header: string | undefined, length: number) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  const suffix = match[1] === '';
  const first = suffix ? Math.max(0, length - Number(match[2])) : Number(match[1]);
  const last = suffix || match[2] === '' ? length - 1 : Math.min(length - 1, Number(match[2]));
  if (!suffix && match[2] !== '' && Number(match[2]) < first) return null;
  if (first >= length || (suffix && Number(match[2]) === 0)) return 'unsatisfiable';
  return { first, last };
}
