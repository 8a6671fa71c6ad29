/**
 * Broken messages, for people who look why something is missing. A feed lists one as long as it is current, so the same
 * again counts up the row that is there, and does not push out the others.
 */

import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { AlertRecords, BrokenAlert, QuarantinedAlert } from '../../model/records.js';
import { inBatches } from './batches.js';
import { type Database, querying, type Tables } from './database.js';
import { storableOrNull, storableText } from './storable-text.js';

/** Of each feed. */
const MOST = 1000;
const LONGEST_ID = 500;
const LONGEST_REASON = 500;
const LONGEST_EXCERPT = 2000;
const BATCH = 32;

export function createQuarantineTable(db: Database): Pick<AlertRecords, 'quarantine' | 'quarantined'> {
  return {
    async quarantine(feed, items, at) {
      if (items.length === 0) return;
      const rows = new Map(items.slice(-MOST).map((item) => rowOf(feed, item, at)));
      for await (const batch of inBatches(rows.values(), BATCH, Number.POSITIVE_INFINITY, () => 0))
        await querying(`quarantine messages of ${feed}`, upsert(db, batch));
      await querying(`shorten the quarantine of ${feed}`, removeOldest(db, feed));
    },
    async quarantined(feed, limit) {
      const query = db
        .selectFrom('alert_quarantine')
        .selectAll()
        .where('feed', '=', feed)
        .orderBy('last_at', 'desc')
        .orderBy('digest')
        .limit(limit);
      return (await querying(`read the quarantine of ${feed}`, query.execute())).map(itemOf);
    },
  };
}

type Row = Tables['alert_quarantine'];

function rowOf(feed: string, { id, reason, excerpt }: BrokenAlert, at: number): [digest: string, row: Row] {
  const kept = {
    id: storableOrNull(id, LONGEST_ID),
    reason: storableText(reason, LONGEST_REASON),
    excerpt: storableOrNull(excerpt, LONGEST_EXCERPT),
  };
  // without the excerpt: parts of it, as the time of the poll, may be another each time
  const digest = createHash('sha256')
    .update(JSON.stringify([kept.id, kept.reason]))
    .digest('hex')
    .slice(0, 32);
  return [digest, { feed, digest, ...kept, first_at: at, last_at: at, times: 1 }];
}

async function upsert(db: Database, rows: readonly Row[]): Promise<void> {
  await db
    .insertInto('alert_quarantine')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['feed', 'digest']).doUpdateSet(({ ref }) => ({
        excerpt: ref('excluded.excerpt'),
        last_at: ref('excluded.last_at'),
        times: sql`alert_quarantine.times + 1`,
      })),
    )
    .execute();
}

async function removeOldest(db: Database, feed: string): Promise<void> {
  const oldest = db
    .selectFrom('alert_quarantine')
    .select('digest')
    .where('feed', '=', feed)
    .orderBy('last_at', 'desc')
    .orderBy('digest')
    .offset(MOST);
  await db.deleteFrom('alert_quarantine').where('feed', '=', feed).where('digest', 'in', oldest).execute();
}

function itemOf(row: Selectable<Row>): QuarantinedAlert {
  const { feed, id, reason, excerpt, first_at, last_at, times } = row;
  return { feed, id, reason, excerpt, firstAt: first_at, lastAt: last_at, times };
}
