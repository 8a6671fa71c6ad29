/** What every ingest needs from outside to fetch and to tell of it; each adds where its results go. */

import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Progress } from '../base/progress.js';
import type { Sleep } from '../base/retry.js';
import type { HttpSettings } from '../sources/http-download.js';
import type { IngestDeadline } from './ingest-deadline.js';

export interface FetchDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: Progress;
  readonly random: () => number;
  /** Ends the work at the next place where nothing is lost by it. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the downloads, while what is downloaded may still be used; without it they have all the time. */
  readonly deadline?: IngestDeadline | undefined;
  readonly sleep?: Sleep;
  readonly http?: Partial<HttpSettings>;
}

/** Where a feed is fetched from. */
export interface FetchSource {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** True when the weather is made up: it is marked so in the store and never mixed with the real. */
  readonly simulated: boolean;
}
