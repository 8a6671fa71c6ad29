/**
 * Scattered points: the cells of a projected grid are on no row of latitude, so what a row shares there is kept per
 * point here. A wave at a point is A(φ) cos(kλ + lφ + φ₀ − ωt + shift), and all but ωt and the shift belongs to the
 * point: with a = A cos(kλ + lφ + φ₀) and b = A sin(…) held, an instant costs one cosine and sine per wave and a few
 * multiply-adds per wave and point, and agrees with the rows of `places.ts` to float32.
 *
 * Waves whose envelope reaches none of the points are left out: a third of them over one continent.
 */

import { DEGREE_METRES } from './discs.js';
import type { Area } from './places.js';
import { groundAt } from './terrain.js';
import { envelopeAt, lagsOf, type Noise, WAVE_REACH, type Wave, type WaveError } from './waves.js';

/** Sums of waves, cells and plumes, point by point: Pa, Pa/rad, K, lift, mm/h, 0..1. */
export interface PointSums {
  readonly pressure: Float64Array;
  readonly slopeNorth: Float64Array;
  readonly slopeEast: Float64Array;
  readonly warmth: Float64Array;
  readonly lift: Float64Array;
  readonly cellRain: Float64Array;
  readonly cellCover: Float64Array;
  /** µg/m³. */
  readonly smoke: Float64Array;
}

const RADIANS = Math.PI / 180;

export interface Points {
  /** Degrees. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** cos λ and sin λ. */
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
  readonly landness: Float32Array;
  /** m. */
  readonly elevation: Float32Array;
  /** Points from south to north. */
  readonly northward: Uint32Array;
  /** All lie in it. */
  readonly area: Area;
  /** Waves felt here, by their position in the world's list. */
  readonly waves: Uint16Array;
  /** a and b of each of them, [wave, point]. */
  readonly a: Float64Array;
  readonly b: Float64Array;
}

export function pointsAt(latitudes: Float64Array, longitudes: Float64Array, waves: readonly Wave[]): Points {
  const count = latitudes.length;
  const landness = new Float32Array(count);
  const elevation = new Float32Array(count);
  for (let n = 0; n < count; n++) {
    const ground = groundAt(latitudes[n]!, longitudes[n]!);
    landness[n] = ground.landness;
    elevation[n] = ground.elevation;
  }
  const felt = Uint16Array.from(waves.keys()).filter((m) =>
    latitudes.some((latitude) => Math.abs(latitude * RADIANS - waves[m]!.centre) <= WAVE_REACH * waves[m]!.width),
  );
  const { a, b } = partsOf(
    latitudes,
    longitudes,
    Array.from(felt, (m) => waves[m]!),
  );
  return {
    latitudes,
    longitudes,
    cosines: longitudes.map((longitude) => Math.cos(longitude * RADIANS)),
    sines: longitudes.map((longitude) => Math.sin(longitude * RADIANS)),
    landness,
    elevation,
    area: areaOf(latitudes, longitudes),
    northward: Uint32Array.from(latitudes.keys()).sort((p, q) => latitudes[p]! - latitudes[q]!),
    waves: felt,
    a,
    b,
  };
}

/** A(φ) cos and sin of kλ + lφ + φ₀, [wave, point]. */
interface WaveParts {
  readonly a: Float64Array;
  readonly b: Float64Array;
}

function partsOf(latitudes: Float64Array, longitudes: Float64Array, waves: readonly Wave[]): WaveParts {
  const count = latitudes.length;
  const a = new Float64Array(waves.length * count);
  const b = new Float64Array(waves.length * count);
  for (const [m, wave] of waves.entries())
    for (let n = 0; n < count; n++) {
      const phi = latitudes[n]! * RADIANS;
      const envelope = envelopeAt(wave, phi);
      const psi = wave.k * longitudes[n]! * RADIANS + wave.l * phi + wave.phase;
      a[m * count + n] = envelope * Math.cos(psi);
      b[m * count + n] = envelope * Math.sin(psi);
    }
  return { a, b };
}

const noiseOfPoints = new WeakMap<Points, WeakMap<readonly Wave[], WaveParts>>();

/** Parts of a run's noise at the points, kept as long as both are. */
function noiseParts(points: Points, waves: readonly Wave[]): WaveParts {
  const ofPoints = noiseOfPoints.get(points) ?? new WeakMap<readonly Wave[], WaveParts>();
  noiseOfPoints.set(points, ofPoints);
  const known = ofPoints.get(waves);
  if (known !== undefined) return known;
  const parts = partsOf(points.latitudes, points.longitudes, waves);
  ofPoints.set(waves, parts);
  return parts;
}

/** Its arc of longitudes is told from half a turn west of the first point: short unless they span the globe. */
function areaOf(latitudes: Float64Array, longitudes: Float64Array): Area {
  const start = (longitudes[0] ?? 0) - 180;
  const offsets = Array.from(longitudes, (longitude) => (((longitude - start) % 360) + 360) % 360);
  const first = offsets.reduce((least, offset) => Math.min(least, offset), 360);
  const last = offsets.reduce((most, offset) => Math.max(most, offset), 0);
  const south = latitudes.reduce((least, latitude) => Math.min(least, latitude), 90);
  const north = latitudes.reduce((most, latitude) => Math.max(most, latitude), -90);
  return { south, north, west: start + first, span: Math.max(0, last - first) };
}

/**
 * Sums the waves at every point into `sums`; clears its cells.
 *
 * @param season  −1..1: pressure waves are stronger in winter
 * @param slopes  false leaves the slopes of pressure at 0, for those who need no wind
 */
export function sumPointWaves(
  sums: PointSums,
  points: Points,
  waves: readonly Wave[],
  error: WaveError | null,
  epochSeconds: number,
  season: number,
  slopes: boolean,
): void {
  clearSums(sums);
  for (const [i, m] of points.waves.entries()) {
    const wave = waves[m]!;
    const psi = (error?.shifts[m] ?? 0) - wave.omega * epochSeconds;
    const [c, s] = [Math.cos(psi), Math.sin(psi)];
    if (wave.pressure === 0) addStraight(sums, points, i, wave, c, s);
    else addWave(sums, points, i, wave, c, s);
    if (slopes && wave.pressure > 0) addSlopes(sums, points, i, wave, c, s);
  }
  scaleBySeason(sums, points, season);
  for (const noise of error?.noise ?? []) addNoise(sums, points, noise, epochSeconds);
}

function clearSums({ pressure, slopeNorth, slopeEast, warmth, lift, cellRain, cellCover, smoke }: PointSums): void {
  for (const part of [pressure, slopeNorth, slopeEast, warmth, lift, cellRain, cellCover, smoke]) part.fill(0);
}

/** A wave without pressure, whose lift and warmth do not lag: c and s are the cosine and sine of −ωt + shift. */
function addStraight(
  { lift, warmth }: PointSums,
  { a, b }: WaveParts,
  i: number,
  wave: Wave,
  c: number,
  s: number,
): void {
  const count = lift.length;
  const [liftShare, warmthShare] = [wave.lift, wave.warmth];
  for (let n = 0, at = i * count; n < count; n++, at++) {
    const value = a[at]! * c - b[at]! * s;
    lift[n]! += liftShare * value;
    warmth[n]! += warmthShare * value;
  }
}

function addWave(sums: PointSums, { a, b }: WaveParts, i: number, wave: Wave, c: number, s: number): void {
  const count = sums.lift.length;
  const { lift, warmth } = lagsOf(wave);
  // lift = L cos(ψ − lag) and so on: of the two sums a and b of the point, these are the parts.
  const [liftA, liftB] = [wave.lift * (c * lift.cos + s * lift.sin), wave.lift * (c * lift.sin - s * lift.cos)];
  const [warmA, warmB] = [
    wave.warmth * (c * warmth.cos + s * warmth.sin),
    wave.warmth * (c * warmth.sin - s * warmth.cos),
  ];
  const [liftSum, warmSum, pressureSum] = [sums.lift, sums.warmth, sums.pressure];
  const [pressureA, pressureB] = [wave.pressure * c, -wave.pressure * s];
  for (let n = 0, at = i * count; n < count; n++, at++) {
    const alpha = a[at]!;
    const beta = b[at]!;
    liftSum[n]! += alpha * liftA + beta * liftB;
    warmSum[n]! += alpha * warmA + beta * warmB;
    pressureSum[n]! += alpha * pressureA + beta * pressureB;
  }
}

function addSlopes(
  { slopeNorth, slopeEast }: PointSums,
  { a, b, latitudes }: Points,
  i: number,
  wave: Wave,
  c: number,
  s: number,
): void {
  const count = latitudes.length;
  for (let n = 0, at = i * count; n < count; n++, at++) {
    const cosine = wave.pressure * (a[at]! * c - b[at]! * s);
    const sine = wave.pressure * (b[at]! * c + a[at]! * s);
    const narrowing = (latitudes[n]! * RADIANS - wave.centre) / (wave.width * wave.width);
    slopeNorth[n]! -= narrowing * cosine + wave.l * sine;
    slopeEast[n]! -= wave.k * sine;
  }
}

/** Vigour of the pressure waves and of all warmth, as the rows have it. */
function scaleBySeason({ pressure, slopeNorth, slopeEast, warmth }: PointSums, points: Points, season: number): void {
  for (let n = 0; n < pressure.length; n++) {
    const vigour = 1 - 0.2 * season * Math.min(1, Math.max(-1, points.latitudes[n]! / 20));
    pressure[n]! *= vigour;
    slopeNorth[n]! *= vigour;
    slopeEast[n]! *= vigour;
    warmth[n]! *= vigour;
  }
}

function addNoise(sums: PointSums, points: Points, { waves, amplitude }: Noise, epochSeconds: number): void {
  const parts = noiseParts(points, waves);
  for (const [m, wave] of waves.entries()) {
    const c = amplitude * Math.cos(wave.omega * epochSeconds);
    const s = -amplitude * Math.sin(wave.omega * epochSeconds);
    addStraight(sums, parts, m, wave, c, s);
  }
}

const NONE: readonly [number, number] = [0, 0];

/**
 * Where in `northward` the points that may be within a distance of a place begin and end: those of the latitudes that
 * are near enough.
 */
export function bandWithin(
  { latitudes, northward, area: { west, span } }: Points,
  latitude: number,
  longitude: number,
  metres: number,
): readonly [begin: number, end: number] {
  const reach = metres / DEGREE_METRES;
  const wide = reach / Math.max(0.02, Math.cos(latitude * RADIANS));
  const east = (((longitude - west) % 360) + 360) % 360;
  if (east > span + wide && east < 360 - wide) return NONE;
  return [firstFrom(latitudes, northward, latitude - reach), firstFrom(latitudes, northward, latitude + reach)];
}

/** First place in `northward` whose point is not south of a latitude. */
function firstFrom(latitudes: Float64Array, northward: Uint32Array, latitude: number): number {
  let [low, high] = [0, northward.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (latitudes[northward[middle]!]! < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}
