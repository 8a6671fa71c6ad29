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
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next;
    // the path is shortened for the next who walks it
    for (let at = name; at !== root; ) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { name, references } of links)
    for (const reference of references) parents.set(rootOf(textOf(name)), rootOf(textOf(reference)));
  const ends = new Map<string, number>();
  for (const { name, end } of links) {
    const root = rootOf(textOf(name));
    ends.set(root, Math.max(end, ends.get(root) ?? Number.NEGATIVE_INFINITY));
  }
  return links.filter(({ name }) => ends.get(rootOf(textOf(name)))! < before).map(({ key }) => key);
}

function textOf(name: MessageName): string {
  return JSON.stringify(name);
}
