/**
 * The records of one data directory (`model/records.ts`), and what they leave in it:
 *
 *   records/       the database
 *   records.lock   who has it open
 *   keys.journal   every change of a key, safe against a power cut
 *
 * Losing `records/` loses the ingest ledger, which only tells of the past; keys come back from the journal, alerts and
 * their zones from the next poll of their feeds.
 */

import { join } from 'node:path';
import type { Log } from '../../base/log.js';
import type { AlertChange, AlertRecords, Records } from '../../model/records.js';
import { createAlertTable } from './alert-table.js';
import { type Database, IN_MEMORY, type OpenDatabase, openDatabase } from './database.js';
import { lockDirectory } from './directory-lock.js';
import { createIngestTable } from './ingest-table.js';
import { type KeyJournal, openKeyJournal } from './key-journal.js';
import { createKeyTable } from './key-table.js';
import { openKeys } from './keys.js';
import { createPollTable } from './poll-table.js';
import { createQuarantineTable } from './quarantine-table.js';
import { createUsageTable } from './usage-table.js';
import { createZoneTable } from './zone-table.js';

export interface RecordsOptions {
  /** Data directory, made when it does not exist; ":memory:" keeps nothing, for tests. */
  readonly directory: string;
  readonly log: Log;
}

/**
 * Opens the records; makes them at the first start. The caller closes them, or the next process takes them over.
 *
 * @throws DirectoryLockedError  when a living process has them open
 * @throws RecordsError  when they are damaged, made by a newer version, or not to be written
 */
export async function openRecords({ directory, log }: RecordsOptions): Promise<Records> {
  if (directory === IN_MEMORY) return recordsOf(await openDatabase(IN_MEMORY), null, () => undefined);
  const databaseDirectory = join(directory, 'records');
  const lock = await lockDirectory(databaseDirectory, { log });
  try {
    const journal = await openKeyJournal(join(directory, 'keys.journal'), log);
    return await closingOnFailure(journal, async () =>
      recordsOf(await openDatabase(databaseDirectory), journal, lock.release),
    );
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function recordsOf(database: OpenDatabase, journal: KeyJournal | null, release: () => void): Promise<Records> {
  const keys = await closingOnFailure(database, () => openKeys(createKeyTable(database.db), journal));
  let closing: Promise<void> | null = null;
  const close = async () => {
    try {
      await database.close();
      await journal?.close();
    } finally {
      release();
    }
  };
  return {
    keys,
    ledger: createIngestTable(database.db),
    usage: createUsageTable(database.db),
    alerts: openAlerts(database.db),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function closingOnFailure<T>(resource: { close(): Promise<void> }, next: () => Promise<T>): Promise<T> {
  try {
    return await next();
  } catch (error) {
    await resource.close();
    throw error;
  }
}

/** Alerts, zones, quarantine and the state of feeds, and who is told when they change. */
export function openAlerts(db: Database): AlertRecords {
  const listeners = new Set<(change: AlertChange) => void>();
  const tell = (change: AlertChange) => {
    for (const listener of listeners) listener(change);
  };
  return {
    ...createAlertTable(db, () => tell('messages')),
    ...createZoneTable(db, () => tell('zones')),
    ...createQuarantineTable(db),
    ...createPollTable(db),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
