/**
 * Which GFS messages make which element.
 *
 * The file of 2011 carries flags, cloud and rate as averages only, humidity in place of the dew point, and
 * whole-atmosphere cloud under level type 200, which today is 10. So each of these has several ways.
 *
 * Parameters: WMO table 4.2; of category 0-1 the numbers 192 to 195 are NCEP's own.
 */

import type { ElementId, StaticFieldId } from '../../model/element.js';
import { PER_SECOND_TO_PER_HOUR, PERCENT } from '../factors.js';
import {
  CAPE,
  DEW_POINT,
  ELEVATION,
  GUST,
  OZONE_COLUMN,
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
import {
  COLUMN,
  COLUMN_AS_LAYER,
  GROUND,
  HPA_700,
  HPA_850,
  SEA_LEVEL,
  TEN_METRES,
  TWO_METRES,
} from '../wgrib2-levels.js';

/** The instant where the file has it, else the mean of the bucket. */
function instantElseAverage(...given: Parameters<typeof way>): Selector[] {
  const [name, code, level, , factor] = given;
  return [way(name, code, level, 'instant', factor), way(name, code, level, 'average', factor)];
}

/** An extreme counts when its six hours are whole. */
const endsBucket = (lead: number): boolean => lead % (6 * 3600) === 0;

/** The wind that showers move with is of use for the next hours only: a run is replaced when it is 12 hours old. */
const isOfNow = (lead: number): boolean => lead <= 15 * 3600;

export const GFS_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  { id: 'temperature', ways: [way('TMP', [0, 0, 0], TWO_METRES)], ...TEMPERATURE, required: true },
  {
    id: 'dew_point',
    ways: [
      way('DPT', [0, 0, 6], TWO_METRES),
      { ...way('RH', [0, 1, 1], TWO_METRES, 'instant', PERCENT), making: { by: 'humidity' } },
    ],
    ...DEW_POINT,
    required: true,
  },
  {
    id: 'temperature_max',
    ways: [way('TMAX', [0, 0, 4], TWO_METRES, 'maximum')],
    ...TEMPERATURE,
    required: false,
    at: endsBucket,
  },
  {
    id: 'temperature_min',
    ways: [way('TMIN', [0, 0, 5], TWO_METRES, 'minimum')],
    ...TEMPERATURE,
    required: false,
    at: endsBucket,
  },
  { id: 'pressure_msl', ways: [way('PRMSL', [0, 3, 1], SEA_LEVEL)], ...PRESSURE_MSL, required: true },
  { id: 'pressure_surface', ways: [way('PRES', [0, 3, 0], GROUND)], ...PRESSURE_SURFACE, required: false },
  { id: 'wind_u', ways: [way('UGRD', [0, 2, 2], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_v', ways: [way('VGRD', [0, 2, 3], TEN_METRES)], ...WIND, required: true },
  { id: 'wind_gust', ways: [way('GUST', [0, 2, 22], GROUND)], ...GUST, required: false },
  {
    id: 'precipitation', // two records a file, 6-hour bucket and run total: the shorter interval is the bucket
    ways: [way('APCP', [0, 1, 8], GROUND, 'accumulation')],
    ...TOTAL,
    required: true,
  },
  {
    id: 'precipitation_rate',
    ways: instantElseAverage('PRATE', [0, 1, 7], GROUND, 'instant', PER_SECOND_TO_PER_HOUR),
    ...RATE,
    required: false,
  },
  { id: 'rain_flag', ways: instantElseAverage('CRAIN', [0, 1, 192], GROUND), ...SHARE, required: false },
  { id: 'snow_flag', ways: instantElseAverage('CSNOW', [0, 1, 195], GROUND), ...SHARE, required: false },
  { id: 'freezing_rain_flag', ways: instantElseAverage('CFRZR', [0, 1, 193], GROUND), ...SHARE, required: false },
  { id: 'ice_pellets_flag', ways: instantElseAverage('CICEP', [0, 1, 194], GROUND), ...SHARE, required: false },
  {
    id: 'cloud_cover',
    ways: [
      ...instantElseAverage('TCDC', [0, 6, 1], COLUMN, 'instant', PERCENT),
      ...instantElseAverage('TCDC', [0, 6, 1], COLUMN_AS_LAYER, 'instant', PERCENT),
    ],
    ...SHARE,
    required: true,
  },
  { id: 'visibility', ways: [way('VIS', [0, 19, 0], GROUND)], ...VISIBILITY, required: false },
  { id: 'ozone', ways: [way('TOZNE', [0, 14, 0], COLUMN_AS_LAYER)], ...OZONE_COLUMN, required: false },
  { id: 'cape', ways: [way('CAPE', [0, 7, 6], GROUND)], ...CAPE, required: false },
  { id: 'temperature_850hpa', ways: [way('TMP', [0, 0, 0], HPA_850)], ...TEMPERATURE, required: false },
  { id: 'wind_u_700hpa', ways: [way('UGRD', [0, 2, 2], HPA_700)], ...WIND, required: false, at: isOfNow },
  { id: 'wind_v_700hpa', ways: [way('VGRD', [0, 2, 3], HPA_700)], ...WIND, required: false, at: isOfNow },
];

/** Asked for at the first step of a run only: they change with a new version of the model. */
export const GFS_STATICS: readonly FieldRequest<StaticFieldId>[] = [
  { id: 'elevation', ways: [way('HGT', [0, 3, 5], GROUND)], ...ELEVATION, required: false },
  { id: 'land', ways: [way('LAND', [2, 0, 0], GROUND)], ...SHARE, required: false },
];
