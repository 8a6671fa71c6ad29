/**
 * Waves at one place over a span: each is turned by ω × 3 h from node to node, and a cubic through four nodes gives the hours
 * between. The fastest takes 26 h for a turn, of which the cubic misses 0.6% of the amplitude at most. In a forecast every node
 * has its own shifts of phase, so each wave is evaluated there anew.
 */

import { HOUR } from '../../src/model/time.js';
import type { PlaceOnEarth } from '../places.js';
import type { PointSums } from '../points.js';
import { envelopeAt, lagsOf, type Wave, type WaveError } from '../waves.js';

const RADIANS = Math.PI / 180;
/** Hours between two nodes of the waves. */
export const NODE_HOURS = 3;
export const NODE = NODE_HOURS * HOUR;
/** Weights of the nodes one before, at, one after and two after, for the hours after a node: Lagrange's cubic. */
const CUBICS = Array.from({ length: NODE_HOURS }, (_, hour) => {
  const t = hour / NODE_HOURS;
  return [
    (-t * (t - 1) * (t - 2)) / 6,
    ((t + 1) * (t - 1) * (t - 2)) / 2,
    (-(t + 1) * t * (t - 2)) / 2,
    ((t + 1) * t * (t - 1)) / 6,
  ] as const;
});

/** Sums of all waves: Pa, Pa/rad, K, lift. */
export type WaveSums = Pick<PointSums, 'pressure' | 'slopeEast' | 'warmth' | 'lift'>;

/** Adds values at full hours from those at nodes, the first of which is one node before the first hour. */
export function addInterpolated(hours: Float64Array, nodes: Float64Array): void {
  for (let n = 0; n < hours.length; n++) {
    const node = Math.floor(n / NODE_HOURS);
    const [before, here, after, next] = CUBICS[n % NODE_HOURS]!;
    hours[n]! += before * nodes[node]! + here * nodes[node + 1]! + after * nodes[node + 2]! + next * nodes[node + 3]!;
  }
}

/** Adds one wave at every node; `pressure`, `warmth` and `lift` lag behind each other as in the other views. */
export function addWave(sums: WaveSums, wave: Wave, { latitude, longitude }: PlaceOnEarth, start: number): void {
  const phi = latitude * RADIANS;
  const envelope = envelopeAt(wave, phi);
  if (envelope === 0) return;
  const psi = wave.k * longitude * RADIANS + wave.l * phi + wave.phase - wave.omega * start;
  const turning = { c: envelope * Math.cos(psi), s: envelope * Math.sin(psi), omega: wave.omega };
  if (wave.pressure > 0) addMoving(sums, wave, turning);
  else addStraight(sums, wave, turning);
}

/** Cosine and sine of a wave at the first node, times its amplitude, and its speed in rad/s. */
interface Turning {
  readonly c: number;
  readonly s: number;
  readonly omega: number;
}

function addStraight({ lift, warmth }: WaveSums, wave: Wave, turning: Turning): void {
  const [turnCos, turnSin] = [Math.cos(turning.omega * NODE), Math.sin(turning.omega * NODE)];
  let { c, s } = turning;
  for (let n = 0; n < lift.length; n++) {
    lift[n]! += wave.lift * c;
    warmth[n]! += wave.warmth * c;
    const next = c * turnCos + s * turnSin; // ψ falls by ω × 3 h
    s = s * turnCos - c * turnSin;
    c = next;
  }
}

function addMoving({ pressure, slopeEast, lift, warmth }: WaveSums, wave: Wave, turning: Turning): void {
  const [turnCos, turnSin] = [Math.cos(turning.omega * NODE), Math.sin(turning.omega * NODE)];
  const lags = lagsOf(wave);
  const [liftCos, liftSin] = [wave.lift * lags.lift.cos, wave.lift * lags.lift.sin];
  const [warmCos, warmSin] = [wave.warmth * lags.warmth.cos, wave.warmth * lags.warmth.sin];
  let { c, s } = turning;
  for (let n = 0; n < lift.length; n++) {
    lift[n]! += liftCos * c + liftSin * s;
    warmth[n]! += warmCos * c + warmSin * s;
    pressure[n]! += wave.pressure * c;
    slopeEast[n]! -= wave.k * wave.pressure * s;
    const next = c * turnCos + s * turnSin;
    s = s * turnCos - c * turnSin;
    c = next;
  }
}

/** Waves of one forecast run at consecutive nodes, the same for all places. */
export interface ForecastNodes {
  readonly waves: readonly WaveAtNodes[];
  readonly noise: readonly WaveAtNodes[];
}

interface WaveAtNodes {
  readonly wave: Wave;
  /** Cosine and sine of shift − ωt times the amplitude of noise, [node]. */
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

/**
 * @param start  epoch seconds of the first node
 * @param errors  of one run: at each node the error that it has there
 */
export function forecastNodes(waves: readonly Wave[], start: number, errors: readonly WaveError[]): ForecastNodes {
  return {
    waves: waves.map((wave, m) => {
      const at = emptyAt(wave, errors.length);
      for (const [n, { shifts }] of errors.entries()) turnNode(at, n, start, shifts[m]!, 1);
      return at;
    }),
    noise: errors[0]!.noise.flatMap((noise, k) =>
      noise.waves.map((wave) => {
        const at = emptyAt(wave, errors.length);
        for (const [n, error] of errors.entries()) turnNode(at, n, start, 0, error.noise[k]!.amplitude);
        return at;
      }),
    ),
  };
}

function emptyAt(wave: Wave, nodes: number): WaveAtNodes {
  return { wave, cosines: new Float64Array(nodes), sines: new Float64Array(nodes) };
}

function turnNode({ wave, cosines, sines }: WaveAtNodes, n: number, start: number, shift: number, size: number): void {
  const turn = shift - wave.omega * (start + n * NODE);
  cosines[n] = size * Math.cos(turn);
  sines[n] = size * Math.sin(turn);
}

/** Adds a wave of a forecast at every node. */
export function addForecastWave(sums: WaveSums, { wave, cosines, sines }: WaveAtNodes, place: PlaceOnEarth): void {
  const phi = place.latitude * RADIANS;
  const envelope = envelopeAt(wave, phi);
  if (envelope === 0) return;
  const psi = wave.k * place.longitude * RADIANS + wave.l * phi + wave.phase;
  const [a, b] = [envelope * Math.cos(psi), envelope * Math.sin(psi)];
  const lags = lagsOf(wave);
  const [liftCos, liftSin] = [wave.lift * lags.lift.cos, wave.lift * lags.lift.sin];
  const [warmCos, warmSin] = [wave.warmth * lags.warmth.cos, wave.warmth * lags.warmth.sin];
  const slope = wave.k * wave.pressure;
  const { pressure, slopeEast, lift, warmth } = sums;
  for (let n = 0; n < lift.length; n++) {
    const c = a * cosines[n]! - b * sines[n]!;
    const s = b * cosines[n]! + a * sines[n]!;
    lift[n]! += liftCos * c + liftSin * s;
    warmth[n]! += warmCos * c + warmSin * s;
    pressure[n]! += wave.pressure * c;
    slopeEast[n]! -= slope * s;
  }
}
