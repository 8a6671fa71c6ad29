/**
 * Which messages of ECMWF's open data make which element.
 *
 * The index names them by ECMWF's short names, which are firm. Their numbers in the message are not: ECMWF uses its own
 * where WMO's parameter has another unit, and goes over to WMO's from cycle to cycle. So what is uncertain has several
 * ways with the factor that belongs to each:
 *
 *   tp    0-1-193, m of water (messages of 2024) · 0-1-52 and 0-1-8, kg m⁻²; from step 0, without reset
 *   tcc   0-6-192 or, as in GRIB 1, 192-128-164: 0 to 1 · 0-6-1: per cent; at the ground, or from it to the top of the atmosphere
 *   msl   0-3-0 at mean sea level, where others write 0-3-1
 *   mx2t3, mn2t3   0-0-0 with the process maximum or minimum over 3 h; to step 144, then they are of 6 h
 *   ptype 0-1-19: 1 rain, 3 freezing rain, 5 snow, 6 wet snow, 7 rain and snow, 8 ice pellets, 12 freezing drizzle
 */

import type { ElementId, StaticFieldId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { GEOPOTENTIAL, METRES_OF_WATER, PERCENT } from '../factors.js';
import {
  DEW_POINT,
  ELEVATION,
  GUST,
  PRESSURE_MSL,
  PRESSURE_SURFACE,
  SHARE,
  TEMPERATURE,
  TOTAL,
  WIND,
} from '../plausible.js';
import { type FieldRequest, type Level, type Selector, way } from '../selector.js';

/** Of the windows of 3 h. */
const LAST_THREE_HOURLY = 144 * HOUR;

/** The index says "sfc" for all of them. */
const GROUND: Level = ['sfc', 1, null];
const TWO_METRES: Level = ['sfc', 103, 2];
const TEN_METRES: Level = ['sfc', 103, 10];
const SEA_LEVEL: Level = ['sfc', 101, null];
const COLUMN: Level = ['sfc', 10, null];

const isThreeHourly = (lead: number): boolean => lead > 0 && lead <= LAST_THREE_HOURLY;

function extreme(name: string, number: 4 | 5, process: 'maximum' | 'minimum'): Selector[] {
  return [way(name, [0, 0, 0], TWO_METRES, process), way(name, [0, 0, number], TWO_METRES, process)].map((one) => ({
    ...one,
    intervalSeconds: 3 * HOUR,
  }));
}

function precipitationType(codes: readonly number[]): Selector[] {
  return [{ ...way('ptype', [0, 1, 19], GROUND), making: { by: 'codes', codes } }];
}

export const ECMWF_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  { id: 'temperature', ways: [way('2t', [0, 0, 0], TWO_METRES)], ...TEMPERATURE, required: true },
  { id: 'dew_point', ways: [way('2d', [0, 0, 6], TWO_METRES)], ...DEW_POINT, required: true },
  {
    id: 'temperature_max',
    ways: extreme('mx2t3', 4, 'maximum'),
    ...TEMPERATURE,
    required: false,
    at: isThreeHourly,
  },
  {
    id: 'temperature_min',
    ways: extreme('mn2t3', 5, 'minimum'),
    ...TEMPERATURE,
    required: false,
    at: isThreeHourly,
  },
  {
    id: 'pressure_msl',
    ways: [way('msl', [0, 3, 0], SEA_LEVEL), way('msl', [0, 3, 1], SEA_LEVEL)],
    ...PRESSURE_MSL,
    required: true,
  },
  { id: 'pressure_surface', ways: [way('sp', [0, 3, 0], GROUND)], ...PRESSURE_SURFACE, required: false },
  { id: 'wind_u', ways: [way('10u', [0, 2, 2], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_v', ways: [way('10v', [0, 2, 3], TEN_METRES)], ...WIND, required: true },
  {
    id: 'wind_gust', // the highest since the step before
    ways: [way('10fg', [0, 2, 22], TEN_METRES, 'maximum'), way('10fg', [0, 2, 22], TEN_METRES)],
    ...GUST,
    required: false,
    at: (lead) => lead > 0,
  },
  {
    id: 'precipitation',
    ways: [
      way('tp', [0, 1, 193], GROUND, 'accumulation', METRES_OF_WATER),
      way('tp', [0, 1, 52], GROUND, 'accumulation'),
      way('tp', [0, 1, 8], GROUND, 'accumulation'),
    ],
    ...TOTAL,
    required: true,
  },
  { id: 'rain_flag', ways: precipitationType([1, 7]), ...SHARE, required: false },
  { id: 'snow_flag', ways: precipitationType([5, 6, 7]), ...SHARE, required: false },
  { id: 'freezing_rain_flag', ways: precipitationType([3, 12]), ...SHARE, required: false },
  { id: 'ice_pellets_flag', ways: precipitationType([8]), ...SHARE, required: false },
  {
    id: 'cloud_cover',
    ways: [GROUND, COLUMN].flatMap((level) => [
      way('tcc', [0, 6, 192], level),
      way('tcc', [192, 128, 164], level),
      way('tcc', [0, 6, 1], level, 'instant', PERCENT),
    ]),
    ...SHARE,
    required: false,
  },
];

/** At step 0 only. */
export const ECMWF_STATICS: readonly FieldRequest<StaticFieldId>[] = [
  { id: 'elevation', ways: [way('z', [0, 3, 4], GROUND, 'instant', GEOPOTENTIAL)], ...ELEVATION, required: false },
  { id: 'land', ways: [way('lsm', [2, 0, 0], GROUND)], ...SHARE, required: false },
];
