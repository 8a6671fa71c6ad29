/** What must be said of every feed somewhere, is. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deadlineOf, type FetchedName, INGEST_NAMES, ingestQueues } from '../src/cli/feed-names.js';
import { ADDRESS_SETTINGS, ALERT_FEED_NAMES, FIRE_FEED_NAMES, RADAR_FEED_NAMES } from '../src/config/config-table.js';
import { ALERT_FEEDS } from '../src/ingest/alerts/alert-feed-table.js';
import { ZONE_ADDRESSES } from '../src/ingest/alerts/zones/zone-settings.js';
import { FEEDS } from '../src/ingest/feed-table.js';
import { FIRE_FEEDS } from '../src/ingest/fires/fire-feed-table.js';
import { RADAR_FEEDS } from '../src/ingest/radar/radar-feed-table.js';
import { DATASETS } from '../src/model/dataset.js';
import { RADAR_NETWORKS } from '../src/model/radar.js';
import { FIRE_DATASETS } from '../src/model/timed-version.js';
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

test('the page about scheduling has queue and deadline of every feed', () => {
  const page = readFileSync('docs/scheduling.md', 'utf8');
  const [global, regional] = ingestQueues({ profile: 'demo', feeds: { isAuto: true, named: [] }, region: null }, 2);
  const queueOf = (name: FetchedName) =>
    (global as readonly string[]).includes(name)
      ? 'global'
      : (regional as readonly string[]).includes(name)
        ? 'regional'
        : name === 'nexrad'
          ? 'two at a time'
          : 'its own';
  for (const name of [...INGEST_NAMES, 'nexrad'] as const) {
    const seconds = deadlineOf(name);
    const words = seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
    expect(page).toContain(`| \`${name}\` | ${queueOf(name)} | ${words} |`);
  }
});

test('every name of a feed of alerts is one, and every feed has a name', () => {
  expect([...ALERT_FEEDS.map(({ id }) => id), 'alert-zones']).toEqual([...ALERT_FEED_NAMES]);
});

test.each(ALERT_FEEDS.map((feed) => [feed.id, feed] as const))('%s has an address and its rights', (id, feed) => {
  expect(ADDRESS_SETTINGS).toContain(feed.addressSetting);
  const page = readFileSync('docs/data-sources.md', 'utf8');
  expect(page).toContain(`| \`${id}\` |`);
  expect(page).toContain(`| \`${feed.addressSetting}\` |`);
  expect(page).toContain(`"${feed.attribution}"`);
});

test('every network of radar is a feed with a name, in one order', () => {
  const ids = RADAR_NETWORKS.map(({ id }) => id);
  expect(RADAR_FEEDS.map(({ id }) => id)).toEqual(ids);
  expect([...RADAR_FEED_NAMES]).toEqual(ids);
});

test.each(RADAR_FEEDS.map((feed) => [feed.id, feed] as const))(
  '%s has an address, a cadence and its rights',
  (id, feed) => {
    expect(ADDRESS_SETTINGS).toContain(feed.addressSetting);
    const page = readFileSync('docs/data-sources.md', 'utf8');
    const cadence = RADAR_NETWORKS.find((network) => network.id === id)!.cadence / 60;
    expect(page).toMatch(new RegExp(`^\\| \`${id}\` \\|.*\\| every ${cadence} min \\|`, 'm'));
    expect(page).toContain(`| \`${feed.addressSetting}\` |`);
    const rights = page.slice(0, page.indexOf('## Cadence'));
    expect(rights).toContain({ mrms: '| MRMS', 'dwd-rv': "| DWD's radar composite RV |", rrqpe: 'RRQPE |' }[id]);
  },
);

test('every feed of fires or smoke has a name and a dataset', () => {
  expect(FIRE_FEEDS.map(({ id }) => id)).toEqual([...FIRE_FEED_NAMES]);
  expect(FIRE_FEEDS.map(({ dataset }) => dataset)).toEqual([...FIRE_DATASETS]);
});

test.each(FIRE_FEEDS.map((feed) => [feed.id, feed] as const))('%s has an address and its rights', (id, feed) => {
  expect(ADDRESS_SETTINGS).toContain(feed.addressSetting);
  const page = readFileSync('docs/data-sources.md', 'utf8');
  expect(page).toContain(`| \`${id}\` |`);
  expect(page).toContain(`| \`${feed.addressSetting}\` |`);
  expect(page).toContain(`"${feed.attribution}"`);
});

test('shapes of zones have their addresses', () => {
  const page = readFileSync('docs/data-sources.md', 'utf8');
  for (const setting of ZONE_ADDRESSES) {
    expect(ADDRESS_SETTINGS).toContain(setting);
    expect(page).toContain(`| \`${setting}\` |`);
  }
});
