import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publishScans, randomScan } from '../../../test/random-scan.js';
import { loadConfig } from '../../base/config.js';
import type { PollState } from '../../model/records.js';
import { feedFindings } from './doctor-feeds.js';
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
