/**
 * Which GFS messages make which element.
 *
 * The file of 2011 carries flags, cloud and rate as averages only, humidity in place of the dew point, and
 * whole-atmosphere cloud under level type 200, which today is 10. So each of these has several ways.
 *
 * Level types (WMO code table 4.5): 1 ground, 10 and 200 whole atmosphere, 100 isobaric (Pa), 101 mean sea level,
 * 103 height above ground (m). Parameters: WMO table 4.2, of category 0-1 the numbers 192 to 195 are NCEP's own.
 */

import type { ElementId, StaticFieldId } from '../../model/element.js';
import { type FieldRequest, type Level, type Selector, way } from '../selector.js';

const GROUND: Level = ['surface', 1, null];
const TWO_METRES: Level = ['2 m above ground', 103, 2];
const TEN_METRES: Level = ['10 m above ground', 103, 10];
const SEA_LEVEL: Level = ['mean sea level', 101, null];
const COLUMN: Level = ['entire atmosphere', 10, null];
const COLUMN_AS_LAYER: Level = ['entire atmosphere (considered as a single layer)', 200, null];
const HPA_850: Level = ['850 mb', 100, 85_000];

/** The instant where the file has it, else the mean of the bucket. */
function instantElseAverage(...given: Parameters<typeof way>): Selector[] {
  const [name, code, level, , factor] = given;
  return [way(name, code, level, 'instant', factor), way(name, code, level, 'average', factor)];
}

const HOUR = 3600;
/** An extreme counts when its six hours are whole. */
const endsBucket = (lead: number): boolean => lead % (6 * HOUR) === 0;

const PER_SECOND_TO_PER_HOUR = 3600; // kg m-2 s-1 to mm/h
const PERCENT = 0.01;
const EARTH_TEMPERATURES = [150, 350] as const;
const SHARE = { plausible: [-0.1, 1.1], clamp: [0, 1] } as const;

export const GFS_ELEMENTS: readonly FieldRequest<ElementId>[] = [
  { id: 'temperature', ways: [way('TMP', [0, 0, 0], TWO_METRES)], plausible: EARTH_TEMPERATURES, required: true },
  {
    id: 'dew_point',
    ways: [
      way('DPT', [0, 0, 6], TWO_METRES),
      { ...way('RH', [0, 1, 1], TWO_METRES, 'instant', PERCENT), making: { by: 'humidity' } },
    ],
    plausible: [100, 350],
    required: true,
  },
  {
    id: 'temperature_max',
    ways: [way('TMAX', [0, 0, 4], TWO_METRES, 'maximum')],
    plausible: EARTH_TEMPERATURES,
    required: false,
    at: endsBucket,
  },
  {
    id: 'temperature_min',
    ways: [way('TMIN', [0, 0, 5], TWO_METRES, 'minimum')],
    plausible: EARTH_TEMPERATURES,
    required: false,
    at: endsBucket,
  },
  { id: 'pressure_msl', ways: [way('PRMSL', [0, 3, 1], SEA_LEVEL)], plausible: [80_000, 115_000], required: true },
  { id: 'pressure_surface', ways: [way('PRES', [0, 3, 0], GROUND)], plausible: [30_000, 115_000], required: false },
  { id: 'wind_u', ways: [way('UGRD', [0, 2, 2], TEN_METRES)], plausible: [-150, 150], required: true },
  { id: 'wind_v', ways: [way('VGRD', [0, 2, 3], TEN_METRES)], plausible: [-150, 150], required: true },
  { id: 'wind_gust', ways: [way('GUST', [0, 2, 22], GROUND)], plausible: [-1, 200], clamp: [0, 200], required: false },
  {
    id: 'precipitation', // two records a file, 6-hour bucket and run total: the shorter interval is the bucket
    ways: [way('APCP', [0, 1, 8], GROUND, 'accumulation')],
    plausible: [-1, 3000],
    clamp: [0, 3000],
    required: true,
  },
  {
    id: 'precipitation_rate',
    ways: instantElseAverage('PRATE', [0, 1, 7], GROUND, 'instant', PER_SECOND_TO_PER_HOUR),
    plausible: [-1, 2000],
    clamp: [0, 2000],
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
  {
    id: 'visibility',
    ways: [way('VIS', [0, 19, 0], GROUND)],
    plausible: [-1, 300_000],
    clamp: [0, 300_000],
    required: false,
  },
  { id: 'ozone', ways: [way('TOZNE', [0, 14, 0], COLUMN_AS_LAYER)], plausible: [20, 1000], required: false },
  {
    id: 'cape',
    ways: [way('CAPE', [0, 7, 6], GROUND)],
    plausible: [-1000, 30_000],
    clamp: [0, 30_000],
    required: false,
  },
  { id: 'temperature_850hpa', ways: [way('TMP', [0, 0, 0], HPA_850)], plausible: EARTH_TEMPERATURES, required: false },
];

/** Asked for at the first step of a run only: they change with a new version of the model. */
export const GFS_STATICS: readonly FieldRequest<StaticFieldId>[] = [
  { id: 'elevation', ways: [way('HGT', [0, 3, 5], GROUND)], plausible: [-1000, 10_000], required: false },
  { id: 'land', ways: [way('LAND', [2, 0, 0], GROUND)], ...SHARE, required: false },
];
