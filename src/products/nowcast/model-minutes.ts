/**
 * The next two hours as the models have them, minute by minute, at the height of the place.
 *
 *   amounts  as of the forecast's quarter hours, before radar (query/weather/place/minutes.ts); chances likewise
 *   phases   shares of the liquid equivalent in the hour in which it lies, also of dry hours: radar may find them wet
 *   sky      cloud, visibility and buoyancy at the minute; gusts in it; smoke and dust of its hour
 *
 * Memory is the scratch of the scene's, so everything here is gone when that is reset.
 */

import { HOUR, MINUTE } from '../../model/time.js';
import type { Axis } from '../../query/time/series.js';
import { NOTHING } from '../../query/weather/air.js';
import type { HourPhases } from '../../query/weather/phase.js';
import { hoursAround, minutesOn } from '../../query/weather/place/minutes.js';
import { modelledOn } from '../../query/weather/place/modelled.js';
import { addPhasesOn } from '../../query/weather/place/precipitation.js';
import { gustsOn, hazeOn } from '../../query/weather/place/records.js';
import { airOn, elementOn, type Scene } from '../../query/weather/place/scene.js';
import { windSpeedsOf } from '../../query/weather/states.js';
import type { RecordFacts } from '../../query/weather/weather.js';
import { cosZenithSeries } from '../../science/sun.js';
import { minutesFrom } from './plan.js';

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

export interface ModelMinutes {
  /** mm/h, one for each minute; NaN unknown. */
  readonly rates: Float64Array;
  /** Of at least 0.1 mm/h, 0..1. */
  readonly chances: Float64Array;
  readonly phases: HourPhases;
  /** Index of the hour among the phases, in which minute i lies. */
  hourOf(i: number): number;
  readonly sky: ModelSky;
  /** True when some chance stands on the amount alone. */
  readonly isUncalibrated: boolean;
}

export function modelMinutesOf(scene: Scene, start: number): ModelMinutes {
  const { quantities, scratch } = scene;
  const minutes = minutesFrom(start);
  const hours = hoursAround(minutes);
  const air = airOn(scene, { ...hours, count: hours.count + 1 });
  // Phases are wanted of dry hours too, so they are not made with the totals.
  const withoutPhases = new Set([...quantities].filter((quantity) => quantity !== 'phase' && quantity !== 'condition'));
  const fall = modelledOn({ ...scene, quantities: withoutPhases }, hours);
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
    ...minutesOn(fall, minutes, scratch),
    phases,
    hourOf,
    sky: skyOn(scene, minutes, hours),
    isUncalibrated: fall.chances?.isUncalibrated(first, last + 1) ?? false,
  };
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
