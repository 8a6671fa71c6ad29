/** Facts about every feed that the documents must state, and tables of other rooms that must know it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DATASETS } from '../src/model/dataset.js';
import { cadenceOf, RADAR_NETWORKS } from '../src/model/radar.js';
import { FIRE_DATASETS } from '../src/model/timed-version.js';
import { freshnessOf } from '../src/query/layers/freshness.js';
import { FEEDS, feedsOf } from '../src/sources/feeds.js';

const page = readFileSync('docs/data-sources.md', 'utf8');

test('every feed has an id of its own', () => {
  expect(new Set(FEEDS.map(({ id }) => id)).size).toBe(FEEDS.length);
});

test.each(FEEDS.map((feed) => [feed.id, feed] as const))(
  '%s has its addresses and its rights in the documents',
  (id, feed) => {
    expect(page).toContain(`| \`${id}\` |`);
    expect(feed.addresses.length).toBeGreaterThan(0);
    for (const { setting } of feed.addresses) expect(page).toContain(`| \`${setting}\` |`);
    if ('attribution' in feed && feed.kind !== 'radar') expect(page).toContain(`"${feed.attribution}"`);
  },
);

test.each(FEEDS.map((feed) => [feed.id, feed] as const))(
  'the page about scheduling has queue and deadline of %s',
  (id, feed) => {
    const others = feed.kind === 'sweeps' ? 'two at a time' : 'its own';
    const queue = 'queue' in feed ? feed.queue : others;
    const seconds = feed.deadlineSeconds;
    const words = seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
    expect(readFileSync('docs/scheduling.md', 'utf8')).toContain(`| \`${id}\` | ${queue} | ${words} |`);
  },
);

test('every dataset has one feed', () => {
  expect(feedsOf('model').map(({ id }) => id)).toEqual(DATASETS.map(({ id }) => id));
  expect(feedsOf('radar').map(({ id }) => id)).toEqual(RADAR_NETWORKS.map(({ id }) => id));
  expect(feedsOf('fires').map(({ dataset }) => dataset)).toEqual([...FIRE_DATASETS]);
});

test.each(feedsOf('model').map((feed) => [feed.id, feed] as const))('the freshness of %s fits its runs', (id, feed) => {
  const { cadence, latency, staleAfter } = freshnessOf(id);
  expect(latency).toBe(feed.latency);
  expect(cadence).toBeGreaterThanOrEqual(feed.cycle.every);
  expect(staleAfter).toBeGreaterThan(cadence + latency);
});

test.each(feedsOf('radar').map(({ id }) => id))('the documents have cadence and rights of %s', (id) => {
  expect(page).toMatch(new RegExp(`^\\| \`${id}\` \\|.*\\| every ${cadenceOf(id) / 60} min \\|`, 'm'));
  const rights = page.slice(0, page.indexOf('## Cadence'));
  expect(rights).toContain({ mrms: '| MRMS', 'dwd-rv': "| DWD's radar composite RV |", rrqpe: 'RRQPE |' }[id]);
});
