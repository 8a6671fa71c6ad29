/**
 * The time that one request may wait, in quarters, so that what hangs in one place is not waited for everywhere:
 *
 *   to 1/4   the terrain under the way, for the pace; where it is unknown the way is flat
 *   to 2/4   heights of the samples; without them values are for the ground of the models
 *   to 3/4   weather from the best source of each sample
 *   to 4/4   weather from all others that may answer, where that did not come
 *
 * Who is done early gives what is left to the next.
 */

import { type Deadline, startDeadline } from '../../base/deadline.js';

export interface Budget {
  readonly profile: Deadline;
  readonly heights: Deadline;
  /** In two steps: `passed` is the end of the one that runs, `isPassed` is about the last. */
  readonly weather: Deadline;
  /** Gives all timers back. */
  cancel(): void;
}

export function startBudget(seconds: number, start: (seconds: number) => Deadline = startDeadline): Budget {
  const profile = start(seconds / 4);
  const heights = start(seconds / 2);
  const patience = start(seconds * 0.75);
  const end = start(seconds);
  const cancel = () => {
    for (const deadline of [profile, heights, patience, end]) deadline.cancel();
  };
  return { profile, heights, weather: inTwoSteps(patience, end), cancel };
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
