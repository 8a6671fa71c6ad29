/** When a frame is late, and when it is too old to say anything of the next two hours. */

import { cadenceOf, type RadarNetworkId } from '../../model/radar.js';

const TOO_OLD_SECONDS = 30 * 60;
/** Processing and transport; RRQPE waits 17 to 22 minutes for the satellites, so its frames are late from 35 on. */
const LATE_CADENCES = 3;
const LATE_SECONDS = 5 * 60;
/** A frame dated further ahead than clocks differ is no observation. */
const AHEAD_SECONDS = 5 * 60;

function lateAfter(network: RadarNetworkId): number {
  return LATE_CADENCES * cadenceOf(network) + LATE_SECONDS;
}

/** @param age  s between the valid time and now */
export function isFrameLate(network: RadarNetworkId, age: number): boolean {
  return age > lateAfter(network);
}

/** True of a frame whose valid time has not come: its age is negative. */
export function isFrameAhead(age: number): boolean {
  return age < -AHEAD_SECONDS;
}

/** A frame that is not even late is never too old. */
export function isFrameUsable(network: RadarNetworkId, age: number): boolean {
  return !isFrameAhead(age) && age <= Math.max(TOO_OLD_SECONDS, lateAfter(network));
}
