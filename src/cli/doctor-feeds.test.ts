import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../base/config.js';
import type { PollState } from '../model/records.js';
import { feedFindings } from './doctor-feeds.js';

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
  const attempts = { last: new Map(), polls: new Map(polls), isServed: false };
  return feedFindings(loadConfig({ ...BASE, ...settings }), attempts, false);
}

test.each([
  ['live without an address', { WEATHERGLASS_PROFILE: 'live' }, true],
  [
    'live with an address',
    { WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_NUTS_ZONES_URL: 'https://example.org/nuts' },
    false,
  ],
  ['live without MeteoAlarm', { WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_FEEDS: 'nws-alerts' }, false],
  ['in the demo, whose upstream has them', {}, false],
])('NUTS regions without shapes are pointed out: %s', async (_, settings, isSaid) => {
  const names = (await findings(settings)).map(([, name]) => name);
  expect(names.includes('NUTS regions')).toBe(isSaid);
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
