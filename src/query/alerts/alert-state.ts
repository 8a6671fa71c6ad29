/**
 * The message graph: which alert messages are superseded, from when on, and by what. A function of the set of messages;
 * the order in which they came cannot enter, and a restart is nothing special.
 *
 * - Only messages with status actual and scope public take part, and of those alerts, updates and cancels. The others
 *   are `apart`: never returned and without effect, so that a test that "cancels" an actual alert does not.
 * - An update or cancel supersedes what it references and all that those reference, as soon as its own `sent` has come
 *   (CAP 1.2 section 3.2.1, msgType). A message that was never received is passed over; it is superseded the moment it
 *   comes, because what references it is still there.
 * - References name a sender and identifier (model/alert-name.ts). Issuers re-send under the same name: with another `sent`
 *   it is a new version, which supersedes the versions before it. A reference means every version sent until the
 *   referring message was sent, or until the time it names itself if that is later; a version sent after a cancel
 *   stands, because an issuer that speaks again is to be heard.
 * - With the same `sent` but other content it is one message whose content was corrected: that received last holds, of
 *   those received in the same second the one that compareContents puts last.
 * - Not everybody may end everything (model/alert-authority.ts): a reference to what its message may not end does not count.
 *   What an open feed brings under a name that came directly too is left out; the issuer's own word holds.
 * - A message that references itself, by whatever way round, does not end itself: of messages in a circle, a reference
 *   to one sent later does not count (sent at once: to one with the greater name).
 */

import type { AlertMessage } from '../../model/alert.js';
import { isOpenFeed, mayEnd } from '../../model/alert-authority.js';
import { namesOf } from '../../model/alert-name.js';
import type { StoredMessage } from '../../model/records.js';
import { compareContents } from './content-order.js';
import { circleNumbers } from './reference-circles.js';

/** A message that takes part, and its fate. */
export interface Standing {
  readonly stored: StoredMessage;
  readonly name: string;
  /** From when on it no longer holds, epoch seconds; Infinity while nothing supersedes it. */
  readonly supersededAt: number;
  /** The first to do so, directly or by way of others. */
  readonly supersededBy: StoredMessage | null;
}

export interface AlertState {
  /** In no particular order. */
  readonly standings: readonly Standing[];
  /** Not actual, not public, or an acknowledgement or error report. */
  readonly apart: readonly StoredMessage[];
  /** Received again, with the same or a former content, or by an open feed beside a direct one. */
  readonly repeats: readonly StoredMessage[];
}

interface Node {
  readonly name: string;
  readonly stored: StoredMessage;
  supersededAt: number;
  supersededBy: StoredMessage | null;
  targets: readonly Node[];
}

/** All versions under each name, in the order they were sent. */
type Versions = ReadonlyMap<string, readonly Node[]>;

const NONE: readonly Node[] = [];

function takesPart({ status, scope, messageType }: AlertMessage): boolean {
  return status === 'actual' && scope === 'public' && messageType !== 'ack' && messageType !== 'error';
}

/** By `sent`; of the same one the content that holds comes last. Zero only for the same content from the same feed. */
function compareVersions(a: StoredMessage, b: StoredMessage): number {
  const order = a.message.sent - b.message.sent || a.receivedAt - b.receivedAt;
  if (order !== 0) return order;
  return compareContents(a.message, b.message) || compareContents(a.feed, b.feed);
}

/** Total, so that of two different nodes one is always the later. */
function isLater(a: Node, b: Node): boolean {
  const [sent, other] = [a.stored.message.sent, b.stored.message.sent];
  if (sent !== other) return sent > other;
  // one name twice at once: two authorities, so two senders
  return a.name === b.name ? a.stored.message.sender > b.stored.message.sender : a.name > b.name;
}

const compareNodes = (a: Node, b: Node): number => (a === b ? 0 : isLater(a, b) ? 1 : -1);

const nodeOf = (name: string, stored: StoredMessage): Node => ({
  name,
  stored,
  supersededAt: Number.POSITIVE_INFINITY,
  supersededBy: null,
  targets: NONE,
});

interface Sorted {
  readonly byName: Map<string, Node[]>;
  readonly apart: readonly StoredMessage[];
}

function sortOut(messages: Iterable<StoredMessage>): Sorted {
  const byName = new Map<string, Node[]>();
  const apart: StoredMessage[] = [];
  for (const stored of messages) {
    if (takesPart(stored.message)) {
      const name = namesOf(stored.message).own;
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [nodeOf(name, stored)]);
      else known.push(nodeOf(name, stored));
    } else apart.push(stored);
  }
  return { byName, apart };
}

/** Keeps one node for each `sent` of a name and authority; what else there is goes to `repeats`. */
function versionsOf(nodes: Node[], repeats: StoredMessage[]): Node[] {
  const direct = nodes.filter(({ stored }) => !isOpenFeed(stored.feed));
  const counting = direct.length > 0 ? direct : nodes;
  if (counting !== nodes) repeats.push(...nodes.map(({ stored }) => stored).filter(({ feed }) => isOpenFeed(feed)));
  const sorted = counting.sort((a, b) => compareVersions(a.stored, b.stored));
  const versions: Node[] = [];
  for (const [i, node] of sorted.entries())
    if (isReplaced(sorted, i)) repeats.push(node.stored);
    else versions.push(node);
  return versions;
}

/** Another version of the same `sent` has its content's place. */
function isReplaced(sorted: readonly Node[], i: number): boolean {
  const { stored } = sorted[i]!;
  for (let next = i + 1; sorted[next]?.stored.message.sent === stored.message.sent; next++)
    if (mayEnd(sorted[next]!.stored, stored)) return true;
  return false;
}

/** The last version sent until `limit` that `by` may end; by way of it those before are reached. */
function lastUntil(by: Node, versions: readonly Node[] | undefined, limit: number): Node | undefined {
  if (versions === undefined) return undefined;
  for (let i = countUntil(versions, limit) - 1; i >= 0; i--)
    if (mayEnd(by.stored, versions[i]!.stored)) return versions[i];
  return undefined;
}

function countUntil(versions: readonly Node[], limit: number): number {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle]!.stored.message.sent <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function versionBefore(versions: readonly Node[], i: number): Node | undefined {
  for (let before = i - 1; before >= 0; before--)
    if (mayEnd(versions[i]!.stored, versions[before]!.stored)) return versions[before];
  return undefined;
}

/** What a node supersedes without the help of others: the version before it, and what it references. */
function targetsOf(node: Node, before: Node | undefined, versions: Versions): readonly Node[] {
  const { message } = node.stored;
  const refers = message.messageType !== 'alert' && message.references.length > 0;
  if (!refers) return before === undefined ? NONE : [before];
  const targets = before === undefined ? [] : [before];
  const { meant } = namesOf(message);
  for (const [i, reference] of message.references.entries()) {
    const limit = Math.max(message.sent, reference.sent ?? Number.NEGATIVE_INFINITY);
    for (const name of meant[i]!) {
      const target = name === node.name ? undefined : lastUntil(node, versions.get(name), limit);
      if (target !== undefined) targets.push(target);
    }
  }
  return targets;
}

/** Drops references that would lead a message to its own end. Only a reference to a later message can close a circle. */
function openCircles(nodes: readonly Node[]): void {
  if (!nodes.some((node) => node.targets.some((target) => isLater(target, node)))) return;
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const targets = nodes.map((node) => node.targets.map((target) => numbers.get(target)!));
  const circles = circleNumbers(nodes.length, (node) => targets[node]!);
  for (const node of nodes) {
    const circle = circles[numbers.get(node)!];
    node.targets = node.targets.filter((target) => circles[numbers.get(target)!] !== circle || !isLater(target, node));
  }
}

/** Whoever sent first marks first, and what is marked has had all that it leads to marked by then: each node once. */
function markSuperseded(nodes: readonly Node[]): void {
  for (const node of nodes.filter(({ targets }) => targets.length > 0).sort(compareNodes)) {
    const open = [node];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const target of at.targets) {
        if (target.supersededBy !== null) continue;
        target.supersededAt = node.stored.message.sent;
        target.supersededBy = node.stored;
        open.push(target);
      }
  }
}

/** Works out the fate of each message, for all times. */
export function alertState(messages: Iterable<StoredMessage>): AlertState {
  const { byName, apart } = sortOut(messages);
  const repeats: StoredMessage[] = [];
  for (const [name, nodes] of byName) if (nodes.length > 1) byName.set(name, versionsOf(nodes, repeats));
  const standings: Node[] = [];
  for (const versions of byName.values())
    for (const [i, node] of versions.entries()) {
      node.targets = targetsOf(node, versionBefore(versions, i), byName);
      standings.push(node);
    }
  openCircles(standings);
  markSuperseded(standings);
  return { standings, apart, repeats };
}
