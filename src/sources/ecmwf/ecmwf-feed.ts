/**
 * The deterministic run of ECMWF's IFS as open data, the whole world at 0.25°.
 *
 *   /YYYYMMDD/HHz/ifs/0p25/oper/YYYYMMDDHH0000-{step}h-oper-fc.grib2   with `.index` in the place of `.grib2`
 *   00 and 12 UTC: 0 … 144 h every 3 h, 150 … 360 every 6 h; 06 and 18 UTC: 0 … 144 h every 3 h
 *
 * Since cycle 50r1 (12 May 2026) the runs of 06 and 18 UTC are in the stream `oper`, as the others; before, in `scda`.
 */

import { datasetTitle } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';
import { filePerLead } from '../file-per-lead.js';
import type { ModelFeed } from '../model-feed.js';
import { formatRun, leadsEvery, pathPartsOf } from '../runs.js';
import { globe } from '../upstream-grids.js';
import { ECMWF_ELEMENTS, ECMWF_STATICS } from './selector-table.js';

const SHORT_RUN: readonly number[] = leadsEvery(3, 0, 144);
const LONG_RUN: readonly number[] = [...SHORT_RUN, ...leadsEvery(6, 150, 360)];

function leadsOf(referenceTime: number): readonly number[] {
  return referenceTime % (12 * HOUR) === 0 ? LONG_RUN : SHORT_RUN;
}

function fileUrl(baseUrl: string, referenceTime: number, lead: number): string {
  const { date, hour } = pathPartsOf(referenceTime);
  const name = `${formatRun(referenceTime)}0000-${lead / HOUR}h-oper-fc.grib2`;
  return `${baseUrl}/${date}/${hour}z/ifs/0p25/oper/${name}`;
}

export const ECMWF_IFS_FEED: ModelFeed = {
  id: 'ecmwf-ifs',
  kind: 'model',
  title: datasetTitle('ecmwf-ifs'),
  queue: 'global',
  deadlineSeconds: 3600,
  addresses: [
    {
      setting: 'WEATHERGLASS_ECMWF_URL',
      fallback: 'https://data.ecmwf.int/forecasts',
      help: "base address of ECMWF's open data",
    },
  ],
  automatic: 'with-region',
  traffic: {
    unit: 'run',
    megabytes: 490,
    perDay: 4,
    isMeasured: false,
    basis: '85 steps at 00 and 12 UTC, else 49; 12 fields of 0.2 to 0.75 MB (2t 0.65 MB on 2026-08-30)',
  },
  cycle: { every: 6 * HOUR, offset: 0 },
  latency: 8 * HOUR,
  partsOf: (baseUrl, referenceTime) =>
    filePerLead(referenceTime, leadsOf(referenceTime), 'ecmwf', (lead) => fileUrl(baseUrl, referenceTime, lead)),
  lastUrl: (baseUrl, referenceTime) =>
    fileUrl(baseUrl, referenceTime, leadsOf(referenceTime).at(-1)!).replace(/\.grib2$/, '.index'),
  elements: ECMWF_ELEMENTS,
  statics: ECMWF_STATICS,
  pastSeconds: 0,
  continues: true, // or days 7 to 15 would come and go every six hours
  windowSeconds: 3 * HOUR,
  grid: globe(0.25, 180),
};
