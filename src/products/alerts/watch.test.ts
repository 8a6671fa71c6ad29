import { expect, test } from 'vitest';
import type { PollState } from '../../model/records.js';
import { HOUR } from '../../model/time.js';
import { placeAt, type WatchedFeed, watchesOf } from './watch.js';

const NEVER: PollState = { etag: null, lastModified: null, lastSuccess: null, lastFailure: null, failure: null };

/** Of two countries, each a branch; with boxes at sea. */
const FEED: WatchedFeed = {
  id: 'example',
  title: 'Example alerts',
  issuer: 'Example',
  intervalSeconds: 300,
  places: (branch) => ({
    countries: branch === null ? ['at', 'ch'] : [branch === 'austria' ? 'at' : 'ch'],
    boxes: [{ south: -10, west: 170, north: 10, east: -170 }],
  }),
};

const states = (...rows: [name: string, state: Partial<PollState>][]) =>
  new Map(rows.map(([name, state]) => [name, { ...NEVER, ...state }]));
const names = (...rows: Parameters<typeof states>) => watchesOf([FEED], states(...rows)).map(({ name }) => name);

test('a feed is one watch until its polls have shown branches, then each branch is one', () => {
  expect(names()).toEqual(['example']);
  expect(names(['example', { lastSuccess: 100 }])).toEqual(['example']);
  expect(names(['example', { lastSuccess: 100 }], ['example/austria', { lastSuccess: 100 }])).toEqual([
    'example/austria',
  ]);
  expect(names(['examples/austria', { lastSuccess: 100 }])).toEqual(['example']);
});

test('a branch that polls have left out for a day is none any more; one that fails is', () => {
  const now = 1_000_000;
  const rows = (austria: Partial<PollState>) =>
    names(['example', { lastSuccess: now }], ['example/austria', austria], ['example/swiss', { lastSuccess: now }]);
  expect(rows({ lastSuccess: now - 23 * HOUR })).toEqual(['example/austria', 'example/swiss']);
  expect(rows({ lastSuccess: now - 25 * HOUR })).toEqual(['example/swiss']);
  expect(rows({ lastSuccess: now - 25 * HOUR, lastFailure: now, failure: 'timeout' })).toEqual([
    'example/austria',
    'example/swiss',
  ]);
});

test('late is what has not been read for longer than the limit, or never', () => {
  const [watch] = watchesOf([FEED], states(['example', { lastSuccess: 1000 }]));
  expect([watch!.isLate(1000 + 1800), watch!.isLate(1000 + 1801)]).toEqual([false, true]);
  expect(watchesOf([FEED], new Map())[0]!.isLate(0)).toBe(true);
});

test('a failure counts until the next success', () => {
  const hasFailed = (state: Partial<PollState>) => watchesOf([FEED], states(['example', state]))[0]!.hasFailed;
  expect(hasFailed({ lastSuccess: 1, lastFailure: 2, failure: 'timeout' })).toBe(true);
  expect(hasFailed({ lastSuccess: 3, lastFailure: 2, failure: 'timeout' })).toBe(false);
});

test.each([
  ['Vienna', 48.21, 16.37, true],
  ['Munich', 48.14, 11.58, false],
  ['at sea in the box, west of the date line', 0, 175, true],
  ['at sea in the box, east of it', 0, -175, true],
  ['at sea beside it', 0, 165, false],
])('%s', (_, latitude, longitude, isCovered) => {
  const [watch] = watchesOf([FEED], states(['example/austria', { lastSuccess: 1 }]));
  expect(watch!.covers(placeAt(latitude, longitude))).toBe(isCovered);
});
