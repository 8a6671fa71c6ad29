/**
 * How far off the arrival of rain can be, one standard deviation, min:
 *
 *   min(60, ⌈√((c/2)² + (60 max(1, 0.11 τ) / max(V, 10))²)⌉)
 *
 * c min between frames, half of which nobody saw; τ min of lead of the first wet minute; V km/h of the pattern. The pattern
 * is displaced by 0.11 km for each minute of lead, MAPLE's mean over Korea (below 20 km up to 3 h; AMS 34Radar P155490), and
 * by the size of a pixel at least. The errors of velocity that STEPS assumes are about three times larger.
 */

const KM_PER_MINUTE = 0.11;
const LEAST_KM = 1;
/** Slower patterns arrive by growing rather than by moving. */
const LEAST_SPEED_KMH = 10;
const MOST_MINUTES = 60;
/** √36 may come out as 6.000000000000001. */
const ROUNDING = 1e-9;

/** Whole minutes, 1..60. */
export function onsetUncertainty(leadMinutes: number, speedKmh: number, cadenceMinutes: number): number {
  const displacement = Math.max(LEAST_KM, KM_PER_MINUTE * leadMinutes);
  const travel = (60 * displacement) / Math.max(speedKmh, LEAST_SPEED_KMH);
  return Math.min(MOST_MINUTES, Math.ceil(Math.hypot(cadenceMinutes / 2, travel) - ROUNDING));
}
