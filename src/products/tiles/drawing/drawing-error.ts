/** Errors of drawing across a thread: structured cloning keeps the message of an error and loses its class and fields. */

import { isTagged, ObjectDefectError, ObjectMissingError, StoreUnavailableError } from '../../../base/errors.js';

/** An error as plain data. */
export type DrawingErrorRecord =
  | { readonly kind: 'missing'; readonly key: string }
  | { readonly kind: 'defect'; readonly key: string; readonly offset: number; readonly rule: string }
  | { readonly kind: 'unavailable'; readonly key: string; readonly reason: string }
  | { readonly kind: 'other'; readonly message: string; readonly stack: string };

export function toRecord(error: unknown): DrawingErrorRecord {
  if (isTagged(error, 'object-missing')) return { kind: 'missing', key: error.key };
  if (isTagged(error, 'object-defect'))
    return { kind: 'defect', key: error.key, offset: error.offset, rule: error.rule };
  if (isTagged(error, 'store-unavailable')) return { kind: 'unavailable', key: error.key, reason: error.reason };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'other', message, stack: (error instanceof Error && error.stack) || message };
}

export function fromRecord(record: DrawingErrorRecord): Error {
  if (record.kind === 'missing') return new ObjectMissingError(record.key);
  if (record.kind === 'defect') return new ObjectDefectError(record.key, record.offset, record.rule);
  if (record.kind === 'unavailable') return new StoreUnavailableError(record.key, record.reason);
  const error = new Error(record.message);
  error.stack = record.stack;
  return error;
}
