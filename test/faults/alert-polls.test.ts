/** Polls of alerts against upstreams that misbehave: nothing is lost, nothing is asked for twice, nothing leads astray. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import { ingestAlertFiles } from '../../src/ingest/alerts/alert-files.js';
import { pollAlerts } from '../../src/ingest/alerts/poll-alerts.js';
import type { AlertContext } from '../../src/ingest/context.js';
import { startIngestDeadline } from '../../src/ingest/ingest-deadline.js';
import type { AlertRecords } from '../../src/model/records.js';
import { feedOf } from '../../src/sources/feeds.js';
import { createMemoryAlerts } from '../memory-alerts.js';
import {
  type AlertUpstream,
  atom,
  body,
  cap,
  drip,
  half,
  nws,
  rss,
  silence,
  startAlertUpstream,
  status,
} from './alert-upstream.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const ACTIVE = '/alerts/active?status=actual';
const AUSTRIA = '/feeds/meteoalarm-legacy-atom-austria';
const FRANCE = '/feeds/meteoalarm-legacy-atom-france';
const ARCHIVE = '/cap/COMMUNEUNION_DWD_STAT/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip';

let upstream: AlertUpstream;
let root: string;
let records: AlertRecords;
let events: ProgressEvent[];
let now: number;
let count = 0;

beforeAll(async () => {
  upstream = await startAlertUpstream();
  root = mkdtempSync(join(tmpdir(), 'weatherglass-alerts-'));
});
afterAll(async () => {
  await upstream.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  records = createMemoryAlerts();
  events = [];
  now = NOW;
  count++;
});
afterEach(() => {
  upstream.replies.clear();
  upstream.asked();
});

function deps(more: Partial<AlertContext> = {}): AlertContext {
  return {
    alerts: records,
    directory: join(root, String(count)),
    baseUrl: upstream.url,
    chosen: null,
    contact: null,
    region: null,
    clock: { now: () => now },
    log: silentLog,
    progress: (event) => void events.push(event),
    random: () => 0.5,
    sleep: async () => undefined,
    ...more,
  };
}

const poll = (feed: string, more: Partial<AlertContext> = {}) => pollAlerts(deps(more), feedOf('alerts', feed));
const europe = { chosen: ['austria', 'france'] };
const stored = async () => (await records.load()).messages.map(({ message }) => message.identifier).sort();
const paths = () => upstream.asked().map(({ path }) => path);

test('NWS: who asks says who it is and what it wants, and what is unchanged is not sent again', async () => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a', 'urn:b'])));
  expect(await poll('nws-alerts', { contact: 'ops@example.org' })).toMatchObject({
    added: 2,
    messages: 2,
    unchanged: 0,
  });
  now += 60;
  expect(await poll('nws-alerts')).toMatchObject({ added: 0, messages: 0, unchanged: 1 });
  const [first, second] = upstream.asked();
  expect(first!.headers).toMatchObject({
    accept: 'application/geo+json',
    'accept-encoding': 'gzip',
    'user-agent': 'weatherglass (ops@example.org)',
  });
  expect(second!.headers['if-none-match']).toBeDefined();
  expect(await records.pollState('nws-alerts')).toMatchObject({ lastSuccess: NOW + 60, lastFailure: null });
});

test('NWS: an alert that is no longer listed stays; one that is replaced under its id is replaced', async () => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a', 'urn:b']), '"1"'));
  await poll('nws-alerts');
  upstream.replies.set(ACTIVE, body(nws(['urn:b'], { event: 'Blizzard Warning' }), '"2"'));
  expect(await poll('nws-alerts')).toMatchObject({ added: 1, messages: 1 });
  expect(await stored()).toEqual(['urn:a', 'urn:b']);
  const { messages } = await records.load();
  expect(messages.map(({ message }) => message.infos[0]!.event).sort()).toEqual([
    'Blizzard Warning',
    'High Wind Warning',
  ]);
});

test('NWS: every page is read, each time, and none twice', async () => {
  const next = `${upstream.url}/alerts/active?cursor=2`;
  upstream.replies.set(ACTIVE, body(nws(['urn:a'], { next })));
  upstream.replies.set('/alerts/active?cursor=2', body(nws(['urn:b'], { next: `${upstream.url}${ACTIVE}` })));
  await poll('nws-alerts');
  expect(paths()).toEqual([ACTIVE, '/alerts/active?cursor=2']);
  expect(await stored()).toEqual(['urn:a', 'urn:b']);
  await poll('nws-alerts');
  expect(paths()).toEqual([ACTIVE, '/alerts/active?cursor=2']);
});

test.each([
  ['another host', 'https://evil.example/alerts'],
  ['another port', 'http://127.0.0.1:9/alerts'],
  ['a file', 'file:///etc/passwd'],
])('NWS: a next page on %s is not asked for', async (_, next) => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a'], { next })));
  expect(await poll('nws-alerts')).toMatchObject({ added: 1, documents: 1 });
});

test('NWS: pages without end do end', async () => {
  let page = 0;
  const endless = (): void => {
    const next = `/alerts/active?cursor=${++page}`;
    const reply = body(nws([`urn:${page}`], { next: `${upstream.url}${next}` }));
    upstream.replies.set(page === 1 ? ACTIVE : `/alerts/active?cursor=${page - 1}`, (request, response) => {
      endless();
      reply(request, response);
    });
  };
  endless();
  expect((await poll('nws-alerts')).documents).toBe(40);
});

/** What the upstream does, and the words of the failure. */
test.each([
  ['does not answer', silence, /timeout/],
  ['answers 500', status(500), /answers 500/],
  ['answers 403', status(403), /answers 403/],
  ['sends elsewhere', status(302, { location: 'http://127.0.0.1:9/' }), /redirects are not followed/],
  ['breaks off half way', half(nws(['urn:z'])), /network/],
  ['sends half and calls it all', body(nws(['urn:z']).slice(0, 300)), /malformed NWS alerts/],
  ['sends a page of HTML', body('<!doctype html><title>Sorry</title>'), /malformed NWS alerts/],
  ['sends another JSON', body('{"correlationId":"x","title":"Unexpected Problem"}'), /malformed NWS alerts/],
  ['sends nothing', body(''), /malformed NWS alerts/],
] as const)('NWS that %s: the poll fails, nothing changes, and the next one makes good', async (_, reply, words) => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a'])));
  await poll('nws-alerts');
  upstream.replies.set(ACTIVE, reply);
  now += 60;
  const hasty = { timeouts: { head: 0.2, idle: 0.2, total: 2 } };
  await expect(poll('nws-alerts', reply === silence ? { http: hasty } : {})).rejects.toThrow(words);
  expect(await stored()).toEqual(['urn:a']);
  const state = await records.pollState('nws-alerts');
  expect(state).toMatchObject({ lastSuccess: NOW, lastFailure: NOW + 60 });
  expect(state!.failure).toMatch(words);
  expect(events.at(-1)).toMatchObject({ event: 'failed' });
  upstream.replies.set(ACTIVE, body(nws(['urn:a', 'urn:b'])));
  now += 60;
  expect(await poll('nws-alerts')).toMatchObject({ added: 1 });
  expect(await records.pollState('nws-alerts')).toMatchObject({ lastSuccess: NOW + 120 });
});

test('NWS: a list that drips ends with the deadline of its poll, which has failed and changes nothing', async () => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a'])));
  await poll('nws-alerts');
  upstream.replies.set(ACTIVE, drip(nws(['urn:a', 'urn:b'])));
  now += 60;
  const words = /timeout: not read when the deadline of 0.2 s is over$/;
  await expect(poll('nws-alerts', { deadline: startIngestDeadline(0.2) })).rejects.toThrow(words);
  expect(await stored()).toEqual(['urn:a']);
  expect(await records.pollState('nws-alerts')).toMatchObject({ lastSuccess: NOW, lastFailure: NOW + 60 });
  expect(events.at(-1)).toMatchObject({ event: 'failed', facts: { host: new URL(upstream.url).host } });
});

test('MeteoAlarm: what was read before the deadline is kept, and the next poll asks for the rest alone', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`, `${upstream.url}/api/2`, `${upstream.url}/api/3`)));
  upstream.replies.set('/api/1', body(cap('at.1')));
  upstream.replies.set('/api/2', drip(cap('at.2')));
  upstream.replies.set('/api/3', body(cap('at.3')));
  upstream.replies.set(FRANCE, body(atom()));
  const late = await poll('meteoalarm', { ...europe, deadline: startIngestDeadline(0.4) });
  expect(late).toMatchObject({ added: 2, failed: [{ branch: 'austria', cause: expect.stringContaining('deadline') }] });
  expect(events.filter(({ event }) => event === 'fault')).toMatchObject([{ facts: { part: 'austria' } }]);
  paths();
  upstream.replies.set('/api/2', body(cap('at.2')));
  expect(await poll('meteoalarm', europe)).toMatchObject({ added: 1, failed: [] });
  expect(paths()).toEqual([AUSTRIA, FRANCE, '/api/2']);
});

test('MeteoAlarm: documents that the deadline leaves no time for make their country fail', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`)));
  upstream.replies.set('/api/1', body(cap('at.1')));
  upstream.replies.set(FRANCE, drip(atom()));
  const deadline = startIngestDeadline(0.3);
  await expect(poll('meteoalarm', { ...europe, deadline })).rejects.toThrow(/the deadline of 0.3 s is over/);
  expect(await records.pollState('meteoalarm/austria')).toMatchObject({ lastSuccess: null, lastFailure: NOW });
  expect(paths()).not.toContain('/api/1');
});

test('NWS: packed answers are unpacked; those that unpack to more than there may be are refused', async () => {
  const packed = (content: string): ReturnType<typeof body> => {
    const bytes = gzipSync(content);
    return (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes);
  };
  upstream.replies.set(ACTIVE, packed(nws(['urn:a'])));
  expect(await poll('nws-alerts')).toMatchObject({ added: 1 });
  upstream.replies.set(ACTIVE, packed(' '.repeat(33_000_000)));
  await expect(poll('nws-alerts')).rejects.toThrow(/too-large/);
});

test('NWS: a broken alert is set aside and the others are taken', async () => {
  const list = JSON.parse(nws(['urn:a', 'urn:b']));
  list.features[0].properties.sent = 'yesterday';
  upstream.replies.set(ACTIVE, body(JSON.stringify(list)));
  expect(await poll('nws-alerts')).toMatchObject({ added: 1, broken: 1 });
  const [broken] = await records.quarantined('nws-alerts', 10);
  expect(broken).toMatchObject({ id: 'urn:a' });
});

test('a message that is dated days ahead is set aside, and taken from a later list', async () => {
  const list = JSON.parse(nws(['urn:a', 'urn:b']));
  list.features[0].properties.sent = new Date((NOW + 25 * 3600) * 1000).toISOString();
  upstream.replies.set(ACTIVE, body(JSON.stringify(list)));
  expect(await poll('nws-alerts')).toMatchObject({ added: 1, broken: 1 });
  expect(await records.quarantined('nws-alerts', 10)).toMatchObject([
    { id: 'urn:a', reason: 'sent must be at most 24 hours ahead; it is 25 hours ahead' },
  ]);
  now = NOW + 2 * 3600;
  upstream.replies.set(ACTIVE, body(JSON.stringify({ ...list, updated: new Date(now * 1000).toISOString() })));
  expect(await poll('nws-alerts')).toMatchObject({ added: 1, broken: 0 });
});

test('MeteoAlarm: each message is fetched once, however many entries lead to it', async () => {
  const message = `${upstream.url}/api/v1/warnings/feeds-austria/1`;
  upstream.replies.set(
    AUSTRIA,
    body(atom(`${message}?index_info=0&amp;index_area=0`, `${message}?index_info=0&amp;index_area=1`), '"1"'),
  );
  upstream.replies.set('/api/v1/warnings/feeds-austria/1', body(cap('at.1')));
  await poll('meteoalarm', { chosen: ['austria'] });
  expect(paths()).toEqual([AUSTRIA, '/api/v1/warnings/feeds-austria/1']);
  const second = `${upstream.url}/api/v1/warnings/feeds-austria/2`;
  upstream.replies.set(AUSTRIA, body(atom(message, second), '"2"'));
  upstream.replies.set('/api/v1/warnings/feeds-austria/2', body(cap('at.2')));
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ added: 1, documents: 2 });
  expect(paths()).toEqual([AUSTRIA, '/api/v1/warnings/feeds-austria/2']);
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ unchanged: 1, documents: 1 });
  upstream.replies.set(AUSTRIA, body(atom(message, second), '"3"'));
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ added: 0, documents: 1 });
  expect(await stored()).toEqual(['at.1', 'at.2']);
});

test('MeteoAlarm: a country that fails fails alone, and its state names it', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`)));
  upstream.replies.set('/api/1', body(cap('at.1')));
  upstream.replies.set(FRANCE, status(503));
  expect(await poll('meteoalarm', europe)).toMatchObject({ added: 1, failed: [{ branch: 'france' }] });
  expect(await records.pollState('meteoalarm')).toMatchObject({ lastSuccess: NOW, lastFailure: null });
  expect(await records.pollState('meteoalarm/austria')).toMatchObject({ lastSuccess: NOW });
  expect(await records.pollState('meteoalarm/france')).toMatchObject({ lastSuccess: null, lastFailure: NOW });
});

test('MeteoAlarm: when every country fails, the feed has failed', async () => {
  upstream.replies.set(AUSTRIA, status(500));
  upstream.replies.set(FRANCE, body('<html>'));
  await expect(poll('meteoalarm', europe)).rejects.toThrow();
  expect(await records.pollState('meteoalarm')).toMatchObject({ lastSuccess: null, lastFailure: NOW });
});

test('MeteoAlarm: a message that could not be had is asked for again, though its index is unchanged', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`, `${upstream.url}/api/2`)));
  upstream.replies.set('/api/1', body(cap('at.1')));
  upstream.replies.set('/api/2', half(cap('at.2')));
  upstream.replies.set(FRANCE, body(atom()));
  expect(await poll('meteoalarm', europe)).toMatchObject({ added: 1, failed: [{ branch: 'austria' }] });
  paths();
  upstream.replies.set('/api/2', body(cap('at.2')));
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ added: 1, unchanged: 0 });
  expect(paths()).toEqual([AUSTRIA, '/api/2']);
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ unchanged: 1 });
});

test('MeteoAlarm: a broken message has three chances, a good one beside it is taken at once', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`, `${upstream.url}/api/2`)));
  upstream.replies.set('/api/1', body(cap('at.1').slice(0, 400)));
  upstream.replies.set('/api/2', body(cap('at.2')));
  for (const asked of [[AUSTRIA, '/api/1', '/api/2'], [AUSTRIA, '/api/1'], [AUSTRIA, '/api/1'], [AUSTRIA], [AUSTRIA]]) {
    expect((await poll('meteoalarm', { chosen: ['austria'] })).failed).toEqual([]);
    expect(paths().sort()).toEqual([...asked].sort());
  }
  expect(await stored()).toEqual(['at.2']);
  expect(await records.quarantined('meteoalarm', 10)).toMatchObject([{ id: `${upstream.url}/api/1`, times: 3 }]);
});

test('MeteoAlarm: links to other hosts are not followed', async () => {
  upstream.replies.set(AUSTRIA, body(atom('https://evil.example/1.cap', 'http://169.254.169.254/latest/meta-data')));
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ documents: 1, failed: [] });
});

test('WMO: the register leads to sources, these to messages; private hosts are not connected to', async () => {
  const source = (sourceId: string, more: object = {}) => ({
    source: { sourceId, authorityCountry: sourceId.slice(0, 2), capAlertFeedStatus: 'operating', ...more },
  });
  const sources = [
    source('br-inmet-pt'),
    source('us-noaa-nws-en'),
    source('../../etc'),
    source('jp-jma-xx', { ignore: true }),
  ];
  upstream.replies.set('/json/sources.json', body(JSON.stringify({ sources })));
  const elsewhere = [
    'https://127.0.0.1/1.cap',
    'https://localhost/2.cap',
    'https://[::1]/3.cap',
    'http://met.example/4.cap',
  ];
  upstream.replies.set(
    '/cap-alerts/br-inmet-pt/rss.xml',
    body(rss(`${upstream.url}/cap-alerts/br-inmet-pt/1.xml`, ...elsewhere)),
  );
  upstream.replies.set('/cap-alerts/br-inmet-pt/1.xml', body(cap('br.1')));
  const outcome = await poll('wmo-alert-hub');
  expect(outcome).toMatchObject({ added: 1, failed: [] });
  expect(paths()).toEqual(['/json/sources.json', '/cap-alerts/br-inmet-pt/rss.xml', '/cap-alerts/br-inmet-pt/1.xml']);
  expect(await stored()).toEqual(['br.1']);
});

test('DWD: every message of the archive is taken, a broken one is set aside; a broken archive changes nothing', async () => {
  const archive = zipSync({
    'a.xml': Buffer.from(cap('de.1')),
    'b.xml': Buffer.from('<alert'),
    'c.xml': Buffer.from(cap('de.3')),
  });
  upstream.replies.set(ARCHIVE, body(archive));
  expect(await poll('dwd-alerts')).toMatchObject({ added: 2, broken: 1 });
  upstream.replies.set(ARCHIVE, body(archive.subarray(0, archive.length - 30)));
  await expect(poll('dwd-alerts')).rejects.toThrow(/malformed ZIP archive/);
  expect(await stored()).toEqual(['de.1', 'de.3']);
});

test('DWD: an archive without a message is no failure', async () => {
  upstream.replies.set(ARCHIVE, body(zipSync({})));
  expect(await poll('dwd-alerts')).toMatchObject({ added: 0, messages: 0 });
});

test('ECCC: the directory of an hour is listed once, when the hour is over', async () => {
  now = NOW + 10 * 60;
  const hour = '/today/alerts/cap/20261120/LAND/11/';
  const listing =
    '<a href="?C=N">Name</a><a href="/today/alerts/cap/20261120/LAND/">up</a><a href="T_ABCN00_C_LAND_1.cap">f</a>';
  upstream.replies.set(hour, body(listing));
  upstream.replies.set(`${hour}T_ABCN00_C_LAND_1.cap`, body(cap('ca.1')));
  expect(await poll('eccc-alerts')).toMatchObject({ added: 1, documents: 37 });
  const asked = paths();
  expect(asked.filter((path) => path.includes('/12/'))).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
  await poll('eccc-alerts');
  expect(paths()).toEqual([]);
  now += 3600;
  await poll('eccc-alerts');
  expect(paths().every((path) => path.includes('/12/'))).toBe(true);
});

test('a kill between the messages and the state costs one poll in full and no message', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`)));
  upstream.replies.set('/api/1', body(cap('at.1')));
  const killed = { ...records, setPollState: () => Promise.reject(new Error('killed')) };
  await expect(poll('meteoalarm', { chosen: ['austria'], alerts: killed })).rejects.toThrow('killed');
  expect(await stored()).toEqual(['at.1']);
  paths();
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ added: 0, messages: 1 });
  expect(paths()).toEqual([AUSTRIA, '/api/1']);
});

test('records that were put back, or lost, get everything again', async () => {
  upstream.replies.set(AUSTRIA, body(atom(`${upstream.url}/api/1`)));
  upstream.replies.set('/api/1', body(cap('at.1')));
  await poll('meteoalarm', { chosen: ['austria'] });
  records = createMemoryAlerts();
  expect(await poll('meteoalarm', { chosen: ['austria'] })).toMatchObject({ added: 1 });
});

test('a memory that was damaged counts as none', async () => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a'])));
  await poll('nws-alerts');
  const path = join(root, String(count), 'nws-alerts', 'read.json');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 50));
  expect(await poll('nws-alerts')).toMatchObject({ unchanged: 0, messages: 1, added: 0 });
});

test('messages that the records do not take are not remembered as read', async () => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a'])));
  const refusing = { ...records, add: () => Promise.reject(new Error('disk full')) };
  await expect(poll('nws-alerts', { alerts: refusing })).rejects.toThrow('disk full');
  expect(await poll('nws-alerts')).toMatchObject({ added: 1, unchanged: 0 });
});

test('a poll that is stopped says so, and a second one at the same time is refused', async () => {
  const stop = new AbortController();
  upstream.replies.set(ACTIVE, silence);
  const running = poll('nws-alerts', { signal: stop.signal });
  await expect(poll('nws-alerts')).rejects.toMatchObject({ tag: 'directory-locked' });
  stop.abort(new Error('stopped by SIGTERM'));
  await expect(running).rejects.toThrow('stopped by SIGTERM');
  expect(events.at(-1)).toMatchObject({ event: 'stopped' });
});

test('chains that ended two days ago are forgotten, once an hour', async () => {
  upstream.replies.set(ACTIVE, body(nws(['urn:a'])));
  await poll('nws-alerts');
  upstream.replies.set(ACTIVE, body(nws([]), '"none"'));
  now = Date.UTC(2026, 10, 22, 17) / 1000;
  await poll('nws-alerts');
  expect(await stored()).toEqual(['urn:a']);
  now += 2 * 3600;
  await poll('nws-alerts');
  expect(await stored()).toEqual([]);
});

test('files by hand: messages, archives and lists; a broken one, or one dated days ahead, stops nothing', async () => {
  const directory = mkdtempSync(join(root, 'files-'));
  writeFileSync(join(directory, 'a.cap'), cap('f.1'));
  writeFileSync(join(directory, 'b.xml'), '<alert>');
  writeFileSync(join(directory, 'c.zip'), zipSync({ 'x.xml': Buffer.from(cap('f.2')) }));
  writeFileSync(join(directory, 'd.json'), nws(['f.3']));
  writeFileSync(join(directory, 'e.cap'), cap('f.4', { sent: new Date((NOW + 25 * 3600) * 1000).toISOString() }));
  writeFileSync(join(directory, 'notes.txt'), 'nothing');
  const outcome = await ingestAlertFiles(deps(), feedOf('alerts', 'eccc-alerts'), [directory]);
  expect(outcome).toEqual({ files: 5, messages: 3, added: 3, broken: 2 });
  const reasons = (await records.quarantined('eccc-alerts', 10)).map(({ reason }) => reason);
  expect(reasons).toContain('sent must be at most 24 hours ahead; it is 25 hours ahead');
  expect(await stored()).toEqual(['f.1', 'f.2', 'f.3']);
  await expect(
    ingestAlertFiles(deps(), feedOf('alerts', 'eccc-alerts'), [join(directory, 'gone.cap')]),
  ).rejects.toThrow(/gone.cap: unreadable: no such file or directory/);
  await expect(ingestAlertFiles(deps(), feedOf('alerts', 'eccc-alerts'), [join(directory, 'b.xml')])).rejects.toThrow(
    /b\.xml: framing: its only message is broken: /,
  );
});
