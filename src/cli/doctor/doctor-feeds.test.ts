import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publishScans, randomScan } from '../../../test/random-scan.js';
import { loadConfig } from '../../config/config.js';
import type { IngestState } from '../../model/ingest-state.js';
import type { IngestRecord, PollState } from '../../model/records.js';
import { type Attempts, feedFinding, feedFindings, otherFinding } from './doctor-feeds.js';
import { findingLines } from './finding.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-doctor-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const BASE = {
  WEATHERGLASS_DATA: directory,
  WEATHERGLASS_FEEDS: 'meteoalarm,alert-zones',
  WEATHERGLASS_NOW: '2026-11-20T12:00:00Z',
};
const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const never: PollState = { etag: null, lastModified: null, lastSuccess: null, lastFailure: null, failure: null };

function findings(settings: Record<string, string>, polls: [string, PollState][] = []) {
  const attempts = { last: new Map(), polls: new Map(polls), ingests: new Map(), isServed: false };
  return feedFindings(loadConfig({ ...BASE, ...settings }), attempts, false);
}

const LIVE = { WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_FEEDS: 'nws-alerts,meteoalarm' };

test.each<[string, Record<string, string>, string[]]>([
  ['live with neither', LIVE, ['contact', 'NUTS regions']],
  ['live with a contact', { ...LIVE, WEATHERGLASS_CONTACT: 'ops@example.org' }, ['NUTS regions']],
  ['live with an address', { ...LIVE, WEATHERGLASS_NUTS_ZONES_URL: 'https://example.org/nuts' }, ['contact']],
  ['live with other issuers', { ...LIVE, WEATHERGLASS_FEEDS: 'dwd-alerts' }, []],
  ['in the demo, whose upstream asks nobody', {}, []],
])('settings that alerts need are pointed out where they are missing: %s', async (_, settings, expected) => {
  const names = (await findings(settings)).map(([, name]) => name);
  expect(names.filter((name) => name === 'contact' || name === 'NUTS regions')).toEqual(expected);
});

test('what was found begins at the same column, however long a name is', () => {
  const lines = findingLines([
    ['ok', 'gfs', 'run'],
    ['wrong', 'hrrr-subhourly upstream', 'network'],
  ]);
  expect(lines).toEqual(['ok    gfs                      run\n', 'wrong hrrr-subhourly upstream  network\n']);
});

test('single radars are told of where any was looked at', async () => {
  const scans = [
    randomScan({ site: 'KTLX', validTime: NOW - 240 }),
    randomScan({ site: 'KINX', validTime: NOW - 540 }),
  ];
  await publishScans(join(directory, 'objects'), scans);
  expect(await findings({})).toContainEqual(['ok', 'nexrad', '2 radars looked at of late; newest KTLX, 4 min old']);
  rmSync(join(directory, 'objects'), { recursive: true });
});

test('a poll is told with its age, its failure, and the parts that failed', async () => {
  const told = await findings({}, [
    ['meteoalarm', { ...never, lastSuccess: NOW - 240 }],
    ['meteoalarm/france', { ...never, lastSuccess: NOW - 900, lastFailure: NOW - 240, failure: 'answers 503' }],
    ['alert-zones', { ...never, lastFailure: NOW - 60, failure: 'answers 404' }],
  ]);
  expect(told).toEqual([
    ['note', 'meteoalarm', 'polled 4 min ago; france failed: answers 503'],
    ['wrong', 'alert-zones', 'never polled with success; failed 1 min ago: answers 404'],
  ]);
});

test('parts of a feed that failed for one reason are named together, and not again where the whole feed failed for it', async () => {
  const failed = (failure: string): PollState => ({ ...never, lastFailure: NOW - 240, failure });
  const countries = ['austria', 'belgium', 'croatia', 'cyprus', 'czechia', 'denmark', 'estonia'];
  const parts = countries.map((name): [string, PollState] => [`meteoalarm/${name}`, failed('answers 503')]);
  const [partly] = await findings({}, [['meteoalarm', { ...never, lastSuccess: NOW - 240 }], ...parts]);
  expect(partly).toEqual([
    'note',
    'meteoalarm',
    'polled 4 min ago; austria, belgium, croatia, cyprus, czechia and 2 more failed: answers 503',
  ]);
  const [wholly] = await findings({}, [['meteoalarm', failed('answers 503')], ...parts]);
  expect(wholly).toEqual(['wrong', 'meteoalarm', 'never polled with success; failed 4 min ago: answers 503']);
});

const IDLE: IngestState = {
  ...{ feed: 'gfs', state: 'idle', waitsFor: null, runningSeconds: null, stage: null, done: null, of: null },
  ...{ failures: 0, failure: null, endedSeconds: null, nextSeconds: 0 },
};
const NBM: IngestState = {
  ...{ ...IDLE, feed: 'nbm', state: 'running', runningSeconds: 720, nextSeconds: null },
  ...{ stage: 'downloading', done: 71, of: 209 },
};
const FAILED: IngestRecord = {
  ...{ feed: 'hrrr', referenceTime: NOW - 3600, startedAt: NOW - 300, finishedAt: NOW - 240 },
  ...{ status: 'failed', stepsDone: 3, stepsTotal: 19, bytesDownloaded: 1, outcome: 'host not found (a.example)' },
};

function finding(last: IngestRecord | null, state: Partial<IngestState> | null, isServed = true) {
  const ingests = new Map([['nbm', NBM]]);
  if (state !== null) ingests.set('hrrr', { ...IDLE, feed: 'hrrr', ...state });
  const attempts: Attempts = { last: new Map(last && [['hrrr', last]]), polls: new Map(), ingests, isServed };
  const [severity, , detail] = feedFinding('hrrr', null, attempts, NOW);
  return [severity, detail.replace('nothing published yet; ', '')];
}

test.each<[string, IngestRecord | null, Partial<IngestState> | null, boolean, string, string]>([
  [
    'whose attempt failed',
    FAILED,
    { failures: 1, failure: 'host not found (a.example)', endedSeconds: 40, nextSeconds: 20 },
    true,
    'wrong',
    'last attempt failed 40 s ago: host not found (a.example); next attempt in 20 s',
  ],
  [
    'that waits for another',
    null,
    { state: 'waiting', waitsFor: 'nbm' },
    true,
    'note',
    'waits for National Blend of Models, which has been downloading for 12 min, 33%',
  ],
  [
    'that is being ingested',
    { ...FAILED, status: 'running', finishedAt: null, outcome: null },
    { state: 'running', runningSeconds: 50, stage: 'building', done: 1, of: 2 },
    true,
    'note',
    'building for 50 s, 50%',
  ],
  [
    'that its deadline stopped',
    { ...FAILED, status: 'stopped', outcome: 'the deadline of 30 min is over' },
    { state: 'waiting', waitsFor: 'nbm', endedSeconds: 240 },
    true,
    'note',
    'last attempt stopped 4 min ago at 3 of 19 steps: the deadline of 30 min is over; waits for National Blend of Models, which has been downloading for 12 min, 33%',
  ],
  ['that is due', null, {}, true, 'note', 'not tried yet; the first attempt is about to begin'],
  [
    'of a service that ingests nothing',
    null,
    null,
    true,
    'note',
    'not tried yet; the running service does not ingest it',
  ],
  ['without a service', null, null, false, 'note', 'not tried yet; no service is running'],
  [
    'that failed without a service',
    FAILED,
    null,
    false,
    'wrong',
    'last attempt failed 4 min ago: host not found (a.example)',
  ],
])('a model %s', (_, last, state, isServed, severity, detail) => {
  expect(finding(last, state, isServed)).toEqual([severity, detail]);
});

test('a feed of a kind without its own findings has a line that says how its last ingest went', () => {
  const attempts = (ingests: Attempts['ingests'] = new Map()): Attempts => ({
    ...{ last: new Map(), polls: new Map(), ingests, isServed: false },
  });
  expect(otherFinding('stations', attempts(), NOW)).toEqual([
    'note',
    'stations',
    'not tried yet; no service is running',
  ]);
  const failed = { feed: 'stations', state: 'idle', failures: 2, failure: 'host not found', endedSeconds: 40 };
  const state = { ...failed, waitsFor: null, stage: null, done: null, of: null, runningSeconds: null, nextSeconds: 20 };
  const ended = (more: object) => attempts(new Map([['stations', { ...state, ...more } as IngestState]]));
  const words = 'last attempt failed 40 s ago: host not found; next attempt in 20 s';
  expect(otherFinding('stations', ended({}), NOW)).toEqual(['wrong', 'stations', words]);
  const success = { failures: 0, failure: null };
  expect(otherFinding('stations', ended(success), NOW)).toEqual(['ok', 'stations', 'ingested 40 s ago']);
});
