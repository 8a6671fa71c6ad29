import { expect, test } from 'vitest';
import { MINUTE } from '../../model/time.js';
import { reportFinding } from './doctor-reports.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const NEVER = { lastSuccess: null, lastFailure: null, failure: null };
const POLLED = { ...NEVER, lastSuccess: NOW - 4 * MINUTE };
const newest = (minutes: number) => ({
  version: '20261120T115000Z',
  validTime: NOW - minutes * MINUTE,
  createdAt: NOW - 10 * MINUTE,
  simulated: false,
  stations: 4618,
  reports: 9000,
});

test.each([
  ['never polled', { newest: null, poll: NEVER }, 'note', 'not tried yet; no service is running'],
  ['polled', { newest: newest(4), poll: POLLED }, 'ok', '4618 stations, newest report 4 min old; polled 4 min ago'],
  [
    'late',
    { newest: newest(70), poll: POLLED },
    'note',
    '4618 stations, newest report 70 min old, which is late; polled 4 min ago',
  ],
  [
    'failed since',
    { newest: newest(20), poll: { ...POLLED, lastFailure: NOW - MINUTE, failure: 'answers 503' } },
    'wrong',
    '4618 stations, newest report 20 min old; polled 4 min ago; failed 1 min ago: answers 503',
  ],
  [
    'failed from the start',
    { newest: null, poll: { ...NEVER, lastFailure: NOW, failure: 'no route' } },
    'wrong',
    'nothing published yet; never polled with success; failed just now: no route',
  ],
] as const)('station reports that were %s', (_, state, expected, words) => {
  const served = { isServed: false, ingests: new Map() };
  expect(reportFinding('metar', state, { now: NOW, served })).toEqual([expected, 'metar', words]);
});
