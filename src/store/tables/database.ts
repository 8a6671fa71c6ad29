/**
 * The records' database: PGlite (PostgreSQL compiled to WebAssembly) behind `pg` and Kysely, the same driver and dialect
 * that a PostgreSQL server gets.
 *
 * Observed: opening takes 0.25 to 0.6 s; it has one connection, so a query on the pool inside a transaction would wait for
 * ever and is made to fail after ten seconds; it calls no fsync (see `keys.ts` for what is done about that); each query
 * holds the event loop for 0.1 to 0.4 ms, so none stands in a request's way.
 *
 * Memory: PostgreSQL touches all of its shared buffers, 128 MB of them unless it is told otherwise, for tables of a few
 * hundred kB (313 MB resident after opening, 157 MB with 2 MB of buffers). initdb takes 4 s and 700 MB, since it copies a
 * whole instance for each of its passes; so the build runs it (`scripts/build.mjs`) and a first start unpacks the result.
 */

import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { type Generated, Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { RecordsError } from '../../base/errors.js';
import { unpackDirectory } from './directory-archive.js';
import { migrations } from './migrations.js';

/** Instants are epoch seconds in `double precision`, as everywhere inside; counts of bytes too, exact to 2⁵³. */
export interface Tables {
  api_key: {
    id: string;
    name: string;
    plan: string;
    scopes: string[];
    secret_hash: string;
    pepper_id: string | null;
    created_at: number;
    revoked_at: number | null;
  };
  ingest_run: {
    feed: string;
    reference_time: number;
    started_at: number;
    finished_at: number | null;
    status: string;
    steps_done: number;
    steps_total: number;
    bytes_downloaded: number;
    outcome: string | null;
  };
  usage_day: {
    meter: string;
    /** UTC days since 1970. */
    day: number;
    principal: string;
    requests: number;
  };
  alert_message: {
    /** Digest of sender, identifier and sent: of one length, whatever they are. */
    key: string;
    sender: string;
    identifier: string;
    sent: number;
    feed: string;
    received_at: number;
    ends_at: number;
    /** Of the records when the row was last changed. */
    revision: number;
    /** Of the body, kept when the body is not. */
    digest: string;
    /** JSON [[sender, identifier], …]. */
    refers_to: string;
    /** `model/alert-text.ts`; null: forgotten. */
    body: string | null;
  };
  /** One row. */
  alert_revision: { only_row: boolean; revision: number };
  alert_zone_set: {
    id: Generated<number>;
    scheme: string;
    version: string;
    /** How many, once it is published; null: being written. */
    zones: number | null;
  };
  alert_zone: {
    set_id: number;
    ordinal: number;
    value: string;
    name: string | null;
    /** JSON of polygons of rings, as in `model/alert-text.ts`. */
    shape: string;
  };
  alert_quarantine: {
    feed: string;
    digest: string;
    id: string | null;
    reason: string;
    excerpt: string | null;
    first_at: number;
    last_at: number;
    times: number;
  };
  alert_poll: {
    feed: string;
    etag: string | null;
    last_modified: string | null;
    last_success: number | null;
    last_failure: number | null;
    failure: string | null;
  };
}

export type Database = Kysely<Tables>;

export interface OpenDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** A database without rows beside the compiled module (`directory-archive.ts`); sources that were not built have none. */
const EMPTY_DATABASE = new URL('./empty-database.archive', import.meta.url);
const SMALL = ['-c', 'shared_buffers=2MB'];
const OPTIONS: PGliteOptions = {
  startParams: [...PGlite.defaultStartParams, ...SMALL],
  // Segments of the write-ahead log of 1 MB instead of 16, which are written in full however little is in them.
  initDbStartParams: ['--wal-segsize=1', ...SMALL],
};

/** Keeps the tables in memory; for tests. */
export const IN_MEMORY = ':memory:';

/**
 * Opens the database in `directory`, makes it when there is none, and brings its tables up to date. The caller holds the
 * directory's lock.
 *
 * @throws RecordsError  when the directory is damaged or was written by a newer version
 */
export async function openDatabase(directory: string): Promise<OpenDatabase> {
  const postgres = await startPostgres(directory);
  const pool = new pg.Pool({ ...createPgConfig(postgres), max: 1, connectionTimeoutMillis: 10_000 });
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    await postgres.close();
  };
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw new RecordsError(`the tables in ${directory} cannot be brought up to date: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { db, close };
}

async function startPostgres(directory: string): Promise<PGlite> {
  if (directory === IN_MEMORY) return PGlite.create('memory://', OPTIONS);
  try {
    if (!existsSync(directory)) await initialise(directory);
    return await PGlite.create(directory, OPTIONS);
  } catch (error) {
    throw new RecordsError(
      `the database in ${directory} cannot be opened (${(error as Error).message}); if it is damaged, ` +
        'move that directory away and start again: keys come back from the journal beside it',
      { cause: error },
    );
  }
}

/** A kill on the way leaves a directory that never opens again; so it gets its name when it is whole. */
async function initialise(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  if (existsSync(EMPTY_DATABASE)) unpackDirectory(readFileSync(EMPTY_DATABASE), draft);
  else await (await PGlite.create(draft, OPTIONS)).close();
  renameSync(draft, directory);
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Runs a query; what it throws becomes a `RecordsError` that says what was being done. */
export async function querying<T>(what: string, query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw new RecordsError(`cannot ${what}: ${(error as Error).message}`, { cause: error });
  }
}
