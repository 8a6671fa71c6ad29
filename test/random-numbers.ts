/** Repeatable random numbers for tests. */

export { seededRandom } from '../bench/seeded-random.fixture.js';

/** A normally distributed number of mean 0 and standard deviation 1 (Box and Muller 1958). @param random  uniform, 0 ≤ x < 1 */
export function normalFrom(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
