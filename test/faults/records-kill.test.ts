/** kill -9 in the middle of writing keys: what was acknowledged is there afterwards, and the lock of the dead is inherited. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { ApiKeyRecord } from '../../src/model/records.js';
import { openKeyJournal } from '../../src/store/tables/key-journal.js';
import { openRecords } from '../../src/store/tables/records.js';
import { writeAndKill } from './killed-writer.js';

/** Inserts keys one after the other, revokes each second one, and prints what was acknowledged. */
const WRITER = `
  const { openRecords } = await import(${JSON.stringify(pathToFileURL(resolve('dist/src/store/tables/records.js')).href)});
  const { silentLog } = await import(${JSON.stringify(pathToFileURL(resolve('dist/src/base/log.js')).href)});
  const records = await openRecords({ directory: process.argv[1], log: silentLog });
  const key = { name: '', plan: 'free', scopes: [], secretHash: '00', pepperId: null, createdAt: 1, revokedAt: null };
  for (let n = (await records.keys.list()).length; ; n++) {
    await records.keys.insert({ ...key, id: 'key' + n });
    console.log('inserted key' + n);
    if (n % 2 === 0) continue;
    await records.keys.revoke('key' + n, n);
    console.log('revoked key' + n);
  }
`;

function missing(acknowledged: readonly string[], keys: readonly ApiKeyRecord[]): string[] {
  const inserted = new Set(keys.map(({ id }) => id));
  const revoked = new Set(keys.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id));
  return acknowledged.filter((line) => {
    const [what, id] = line.split(' ') as [string, string];
    return !(what === 'inserted' ? inserted : revoked).has(id);
  });
}

test('no acknowledged key or revocation is lost to kill -9, be it in the database or in the journal', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-kill-'));
  const acknowledged: string[] = [];
  for (const lines of [5, 40]) acknowledged.push(...(await writeAndKill(WRITER, directory, lines)));

  // the journal alone is what a power cut leaves of files that nobody flushed
  const journal = await openKeyJournal(join(directory, 'keys.journal'), silentLog);
  await journal.close();
  expect(missing(acknowledged, [...journal.keys.values()])).toEqual([]);

  const records = await openRecords({ directory, log: silentLog });
  const keys = await records.keys.list();
  await records.close();
  expect(missing(acknowledged, keys)).toEqual([]);
  rmSync(directory, { recursive: true });
});
