/**
 * The day of one cell from its series in a cube, element by element of the analysis. Everything is at the height of the model's
 * own ground: who reads it moves the temperatures to a place.
 */

import type { CubeDescription } from '../../model/cube.js';
import type { ElementId } from '../../model/element.js';
import { MISSING_PACKED } from '../../model/packing.js';
import {
  type DaySteps,
  daylightMean,
  highestOfDay,
  lowestOfDay,
  meanOfDay,
  shareInside,
  totalOfDay,
} from '../../science/local-days.js';
import { precipitationParts, snowDepth, snowToLiquidRatio } from '../../science/phase.js';
import { cosZenith, cosZenithSeries, isNightSun } from '../../science/sun.js';
import { relativeHumidity, stationPressure, wetBulb } from '../../science/thermo.js';

/** A cell of the model's grid. */
export interface CellPlace {
  readonly latitude: number;
  readonly longitude: number;
  /** Of the model's ground, m; NaN unknown. */
  readonly elevation: number;
}

/**
 * Computes the elements of a day of one cell.
 *
 * @param series  packed integers [element, time] of the cube
 * @param out  canonical units in the order of the analysis; NaN missing
 */
export type CellDay = (series: Int16Array, steps: DaySteps, place: CellPlace, out: Float64Array) => void;

/** Gives the steps of a day of an element, NaN where it is missing or the cube has none. Overwritten by the next cell. */
type Unpacked = (id: ElementId, series: Int16Array, steps: DaySteps) => Float64Array;

function unpacker({ elements, times, packings }: CubeDescription): Unpacked {
  const rooms = new Map<ElementId, Float64Array>();
  return (id, series, { from, times: own }) => {
    const room = rooms.get(id) ?? new Float64Array(times.length);
    rooms.set(id, room);
    const values = room.subarray(0, own.length);
    const row = elements.indexOf(id);
    if (row < 0) return values.fill(Number.NaN);
    const { step, base } = packings[row]!;
    const at = row * times.length + from;
    for (let k = 0; k < values.length; k++) {
      const n = series[at + k]!;
      values[k] = n === MISSING_PACKED ? Number.NaN : n * step + base;
    }
    return values;
  };
}

/** Cosines of the sun's zenith angle at the steps: in one go where they are evenly apart, which costs a tenth. */
function sunOf({ times }: DaySteps, { latitude, longitude }: CellPlace): Float64Array {
  const step = times[1]! - times[0]!;
  const isEven = times.at(-1)! - times[0]! === step * (times.length - 1);
  if (isEven) return cosZenithSeries({ start: times[0]!, step }, latitude, longitude, new Float64Array(times.length));
  return times.map((time) => cosZenith(time, latitude, longitude));
}

/** Maximum, minimum, precipitation, rain, snow, cloud, ground, in the order of `daily-weather`. */
export function weatherOfCells(description: CubeDescription): CellDay {
  const unpacked = unpacker(description);
  return (series, steps, place, out) => {
    const temperatures = unpacked('temperature', series, steps);
    const amounts = unpacked('precipitation', series, steps);
    out[0] = highestOfDay(steps, temperatures, unpacked('temperature_max', series, steps));
    out[1] = lowestOfDay(steps, temperatures, unpacked('temperature_min', series, steps));
    out[2] = totalOfDay(steps, amounts);
    out[3] = out[2] === 0 ? 0 : Number.NaN;
    out[4] = out[3];
    if (out[2] > 0) addPhases(unpacked, series, steps, place, out);
    const sun = sunOf(steps, place);
    out[5] = daylightMean(steps, unpacked('cloud_cover', series, steps), (k) => isNightSun(sun[k]!));
    out[6] = place.elevation;
  };
}

/** Below this pressure at the ground, Pa, the 850 hPa level lies in the mountain. */
const LEVEL_850 = 85_000;
const FLAGS = ['rain_flag', 'freezing_rain_flag', 'ice_pellets_flag', 'snow_flag'] as const;

/** Rain and snow of the wet steps, by the rules of the forecast: each is judged by the air in its middle. */
function addPhases(unpacked: Unpacked, series: Int16Array, steps: DaySteps, place: CellPlace, out: Float64Array): void {
  const of = (id: ElementId) => unpacked(id, series, steps);
  const [amounts, temperatures, dewPoints] = [of('precipitation'), of('temperature'), of('dew_point')];
  const [pressures, aloft] = [of('pressure_surface'), of('temperature_850hpa')];
  const [rainFlags, freezingFlags, pelletsFlags, snowFlags] = FLAGS.map(of) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [rain, snow] = [0, 0];
  for (let k = 1; k < amounts.length; k++) {
    const amount = amounts[k]! * shareInside(steps, k);
    if (!(amount > 0)) continue;
    const temperature = middle(temperatures, k);
    const pressure = groundPressure(middle(pressures, k), place.elevation);
    const temperature850 = pressure < LEVEL_850 ? Number.NaN : middle(aloft, k);
    const humidity = relativeHumidity(temperature, middle(dewPoints, k));
    const parts = precipitationParts({
      rainFlag: rainFlags[k]!,
      freezingRainFlag: freezingFlags[k]!,
      icePelletsFlag: pelletsFlags[k]!,
      snowFlag: snowFlags[k]!,
      wetBulb: wetBulb(temperature, humidity, pressure),
      temperature850,
    });
    const warmest = temperature850 > temperature || Number.isNaN(temperature) ? temperature850 : temperature;
    rain += amount * (parts.rain + parts.freezingRain);
    snow += amount * snowDepth(parts.snow, parts.icePellets, snowToLiquidRatio(warmest));
  }
  out[3] = rain;
  out[4] = snow;
}

/** Mean of the values at the two ends of step k; the one that is known where the other is not. */
function middle(values: Float64Array, k: number): number {
  const [before, after] = [values[k - 1]!, values[k]!];
  if (Number.isNaN(before)) return after;
  return Number.isNaN(after) ? before : (before + after) / 2;
}

function groundPressure(known: number, elevation: number): number {
  return Number.isNaN(known) ? stationPressure(101_325, Number.isNaN(elevation) ? 0 : elevation, 288.15) : known;
}

/** Means of fine and coarse particles, in the order of `daily-air-quality`. */
export function airOfCells(description: CubeDescription): CellDay {
  const unpacked = unpacker(description);
  return (series, steps, _place, out) => {
    out[0] = meanOfDay(steps, unpacked('pm2_5', series, steps));
    out[1] = meanOfDay(steps, unpacked('pm10', series, steps));
  };
}
