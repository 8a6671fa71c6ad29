/**
 * Long work on the event loop, cut into turns: others get theirs in between, and a request that comes meanwhile waits for
 * milliseconds.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, steadyClock } from './clock.js';

/** Longest that one turn lasts, s, but for the piece that was begun in it. */
const TURN_SECONDS = 0.003;

export interface Turns {
  /** Call it between two pieces of the work: resolves at once, or in the next turn when this one has lasted. */
  pause(): Promise<void> | undefined;
}

export function takeTurns(clock: Clock = steadyClock, turnSeconds = TURN_SECONDS): Turns {
  let end = clock.now() + turnSeconds;
  async function yieldTurn(): Promise<void> {
    await nextTurn();
    end = clock.now() + turnSeconds;
  }
  return { pause: () => (clock.now() < end ? undefined : yieldTurn()) };
}
