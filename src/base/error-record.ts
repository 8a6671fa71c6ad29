/**
 * Errors as plain data that can cross to another thread. Structured cloning keeps the message and stack of an error and
 * the class of a built-in one, but it loses the class and fields of a tagged error.
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
  UpstreamError,
} from './errors.js';

const CLASSES: Readonly<Record<ErrorTag, { readonly prototype: Error }>> = {
  malformed: MalformedError,
  'grib-unsupported': GribUnsupportedError,
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

interface TaggedRecord {
  readonly tag: ErrorTag;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: object;
}

/** An Error stands for itself: it has no tag, and structured cloning keeps enough of it. */
export type ErrorRecord = TaggedRecord | Error;

/** The record of anything that was thrown. The cause of a tagged error is left out. */
export function toRecord(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return new Error(String(error));
  const tag = TAGS.find((one) => isTagged(error, one));
  if (tag === undefined) return error;
  const { message, stack, ...fields } = { ...error, message: error.message, stack: error.stack };
  return { tag, message, stack, fields };
}

/** An error with the class, message, stack and fields of the original. */
export function fromRecord(record: ErrorRecord): Error {
  if (record instanceof Error) return record;
  const { tag, message, stack, fields } = record;
  const error = Object.assign(new Error(message), fields);
  Object.defineProperty(error, 'stack', { value: stack });
  return Object.setPrototypeOf(error, CLASSES[tag].prototype) as Error;
}
