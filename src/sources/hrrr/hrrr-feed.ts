/**
 * HRRR over the contiguous United States at 3 km, as three feeds: the hourly run to 18 h, the six-hourly one from 12 h to
 * 48 h, and the quarter-hours of the first 18.
 *
 *   /hrrr.YYYYMMDD/conus/hrrr.tHHz.wrfsfcfFF.grib2  (+ .idx)     f00 … f18 every hour, f00 … f48 at 00 06 12 18 UTC
 *   /hrrr.YYYYMMDD/conus/hrrr.tHHz.wrfsubhfFF.grib2 (+ .idx)     f01 holds 15 30 45 60 min, f02 75 … 120, …; f00 one
 *
 * Lambert conformal, 1799 × 1059 cells, rows from south to north, winds along the grid. An occasional file has another
 * grid and is refused. Files appear 45 to 55 minutes after the run's time and then one by one.
 *
 * The first hours of a long run are files of the hourly feed, too, 17 MB each. They are fetched twice only as far as the
 * one feed fades into the other: that begins at 15 h of the hourly run, and the long one may be two hours younger.
 */

import { datasetTitle } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';
import { filePerLead } from '../file-per-lead.js';
import type { FeedPart, ModelFeed } from '../model-feed.js';
import { forecastHour, leadsEvery, pathPartsOf } from '../runs.js';
import { tangentCone } from '../upstream-grids.js';
import { HRRR_ELEMENTS, HRRR_STATICS, HRRR_SUBHOURLY_ELEMENTS, HRRR_SUBHOURLY_STATICS } from './selector-table.js';

const QUARTER = 900;
const SHORT_RUN = 18;
const LONG_RUN = 48;
const FIRST_OF_LONG_RUN = 12;

type FileKind = 'wrfsfc' | 'wrfsubh';

function fileUrl(baseUrl: string, referenceTime: number, kind: FileKind, lead: number): string {
  const { date, hour } = pathPartsOf(referenceTime);
  return `${baseUrl}/hrrr.${date}/conus/hrrr.t${hour}z.${kind}${forecastHour(lead, 2)}.grib2`;
}

function hourlyParts(baseUrl: string, referenceTime: number, firstHour: number, lastHour: number): FeedPart[] {
  const leads = leadsEvery(1, firstHour, lastHour);
  return filePerLead(referenceTime, leads, 'wgrib2', (lead) => fileUrl(baseUrl, referenceTime, 'wrfsfc', lead));
}

function subhourlyParts(baseUrl: string, referenceTime: number): FeedPart[] {
  return leadsEvery(1, 1, SHORT_RUN).map((end) => ({
    referenceTime,
    leads: [end - 3 * QUARTER, end - 2 * QUARTER, end - QUARTER, end],
    files: [{ url: fileUrl(baseUrl, referenceTime, 'wrfsubh', end), index: 'wgrib2' }],
  }));
}

const HRRR = {
  kind: 'model',
  automatic: 'with-region',
  queue: 'regional',
  deadlineSeconds: 1800,
  addresses: [
    {
      setting: 'WEATHERGLASS_HRRR_URL',
      fallback: 'https://noaa-hrrr-bdp-pds.s3.amazonaws.com',
      help: 'base address of the HRRR files',
    },
  ],
  pastSeconds: 0,
  windowSeconds: 6 * HOUR,
  grid: tangentCone({
    ...{ columns: 1799, rows: 1059 },
    first: [21.138123, -122.719528],
    ...{ step: 3000, parallel: 38.5, meridian: -97.5 },
    radius: 6_371_229,
  }),
} as const;

export const HRRR_FEED: ModelFeed = {
  ...HRRR,
  id: 'hrrr',
  title: datasetTitle('hrrr'),
  traffic: {
    unit: 'run',
    megabytes: 323,
    perDay: 24,
    isMeasured: true,
    basis: '19 files of 16.9 MB, by the indexes of f00 and f05 of 2022-10-14',
  },
  cycle: { every: HOUR, offset: 0 },
  latency: HOUR,
  partsOf: (baseUrl, referenceTime) => hourlyParts(baseUrl, referenceTime, 0, SHORT_RUN),
  lastUrl: (baseUrl, referenceTime) => `${fileUrl(baseUrl, referenceTime, 'wrfsfc', SHORT_RUN * HOUR)}.idx`,
  elements: HRRR_ELEMENTS,
  statics: HRRR_STATICS,
};

export const HRRR_EXTENDED_FEED: ModelFeed = {
  ...HRRR,
  id: 'hrrr-extended',
  title: datasetTitle('hrrr-extended'),
  traffic: {
    unit: 'run',
    megabytes: 627,
    perDay: 4,
    isMeasured: true,
    basis: '37 files of 16.9 MB, as hrrr',
  },
  cycle: { every: 6 * HOUR, offset: 0 },
  latency: 2 * HOUR,
  partsOf: (baseUrl, referenceTime) => hourlyParts(baseUrl, referenceTime, FIRST_OF_LONG_RUN, LONG_RUN),
  lastUrl: (baseUrl, referenceTime) => `${fileUrl(baseUrl, referenceTime, 'wrfsfc', LONG_RUN * HOUR)}.idx`,
  elements: HRRR_ELEMENTS,
  statics: HRRR_STATICS,
};

export const HRRR_SUBHOURLY_FEED: ModelFeed = {
  ...HRRR,
  id: 'hrrr-subhourly',
  title: datasetTitle('hrrr-subhourly'),
  traffic: {
    unit: 'run',
    megabytes: 838,
    perDay: 24,
    isMeasured: true,
    basis: '18 files of 46.6 MB, by the index of f09 of 2022-10-14',
  },
  cycle: { every: HOUR, offset: 0 },
  latency: HOUR,
  partsOf: subhourlyParts,
  lastUrl: (baseUrl, referenceTime) => `${fileUrl(baseUrl, referenceTime, 'wrfsubh', SHORT_RUN * HOUR)}.idx`,
  elements: HRRR_SUBHOURLY_ELEMENTS,
  statics: HRRR_SUBHOURLY_STATICS,
};
