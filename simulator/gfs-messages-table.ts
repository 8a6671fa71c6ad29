/**
 * The messages of a simulated `gfs.tHHz.pgrb2.0p25.fFFF`, in the order of the real files (a real index has
 * 743 lines, these are the fields that a weather service selects and some that it must pass by).
 *
 *   name, level    as wgrib2 prints them in the `.idx`
 *   code           discipline, category, number; level type and value (code table 4.5, value in its unit)
 *   when           instant, or the process and what it runs over: `bucket` resets every six hours, `run` never
 *   decimals       D, the decimal scale factor; TCDC in % and RH in %
 *
 * The two fields on 500 mb share a message, which GFS does not do and other NCEP files do (NAM, CFS): readers must bear
 * with it. A message with a statistic is not in f000. Over the first six hours bucket and run are the same, and the two APCP
 * messages of f001 to f006 are byte for byte duplicates.
 */

import type { StatisticalProcess } from '../src/model/field.js';

export type Statistic = { readonly process: StatisticalProcess; readonly over: 'bucket' | 'run' };

export interface GfsMessageRow {
  readonly name: string;
  readonly level: string;
  readonly code: readonly [discipline: number, category: number, number: number];
  readonly levelCode: readonly [type: number, value: number | null];
  readonly statistic: Statistic | null;
  readonly decimals: number;
  /** Field of `gfs-fields.ts` that fills it. */
  readonly field: GfsFieldId;
  /** How missing values are told, where the field has some. */
  readonly missing?: 'bitmap' | 'management';
  /** Shares the message, and so the offset, of the row before: the index numbers them 4.1 and 4.2. */
  readonly joined?: true;
}

const SURFACE = { level: 'surface', levelCode: [1, null] } as const;
const TWO_METRES = { level: '2 m above ground', levelCode: [103, 2] } as const;
const TEN_METRES = { level: '10 m above ground', levelCode: [103, 10] } as const;
const SEA_LEVEL = { level: 'mean sea level', levelCode: [101, null] } as const;
const ATMOSPHERE = { level: 'entire atmosphere', levelCode: [10, null] } as const;
const COLUMN = { level: 'entire atmosphere (considered as a single layer)', levelCode: [200, null] } as const;
const MB_500 = { level: '500 mb', levelCode: [100, 50_000] } as const;
const MB_700 = { level: '700 mb', levelCode: [100, 70_000] } as const;
const MB_850 = { level: '850 mb', levelCode: [100, 85_000] } as const;
const CEILING = { level: 'cloud ceiling', levelCode: [215, null] } as const;

const INSTANT = null;
const AVERAGE: Statistic = { process: 'average', over: 'bucket' };
const ACCUMULATION: Statistic = { process: 'accumulation', over: 'bucket' };
const RUN_TOTAL: Statistic = { process: 'accumulation', over: 'run' };
const MAXIMUM: Statistic = { process: 'maximum', over: 'bucket' };
const MINIMUM: Statistic = { process: 'minimum', over: 'bucket' };

export const GFS_MESSAGES = [
  { name: 'PRMSL', ...SEA_LEVEL, code: [0, 3, 1], statistic: INSTANT, decimals: 1, field: 'pressureMsl' },
  { name: 'VIS', ...SURFACE, code: [0, 19, 0], statistic: INSTANT, decimals: -1, field: 'visibility' },
  { name: 'GUST', ...SURFACE, code: [0, 2, 22], statistic: INSTANT, decimals: 2, field: 'gust' },
  { name: 'HGT', ...MB_500, code: [0, 3, 5], statistic: INSTANT, decimals: 1, field: 'height500' },
  { name: 'TMP', ...MB_500, code: [0, 0, 0], statistic: INSTANT, decimals: 1, field: 'temperature500', joined: true },
  { name: 'UGRD', ...MB_700, code: [0, 2, 2], statistic: INSTANT, decimals: 2, field: 'windU700hpa' },
  { name: 'VGRD', ...MB_700, code: [0, 2, 3], statistic: INSTANT, decimals: 2, field: 'windV700hpa' },
  { name: 'TMP', ...MB_850, code: [0, 0, 0], statistic: INSTANT, decimals: 2, field: 'temperature850hpa' },
  { name: 'PRES', ...SURFACE, code: [0, 3, 0], statistic: INSTANT, decimals: 1, field: 'pressureSurface' },
  { name: 'HGT', ...SURFACE, code: [0, 3, 5], statistic: INSTANT, decimals: 2, field: 'elevation' },
  { name: 'TMP', ...SURFACE, code: [0, 0, 0], statistic: INSTANT, decimals: 1, field: 'skinTemperature' },
  { name: 'TMP', ...TWO_METRES, code: [0, 0, 0], statistic: INSTANT, decimals: 2, field: 'temperature' },
  { name: 'DPT', ...TWO_METRES, code: [0, 0, 6], statistic: INSTANT, decimals: 2, field: 'dewPoint' },
  { name: 'RH', ...TWO_METRES, code: [0, 1, 1], statistic: INSTANT, decimals: 1, field: 'relativeHumidity' },
  { name: 'TMAX', ...TWO_METRES, code: [0, 0, 4], statistic: MAXIMUM, decimals: 2, field: 'highest' },
  { name: 'TMIN', ...TWO_METRES, code: [0, 0, 5], statistic: MINIMUM, decimals: 2, field: 'lowest' },
  { name: 'UGRD', ...TEN_METRES, code: [0, 2, 2], statistic: INSTANT, decimals: 2, field: 'windU' },
  { name: 'VGRD', ...TEN_METRES, code: [0, 2, 3], statistic: INSTANT, decimals: 2, field: 'windV' },
  { name: 'PRATE', ...SURFACE, code: [0, 1, 7], statistic: INSTANT, decimals: 6, field: 'rate' },
  { name: 'PRATE', ...SURFACE, code: [0, 1, 7], statistic: AVERAGE, decimals: 6, field: 'averageRate' },
  { name: 'APCP', ...SURFACE, code: [0, 1, 8], statistic: ACCUMULATION, decimals: 2, field: 'bucketAmount' },
  { name: 'APCP', ...SURFACE, code: [0, 1, 8], statistic: RUN_TOTAL, decimals: 2, field: 'runAmount' },
  { name: 'CSNOW', ...SURFACE, code: [0, 1, 195], statistic: INSTANT, decimals: 0, field: 'snowFlag' },
  { name: 'CICEP', ...SURFACE, code: [0, 1, 194], statistic: INSTANT, decimals: 0, field: 'icePelletsFlag' },
  { name: 'CFRZR', ...SURFACE, code: [0, 1, 193], statistic: INSTANT, decimals: 0, field: 'freezingRainFlag' },
  { name: 'CRAIN', ...SURFACE, code: [0, 1, 192], statistic: INSTANT, decimals: 0, field: 'rainFlag' },
  { name: 'CSNOW', ...SURFACE, code: [0, 1, 195], statistic: AVERAGE, decimals: 2, field: 'averageSnow' },
  { name: 'CICEP', ...SURFACE, code: [0, 1, 194], statistic: AVERAGE, decimals: 2, field: 'averageIcePellets' },
  { name: 'CFRZR', ...SURFACE, code: [0, 1, 193], statistic: AVERAGE, decimals: 2, field: 'averageFreezingRain' },
  { name: 'CRAIN', ...SURFACE, code: [0, 1, 192], statistic: AVERAGE, decimals: 2, field: 'averageRain' },
  {
    name: 'WILT',
    ...SURFACE,
    code: [2, 0, 201],
    statistic: INSTANT,
    decimals: 3,
    field: 'wiltingPoint',
    missing: 'bitmap',
  },
  { name: 'CAPE', ...SURFACE, code: [0, 7, 6], statistic: INSTANT, decimals: 0, field: 'cape' },
  { name: 'TOZNE', ...COLUMN, code: [0, 14, 0], statistic: INSTANT, decimals: 1, field: 'ozone' },
  { name: 'TCDC', ...ATMOSPHERE, code: [0, 6, 1], statistic: INSTANT, decimals: 1, field: 'cloud' },
  { name: 'TCDC', ...ATMOSPHERE, code: [0, 6, 1], statistic: AVERAGE, decimals: 1, field: 'averageCloud' },
  {
    name: 'HGT',
    ...CEILING,
    code: [0, 3, 5],
    statistic: INSTANT,
    decimals: 0,
    field: 'ceiling',
    missing: 'management',
  },
  { name: 'LAND', ...SURFACE, code: [2, 0, 0], statistic: INSTANT, decimals: 0, field: 'land' },
] as const satisfies readonly (Omit<GfsMessageRow, 'field'> & { field: string })[];

export type GfsFieldId = (typeof GFS_MESSAGES)[number]['field'];
