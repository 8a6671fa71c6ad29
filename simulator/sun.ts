/**
 * The true sun over the simulated world: the low-precision formulae of the Astronomical Almanac (page C5, good to
 * 0.01° between 1950 and 2050). Kept apart from `science/sun.ts` on purpose: the world must not inherit an error of
 * the code that it is there to test.
 */

const RADIANS = Math.PI / 180;
const J2000 = 946_728_000; // epoch seconds of 2000-01-01 12:00 UTC

export interface Sun {
  /** rad, north positive. */
  readonly declination: number;
  /** Hour angle at Greenwich, rad, 0 at true noon there, growing with time. */
  readonly hourAngle: number;
}

export function sunAt(epochSeconds: number): Sun {
  const n = (epochSeconds - J2000) / 86_400;
  const L = (280.46 + 0.9856474 * n) * RADIANS; // mean longitude
  const g = (357.528 + 0.9856003 * n) * RADIANS; // mean anomaly
  const lambda = L + (1.915 * Math.sin(g) + 0.02 * Math.sin(2 * g)) * RADIANS;
  const epsilon = (23.439 - 0.0000004 * n) * RADIANS;
  const rightAscension = Math.atan2(Math.cos(epsilon) * Math.sin(lambda), Math.cos(lambda));
  const siderealTime = ((280.46061837 + 360.98564736629 * n) % 360) * RADIANS;
  return { declination: Math.asin(Math.sin(epsilon) * Math.sin(lambda)), hourAngle: siderealTime - rightAscension };
}
