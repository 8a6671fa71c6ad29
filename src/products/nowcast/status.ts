/**
 * What a nowcast comes to (docs/methods/nowcast-answer.md, "Status"):
 *
 *   pending  radar covers the place, and no frame of it is fresh enough
 *   active   some minute has at least 0.1 mm/h, or a probability of it of at least 30%
 *   dry      no minute has
 *
 * Rates and probabilities are compared as they are printed, so that an answer never contradicts itself.
 */

import type { NowcastStatus } from '../../model/nowcast.js';
import { MINUTE } from '../../model/time.js';
import type { RadarMinutes, RadarRead } from '../../query/radar/radar-minutes.js';
import { WET_PROBABILITY, WET_RATE } from '../../science/condition.js';
import { onsetUncertainty } from '../../science/radar/onset.js';
import type { BlendedMinutes } from './blend.js';

/** The onset is the first minute that is more likely wet than dry: an arrival said earlier would come too early. */
const ONSET_CHANCE = 0.5;

type WetMinutes = Pick<BlendedMinutes, 'rates' | 'chances'>;

/** Index of the minute in which precipitation begins, 0 where it falls already; −1 where none is expected. */
export function onsetMinute(minutes: WetMinutes): number {
  return firstMinute(minutes, ONSET_CHANCE);
}

function firstMinute({ rates, chances }: WetMinutes, least: number): number {
  return rates.findIndex(
    (rate, i) => hundredths(rate) >= hundredths(WET_RATE) || hundredths(chances[i]!) >= hundredths(least),
  );
}

function hundredths(value: number): number {
  return Math.round(value * 100);
}

export function statusOf(kind: RadarRead['kind'], minutes: WetMinutes): NowcastStatus {
  if (kind === 'pending') return 'pending';
  return firstMinute(minutes, WET_PROBABILITY) === -1 ? 'dry' : 'active';
}

/**
 * One standard deviation of the arrival, whole minutes; null where nothing arrives, it rains already, or the radar does
 * not see it come.
 *
 * @param onset  as `onsetMinute` gives it
 */
export function onsetUncertaintyOf(
  radar: RadarMinutes | null,
  { weights }: Pick<BlendedMinutes, 'weights'>,
  onset: number,
): number | null {
  if (radar === null || onset < 1 || !(weights[0]! > 0) || !(weights[onset]! > 0)) return null;
  return onsetUncertainty(onset + radar.age / MINUTE, radar.speedKmh, radar.cadence / MINUTE);
}
