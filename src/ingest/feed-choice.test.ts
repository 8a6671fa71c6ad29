import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.js';
import { chosenAlertFeeds } from './alerts/alert-feed-table.js';
import { chosenFeeds, FEEDS } from './feed-table.js';
import { type FEED_TRAFFIC, gigabytesPerDay } from './feed-traffic-table.js';
import { chosenFireFeeds } from './fires/fire-feed-table.js';
import { chosenRadarFeeds } from './radar/radar-feed-table.js';

const EUROPE = '35,-12,72,45';
const UNITED_STATES = '24,-126,50,-66';
const NEW_ZEALAND = '-50,165,-30,-175';

const settingOf = (profile: 'demo' | 'live', region: string, feeds: string) =>
  loadConfig({ WEATHERGLASS_PROFILE: profile, WEATHERGLASS_REGION: region, WEATHERGLASS_FEEDS: feeds });

const ALL = FEEDS.map(({ id }) => id);
const GLOBAL = ['gfs', 'ecmwf-ifs', 'gefs', 'gefs-extended', 'gefs-aerosol'];

test.each([
  ['the demo has all', 'demo', '', 'auto', ALL],
  ['live without a region only GFS', 'live', '', 'auto', ['gfs']],
  ['in Europe no model of the United States', 'live', EUROPE, 'auto', [...GLOBAL, 'icon-eu']],
  [
    'in the United States no feed above 5 GB a day',
    'live',
    UNITED_STATES,
    'auto',
    [...GLOBAL, 'hrrr-extended', 'nbm', 'aqm'],
  ],
  ['over the date line the global ones', 'live', NEW_ZEALAND, 'auto', GLOBAL],
  ['off the corner of HRRR, in the box around it, not HRRR', 'live', '51.5,-134,52.5,-131', 'hrrr,aqm', ['aqm']],
  ['in the demo the extents hold too', 'demo', EUROPE, 'auto', [...GLOBAL, 'icon-eu']],
  ['names are added to auto', 'live', '', 'auto,hrrr-subhourly', ['gfs', 'hrrr-subhourly']],
  ['names alone are all', 'live', UNITED_STATES, 'hrrr,nbm', ['hrrr', 'nbm']],
  ['a named model outside the region stays off', 'live', EUROPE, 'gfs,hrrr', ['gfs']],
] as const)('models: %s', (_, profile, region, feeds, expected) => {
  const chosen = chosenFeeds(settingOf(profile, region, feeds)).map(({ id }) => id);
  expect(chosen).toEqual(ALL.filter((id) => (expected as readonly string[]).includes(id)));
});

test('without being named no feed but GFS downloads more than 5 GB a day, wherever the region is', () => {
  for (const region of ['', EUROPE, UNITED_STATES, NEW_ZEALAND, '-90,-180,90,180']) {
    const setting = settingOf('live', region, 'auto');
    const on = [
      ...chosenFeeds(setting).map(({ id }) => id),
      ...chosenRadarFeeds(setting).map(({ id }) => id),
      ...chosenFireFeeds(setting).map(({ id }) => id),
      ...chosenAlertFeeds(setting).map(({ id }) => id as keyof typeof FEED_TRAFFIC),
    ];
    expect(on.filter((id) => gigabytesPerDay(id) > 5)).toEqual(['gfs']);
  }
});
