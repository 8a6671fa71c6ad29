/** Both ends of the administration socket, and the way around it. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryRecords } from '../../test/memory-records.js';
import { DirectoryLockedError, InvalidRequestError, RecordsError } from '../base/errors.js';
import { silentLog } from '../base/log.js';
import { issueKey, type KeyRequest } from '../http/access/key-issue.js';
import { startAdministration } from '../http/administration/administration.js';
import { administrationSocketPath } from '../http/administration/administration-socket.js';
import type { ApiKeyRecord, IngestRecord, Records } from '../model/records.js';
import { openRecordsAccess } from './records-access.js';

const NOW = 1_795_176_000;
const clock = { now: () => NOW };
const PEPPER = new TextEncoder().encode('pepper of the server');
const neverOpen = () => Promise.reject(new Error('the records were opened beside the server'));

function dataDirectory(parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, 'weatherglass-data-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function serve(directory: string, records: Records = createMemoryRecords()) {
  const forgotten: string[] = [];
  const random = (size: number) => new Uint8Array(size).fill(forgotten.length + 1);
  const administration = await startAdministration({
    records,
    dataDirectory: directory,
    issue: (request: KeyRequest) => issueKey({ keys: records.keys, peppers: [PEPPER], clock, random }, request),
    forget: (id) => void forgotten.push(id),
    log: silentLog,
  });
  onTestFinished(() => administration.close());
  return { ...administration, forgotten };
}

const pause = async () => undefined;

const access = (directory: string, open: () => Promise<Records> = neverOpen) =>
  openRecordsAccess({ dataDirectory: directory, pepper: null }, silentLog, { open, clock, pause });

const KEY: ApiKeyRecord = {
  id: 'abc/ключ',
  name: 'n',
  plan: 'pro',
  scopes: ['forecast:read'],
  secretHash: 'ab'.repeat(32),
  pepperId: '0123456789abcdef',
  createdAt: 1.5,
  revokedAt: null,
};

test('keys go through the socket of the server, which is told of each change', async () => {
  const directory = dataDirectory();
  const { forgotten } = await serve(directory);
  const { keys } = await access(directory);
  expect(await keys.find(KEY.id)).toBeNull();
  await keys.insert(KEY);
  expect(await keys.find(KEY.id)).toEqual(KEY);
  expect(await keys.list()).toEqual([KEY]);
  expect(await keys.revoke(KEY.id, NOW)).toBe(true);
  expect(await keys.revoke(KEY.id, NOW)).toBe(false);
  expect(await keys.find(KEY.id)).toEqual({ ...KEY, revokedAt: NOW });
  expect(new Set(forgotten)).toEqual(new Set([KEY.id]));
});

test('a key is made by the server, which has the pepper; what it refuses comes back as its faults', async () => {
  const directory = dataDirectory();
  const records = createMemoryRecords();
  await serve(directory, records);
  const { issueKey: issue, revokeKey } = await access(directory);
  const { key, record } = await issue({ name: '', plan: 'free', scopes: null });
  expect(key).toMatch(/^wg_/);
  expect(await records.keys.list()).toEqual([record]);
  expect(existsSync(join(directory, 'pepper'))).toBe(false);
  expect(await revokeKey(record.id)).toBe(true);
  const refused = issue({ name: '', plan: 'gold', scopes: null });
  await expect(refused).rejects.toThrow(InvalidRequestError);
  await expect(refused).rejects.toMatchObject({ faults: [{ pointer: '/plan', code: 'enum' }] });
});

test('the ledger goes through the socket', async () => {
  const directory = dataDirectory();
  await serve(directory);
  const { ledger } = await access(directory);
  const entry: IngestRecord = {
    feed: 'gfs',
    referenceTime: 1,
    status: 'published',
    startedAt: 2,
    finishedAt: 3.5,
    stepsDone: 1,
    stepsTotal: 1,
    bytesDownloaded: 2 ** 41,
    outcome: null,
  };
  await ledger.record(entry);
  expect(await ledger.recent('gfs', 5)).toEqual([entry]);
  expect(await ledger.recent('a/b?c', 5)).toEqual([]);
  await expect(ledger.record({ ...entry, stepsDone: -1 })).rejects.toThrow(RecordsError);
});

test('the socket is its owner’s alone and is gone when the server ends', async () => {
  const directory = dataDirectory();
  const { socketPath, close } = await serve(directory);
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  await close();
  expect(existsSync(socketPath)).toBe(false);
});

test('with no server the records are opened, and keys are made with the pepper of the directory', async () => {
  const directory = dataDirectory();
  const records = createMemoryRecords();
  const opened = await access(directory, async () => records);
  const { record } = await opened.issueKey({ name: '', plan: 'free', scopes: null });
  expect(await records.keys.list()).toEqual([record]);
  expect(existsSync(join(directory, 'pepper'))).toBe(true);
  expect(await opened.revokeKey(record.id)).toBe(true);
  await opened.close();
  expect(records.isClosed()).toBe(true);
});

/** The file of a socket on which nobody listens any more, as a killed server leaves it. */
async function leaveSocket(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const server = createServer();
  await new Promise<void>((listening) => server.listen(`${path}.1`, listening));
  renameSync(`${path}.1`, path);
  await new Promise((closed) => server.close(closed));
}

test('the socket of a killed server misleads neither a command nor the next server', async () => {
  const directory = dataDirectory();
  await leaveSocket(administrationSocketPath(directory));
  const records = createMemoryRecords();
  await (await access(directory, async () => records)).close();
  await serve(directory, records);
  expect(await (await access(directory)).keys.list()).toEqual([]);
});

test('a file in the place of the socket is not removed', async () => {
  const directory = dataDirectory();
  writeFileSync(join(directory, 'admin.sock'), 'mine');
  await expect(serve(directory)).rejects.toThrow('is in the way and not a socket');
});

test('when another process holds the records and does not answer, the command says which', async () => {
  const directory = dataDirectory();
  const locked = access(directory, () => Promise.reject(new DirectoryLockedError(directory, 4711)));
  await expect(locked).rejects.toThrow(`${directory} is in use by process 4711`);
});

test('a server that is just starting is waited for', async () => {
  const directory = dataDirectory();
  let looks = 0;
  const found = await access(directory, async () => {
    if (++looks === 3) await serve(directory);
    throw new DirectoryLockedError(directory, 4711);
  });
  expect(await found.keys.list()).toEqual([]);
  expect(looks).toBe(3);
});

test('another command that has the records open is waited for', async () => {
  const records = createMemoryRecords();
  let looks = 0;
  const opened = await access(dataDirectory(), async () => {
    if (++looks < 3) throw new DirectoryLockedError('here', 4711);
    return records;
  });
  await opened.close();
  expect(records.isClosed()).toBe(true);
});

test('a data directory with a long path has its socket elsewhere, private and found by both sides', async () => {
  const directory = join(dataDirectory(), 'x'.repeat(120));
  const socketPath = administrationSocketPath(directory);
  onTestFinished(() => rmSync(dirname(socketPath), { recursive: true, force: true }));
  expect(Buffer.byteLength(socketPath)).toBeLessThanOrEqual(100);
  expect(administrationSocketPath(`${directory}/../${'x'.repeat(120)}/`)).toBe(socketPath);
  expect(administrationSocketPath(`${directory}y`)).not.toBe(socketPath);
  const { close } = await serve(directory);
  expect(statSync(dirname(socketPath)).mode & 0o777).toBe(0o700);
  expect(await (await access(directory)).keys.list()).toEqual([]);
  await close();

  chmodSync(dirname(socketPath), 0o777);
  await expect(access(directory)).rejects.toThrow('mode 0700');
  await expect(serve(directory)).rejects.toThrow(RecordsError);
});
