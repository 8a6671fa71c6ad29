import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RecordsError } from '../../base/errors.js';
import { type Log, silentLog } from '../../base/log.js';
import type { ApiKeyRecord } from '../../model/records.js';
import { type KeyEvent, openKeyJournal } from './key-journal.js';

function emptyPath(): string {
  const parent = mkdtempSync(join(tmpdir(), 'weatherglass-journal-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'keys.journal');
}

function keyOf(id: string): ApiKeyRecord {
  const secretHash = '0'.repeat(64);
  return {
    id,
    name: 'Zoë’s\nkey',
    plan: 'pro',
    scopes: ['forecast:read'],
    secretHash,
    pepperId: 'fedcba9876543210',
    createdAt: 1.5,
    revokedAt: null,
  };
}

async function write(path: string, ...events: KeyEvent[]): Promise<void> {
  const journal = await openKeyJournal(path, silentLog);
  for (const event of events) await journal.append(event);
  await journal.close();
}

async function read(path: string, log: Log = silentLog): Promise<ApiKeyRecord[]> {
  const journal = await openKeyJournal(path, log);
  await journal.close();
  return [...journal.keys.values()];
}

function listeningLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const listen = (level: string) => (facts: object, message: string) =>
    void lines.push(`${level} ${JSON.stringify(facts)} ${message}`);
  return { lines, log: { ...silentLog, warn: listen('warn'), error: listen('error') } };
}

test('what was appended is read back, for the owner of the file only', async () => {
  const path = emptyPath();
  await write(path, { event: 'insert', key: keyOf('a') }, { event: 'insert', key: keyOf('b') });
  await write(path, { event: 'revoke', id: 'a', at: 7 });
  expect(await read(path)).toEqual([{ ...keyOf('a'), revokedAt: 7 }, keyOf('b')]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a key of version 0.1, which stored no pepper id, is read with none', async () => {
  const path = emptyPath();
  const { pepperId: _, ...old } = keyOf('a');
  await write(path, { event: 'insert', key: old as ApiKeyRecord });
  expect(await read(path)).toEqual([{ ...old, pepperId: null }]);
});

test('a line is the CRC-32C of its JSON and the JSON', async () => {
  const path = emptyPath();
  await write(path, { event: 'revoke', id: '123456789', at: 0 });
  // computed bit by bit from the polynomial of RFC 3720, by a program that gives E3069283 for "123456789"
  expect(readFileSync(path, 'utf8')).toBe('876c3bf9 {"event":"revoke","id":"123456789","at":0}\n');
});

test('the first insertion and the first revocation of an id hold', async () => {
  const path = emptyPath();
  const other = { ...keyOf('a'), plan: 'business' };
  await write(path, { event: 'insert', key: keyOf('a') }, { event: 'insert', key: other });
  await write(
    path,
    { event: 'revoke', id: 'a', at: 7 },
    { event: 'revoke', id: 'a', at: 9 },
    { event: 'revoke', id: 'x', at: 9 },
  );
  expect(await read(path)).toEqual([{ ...keyOf('a'), revokedAt: 7 }]);
});

test('wherever a crash cuts the last line, all lines before it are read and the next one is whole', async () => {
  const path = emptyPath();
  await write(path, { event: 'insert', key: keyOf('a') });
  const whole = statSync(path).size;
  await write(path, { event: 'insert', key: keyOf('b') });
  const full = readFileSync(path);
  for (let cut = whole; cut < full.length; cut += 13) {
    writeFileSync(path, full.subarray(0, cut));
    expect((await read(path)).map(({ id }) => id)).toEqual(['a']);
    await write(path, { event: 'insert', key: keyOf('c') });
    expect((await read(path)).map(({ id }) => id)).toEqual(['a', 'c']);
  }
});

test('zeros behind the last line, as some file systems leave them after a power cut, are removed', async () => {
  const path = emptyPath();
  await write(path, { event: 'insert', key: keyOf('a') });
  const { size } = statSync(path);
  truncateSync(path, size + 4096);
  const { log, lines } = listeningLog();
  expect(await read(path, log)).toEqual([keyOf('a')]);
  expect(statSync(path).size).toBe(size);
  expect(lines).toHaveLength(1);
});

test('a damaged line is logged with its number and passed over', async () => {
  const path = emptyPath();
  await write(path, { event: 'insert', key: keyOf('a') });
  appendFileSync(path, '00000000 {"event":"insert","key":{"id":"forged"}}\nnonsense\n');
  await write(path, { event: 'insert', key: keyOf('b') });
  const { log, lines } = listeningLog();
  expect((await read(path, log)).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(lines.map((line) => /"line":(\d+)/.exec(line)?.[1])).toEqual(['2', '3']);
});

test('a place where no file can be is a records error that names it', async () => {
  const path = join(emptyPath(), 'keys.journal');
  await expect(openKeyJournal(path, silentLog)).rejects.toThrow(RecordsError);
  await expect(openKeyJournal(path, silentLog)).rejects.toThrow(path);
});
