/**
 * What the records promise of alerts (`model/records.ts`), of the database, of the administration socket before it, and
 * of the ones in memory that other tests use.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import fc from 'fast-check';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../src/base/log.js';
import { openRecordsAccess } from '../src/cli/records-access.js';
import { type Administration, startAdministration } from '../src/http/administration/administration.js';
import type { AlertMessage, AlertZone, GeocodeScheme } from '../src/model/alert.js';
import { messageText } from '../src/model/alert-text.js';
import type { AlertRecords, PollState, Records } from '../src/model/records.js';
import { HOUR } from '../src/model/time.js';
import { type OpenDatabase, openDatabase } from '../src/store/tables/database.js';
import { unpackDirectory } from '../src/store/tables/directory-archive.js';
import { migrations } from '../src/store/tables/migrations.js';
import { openAlerts, openRecords } from '../src/store/tables/records.js';
import { createMemoryAlerts } from './memory-alerts.js';
import { createMemoryRecords } from './memory-records.js';
import { randomMessage } from './random-alerts.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-alert-records-'));
const NOW = 1_795_176_000;
const KEY = {
  id: 'key',
  name: '',
  plan: 'pro',
  scopes: ['forecast:read'],
  secretHash: 'ab'.repeat(32),
  pepperId: null, // version 0.1.0 did not store it
  createdAt: 1,
  revokedAt: null,
};

let database: OpenDatabase;
let stored: AlertRecords;
let served: AlertRecords;
let inMemory: AlertRecords;
let isMigrated = false;
let administration: Administration;

/** Made by the build; to make an empty database takes seconds, to unpack one does not. */
const EMPTY_DATABASE = 'dist/src/store/tables/empty-database.archive';

/** The database as version 0.1.0 left it, with a key in it. */
async function makeOldDatabase(): Promise<void> {
  const path = join(directory, 'records');
  if (existsSync(EMPTY_DATABASE)) unpackDirectory(readFileSync(EMPTY_DATABASE), path);
  const postgres = await PGlite.create(path);
  await postgres.exec('drop schema public cascade; create schema public'); // the tables of today
  const pool = new pg.Pool({ ...createPgConfig(postgres), max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const old = { '0001_keys_and_ledger': migrations['0001_keys_and_ledger']! };
  await new Migrator({ db, provider: { getMigrations: async () => old } }).migrateToLatest();
  await sql`insert into api_key values ('key', '', 'pro', '{forecast:read}', ${'ab'.repeat(32)}, 1, null)`.execute(db);
  await db.destroy();
  await postgres.close();
}

/** Opens it and writes to it; true when it lost nothing. */
async function openOldDatabase(): Promise<boolean> {
  const records = await openRecords({ directory, log: silentLog });
  const key = await records.keys.find('key');
  await records.alerts.add('nws', [messageOf('before')], NOW);
  await records.close();
  return JSON.stringify(key) === JSON.stringify(KEY);
}

beforeAll(async () => {
  await makeOldDatabase();
  const isKept = await openOldDatabase();
  database = await openDatabase(join(directory, 'records'));
  stored = openAlerts(database.db);
  isMigrated = isKept && (await stored.load()).messages.length === 1; // closed and opened again
  const records: Records = { ...createMemoryRecords(), alerts: stored };
  administration = await startAdministration({
    records,
    dataDirectory: directory,
    issue: () => Promise.reject(new Error('no key is made here')),
    forget: () => undefined,
    log: silentLog,
  });
  served = (await openRecordsAccess({ dataDirectory: directory, pepper: null }, silentLog)).alerts;
});

beforeEach(async () => {
  await sql`truncate alert_message, alert_zone, alert_zone_set, alert_quarantine, alert_poll`.execute(database.db);
  await sql`update alert_revision set revision = 0`.execute(database.db);
  inMemory = createMemoryAlerts();
});

afterAll(async () => {
  await administration.close();
  await database.close();
  rmSync(directory, { recursive: true });
});

function messageOf(identifier: string, more: Partial<AlertMessage> = {}): AlertMessage {
  const facts = { status: 'actual', messageType: 'alert', scope: 'public' } as const;
  return { identifier, sender: 'nws', sent: NOW, ...facts, references: [], infos: [], ...more };
}

function endingAt(expires: number): Pick<AlertMessage, 'infos'> {
  const texts = { event: null, senderName: null, headline: null, description: null, instruction: null };
  const times = { effective: null, onset: null, expires, ends: null };
  const ratings = { urgency: 'unknown', severity: 'unknown', certainty: 'unknown' } as const;
  return { infos: [{ language: 'en', categories: [], responseTypes: [], areas: [], ...ratings, ...times, ...texts }] };
}

function zoneOf(value: string, scheme: GeocodeScheme = 'ugc'): AlertZone {
  const square = Float64Array.from([1, 2, 3, 2, 3, 4, 1, 2]);
  return { scheme, value, name: `zone ${value}`, polygons: [[square, square.map((x) => x / 8)]] };
}

const referringTo = (...identifiers: readonly string[]) => ({
  references: identifiers.map((identifier) => ({ sender: 'nws', identifier, sent: null })),
});

const names = (messages: readonly { message: AlertMessage }[]) =>
  messages.map(({ message }) => message.identifier).sort();

test('an older database is brought up to date, and what was in it stays', () => {
  expect(isMigrated).toBe(true);
});

describe.each<[string, () => AlertRecords]>([
  ['of the database', () => stored],
  ['over the socket', () => served],
  ['in memory', () => inMemory],
])('alerts %s', (_, alertsOf) => {
  test('messages come back bit for bit, with feed and time', async () => {
    const messages = fc.sample(randomMessage, { numRuns: 60, seed: 5 });
    const byKey = new Map(messages.map((one) => [JSON.stringify([one.sender, one.identifier, one.sent]), one]));
    const { added, revision } = await alertsOf().add('nws', messages, NOW + 0.25);
    expect(added).toBe(byKey.size);
    const loaded = await alertsOf().load();
    expect(loaded.revision).toBe(revision);
    const sorted = (these: Iterable<AlertMessage>) => [...these].map(messageText).sort();
    expect(sorted(loaded.messages.map(({ message }) => message))).toEqual(sorted(byKey.values()));
    expect(new Set(loaded.messages.map(({ feed, receivedAt }) => `${feed} ${receivedAt}`))).toEqual(
      new Set([`nws ${NOW + 0.25}`]),
    );
  });

  test('the same messages again change nothing', async () => {
    const messages = [messageOf('a'), messageOf('b')];
    const first = await alertsOf().add('nws', messages, NOW);
    expect(await alertsOf().add('nws', messages, NOW + 60)).toEqual({ added: 0, revision: first.revision });
    const { messages: loaded } = await alertsOf().load();
    expect(loaded.map(({ receivedAt }) => receivedAt)).toEqual([NOW, NOW]);
  });

  test('other content under the same key replaces the former on the same feed only', async () => {
    await alertsOf().add('nws', [messageOf('a')], NOW);
    const later = messageOf('a', endingAt(NOW + HOUR));
    expect(await alertsOf().add('hub', [later], NOW + 1)).toMatchObject({ added: 0 });
    expect(await alertsOf().add('nws', [messageOf('a'), later], NOW + 2)).toMatchObject({ added: 1 });
    expect((await alertsOf().load()).messages).toEqual([{ message: later, feed: 'nws', receivedAt: NOW + 2 }]);
  });

  test('what came by an open feed gives way to what comes directly, and not the other way round', async () => {
    const forged = messageOf('a', endingAt(NOW));
    await alertsOf().add('wmo-alert-hub', [forged], NOW);
    expect(await alertsOf().add('nws-alerts', [messageOf('a')], NOW + 1)).toMatchObject({ added: 1 });
    expect(await alertsOf().add('wmo-alert-hub', [forged], NOW + 2)).toMatchObject({ added: 0 });
    expect((await alertsOf().load()).messages).toEqual([
      { message: messageOf('a'), feed: 'nws-alerts', receivedAt: NOW + 1 },
    ]);
  });

  test('another sender or another time sent is another message', async () => {
    const others = [messageOf('a', { sender: 'dwd' }), messageOf('a', { sent: NOW + 1 })];
    expect(await alertsOf().add('nws', [messageOf('a'), ...others], NOW)).toMatchObject({ added: 3 });
  });

  test('changes since a revision are what came, changed or was forgotten after it', async () => {
    const { revision } = await alertsOf().add('nws', [messageOf('a'), messageOf('b')], NOW);
    expect(await alertsOf().since(revision)).toEqual({ revision, messages: [], removed: [] });
    await alertsOf().add('nws', [messageOf('a'), messageOf('c', endingAt(NOW + HOUR))], NOW);
    expect(names((await alertsOf().since(revision)).messages)).toEqual(['c']);
    expect(await alertsOf().forget(NOW + 1)).toBe(2);
    const { messages, removed, revision: last } = await alertsOf().since(revision);
    expect(names(messages)).toEqual(['c']);
    expect(removed.map(({ sender, identifier, sent }) => `${sender} ${identifier} ${sent - NOW}`).sort()).toEqual([
      'nws a 0',
      'nws b 0',
    ]);
    expect(await alertsOf().since(last)).toEqual({ revision: last, messages: [], removed: [] });
  });

  test('a chain is forgotten as a whole, and does not come back with the same content', async () => {
    const long = messageOf('long', endingAt(NOW + 10 * HOUR));
    const cancel = messageOf('cancel', { messageType: 'cancel', sent: NOW + HOUR, ...referringTo('long') });
    const alone = messageOf('alone', endingAt(NOW + HOUR));
    await alertsOf().add('nws', [long, cancel, alone], NOW);
    expect(await alertsOf().forget(NOW + 2 * HOUR)).toBe(1);
    expect(names((await alertsOf().load()).messages)).toEqual(['cancel', 'long']);
    expect(await alertsOf().add('nws', [alone], NOW)).toMatchObject({ added: 0 });
    expect(await alertsOf().add('nws', [messageOf('alone', endingAt(NOW + 20 * HOUR))], NOW)).toMatchObject({
      added: 1,
    });
    expect(await alertsOf().forget(NOW + 11 * HOUR)).toBe(2);
    expect(names((await alertsOf().load()).messages)).toEqual(['alone']);
    expect(await alertsOf().forget(NOW + 11 * HOUR)).toBe(0);
  });

  test('listeners hear of changes, and of nothing where nothing changed', async () => {
    const heard: string[] = [];
    const end = alertsOf().onChange((change) => void heard.push(change));
    await alertsOf().add('nws', [messageOf('a')], NOW);
    await alertsOf().add('nws', [messageOf('a')], NOW);
    await alertsOf().forget(NOW);
    await alertsOf().putZones('ugc', '1', [zoneOf('a')]);
    await alertsOf().forget(NOW + 1);
    expect(heard).toEqual(['messages', 'zones', 'messages']);
    end();
    await alertsOf().add('nws', [messageOf('b')], NOW);
    expect(heard).toHaveLength(3);
  });

  test('a set of zones replaces the former one of its scheme, in the order it was put', async () => {
    const zones = Array.from({ length: 100 }, (_, n) => zoneOf(`WAZ${(n * 37) % 100}`));
    await alertsOf().putZones('ugc', 'z_05mr24', [zoneOf('gone')]);
    await alertsOf().putZones('emma_id', '2024', [zoneOf('DE001', 'emma_id')]);
    await alertsOf().putZones('ugc', 'z_16ap26', zones);
    const versions = { emma_id: '2024', ugc: 'z_16ap26' };
    expect(await alertsOf().zoneVersions()).toEqual(versions);
    const loaded = await alertsOf().zones();
    expect(loaded.versions).toEqual(versions);
    expect(loaded.zones.filter(({ scheme }) => scheme === 'ugc')).toEqual(zones);
    expect(loaded.zones).toHaveLength(101);
  });

  test('a set that fails on its way replaces nothing', async () => {
    await alertsOf().putZones('ugc', '1', [zoneOf('a')]);
    await expect(alertsOf().putZones('ugc', '2', [zoneOf('b'), zoneOf('c', 'nuts')])).rejects.toThrow(RangeError);
    async function* broken() {
      for (let n = 0; n < 200; n++) yield zoneOf(`z${n}`);
      throw new Error('the file ended early');
    }
    await expect(alertsOf().putZones('ugc', '3', broken())).rejects.toThrow('the file ended early');
    expect(await alertsOf().zones()).toEqual({ versions: { ugc: '1' }, zones: [zoneOf('a')] });
  });

  test('broken messages are kept by feed; the same again counts', async () => {
    const excerpt = '<alert>\0\ud800';
    await alertsOf().quarantine('nws', [{ id: 'a', reason: 'no sender', excerpt }], NOW);
    await alertsOf().quarantine('dwd', [{ id: null, reason: 'no XML', excerpt: null }], NOW + 1);
    await alertsOf().quarantine('nws', [{ id: 'b', reason: 'no sender', excerpt: '' }], NOW + 2);
    await alertsOf().quarantine('nws', [{ id: 'a', reason: 'no sender', excerpt: 'x' }], NOW + 3);
    expect(await alertsOf().quarantined('nws', 10)).toEqual([
      { feed: 'nws', id: 'a', reason: 'no sender', excerpt: 'x', firstAt: NOW, lastAt: NOW + 3, times: 2 },
      { feed: 'nws', id: 'b', reason: 'no sender', excerpt: '', firstAt: NOW + 2, lastAt: NOW + 2, times: 1 },
    ]);
    expect(await alertsOf().quarantined('nws', 1)).toHaveLength(1);
    expect(await alertsOf().quarantined('dwd', 10)).toMatchObject([{ id: null, excerpt: null }]);
  });

  test('where a feed stands is kept until it is said anew', async () => {
    const state: PollState = {
      etag: 'W/"a"',
      lastModified: 'Fri, 20 Nov 2026 17:00:00 GMT',
      lastSuccess: NOW + 0.5,
      lastFailure: null,
      failure: null,
    };
    const failed = { ...state, etag: null, lastFailure: NOW + 60, failure: 'status 503' };
    expect(await alertsOf().pollState('meteoalarm/de')).toBeNull();
    await alertsOf().setPollState('meteoalarm/de', state);
    expect(await alertsOf().pollState('meteoalarm/de')).toEqual(state);
    await alertsOf().setPollState('meteoalarm/de', failed);
    await alertsOf().setPollState('nws', state);
    expect(await alertsOf().pollStates()).toEqual(
      new Map([
        ['meteoalarm/de', failed],
        ['nws', state],
      ]),
    );
  });
});

describe('the tables of alerts', () => {
  const count = async (table: 'alert_message' | 'alert_zone' | 'alert_zone_set') =>
    Number((await database.db.selectFrom(table).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n);

  test('500 messages give the event loop a turn after each batch, when they come and when they come again', async () => {
    const description = 'HEAVY SNOW EXPECTED\n'.repeat(100);
    const { infos } = endingAt(NOW + HOUR);
    const texts = infos.map((info) => ({ ...info, description }));
    const messages = Array.from({ length: 500 }, (_, n) => messageOf(`m${n}`, { infos: texts }));
    for (const added of [500, 0]) {
      let turns = 0;
      let isDone = false;
      const turn = () => {
        turns++;
        if (!isDone) setImmediate(turn);
      };
      setImmediate(turn);
      expect(await stored.add('nws', messages, NOW)).toMatchObject({ added });
      isDone = true;
      expect(turns).toBeGreaterThanOrEqual(15);
    }
    expect((await stored.load()).messages).toHaveLength(500);
  });

  test('identifiers of any length and letters have their row, and their chain', async () => {
    const long = 'x'.repeat(100_000);
    const strange = messageOf(`${long}1`, endingAt(NOW + HOUR));
    const cancel = messageOf('\0\ud800', { ...referringTo(`${long}1`), sent: NOW - HOUR });
    expect(await stored.add('nws', [strange, messageOf(`${long}2`), cancel], NOW)).toMatchObject({ added: 3 });
    await stored.forget(NOW + 1);
    expect(names((await stored.load()).messages)).toContain('\0\ud800');
  });

  test('the row of a forgotten message goes a week later', async () => {
    await stored.add('nws', [messageOf('a')], NOW);
    await stored.forget(NOW + 1);
    await stored.forget(NOW + 7 * 24 * HOUR);
    expect(await count('alert_message')).toBe(1);
    await stored.forget(NOW + 7 * 24 * HOUR + 1);
    expect(await count('alert_message')).toBe(0);
  });

  test('zones that a kill left half written are never seen, and removed by the next set', async () => {
    await stored.putZones('ugc', '1', [zoneOf('a')]);
    await sql`insert into alert_zone_set (scheme, version) values ('ugc', '2')`.execute(database.db);
    await sql`insert into alert_zone select id, 0, 'b', null, '[]' from alert_zone_set where zones is null`.execute(
      database.db,
    );
    expect(await stored.zones()).toEqual({ versions: { ugc: '1' }, zones: [zoneOf('a')] });
    await stored.putZones('ugc', '3', [zoneOf('c'), zoneOf('d')]);
    expect([await count('alert_zone_set'), await count('alert_zone')]).toEqual([1, 2]);
  });

  test('while a set is read and replaced at once, the reader has one or the other', async () => {
    const setOf = (version: string) => Array.from({ length: 150 }, (_, n) => zoneOf(`${version}-${n}`));
    await stored.putZones('ugc', '1', setOf('1'));
    const [read] = await Promise.all([stored.zones(), stored.putZones('ugc', '2', setOf('2'))]);
    expect(read.zones).toEqual(setOf(read.versions.ugc!));
  });

  test('zones that are gone from their set are an error and not fewer zones', async () => {
    await stored.putZones('ugc', '1', [zoneOf('a'), zoneOf('b')]);
    await sql`delete from alert_zone where value = 'a'`.execute(database.db);
    await expect(stored.zones()).rejects.toThrow('zones are missing from their set');
  });

  test('the quarantine keeps the newest thousand of a feed and the beginning of each', async () => {
    const items = Array.from({ length: 1002 }, (_, n) => ({
      id: `m${n}`,
      reason: 'r'.repeat(9999),
      excerpt: 'e'.repeat(9999),
    }));
    await stored.quarantine('dwd', [items[0]!], NOW);
    for (const [k, from] of [0, 501].entries()) await stored.quarantine('nws', items.slice(from, from + 501), NOW + k);
    const kept = await stored.quarantined('nws', 2000);
    expect(kept).toHaveLength(1000);
    expect(kept.filter(({ lastAt }) => lastAt === NOW + 1)).toHaveLength(501);
    expect([kept[0]!.reason.length, kept[0]!.excerpt!.length]).toEqual([500, 2000]);
    expect(await stored.quarantined('dwd', 10)).toHaveLength(1);
  });
});
