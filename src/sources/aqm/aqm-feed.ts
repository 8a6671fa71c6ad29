/**
 * The air quality model of NOAA over the contiguous United States at 5 km: hourly means of fine particles and of ozone,
 * corrected for their bias.
 *
 *   /AQMv7/CS/YYYYMMDD/HH/aqm.tHHz.{ave_1hr_pm25,ave_1hr_o3}_bc.YYYYMMDD.227.grib2        runs at 06 and 12 UTC
 *
 * One file a species with the 72 hours of the run, 55 MB, without an index: it is walked whole. Lambert conformal (NCEP's
 * grid 227), 1473 × 1025 cells. The lowest layer of the model is written as sigma level 1 in a message of 2024, as
 * hybrid level 1 by other accounts: both are ways.
 */

import { datasetTitle } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import type { ModelFeed } from '../model-feed.js';
import { OZONE_GROUND, PARTICLES } from '../plausible.js';
import { leadsEvery, pathPartsOf } from '../runs.js';
import { type FieldRequest, type Level, type Selector, way } from '../selector.js';
import { tangentCone } from '../upstream-grids.js';

const LOWEST_LAYER: readonly Level[] = [
  ['1 sigma level', 104, 1],
  ['1 hybrid level', 105, 1],
];

function hourlyMean(name: string, code: readonly [number, number, number]): Selector[] {
  return LOWEST_LAYER.map((level) => ({ ...way(name, code, level, 'average'), intervalSeconds: HOUR }));
}

const AQM_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  { id: 'pm2_5', ways: hourlyMean('PMTF', [0, 13, 193]), ...PARTICLES, required: true }, // µg/m³
  { id: 'ozone_ground', ways: hourlyMean('OZCON', [0, 14, 193]), ...OZONE_GROUND, required: false }, // ppb
];

function fileUrl(baseUrl: string, referenceTime: number, species: 'ave_1hr_pm25' | 'ave_1hr_o3'): string {
  const { date, hour } = pathPartsOf(referenceTime);
  return `${baseUrl}/AQMv7/CS/${date}/${hour}/aqm.t${hour}z.${species}_bc.${date}.227.grib2`;
}

export const AQM_FEED: ModelFeed = {
  id: 'aqm',
  kind: 'model',
  title: datasetTitle('aqm'),
  queue: 'regional',
  deadlineSeconds: 3600, // for 110 MB, of which nothing is kept before all of it is there
  addresses: [
    {
      setting: 'WEATHERGLASS_AQM_URL',
      fallback: 'https://noaa-nws-naqfc-pds.s3.amazonaws.com',
      help: 'base address of the NOAA Air Quality Model',
    },
  ],
  automatic: 'with-region',
  traffic: {
    unit: 'run',
    megabytes: 110,
    perDay: 2,
    isMeasured: false,
    basis: 'two files of 72 messages of 0.76 MB; 0.93 MB in a real message of particles',
  },
  cycle: { every: 6 * HOUR, offset: 0, only: [6 * HOUR, 12 * HOUR] },
  latency: 5 * HOUR,
  partsOf: (baseUrl, referenceTime) => [
    {
      referenceTime,
      leads: leadsEvery(1, 1, 72),
      files: [
        { url: fileUrl(baseUrl, referenceTime, 'ave_1hr_pm25'), index: null },
        { url: fileUrl(baseUrl, referenceTime, 'ave_1hr_o3'), index: null },
      ],
    },
  ],
  lastUrl: (baseUrl, referenceTime) => fileUrl(baseUrl, referenceTime, 'ave_1hr_pm25'),
  elements: AQM_ELEMENTS,
  statics: [],
  pastSeconds: 12 * HOUR,
  windowSeconds: 6 * HOUR,
  grid: tangentCone({
    ...{ columns: 1473, rows: 1025 },
    first: [12.19, -133.459],
    ...{ step: 5079, parallel: 25, meridian: -95 },
    radius: 6_371_229,
  }),
};
