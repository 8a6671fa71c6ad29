/** Tagged errors across a thread: structured cloning keeps the message of an error and loses its class and fields. */

import {
  ConfigError,
  GribUnsupportedError,
  isTagged,
  MalformedError,
  ObjectDefectError,
  UpstreamError,
} from '../base/errors.js';

/** An error as plain data. */
export interface ErrorRecord {
  readonly tag: string | null;
  readonly message: string;
  readonly stack: string;
  /** What the class is made of, in the order of its constructor. */
  readonly facts: readonly (string | number | undefined)[];
}

export function toRecord(error: unknown): ErrorRecord {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const [tag, facts] = factsOf(error);
  return { tag, message, stack, facts };
}

function factsOf(error: unknown): [string | null, (string | number | undefined)[]] {
  if (isTagged(error, 'upstream')) return ['upstream', [error.fault, error.url, error.detail]];
  if (isTagged(error, 'malformed')) return ['malformed', [error.format, error.rule, error.found]];
  if (isTagged(error, 'grib-unsupported')) return ['grib-unsupported', [error.table, error.value]];
  if (isTagged(error, 'object-defect')) return ['object-defect', [error.key, error.offset, error.rule]];
  if (isTagged(error, 'config')) return ['config', [error.setting, error.rule, error.value]];
  return [null, []];
}

const MAKERS: Readonly<Record<string, (facts: never) => Error>> = {
  upstream: (facts: ConstructorParameters<typeof UpstreamError>) => new UpstreamError(...facts),
  malformed: (facts: ConstructorParameters<typeof MalformedError>) => new MalformedError(...facts),
  'grib-unsupported': (facts: ConstructorParameters<typeof GribUnsupportedError>) => new GribUnsupportedError(...facts),
  'object-defect': (facts: ConstructorParameters<typeof ObjectDefectError>) => new ObjectDefectError(...facts),
  config: (facts: ConstructorParameters<typeof ConfigError>) => new ConfigError(...facts),
};

export function fromRecord({ tag, message, stack, facts }: ErrorRecord): Error {
  const make = tag === null ? undefined : MAKERS[tag];
  if (make !== undefined) return make(facts as never);
  const error = new Error(message);
  error.stack = stack;
  return error;
}
