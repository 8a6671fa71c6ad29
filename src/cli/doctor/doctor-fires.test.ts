import { expect, test } from 'vitest';
import { MINUTE } from '../../model/time.js';
import { fireFinding } from './doctor-fires.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const NEVER = { lastSuccess: null, lastFailure: null, failure: null };
const seen = (hours: number) => ({
  version: '20261120T110000Z',
  validTime: NOW - hours * 3600,
  createdAt: NOW - 3600,
  simulated: false,
});

test.each([
  ['never polled', { newest: null, poll: NEVER }, 'note', 'not tried yet; no service is running'],
  [
    'polled',
    { newest: seen(3), poll: { ...NEVER, lastSuccess: NOW - 4 * MINUTE } },
    'ok',
    'seen until 2026-11-20T09:00:00Z, 3 h old; polled 4 min ago',
  ],
  [
    'late',
    { newest: seen(20), poll: { ...NEVER, lastSuccess: NOW - 4 * MINUTE } },
    'note',
    'seen until 2026-11-19T16:00:00Z, 20 h old, which is late; polled 4 min ago',
  ],
  [
    'damaged on disk',
    { newest: { ...seen(3), isPrevious: true }, poll: { ...NEVER, lastSuccess: NOW - 4 * MINUTE } },
    'wrong',
    'seen until 2026-11-20T09:00:00Z, 3 h old; the newest version cannot be read, this is the one before; polled 4 min ago',
  ],
  [
    'failed since',
    {
      newest: seen(3),
      poll: { lastSuccess: NOW - 70 * MINUTE, lastFailure: NOW - 10 * MINUTE, failure: 'answers 503' },
    },
    'wrong',
    'seen until 2026-11-20T09:00:00Z, 3 h old; polled 70 min ago; failed 10 min ago: answers 503',
  ],
  [
    'failed from the start',
    { newest: null, poll: { ...NEVER, lastFailure: NOW, failure: 'no route' } },
    'wrong',
    'nothing published yet; never polled with success; failed just now: no route',
  ],
  [
    'well again',
    { newest: seen(3), poll: { lastSuccess: NOW - MINUTE, lastFailure: NOW - 10 * MINUTE, failure: 'answers 503' } },
    'ok',
    'seen until 2026-11-20T09:00:00Z, 3 h old; polled 1 min ago',
  ],
] as const)('fires that were %s', (_, state, expected, words) => {
  const served = { isServed: false, ingests: new Map() };
  expect(fireFinding('firms', state, 12 * 3600, { now: NOW, served })).toEqual([expected, 'firms', words]);
});
