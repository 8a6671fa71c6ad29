/**
 * Indexes of CAP messages: Atom (RFC 4287: MeteoAlarm, NWS) and RSS 2.0 (WMO Alert Hub, many national services).
 *
 * An entry is where a message is, not what it says: elements of CAP among those of Atom are passed over, the message
 * itself is authoritative. MeteoAlarm has an entry for each area of a message; entries with the same address are one.
 * Addresses are kept as they are written, also relative ones. An entry without any has nothing to fetch and is left out.
 */

import { MalformedError } from '../../base/errors.js';
import { parseInstant } from '../../model/time.js';
import type { Refuse } from '../xml/refusal.js';
import { type RefuseHere, walkXml, type XmlForm } from '../xml/walk.js';

export interface AlertIndexEntry {
  readonly id: string;
  readonly url: string;
  /** Epoch seconds; null where it cannot be read. */
  readonly updated: number | null;
}

/** Feeds of whole countries have a few MB. */
export const MOST_INDEX_BYTES = 32_000_000;
const MOST_ENTRIES = 100_000;
const LONGEST_ADDRESS = 2000;
const CAP_TYPE = 'application/cap+xml';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** "Fri, 25 Mar 2016 23:59:59 GMT" (RFC 822 with years of four digits; other names of zones are no longer sent). */
const MAIL_DATE =
  /^(?:[a-z]{3},?\s+)?(\d{1,2})\s+([a-z]{3})\s+(\d{4})\s+(\d\d:\d\d(?::\d\d)?)\s+(gmt|utc?|z|[+-]\d{4})$/i;

type Element =
  | 'feed'
  | 'entry'
  | 'id'
  | 'link'
  | 'updated'
  | 'published'
  | 'rss'
  | 'channel'
  | 'item'
  | 'guid'
  | 'enclosure'
  | 'pubDate';

const FORM: XmlForm<Element> = {
  roots: ['feed', 'rss'],
  inside: {
    feed: ['entry'],
    entry: ['id', 'link', 'updated', 'published'],
    rss: ['channel'],
    channel: ['item'],
    item: ['guid', 'link', 'enclosure', 'pubDate'],
  },
  mostBytes: MOST_INDEX_BYTES,
  longest: () => LONGEST_ADDRESS,
};

/** @throws MalformedError */
export function decodeAlertIndex(bytes: Uint8Array): { entries: AlertIndexEntry[] } {
  const refuse: Refuse = (rule, line, value) => {
    throw new MalformedError(line === null ? 'alert index' : `alert index, line ${line}`, rule, value);
  };
  const { entries } = walkXml(bytes, FORM, refuse, (refuseHere) => new Reading(refuseHere));
  return { entries: [...entries.values()] };
}

interface OpenEntry {
  id: string;
  /** The address by how sure it is that a CAP message is there. */
  capLink: string;
  link: string;
  isPermanent: boolean;
  updated: number | null;
}

class Reading {
  readonly entries = new Map<string, AlertIndexEntry>();
  #entry: OpenEntry = emptyEntry();

  constructor(readonly refuse: RefuseHere) {}

  opened(name: Element, attributes: Readonly<Record<string, string>>): void {
    if (name === 'entry' || name === 'item') this.#entry = emptyEntry();
    else if (name === 'link') this.#link(attributes.href, attributes.rel, attributes.type);
    else if (name === 'enclosure') this.#link(attributes.url, 'enclosure', attributes.type);
    else if (name === 'guid') this.#entry.isPermanent = attributes.isPermaLink !== 'false';
  }

  #link(address = '', relation = 'alternate', type = ''): void {
    const url = address.trim();
    if (url.length > LONGEST_ADDRESS) this.refuse(`an address must have at most ${LONGEST_ADDRESS} characters`);
    if (type.trim().toLowerCase() === CAP_TYPE) this.#entry.capLink ||= url;
    else if (relation === 'alternate') this.#entry.link ||= url;
  }

  closed(name: Element, raw: string): void {
    const text = raw.trim();
    const entry = this.#entry;
    if (text.length > LONGEST_ADDRESS) this.refuse(`${name} must have at most ${LONGEST_ADDRESS} characters`);
    if (name === 'id' || name === 'guid') entry.id = text;
    else if (name === 'link') entry.link ||= text;
    else if (name === 'updated') entry.updated = instantOf(text);
    else if (name === 'published' || name === 'pubDate') entry.updated ??= instantOf(text);
    else if (name === 'entry' || name === 'item') this.#add(entry);
  }

  #add({ id, capLink, link, isPermanent, updated }: OpenEntry): void {
    const permanent = isPermanent && /^https?:/i.test(id) ? id : '';
    const url = capLink || link || permanent;
    if (url === '') return;
    const known = this.entries.get(url);
    if (known === undefined && this.entries.size >= MOST_ENTRIES)
      this.refuse(`an index must have at most ${MOST_ENTRIES} entries`);
    const latest = Math.max(known?.updated ?? -Infinity, updated ?? -Infinity);
    this.entries.set(url, { id: known?.id ?? (id || url), url, updated: Number.isFinite(latest) ? latest : null });
  }
}

function emptyEntry(): OpenEntry {
  return { id: '', capLink: '', link: '', isPermanent: true, updated: null };
}

function instantOf(text: string): number | null {
  const [, day, month, year, time, zone] = MAIL_DATE.exec(text) ?? [];
  if (zone === undefined) return parseInstant(text);
  const number = MONTHS.indexOf(month!.toLowerCase()) + 1;
  const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : 'Z';
  return parseInstant(`${year}-${String(number).padStart(2, '0')}-${day!.padStart(2, '0')}T${time}${offset}`);
}
