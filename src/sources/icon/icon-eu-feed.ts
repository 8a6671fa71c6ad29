/**
 * ICON-EU, the model of Deutscher Wetterdienst over Europe at 0.0625°.
 *
 *   /icon-eu/grib/HH/{name}/icon-eu_europe_regular-lat-lon_single-level_YYYYMMDDHH_FFF_{NAME}.grib2.bz2
 *   /icon-eu/grib/HH/{name}/icon-eu_europe_regular-lat-lon_time-invariant_YYYYMMDDHH_{NAME}.grib2.bz2
 *   00, 06, 12 and 18 UTC: 0 … 78 h hourly, 81 … 120 every 3 h      (03, 09, 15 and 21 UTC to 30 h, not fetched)
 *
 * One file for each variable and step, packed with bzip2, without an index: which files a step has follows from the table
 * of elements. 1377 × 657 cells from 29.5° N 23.5° W, rows from south to north.
 */

import { datasetTitle } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';
import type { FeedFile, FeedPart, ModelFeed } from '../model-feed.js';
import { formatRun, leadsEvery, pathPartsOf } from '../runs.js';
import { type FieldRequest, isPossible, type MessageKey } from '../selector.js';
import { ICON_ELEMENTS, ICON_STATICS, SINGLE_LEVEL, TIME_INVARIANT } from './selector-table.js';

const LEADS: readonly number[] = [...leadsEvery(1, 0, 78), ...leadsEvery(3, 81, 120)];

function fileUrl(baseUrl: string, referenceTime: number, lead: number, { name, level }: MessageKey['index']): string {
  const { hour } = pathPartsOf(referenceTime);
  const step = level === TIME_INVARIANT ? '' : `_${String(lead / HOUR).padStart(3, '0')}`;
  const file = `icon-eu_europe_regular-lat-lon_${level}_${formatRun(referenceTime)}${step}_${name.toUpperCase()}`;
  return `${baseUrl}/icon-eu/grib/${hour}/${name}/${file}.grib2.bz2`;
}

/** Everything that the tables can find at a lead, each file once. */
function partAt(baseUrl: string, referenceTime: number, lead: number): FeedPart {
  const requests: readonly FieldRequest<string>[] = [...ICON_ELEMENTS, ...(lead === 0 ? ICON_STATICS : [])];
  const possible = requests.filter((request) => isPossible(request, lead, referenceTime));
  const urls = possible.flatMap(({ ways }) => ways.map(({ index }) => fileUrl(baseUrl, referenceTime, lead, index)));
  const files = [...new Set(urls)].map((url): FeedFile => ({ url, index: null, packed: 'bzip2' }));
  return { referenceTime, leads: [lead], files };
}

export const ICON_EU_FEED: ModelFeed = {
  id: 'icon-eu',
  kind: 'model',
  title: datasetTitle('icon-eu'),
  queue: 'regional',
  deadlineSeconds: 1800,
  addresses: [
    {
      setting: 'WEATHERGLASS_ICON_URL',
      fallback: 'https://opendata.dwd.de/weather/nwp',
      help: "base address of ICON in DWD's open data",
    },
  ],
  automatic: 'with-region',
  traffic: {
    unit: 'run',
    megabytes: 600,
    perDay: 4,
    isMeasured: false,
    basis: '1022 files of 0.3 to 0.9 MB; precipitation 0.34 MB in real files',
  },
  cycle: { every: 6 * HOUR, offset: 0 },
  latency: 4 * HOUR,
  partsOf: (baseUrl, referenceTime) => LEADS.map((lead) => partAt(baseUrl, referenceTime, lead)),
  lastUrl: (baseUrl, referenceTime) =>
    fileUrl(baseUrl, referenceTime, LEADS.at(-1)!, { name: 'v_10m', level: SINGLE_LEVEL }),
  elements: ICON_ELEMENTS,
  statics: ICON_STATICS,
  pastSeconds: 0,
  windowSeconds: 6 * HOUR,
  grid: {
    kind: 'regular',
    ...{ columns: 1377, rows: 657 },
    ...{ firstLatitude: 29.5, firstLongitude: 336.5 },
    ...{ latitudeStep: 0.0625, longitudeStep: 0.0625 },
  },
};
