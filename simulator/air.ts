/**
 * What is in the air near the ground, from the weather of the same place: fine particles, coarse ones, ozone. Smoke is
 * part of the weather (it takes the view); docs/methods/simulated-world.md has the equations.
 *
 *   E        emissions, 0..1: land between 60° N and 40° S × patches some 600 km apart
 *   still    1 ÷ (0.35 + wind ÷ 4 m/s): calm air keeps what it is given
 *   PM2.5    4 + 20 E · still · hours of the day ÷ (1 + rain) + 0.15 dust + 0.15 salt + smoke
 *   PM10     1.4 × the man-made part + dust + salt + 1.15 smoke
 *   ozone    background by height + sunlight of the last hours × warmth × E − what E's traffic eats at night
 *
 * A forecast multiplies them by e^ε, ε smooth noise of the run. µg/m³, ozone in ppb.
 */

import type { Places } from './places.js';
import type { Points } from './points.js';
import type { Sun } from './sun.js';
import { envelopeAt, type Noise } from './waves.js';
import type { WeatherGrid } from './weather.js';

const RADIANS = Math.PI / 180;
const FREEZING = 273.15;

export const AIR_FIELDS = ['pm2_5', 'pm10', 'ozone', 'smoke', 'dust'] as const;
export type AirField = (typeof AIR_FIELDS)[number];
/** Each float32 [cell]; `dust` is that below 10 µm. */
export type AirGrid = Readonly<Record<AirField, Float32Array>>;
/** Of one place. */
export type AirState = { readonly [Field in AirField]: number };

export function createAirGrid(points: number): AirGrid {
  const entries = AIR_FIELDS.map((field) => [field, new Float32Array(points)] as const);
  return Object.fromEntries(entries) as Record<AirField, Float32Array>;
}

/** Emissions of a place, 0..1. Whole waves around the globe, so there is no seam. */
function emissionsAt(latitude: number, longitude: number, landness: number): number {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  const patches = 0.5 + 0.5 * Math.sin(31 * lambda + 11 * phi) * Math.sin(37 * phi - 13 * lambda);
  const inhabited = Math.exp(-0.5 * ((latitude - 33) / 16) ** 2) + 0.5 * Math.exp(-0.5 * ((latitude + 15) / 16) ** 2);
  return Math.min(1, Math.max(0, landness)) * Math.min(1, inhabited) * (0.15 + 0.85 * patches * patches);
}

interface AirSetting {
  readonly latitude: number;
  readonly longitude: number;
  readonly landness: number;
  /** m. */
  readonly elevation: number;
  readonly sun: Sun;
  readonly epochSeconds: number;
  /** ε; null for the truth. */
  readonly noise: Noise | null;
}

/** Fills `out` from weather of the same places and instant. */
export function fillAirGrid(
  out: AirGrid,
  weather: WeatherGrid,
  at: Places | Points,
  moment: Pick<AirSetting, 'sun' | 'epochSeconds' | 'noise'>,
): void {
  const columns = 'northward' in at ? 0 : at.longitudes.length;
  for (let n = 0; n < out.pm2_5.length; n++) {
    const latitude = at.latitudes[columns === 0 ? n : Math.floor(n / columns)]!;
    const longitude = at.longitudes[columns === 0 ? n : n % columns]!;
    const ground = { landness: at.landness[n]!, elevation: at.elevation[n]! };
    fillPoint(out, weather, n, { latitude, longitude, ...ground, ...moment });
  }
}

function fillPoint(out: AirGrid, weather: WeatherGrid, n: number, setting: AirSetting): void {
  const { latitude, longitude, landness } = setting;
  const emissions = emissionsAt(latitude, longitude, landness);
  const error = Math.exp(noiseAt(setting));
  const wind = Math.hypot(weather.windU[n]!, weather.windV[n]!);
  const smoke = weather.smoke[n]! * error;
  const land = Math.min(1, Math.max(0, landness));
  const washed = 1 / (1 + weather.precipitationRate[n]!);
  // Grains move above 4 m/s of mean wind; the deserts lie around 24°.
  const loose = land * Math.exp(-0.5 * ((Math.abs(latitude) - 24) / 7) ** 2) * (1 - weather.cloudCover[n]!);
  const dust = (6 * loose + 6 * loose * Math.max(0, wind - 4) ** 2) * washed * error;
  const salt = 1.1 * wind * (1 - land) * washed * error;
  const hour = setting.sun.hourAngle + longitude * RADIANS;
  const made = (20 * emissions * busyHours(hour) * washed) / (0.35 + wind / 4);
  const fine = (4 + made) * error;
  out.smoke[n] = smoke;
  out.dust[n] = dust;
  out.pm2_5[n] = fine + 0.15 * dust + 0.15 * salt + smoke;
  out.pm10[n] = 1.4 * fine + dust + salt + 1.15 * smoke;
  out.ozone[n] = ozoneAt(weather, n, setting, emissions, hour) * error;
}

/** Mornings and evenings of a day, about 1. */
function busyHours(hourAngle: number): number {
  return 1 + 0.25 * Math.cos(2 * (hourAngle - (7 * Math.PI) / 12)) + 0.15 * Math.cos(hourAngle - (5 * Math.PI) / 6);
}

function ozoneAt(weather: WeatherGrid, n: number, setting: AirSetting, emissions: number, hourAngle: number): number {
  const phi = setting.latitude * RADIANS;
  const { declination } = setting.sun;
  // The height of the sun three hours ago: ozone is highest in the afternoon.
  const height =
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle - Math.PI / 4);
  const light = Math.max(0, height) * (1 - 0.6 * weather.cloudCover[n]!);
  const warmth = Math.min(1.6, Math.exp((weather.temperature[n]! - FREEZING - 22) / 18));
  const made = (8 + 32 * emissions) * light * warmth;
  const eaten = 14 * emissions * Math.max(0, -height);
  return Math.max(3, 30 + 0.005 * setting.elevation + made - eaten);
}

function noiseAt({ latitude, longitude, epochSeconds, noise }: AirSetting): number {
  if (noise === null) return 0;
  const phi = latitude * RADIANS;
  let sum = 0;
  for (const wave of noise.waves) {
    const psi = wave.k * longitude * RADIANS + wave.l * phi - wave.omega * epochSeconds + wave.phase;
    sum += noise.amplitude * wave.warmth * envelopeAt(wave, phi) * Math.cos(psi);
  }
  return sum;
}
