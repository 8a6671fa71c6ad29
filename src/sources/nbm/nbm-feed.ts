/**
 * The National Blend of Models over the contiguous United States at 2.5 km: calibrated, days 1 to 11.
 *
 *   /blend.YYYYMMDD/HH/core/blend.tHHz.core.fFFF.co.grib2  (+ .idx)
 *   f001 … f036 hourly, f039 … f189 every 3 h, f192 … f264 every 6 h; no f000
 *
 * There is a run every hour; those of 00 06 12 18 UTC are used, whose six-hour windows end at their own steps. Lambert
 * conformal, 2345 × 1597 cells on a sphere of 6371.2 km, every second row written backwards. No height of the ground and
 * no land mask among its files.
 */

import { datasetTitle } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';
import { filePerLead } from '../file-per-lead.js';
import type { ModelFeed } from '../model-feed.js';
import { forecastHour, leadsEvery, pathPartsOf } from '../runs.js';
import { tangentCone } from '../upstream-grids.js';
import { NBM_ELEMENTS } from './selector-table.js';

const LEADS: readonly number[] = [...leadsEvery(1, 1, 36), ...leadsEvery(3, 39, 189), ...leadsEvery(6, 192, 264)];

function fileUrl(baseUrl: string, referenceTime: number, lead: number): string {
  const { date, hour } = pathPartsOf(referenceTime);
  return `${baseUrl}/blend.${date}/${hour}/core/blend.t${hour}z.core.${forecastHour(lead, 3)}.co.grib2`;
}

export const NBM_FEED: ModelFeed = {
  id: 'nbm',
  kind: 'model',
  title: datasetTitle('nbm'),
  queue: 'regional',
  deadlineSeconds: 1800,
  addresses: [
    {
      setting: 'WEATHERGLASS_NBM_URL',
      fallback: 'https://noaa-nbm-grib2-pds.s3.amazonaws.com',
      help: 'base address of the National Blend of Models',
    },
  ],
  automatic: 'with-region',
  traffic: {
    unit: 'run',
    megabytes: 1200,
    perDay: 4,
    isMeasured: false,
    basis: '100 steps of 7 to 9 fields; temperature 1.5 to 2.2 MB, cloud 0.7 MB, probability 0.9 MB in real messages',
  },
  cycle: { every: 6 * HOUR, offset: 0 },
  latency: 1.5 * HOUR,
  partsOf: (baseUrl, referenceTime) =>
    filePerLead(referenceTime, LEADS, 'wgrib2', (lead) => fileUrl(baseUrl, referenceTime, lead)),
  lastUrl: (baseUrl, referenceTime) => `${fileUrl(baseUrl, referenceTime, LEADS.at(-1)!)}.idx`,
  elements: NBM_ELEMENTS,
  statics: [],
  pastSeconds: 0,
  windowSeconds: 12 * HOUR,
  grid: tangentCone({
    ...{ columns: 2345, rows: 1597 },
    first: [19.229, -126.276598],
    ...{ step: 2539.703, parallel: 25, meridian: -95 },
    radius: 6_371_200,
  }),
};
