/**
 * Which HRRR messages make which element: of the hourly surface files, and of the sub-hourly ones.
 *
 *   pressure        MSLMA (0-3-198), the reduction of the MAPS system; there is no PRMSL, and sub-hourly nothing of it
 *   flags           under WMO's numbers 33 … 36 in messages of 2023, under NCEP's 192 … 195 before: both are ways
 *   precipitation   hourly files: the total of the run and of the last hour; f00 has "0-0 day acc", which is nothing
 *                   sub-hourly: of the last 15 minutes ("480-495 min acc fcst", and "525-540" at the hour)
 *   wind            sub-hourly: also means over 5 minutes under the same name; the instant is meant
 *   smoke           MASSDEN 8 m above ground, kg/m³
 *
 * None of ozone, UV and probabilities; sub-hourly no cloud, no humidity and no land mask either. Sub-hourly files are the
 * largest download of all (six fields of four quarters have 1.3 MB and more each), so the pressure at the ground, which the
 * hour knows well enough, is not taken from them.
 */

import type { ElementId, StaticFieldId } from '../../model/element.js';
import { KILOGRAMS, PER_SECOND_TO_PER_HOUR, PER_SECOND_TO_PER_QUARTER, PERCENT } from '../factors.js';
import {
  CAPE,
  DEW_POINT,
  ELEVATION,
  GUST,
  PARTICLES,
  PRESSURE_MSL,
  PRESSURE_SURFACE,
  RATE,
  SHARE,
  TEMPERATURE,
  TOTAL,
  VISIBILITY,
  WIND,
} from '../plausible.js';
import { type FieldRequest, type Selector, way } from '../selector.js';
import { COLUMN, EIGHT_METRES, GROUND, HPA_850, SEA_LEVEL, TEN_METRES, TWO_METRES } from '../wgrib2-levels.js';

function flag(name: string, wmo: number, ncep: number): Selector[] {
  return [way(name, [0, 1, wmo], GROUND), way(name, [0, 1, ncep], GROUND)];
}

/** What both kinds of file have. */
const COMMON: readonly FieldRequest<ElementId>[] = [
  { id: 'temperature', ways: [way('TMP', [0, 0, 0], TWO_METRES)], ...TEMPERATURE, required: true },
  { id: 'dew_point', ways: [way('DPT', [0, 0, 6], TWO_METRES)], ...DEW_POINT, required: true },
  { id: 'wind_u', ways: [way('UGRD', [0, 2, 2], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_v', ways: [way('VGRD', [0, 2, 3], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_gust', ways: [way('GUST', [0, 2, 22], GROUND)], ...GUST, required: false },
  {
    id: 'precipitation_rate',
    ways: [way('PRATE', [0, 1, 7], GROUND, 'instant', PER_SECOND_TO_PER_HOUR)],
    ...RATE,
    required: false,
  },
  { id: 'rain_flag', ways: flag('CRAIN', 33, 192), ...SHARE, required: false },
  { id: 'snow_flag', ways: flag('CSNOW', 36, 195), ...SHARE, required: false },
  { id: 'freezing_rain_flag', ways: flag('CFRZR', 34, 193), ...SHARE, required: false },
  { id: 'ice_pellets_flag', ways: flag('CICEP', 35, 194), ...SHARE, required: false },
  { id: 'visibility', ways: [way('VIS', [0, 19, 0], GROUND)], ...VISIBILITY, required: false },
];

const TOTAL_OF_APCP = way('APCP', [0, 1, 8], GROUND, 'accumulation');

export const HRRR_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  ...COMMON,
  { id: 'pressure_surface', ways: [way('PRES', [0, 3, 0], GROUND)], ...PRESSURE_SURFACE, required: false },
  { id: 'pressure_msl', ways: [way('MSLMA', [0, 3, 198], SEA_LEVEL)], ...PRESSURE_MSL, required: true },
  { id: 'precipitation', ways: [TOTAL_OF_APCP], ...TOTAL, required: true },
  {
    id: 'cloud_cover',
    ways: [way('TCDC', [0, 6, 1], COLUMN, 'instant', PERCENT)],
    ...SHARE,
    required: true,
  },
  { id: 'cape', ways: [way('CAPE', [0, 7, 6], GROUND)], ...CAPE, required: false },
  { id: 'temperature_850hpa', ways: [way('TMP', [0, 0, 0], HPA_850)], ...TEMPERATURE, required: false },
  {
    id: 'smoke_pm2_5',
    ways: [way('MASSDEN', [0, 20, 0], EIGHT_METRES, 'instant', KILOGRAMS)],
    ...PARTICLES,
    required: false,
  },
];

export const HRRR_SUBHOURLY_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  ...COMMON,
  {
    id: 'precipitation',
    // The rate at the end of the quarter, taken for all of it, is the last way: no total, but never in the wrong window.
    ways: [
      { ...TOTAL_OF_APCP, intervalSeconds: 900 },
      way('PRATE', [0, 1, 7], GROUND, 'instant', PER_SECOND_TO_PER_QUARTER),
    ],
    ...TOTAL,
    required: true,
    at: (lead) => lead > 0,
  },
];

const GROUND_HEIGHT: FieldRequest<StaticFieldId> = {
  id: 'elevation',
  ways: [way('HGT', [0, 3, 5], GROUND)],
  ...ELEVATION,
  required: false,
};

export const HRRR_STATICS: readonly FieldRequest<StaticFieldId>[] = [
  GROUND_HEIGHT,
  { id: 'land', ways: [way('LAND', [2, 0, 0], GROUND)], ...SHARE, required: false },
];

export const HRRR_SUBHOURLY_STATICS: readonly FieldRequest<StaticFieldId>[] = [GROUND_HEIGHT];
