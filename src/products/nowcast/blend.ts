/**
 * Radar and models together, minute by minute (docs/methods/nowcast-answer.md, "Blend"): rates, chances and confidence by the
 * weight of the radar, as science/radar/blending.ts has it.
 */

import { NOWCAST_MINUTES, type NowcastSource } from '../../model/nowcast.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { agreedChance } from '../../science/agreement.js';
import { type BlendedRain, blended, blendRain } from '../../science/radar/blending.js';
import { nowcastConfidence, patternLifetime } from '../../science/radar/confidence.js';
import type { ModelMinutes } from './model-minutes.js';

/** One entry per minute; NaN unknown. */
export interface BlendedMinutes extends BlendedRain {
  /** 0..1. */
  readonly confidence: Float64Array;
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
  blendRain(radar, models, 0, minutes);
  for (let i = 0; i < NOWCAST_MINUTES; i++) {
    const w = minutes.weights[i]!;
    minutes.chances[i] = agreedChance(minutes.chances[i]!, minutes.rates[i]!);
    const isModelled = !Number.isNaN(models?.rates[i] ?? Number.NaN);
    const modelConfidence = isModelled ? nowcastConfidence(MODEL_QUALITY, i, MODEL_LIFETIME) : Number.NaN;
    minutes.confidence[i] = blended(w, radar?.confidence[i] ?? Number.NaN, modelConfidence);
    minutes.sources[i] = Number.isNaN(minutes.rates[i]!) ? null : sourceOf(w);
  }
  return minutes;
}

function sourceOf(w: number): NowcastSource {
  if (w === 1) return 'radar';
  return w === 0 ? 'nwp' : 'blend';
}
