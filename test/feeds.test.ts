/** What must be said of every feed somewhere, is. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADDRESS_SETTINGS } from '../src/base/config-table.js';
import { FEEDS } from '../src/ingest/feed-table.js';
import { DATASETS } from '../src/model/dataset.js';
import { freshnessOf } from '../src/query/layers/freshness.js';

test('every dataset has one feed', () => {
  expect(FEEDS.map(({ id }) => id).sort()).toEqual(DATASETS.map(({ id }) => id).sort());
});

test.each(FEEDS.map((feed) => [feed.id, feed] as const))(
  '%s has an address, a freshness and its rights',
  (id, feed) => {
    expect(ADDRESS_SETTINGS).toContain(feed.addressSetting);
    const { cadence, latency, staleAfter } = freshnessOf(id);
    expect(latency).toBe(feed.latency);
    expect(cadence).toBeGreaterThanOrEqual(feed.cycle.every);
    expect(staleAfter).toBeGreaterThan(cadence + latency);
    const page = readFileSync('docs/data-sources.md', 'utf8');
    expect(page).toContain(`| \`${id}\` |`);
    expect(page).toContain(`| \`${feed.addressSetting}\` |`);
  },
);
