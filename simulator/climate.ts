/**
 * Zonal climate of the simulated world: what every longitude of a latitude has in common, by season.
 *
 *   T̄ = 301 − 23.3 sin²φ − 18.7 sin⁴φ      K at sea level; 288 K over the globe once mountains are counted
 *   p̄ = 1013 hPa with an equatorial trough, subtropical highs at 30° and subpolar lows at 62°, deeper in the south
 *   U = westerlies at 45° (stronger in winter), trade easterlies at the equator
 *
 * Shapes and sizes after the zonal means of Peixoto and Oort, Physics of Climate (1992), chapter 7, rounded to a few
 * Gaussians: plausible everywhere, exact nowhere. `season` is 1 on 20 July (northern summer), −1 half a year later.
 */

const YEAR = 365.2422 * 86_400;
const HOTTEST = 1_279_584_000; // epoch seconds of 2010-07-20 00:00 UTC

export interface Climate {
  /** Sea-level air temperature of the year, K. */
  readonly temperature: number;
  /** Seasonal departure over open sea, and what full land adds to it, K. */
  readonly seasonSea: number;
  readonly seasonLand: number;
  /** Departure of mean sea-level pressure from 1013 hPa, Pa, and its derivative by latitude, Pa/rad. */
  readonly pressure: number;
  readonly pressureSlope: number;
  /** Easterly trades that geostrophy cannot give at the equator, m/s towards east. */
  readonly trades: number;
  /** Mean tendency to rise (positive) or sink, in the lift unit of `weather.ts`; what full land adds to it. */
  readonly lift: number;
  readonly liftLand: number;
  /** Strength of the westerly storm track, 0..1, and of thunderstorm weather, 0..1. */
  readonly stormTrack: number;
  readonly convection: number;
  /** Total ozone of the latitude, DU. */
  readonly ozone: number;
}

/** Rise of all temperatures near the ground, K a year, counted from the start of 2026: the trend of Earth's land since 1975. */
export const WARMING_PER_YEAR = 0.025;
const WARMING_BASE = Date.UTC(2026, 0, 1) / 1000;

/** Departure from the temperatures of early 2026 by the trend, K; negative before. */
export function warmingAt(epochSeconds: number): number {
  return (WARMING_PER_YEAR * (epochSeconds - WARMING_BASE)) / YEAR;
}

/** 1 on 20 July, −1 half a year later. */
export function seasonAt(epochSeconds: number): number {
  return Math.cos((2 * Math.PI * (epochSeconds - HOTTEST)) / YEAR);
}

/** Gaussian of a distance in degrees. */
function bell(degrees: number, width: number): number {
  const z = degrees / width;
  return Math.exp(-0.5 * z * z);
}

function zonalPressure(latitude: number): number {
  const subpolar = latitude < 0 ? 2400 : 1000;
  return (
    -300 * bell(latitude, 12) +
    600 * bell(Math.abs(latitude) - 31, 10) -
    subpolar * bell(Math.abs(latitude) - 63, 10) * Math.min(1, Math.abs(latitude) / 5)
  );
}

/** Climate of a latitude, degrees. */
export function climateAt(latitude: number, season: number): Climate {
  const sin = Math.sin((latitude * Math.PI) / 180);
  const away = Math.abs(latitude);
  const summer = season * Math.sign(latitude); // 1 in the summer of this hemisphere
  const rainBelt = rainBeltAt(season);
  const degree = Math.PI / 180;
  return {
    temperature: 301 - 23.3 * sin ** 2 - 18.7 * sin ** 4,
    seasonSea: 4.5 * season * sin,
    seasonLand: 15 * season * sin * Math.abs(sin),
    pressure: zonalPressure(latitude),
    pressureSlope: (zonalPressure(latitude + 0.5) - zonalPressure(latitude - 0.5)) / degree,
    trades: -4.5 * bell(latitude, 13),
    lift: -0.27 + 0.4 * bell(away - 52, 14) - 0.7 * bell(away - 24, 9) + 0.95 * bell(latitude - rainBelt, 7),
    liftLand: -0.15 - 0.6 * bell(away - 24, 10),
    stormTrack: bell(away - 48, 15) * (1 - 0.15 * summer),
    convection: convectionAt(latitude, season),
    ozone: 262 + 95 * sin ** 2 + 30 * sin * Math.abs(sin) * -season,
  };
}

/** Latitude of the tropical rain belt, degrees. */
function rainBeltAt(season: number): number {
  return 4 + 7 * season;
}

/** Strength of thunderstorm weather at a latitude, 0..1: the tropical rain belt, and the summers of the middle latitudes. */
export function convectionAt(latitude: number, season: number): number {
  const summer = season * Math.sign(latitude);
  return Math.min(
    1,
    bell(latitude - rainBeltAt(season), 11) + (0.4 + 0.35 * summer) * bell(Math.abs(latitude) - 38, 13),
  );
}

/** Zonal part of the wind that carries storm cells, m/s towards east. */
export function steeringZonal(latitude: number, season: number): number {
  const away = Math.abs(latitude);
  const summer = season * Math.sign(latitude);
  return 3 + (13 - 3 * summer) * bell(away - 46, 15) - 9 * bell(latitude, 15);
}
