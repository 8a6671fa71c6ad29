/**
 * Errors as plain data that can cross to another thread. Structured cloning loses the class and fields of a tagged error,
 * makes a DOMException an empty object, and fails for an error whose cause holds a function.
 */

import {
  ConfigError,
  DeadlineError,
  DirectoryLockedError,
  type ErrorTag,
  GribUnsupportedError,
  InvalidRequestError,
  isTagged,
  MalformedError,
  ObjectDefectError,
  ObjectMissingError,
  ProductUnavailableError,
  RecordsError,
  StoreUnavailableError,
  UnsupportedError,
  UpstreamError,
} from './errors.js';

const CLASSES: Readonly<Record<ErrorTag, { readonly prototype: Error }>> = {
  malformed: MalformedError,
  'grib-unsupported': GribUnsupportedError,
  unsupported: UnsupportedError,
  'object-missing': ObjectMissingError,
  'object-defect': ObjectDefectError,
  'store-unavailable': StoreUnavailableError,
  upstream: UpstreamError,
  deadline: DeadlineError,
  config: ConfigError,
  'invalid-request': InvalidRequestError,
  'product-unavailable': ProductUnavailableError,
  'directory-locked': DirectoryLockedError,
  records: RecordsError,
};
const TAGS = Object.keys(CLASSES) as ErrorTag[];

export interface ErrorRecord {
  /** Null: an error without a tag, of which only message and stack cross. */
  readonly tag: ErrorTag | null;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: object;
}

/** The record of anything that was thrown. The cause of a tagged error is left out. */
export function toRecord(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { tag: null, message: String(error), stack: undefined, fields: {} };
  const tag = TAGS.find((one) => isTagged(error, one));
  if (tag === undefined) return { tag: null, message: error.message, stack: error.stack, fields: {} };
  const { message, stack, ...fields } = { ...error, message: error.message, stack: error.stack };
  return { tag, message, stack, fields };
}

/** An error with the class, message, stack and fields of the original. */
export function fromRecord(record: ErrorRecord): Error {
  const { tag, message, stack, fields } = record;
  const error = Object.assign(new Error(message), fields);
  if (stack !== undefined) Object.defineProperty(error, 'stack', { value: stack });
  return tag === null ? error : (Object.setPrototypeOf(error, CLASSES[tag].prototype) as Error);
}
