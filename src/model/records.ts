/**
 * Records (SQL) as the other folders see them: keys, the ingest ledger and alerts. `store/tables` implements them; a running
 * server offers the same over its socket to commands of the same data directory.
 */

import type { AlertMessage, AlertZone, GeocodeScheme } from './alert.js';

export interface ApiKeyRecord {
  /** Public part of the key, `wg_<id>_<secret>`. */
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly scopes: readonly string[];
  /** HMAC-SHA256 of the secret under the pepper, hex. The secret itself is never stored. */
  readonly secretHash: string;
  /** Names that pepper without revealing it (`http/access/api-keys.ts`); null for keys of version 0.1, which did not store it. */
  readonly pepperId: string | null;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export interface KeyRecords {
  find(id: string): Promise<ApiKeyRecord | null>;
  list(): Promise<ApiKeyRecord[]>;
  insert(key: ApiKeyRecord): Promise<void>;
  /** Marks as revoked; false when there is no such key or it was revoked before. */
  revoke(id: string, at: number): Promise<boolean>;
}

/** `stopped`: asked to end, by a person or by a server that shuts down; the next attempt goes on from there. */
export type IngestStatus = 'running' | 'published' | 'failed' | 'stopped';

/** One attempt to ingest one run of a feed. */
export interface IngestRecord {
  readonly feed: string;
  /** Reference time of the run, epoch seconds. */
  readonly referenceTime: number;
  readonly status: IngestStatus;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly bytesDownloaded: number;
  /** Published version, or the sentence that says why there is none. */
  readonly outcome: string | null;
}

export interface IngestLedger {
  /** Inserts, or replaces the record of the same feed, reference time and start. */
  record(entry: IngestRecord): Promise<void>;
  /** Newest start first. */
  recent(feed: string, limit: number): Promise<IngestRecord[]>;
}

/** An alert message and the road it came on. */
export interface StoredMessage {
  readonly message: AlertMessage;
  readonly feed: string;
  /** When its present content first arrived, epoch seconds. */
  readonly receivedAt: number;
}

/** What makes a message the same message (CAP 1.2 section 3.2.1); another `sent` is another message. */
export interface AlertKey {
  readonly sender: string;
  readonly identifier: string;
  readonly sent: number;
}

export interface AlertAddition {
  /** Messages that were not there, or were there with other content. */
  readonly added: number;
  /** Of the records after it. */
  readonly revision: number;
}

/** What changed after a revision. At least that: what changes while it is read may come again the next time. */
export interface AlertChanges {
  /** To ask from the next time. */
  readonly revision: number;
  readonly messages: readonly StoredMessage[];
  readonly removed: readonly AlertKey[];
}

/** A message that could not be decoded, or something in its place that was none. */
export interface BrokenAlert {
  /** Identifier, address or file name, as far as known. */
  readonly id: string | null;
  readonly reason: string;
  /** Beginning of what came; the records keep its first 2,000 characters. */
  readonly excerpt: string | null;
}

export interface QuarantinedAlert extends BrokenAlert {
  readonly feed: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** How often it came: feeds list a broken message at every poll. */
  readonly times: number;
}

/** Where the polling of a feed stands; times are epoch seconds. */
export interface PollState {
  /** Validators of the last answer that was stored, for conditional requests. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly lastSuccess: number | null;
  readonly lastFailure: number | null;
  /** What went wrong then. */
  readonly failure: string | null;
}

/** Which version of each scheme's zones there is. */
export type ZoneVersions = Partial<Readonly<Record<GeocodeScheme, string>>>;

export interface AlertZones {
  readonly versions: ZoneVersions;
  readonly zones: readonly AlertZone[];
}

/** What a listener hears of: messages came or were forgotten, or a set of zones was replaced. */
export type AlertChange = 'messages' | 'zones';

/**
 * Alerts, zones and the state of their feeds. What was acknowledged outlives a kill of the process; a power cut may take
 * the last seconds of an embedded database, which the next poll of the feeds brings again.
 */
export interface AlertRecords {
  /**
   * Adds messages; those that are there already change nothing. The same key again with other content replaces the
   * former content where it comes on the same feed. On another feed it is passed over: two roads bring one message in
   * two renderings, which would replace each other at every poll. Only what came by an open feed (alert-authority.ts)
   * gives way to what comes directly.
   *
   * When it fails, some of the messages may be stored: add them all again.
   */
  add(feed: string, messages: readonly AlertMessage[], receivedAt: number): Promise<AlertAddition>;
  /** Everything, in no particular order. */
  load(): Promise<{ readonly revision: number; readonly messages: readonly StoredMessage[] }>;
  since(revision: number): Promise<AlertChanges>;
  /**
   * Removes chains of messages that refer to one another once all of them ended before `before`, epoch seconds; with
   * 48 h before now, late Updates and Cancels still find what they refer to. A message that ended but belongs to a chain
   * with a living one stays. Resolves to how many went.
   */
  forget(before: number): Promise<number>;
  /** Called after each change that was made through these records; must not throw. Returns how to end that. */
  onChange(listener: (change: AlertChange) => void): () => void;
  /** Keeps the newest 1,000 of each feed. */
  quarantine(feed: string, items: readonly BrokenAlert[], at: number): Promise<void>;
  /** Last come first. */
  quarantined(feed: string, limit: number): Promise<QuarantinedAlert[]>;
  /**
   * Replaces all zones of a scheme at once, or, when it fails, none. Coordinates are kept to 10⁻⁶ degrees (0.1 m).
   *
   * @throws RangeError  for a zone of another scheme
   */
  putZones(
    scheme: GeocodeScheme,
    version: string,
    zones: Iterable<AlertZone> | AsyncIterable<AlertZone>,
  ): Promise<void>;
  /** Each scheme's in the order they were put. */
  zones(): Promise<AlertZones>;
  zoneVersions(): Promise<ZoneVersions>;
  /** Null for a feed that was never polled. */
  pollState(feed: string): Promise<PollState | null>;
  /** Of every feed that was ever polled. */
  pollStates(): Promise<ReadonlyMap<string, PollState>>;
  setPollState(feed: string, state: PollState): Promise<void>;
}

/** Allowed requests of one credential on one UTC day. */
export interface DayUsage {
  /** Id of a key, or `app:<subject>` of a token. */
  readonly principal: string;
  readonly requests: number;
}

/** Requests per day, by what was counted (`meter`); days are UTC days since 1970. */
export interface UsageRecords {
  /** The largest last. */
  ofDay(meter: string, day: number): Promise<DayUsage[]>;
  /** Raises counts; a count that is higher already stays. */
  raise(meter: string, day: number, usages: readonly DayUsage[]): Promise<void>;
  /** Removes the counts of all days before. */
  forgetBefore(day: number): Promise<void>;
}

export interface Records {
  readonly keys: KeyRecords;
  readonly ledger: IngestLedger;
  readonly usage: UsageRecords;
  readonly alerts: AlertRecords;
  close(): Promise<void>;
}
