/**
 * Radar and models together:
 *
 *   R = w R_radar + (1 − w) R_model
 *
 * w is the weight of the radar (radar-weight.ts), 0 where it sees nothing. Where one of the two is unknown the other is taken
 * whole: the mean of something and of nothing is no forecast.
 *
 * Amounts and chances are made to agree (agreement.ts): the radar's rate with its chance before the two are blended, so that
 * amounts depend on nothing but amounts of the models, and the chance with the rate afterwards; that over the last tenth of
 * the weight less and less, so that nothing jumps where the radar ends.
 */

import { agreedChance, agreedRate } from '../agreement.js';

/** What the radar counts, 0..1, by its weight and by which of the two is known (not NaN). */
export function weightOfKnown(radar: number, model: number, weight: number): number {
  if (Number.isNaN(radar)) return 0;
  return Number.isNaN(model) ? 1 : weight;
}

/** NaN where neither is known. */
export function blended(weight: number, radar: number, model: number): number {
  if (weight === 1 || Number.isNaN(model)) return Number.isNaN(radar) ? model : radar;
  if (weight === 0 || Number.isNaN(radar)) return model;
  return weight * radar + (1 - weight) * model;
}

/** Minutes of rain as the radar has them; NaN unknown. */
export interface SeenRain {
  /** mm/h. */
  readonly rates: Float64Array;
  /** Of at least 0.1 mm/h, 0..1. */
  readonly probabilities: Float64Array;
  /** Of the radar against the models, 0..1. */
  readonly weights: Float64Array;
}

/** The same as the models have them, and both together. */
export interface RainAndChance {
  /** mm/h. */
  readonly rates: Float64Array;
  /** Of at least 0.1 mm/h, 0..1. */
  readonly chances: Float64Array;
}

export interface BlendedRain extends RainAndChance {
  /** What the radar counted, 0..1: not the weight that it was given where something is unknown. */
  readonly weights: Float64Array;
}

const FADING_WEIGHT = 0.1;

/**
 * Fills all minutes of `out`.
 *
 * @param first  minute of the radar that is the first of `models` and of `out`; negative: they begin before the radar's
 */
export function blendRain(radar: SeenRain | null, models: RainAndChance | null, first: number, out: BlendedRain): void {
  const minutes = radar?.rates.length ?? 0;
  for (let i = 0; i < out.rates.length; i++) {
    const at = first + i;
    const isLooked = radar !== null && at >= 0 && at < minutes;
    const likely = isLooked ? radar.probabilities[at]! : Number.NaN;
    const seen = isLooked ? agreedRate(radar.rates[at]!, likely) : Number.NaN;
    const modelled = models === null ? Number.NaN : models.rates[i]!;
    const w = isLooked ? weightOfKnown(seen, modelled, radar.weights[at]!) : 0;
    const rate = blended(w, seen, modelled);
    const chance = blended(w, likely, models === null ? Number.NaN : models.chances[i]!);
    const agreed = agreedChance(chance, rate);
    out.weights[i] = w;
    out.rates[i] = rate;
    out.chances[i] = w >= FADING_WEIGHT ? agreed : chance + (w / FADING_WEIGHT) * (agreed - chance);
  }
}
