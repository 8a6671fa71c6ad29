/**
 * Which messages of ICON make which element. The name of a way is that of its file, its level the kind of file; nothing
 * else names a message before it is fetched. Numbers are those of DWD's own definitions in ecCodes (centre `edzw`).
 *
 *   tot_prec   kg m⁻² since the start of the run, without reset
 *   vmax_10m   strongest gust since the step before
 *   ww         present weather as it would be observed (WMO 4677); the first step has one of the analysis, not of weather
 *   cape_ml    of a mixed lowest layer: level type 192, local to DWD. GFS and HRRR lift the air of the surface itself,
 *              which gives more on most days
 *   hsurf      height of the ground above mean sea level, which the message names as its second level
 *
 * Of ICON-D2 real messages name the whole atmosphere as level type 1; type 10 is asked for too.
 */

import type { ElementId, StaticFieldId } from '../../model/element.js';
import { PERCENT } from '../factors.js';
import {
  CAPE,
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

/** Kinds of file, as their names have them. */
export const SINGLE_LEVEL = 'single-level';
export const TIME_INVARIANT = 'time-invariant';

const GROUND: Level = [SINGLE_LEVEL, 1, null];
const TWO_METRES: Level = [SINGLE_LEVEL, 103, 2];
const TEN_METRES: Level = [SINGLE_LEVEL, 103, 10];
const SEA_LEVEL: Level = [SINGLE_LEVEL, 101, null];
const COLUMN: Level = [SINGLE_LEVEL, 10, null];
const MIXED_LAYER: Level = [SINGLE_LEVEL, 192, null];
const FIXED_GROUND: Level = [TIME_INVARIANT, 1, null];

/** `codes` of WMO table 4677; at the first step no weather has been yet. */
function weather(id: ElementId, codes: readonly number[]): FieldRequest<ElementId> {
  const ways: Selector[] = [{ ...way('ww', [0, 19, 25], GROUND), making: { by: 'codes', codes } }];
  return { id, ways, ...SHARE, required: false, at: (lead) => lead > 0 };
}

const DRIZZLE = [50, 51, 52, 53, 54, 55, 58, 59];
const RAIN = [60, 61, 62, 63, 64, 65, 80, 81, 82, 91, 92];
const RAIN_AND_SNOW = [68, 69, 83, 84];
const SNOW = [70, 71, 72, 73, 74, 75, 76, 77, 78, 85, 86, 93, 94];
/** With thunder, or as hail and soft hail: what it is otherwise the code does not say, and mostly it is rain. */
const STORM = [87, 88, 89, 90, 95, 96, 97, 99];

export const ICON_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  { id: 'temperature', ways: [way('t_2m', [0, 0, 0], TWO_METRES)], ...TEMPERATURE, required: true },
  { id: 'dew_point', ways: [way('td_2m', [0, 0, 6], TWO_METRES)], ...DEW_POINT, required: true },
  { id: 'pressure_msl', ways: [way('pmsl', [0, 3, 1], SEA_LEVEL)], ...PRESSURE_MSL, required: true },
  { id: 'pressure_surface', ways: [way('ps', [0, 3, 0], GROUND)], ...PRESSURE_SURFACE, required: false },
  { id: 'wind_u', ways: [way('u_10m', [0, 2, 2], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_v', ways: [way('v_10m', [0, 2, 3], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_gust', ways: [way('vmax_10m', [0, 2, 22], TEN_METRES, 'maximum')], ...GUST, required: false },
  {
    id: 'precipitation',
    ways: [way('tot_prec', [0, 1, 52], GROUND, 'accumulation')],
    ...TOTAL,
    required: true,
  },
  weather('rain_flag', [...DRIZZLE, ...RAIN, ...RAIN_AND_SNOW, ...STORM]),
  weather('snow_flag', [...SNOW, ...RAIN_AND_SNOW]),
  weather('freezing_rain_flag', [56, 57, 66, 67]),
  weather('ice_pellets_flag', [79]),
  {
    id: 'cloud_cover',
    ways: [GROUND, COLUMN].map((level) => way('clct', [0, 6, 1], level, 'instant', PERCENT)),
    ...SHARE,
    required: true,
  },
  {
    id: 'cape',
    ways: [MIXED_LAYER, GROUND].map((level) => way('cape_ml', [0, 7, 6], level)),
    ...CAPE,
    required: false,
  },
];

/** At step 0 only. */
export const ICON_STATICS: readonly FieldRequest<StaticFieldId>[] = [
  { id: 'elevation', ways: [way('hsurf', [0, 3, 6], FIXED_GROUND)], ...ELEVATION, required: false },
  { id: 'land', ways: [way('fr_land', [2, 0, 0], FIXED_GROUND)], ...SHARE, required: false },
];
