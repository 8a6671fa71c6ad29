/**
 * Radar and models together, minute by minute (docs/methods/nowcast-answer.md, "Blend"): rates, chances and confidence by the
 * weight of the radar, as science/radar/blending.ts has it.
 */

import { NOWCAST_MINUTES, type NowcastSource } from '../../model/nowcast.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { blended, weightOfKnown } from '../../science/radar/blending.js';
import { nowcastConfidence, patternLifetime } from '../../science/radar/confidence.js';
import type { ModelMinutes } from './model-minutes.js';

/** One entry per minute; NaN unknown. */
export interface BlendedMinutes {
  /** mm/h. */
  readonly rates: Float64Array;
  /** Of at least 0.1 mm/h, 0..1. */
  readonly chances: Float64Array;
  /** 0..1. */
  readonly confidence: Float64Array;
  /** What the radar counted, 0..1: not the weight that it was given where something is unknown. */
  readonly weights: Float64Array;
  /** Null where nothing is known. */
  readonly sources: readonly (NowcastSource | null)[];
}

/** Quality of the models beside that of a radar that sees all. */
const MODEL_QUALITY = 0.5;
const MODEL_LIFETIME = patternLifetime(Number.NaN, false);

/** @param models  null where no model answers */
export function blendMinutes(radar: RadarMinutes | null, models: ModelMinutes | null): BlendedMinutes {
  const minutes = {
    rates: new Float64Array(NOWCAST_MINUTES),
    chances: new Float64Array(NOWCAST_MINUTES),
    confidence: new Float64Array(NOWCAST_MINUTES),
    weights: new Float64Array(NOWCAST_MINUTES),
    sources: new Array<NowcastSource | null>(NOWCAST_MINUTES).fill(null),
  };
  for (let i = 0; i < NOWCAST_MINUTES; i++) {
    const seen = radar?.rates[i] ?? Number.NaN;
    const modelled = models?.rates[i] ?? Number.NaN;
    const w = weightOfKnown(seen, modelled, radar?.weights[i] ?? 0);
    const modelConfidence = Number.isNaN(modelled) ? Number.NaN : nowcastConfidence(MODEL_QUALITY, i, MODEL_LIFETIME);
    minutes.weights[i] = w;
    minutes.rates[i] = blended(w, seen, modelled);
    minutes.chances[i] = blended(w, radar?.probabilities[i] ?? Number.NaN, models?.chances[i] ?? Number.NaN);
    minutes.confidence[i] = blended(w, radar?.confidence[i] ?? Number.NaN, modelConfidence);
    minutes.sources[i] = Number.isNaN(minutes.rates[i]!) ? null : sourceOf(w);
  }
  return minutes;
}

function sourceOf(w: number): NowcastSource {
  if (w === 1) return 'radar';
  return w === 0 ? 'nwp' : 'blend';
}
