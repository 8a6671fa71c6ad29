/**
 * Moving weather as plane waves of longitude and latitude: wave m is A(φ) cos ψ with ψ = kλ + lφ − ωt + φ₀.
 *
 *   k      whole number of waves around the globe, so the seam is no seam
 *   A(φ)   Gaussian envelope in latitude × a taper that closes the poles
 *   ω      k × speed ÷ (R cos 48°): a wave keeps its angular speed at every latitude, or shear would wind it up
 *
 * Every field that the waves make is a Fourier series in longitude along a row, so a row costs its few coefficients
 * once, then a multiply-add per wavenumber and point. Pressure waves carry temperature and lift along: the warmest air
 * is 63° of phase east of the low (the warm sector), rising air 30° east of it. Texture waves are lift alone: small,
 * and carried with the flow. Amplitudes give 7 hPa of standard deviation in the storm tracks, 1 hPa in the tropics.
 */

import { normalAt, uniformAt } from './random.js';

const EARTH_RADIUS = 6_371_229;
const STORM_TRACK = (48 * Math.PI) / 180;
/** Highest wavenumber of the pressure waves, and of all waves. */
export const PRESSURE_WAVENUMBERS = 12;
export const WAVENUMBERS = 26;
interface Lag {
  readonly cos: number;
  readonly sin: number;
}
const WARM_PHASE = lagOf(Math.PI + 1.1);
const LIFT_PHASE = lagOf(Math.PI + 0.52);
const STRAIGHT = lagOf(0);
const QUARTER = lagOf(Math.PI / 2);
/** hPa of the storm-track waves with k = 1 … 12. */
const STORM_AMPLITUDES = [2, 2.5, 3, 4, 4.5, 4.5, 4, 3, 2.2, 1.5, 1, 0.8];

export interface Wave {
  readonly k: number;
  /** Phase per latitude, rad/rad. */
  readonly l: number;
  /** rad/s. */
  readonly omega: number;
  readonly phase: number;
  /** Envelope, rad of latitude. */
  readonly centre: number;
  readonly width: number;
  /** Amplitudes: pressure Pa, temperature K, lift in units of `weather.ts`. */
  readonly pressure: number;
  readonly warmth: number;
  readonly lift: number;
}

/** What a forecast does to the waves: shifts of phase, rad, one per wave; and waves of its own. */
export interface WaveError {
  readonly shifts: Float64Array;
  readonly noise: readonly Noise[];
}

/** Smooth waves of a run's own. */
export interface Noise {
  /** Of amplitude 1; the same object for all leads of the run, so that what places make of it can be kept. */
  readonly waves: readonly Wave[];
  readonly amplitude: number;
}

/** Fourier coefficients of one row: [k × 2] cosine and sine parts, k = 0 unused. */
export interface RowWaves {
  readonly pressure: Float64Array;
  /** ∂p/∂φ, Pa/rad. */
  readonly slope: Float64Array;
  readonly warmth: Float64Array;
  readonly lift: Float64Array;
}

export function createRowWaves(): RowWaves {
  const coefficients = () => new Float64Array(2 * (WAVENUMBERS + 1));
  return { pressure: coefficients(), slope: coefficients(), warmth: coefficients(), lift: coefficients() };
}

function lagOf(radians: number): Lag {
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

function angularSpeed(k: number, speed: number): number {
  return (k * speed) / (EARTH_RADIUS * Math.cos(STORM_TRACK));
}

function degrees(value: number): number {
  return (value * Math.PI) / 180;
}

/** All waves of a world; the order is fixed, since a forecast's errors belong to positions in it. */
export function createWaves(seed: number): Wave[] {
  const waves: Wave[] = [];
  const random = (which: number) => uniformAt(seed, 1, waves.length, which);
  const add = (wave: Omit<Wave, 'phase' | 'l'>, steepest: number) =>
    waves.push({ ...wave, phase: 2 * Math.PI * random(0), l: steepest * (2 * random(1) - 1) });
  for (const hemisphere of [1, -1])
    for (const [index, hPa] of STORM_AMPLITUDES.entries()) {
      const k = index + 1;
      const omega = angularSpeed(k, k < 4 ? k - 1 : 7 + 0.7 * (k - 4));
      const warmth = (k < 4 ? 0.75 : 0.6) * hPa;
      const envelope = { centre: hemisphere * STORM_TRACK, width: degrees(15) };
      add({ k, omega, ...envelope, pressure: 100 * hPa, warmth, lift: 0.075 * hPa }, 5);
    }
  for (const k of [5, 7, 9]) {
    const envelope = { centre: 0, width: degrees(14) };
    add({ k, omega: angularSpeed(k, -6), ...envelope, pressure: 80, warmth: 0.25, lift: 0.25 }, 6);
  }
  for (const [centre, speed] of [
    [50, 11],
    [-50, 11],
    [0, -6],
  ] as const)
    for (let n = 0; n < 9; n++) {
      const envelope = { centre: degrees(centre), width: degrees(20) };
      add(
        { k: 10 + 2 * n, omega: angularSpeed(10 + 2 * n, speed), ...envelope, pressure: 0, warmth: 0.1, lift: 0.27 },
        45,
      );
    }
  return waves;
}

/** Smooth error waves of one forecast run: temperature in K and lift, amplitude 1, scaled with lead by the caller. */
export function createNoise(seed: number, run: number): Wave[] {
  return Array.from({ length: 6 }, (_, n) => ({
    k: 2 + n,
    l: 9 * (2 * uniformAt(seed, 2, run, n) - 1),
    omega: angularSpeed(2 + n, 6),
    phase: 2 * Math.PI * uniformAt(seed, 3, run, n),
    centre: 0,
    width: degrees(70),
    pressure: 0,
    warmth: 0.57 * (1 + 0.2 * normalAt(seed, 4, run, n)),
    lift: 0.05,
  }));
}

/** Beyond this many widths from its centre a wave is not felt: less than 0.04% of the amplitude. */
export const WAVE_REACH = 4;

/** Share of its amplitude that a wave has at latitude `phi`, rad, with the taper that closes the poles. */
export function envelopeAt({ centre, width }: Wave, phi: number): number {
  const z = (phi - centre) / width;
  if (z * z > WAVE_REACH * WAVE_REACH) return 0;
  return Math.min(1, (Math.cos(phi) / 0.4) ** 2) * Math.exp(-0.5 * z * z);
}

/** How far lift and warmth lag behind the pressure of a wave. */
export function lagsOf({ pressure }: Wave): { readonly lift: Lag; readonly warmth: Lag } {
  return pressure > 0 ? { lift: LIFT_PHASE, warmth: WARM_PHASE } : { lift: STRAIGHT, warmth: STRAIGHT };
}

/** What a row of latitude keeps of each wave: A(φ) cos and sin of lφ + φ₀, [wave × 2]. */
export type RowPhases = Float64Array;

export function rowPhasesOf(waves: readonly Wave[], phi: number): RowPhases {
  const phases = new Float64Array(2 * waves.length);
  for (const [m, wave] of waves.entries()) {
    const envelope = envelopeAt(wave, phi);
    phases[2 * m] = envelope * Math.cos(wave.l * phi + wave.phase);
    phases[2 * m + 1] = envelope * Math.sin(wave.l * phi + wave.phase);
  }
  return phases;
}

/** Cosine and sine of each wave's phase at an instant, shift − ωt, [wave × 2]: the same for all rows. */
export type InstantPhases = Float64Array;

export function instantPhasesOf(waves: readonly Wave[], shifts: Float64Array | null, at: number): InstantPhases {
  const phases = new Float64Array(2 * waves.length);
  for (const [m, wave] of waves.entries()) {
    const phase = (shifts?.[m] ?? 0) - wave.omega * at;
    phases[2 * m] = Math.cos(phase);
    phases[2 * m + 1] = Math.sin(phase);
  }
  return phases;
}

/** Waves as one row sees them. */
export interface RowOfWaves {
  readonly waves: readonly Wave[];
  readonly row: RowPhases;
  readonly instant: InstantPhases;
  readonly amplitude: number;
}

/**
 * Coefficients of the row at latitude `phi`, rad. `vigour` scales pressure waves and all warmth by season: 1.2 winter, 0.8
 * summer; it leaves the forecast's own noise alone. Without `slopes` those of pressure stay 0.
 */
export function fillRowWaves(
  row: RowWaves,
  truth: RowOfWaves,
  noise: readonly RowOfWaves[],
  phi: number,
  vigour: number,
  slopes: boolean,
): void {
  for (const part of [row.pressure, row.slope, row.warmth, row.lift]) part.fill(0);
  addWaves(row, truth, phi, vigour, slopes);
  for (const one of noise) addWaves(row, one, phi, 1, slopes);
}

function addWaves(
  into: RowWaves,
  { waves, row, instant, amplitude }: RowOfWaves,
  phi: number,
  vigour: number,
  slopes: boolean,
): void {
  for (let m = 0; m < waves.length; m++) {
    const a = amplitude * row[2 * m]!;
    const b = amplitude * row[2 * m + 1]!;
    if (a === 0 && b === 0) continue; // out of its reach
    const [c, s] = [instant[2 * m]!, instant[2 * m + 1]!];
    addWave(into, waves[m]!, a * c - b * s, b * c + a * s, phi, vigour, slopes);
  }
}

/** c and s are A(φ) cos ψ and A(φ) sin ψ. */
function addWave(into: RowWaves, wave: Wave, c: number, s: number, phi: number, vigour: number, slopes: boolean): void {
  const moving = wave.pressure > 0;
  addCosine(into.lift, wave.k, wave.lift, c, s, moving ? LIFT_PHASE : STRAIGHT);
  addCosine(into.warmth, wave.k, wave.warmth * vigour, c, s, moving ? WARM_PHASE : STRAIGHT);
  if (!moving) return;
  const amplitude = wave.pressure * vigour;
  addCosine(into.pressure, wave.k, amplitude, c, s, STRAIGHT);
  if (!slopes) return;
  addCosine(into.slope, wave.k, (-amplitude * (phi - wave.centre)) / (wave.width * wave.width), c, s, STRAIGHT);
  addCosine(into.slope, wave.k, -amplitude * wave.l, c, s, QUARTER);
}

/** Adds a·cos(kλ + ψ − α) by its cosine and sine parts in kλ; c and s are those of ψ, `lag` those of α. */
function addCosine(part: Float64Array, k: number, a: number, c: number, s: number, lag: Lag): void {
  part[2 * k]! += a * (c * lag.cos + s * lag.sin);
  part[2 * k + 1]! -= a * (s * lag.cos - c * lag.sin);
}
