/** What a document of a feed holds: messages, messages that are broken, and links to other documents. */

import { isTagged } from '../../base/errors.js';
import { decodeAlertIndex } from '../../decode/alert-index/alert-index.js';
import { decodeCap } from '../../decode/cap/cap.js';
import { decodeListing } from '../../decode/directory-listing/directory-listing.js';
import { decodeNwsAlerts } from '../../decode/nws-alerts/nws-alerts.js';
import { decodeWmoSources } from '../../decode/wmo-sources/wmo-sources.js';
import { unzip } from '../../decode/zip/zip.js';
import type { AlertMessage } from '../../model/alert.js';
import { sentFault } from '../../model/alert-times.js';
import type { BrokenAlert } from '../../model/records.js';
import type { AlertDocument, AlertLink } from '../../sources/alert-feed.js';

export interface DecodedDocument {
  readonly messages: readonly AlertMessage[];
  readonly broken: readonly BrokenAlert[];
  readonly links: readonly AlertLink[];
}

/** Of an archive of messages, unpacked. A real one of DWD unpacks to fifteen times its size. */
const ARCHIVE_LIMITS = { entries: 20_000, entryBytes: 16 << 20, bytes: 512 << 20, ratio: 200 };
const EXCERPT_CHARACTERS = 2000;

type Decoder = (bytes: Uint8Array, url: string) => Partial<DecodedDocument>;

const DECODERS: Readonly<Record<AlertDocument, Decoder>> = {
  'nws-geojson': (bytes, url) => {
    const { messages, quarantined, next } = decodeNwsAlerts(bytes, url);
    return {
      messages,
      broken: quarantined.map(({ id, reason }) => ({ id, reason, excerpt: null })),
      links: next === null ? [] : [linkTo(next)],
    };
  },
  cap: (bytes, url) => capMessage(bytes, url),
  'cap-zip': (bytes) => {
    const files = unzip(bytes, ARCHIVE_LIMITS).filter(({ name }) => /\.(xml|cap)$/i.test(name));
    const decoded = files.map(({ name, bytes: file }) => capMessage(file, name));
    return {
      messages: decoded.flatMap(({ messages }) => messages),
      broken: decoded.flatMap(({ broken }) => broken),
    };
  },
  'alert-index': (bytes) => ({ links: decodeAlertIndex(bytes).entries.map(({ url }) => linkTo(url)) }),
  'wmo-sources': (bytes) => ({
    links: decodeWmoSources(bytes).map(({ id, country, isOperating }) => ({ url: '', name: id, country, isOperating })),
  }),
  directory: (bytes) => ({ links: decodeListing(bytes).map(linkTo) }),
};

/**
 * A message that is broken, or dated far ahead, is a value; a document that cannot be read as a whole is an error.
 *
 * @param now  when it was received, epoch seconds
 * @throws MalformedError
 */
export function decodeDocument(document: AlertDocument, bytes: Uint8Array, url: string, now: number): DecodedDocument {
  return withoutAhead({ messages: [], broken: [], links: [], ...DECODERS[document](bytes, url) }, now);
}

function withoutAhead({ messages, broken, links }: DecodedDocument, now: number): DecodedDocument {
  const ahead = messages.flatMap((message): BrokenAlert[] => {
    const reason = sentFault(message, now);
    return reason === null ? [] : [{ id: message.identifier, reason, excerpt: null }];
  });
  if (ahead.length === 0) return { messages, broken, links };
  const kept = messages.filter((message) => sentFault(message, now) === null);
  return { messages: kept, broken: [...broken, ...ahead], links };
}

function capMessage(bytes: Uint8Array, name: string): Pick<DecodedDocument, 'messages' | 'broken'> {
  try {
    return { messages: [decodeCap(bytes, name)], broken: [] };
  } catch (error) {
    if (!isTagged(error, 'malformed')) throw error;
    return { messages: [], broken: [{ id: name, reason: error.message, excerpt: excerptOf(bytes) }] };
  }
}

function excerptOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_CHARACTERS));
}

function linkTo(url: string): AlertLink {
  return { url, name: null, country: null, isOperating: true };
}
