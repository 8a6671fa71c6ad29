/**
 * Long work on the event loop, cut into turns: others get theirs in between, and a request that comes meanwhile waits for
 * milliseconds.
 *
 * The loop has one thread, so turns are of the process and not of the work: of several works one goes on in each turn of
 * the loop, and together they hold up a request no longer than one of them alone.
 */

import { type Clock, steadyClock } from './clock.js';

/**
 * Longest that a turn lasts, s, but for the piece that was begun in it. A request takes two or three turns of the loop: with
 * 3 ms it took 3.4 ms while frames were read, with 1 ms 1.1, with none to read 0.5.
 */
const TURN_SECONDS = 0.001;

export interface Turns {
  /** Call it between two pieces of work: nothing to wait for while the turn lasts, else one's next turn. */
  pause(): Promise<void> | undefined;
}

/** Use `sharedTurns`; others are for tests. */
export function createTurns(clock: Clock, turnSeconds = TURN_SECONDS): Turns {
  const waiting: (() => void)[] = [];
  let end = clock.now();

  function begin(): void {
    end = clock.now() + turnSeconds;
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(begin);
  }

  function wait(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(begin);
    });
  }

  return { pause: () => (clock.now() < end ? undefined : wait()) };
}

export const sharedTurns: Turns = createTurns(steadyClock);
