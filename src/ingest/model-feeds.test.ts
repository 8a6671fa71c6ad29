import { expect, test } from 'vitest';
import { DATASETS } from '../model/dataset.js';
import { feedOf, feedsOf } from '../sources/feeds.js';
import { runsBefore } from '../sources/runs.js';
import { runAfter } from './run-steps.js';

test('every dataset has one feed, in the same order', () => {
  const ids = DATASETS.map(({ id }) => id);
  expect(feedsOf('model').map(({ id }) => id)).toEqual(ids);
  expect(() => feedOf('model', 'icon')).toThrow(RangeError);
});

test.each(feedsOf('model').map((feed) => [feed.id, feed] as const))('%s is a whole row', (_, feed) => {
  const [run] = runsBefore(feed, Date.UTC(2026, 10, 20, 12) / 1000, 1) as [number];
  const parts = feed.partsOf('http://upstream', run);
  const leads = parts.flatMap((part) => part.leads);
  expect(leads).toEqual([...new Set(leads)].sort((a, b) => a - b)); // ascending, each once
  for (const { url } of parts.flatMap(({ files }) => files)) expect(url).toMatch(/^http:\/\/upstream\/[^/]/);
  expect(feed.lastUrl('http://upstream', run)).toMatch(/^http:\/\/upstream\/[^/]/);
  expect(runsBefore(feed, runAfter(feed, run), 2)).toEqual([runAfter(feed, run), run]);
});
