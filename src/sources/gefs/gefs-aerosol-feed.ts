/**
 * GEFS-Aerosol: particles at the ground, the whole world at 0.25°.
 *
 *   /gefs.YYYYMMDD/HH/chem/pgrb2ap25/gefs.chem.tHHz.a2d_0p25.fFFF.grib2  (+ .idx)      0 … 120 h every 3 h
 *
 * Every message is of template 4.48: parameter, aerosol type (code table 4.233) and size bound together say what it is.
 * PMTF (0-13-193) and PMTC (0-13-192) hold µg/m³, by NCEP's table and by their values: a dust storm over the Sahara
 * has some 1600. Smoke is organic and black carbon together. The files of September 2026 list at the ground only dust,
 * sea salt and the total, carbon for the column alone: until they do, this feed leaves smoke missing.
 */

import { datasetTitle } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { filePerLead } from '../file-per-lead.js';
import type { ModelFeed } from '../model-feed.js';
import { PARTICLES } from '../plausible.js';
import { forecastHour, leadsEvery, pathPartsOf } from '../runs.js';
import { type FieldRequest, type Selector, way } from '../selector.js';
import { globe } from '../upstream-grids.js';
import { GROUND } from '../wgrib2-levels.js';
import { GEFS_ADDRESSES } from './gefs-feed.js';

const LEADS: readonly number[] = leadsEvery(3, 0, 120);

/** Code table 4.233, with wgrib2's words for it. */
const AEROSOLS = {
  total: { type: 62_000, words: 'Total aerosol' },
  dust: { type: 62_001, words: 'Dust dry' },
  blackCarbon: { type: 62_009, words: 'Black carbon dry' },
  organic: { type: 62_010, words: 'Particulate organic matter dry' },
} as const;

const SIZES = {
  fine: { name: 'PMTF', number: 193, sizeBelow: 2.5e-6, words: 'aerosol_size <2.5e-06' },
  coarse: { name: 'PMTC', number: 192, sizeBelow: 1e-5, words: 'aerosol_size <1e-05' },
} as const;

function particles(aerosol: keyof typeof AEROSOLS, size: keyof typeof SIZES): Selector {
  const { type, words } = AEROSOLS[aerosol];
  const { name, number, sizeBelow, words: sizeWords } = SIZES[size];
  const plain = way(name, [0, 13, number], GROUND);
  return {
    ...plain,
    index: { ...plain.index, extra: [`aerosol=${words}`, sizeWords] },
    aerosol: { type, sizeBelow },
  };
}

const GEFS_AEROSOL_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  { id: 'pm2_5', ways: [particles('total', 'fine')], ...PARTICLES, required: true },
  { id: 'pm10', ways: [particles('total', 'coarse')], ...PARTICLES, required: false },
  { id: 'dust_pm10', ways: [particles('dust', 'coarse')], ...PARTICLES, required: false },
  {
    id: 'smoke_pm2_5',
    ways: [{ ...particles('organic', 'fine'), making: { by: 'sum', with: [particles('blackCarbon', 'fine')] } }],
    ...PARTICLES,
    required: false,
  },
];

function fileUrl(baseUrl: string, referenceTime: number, lead: number): string {
  const { date, hour } = pathPartsOf(referenceTime);
  return `${baseUrl}/gefs.${date}/${hour}/chem/pgrb2ap25/gefs.chem.t${hour}z.a2d_0p25.${forecastHour(lead, 3)}.grib2`;
}

export const GEFS_AEROSOL_FEED: ModelFeed = {
  id: 'gefs-aerosol',
  kind: 'model',
  title: datasetTitle('gefs-aerosol'),
  queue: 'global',
  deadlineSeconds: 1800,
  addresses: GEFS_ADDRESSES,
  automatic: 'with-region',
  traffic: {
    unit: 'run',
    megabytes: 100,
    perDay: 4,
    isMeasured: false,
    basis: '41 steps; a message of total particles has 0.62 to 1.0 MB',
    firstMegabytes: 140,
  },
  cycle: { every: 6 * HOUR, offset: 0 },
  latency: 7 * HOUR,
  partsOf: (baseUrl, referenceTime) =>
    filePerLead(referenceTime, LEADS, 'wgrib2', (lead) => fileUrl(baseUrl, referenceTime, lead)),
  lastUrl: (baseUrl, referenceTime) => `${fileUrl(baseUrl, referenceTime, LEADS.at(-1)!)}.idx`,
  elements: GEFS_AEROSOL_ELEMENTS,
  statics: [],
  pastSeconds: 48 * HOUR, // the daily analysis needs 44 of them (ingest/archive/daily-analysing.ts)
  windowSeconds: 6 * HOUR,
  grid: globe(0.25),
};
