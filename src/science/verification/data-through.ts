/** How far the observations of an evaluation reach. */

/** A date counts as observed when at least this share of what is expected of it has arrived. */
const COMPLETE_SHARE = 0.8;

/**
 * Last date with at least 80% of the expected observations, days since 1970-01-01; null: there is none. A date without any in
 * the middle does not matter: its pairs are missing, and later ones count.
 *
 * @param observed  observations of each date, from `firstDay` on
 * @param expected  observations that a complete date has
 */
export function dataThrough(observed: ArrayLike<number>, expected: number, firstDay: number): number | null {
  for (let n = observed.length - 1; n >= 0; n--)
    if (observed[n]! > 0 && observed[n]! >= COMPLETE_SHARE * expected) return firstDay + n;
  return null;
}
