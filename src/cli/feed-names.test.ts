import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.js';
import { ADDRESS_SETTINGS, ALERT_FEED_NAMES, FIRE_FEED_NAMES, RADAR_FEED_NAMES } from '../config/config-table.js';
import { DATASETS } from '../model/dataset.js';
import {
  addressSettingsOf,
  configuredAlerts,
  configuredFires,
  configuredInTurn,
  configuredNames,
  configuredRadar,
  configuredZones,
  describeFeed,
  INGEST_NAMES,
  ingestQueues,
  TERRAIN,
  titleOf,
} from './feed-names.js';

const TEXAS = '26,-107,37,-93';
const GERMANY = '47,6,55,15';
const live = (feeds: string, region = '') =>
  loadConfig({ WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_FEEDS: feeds, WEATHERGLASS_REGION: region });

test('GFS is ingested before anything else, the ground next, then the others in their order', () => {
  expect(configuredNames(live('nbm,gfs,hrrr,terrain'))).toEqual(['gfs', TERRAIN, 'hrrr', 'nbm']);
  expect(configuredNames(live('nbm'))).toEqual(['nbm']);
  expect(INGEST_NAMES.slice(0, 2)).toEqual(['gfs', TERRAIN]);
  const polled = [...RADAR_FEED_NAMES, ...FIRE_FEED_NAMES, ...ALERT_FEED_NAMES];
  expect(INGEST_NAMES).toHaveLength(DATASETS.length + 1 + polled.length);
});

test('feeds of the globe have their own queue where there are two, and one queue has them all', () => {
  const config = live('auto,hrrr,gefs');
  expect(ingestQueues(config, 2)).toEqual([
    ['gfs', 'gefs'],
    [TERRAIN, 'alert-zones', 'hrrr'],
  ]);
  expect(ingestQueues(config, 1)).toEqual([['gfs', TERRAIN, 'alert-zones', 'hrrr', 'gefs']]);
  expect(ingestQueues(live('hrrr'), 2)).toEqual([['hrrr']]);
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

test.each([
  [
    'everywhere, all that are polled without being named',
    'auto',
    '',
    ['nws-alerts', 'meteoalarm', 'dwd-alerts', 'wmo-alert-hub'],
  ],
  ['in Texas', 'auto', TEXAS, ['nws-alerts', 'wmo-alert-hub']],
  ['in Germany', 'auto', GERMANY, ['meteoalarm', 'dwd-alerts', 'wmo-alert-hub']],
  ['by name, wherever it is', 'eccc-alerts,alert-zones', GERMANY, ['eccc-alerts']],
  ['none', 'gfs', GERMANY, []],
] as const)('feeds of alerts: %s', (_, feeds, region, names) => {
  expect(configuredAlerts(live(feeds, region)).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['everywhere, those that are polled without being named', 'auto', '', ['mrms', 'dwd-rv']],
  ['in Texas', 'auto', TEXAS, ['mrms', 'rrqpe']],
  ['in Germany', 'auto', GERMANY, ['dwd-rv', 'rrqpe']],
  ['by name, wherever it is', 'mrms', GERMANY, ['mrms']],
  ['none', 'gfs', TEXAS, []],
] as const)('feeds of radar: %s', (_, feeds, region, names) => {
  expect(configuredRadar(live(feeds, region)).map(({ name }) => name)).toEqual(names);
});

test('shapes of zones are fetched with the feeds of the region, or by their name', () => {
  expect(configuredZones(live('auto', TEXAS))).toEqual(['alert-zones']);
  expect(configuredZones(live('nws-alerts'))).toEqual([]);
  expect(configuredZones(live('alert-zones'))).toEqual(['alert-zones']);
});

test('in turn: GFS, the ground, the shapes of zones, the other models', () => {
  expect(configuredInTurn(live('auto,hrrr'))).toEqual(['gfs', TERRAIN, 'alert-zones', 'hrrr']);
  expect(configuredInTurn(live('hrrr,gfs'))).toEqual(['gfs', 'hrrr']);
});

test.each([
  ['everywhere', 'auto', '', ['firms', 'hms-smoke']],
  ['in Texas', 'auto', TEXAS, ['firms', 'hms-smoke']],
  ['in Germany, where nobody draws smoke', 'auto', GERMANY, ['firms']],
  ['by name, wherever it is', 'hms-smoke', GERMANY, ['hms-smoke']],
  ['none', 'gfs', '', []],
] as const)('feeds of fires and smoke: %s', (_, feeds, region, names) => {
  expect(configuredFires(live(feeds, region)).map(({ name }) => name)).toEqual(names);
});
