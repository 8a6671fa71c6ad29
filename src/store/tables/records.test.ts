/** One database on the disk, made once and used by the tests in turn. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectoryLockedError, RecordsError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { ApiKeyRecord, IngestRecord, Records } from '../../model/records.js';
import { unpackDirectory } from './directory-archive.js';
import { openKeyJournal } from './key-journal.js';
import { openRecords } from './records.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-records-'));
const reopen = () => openRecords({ directory, log: silentLog });
let records: Records;
/** Made by the build, as a first start makes one without it: to make an empty database takes five seconds, to unpack one does not. */
const EMPTY_DATABASE = 'dist/src/store/tables/empty-database.archive';

function keyOf(id: string, revokedAt: number | null = null): ApiKeyRecord {
  const scopes = ['forecast:read', "o'clock", 'a,b"c\\'];
  return {
    id,
    name: `${id} – ключ`,
    plan: 'pro',
    scopes,
    secretHash: 'ab'.repeat(32),
    pepperId: '0123456789abcdef',
    createdAt: 1795000000.25,
    revokedAt,
  };
}

function runOf(referenceTime: number, startedAt: number, more: Partial<IngestRecord> = {}): IngestRecord {
  const counts = { stepsDone: 0, stepsTotal: 209, bytesDownloaded: 0 };
  return {
    feed: 'gfs',
    referenceTime,
    startedAt,
    status: 'running',
    finishedAt: null,
    outcome: null,
    ...counts,
    ...more,
  };
}

beforeAll(async () => {
  const journal = await openKeyJournal(join(directory, 'keys.journal'), silentLog);
  await journal.append({ event: 'insert', key: keyOf('journaled') });
  await journal.append({ event: 'insert', key: keyOf('withdrawn') });
  await journal.append({ event: 'revoke', id: 'withdrawn', at: 1795000001 });
  await journal.close();
  if (existsSync(EMPTY_DATABASE)) unpackDirectory(readFileSync(EMPTY_DATABASE), join(directory, 'records'));
  records = await reopen();
});

afterAll(async () => {
  await records.close();
  rmSync(directory, { recursive: true });
});

test('a database made anew gets its keys back from the journal', async () => {
  expect(await records.keys.find('journaled')).toEqual(keyOf('journaled'));
  expect(await records.keys.find('withdrawn')).toEqual(keyOf('withdrawn', 1795000001));
  expect(await records.keys.find('unknown')).toBeNull();
});

test('while it is open, nobody else can open it', async () => {
  await expect(reopen()).rejects.toThrow(DirectoryLockedError);
});

test('keys and ledger are there after closing and opening again', async () => {
  await records.keys.insert(keyOf('new'));
  expect(await records.keys.revoke('new', 1795000002.5)).toBe(true);
  await records.ledger.record(runOf(1000, 2000));
  await records.close();
  await records.close();
  records = await reopen();
  expect(await records.keys.find('new')).toEqual(keyOf('new', 1795000002.5));
  expect(await records.keys.list()).toHaveLength(3);
  expect(await records.ledger.recent('gfs', 10)).toEqual([runOf(1000, 2000)]);
  expect(readdirSync(directory).sort()).toEqual(['keys.journal', 'records', 'records.lock']);
});

test('the ledger replaces a record of the same start, keeps feeds apart and shows the newest first', async () => {
  const done = {
    status: 'published',
    finishedAt: 2600.5,
    stepsDone: 209,
    bytesDownloaded: 3e12,
    outcome: 'v1',
  } as const;
  await records.ledger.record(runOf(1000, 2000, done));
  await records.ledger.record(runOf(1000, 3000, { status: 'failed', outcome: 'time-out' }));
  await records.ledger.record(runOf(4000, 5000));
  await records.ledger.record({ ...runOf(1, 2), feed: 'hrrr' });
  expect(await records.ledger.recent('gfs', 2)).toEqual([
    runOf(4000, 5000),
    runOf(1000, 3000, { status: 'failed', outcome: 'time-out' }),
  ]);
  expect((await records.ledger.recent('gfs', 10)).at(-1)).toEqual(runOf(1000, 2000, done));
  expect(await records.ledger.recent('nbm', 10)).toEqual([]);
});

test('usage of a day only grows, is kept apart by meter and day, and is forgotten with its day', async () => {
  const { usage } = records;
  await usage.raise('requests', 20_777, [{ principal: 'a', requests: 5 }]);
  const many = Array.from({ length: 250 }, (_, i) => ({ principal: `app:${i}`, requests: i + 10 }));
  await usage.raise('requests', 20_778, [{ principal: 'a', requests: 7 }, ...many]);
  await usage.raise('requests', 20_778, [{ principal: 'a', requests: 6 }]);
  await usage.raise('tiles', 20_778, [{ principal: 'a', requests: 1 }]);
  expect(await usage.ofDay('requests', 20_778)).toEqual([{ principal: 'a', requests: 7 }, ...many]);
  expect(await usage.ofDay('tiles', 20_778)).toEqual([{ principal: 'a', requests: 1 }]);
  await usage.forgetBefore(20_778);
  expect(await usage.ofDay('requests', 20_777)).toEqual([]);
  expect(await usage.ofDay('tiles', 20_778)).toHaveLength(1);
});

test('usage of names that the database cannot keep apart is one row', async () => {
  const names = ['app:\0', 'app:\ud800', 'app:\ufffd'];
  const usages = names.map((principal, i) => ({ principal, requests: i + 1 }));
  await records.usage.raise('odd', 20_778, usages);
  expect(await records.usage.ofDay('odd', 20_778)).toEqual([{ principal: 'app:\ufffd', requests: 3 }]);
});

test('a damaged database is a records error that says what to do, and gives the lock back', async () => {
  await records.close();
  const control = join(directory, 'records', 'global', 'pg_control');
  renameSync(control, join(directory, 'pg_control'));
  await expect(reopen()).rejects.toThrow(RecordsError);
  await expect(reopen()).rejects.toThrow(/move that directory away/);
  renameSync(join(directory, 'pg_control'), control);
  records = await reopen();
  expect(await records.keys.list()).toHaveLength(3);
});
