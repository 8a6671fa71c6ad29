/**
 * Which message may end another. CAP lets a message name any other (3.2.1, references), and its sender is only a text. The
 * feeds of one issuer each, or of issuers that one body admits, are believed as they are. The WMO Alert Hub lists a hundred
 * sources of their own hosts: what comes from there ends nothing that came directly, and of what came from there only that
 * of the same authority.
 *
 * An authority is known by its sender, by the host of its sender (forecasters have addresses of their own), or by its arc
 * of object identifiers (WMO register of alerting authorities: 2.49.0.1.country.authority).
 */

import type { AlertMessage } from './alert.js';
import { plainSender } from './alert-name.js';
import type { StoredMessage } from './records.js';

const OPEN_FEEDS: ReadonlySet<string> = new Set(['wmo-alert-hub']);
const ARC = /^(?:urn:oid:)?(2\.49\.\d+\.\d+\.\d+\.\d+)\./i;

/** True of a feed that brings messages of sources that nobody but themselves answers for. */
export function isOpenFeed(feed: string): boolean {
  return OPEN_FEEDS.has(feed);
}

/** Whether a message of `feed` takes the place of the same one of `other`, whatever came first. */
export function isMoreDirect(feed: string, other: string): boolean {
  return isOpenFeed(other) && !isOpenFeed(feed);
}

/** Whether a message may supersede another, or take the place of its content. */
export function mayEnd(by: StoredMessage, other: StoredMessage): boolean {
  return !isOpenFeed(by.feed) || (isOpenFeed(other.feed) && isSameAuthority(by.message, other.message));
}

function isSameAuthority(one: AlertMessage, other: AlertMessage): boolean {
  const [sender, otherSender] = [plainSender(one.sender), plainSender(other.sender)];
  if (sender === otherSender || hostOf(sender) === hostOf(otherSender)) return true;
  const arc = ARC.exec(one.identifier.trim())?.[1];
  return arc !== undefined && arc === ARC.exec(other.identifier.trim())?.[1];
}

function hostOf(sender: string): string {
  return sender.slice(sender.lastIndexOf('@') + 1);
}
