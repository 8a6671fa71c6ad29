/**
 * The next two hours as the models have them, minute by minute, at the height of the place.
 *
 *   amounts  the forecast's quarter hours, each divided into its fifteen minutes as hours are into quarters: what the
 *            minutes of a quarter have together is what the forecast says of it (docs/methods/interpolation.md)
 *   chances  that of the quarter hour in which the minute lies
 *   phases   shares of the liquid equivalent in the hour in which it lies, also of dry hours: radar may find them wet
 *   sky      cloud, visibility and buoyancy at the minute; gusts in it; smoke and dust of its hour
 *
 * Memory is the scratch of the scene's, so everything here is gone when that is reset.
 */

import { HOUR, MINUTE } from '../../model/time.js';
import { type Axis, QUARTER } from '../../query/time/series.js';
import { NOTHING } from '../../query/weather/air.js';
import { quarterProbability } from '../../query/weather/derivation.js';
import type { PhaseGround, PhaseShares } from '../../query/weather/phase.js';
import { addPhasesOn, precipitationOn } from '../../query/weather/place/precipitation.js';
import { gustsOn, hazeOn } from '../../query/weather/place/records.js';
import { airOn, elementOn, type Scene } from '../../query/weather/place/scene.js';
import { windSpeedsOf } from '../../query/weather/states.js';
import type { RecordFacts } from '../../query/weather/weather.js';
import { regularTotals } from '../../science/interpolate.js';
import { cosZenithSeries } from '../../science/sun.js';
import { hoursAround, minutesFrom } from './plan.js';

/** One entry per minute; NaN unknown, empty where not asked for. */
export interface ModelSky extends Pick<RecordFacts, 'smoke' | 'dust' | 'fineParticles' | 'visibility' | 'cape'> {
  /** Ratio. */
  readonly cloud: Float64Array;
  /** m/s. */
  readonly windGust: Float64Array;
  readonly windSpeed: Float64Array;
  /** Of the sun's zenith angle, in the middle of the minute. */
  readonly cosZenith: Float64Array;
}

/** One entry per hour; NaN unknown, empty where not asked for. */
export interface ModelPhases {
  readonly shares: PhaseShares;
  readonly ground: PhaseGround;
}

export interface ModelMinutes {
  /** mm/h, one for each minute; NaN unknown. */
  readonly rates: Float64Array;
  /** Of at least 0.1 mm/h, 0..1. */
  readonly chances: Float64Array;
  readonly phases: ModelPhases;
  /** Index of the hour among the phases, in which minute i lies. */
  hourOf(i: number): number;
  readonly sky: ModelSky;
  /** True when some chance stands on the amount alone. */
  readonly isUncalibrated: boolean;
}

export function modelMinutesOf(scene: Scene, start: number): ModelMinutes {
  const { quantities, scratch } = scene;
  const [hours, minutes] = [hoursAround(start), minutesFrom(start)];
  const air = airOn(scene, { ...hours, count: hours.count + 1 });
  // Phases are wanted of dry hours too, so they are not made with the totals.
  const withoutPhases = new Set([...quantities].filter((quantity) => quantity !== 'phase' && quantity !== 'condition'));
  const fall = precipitationOn({ ...scene, quantities: withoutPhases }, hours, air);
  const ahead = Math.round((start - hours.start) / MINUTE);
  const hourOf = (i: number) => Math.floor((ahead + i) / (HOUR / MINUTE));
  const zeros = () => (quantities.has('phase') ? scratch.zeros(hours.count) : NOTHING);
  const phases = {
    shares: { rain: zeros(), freezingRain: zeros(), icePellets: zeros(), snow: zeros(), depth: zeros() },
    ground: { wetBulb: zeros(), snowRatio: zeros() },
  };
  const everyHour = { totals: scratch.zeros(hours.count).fill(1), rates: NOTHING, air };
  if (quantities.has('phase')) addPhasesOn(scene, hours, everyHour, phases.shares, phases.ground);
  const [first, last] = [hourOf(0), hourOf(minutes.count - 1)];
  return {
    rates: ratesOf(scene, hours, fall.quarters, minutes),
    chances: chancesOf(scene, fall.probability, hourOf, minutes.count),
    phases,
    hourOf,
    sky: skyOn(scene, minutes, hours),
    isUncalibrated: fall.chances?.isUncalibrated(first, last + 1) ?? false,
  };
}

/** mm/h in each minute. A quarter hour that is not known makes the minutes in it unknown. */
function ratesOf({ scratch }: Scene, hours: Axis, quarters: Float64Array, minutes: Axis): Float64Array {
  const ends = scratch.zeros(quarters.length + 1);
  const totals = scratch.missing(quarters.length + 1);
  totals.set(quarters, 1);
  for (let i = 0; i < ends.length; i++) ends[i] = hours.start + i * QUARTER;
  const rates = regularTotals(ends, totals, minutes.start, minutes.step, scratch.zeros(minutes.count));
  for (let i = 0; i < rates.length; i++) rates[i] = rates[i]! * (HOUR / MINUTE);
  return rates;
}

function chancesOf(
  { scratch }: Scene,
  hourChances: Float64Array,
  hourOf: (i: number) => number,
  count: number,
): Float64Array {
  const chances = scratch.zeros(count);
  for (let i = 0; i < count; i++)
    chances[i] =
      i > 0 && hourOf(i) === hourOf(i - 1) ? chances[i - 1]! : quarterProbability(hourChances[hourOf(i)] ?? Number.NaN);
  return chances;
}

function skyOn(scene: Scene, minutes: Axis, hours: Axis): ModelSky {
  const { site, quantities, scratch } = scene;
  if (!quantities.has('condition')) return NO_SKY;
  const middles = { ...minutes, start: minutes.start + MINUTE / 2 };
  const [u, v] = [elementOn(scene, 'wind_u', minutes), elementOn(scene, 'wind_v', minutes)];
  return {
    ...hazeOn(scene, minutes, hours),
    cloud: elementOn(scene, 'cloud_cover', minutes).map((ratio) => Math.min(Math.max(ratio, 0), 1)),
    visibility: elementOn(scene, 'visibility', minutes),
    cape: elementOn(scene, 'cape', minutes),
    windGust: gustsOn(scene, minutes),
    windSpeed: windSpeedsOf(u, v, scratch),
    cosZenith: cosZenithSeries(middles, site.latitude, site.longitude, scratch.zeros(minutes.count)),
  };
}

const NO_SKY: ModelSky = {
  smoke: NOTHING,
  dust: NOTHING,
  fineParticles: NOTHING,
  cloud: NOTHING,
  visibility: NOTHING,
  cape: NOTHING,
  windGust: NOTHING,
  windSpeed: NOTHING,
  cosZenith: NOTHING,
};
