/**
 * Probabilities as they came true at their lead: linear between the curves of the two nearest leads, beyond the outermost
 * theirs. An exact 0 stays 0 and NaN stays NaN.
 */

import type { NowcastSkill } from '../../model/radar.js';
import { interpolateCalibration } from '../isotonic.js';

/** @param raw  ratio 0..1 @param calibration  in the order of its leads; empty: as it is */
export function calibratedChance(calibration: NowcastSkill['calibration'], leadMinutes: number, raw: number): number {
  const last = calibration.length - 1;
  if (last < 0) return raw;
  let after = 0;
  while (after < last && calibration[after]!.leadMinutes < leadMinutes) after += 1;
  const before = calibration[Math.max(0, after - 1)]!;
  const next = calibration[after]!;
  const later = interpolateCalibration(next, raw);
  if (leadMinutes >= next.leadMinutes || leadMinutes <= before.leadMinutes) return later;
  const share = (leadMinutes - before.leadMinutes) / (next.leadMinutes - before.leadMinutes);
  return (1 - share) * interpolateCalibration(before, raw) + share * later;
}
