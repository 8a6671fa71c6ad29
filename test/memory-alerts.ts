/** Alerts in memory, by the same rules as the records (`test/alert-records.test.ts` holds the two together). */

import { isDeepStrictEqual } from 'node:util';
import type { AlertMessage, AlertZone, GeocodeScheme } from '../src/model/alert.js';
import { isMoreDirect } from '../src/model/alert-authority.js';
import { messageOf, messageText, plainZone, zoneOf } from '../src/model/alert-text.js';
import { messageEnd } from '../src/model/alert-times.js';
import type {
  AlertChange,
  AlertKey,
  AlertRecords,
  PollState,
  QuarantinedAlert,
  StoredMessage,
} from '../src/model/records.js';
import { endedChains } from '../src/store/tables/alert-retention.js';

/** A forgotten message leaves its key. */
interface Kept {
  readonly revision: number;
  readonly feed: string;
  readonly content: AlertMessage;
  readonly stored: StoredMessage | null;
}

export function createMemoryAlerts(): AlertRecords {
  const kept = new Map<string, Kept>();
  const broken: QuarantinedAlert[] = [];
  const sets = new Map<GeocodeScheme, { version: string; zones: AlertZone[] }>();
  const states = new Map<string, PollState>();
  const listeners = new Set<(change: AlertChange) => void>();
  const tell = (change: AlertChange) => {
    for (const listener of listeners) listener(change);
  };
  let revision = 0;
  const after = (from: number) => [...kept.values()].filter((one) => one.revision > from);
  const messagesOf = (found: Kept[]) => found.flatMap(({ stored }) => (stored ? [stored] : []));
  const versions = () => Object.fromEntries([...sets].map(([scheme, { version }]) => [scheme, version]));

  return {
    async add(feed, messages, receivedAt) {
      const before = revision;
      const last = new Map(messages.map((message) => [keyText(message), copyOf(message)]));
      let added = 0;
      for (const [key, message] of last) {
        const present = kept.get(key);
        const isSame = present && (isDeepStrictEqual(present.content, message) || present.feed !== feed);
        if (isSame && !isMoreDirect(feed, present.feed)) continue;
        if (added++ === 0) revision++;
        kept.set(key, { revision, feed, content: message, stored: { message, feed, receivedAt } });
      }
      if (revision > before) tell('messages');
      return { added, revision };
    },
    load: async () => ({ revision, messages: messagesOf([...kept.values()]) }),
    async since(from) {
      const changed = after(from);
      const removed = changed.flatMap(({ stored, content }) => (stored ? [] : [keyOf(content)]));
      return { revision, messages: messagesOf(changed), removed };
    },
    async forget(before) {
      const links = [...kept].flatMap(([key, { stored }]) => (stored ? [linkOf(key, stored.message)] : []));
      const gone = endedChains(links, before);
      if (gone.length === 0) return 0;
      revision++;
      for (const key of gone) kept.set(key, { ...kept.get(key)!, revision, stored: null });
      tell('messages');
      return gone.length;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async quarantine(feed, items, at) {
      for (const item of items) {
        const index = broken.findIndex((one) => one.feed === feed && one.id === item.id && one.reason === item.reason);
        const before = index < 0 ? null : broken.splice(index, 1)[0]!;
        broken.unshift({ ...item, feed, firstAt: before?.firstAt ?? at, lastAt: at, times: (before?.times ?? 0) + 1 });
      }
    },
    quarantined: async (feed, limit) => broken.filter((one) => one.feed === feed).slice(0, limit),
    async putZones(scheme, version, zones) {
      const set: AlertZone[] = [];
      for await (const zone of zones) {
        if (zone.scheme !== scheme) throw new RangeError(`a set of ${scheme} zones; got one of ${zone.scheme}`);
        set.push(zoneOf(plainZone(zone)));
      }
      sets.set(scheme, { version, zones: set });
      tell('zones');
    },
    zones: async () => ({ versions: versions(), zones: [...sets.values()].flatMap(({ zones }) => zones) }),
    zoneVersions: async () => versions(),
    pollState: async (feed) => states.get(feed) ?? null,
    pollStates: async () => new Map(states),
    setPollState: async (feed, state) => void states.set(feed, state),
  };
}

function keyOf({ sender, identifier, sent }: AlertMessage): AlertKey {
  return { sender, identifier, sent };
}

function keyText({ sender, identifier, sent }: AlertMessage): string {
  return JSON.stringify([sender, identifier, sent]);
}

function linkOf(key: string, message: AlertMessage) {
  const { sender, identifier, sent, references } = message;
  return {
    key,
    identity: [sender, identifier] as const,
    references: references.map((one) => [one.sender, one.identifier] as const),
    sent,
    end: messageEnd(message),
  };
}

function copyOf(message: AlertMessage): AlertMessage {
  return messageOf(JSON.parse(messageText(message)));
}
