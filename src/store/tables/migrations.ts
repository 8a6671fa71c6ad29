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
  '0002_alerts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await createMessages(db);
      await createZones(db);
      await createFeedStates(db);
    },
  },
  '0003_pepper_ids_and_usage': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('api_key').addColumn('pepper_id', 'text').execute();
      await db.schema
        .createTable('usage_day')
        .addColumn('meter', 'text', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('requests', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_day_key', ['meter', 'day', 'principal'])
        .execute();
    },
  },
};

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_message')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('sent', 'double precision', (column) => column.notNull())
    .addColumn('feed', 'text', (column) => column.notNull())
    .addColumn('received_at', 'double precision', (column) => column.notNull())
    .addColumn('ends_at', 'double precision', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('refers_to', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .execute();
  await db.schema
    .createIndex('alert_message_revision')
    .unique()
    .on('alert_message')
    .columns(['revision', 'key'])
    .execute();
  await db.schema
    .createTable('alert_revision')
    .addColumn('only_row', 'boolean', (column) => column.primaryKey().check(sql`only_row`))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into alert_revision values (true, 0)`.execute(db);
}

async function createZones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_zone_set')
    .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('scheme', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('zones', 'integer')
    .execute();
  await db.schema
    .createTable('alert_zone')
    .addColumn('set_id', 'integer', (column) => column.notNull().references('alert_zone_set.id'))
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('shape', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_zone_key', ['set_id', 'ordinal'])
    .execute();
}

async function createFeedStates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_quarantine')
    .addColumn('feed', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('id', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('excerpt', 'text')
    .addColumn('first_at', 'double precision', (column) => column.notNull())
    .addColumn('last_at', 'double precision', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_quarantine_key', ['feed', 'digest'])
    .execute();
  await db.schema
    .createTable('alert_poll')
    .addColumn('feed', 'text', (column) => column.primaryKey())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('last_success', 'double precision')
    .addColumn('last_failure', 'double precision')
    .addColumn('failure', 'text')
    .execute();
}
