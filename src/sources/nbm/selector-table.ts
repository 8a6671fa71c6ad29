/**
 * Which messages of the National Blend of Models make which element.
 *
 *   parts behind the time   "ens std dev", "50% level", "prob >0.254:prob fcst 255/255": the bare line is the forecast
 *   wind                    speed and the direction that it blows from, so that nothing is to be turned
 *   precipitation           1 h totals to f036, then totals of 6 h that end at 00 06 12 18 UTC, on steps of 3 h
 *   probability             more than 0.254 mm; beside the 6 h one stands one of 12 h, told apart by its interval
 *   extremes                of 12 h: the highest ends at 00 UTC, the lowest at 12 UTC
 *   cloud                   "surface" in the index; in a message of 2026 the level has NCEP's own type 195
 *   visibility              to f078
 */

import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { PERCENT } from '../factors.js';
import { DEW_POINT, GUST, SHARE, TEMPERATURE, TOTAL, VISIBILITY, WIND } from '../plausible.js';
import { type FieldRequest, type Level, type Selector, way } from '../selector.js';
import { GROUND, TEN_METRES, TWO_METRES } from '../wgrib2-levels.js';

const LAST_HOURLY = 36 * HOUR;
const LAST_VISIBILITY = 78 * HOUR;
/** mm in the interval: a hundredth of an inch */
const MEASURABLE = 0.254;

const isHourly = (lead: number): boolean => lead > 0 && lead <= LAST_HOURLY;
/** Hour of the day, UTC, that a lead ends at. */
const endsAt = (hour: number) => (lead: number, referenceTime: number) =>
  lead >= 12 * HOUR && (referenceTime + lead) % (24 * HOUR) === hour * HOUR;
/** Runs are at 00 06 12 18 UTC, so a lead of whole windows ends at these hours, too. */
const endsSixHours = (lead: number): boolean => lead > 0 && lead % (6 * HOUR) === 0;

const TOTAL_OF_APCP = way('APCP', [0, 1, 8], GROUND, 'accumulation');
const CLOUD_LEVEL_OF_2026: Level = ['surface', 195, null];

const SPEED = way('WIND', [0, 2, 1], TEN_METRES);
const DIRECTION = way('WDIR', [0, 2, 0], TEN_METRES);

/** Percent in the message. */
function chanceOver(hours: number): Selector {
  return {
    ...TOTAL_OF_APCP,
    index: { ...TOTAL_OF_APCP.index, extra: [`prob >${MEASURABLE}`] },
    intervalSeconds: hours * HOUR,
    probabilityAbove: MEASURABLE,
    factor: PERCENT,
  };
}

export const NBM_ELEMENTS: readonly FieldRequest<ElementId>[] = [
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
    ways: [{ ...way('TMAX', [0, 0, 4], TWO_METRES, 'maximum'), intervalSeconds: 12 * HOUR }],
    ...TEMPERATURE,
    required: false,
    at: endsAt(0),
  },
  {
    id: 'temperature_min',
    ways: [{ ...way('TMIN', [0, 0, 5], TWO_METRES, 'minimum'), intervalSeconds: 12 * HOUR }],
    ...TEMPERATURE,
    required: false,
    at: endsAt(12),
  },
  { id: 'wind_u', ways: [{ ...SPEED, making: { by: 'wind-u', direction: DIRECTION } }], ...WIND, required: true },
  { id: 'wind_v', ways: [{ ...SPEED, making: { by: 'wind-v', direction: DIRECTION } }], ...WIND, required: true },
  { id: 'wind_gust', ways: [way('GUST', [0, 2, 22], TEN_METRES)], ...GUST, required: false },
  {
    id: 'cloud_cover',
    ways: [
      way('TCDC', [0, 6, 1], GROUND, 'instant', PERCENT),
      way('TCDC', [0, 6, 1], CLOUD_LEVEL_OF_2026, 'instant', PERCENT),
    ],
    ...SHARE,
    required: false,
  },
  {
    id: 'visibility',
    ways: [way('VIS', [0, 19, 0], GROUND)],
    ...VISIBILITY,
    required: false,
    at: (lead) => lead <= LAST_VISIBILITY,
  },
  {
    id: 'precipitation',
    ways: [{ ...TOTAL_OF_APCP, intervalSeconds: HOUR }],
    ...TOTAL,
    required: true,
    at: isHourly,
  },
  {
    id: 'precipitation', // a row of its own: where an hour's total stands beside it, it would be taken for the window
    ways: [{ ...TOTAL_OF_APCP, intervalSeconds: 6 * HOUR }],
    ...TOTAL,
    required: true,
    at: (lead) => lead > LAST_HOURLY && endsSixHours(lead),
    spread: true,
  },
  { id: 'probability_1h', ways: [chanceOver(1)], ...SHARE, required: false, at: isHourly },
  { id: 'probability_6h', ways: [chanceOver(6)], ...SHARE, required: false, at: endsSixHours },
];
