/**
 * Active fires of NASA's FIRMS: lists of the last 24 hours, one for each satellite, of the whole globe, without a key.
 *
 *   /{directory}/csv/{NAME}_Global_24h.csv        2 to 10 MB, made anew every hour or so; fires are about 3 h late
 */

import type { FireFeed } from '../fire-feed.js';

const LISTS = [
  ['viirs-suomi-npp', 'suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2_Global_24h.csv'],
  ['viirs-noaa-20', 'noaa-20-viirs-c2/csv/J1_VIIRS_C2_Global_24h.csv'],
  ['viirs-noaa-21', 'noaa-21-viirs-c2/csv/J2_VIIRS_C2_Global_24h.csv'],
  ['modis', 'modis-c6.1/csv/MODIS_C6_1_Global_24h.csv'],
] as const;
const LARGEST_LIST = 64 << 20;

export const FIRMS_FEED: FireFeed = {
  id: 'firms',
  kind: 'fires',
  title: 'FIRMS',
  dataset: 'fires',
  observed: 'fires',
  addresses: [
    {
      setting: 'WEATHERGLASS_FIRMS_URL',
      fallback: 'https://firms.modaps.eosdis.nasa.gov/data/active_fire',
      help: "base address of the lists of NASA's FIRMS: fires as satellites see them",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 12,
    perDay: 24,
    isMeasured: false,
    basis: 'four lists of 2 to 10 MB, written anew about every hour, sent packed or not',
  },
  fileWords: 'lists of fires (CSV)',
  fileNames: '*_Global_24h.csv',
  intervalSeconds: 3600,
  deadlineSeconds: 900,
  covers: [{ south: -90, west: -180, north: 90, east: 180 }],
  attribution:
    "Contains data from NASA's Fire Information for Resource Management System (FIRMS), part of NASA's Earth Science Data and Information System (ESDIS)",
  licence: 'no restrictions (NASA)',
  files: (baseUrl) =>
    LISTS.map(([name, path]) => ({
      name,
      url: `${baseUrl}/${path}`,
      ceilingBytes: LARGEST_LIST,
      mayBeAbsent: false,
    })),
};
