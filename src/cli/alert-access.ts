/** Alert records through a running server: what an ingest of its own process, or a command, sees of them. */

import { RecordsError } from '../base/errors.js';
import type { AlertMessage, AlertZone } from '../model/alert.js';
import { messageOf, type Plain, plainMessage, plainZone, zoneOf } from '../model/alert-text.js';
import type {
  AlertAddition,
  AlertChange,
  AlertChanges,
  AlertRecords,
  AlertZones,
  PollState,
  QuarantinedAlert,
  StoredMessage,
  ZoneVersions,
} from '../model/records.js';
import type { AdministrationClient } from './administration-client.js';

/** Listeners hear of what is changed through this access, not of what others change at the server. */
export function createAlertAccess(client: AdministrationClient): AlertRecords {
  const listeners = new Set<(change: AlertChange) => void>();
  const tell = (change: AlertChange) => {
    for (const listener of listeners) listener(change);
  };
  return {
    ...messageAccess(client, () => tell('messages')),
    ...zoneAccess(client, () => tell('zones')),
    ...feedAccess(client),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function messageAccess(client: AdministrationClient, changed: () => void) {
  const since = async (revision: number): Promise<AlertChanges> => {
    const lines = client.readLines(`/alerts/messages?since=${revision}`);
    const head = (await first(lines)) as Pick<AlertChanges, 'revision' | 'removed'>;
    const messages: StoredMessage[] = [];
    for await (const line of lines as AsyncIterable<Plain<StoredMessage>>)
      messages.push({ ...line, message: messageOf(line.message) });
    return { ...head, messages };
  };
  return {
    since,
    async add(feed: string, messages: readonly AlertMessage[], receivedAt: number) {
      const path = `/alerts/messages?${query({ feed, at: receivedAt })}`;
      const addition = (await client.sendLines(path, map(messages, plainMessage))) as AlertAddition;
      if (addition.added > 0) changed();
      return addition;
    },
    async load() {
      const { revision, messages } = await since(0);
      return { revision, messages };
    },
    async forget(before: number) {
      const { forgotten } = (await client.ask('POST', '/alerts/forgetting', { before })) as { forgotten: number };
      if (forgotten > 0) changed();
      return forgotten;
    },
  } satisfies Partial<AlertRecords>;
}

function zoneAccess(client: AdministrationClient, changed: () => void) {
  return {
    async putZones(scheme, version, zones) {
      const lines = map(zones, (zone) => {
        if (zone.scheme !== scheme) throw new RangeError(`a set of ${scheme} zones; got one of ${zone.scheme}`);
        return plainZone(zone);
      });
      await client.sendLines(`/alerts/zones?${query({ scheme, version })}`, lines);
      changed();
    },
    async zones(): Promise<AlertZones> {
      const lines = client.readLines('/alerts/zones');
      const { versions } = (await first(lines)) as Pick<AlertZones, 'versions'>;
      const zones: AlertZone[] = [];
      for await (const line of lines as AsyncIterable<Plain<AlertZone>>) zones.push(zoneOf(line));
      return { versions, zones };
    },
    zoneVersions: async () => (await client.ask('GET', '/alerts/zone-versions')) as ZoneVersions,
  } satisfies Pick<AlertRecords, 'putZones' | 'zones' | 'zoneVersions'>;
}

function feedAccess(client: AdministrationClient) {
  const pathOf = (feed: string) => `/alerts/polls/${encodeURIComponent(feed)}`;
  return {
    quarantine: async (feed, items, at) =>
      void (await client.sendLines(`/alerts/quarantine?${query({ feed, at })}`, items)),
    quarantined: async (feed, limit) =>
      (await client.ask('GET', `/alerts/quarantine?${query({ feed, limit })}`)) as QuarantinedAlert[],
    pollState: async (feed) => (await client.ask('GET', pathOf(feed))) as PollState | null,
    pollStates: async () => new Map((await client.ask('GET', '/alerts/polls')) as [string, PollState][]),
    setPollState: async (feed, state) => void (await client.ask('PUT', pathOf(feed), state)),
  } satisfies Partial<AlertRecords>;
}

function query(parameters: Readonly<Record<string, string | number>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

async function* map<From, To>(items: Iterable<From> | AsyncIterable<From>, to: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield to(item);
}

/** The first line; the others are still to be read. */
async function first(lines: AsyncGenerator<unknown>): Promise<unknown> {
  const { value, done } = await lines.next();
  if (done) throw new RecordsError('the server sent an answer without a first line');
  return value;
}
