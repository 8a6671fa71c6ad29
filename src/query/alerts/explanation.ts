/**
 * Why a message is active or not, in words, with everything that it refers to or that refers to it, by whatever way
 * round; also tests, acknowledgements and messages that never came.
 */

import type { AlertMessage } from '../../model/alert.js';
import { isOpenFeed, mayEnd } from '../../model/alert-authority.js';
import { messageName, namesMeant, namesOf, plainSender } from '../../model/alert-name.js';
import { infoWindow } from '../../model/alert-times.js';
import type { StoredMessage } from '../../model/records.js';
import { formatInstant } from '../../model/time.js';
import { activeInfos, isShown } from './active.js';
import type { AlertState, Standing } from './alert-state.js';

/** One message of a chain. */
export interface ChainLink {
  readonly sender: string;
  readonly identifier: string;
  /** Null for a message that never came and of which no reference tells it. */
  readonly sent: number | null;
  /** Null for a message that never came. */
  readonly stored: StoredMessage | null;
  readonly isActive: boolean;
  /** A sentence: "superseded since 2024-07-01T12:00:00Z by B". */
  readonly why: string;
  /** Identifiers as it writes them. */
  readonly references: readonly string[];
}

interface Known {
  readonly stored: StoredMessage;
  readonly name: string;
  readonly standing: Standing | null;
  readonly isRepeat: boolean;
}

function listKnown({ standings, apart, repeats }: AlertState): Known[] {
  const nameOf = ({ message }: StoredMessage) => namesOf(message).own;
  return [
    ...standings.map((standing) => ({ stored: standing.stored, name: standing.name, standing, isRepeat: false })),
    ...apart.map((stored) => ({ stored, name: nameOf(stored), standing: null, isRepeat: false })),
    ...repeats.map((stored) => ({ stored, name: nameOf(stored), standing: null, isRepeat: true })),
  ];
}

/** Names that refer to one another, as a graph without directions. */
function linkNames(known: readonly Known[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Set(known.map(({ name }) => name));
  const links = new Map<string, Set<string>>();
  const link = (from: string, to: string): void => {
    if (!links.has(from)) links.set(from, new Set());
    links.get(from)!.add(to);
  };
  for (const { stored, name } of known)
    for (const meant of namesOf(stored.message).meant) {
      const present = meant.filter((one) => names.has(one));
      for (const other of present.length > 0 ? present : meant.slice(0, 1)) {
        link(name, other);
        link(other, name);
      }
    }
  return links;
}

function connectedTo(starts: Iterable<string>, links: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set(starts);
  for (const name of reached) for (const other of links.get(name) ?? []) reached.add(other);
  return reached;
}

const joined = (texts: readonly string[]): string => texts.join('; ');

function windowWords({ stored }: Standing, now: number): string {
  const { message } = stored;
  const words = message.infos.map((info, i) => {
    const { from, until } = infoWindow(message, info);
    const label = message.infos.length === 1 ? '' : `info ${i + 1} `;
    if (until <= from) return `${label}ends ${formatInstant(until)}, before it begins`;
    if (now < from) return `${label}begins ${formatInstant(from)}`;
    return `${label}${now < until ? 'ends' : 'ended'} ${formatInstant(until)}`;
  });
  return joined([...new Set(words)]);
}

function supersedingWords({ stored, supersededBy }: Standing): string {
  const by = supersededBy!.message;
  if (by.identifier === stored.message.identifier) return `by a version of it sent then`;
  const isDirect = by.references.some(({ identifier }) => identifier === stored.message.identifier);
  return `by the ${by.messageType} ${by.identifier}${isDirect ? '' : ', by way of others'}`;
}

function whyStanding(standing: Standing, now: number): string {
  const { message } = standing.stored;
  const { supersededAt } = standing;
  if (now < message.sent) return `not active: dated ${formatInstant(message.sent)}, which is to come`;
  if (message.messageType === 'cancel') return 'not active: a cancel ends other messages and is not shown';
  if (supersededAt <= now)
    return `not active: superseded since ${formatInstant(supersededAt)} ${supersedingWords(standing)}`;
  if (message.infos.length === 0) return 'not active: it has no info, so nothing to show';
  const active = activeInfos(standing, now).length > 0;
  const then = Number.isFinite(supersededAt) && isShown(standing);
  const until = then ? `; superseded from ${formatInstant(supersededAt)} on ${supersedingWords(standing)}` : '';
  return `${active ? 'active' : 'not active'}: ${windowWords(standing, now)}${until}`;
}

function whyApart({ status, scope, messageType }: AlertMessage): string {
  if (status !== 'actual')
    return `not active: its status is ${status}, not actual; it has no effect on actual messages`;
  if (scope !== 'public') return `not active: its scope is ${scope}, not public; it has no effect on public messages`;
  return `not active: ${messageType === 'ack' ? 'an acknowledgement' : 'an error report'}, which changes nothing`;
}

function whyRepeat({ feed }: StoredMessage): string {
  if (isOpenFeed(feed)) return `not active: it came by ${feed}, and what came from its issuer or came last holds`;
  return 'not active: it came again, and the content that came last holds';
}

function linkOf({ stored, standing, isRepeat }: Known, now: number): ChainLink {
  const { message } = stored;
  const why = isRepeat ? whyRepeat(stored) : null;
  return {
    sender: message.sender,
    identifier: message.identifier,
    sent: message.sent,
    stored,
    isActive: standing !== null && activeInfos(standing, now).length > 0,
    why: why ?? (standing === null ? whyApart(message) : whyStanding(standing, now)),
    references: message.references.map(({ identifier }) => identifier),
  };
}

/** Identifiers of what an update or cancel names and may not end. */
function protectedFrom({ stored, standing, isRepeat }: Known, chain: readonly Known[]): string[] {
  if (standing === null || isRepeat || stored.message.messageType === 'alert') return [];
  return stored.message.references.flatMap((reference) => {
    const meant = namesMeant(stored.message, reference);
    const named = chain.filter((one) => one.standing !== null && meant.includes(one.name));
    return named.length > 0 && !named.some((one) => mayEnd(stored, one.stored)) ? [reference.identifier] : [];
  });
}

/** Messages that those of the chain refer to and that never came, each once. */
function missingLinks(chain: readonly Known[], names: ReadonlySet<string>): ChainLink[] {
  const missing = new Map<string, ChainLink>();
  for (const { stored } of chain)
    for (const reference of stored.message.references) {
      const meant = namesMeant(stored.message, reference);
      if (meant.some((name) => names.has(name)) || missing.has(meant[0]!)) continue;
      const why = `never received; ${stored.message.identifier} refers to it`;
      missing.set(meant[0]!, { ...reference, stored: null, isActive: false, why, references: [] });
    }
  return [...missing.values()];
}

/** In the order they were sent; what never came and has no time comes first. */
function compareLinks(a: ChainLink, b: ChainLink): number {
  const order = (a.sent ?? 0) - (b.sent ?? 0);
  return order !== 0 ? order : a.identifier < b.identifier ? -1 : 1;
}

/**
 * The chain of a message, itself included, at `now`, epoch seconds; null where no message has the identifier or refers
 * to it.
 *
 * @param sender  null for the messages of any sender
 */
export function explain(
  state: AlertState,
  sender: string | null,
  identifier: string,
  now: number,
): readonly ChainLink[] | null {
  const known = listKnown(state);
  const isAsked = (one: { readonly sender: string; readonly identifier: string }) =>
    (sender === null || plainSender(sender) === plainSender(one.sender)) &&
    messageName('', one.identifier) === messageName('', identifier);
  const asked = known.flatMap(({ stored, name }) => [
    ...(isAsked(stored.message) ? [name] : []),
    ...stored.message.references.filter(isAsked).flatMap((reference) => namesMeant(stored.message, reference)),
  ]);
  const reached = connectedTo(asked, linkNames(known));
  const chain = known.filter(({ name }) => reached.has(name));
  if (chain.length === 0) return null;
  const links = chain.map((one) => {
    const link = linkOf(one, now);
    const spared = protectedFrom(one, chain);
    const words = `; it came by ${one.stored.feed}, and may not end ${spared.join(', ')}`;
    return spared.length === 0 ? link : { ...link, why: link.why + words };
  });
  const names = new Set(known.map(({ name }) => name));
  return [...links, ...missingLinks(chain, names)].sort(compareLinks);
}
