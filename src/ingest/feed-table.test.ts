import { expect, test } from 'vitest';
import { ADDRESS_SETTINGS, FEED_NAMES } from '../config/config-table.js';
import { DATASETS } from '../model/dataset.js';
import { runsBefore } from '../sources/runs.js';
import { FEEDS, feedOf } from './feed-table.js';
import { runAfter } from './run-steps.js';

test('there is a feed for every dataset, a name for it in the settings, and no other', () => {
  const ids = DATASETS.map(({ id }) => id);
  expect(FEEDS.map(({ id }) => id)).toEqual(ids);
  expect([...FEED_NAMES]).toEqual(ids);
  expect(() => feedOf('icon' as 'gfs')).toThrow(RangeError);
});

test.each(FEEDS.map((feed) => [feed.id, feed] as const))('%s is a whole row', (_, feed) => {
  expect(ADDRESS_SETTINGS as readonly string[]).toContain(feed.addressSetting);
  const [run] = runsBefore(feed, Date.UTC(2026, 10, 20, 12) / 1000, 1) as [number];
  const parts = feed.partsOf('http://upstream', run);
  const leads = parts.flatMap((part) => part.leads);
  expect(leads).toEqual([...new Set(leads)].sort((a, b) => a - b)); // ascending, each once
  for (const { url } of parts.flatMap(({ files }) => files)) expect(url).toMatch(/^http:\/\/upstream\/[^/]/);
  expect(feed.lastUrl('http://upstream', run)).toMatch(/^http:\/\/upstream\/[^/]/);
  expect(runsBefore(feed, runAfter(feed, run), 2)).toEqual([runAfter(feed, run), run]);
});
