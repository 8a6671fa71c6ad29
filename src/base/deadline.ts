/**
 * A moment after which nobody waits any longer: the time budget of a request that reads from many places.
 *
 * Work that is late is not ended, for a read of a store cannot be; it is no longer waited for, and what it brings goes
 * where other requests may find it (the caches of the store).
 */

/**
 * One moment, or several: a deadline in steps lets those go who wait, one step after the other, so that they can turn to
 * something else and wait for that until the next one.
 */
export interface Deadline {
  /** Of the last step: nothing may be waited for any more. */
  isPassed(): boolean;
  /** Resolves when the present step ends; never rejects. To be asked for anew before each wait, and never kept. */
  readonly passed: Promise<void>;
  /** Gives the timer back; to be called when the work is done. It does not pass after that. */
  cancel(): void;
}

/** Passes after `seconds`; the timer does not keep the process alive. */
export function startDeadline(seconds: number): Deadline {
  let passed = false;
  let timer: NodeJS.Timeout;
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      passed = true;
      resolve();
    }, seconds * 1000);
    timer.unref();
  });
  return { isPassed: () => passed, passed: promise, cancel: () => clearTimeout(timer) };
}
