/**
 * Daily values of weather stations: GHCN-Daily of NOAA, in the bucket of NOAA Open Data Dissemination.
 *
 *   /ghcnd-stations.txt                    places and names, 11 MB
 *   /ghcnd-inventory.txt                   elements and years of each station, 34 MB
 *   /csv.gz/by_year/YYYY.csv.gz            all values of a year, 100 to 170 MB; made anew every day
 *   /csv.gz/by_station/ID.csv.gz           all values of a station, about 0.2 MB; csv/by_station/ID.csv is the same, unpacked
 *
 * The archive of .dly files is not read: it lacks the observation times, without which morning observers cannot be told.
 */

import type { PolledFeed } from '../feed.js';

export interface StationFeed extends PolledFeed {
  readonly kind: 'stations';
  /** Files that can be given by hand, and an example of their names. */
  readonly fileWords: string;
  readonly fileNames: string;
  /** Addresses below the base address, which has no slash at its end. */
  readonly paths: {
    readonly stations: string;
    readonly inventory: string;
    year(year: number): string;
    /** The same values in order of preference: the first that is there is read. */
    station(id: string): readonly string[];
  };
  /** Years before the current one whose values are kept. */
  readonly yearsKept: number;
}

export const GHCN_DAILY_FEED: StationFeed = {
  id: 'ghcn-daily',
  kind: 'stations',
  title: 'GHCN-Daily',
  addresses: [
    {
      setting: 'WEATHERGLASS_GHCN_DAILY_URL',
      fallback: 'https://noaa-ghcn-pds.s3.amazonaws.com',
      help: 'base address of GHCN-Daily: daily values of weather stations',
    },
  ],
  automatic: 'with-region',
  traffic: {
    unit: 'update',
    megabytes: 130,
    perDay: 1,
    isMeasured: false,
    basis:
      'the file of the current year, from January to March also that of the year before; first 52 years, or the stations of a region',
    firstMegabytes: 6000,
  },
  intervalSeconds: 86_400,
  deadlineSeconds: 3600,
  covers: [{ south: -90, west: -180, north: 90, east: 180 }],
  attribution:
    'Contains daily station observations of the Global Historical Climatology Network (GHCN-Daily) of NOAA NCEI',
  licence: 'open data of the US government (CC0)',
  fileWords: 'files of GHCN-Daily (csv, .dly, packed with gzip or not) with ghcnd-stations.txt',
  fileNames: 'ghcnd-stations.txt USW00094728.csv.gz',
  paths: {
    stations: '/ghcnd-stations.txt',
    inventory: '/ghcnd-inventory.txt',
    year: (year) => `/csv.gz/by_year/${year}.csv.gz`,
    station: (id) => [`/csv.gz/by_station/${id}.csv.gz`, `/csv/by_station/${id}.csv`],
  },
  yearsKept: 51,
};
