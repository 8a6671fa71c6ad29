/**
 * The tables, step by step. A step that was released is never changed: what it left out comes in the next one.
 * Steps run at start, in order, each once, in one transaction under an advisory lock (Kysely's migrator).
 */

import { type Kysely, type Migration, sql } from 'kysely';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001_keys_and_ledger': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('api_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('scopes', sql`text[]`, (column) => column.notNull())
        .addColumn('secret_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'double precision', (column) => column.notNull())
        .addColumn('revoked_at', 'double precision')
        .execute();
      await db.schema
        .createTable('ingest_run')
        .addColumn('feed', 'text', (column) => column.notNull())
        .addColumn('reference_time', 'double precision', (column) => column.notNull())
        .addColumn('started_at', 'double precision', (column) => column.notNull())
        .addColumn('finished_at', 'double precision')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('steps_done', 'integer', (column) => column.notNull())
        .addColumn('steps_total', 'integer', (column) => column.notNull())
        .addColumn('bytes_downloaded', 'double precision', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addPrimaryKeyConstraint('ingest_run_key', ['feed', 'started_at', 'reference_time'])
        .execute();
    },
  },
};
