/** How the polls of a feed went, and how one that fails is told of. */

import type { FetchDependencies } from '../fetch-dependencies.js';
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

/** Tells of a poll that fails or is stopped, and lets the error through. */
export async function tellingFailure<Outcome>(
  { progress, signal }: Pick<FetchDependencies, 'progress' | 'signal'>,
  { id, title }: { readonly id: string; readonly title: string },
  poll: () => Promise<Outcome>,
  noteFailure: (reason: string) => void = () => undefined,
): Promise<Outcome> {
  try {
    return await poll();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const event = signal?.aborted ? 'stopped' : 'failed';
    if (event === 'failed') noteFailure(reason);
    progress({ event, text: `poll of ${title} ${event}: ${reason}`, facts: { feed: id, reason } });
    throw error;
  }
}

/** The same, and keeps in the record how it went. */
export async function recording<Outcome>(
  deps: Pick<FetchDependencies, 'progress' | 'signal' | 'clock'>,
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
