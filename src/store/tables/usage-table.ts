/** Requests of each credential on a UTC day, as rows of `usage_day`. */

import { sql } from 'kysely';
import type { DayUsage, UsageRecords } from '../../model/records.js';
import { inBatches } from './batches.js';
import { type Database, querying } from './database.js';
import { storableText } from './storable-text.js';

/** Rows of one statement: 100 hold the event loop for 2 ms, 1,000 for 20 (measured). */
const BATCH_ROWS = 100;
const LONGEST_PRINCIPAL = 200;

export function createUsageTable(db: Database): UsageRecords {
  return {
    async ofDay(meter, day) {
      const query = db.selectFrom('usage_day').select(['principal', 'requests']);
      return querying(
        `read the usage of day ${day}`,
        query.where('meter', '=', meter).where('day', '=', day).orderBy('requests').execute(),
      );
    },
    async raise(meter, day, usages) {
      const batches = inBatches(storable(usages), BATCH_ROWS, Number.POSITIVE_INFINITY, () => 0);
      for await (const batch of batches) {
        const query = db
          .insertInto('usage_day')
          .values(batch.map(([principal, requests]) => ({ meter, day, principal, requests })))
          .onConflict((conflict) =>
            conflict
              .columns(['meter', 'day', 'principal'])
              .doUpdateSet({ requests: sql`greatest(usage_day.requests, excluded.requests)` }),
          );
        await querying(`store the usage of day ${day}`, query.execute());
      }
    },
    async forgetBefore(day) {
      await querying('forget the usage of past days', db.deleteFrom('usage_day').where('day', '<', day).execute());
    },
  };
}

/** Two names that become the same text are one row: a statement may not touch a row twice. */
function storable(usages: readonly DayUsage[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const { principal, requests } of usages) {
    const text = storableText(principal, LONGEST_PRINCIPAL);
    rows.set(text, Math.max(rows.get(text) ?? 0, requests));
  }
  return rows;
}
