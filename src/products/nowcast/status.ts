/**
 * What a nowcast comes to (docs/methods/nowcast-answer.md, "Status"):
 *
 *   pending  radar watches over the place, and no frame of it is fresh enough
 *   active   some minute has at least 0.1 mm/h, or a chance of it of at least 50%
 *   dry      none has
 *
 * Compared is what is printed, hundredths and whole percent, so that an answer never contradicts itself.
 */

import type { NowcastStatus } from '../../model/nowcast.js';
import { MINUTE } from '../../model/time.js';
import type { RadarMinutes, RadarRead } from '../../query/radar/radar-minutes.js';
import { WET_RATE } from '../../science/condition.js';
import { onsetUncertainty } from '../../science/radar/onset.js';
import type { BlendedMinutes } from './blend.js';

const WET_CHANCE = 0.5;

/** Index of the first minute with precipitation; −1 when there is none. */
export function firstWetMinute({ rates, chances }: Pick<BlendedMinutes, 'rates' | 'chances'>): number {
  return rates.findIndex(
    (rate, i) => hundredths(rate) >= hundredths(WET_RATE) || hundredths(chances[i]!) >= hundredths(WET_CHANCE),
  );
}

function hundredths(value: number): number {
  return Math.round(value * 100);
}

export function statusOf(kind: RadarRead['kind'], firstWet: number): NowcastStatus {
  if (kind === 'pending') return 'pending';
  return firstWet === -1 ? 'dry' : 'active';
}

/**
 * One standard deviation of the arrival, whole minutes; null where nothing arrives, it rains already, or the radar does
 * not see it come.
 */
export function onsetUncertaintyOf(
  radar: RadarMinutes | null,
  { weights }: Pick<BlendedMinutes, 'weights'>,
  firstWet: number,
): number | null {
  if (radar === null || firstWet < 1 || !(weights[0]! > 0) || !(weights[firstWet]! > 0)) return null;
  return onsetUncertainty(firstWet + radar.age / MINUTE, radar.speedKmh, radar.cadence / MINUTE);
}
