import { expect, test } from 'vitest';
import { loadConfig } from '../../config/config.js';
import type { IngestState } from '../../model/ingest-state.js';
import { accuracyFindingOf, analysisFindingOf, archiveFindingOf, trafficFindings } from './doctor.js';

const findings = (environment: Record<string, string>) =>
  trafficFindings(loadConfig({ WEATHERGLASS_PROFILE: 'live', ...environment }));

test('gigabytes a day, what auto leaves out, and named models outside the region are each a line', () => {
  expect(findings({ WEATHERGLASS_REGION: '24,-126,50,-66' })).toEqual([
    ['ok', 'download', expect.stringMatching(/^about 25 GB a day \(gfs 9\.9, nbm 4\.8, /)],
    ['note', 'left out', expect.stringMatching(/^hrrr 7\.8, hrrr-subhourly 20 GB a day: .*=auto,hrrr$/)],
  ]);
  expect(findings({ WEATHERGLASS_REGION: '35,-12,72,45', WEATHERGLASS_FEEDS: 'hrrr' })).toEqual([
    ['ok', 'download', 'about 0 GB a day'],
    ['note', 'hrrr', 'does not cover WEATHERGLASS_REGION, so it is not downloaded'],
  ]);
  expect(findings({ WEATHERGLASS_PROFILE: 'demo' })).toEqual([]);
});

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const ISSUE = { issueTime: NOON, updatedAt: [NOON - 900, null] };
const served = (failures = 0) => {
  const state: IngestState = {
    ...{
      feed: 'forecast-archive',
      state: 'idle',
      waitsFor: null,
      runningSeconds: null,
      stage: null,
      done: null,
      of: null,
    },
    ...{ failures, failure: failures > 0 ? 'no space left on device' : null, endedSeconds: 10, nextSeconds: 20 },
  };
  return { isServed: true, ingests: new Map([['forecast-archive', state]]) };
};
const NOT_SERVED = { isServed: false, ingests: new Map<string, IngestState>() };
const AGE = 'newest issue 2026-11-20T12:00:00Z, 91 min ago, 1 of 2 stations';

test.each([
  ['an issue within the hour', ISSUE, served(), 1200, ['ok', '20 min ago']],
  ['a service that lost an hour', ISSUE, served(), 5460, ['wrong', AGE]],
  ['an old issue and no service', ISSUE, NOT_SERVED, 5460, ['ok', AGE]],
  [
    'attempts that fail',
    ISSUE,
    served(2),
    1200,
    ['wrong', 'last attempt failed: no space left on device; next attempt in 20 s'],
  ],
  ['no issue yet', null, served(), 0, ['note', 'no issue yet']],
  ['no issue and attempts that fail', null, served(1), 0, ['wrong', 'no issue yet; last attempt failed: no space']],
])('the line of the forecast archive with %s', (_, newest, attempts, seconds, [state, words]) => {
  const finding = archiveFindingOf(newest, attempts, NOON + seconds);
  expect(finding).toEqual([state, 'forecast archive', expect.stringContaining(words!)]);
});

test.each([
  ['the last day that is over', 1, true, ['ok', 'to 2026-11-19']],
  ['a day that is late', 2, true, ['ok', 'to 2026-11-18']],
  ['a day that is lost', 3, true, ['wrong', 'to 2026-11-17; 2 days are missing']],
  ['an old day and no service', 40, false, ['ok', 'to 2026-10-11']],
])('the line of the daily analysis with %s', (_, behind, isServed, [state, words]) => {
  const today = Math.floor(NOON / 86_400);
  expect(analysisFindingOf(today - behind, { isServed }, NOON)).toEqual([state, 'daily analysis', words]);
});

test('before the first day the line of the daily analysis is a note', () => {
  expect(analysisFindingOf(null, { isServed: true }, NOON)).toEqual(['note', 'daily analysis', 'no day yet']);
});

test.each([
  ['the last date that is over', 1, true, 'ok', 'forecasts to 2026-11-19 are verified'],
  ['a date that waits', 3, true, 'ok', 'forecasts to 2026-11-17 are verified'],
  ['dates that should be there', 4, true, 'wrong', 'to 2026-11-16 are verified; 3 dates wait'],
  ['an old date and no service', 40, false, 'ok', 'forecasts to 2026-10-11 are verified'],
] as const)('the line of the verification with %s', (_, behind, isServed, state, words) => {
  const today = Math.floor(NOON / 86_400);
  const finding = accuracyFindingOf(today - behind, { isServed }, NOON);
  expect(finding).toEqual([state, 'verification', expect.stringContaining(words)]);
  expect(accuracyFindingOf(null, { isServed }, NOON)[0]).toBe('note');
});
