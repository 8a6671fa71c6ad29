/**
 * The closed set of tagged errors.
 *
 * Missing data is a value (NaN or null), a caller's bug is a `RangeError`, everything else that can go wrong is one
 * of these. Facts are in fields, the sentence is made from them, `cause` is kept. `isTagged(error, tag)` narrows.
 */

/** Every tag there is; docs and the HTTP status table are checked against this list. */
export type ErrorTag =
  | 'malformed'
  | 'grib-unsupported'
  | 'unsupported'
  | 'object-missing'
  | 'object-defect'
  | 'store-unavailable'
  | 'upstream'
  | 'deadline'
  | 'config'
  | 'invalid-request'
  | 'product-unavailable'
  | 'directory-locked'
  | 'records';

abstract class TaggedError extends Error {
  abstract readonly tag: ErrorTag;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Bytes from outside that break a rule of their format, or claim more than is read of it. */
export class MalformedError extends TaggedError {
  readonly tag = 'malformed';
  constructor(
    /** The format, and the place in it where known: "GRIB, byte 172", "GPX, line 3", "HDF5", "FIRMS, line 7". */
    readonly format: string,
    /** The rule that is broken: "lat must be a number from -90 to 90", "dataset RRQPE has 2 dimensions". */
    readonly rule: string,
    /** The value found instead; not given: nothing was. */
    readonly found?: number | string,
    options?: { cause?: unknown },
  ) {
    const words = typeof found === 'string' ? `"${found}"` : found;
    super(`malformed ${format}: ${rule}${found === undefined ? '' : `; got ${words}`}`, options);
  }
}

/** Bytes from outside that are whole, as far as they were read, but of a kind that is not read. */
export class UnsupportedError extends TaggedError {
  readonly tag = 'unsupported';
  constructor(
    /** The format: "NEXRAD Level 3". */
    readonly format: string,
    /** The kind, by its number and official name: "product 176, Digital Instantaneous Precipitation Rate". */
    readonly kind: string,
    /** The kinds that are read: "products 19, 20 and 153". */
    readonly supported: string,
  ) {
    super(`unsupported ${format}: ${kind}; supported: ${supported}`);
  }
}

/** A valid GRIB message that uses a code table entry or template this decoder does not read. */
export class GribUnsupportedError extends TaggedError {
  readonly tag = 'grib-unsupported';
  constructor(
    /** "data representation template", "grid definition template", "edition", "code table 5.4 group splitting" … */
    readonly table: string,
    readonly value: number | string,
  ) {
    super(`unsupported GRIB ${table}: ${value}`);
  }
}

/** No object under this key. */
export class ObjectMissingError extends TaggedError {
  readonly tag = 'object-missing';
  constructor(
    readonly key: string,
    options?: { cause?: unknown },
  ) {
    super(`no object ${key}`, options);
  }
}

/** A stored object that is not what was written: torn, truncated, or with a wrong checksum. */
export class ObjectDefectError extends TaggedError {
  readonly tag = 'object-defect';
  constructor(
    readonly key: string,
    /** Byte offset of the defective range inside the object. */
    readonly offset: number,
    /** What did not hold: "crc32c of the shard index", "chunk decodes to 32000 bytes" … */
    readonly rule: string,
    options?: { cause?: unknown },
  ) {
    super(`defect in ${key} at byte ${offset}: ${rule}`, options);
  }
}

/** A store that did not respond: its disk or network failed, or a read did not end in time. The object may be sound. */
export class StoreUnavailableError extends TaggedError {
  readonly tag = 'store-unavailable';
  constructor(
    /** Object or prefix that was read. */
    readonly key: string,
    /** The system's own words, or the time that was waited. */
    readonly reason: string,
    options?: { cause?: unknown },
  ) {
    super(`the store did not respond for ${key}: ${reason}`, options);
  }
}

/** "unreadable": a local file, given in place of the upstream's. */
export type UpstreamFault =
  | 'timeout'
  | 'too-slow'
  | 'network'
  | 'status'
  | 'framing'
  | 'grid'
  | 'too-large'
  | 'not-yet'
  | 'unreadable';

/** Faults of the connection, which say nothing about the file. */
const CONNECTION_FAULTS: ReadonlySet<UpstreamFault> = new Set(['timeout', 'too-slow', 'network']);

export interface UpstreamErrorOptions {
  readonly cause?: unknown;
  readonly status?: number | undefined;
  /** The failure without varying figures, so that repetitions can be recognized: "too slow". Default: the detail. */
  readonly summary?: string;
  /** True when not even a connection was made. Default false. */
  readonly unreachable?: boolean;
}

/** An upstream that did not deliver. `retryable` says whether asking again soon can help. */
export class UpstreamError extends TaggedError {
  readonly tag = 'upstream';
  readonly retryable: boolean;
  /** The next request to the same host would most likely fail as well. */
  readonly isOfConnection: boolean;
  readonly status: number | undefined;
  readonly summary: string;
  readonly unreachable: boolean;
  constructor(
    readonly fault: UpstreamFault,
    readonly url: string,
    readonly detail: string,
    { cause, status, summary = detail, unreachable = false }: UpstreamErrorOptions = {},
  ) {
    super(`${url}: ${fault}: ${detail}`, cause === undefined ? undefined : { cause });
    this.isOfConnection = CONNECTION_FAULTS.has(fault);
    this.retryable = this.isOfConnection || fault === 'framing' || isRetryableStatus(status);
    this.status = status;
    this.summary = summary;
    this.unreachable = unreachable;
  }
  /** Host and port of the address; the address itself where it is a path. */
  get host(): string {
    return URL.canParse(this.url) ? new URL(this.url).host : this.url;
  }
}

function isRetryableStatus(status: number | undefined): boolean {
  return status !== undefined && (status === 408 || status === 429 || status >= 500);
}

/** Work that did not end in the time that it had. */
export class DeadlineError extends TaggedError {
  readonly tag = 'deadline';
  constructor(readonly seconds: number) {
    super(`the deadline of ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} is over`);
  }
}

/** A setting that cannot be used; names the variable, the rule and the value. */
export class ConfigError extends TaggedError {
  readonly tag = 'config';
  constructor(
    readonly setting: string,
    readonly rule: string,
    readonly value: string,
  ) {
    super(`${setting}: ${rule}; got "${value}"`);
  }
}

/** One broken rule of a request. `pointer` is a JSON pointer into the body ("" is the whole body). */
export interface RequestFault {
  readonly pointer: string;
  /** Stable and machine-readable: "required", "maximum", "unknown_field", "dates_reversed" … */
  readonly code: string;
  /** Names the field, the rule and the value. */
  readonly message: string;
}

/** A well-formed request that the interface does not allow; becomes a 422 problem. */
export class InvalidRequestError extends TaggedError {
  readonly tag = 'invalid-request';
  constructor(readonly faults: readonly RequestFault[]) {
    super(faults.map((fault) => fault.message).join('; '));
  }
}

/** Nothing to serve a product from; becomes a 503 problem that names it. */
export class ProductUnavailableError extends TaggedError {
  readonly tag = 'product-unavailable';
  constructor(
    readonly product: string,
    readonly reason: string,
    readonly retryAfterSeconds: number,
  ) {
    super(`${product} is unavailable: ${reason}`);
  }
}

/** The process that holds a directory, as its lock file describes it. */
export interface DirectoryHolder {
  /** Null where the lock does not say, as in those of version 0.1. */
  readonly host: string | null;
  /** ISO 8601. */
  readonly since: string | null;
  /** In another container or on another machine, where its PID means nothing here. */
  readonly isElsewhere: boolean;
}

const UNKNOWN_HOLDER: DirectoryHolder = { host: null, since: null, isElsewhere: false };

/** The directory belongs to another living process. */
export class DirectoryLockedError extends TaggedError {
  readonly tag = 'directory-locked';
  constructor(
    readonly directory: string,
    readonly pid: number,
    readonly holder: DirectoryHolder = UNKNOWN_HOLDER,
  ) {
    const { host, since, isElsewhere } = holder;
    const place = isElsewhere ? ` on host ${host} (another container or machine)` : '';
    const time = since === null ? '' : ` since ${since}`;
    super(
      `${directory} is in use by process ${pid}${place}${time}. Only one process can use it at a time: ` +
        'wait until that one ends, stop it, or set WEATHERGLASS_DATA to another directory',
    );
  }
}

/** The records (SQL) refused or could not be reached. */
export class RecordsError extends TaggedError {
  readonly tag = 'records';
}

interface ErrorOfTag {
  malformed: MalformedError;
  'grib-unsupported': GribUnsupportedError;
  unsupported: UnsupportedError;
  'object-missing': ObjectMissingError;
  'object-defect': ObjectDefectError;
  'store-unavailable': StoreUnavailableError;
  upstream: UpstreamError;
  deadline: DeadlineError;
  config: ConfigError;
  'invalid-request': InvalidRequestError;
  'product-unavailable': ProductUnavailableError;
  'directory-locked': DirectoryLockedError;
  records: RecordsError;
}

/** True when `error` is the tagged error `tag`; narrows to its class. */
export function isTagged<Tag extends ErrorTag>(error: unknown, tag: Tag): error is ErrorOfTag[Tag] {
  return error instanceof TaggedError && error.tag === tag;
}

/** True when stored data could not be read: it is damaged or gone, or its store did not respond. */
export function isUnreadable(error: unknown): error is ObjectDefectError | ObjectMissingError | StoreUnavailableError {
  return isTagged(error, 'object-defect') || isTagged(error, 'object-missing') || isTagged(error, 'store-unavailable');
}
