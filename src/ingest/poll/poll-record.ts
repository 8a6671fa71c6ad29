/** How the polls of a feed went, and how one that fails is told of. */

import { isTagged } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import type { FetchContext } from '../context.js';
import { endingOf, faultOf, type IngestFault } from '../ingest-fault.js';
import { isRecord } from './memory-file.js';

export interface PollRecord {
  /** Epoch seconds; null: never. */
  lastSuccess: number | null;
  lastFailure: number | null;
  /** What went wrong then. */
  failure: string | null;
}

export const NEVER_POLLED: Readonly<PollRecord> = { lastSuccess: null, lastFailure: null, failure: null };

/** True for what a file can be believed to say of the polls. */
export function isPollRecord(value: unknown): value is PollRecord {
  if (!isRecord(value)) return false;
  const { lastSuccess, lastFailure, failure } = value;
  const areTimes = [lastSuccess, lastFailure].every((at) => at === null || typeof at === 'number');
  return areTimes && (failure === null || typeof failure === 'string');
}

/** Reports a poll that fails or is stopped, and lets the error through. */
export async function tellingFailure<Outcome>(
  { progress, signal }: Pick<FetchContext, 'progress' | 'signal'>,
  { id, title }: { readonly id: string; readonly title: string },
  poll: () => Promise<Outcome>,
  noteFailure: (reason: string) => void = () => undefined,
): Promise<Outcome> {
  try {
    return await poll();
  } catch (error) {
    const fault = faultOf(error);
    // A poll keeps nothing for the next one, so unlike an ingest it has failed when its time was too short.
    const event = isTagged(error, 'deadline') ? 'failed' : endingOf({ signal }, error);
    if (event === 'failed') noteFailure(fault.reason);
    progress({ event, text: `poll of ${title} ${event}: ${fault.reason}`, facts: { feed: id, ...fault } });
    throw error;
  }
}

/** Reports a part of a feed that failed while the others were read. */
export function tellFault(
  progress: Progress,
  { id, title }: { readonly id: string; readonly title: string },
  part: string,
  fault: IngestFault,
): void {
  const facts = { feed: id, part, ...fault };
  progress({ event: 'fault', text: `${title}: ${part} failed: ${fault.reason}`, lasting: true, facts });
}

/** The same, and keeps in the record how it went. */
export async function recording<Outcome>(
  deps: Pick<FetchContext, 'progress' | 'signal' | 'clock'>,
  feed: { readonly id: string; readonly title: string },
  record: PollRecord,
  poll: () => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await tellingFailure(deps, feed, poll, (failure) =>
    Object.assign(record, { lastFailure: deps.clock.now(), failure }),
  );
  record.lastSuccess = deps.clock.now();
  return outcome;
}
