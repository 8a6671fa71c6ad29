/** The time as a parameter: nothing else in the project asks the machine what time it is. */

export interface Clock {
  /** Epoch seconds UTC, may have a fraction. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() / 1000 };

/**
 * Seconds since this process began, for pauses: a machine that starts with the wrong date and then learns the right one
 * must not wait until the wrong one comes.
 */
export const steadyClock: Clock = { now: () => performance.now() / 1000 };

/** A clock that stands still, for tests and replays (`WEATHERGLASS_NOW`). */
export function fixedClock(epochSeconds: number): Clock {
  return { now: () => epochSeconds };
}
