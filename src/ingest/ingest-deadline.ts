/** The time that one ingest has for its downloads, so that a slow upstream holds up the feeds behind it for no longer. */

import { type Clock, steadyClock } from '../base/clock.js';
import { DeadlineError } from '../base/errors.js';

export interface IngestDeadline {
  readonly seconds: number;
  /** Seconds that are left; 0 or less when it is over. */
  remaining(): number;
  /** Aborted with a `DeadlineError` when it is over. */
  readonly signal: AbortSignal;
}

/** Starts now; its timer does not keep the process alive. */
export function startIngestDeadline(seconds: number, clock: Clock = steadyClock): IngestDeadline {
  const over = new AbortController();
  const end = clock.now() + seconds;
  setTimeout(() => over.abort(new DeadlineError(seconds)), seconds * 1000).unref();
  return { seconds, remaining: () => end - clock.now(), signal: over.signal };
}

interface EndOfWork {
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: IngestDeadline | undefined;
}

/** Aborted when the work is to end, or its deadline is over. */
export function downloadSignal({ signal, deadline }: EndOfWork) {
  if (deadline === undefined) return signal;
  return signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
}
