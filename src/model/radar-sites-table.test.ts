import { expect, test } from 'vitest';
import { isRadarSite, lettersOf, RADAR_SITES, radarSiteOf, radarSiteOfLetters } from './radar-sites-table.js';

/** Where the letters that a name begins with are used; degrees: south, west, north, east. */
const BOXES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  K: [24, -125, 49, -66],
  PA: [55, -170, 67, -130],
  PH: [18, -161, 23, -154],
  PG: [13, 144, 14, 146],
  TJ: [17, -68, 19, -65],
  RK: [33, 125, 39, 130],
  RO: [25, 126, 28, 130],
  LP: [36, -32, 40, -24],
};

test('all 160 radars of the network stand where the first letters of their names are used', () => {
  expect(RADAR_SITES).toHaveLength(160);
  for (const { icao, latitude, longitude } of RADAR_SITES) {
    const [south, west, north, east] = BOXES[icao.slice(0, 2)] ?? BOXES[icao[0]!]!;
    expect(latitude > south && latitude < north && longitude > west && longitude < east, icao).toBe(true);
  }
});

/** By NCEI's list of NEXRAD sites. */
test.each([
  ['KTLX', 35.333, -97.278],
  ['KHDC', 30.519, -90.407],
  ['PGUA', 13.456, 144.811],
  ['TJUA', 18.116, -66.078],
])('%s stands at %f, %f', (icao, latitude, longitude) => {
  expect(radarSiteOf(icao)).toEqual({ icao, latitude, longitude });
});

test('files name a radar by three letters, which no two share', () => {
  expect(new Set(RADAR_SITES.map(({ icao }) => lettersOf(icao))).size).toBe(RADAR_SITES.length);
  for (const site of RADAR_SITES) expect(radarSiteOfLetters(lettersOf(site.icao))).toBe(site);
  expect(radarSiteOfLetters('ORD')).toBeNull();
});

test.each(['KLIX', 'KOUN', 'KCRI', 'TORD', 'ktlx', 'TLX', '', '__proto__'])('"%s" is no radar of it', (icao) => {
  expect(isRadarSite(icao)).toBe(false);
  expect(() => radarSiteOf(icao)).toThrow(RangeError);
});
