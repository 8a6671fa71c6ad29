import { expect, test } from 'vitest';
import { feedOf, feedsOf } from '../../sources/feeds.js';
import { METEOALARM_COUNTRIES } from '../../sources/meteoalarm/countries-table.js';
import { watchedPlaces } from './watched-places.js';

test('every feed watches somewhere, as a whole or once its branches are known', () => {
  for (const feed of feedsOf('alerts')) {
    const { countries, boxes } = watchedPlaces(feed, feed.id === 'wmo-alert-hub' ? 'br-inmet-pt' : null);
    expect([countries.length > 0, boxes.length > 0], feed.id).toEqual([true, true]);
  }
});

const displayed = new Intl.DisplayNames('en', { type: 'region' });

test.each(METEOALARM_COUNTRIES)('$name of MeteoAlarm is the country of that name', ({ name, box }) => {
  const { countries, boxes } = watchedPlaces(feedOf('alerts', 'meteoalarm'), name);
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  expect(plain(name)).toContain(plain(displayed.of(countries[0]!.toUpperCase())!.replace('&', '')));
  expect(boxes).toEqual([box]);
});

test('a source of the hub is of the country that its name begins with', () => {
  const hub = feedOf('alerts', 'wmo-alert-hub');
  expect(watchedPlaces(hub, 'ke-kmd-en')).toMatchObject({ countries: ['ke'], boxes: [{ south: -5 }] });
  expect(watchedPlaces(hub, 'zz-nobody-en')).toEqual({ countries: ['zz'], boxes: [] });
  expect(watchedPlaces(hub, 'abc-nobody-en')).toEqual({ countries: [], boxes: [] });
  expect(watchedPlaces(hub, null)).toEqual({ countries: [], boxes: [] });
});
