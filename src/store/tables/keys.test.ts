import { expect, test } from 'vitest';
import { RecordsError } from '../../base/errors.js';
import type { ApiKeyRecord, KeyRecords } from '../../model/records.js';
import type { KeyEvent, KeyJournal } from './key-journal.js';
import { openKeys } from './keys.js';

function keyOf(id: string, revokedAt: number | null = null): ApiKeyRecord {
  return { id, name: '', plan: 'free', scopes: [], secretHash: '00', pepperId: null, createdAt: 1, revokedAt };
}

/** A table in memory that notes each write, and fails when told to. */
function fakeTable(keys: readonly ApiKeyRecord[], notes: string[], fails: () => boolean = () => false) {
  const rows = new Map(keys.map((key) => [key.id, key]));
  const table: KeyRecords = {
    find: async (id) => rows.get(id) ?? null,
    list: async () => [...rows.values()],
    async insert(key) {
      if (fails()) throw new RecordsError('the table fails');
      notes.push(`table insert ${key.id}`);
      rows.set(key.id, key);
    },
    async revoke(id, at) {
      if (fails()) throw new RecordsError('the table fails');
      notes.push(`table revoke ${id}`);
      rows.set(id, { ...rows.get(id)!, revokedAt: at });
      return true;
    },
  };
  return { table, rows };
}

function fakeJournal(keys: readonly ApiKeyRecord[], notes: string[], fails: () => boolean = () => false): KeyJournal {
  return {
    keys: new Map(keys.map((key) => [key.id, key])),
    async append(event: KeyEvent) {
      if (fails()) throw new RecordsError('the disk is full');
      notes.push(`journal ${event.event} ${event.event === 'insert' ? event.key.id : event.id}`);
    },
    close: async () => undefined,
  };
}

test('a change is in the journal before it is in the table', async () => {
  const notes: string[] = [];
  const keys = await openKeys(fakeTable([], notes).table, fakeJournal([], notes));
  await keys.insert(keyOf('a'));
  expect(await keys.revoke('a', 5)).toBe(true);
  expect(notes).toEqual(['journal insert a', 'table insert a', 'journal revoke a', 'table revoke a']);
  expect(await keys.list()).toEqual([keyOf('a', 5)]);
});

test('what the journal cannot hold is not acknowledged and does not exist', async () => {
  const notes: string[] = [];
  const keys = await openKeys(
    fakeTable([], notes).table,
    fakeJournal([], notes, () => true),
  );
  await expect(keys.insert(keyOf('a'))).rejects.toThrow('the disk is full');
  expect(await keys.find('a')).toBeNull();
  expect(notes).toEqual([]);
});

test('a revocation that reached the journal holds, though the table failed', async () => {
  let failing = false;
  const { table } = fakeTable([], [], () => failing);
  const keys = await openKeys(table, fakeJournal([], []));
  await keys.insert(keyOf('a'));
  failing = true;
  await expect(keys.revoke('a', 5)).rejects.toThrow('the table fails');
  expect(await keys.find('a')).toEqual(keyOf('a', 5));
});

test('a failure does not stop the changes behind it', async () => {
  let failures = 1;
  const keys = await openKeys(
    fakeTable([], []).table,
    fakeJournal([], [], () => failures-- > 0),
  );
  const results = await Promise.allSettled([keys.insert(keyOf('a')), keys.insert(keyOf('b'))]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('an id can be inserted once and revoked once, also when asked for at the same time', async () => {
  const keys = await openKeys(fakeTable([], []).table, fakeJournal([], []));
  const inserts = await Promise.allSettled([keys.insert(keyOf('a')), keys.insert(keyOf('a'))]);
  expect(inserts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await Promise.all([keys.revoke('a', 5), keys.revoke('a', 6), keys.revoke('b', 6)])).toEqual([
    true,
    false,
    false,
  ]);
});

test('at open, table and journal give each other what they lack', async () => {
  const notes: string[] = [];
  const { table, rows } = fakeTable([keyOf('both'), keyOf('stale'), keyOf('only-table', 3), keyOf('ahead', 4)], notes);
  const journal = fakeJournal([keyOf('both'), keyOf('stale', 2), keyOf('only-journal', 1), keyOf('ahead')], notes);
  const keys = await openKeys(table, journal);
  expect(notes.sort()).toEqual([
    'journal insert only-table',
    'journal revoke ahead',
    'table insert only-journal',
    'table revoke stale',
  ]);
  const expected = [
    keyOf('both'),
    keyOf('stale', 2),
    keyOf('only-table', 3),
    keyOf('ahead', 4),
    keyOf('only-journal', 1),
  ];
  expect([...rows.values()]).toEqual(expected);
  expect(await keys.list()).toEqual(expected);
});
