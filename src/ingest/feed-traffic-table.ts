/**
 * Downloads of each feed. Ranged downloads always carry the whole grid of a model, so a region changes nothing here.
 *
 * The banner, `doctor`, README.md and docs/data-sources.md all take their gigabytes from this table; `scripts/readme.mjs`
 * writes the last two.
 */

import type { AlertFeedName, FeedName, FireFeedName, RadarFeedName } from '../config/config-table.js';

export type FetchingFeed = FeedName | RadarFeedName | FireFeedName | AlertFeedName;

export interface FeedTraffic {
  /** Name of one download. */
  readonly unit: 'run' | 'frame' | 'poll' | 'update';
  /** Mean size of one over a day, MB (10⁶ bytes); unchanged files of a poll are not downloaded again. */
  readonly megabytes: number;
  /** Downloads per day. */
  readonly perDay: number;
  /** True: added up from real indexes or files; false: estimated. */
  readonly isMeasured: boolean;
  /** Source of the figure. */
  readonly basis: string;
  /** Size of the very first one, MB, where it is larger. */
  readonly firstMegabytes?: number;
}

/** Limit for feeds that are not named, GB a day. GFS is exempt, because every product needs it. */
export const MOST_AUTOMATIC_GIGABYTES = 5;

export const FEED_TRAFFIC: Readonly<Record<FetchingFeed, FeedTraffic>> = {
  gfs: {
    unit: 'run',
    megabytes: 2470,
    perDay: 4,
    isMeasured: true,
    basis: '209 files of 11.4 to 13.2 MB, by the indexes of f000 and f021 of 2022-10-14',
    firstMegabytes: 3000,
  },
  'ecmwf-ifs': {
    unit: 'run',
    megabytes: 490,
    perDay: 4,
    isMeasured: false,
    basis: '85 steps at 00 and 12 UTC, else 49; 12 fields of 0.2 to 0.75 MB (2t 0.65 MB on 2026-08-30)',
  },
  hrrr: {
    unit: 'run',
    megabytes: 323,
    perDay: 24,
    isMeasured: true,
    basis: '19 files of 16.9 MB, by the indexes of f00 and f05 of 2022-10-14',
  },
  'hrrr-extended': {
    unit: 'run',
    megabytes: 627,
    perDay: 4,
    isMeasured: true,
    basis: '37 files of 16.9 MB, as hrrr',
  },
  'hrrr-subhourly': {
    unit: 'run',
    megabytes: 838,
    perDay: 24,
    isMeasured: true,
    basis: '18 files of 46.6 MB, by the index of f09 of 2022-10-14',
  },
  nbm: {
    unit: 'run',
    megabytes: 1200,
    perDay: 4,
    isMeasured: false,
    basis: '100 steps of 7 to 9 fields; temperature 1.5 to 2.2 MB, cloud 0.7 MB, probability 0.9 MB in real messages',
  },
  'icon-eu': {
    unit: 'run',
    megabytes: 600,
    perDay: 4,
    isMeasured: false,
    basis: '1022 files of 0.3 to 0.9 MB; precipitation 0.34 MB in real files',
  },
  gefs: {
    unit: 'run',
    megabytes: 619,
    perDay: 4,
    isMeasured: true,
    basis: '2480 totals of 0.25 MB, by the indexes of f003, f120 and f237 of 2022-10-18 and 2026-08-28',
  },
  'gefs-extended': {
    unit: 'run',
    megabytes: 76,
    perDay: 4,
    isMeasured: true,
    basis: '744 totals of 0.10 MB, by the index of f384 of 2026-08-28',
  },
  aqm: {
    unit: 'run',
    megabytes: 110,
    perDay: 2,
    isMeasured: false,
    basis: 'two files of 72 messages of 0.76 MB; 0.93 MB in a real message of particles',
  },
  'gefs-aerosol': {
    unit: 'run',
    megabytes: 100,
    perDay: 4,
    isMeasured: false,
    basis: '41 steps; a message of total particles has 0.62 to 1.0 MB',
  },
  mrms: {
    unit: 'frame',
    megabytes: 1,
    perDay: 720,
    isMeasured: false,
    basis: 'rate 0.46 to 1.1 MB (0.99 MB in 36 real frames of 2019-06-10), its companions 0.3 MB, listings 0.1 MB',
  },
  'dwd-rv': {
    unit: 'frame',
    megabytes: 2.1,
    perDay: 288,
    isMeasured: true,
    basis: 'archives of 2.0 to 2.5 MB, 581 MB a day, and listings',
  },
  rrqpe: {
    unit: 'frame',
    megabytes: 5.5,
    perDay: 144,
    isMeasured: false,
    basis: '234 MB unpacked; packed 3 to 8 MB expected, not confirmed',
  },
  firms: {
    unit: 'poll',
    megabytes: 12,
    perDay: 24,
    isMeasured: false,
    basis: 'four lists of 2 to 10 MB, written anew about every hour, sent packed or not',
  },
  'hms-smoke': {
    unit: 'poll',
    megabytes: 0.1,
    perDay: 24,
    isMeasured: false,
    basis: 'an archive of some 100 kB while a day is drawn',
  },
  'nws-alerts': {
    unit: 'poll',
    megabytes: 0.4,
    perDay: 1440,
    isMeasured: false,
    basis: '2 to 6 MB of active alerts; gzip leaves 8% of a real answer of 1.7 MB',
  },
  meteoalarm: {
    unit: 'poll',
    megabytes: 0.5,
    perDay: 720,
    isMeasured: false,
    basis: 'of 38 countries those whose feed changed, up to 1 MB each, and new messages of 5 to 100 kB',
  },
  'dwd-alerts': {
    unit: 'poll',
    megabytes: 0.1,
    perDay: 720,
    isMeasured: false,
    basis: 'an archive of 62 kB on a quiet day and some MB on a stormy one, when it changed',
  },
  'eccc-alerts': {
    unit: 'poll',
    megabytes: 0.4,
    perDay: 144,
    isMeasured: false,
    basis: "12 listings an hour and the hour's messages of 17 to 40 kB",
  },
  'wmo-alert-hub': {
    unit: 'poll',
    megabytes: 0.7,
    perDay: 288,
    isMeasured: false,
    basis: 'some 100 indexes, of which few changed, and new messages',
  },
  'alert-zones': {
    unit: 'update',
    megabytes: 200,
    perDay: 1 / 30,
    isMeasured: false,
    basis: 'shapes of 100 to 300 MB, once a month',
  },
};

export function gigabytesPerDay(feed: FetchingFeed): number {
  const { megabytes, perDay } = FEED_TRAFFIC[feed];
  return (megabytes * perDay) / 1000;
}

/** Rounds to the precision of the figures: "20", "9.9", "0.3", "0.002". */
export function roundGigabytes(gigabytes: number): string {
  return String(gigabytes >= 10 ? Math.round(gigabytes) : Number(gigabytes.toPrecision(gigabytes < 1 ? 1 : 2)));
}
