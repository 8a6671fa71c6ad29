/**
 * The name by which messages refer to one another: sender and identifier (CAP 1.2 section 3.2.1, `references`), without
 * what issuers spell in several ways.
 *
 * - Sender: case, surrounding blanks and "mailto:" do not count.
 * - An identifier that is unique in the world by its making (an object identifier of the WMO's alerting arc 2.49, any
 *   "urn:oid:", a UUID) is the name by itself: whatever sender stands beside it, also none, it is the same message. The
 *   NWS, DWD, ECCC and most issuers of the WMO's register make such ones. "urn:oid:" may be there or not.
 * - Any other identifier ("1234", "TRI13970876.2") names a message only together with its sender. A reference to it may
 *   carry another spelling of the sender, or none, so it is also looked for under the sender of the referring message.
 */

import type { AlertMessage, AlertReference } from './alert.js';

const OBJECT_IDENTIFIER_PREFIX = /^urn:oid:/i;
const UNIQUE_IN_THE_WORLD = /^(?:urn:|2\.49\.\d)|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
const ADDRESS_PREFIX = /^mailto:/;

export function plainSender(sender: string): string {
  return sender.trim().toLowerCase().replace(ADDRESS_PREFIX, '');
}

/** Equal for two messages exactly if a reference cannot tell them apart but by the time they were sent. */
export function messageName(sender: string, identifier: string): string {
  const trimmed = identifier.trim();
  const plain = trimmed.replace(OBJECT_IDENTIFIER_PREFIX, '');
  // A line feed cannot stand in either: both were one line, trimmed, or are no names that anyone refers to.
  return UNIQUE_IN_THE_WORLD.test(trimmed) ? plain : `${plainSender(sender)}\n${plain}`;
}

/** What a reference may mean: the name as written, then the one with the sender of the message that refers. */
export function namesMeant(
  message: Pick<AlertMessage, 'sender'>,
  reference: Pick<AlertReference, 'sender' | 'identifier'>,
): readonly string[] {
  const written = messageName(reference.sender, reference.identifier);
  const own = messageName(message.sender, reference.identifier);
  return written === own ? [written] : [written, own];
}

export interface MessageNames {
  readonly own: string;
  /** By reference. */
  readonly meant: readonly (readonly string[])[];
}

/** Each change of the alerts asks for the names of all messages that are kept: most of its time, if made anew. */
const made = new WeakMap<AlertMessage, MessageNames>();

export function namesOf(message: AlertMessage): MessageNames {
  const known = made.get(message);
  if (known !== undefined) return known;
  const names = {
    own: messageName(message.sender, message.identifier),
    meant: message.references.map((reference) => namesMeant(message, reference)),
  };
  made.set(message, names);
  return names;
}
