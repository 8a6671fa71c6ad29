/**
 * Which messages nobody needs any more. A Cancel that is forgotten while what it cancels still runs would bring that back,
 * so a chain goes as a whole, once all of it has ended: messages that refer to one another, directly or over others,
 * also where the one between was never seen. Names are those by which references are followed (model/alert-name.ts).
 *
 * What was never seen may still come: held up, or listed by another road. Nobody knows how long it would run, so who
 * refers to it stays for thirty days after it was sent; nearly all alerts are shorter.
 */

import { messageName, namesMeant } from '../../model/alert-name.js';

const KEPT_FOR_THE_UNSEEN = 30 * 86_400; // s

/** Sender and identifier, as written. */
export type MessageIdentity = readonly [sender: string, identifier: string];

export interface ChainLink {
  readonly key: string;
  readonly identity: MessageIdentity;
  readonly references: readonly MessageIdentity[];
  readonly sent: number;
  readonly end: number;
}

/** Keys of the links whose whole chain ended before `before`, epoch seconds. */
export function endedChains(links: readonly ChainLink[], before: number): string[] {
  const chains = createChains();
  const names = links.map(({ identity }) => messageName(...identity));
  const seen = new Set(names);
  const ownEnds = links.map(({ identity: [sender], references, sent, end }, k) => {
    const meant = references.map(([of, identifier]) => namesMeant({ sender }, { sender: of, identifier }));
    for (const name of meant.flat()) chains.join(names[k]!, name);
    const isWhole = meant.every((candidates) => candidates.some((name) => seen.has(name)));
    return isWhole ? end : Math.max(end, sent + KEPT_FOR_THE_UNSEEN);
  });
  const ends = new Map<string, number>();
  for (const [k, end] of ownEnds.entries()) {
    const chain = chains.of(names[k]!);
    ends.set(chain, Math.max(end, ends.get(chain) ?? Number.NEGATIVE_INFINITY));
  }
  return links.filter((_, k) => ends.get(chains.of(names[k]!))! < before).map(({ key }) => key);
}

/** Disjoint sets of names, each known by one of them (union-find with path halving). */
function createChains() {
  const parents = new Map<string, string>();
  const parentOf = (name: string) => parents.get(name) ?? name;
  const of = (name: string) => {
    let at = name;
    for (let parent = parentOf(at); parent !== at; parent = parentOf(at)) {
      parents.set(at, parentOf(parent));
      at = parentOf(at);
    }
    return at;
  };
  return { of, join: (a: string, b: string) => void parents.set(of(a), of(b)) };
}
