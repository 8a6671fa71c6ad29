/** Identities of the verification stations against NOAA's own lists. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { VERIFICATION_STATIONS } from './verification-stations.js';
import { VERIFICATION_PLACES } from './verification-stations-table.js';

const RADIANS = Math.PI / 180;
/** Distance, km, on a plane: the stations lie within a few kilometres. */
function kilometres(a: Position, b: Position): number {
  const east = (a.longitude - b.longitude) * Math.cos(a.latitude * RADIANS);
  return 111.2 * Math.hypot(a.latitude - b.latitude, east);
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

test('every place has an identity, with a zone that the runtime knows', () => {
  expect(VERIFICATION_STATIONS.map(({ id }) => id)).toEqual(VERIFICATION_PLACES.map(({ id }) => id));
  for (const { id, zone, wban, ghcn } of VERIFICATION_STATIONS) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone }), id).not.toThrow();
    expect(wban ?? '00000', id).toMatch(/^\d{5}$/);
    expect(ghcn ?? 'USW00000000', id).toMatch(/^[A-Z]{2}[A-Z0-9]{9}$/);
  }
  const ids = VERIFICATION_STATIONS.flatMap(({ ghcn }) => ghcn ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  // NOAA, NCEI station pages: Denver International, O'Hare, Kennedy, Anchorage.
  ['KDEN', '03017', 'USW00003017', 'America/Denver'],
  ['KORD', '94846', 'USW00094846', 'America/Chicago'],
  ['KJFK', '94789', 'USW00094789', 'America/New_York'],
  ['PANC', '26451', 'USW00026451', 'America/Anchorage'],
])('%s has the numbers that NOAA publishes', (icao, wban, ghcn, zone) => {
  expect(VERIFICATION_STATIONS.find(({ id }) => id === icao)).toMatchObject({ wban, ghcn, zone });
});

testWithSharedData('WBAN numbers are those that the station history has for the ICAO id', () => {
  const rows = readFileSync(sharedData('ghcn', 'isd-history.csv'), 'utf8')
    .split('\n')
    .map((line) => line.slice(1, -1).split('","'));
  const numbered = VERIFICATION_STATIONS.filter(({ wban }) => wban !== null);
  expect(numbered.length).toBeGreaterThan(110); // all of the contiguous United States
  const unknown = numbered.filter((station) => {
    const own = rows.filter(([, wban, , , , icao]) => icao === station.id && wban === station.wban);
    return !own.some(([, , , , , , latitude, longitude]) => {
      return kilometres(station, { latitude: Number(latitude), longitude: Number(longitude) }) < 10;
    });
  });
  expect(unknown).toEqual([]);
});

testWithSharedData('GHCN-Daily has a station of that id at the airport', () => {
  const places = new Map<string, Position>();
  const list = gunzipSync(readFileSync(sharedData('ghcn', 'ghcnd-stations-118492.csv.gz'))).toString('latin1');
  for (const line of list.split('\n')) {
    const [id, latitude, longitude] = line.split(',');
    places.set(id!, { latitude: Number(latitude), longitude: Number(longitude) });
  }
  const far = VERIFICATION_STATIONS.filter((station) => {
    if (station.ghcn === null) return false;
    const place = places.get(station.ghcn);
    return place === undefined || kilometres(station, place) > 5;
  });
  expect(far).toEqual([]);
  const inAmerica = VERIFICATION_STATIONS.filter(({ ghcn }) => ghcn?.startsWith('US'));
  expect(inAmerica.length).toBeGreaterThan(105);
});
