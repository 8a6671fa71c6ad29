/** Reason for the failure of an ingest or a part of it, as events, ledger and log report it. */

import { isTagged } from '../base/errors.js';
import type { FetchContext } from './context.js';

/** Facts of an event: plain values, since an ingest tells them to another process. */
export interface IngestFault {
  /** For people: "host not found (data.example.org)". */
  readonly reason: string;
  /** The host that is to blame, whichever of its files was asked for; null: something else is. */
  readonly host: string | null;
  /** What is wrong with the host, the same words each time: "host not found"; without a host the reason. */
  readonly cause: string;
  /** True when not even a connection was made. */
  readonly unreachable: boolean;
}

export function faultOf(error: unknown): IngestFault {
  const message = error instanceof Error ? error.message : String(error);
  if (!isTagged(error, 'upstream')) return { reason: message, host: null, cause: message, unreachable: false };
  const { host, summary: cause, unreachable, isOfConnection, fault, retryable } = error;
  const reason = unreachable ? `${cause} (${host})` : message;
  const isOfHost = isOfConnection || (fault === 'status' && retryable);
  return isOfHost ? { reason, host, cause, unreachable } : { reason, host: null, cause: reason, unreachable };
}

/** `stopped`: what was asked to end, or had no time left, goes on the next time. */
export function endingOf({ signal }: Pick<FetchContext, 'signal'>, error: unknown): 'stopped' | 'failed' {
  return signal?.aborted || isTagged(error, 'deadline') ? 'stopped' : 'failed';
}
