/**
 * The deterministic run of ECMWF's IFS as open data, the whole world at 0.25°.
 *
 *   /YYYYMMDD/HHz/ifs/0p25/oper/YYYYMMDDHH0000-{step}h-oper-fc.grib2   with `.index` in the place of `.grib2`
 *   00 and 12 UTC: 0 … 144 h every 3 h, 150 … 360 every 6 h; 06 and 18 UTC: 0 … 144 h every 3 h
 *
 * Since cycle 50r1 (12 May 2026) the runs of 06 and 18 UTC are in the stream `oper`, as the others; before, in `scda`.
 */

import { HOUR } from '../../model/time.js';
import type { Feed } from '../feed.js';
import { filePerLead } from '../file-per-lead.js';
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

export const ECMWF_IFS_FEED: Feed = {
  id: 'ecmwf-ifs',
  queue: 'global',
  deadlineSeconds: 3600,
  addressSetting: 'WEATHERGLASS_ECMWF_URL',
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
