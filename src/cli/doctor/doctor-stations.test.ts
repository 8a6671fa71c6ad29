import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../model/time.js';
import { stationFinding } from './doctor-stations.js';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const POLL = {
  lastSuccess: null,
  lastFailure: null,
  failure: null,
  baseBuiltAt: null,
  recentBuiltAt: null,
  baseVersion: null,
  recentVersion: null,
  baseList: null,
  refusedFiles: {},
  shrunkenFiles: {},
};
const TODAY = Math.floor(NOW / DAY);

test.each([
  [
    'never polled',
    { lastDay: null, publishedAt: null, hasBase: false, poll: POLL },
    'note',
    'not tried yet; no service is running',
  ],
  [
    'published',
    {
      lastDay: TODAY - 2,
      publishedAt: NOW - 3 * HOUR,
      hasBase: true,
      poll: { ...POLL, lastSuccess: NOW - 3 * HOUR },
    },
    'ok',
    'days until 2026-11-18; published 3 h ago; polled 3 h ago',
  ],
  [
    'a week behind',
    {
      lastDay: TODAY - 7,
      publishedAt: NOW - 3 * HOUR,
      hasBase: true,
      poll: { ...POLL, lastSuccess: NOW - 3 * HOUR, baseBuiltAt: NOW },
    },
    'note',
    'days until 2026-11-13, which is late; published 3 h ago; polled 3 h ago',
  ],
  [
    'without older years',
    {
      lastDay: TODAY - 2,
      publishedAt: NOW - 3 * HOUR,
      hasBase: false,
      poll: { ...POLL, lastSuccess: NOW - 3 * HOUR, baseBuiltAt: NOW },
    },
    'ok',
    'days until 2026-11-18; published 3 h ago; older years are not loaded yet; polled 3 h ago',
  ],
] as const)('doctor tells of station series that are %s', (_, state, kind, words) => {
  const served = { isServed: false, ingests: new Map() };
  expect(stationFinding('ghcn-daily', state, { now: NOW, served })).toEqual([kind, 'ghcn-daily', words]);
});
