/**
 * GEFS, the ensemble of GFS: the precipitation of its 31 members, for probabilities. Two feeds, because its resolution
 * changes at day 10.
 *
 *   /gefs.YYYYMMDD/HH/atmos/pgrb2sp25/ge{c00,p01…p30}.tHHz.pgrb2s.0p25.fFFF  (+ .idx)   3 … 240 h every 3 h, 0.25°
 *   /gefs.YYYYMMDD/HH/atmos/pgrb2ap5/ge{c00,p01…p30}.tHHz.pgrb2a.0p50.fFFF   (+ .idx)   246 … 384 h every 6 h, 0.5°
 *
 * One file a member; each line of its index ends in the member ("ENS=low-res ctl", "ENS=+7"). Totals are of buckets of
 * six hours (0-3, 0-6, 6-9, 6-12 …).
 */

import { datasetTitle } from '../../model/dataset.js';
import { type ElementId, ENSEMBLE_MEMBERS, memberElement } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import type { FeedAddress } from '../feed.js';
import type { FeedFile, FeedPart, ModelFeed } from '../model-feed.js';
import { TOTAL } from '../plausible.js';
import { forecastHour, leadsEvery, pathPartsOf } from '../runs.js';
import { type FieldRequest, way } from '../selector.js';
import { globe } from '../upstream-grids.js';
import { GROUND } from '../wgrib2-levels.js';

const MEMBERS: readonly number[] = Array.from({ length: ENSEMBLE_MEMBERS }, (_, member) => member);

/** One of the two sets of files. */
interface Resolution {
  readonly folder: string;
  readonly product: string;
  readonly leads: readonly number[];
  readonly grid: ModelFeed['grid'];
}

const QUARTER_DEGREE: Resolution = {
  folder: 'pgrb2sp25',
  product: 'pgrb2s.0p25',
  leads: leadsEvery(3, 3, 240),
  grid: globe(0.25),
};
const HALF_DEGREE: Resolution = {
  folder: 'pgrb2ap5',
  product: 'pgrb2a.0p50',
  leads: leadsEvery(6, 246, 384),
  grid: globe(0.5),
};

function nameOf(member: number): string {
  return member === 0 ? 'gec00' : `gep${String(member).padStart(2, '0')}`;
}

function fileUrl(
  baseUrl: string,
  referenceTime: number,
  { folder, product }: Resolution,
  member: number,
  lead: number,
): string {
  const { date, hour } = pathPartsOf(referenceTime);
  const name = `${nameOf(member)}.t${hour}z.${product}.${forecastHour(lead, 3)}`;
  return `${baseUrl}/gefs.${date}/${hour}/atmos/${folder}/${name}`;
}

function partsOf(baseUrl: string, referenceTime: number, resolution: Resolution): FeedPart[] {
  const fileOf = (member: number, lead: number): FeedFile => ({
    url: fileUrl(baseUrl, referenceTime, resolution, member, lead),
    index: 'wgrib2',
    member,
  });
  return resolution.leads.map((lead) => ({
    referenceTime,
    leads: [lead],
    files: MEMBERS.map((member) => fileOf(member, lead)),
  }));
}

const TOTAL_OF_APCP = way('APCP', [0, 1, 8], GROUND, 'accumulation');

const GEFS_ELEMENTS: readonly FieldRequest<ElementId>[] = MEMBERS.map((member) => ({
  id: memberElement(member),
  ways: [
    {
      ...TOTAL_OF_APCP,
      index: { ...TOTAL_OF_APCP.index, extra: [member === 0 ? 'ENS=low-res ctl' : `ENS=+${member}`] },
      member,
    },
  ],
  ...TOTAL,
  required: false,
  spread: true, // where the file of a bucket's first half is missing
}));
/** Chances are (hits + ½)/(members + 1): with 20 members they lie half as far again apart as with 31. */
const LEAST_MEMBERS = 20;

export const GEFS_ADDRESSES: readonly FeedAddress[] = [
  {
    setting: 'WEATHERGLASS_GEFS_URL',
    fallback: 'https://noaa-gefs-pds.s3.amazonaws.com',
    help: 'base address of GEFS and GEFS-Aerosol',
  },
];

function gefsFeed(facts: Pick<ModelFeed, 'id' | 'title' | 'latency' | 'traffic'>, resolution: Resolution): ModelFeed {
  return {
    ...facts,
    kind: 'model',
    automatic: 'with-region',
    addresses: GEFS_ADDRESSES,
    queue: 'global',
    deadlineSeconds: 3600,
    cycle: { every: 6 * HOUR, offset: 0 },
    partsOf: (baseUrl, referenceTime) => partsOf(baseUrl, referenceTime, resolution),
    lastUrl: (baseUrl, referenceTime) =>
      `${fileUrl(baseUrl, referenceTime, resolution, MEMBERS.at(-1)!, resolution.leads.at(-1)!)}.idx`,
    elements: GEFS_ELEMENTS,
    leastElements: LEAST_MEMBERS,
    statics: [],
    pastSeconds: 0,
    windowSeconds: 6 * HOUR,
    grid: resolution.grid,
  };
}

export const GEFS_FEED: ModelFeed = gefsFeed(
  {
    id: 'gefs',
    title: datasetTitle('gefs'),
    latency: 6 * HOUR,
    traffic: {
      unit: 'run',
      megabytes: 619,
      perDay: 4,
      isMeasured: true,
      basis: '2480 totals of 0.25 MB, by the indexes of f003, f120 and f237 of 2022-10-18 and 2026-08-28',
    },
  },
  QUARTER_DEGREE,
);
export const GEFS_EXTENDED_FEED: ModelFeed = gefsFeed(
  {
    id: 'gefs-extended',
    title: datasetTitle('gefs-extended'),
    latency: 7 * HOUR,
    traffic: {
      unit: 'run',
      megabytes: 76,
      perDay: 4,
      isMeasured: true,
      basis: '744 totals of 0.10 MB, by the index of f384 of 2026-08-28',
    },
  },
  HALF_DEGREE,
);
