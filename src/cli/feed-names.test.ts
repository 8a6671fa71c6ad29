import { expect, test } from 'vitest';
import { ADDRESS_SETTINGS } from '../base/config-table.js';
import { DATASETS } from '../model/dataset.js';
import { addressSettingOf, configuredNames, describeFeed, INGEST_NAMES, TERRAIN, titleOf } from './feed-names.js';

test('GFS is ingested before anything else, the ground next, then the others in their order', () => {
  expect(configuredNames({ feeds: ['nbm', 'gfs', 'hrrr'], terrain: true })).toEqual(['gfs', TERRAIN, 'hrrr', 'nbm']);
  expect(configuredNames({ feeds: ['nbm'], terrain: false })).toEqual(['nbm']);
  expect(INGEST_NAMES.slice(0, 2)).toEqual(['gfs', TERRAIN]);
  expect(INGEST_NAMES).toHaveLength(DATASETS.length + 1);
});

test('each has a line of help that names its title, its runs and where it comes from', () => {
  expect(describeFeed('aqm')).toBe(
    'NOAA Air Quality Model: 1 to 72 h ahead, runs at 06 12 UTC, from WEATHERGLASS_AQM_URL',
  );
  expect(describeFeed('hrrr-subhourly')).toContain('0.25 to 18 h ahead, a run every hour');
  for (const name of INGEST_NAMES) {
    expect(describeFeed(name)).toContain(addressSettingOf(name));
    expect(ADDRESS_SETTINGS).toContain(addressSettingOf(name));
    expect(titleOf(name)).not.toBe(name);
  }
});
