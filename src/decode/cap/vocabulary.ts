/**
 * Words, texts and times of alerts, as CAP (3.2, 3.3.2) and the NWS API write them.
 *
 * Words are read in any case. What severity, urgency and certainty do not know is "unknown", as CAP says; without a
 * status or a type nobody can tell what a message is for, and an unknown scope may be one that is not public, so those
 * are refused.
 */

import {
  ALERT_SCOPES,
  ALERT_STATUSES,
  type AlertScope,
  type AlertStatus,
  CERTAINTIES,
  type Certainty,
  MESSAGE_TYPES,
  type MessageType,
} from '../../model/alert.js';
import { parseInstant } from '../../model/time.js';

/** Throws an `MalformedError` that names the place. */
export type RefuseAlert = (rule: string, value?: string | number) => never;

/** Longer than any name or address, shorter than what would hurt an index. */
const LONGEST_IDENTITY = 500;
/** Characters; the longest real description seen has under 10 000. */
export const LONGEST_TEXT = 200_000;

/** All but line ends and tabs: texts are printed on terminals. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** Trimmed and without control characters; null for nothing. */
export function textOf(raw: string, refuse: RefuseAlert): string | null {
  if (raw.length > LONGEST_TEXT) refuse(`a text must have at most ${LONGEST_TEXT} characters`);
  const text = raw.replace(CONTROLS, '').trim();
  return text === '' ? null : text;
}

/** An identifier or a sender. */
export function identityOf(name: string, raw: string, refuse: RefuseAlert): string {
  const text = textOf(raw, refuse);
  if (text === null || text.length > LONGEST_IDENTITY)
    refuse(`${name} must have 1 to ${LONGEST_IDENTITY} characters`, text === null ? 'nothing' : text.length);
  return text;
}

/**
 * Epoch seconds; null for nothing. What is there and cannot be read is refused, never taken for nothing: without an end
 * a message would last another time. So is a time without an offset (CAP 3.3.2 demands one). Z, which CAP forbids and
 * many issuers write, and offsets without a colon are read.
 */
export function instantOf(name: string, raw: string, refuse: RefuseAlert): number | null {
  const text = raw.trim();
  if (text === '') return null;
  const instant = parseInstant(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return instant ?? refuse(`${name} must be a date and time with an offset, as 2026-11-20T10:00:00-00:00`, text);
}

export function sentOf(raw: string, refuse: RefuseAlert): number {
  return instantOf('sent', raw, refuse) ?? refuse('sent must be a date and time', 'nothing');
}

export function statusOf(raw: string, refuse: RefuseAlert): AlertStatus {
  return oneOf('status', ALERT_STATUSES, raw, refuse);
}

export function messageTypeOf(raw: string, refuse: RefuseAlert): MessageType {
  return oneOf('message type', MESSAGE_TYPES, raw, refuse);
}

/** Optional in CAP 1.0, and absent from older answers of the NWS: what is published is public. */
export function scopeOf(raw: string, refuse: RefuseAlert): AlertScope {
  return raw.trim() === '' ? 'public' : oneOf('scope', ALERT_SCOPES, raw, refuse);
}

function oneOf<Word extends string>(name: string, words: readonly Word[], raw: string, refuse: RefuseAlert): Word {
  return knownWord(words, raw) ?? refuse(`${name} must be one of ${words.join(', ')}`, raw.trim() || 'nothing');
}

export function certaintyOf(raw: string): Certainty {
  // CAP 1.0 had "Very Likely"; 1.1 says to read it as Likely
  return /^\s*very\s+likely\s*$/i.test(raw) ? 'likely' : gradeOf(CERTAINTIES, raw);
}

/** A severity, urgency or certainty. */
export function gradeOf<Word extends string>(words: readonly Word[], raw: string): Word | 'unknown' {
  return knownWord(words, raw) ?? 'unknown';
}

function knownWord<Word extends string>(words: readonly Word[], raw: string): Word | undefined {
  const word = raw.trim().toLowerCase();
  return words.find((known) => known === word);
}
