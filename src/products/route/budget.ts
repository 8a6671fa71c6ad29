/**
 * The time that one request may wait, in thirds, so that what hangs in one place is not waited for everywhere:
 *
 *   to 1/3   heights of the ground; without them values are for the ground of the models
 *   to 2/3   weather from the best source of each sample
 *   to 3/3   weather from the next best, where that did not come
 *
 * Who is done early gives what is left to the next.
 */

import { type Deadline, startDeadline } from '../../base/deadline.js';

export interface Budget {
  readonly heights: Deadline;
  /** In two steps: `passed` is the end of the one that runs, `isPassed` is about the last. */
  readonly weather: Deadline;
  /** Gives all timers back. */
  cancel(): void;
}

export function startBudget(seconds: number, start: (seconds: number) => Deadline = startDeadline): Budget {
  const [heights, patience, end] = [seconds / 3, (seconds * 2) / 3, seconds].map(start) as [
    Deadline,
    Deadline,
    Deadline,
  ];
  const cancel = () => {
    for (const deadline of [heights, patience, end]) deadline.cancel();
  };
  return { heights, weather: inTwoSteps(patience, end), cancel };
}

/** Who waits is let go at the end of the first step, and may then wait for something else until the end of the last. */
function inTwoSteps(first: Deadline, last: Deadline): Deadline {
  return {
    isPassed: last.isPassed,
    get passed() {
      return first.isPassed() ? last.passed : first.passed;
    },
    cancel() {
      first.cancel();
      last.cancel();
    },
  };
}
