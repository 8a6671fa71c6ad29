/** The ingest ledger as rows of `ingest_run`. */

import type { Selectable } from 'kysely';
import type { IngestLedger, IngestRecord, IngestStatus } from '../../model/records.js';
import { type Database, querying, type Tables } from './database.js';

export function createIngestTable(db: Database): IngestLedger {
  return {
    async record(entry) {
      const row = rowOf(entry);
      const query = db
        .insertInto('ingest_run')
        .values(row)
        .onConflict((conflict) => conflict.columns(['feed', 'started_at', 'reference_time']).doUpdateSet(row));
      await querying(`record the ingest of ${entry.feed}`, query.execute());
    },
    async recent(feed, limit) {
      const query = db
        .selectFrom('ingest_run')
        .selectAll()
        .where('feed', '=', feed)
        .orderBy('started_at', 'desc')
        .orderBy('reference_time', 'desc')
        .limit(limit);
      return (await querying(`read the ledger of ${feed}`, query.execute())).map(entryOf);
    },
  };
}

function entryOf(row: Selectable<Tables['ingest_run']>): IngestRecord {
  return {
    feed: row.feed,
    referenceTime: row.reference_time,
    status: row.status as IngestStatus,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    stepsDone: row.steps_done,
    stepsTotal: row.steps_total,
    bytesDownloaded: row.bytes_downloaded,
    outcome: row.outcome,
  };
}

function rowOf(entry: IngestRecord): Tables['ingest_run'] {
  return {
    feed: entry.feed,
    reference_time: entry.referenceTime,
    status: entry.status,
    started_at: entry.startedAt,
    finished_at: entry.finishedAt,
    steps_done: entry.stepsDone,
    steps_total: entry.stepsTotal,
    bytes_downloaded: entry.bytesDownloaded,
    outcome: entry.outcome,
  };
}
