/**
 * Which messages nobody needs any more.
 *
 * A message ends with the last of its infos: at `expires`, else `ends`, else 24 h after it was sent (methods 8.1); one
 * without infos, as many a Cancel, when it was sent. A Cancel that is forgotten while what it cancels still runs would
 * bring that back, so a chain goes as a whole, once all of it has ended: messages that refer to one another, directly
 * or over others, also where the one between was never seen.
 */

import type { AlertMessage } from '../../model/alert.js';

const WITHOUT_END = 86_400; // s

export function endOf({ sent, infos }: AlertMessage): number {
  return Math.max(sent, ...infos.map(({ expires, ends }) => expires ?? ends ?? sent + WITHOUT_END));
}

/** Sender and identifier, which name a message also where a reference has no readable `sent`. */
export type MessageName = readonly [sender: string, identifier: string];

export interface ChainLink {
  readonly key: string;
  readonly name: MessageName;
  readonly references: readonly MessageName[];
  readonly end: number;
}

/** Keys of the links whose whole chain ended before `before`, epoch seconds. */
export function endedChains(links: readonly ChainLink[], before: number): string[] {
  const chains = createChains();
  const members = links.map(({ name, references }) => {
    const member = textOf(name);
    for (const reference of references) chains.join(member, textOf(reference));
    return member;
  });
  const ends = new Map<string, number>();
  for (const [k, { end }] of links.entries()) {
    const chain = chains.of(members[k]!);
    ends.set(chain, Math.max(end, ends.get(chain) ?? Number.NEGATIVE_INFINITY));
  }
  return links.filter((_, k) => ends.get(chains.of(members[k]!))! < before).map(({ key }) => key);
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

function textOf([sender, identifier]: MessageName): string {
  return `${sender}\n${identifier}`;
}
