/** The state of the products, as far as it is known: shared for a second, and never waited for longer than two. */

import type { Clock } from '../../base/clock.js';
import { startDeadline } from '../../base/deadline.js';
import type { Log } from '../../base/log.js';
import { shareFor } from '../../base/shared-value.js';
import type { ProductStatus } from '../../model/product.js';

type Readiness = () => Promise<readonly ProductStatus[]>;

const SHARED_SECONDS = 1;
const LONGEST_SECONDS = 2;

/**
 * Returns a function that never rejects. Where reading the state fails or takes too long, as with a store that hangs, it
 * resolves with the last known one; with none at all until there was one.
 *
 * @param clock  a steady one
 */
export function knownReadiness(readiness: Readiness, clock: Clock, log: Log): Readiness {
  let known: readonly ProductStatus[] = [];
  return shareFor(SHARED_SECONDS, clock, async () => {
    const deadline = startDeadline(LONGEST_SECONDS);
    const late = deadline.passed.then(() => Promise.reject(new Error(`no response within ${LONGEST_SECONDS} s`)));
    try {
      known = await Promise.race([readiness(), late]);
    } catch (error) {
      log.warn({ error: String(error) }, 'the state of the products cannot be read; the last known one is reported');
    } finally {
      deadline.cancel();
    }
    return known;
  });
}
