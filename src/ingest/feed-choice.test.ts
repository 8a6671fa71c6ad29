import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.js';
import { gigabytesPerDay } from '../sources/feed.js';
import { type FeedKind, feedsOf } from '../sources/feeds.js';
import { chosenFeeds, chosenOf, ingestQueues, queuedFeeds } from './feed-choice.js';

const EUROPE = '35,-12,72,45';
const UNITED_STATES = '24,-126,50,-66';
const NEW_ZEALAND = '-50,165,-30,-175';
const TEXAS = '26,-107,37,-93';
const GERMANY = '47,6,55,15';

const settingOf = (profile: 'demo' | 'live', region: string, feeds: string) =>
  loadConfig({ WEATHERGLASS_PROFILE: profile, WEATHERGLASS_REGION: region, WEATHERGLASS_FEEDS: feeds });
const live = (feeds: string, region = '') => settingOf('live', region, feeds);
const idsOf = (feeds: readonly { readonly id: string }[]) => feeds.map(({ id }) => id);

const ALL = idsOf(feedsOf('model'));
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
] as const)('chosen models: %s', (_, profile, region, feeds, expected) => {
  const chosen = idsOf(chosenOf('model', settingOf(profile, region, feeds)));
  expect(chosen).toEqual(ALL.filter((id) => (expected as readonly string[]).includes(id)));
});

test('no feed but GFS that is not named downloads more than 5 GB a day, in any region', () => {
  for (const region of ['', EUROPE, UNITED_STATES, NEW_ZEALAND, '-90,-180,90,180']) {
    const large = chosenFeeds(live('auto', region)).filter((feed) => gigabytesPerDay(feed) > 5);
    expect(idsOf(large)).toEqual(['gfs']);
  }
});

test.each([
  ['alerts', 'everywhere, the automatic ones', 'auto', '', ['nws-alerts', 'meteoalarm', 'dwd-alerts', 'wmo-alert-hub']],
  ['alerts', 'in Texas', 'auto', TEXAS, ['nws-alerts', 'wmo-alert-hub']],
  ['alerts', 'in Germany', 'auto', GERMANY, ['meteoalarm', 'dwd-alerts', 'wmo-alert-hub']],
  ['alerts', 'by name, in any region', 'eccc-alerts,alert-zones', GERMANY, ['eccc-alerts']],
  ['alerts', 'none', 'gfs', GERMANY, []],
  ['radar', 'everywhere, the automatic ones', 'auto', '', ['mrms', 'dwd-rv']],
  ['radar', 'in Texas', 'auto', TEXAS, ['mrms', 'rrqpe']],
  ['radar', 'in Germany', 'auto', GERMANY, ['dwd-rv', 'rrqpe']],
  ['radar', 'by name, in any region', 'mrms', GERMANY, ['mrms']],
  ['radar', 'none', 'gfs', TEXAS, []],
  ['fires', 'everywhere', 'auto', '', ['firms', 'hms-smoke']],
  ['fires', 'in Texas', 'auto', TEXAS, ['firms', 'hms-smoke']],
  ['fires', 'in Germany, without smoke', 'auto', GERMANY, ['firms']],
  ['fires', 'by name, in any region', 'hms-smoke', GERMANY, ['hms-smoke']],
  ['fires', 'none', 'gfs', '', []],
  ['zones', 'with the alerts of the region', 'auto', TEXAS, ['alert-zones']],
  ['zones', 'without being named, none', 'nws-alerts', '', []],
  ['zones', 'by name', 'alert-zones', '', ['alert-zones']],
  ['terrain', 'with auto', 'auto', GERMANY, ['terrain']],
  ['terrain', 'without being named, none', 'gfs', '', []],
  ['sweeps', 'never: they are fetched on demand', 'auto', TEXAS, []],
] as const)('chosen %s: %s', (kind, _, feeds, region, expected) => {
  expect(idsOf(chosenOf(kind as FeedKind, live(feeds, region)))).toEqual(expected);
});

test('GFS is ingested first, then terrain and shapes of zones, then the other models in their order', () => {
  expect(idsOf(queuedFeeds(live('auto,hrrr')))).toEqual(['gfs', 'terrain', 'alert-zones', 'hrrr']);
  expect(idsOf(queuedFeeds(live('nbm,gfs,hrrr,terrain')))).toEqual(['gfs', 'terrain', 'hrrr', 'nbm']);
  expect(idsOf(queuedFeeds(live('hrrr,gfs')))).toEqual(['gfs', 'hrrr']);
});

test('of two queues the first has the feeds of the globe, and one queue has them all', () => {
  const config = live('auto,hrrr,gefs');
  expect(ingestQueues(config, 2).map(idsOf)).toEqual([
    ['gfs', 'gefs'],
    ['terrain', 'alert-zones', 'hrrr'],
  ]);
  expect(ingestQueues(config, 1).map(idsOf)).toEqual([['gfs', 'terrain', 'alert-zones', 'hrrr', 'gefs']]);
  expect(ingestQueues(live('hrrr'), 2).map(idsOf)).toEqual([['hrrr']]);
});
