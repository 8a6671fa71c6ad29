/** A key's life across the folders: made by the command line, used over HTTP's authenticator, revoked while it is in use. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { keysCommand } from '../../src/cli/keys.js';
import { openRecordsAccess } from '../../src/cli/records-access.js';
import { createAuthenticator } from '../../src/http/access/authentication.js';
import { issueKey, type KeyRequest } from '../../src/http/access/key-issue.js';
import { loadPeppers } from '../../src/http/access/peppers.js';
import { startAdministration } from '../../src/http/administration/administration.js';
import { createMemoryRecords } from '../memory-records.js';

const clock = { now: () => 1_795_176_000 };

test('a key made through a running server works, stops the moment it is revoked, and leaves others alone', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weatherglass-keys-'));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }));

  const records = createMemoryRecords();
  const peppers = loadPeppers(dataDirectory, 'a pepper that only the server has and no command', randomBytes);
  const authenticator = createAuthenticator({ keys: records.keys, peppers, clock });
  const administration = await startAdministration({
    records,
    dataDirectory,
    issue: (request: KeyRequest) => issueKey({ keys: records.keys, peppers, clock, random: randomBytes }, request),
    forget: authenticator.forget,
    log: silentLog,
  });
  onTestFinished(() => administration.close());

  async function keys(...args: string[]) {
    const written: string[] = [];
    const open = () =>
      openRecordsAccess({ dataDirectory, pepper: null }, silentLog, { open: async () => records, clock });
    await keysCommand(open, { write: (text) => written.push(text) }).parseAsync([...args, '--json'], { from: 'user' });
    return JSON.parse(written.join(''));
  }

  const mine = await keys('create', '--plan', 'pro');
  const other = await keys('create');
  expect(await authenticator.authenticate(`Bearer ${mine.key}`)).toMatchObject({ id: mine.id, plan: 'pro' });
  expect(await authenticator.authenticate(`Bearer ${other.key}`)).toMatchObject({ id: other.id, plan: 'free' });

  await keys('revoke', mine.id);
  expect(await authenticator.authenticate(`Bearer ${mine.key}`)).toBeNull();
  expect(await authenticator.authenticate(`Bearer ${other.key}`)).not.toBeNull();
});
