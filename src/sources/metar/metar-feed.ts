/**
 * Reports of weather stations at airports (METAR and SPECI), as the Aviation Weather Center of NOAA collects them.
 *
 *   /data/cache/metars.cache.csv.gz      the newest reports of all stations of the world, written anew every minute
 */

import type { PolledFeed } from '../feed.js';

/** Feeds of station reports: one file that is replaced, so that a poll asks for it unless it is unchanged. */
export interface ReportFeed extends PolledFeed {
  readonly kind: 'reports';
  /** Files that can be given by hand, and an example of their names. */
  readonly fileWords: string;
  readonly fileNames: string;
  /** Most bytes of the file, packed or not. */
  readonly ceilingBytes: number;
  /** Address of the file. @param baseUrl  without a slash at its end */
  url(baseUrl: string): string;
  /** Address of the file as it was at a time, epoch seconds. Only the simulated upstream keeps it, for some days. */
  pastUrl(baseUrl: string, time: number): string;
}

export const METAR_FEED: ReportFeed = {
  id: 'metar',
  kind: 'reports',
  title: 'METAR',
  addresses: [
    {
      setting: 'WEATHERGLASS_METAR_URL',
      fallback: 'https://aviationweather.gov',
      help: 'base address of the Aviation Weather Center: reports of weather stations at airports',
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 0.25,
    perDay: 288,
    isMeasured: false,
    basis: 'gzip makes 0.23 MB of a cache of 0.94 MB (2020-05-02)',
  },
  fileWords: 'caches of METARs (CSV, plain or gzip)',
  fileNames: 'metars.cache.csv.gz',
  intervalSeconds: 300,
  deadlineSeconds: 180,
  covers: [{ south: -90, west: -180, north: 90, east: 180 }],
  attribution: 'Contains METAR reports collected by the Aviation Weather Center of NOAA/NWS',
  licence: 'public domain (US government)',
  ceilingBytes: 32 << 20,
  url: (baseUrl) => `${baseUrl}/data/cache/metars.cache.csv.gz`,
  pastUrl: (baseUrl, time) => `${baseUrl}/data/cache/past/${Math.floor(time / 60) * 60}.csv.gz`,
};
