/**
 * Records (SQL) as the other folders see them: keys and the ingest ledger. `store/tables` implements them; a running
 * server offers the same over its socket to commands of the same data directory.
 */

export interface ApiKeyRecord {
  /** Public part of the key, `wg_<id>_<secret>`. */
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly scopes: readonly string[];
  /** HMAC-SHA256 of the secret under the pepper, hex. The secret itself is never stored. */
  readonly secretHash: string;
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

export interface Records {
  readonly keys: KeyRecords;
  readonly ledger: IngestLedger;
  close(): Promise<void>;
}
