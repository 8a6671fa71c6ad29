import { expect, test } from 'vitest';
import { ADDRESS_SETTINGS, ALERT_FEED_NAMES, OBSERVATION_FEED_NAMES, RADAR_FEED_NAMES } from '../base/config-table.js';
import { DATASETS } from '../model/dataset.js';
import {
  addressSettingsOf,
  configuredAlerts,
  configuredInTurn,
  configuredNames,
  configuredObservations,
  configuredRadar,
  configuredZones,
  describeFeed,
  INGEST_NAMES,
  ingestQueues,
  TERRAIN,
  titleOf,
} from './feed-names.js';

test('GFS is ingested before anything else, the ground next, then the others in their order', () => {
  expect(configuredNames({ feeds: ['nbm', 'gfs', 'hrrr'], terrain: true })).toEqual(['gfs', TERRAIN, 'hrrr', 'nbm']);
  expect(configuredNames({ feeds: ['nbm'], terrain: false })).toEqual(['nbm']);
  expect(INGEST_NAMES.slice(0, 2)).toEqual(['gfs', TERRAIN]);
  const polled = [...RADAR_FEED_NAMES, ...OBSERVATION_FEED_NAMES, ...ALERT_FEED_NAMES];
  expect(INGEST_NAMES).toHaveLength(DATASETS.length + 1 + polled.length);
});

test('feeds of the globe have their own queue where there are two, and one queue has them all', () => {
  const config = { feeds: ['gfs', 'hrrr', 'gefs'], terrain: true, alertFeeds: 'auto', region: null } as const;
  expect(ingestQueues(config, 2)).toEqual([
    ['gfs', 'gefs'],
    [TERRAIN, 'alert-zones', 'hrrr'],
  ]);
  expect(ingestQueues(config, 1)).toEqual([['gfs', TERRAIN, 'alert-zones', 'hrrr', 'gefs']]);
  expect(ingestQueues({ ...config, feeds: ['hrrr'], terrain: false, alertFeeds: [] }, 2)).toEqual([['hrrr']]);
});

test('each has a line of help that names its title, its runs and where it comes from', () => {
  expect(describeFeed('aqm')).toBe(
    'NOAA Air Quality Model: 1 to 72 h ahead, runs at 06 12 UTC, from WEATHERGLASS_AQM_URL',
  );
  expect(describeFeed('hrrr-subhourly')).toContain('0.25 to 18 h ahead, a run every hour');
  expect(describeFeed('mrms')).toBe('MRMS: rain as it falls, a frame every 2 minutes, from WEATHERGLASS_MRMS_URL');
  for (const name of INGEST_NAMES) {
    const settings = addressSettingsOf(name);
    if (settings.length === 1) expect(describeFeed(name)).toContain(settings[0]);
    for (const setting of settings) expect(ADDRESS_SETTINGS).toContain(setting);
    expect(titleOf(name)).not.toBe(name);
  }
});

const TEXAS = { south: 26, west: -107, north: 37, east: -93 };
const GERMANY = { south: 47, west: 6, north: 55, east: 15 };

test.each([
  [
    'everywhere, all that are polled without being named',
    'auto',
    null,
    ['nws-alerts', 'meteoalarm', 'dwd-alerts', 'wmo-alert-hub'],
  ],
  ['in Texas', 'auto', TEXAS, ['nws-alerts', 'wmo-alert-hub']],
  ['in Germany', 'auto', GERMANY, ['meteoalarm', 'dwd-alerts', 'wmo-alert-hub']],
  ['by name, wherever it is', ['eccc-alerts', 'alert-zones'], GERMANY, ['eccc-alerts']],
  ['none', [], GERMANY, []],
] as const)('feeds of alerts: %s', (_, alertFeeds, region, names) => {
  expect(configuredAlerts({ alertFeeds, region }).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['everywhere, those that are polled without being named', 'auto', null, ['mrms', 'dwd-rv']],
  ['in Texas', 'auto', TEXAS, ['mrms', 'rrqpe']],
  ['in Germany', 'auto', GERMANY, ['dwd-rv', 'rrqpe']],
  ['by name, wherever it is', ['mrms'], GERMANY, ['mrms']],
  ['none', [], TEXAS, []],
] as const)('feeds of radar: %s', (_, radarFeeds, region, names) => {
  expect(configuredRadar({ radarFeeds, region }).map(({ name }) => name)).toEqual(names);
});

test('shapes of zones are fetched with the feeds of the region, or by their name', () => {
  expect(configuredZones({ alertFeeds: 'auto', region: TEXAS })).toEqual(['alert-zones']);
  expect(configuredZones({ alertFeeds: ['nws-alerts'], region: null })).toEqual([]);
  expect(configuredZones({ alertFeeds: ['alert-zones'], region: null })).toEqual(['alert-zones']);
});

test('in turn: GFS, the ground, the shapes of zones, the other models', () => {
  const feeds = ['gfs', 'hrrr'] as const;
  const config = { feeds, terrain: true, alertFeeds: 'auto', region: null } as const;
  expect(configuredInTurn(config)).toEqual(['gfs', TERRAIN, 'alert-zones', 'hrrr']);
  expect(configuredInTurn({ ...config, terrain: false, alertFeeds: [] })).toEqual(['gfs', 'hrrr']);
});

test.each([
  ['everywhere', 'auto', null, ['firms', 'hms-smoke']],
  ['in Texas', 'auto', TEXAS, ['firms', 'hms-smoke']],
  ['in Germany, where nobody draws smoke', 'auto', GERMANY, ['firms']],
  ['by name, wherever it is', ['hms-smoke'], GERMANY, ['hms-smoke']],
  ['none', [], null, []],
] as const)('feeds of fires and smoke: %s', (_, observationFeeds, region, names) => {
  expect(configuredObservations({ observationFeeds, region }).map(({ name }) => name)).toEqual(names);
});
