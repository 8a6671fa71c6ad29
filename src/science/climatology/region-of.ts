/**
 * Weather region of a place: the first rule that holds for its climate, its height and its distance to the ocean.
 *
 * The threshold of dryness is that of Peel, Finlayson and McMahon 2007 (Hydrol. Earth Syst. Sci. 11, 1633): 10 (2 t + s) mm a
 * year, with the annual mean t in °C. The addition s is 28 where 70% of the precipitation falls in summer, 0 where 70% falls in
 * winter, else 14. Regions are cohorts of this service: docs/methods/accuracy.md has the rules in words.
 */

import type { RegionId } from '../../model/region.js';

/** Monthly means of a place over 30 years, and where it lies. */
export interface PlaceClimate {
  /** Degrees north. */
  readonly latitude: number;
  /** m above the sea. */
  readonly elevation: number;
  /** Highest less lowest land within 25 km, m. */
  readonly relief: number;
  /** To the nearest coast of an ocean, m. */
  readonly oceanDistance: number;
  /** Mean temperature of the year, of its coldest and of its warmest month, K. */
  readonly meanTemperature: number;
  readonly coldestMonth: number;
  readonly warmestMonth: number;
  /** Mean of a year, mm. */
  readonly precipitation: number;
  /** Share of it that falls in the summer half: April to September, south of the equator October to March, 0..1. */
  readonly summerShare: number;
}

const ZERO_CELSIUS = 273.15;
const KILOMETRE = 1000;

const ARCTIC_LATITUDE = 66.5;
/** Height from which a place is in the mountains, and from which it is where the land around it is steep, m. */
const MOUNTAIN = 1500;
const STEEP = { elevation: 600, relief: 900 } as const;
/** Precipitation in thresholds of dryness; `none` where the threshold is not positive, which cold does. */
const HUMIDITY = { dry: 1.2, moderate: 2.2, none: 9 } as const;
/** Places with a cooler summer are not dry: their threshold is small because little evaporates, °C. */
const DRY_SUMMER = 20;

export function regionOf(place: PlaceClimate): RegionId {
  const { latitude, elevation, relief, summerShare, precipitation } = place;
  const ocean = place.oceanDistance / KILOMETRE;
  const coldest = place.coldestMonth - ZERO_CELSIUS;
  const warmest = place.warmestMonth - ZERO_CELSIUS;
  const humidity = humidityOf(place);
  const isDry = humidity < HUMIDITY.dry && warmest >= DRY_SUMMER && !(summerShare <= 0.3 && ocean <= 80);
  const isSteep = elevation >= STEEP.elevation && relief >= STEEP.relief;
  if (warmest < 10 || Math.abs(latitude) >= ARCTIC_LATITUDE) return 'arctic';
  if (elevation >= MOUNTAIN || (isSteep && !isDry)) return 'mountain';
  if (coldest >= 18) return 'tropical';
  if (isDry) return 'arid_interior';
  if (ocean <= 200 && coldest > -3 && (summerShare <= 0.35 || warmest < 22)) return 'pacific_coast';
  if (coldest <= -7) return 'northern_continental';
  if (ocean >= 400 && humidity < HUMIDITY.moderate && warmest >= 22) return 'central_plains';
  if (coldest >= 8 && precipitation >= 1000 && ocean <= 300) return 'gulf_coast';
  return coldest <= -3 ? 'northern_continental' : 'humid_east';
}

/** Precipitation of a year in dryness thresholds: below 1 the climate is dry by Peel et al. */
function humidityOf({ meanTemperature, precipitation, summerShare }: PlaceClimate): number {
  const threshold = 10 * (2 * (meanTemperature - ZERO_CELSIUS) + additionFor(summerShare));
  return threshold <= 0 ? HUMIDITY.none : precipitation / threshold;
}

function additionFor(summerShare: number): number {
  if (summerShare <= 0.3) return 0;
  return summerShare >= 0.7 ? 28 : 14;
}
