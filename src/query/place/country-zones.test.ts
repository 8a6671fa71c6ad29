import { expect, test } from 'vitest';
import { runtimeName, zonesOfCountries } from './country-zones.js';
import { zoneAt } from './time-zone.js';

test.each([
  ['Berlin', 52.52, 13.41, 'de'],
  ['Büsingen, a German village in Switzerland', 47.7, 8.69, 'de'],
  ['Vienna', 48.21, 16.37, 'at'],
  ['Oslo', 59.91, 10.75, 'no'],
  ['Kolkata, which some call Calcutta', 22.57, 88.36, 'in'],
  ['Kyiv, which some call Kiev', 50.45, 30.52, 'ua'],
  ['Boise', 43.62, -116.21, 'us'],
  ['San Juan', 18.4, -66.1, 'pr'],
  ['Toronto', 43.65, -79.38, 'ca'],
])('the zone of %s is one of its country, and of no other', (_, latitude, longitude, country) => {
  const zone = runtimeName(zoneAt(latitude, longitude).name);
  const having = ['de', 'at', 'ch', 'no', 'in', 'ua', 'us', 'pr', 'ca', 'mx', 'fr'].filter((code) =>
    zonesOfCountries([code])!.has(zone),
  );
  expect(having).toEqual([country]);
});

test('a country that is none has no zones, and a zone that is none is itself', () => {
  expect(zonesOfCountries(['zz'])).toEqual(new Set());
  expect(runtimeName('Mars/Olympus')).toBe('Mars/Olympus');
});
