/** Where radars stand: degrees north and east, to a hundredth or better. Public facts: the sites that DWD's composite names. */

import { RADAR_SITES } from '../../src/model/radar-sites-table.js';

export interface RadarSite {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const siteOf = ([name, latitude, longitude]: readonly [string, number, number]): RadarSite => ({
  name,
  latitude,
  longitude,
});

/** In the contiguous States, of which MRMS is made. */
export const NEXRAD_SITES: readonly RadarSite[] = RADAR_SITES.filter(({ icao }) => icao.startsWith('K')).map(
  ({ icao, latitude, longitude }) => ({ name: icao, latitude, longitude }),
);

export const DWD_SITES: readonly RadarSite[] = (
  [
    ['deasb', 53.564, 6.748],
    ['deboo', 54.004, 10.047],
    ['dedrs', 51.125, 13.769],
    ['deeis', 49.541, 12.403],
    ['deess', 51.406, 6.967],
    ['defbg', 47.874, 8.004],
    ['defld', 51.311, 8.802],
    ['dehnr', 52.46, 9.695],
    ['deisn', 48.175, 12.102],
    ['demem', 48.042, 10.219],
    ['deneu', 50.5, 11.135],
    ['denhb', 50.11, 6.548],
    ['deoft', 49.985, 8.713],
    ['depro', 52.649, 13.858],
    ['deros', 54.176, 12.058],
    ['detur', 48.585, 9.783],
    ['deumd', 52.16, 11.176],
  ] as const
).map(siteOf);
