/**
 * GFS at 0.25°, the whole world.
 *
 *   /gfs.YYYYMMDD/HH/atmos/gfs.tHHz.pgrb2.0p25.fFFF  (+ .idx)      runs at 00 06 12 18 UTC
 *   f000 … f120 hourly, f123 … f384 every 3 hours: 209 files; the last appears about 5 h after the run's time
 */

import { datasetTitle } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';
import { filePerLead } from '../file-per-lead.js';
import type { ModelFeed } from '../model-feed.js';
import { forecastHour, leadsEvery, pathPartsOf } from '../runs.js';
import { globe } from '../upstream-grids.js';
import { GFS_ELEMENTS, GFS_STATICS } from './selector-table.js';

const LEADS: readonly number[] = [...leadsEvery(1, 0, 120), ...leadsEvery(3, 123, 384)];

function fileUrl(baseUrl: string, referenceTime: number, lead: number): string {
  const { date, hour } = pathPartsOf(referenceTime);
  return `${baseUrl}/gfs.${date}/${hour}/atmos/gfs.t${hour}z.pgrb2.0p25.${forecastHour(lead, 3)}`;
}

export const GFS_FEED: ModelFeed = {
  id: 'gfs',
  kind: 'model',
  title: datasetTitle('gfs'),
  queue: 'global',
  deadlineSeconds: 3600,
  addresses: [
    {
      setting: 'WEATHERGLASS_GFS_URL',
      fallback: 'https://noaa-gfs-bdp-pds.s3.amazonaws.com',
      help: 'base address of the GFS files',
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'run',
    megabytes: 2470,
    perDay: 4,
    isMeasured: true,
    basis: '209 files of 11.4 to 13.2 MB, by the indexes of f000 and f021 of 2022-10-14',
    firstMegabytes: 3000,
  },
  cycle: { every: 6 * HOUR, offset: 0 },
  latency: 5 * HOUR,
  partsOf: (baseUrl, referenceTime) =>
    filePerLead(referenceTime, LEADS, 'wgrib2', (lead) => fileUrl(baseUrl, referenceTime, lead)),
  lastUrl: (baseUrl, referenceTime) => `${fileUrl(baseUrl, referenceTime, LEADS.at(-1)!)}.idx`,
  elements: GFS_ELEMENTS,
  statics: GFS_STATICS,
  pastSeconds: 48 * HOUR,
  windowSeconds: 6 * HOUR,
  grid: globe(0.25),
};
