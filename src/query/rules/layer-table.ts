/**
 * Which source answers which element, and over what length one fades into the next (docs/methods/layers.md).
 *
 * An order stands best first: finer and more often made before coarser, the global model with the longest reach last. A
 * source that lacks an element, or does not reach the place or the time, is passed over, so that one order serves many
 * elements.
 */

import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';

const WEATHER: readonly DatasetId[] = ['hrrr-subhourly', 'hrrr', 'hrrr-extended', 'nbm', 'icon-eu', 'ecmwf-ifs', 'gfs'];
/** Phase belongs to the hour, so flags of quarter-hourly steps are not asked. */
const FLAGS: readonly DatasetId[] = WEATHER.filter((id) => id !== 'hrrr-subhourly');
const SMOKE: readonly DatasetId[] = ['hrrr', 'hrrr-extended', 'gefs-aerosol'];
const AIR: readonly DatasetId[] = ['aqm', 'gefs-aerosol'];
const BLEND: readonly DatasetId[] = ['nbm'];

const OTHER_ORDERS: Readonly<Partial<Record<ElementId, readonly DatasetId[]>>> = {
  rain_flag: FLAGS,
  snow_flag: FLAGS,
  freezing_rain_flag: FLAGS,
  ice_pellets_flag: FLAGS,
  probability_1h: BLEND,
  probability_6h: BLEND,
  pm2_5: AIR,
  pm10: AIR,
  ozone_ground: AIR,
  smoke_pm2_5: SMOKE,
  dust_pm10: AIR,
};

/** The sources that decide whether there is a forecast, and how far it reaches. */
export const WEATHER_SOURCES: readonly DatasetId[] = WEATHER;

/** The last in the order of the weather: no finer than the ensemble. */
export const GLOBAL_SOURCES: readonly DatasetId[] = ['ecmwf-ifs', 'gfs'];

/** The ensemble has an order of time, not of worth: the second part follows the first. */
export const ENSEMBLE: readonly DatasetId[] = ['gefs', 'gefs-extended'];

/** Sources of an element, best first; members of the ensemble have their own, above. */
export function orderOf(id: ElementId): readonly DatasetId[] {
  return OTHER_ORDERS[id] ?? WEATHER;
}

export interface Fades {
  /** Seconds after its first time over which the source comes in. */
  readonly start: number;
  /** Seconds before its last time over which it goes out. */
  readonly end: number;
  /** Metres inside its edge over which it comes in. */
  readonly edge: number;
}

/**
 * Ends: a forecast that is about to end differs from the next one by more, the longer it is; the fade is about a sixth
 * of its length, and not above a day, so that the daily cycle is not smeared. Starts: a model needs its first hour to
 * settle. Edges: 150 km are six cells of the global models, and the reach of what flows in through the boundary.
 */
export const FADES: Readonly<Record<DatasetId, Fades>> = {
  'hrrr-subhourly': { start: HOUR, end: 3 * HOUR, edge: 150_000 },
  hrrr: { start: HOUR, end: 3 * HOUR, edge: 150_000 },
  'hrrr-extended': { start: HOUR, end: 6 * HOUR, edge: 150_000 },
  nbm: { start: HOUR, end: 24 * HOUR, edge: 150_000 },
  'icon-eu': { start: HOUR, end: 18 * HOUR, edge: 150_000 },
  'ecmwf-ifs': { start: 3 * HOUR, end: 24 * HOUR, edge: 150_000 },
  gfs: { start: HOUR, end: 24 * HOUR, edge: 150_000 },
  gefs: { start: 0, end: 0, edge: 0 },
  'gefs-extended': { start: 0, end: 0, edge: 0 },
  aqm: { start: 3 * HOUR, end: 12 * HOUR, edge: 150_000 },
  'gefs-aerosol': { start: 3 * HOUR, end: 12 * HOUR, edge: 150_000 },
};

/** Elements that end before their source does, and not for want of skill: seconds of their own fade. */
const OTHER_ENDS: Readonly<Partial<Record<ElementId, number>>> = { probability_1h: 6 * HOUR };

export function fadesOf(dataset: DatasetId, id: ElementId): Fades {
  const fades = FADES[dataset];
  const end = OTHER_ENDS[id];
  return end === undefined ? fades : { ...fades, end };
}

/** Elements that count only together: half a wind is none. */
export const PARTNERS: Readonly<Partial<Record<ElementId, ElementId>>> = { wind_u: 'wind_v', wind_v: 'wind_u' };

/**
 * Whose ground the numbers of a source speak of where the store has none of its own: the runs of HRRR are all on one grid,
 * and ECMWF's 0.25° orography is as good as GFS's. The National Blend is made for 2.5 km and is not moved at all.
 */
export const GROUND_FROM: Readonly<Partial<Record<DatasetId, DatasetId>>> = {
  'hrrr-subhourly': 'hrrr',
  'hrrr-extended': 'hrrr',
  'ecmwf-ifs': 'gfs',
};
