import { expect, test } from 'vitest';
import type { Geocode } from '../../model/alert.js';
import { codes, message } from '../../query/alerts/messages.fixture.js';
import { unplacedHere, withCountries } from './unplaced.js';
import { type WatchedFeed, watchesOf } from './watch.js';

function watchesFor(countries: readonly string[] | 'all') {
  const feed: WatchedFeed = {
    id: 'hub',
    title: 'Hub',
    issuer: 'Hub',
    intervalSeconds: 60,
    places: () => ({ countries, boxes: [] }),
  };
  return watchesOf([feed], new Map());
}

const WATCHES = ['br', 'gr', 'gb', 'de', 'ca', 'at', 'cn'].map((country) => ({
  country,
  watches: watchesFor([country]),
}));
const EVERYWHERE = WATCHES.map(({ country }) => country);

test.each<[string, { identifier?: string; sender?: string; missing?: readonly Geocode[] }, readonly string[]]>([
  ['an identifier of the WMO', { identifier: 'urn:oid:2.49.0.0.76.0.2024.7.1' }, ['br']],
  ['one without a prefix', { identifier: '2.49.0.1.276.DWD.PVW.1437558240606.4' }, ['de']],
  ['a sender that is one', { sender: '2.49.0.0.156.0' }, ['cn']],
  ['a number that is no country', { identifier: '2.49.0.1.999.1', sender: 'x' }, EVERYWHERE],
  ['a number beyond all', { identifier: '2.49.0.1.000.1', sender: 'x' }, EVERYWHERE],
  ['an address of mail', { sender: 'alertas@inmet.gov.br' }, ['br']],
  ['an address of the web', { sender: 'https://www.zamg.ac.at/cap' }, ['at']],
  ['a domain that is spelt otherwise', { sender: 'info@metoffice.gov.uk' }, ['gb']],
  ['a domain of no country', { sender: 'warnings@example.org' }, EVERYWHERE],
  ['an airport code', { sender: 'KSTO' }, EVERYWHERE],
  ['codes of areas, before the sender', { sender: 'x@example.de', missing: codes('emma_id', 'AT325') }, ['at']],
  ['codes of two countries', { missing: [...codes('nuts', 'EL301'), ...codes('nuts', 'DE21H')] }, ['gr', 'de']],
  ['warn cells', { missing: codes('warncellid', '105911000') }, ['de']],
  ['Canadian codes', { missing: codes('clc', '031110') }, ['ca']],
])('%s: where an alert that cannot be placed may hold', (_, { missing = [], ...more }, expected) => {
  const alert = {
    message: message('1234', more),
    feed: 'hub',
    receivedAt: 0,
    areas: ['somewhere'],
    missing,
    extent: 'whole',
  } as const;
  const found = WATCHES.filter(({ watches }) => unplacedHere(withCountries([alert]), watches).length > 0);
  expect(found.map(({ country }) => country).sort()).toEqual([...expected].sort());
  expect(unplacedHere(withCountries([alert]), watchesFor('all'))).toHaveLength(1);
  expect(unplacedHere(withCountries([{ ...alert, feed: 'another' }]), watchesFor('all'))).toEqual([]);
  expect(unplacedHere(withCountries([alert]), [])).toEqual([]);
});
