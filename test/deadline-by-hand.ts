/** A deadline that a test passes by hand: nothing sleeps. */

import type { Deadline } from '../src/base/deadline.js';

export interface DeadlineByHand extends Deadline {
  pass(): void;
  readonly isCancelled: () => boolean;
}

export function deadlineByHand(): DeadlineByHand {
  let isPassed = false;
  let isCancelled = false;
  const { promise, resolve } = makePromise();
  return {
    isPassed: () => isPassed,
    passed: promise,
    cancel: () => {
      isCancelled = true;
    },
    isCancelled: () => isCancelled,
    pass: () => {
      isPassed = true;
      resolve();
    },
  };
}

function makePromise(): { promise: Promise<void>; resolve: () => void } {
  const parts: { resolve?: () => void } = {};
  const promise = new Promise<void>((resolve) => {
    parts.resolve = resolve;
  });
  return { promise, resolve: () => parts.resolve?.() };
}
