/**
 * The closed set of tagged errors.
 *
 * Missing data is a value (NaN or null), a caller's bug is a `RangeError`, everything else that can go wrong is one
 * of these. Facts are in fields, the sentence is made from them, `cause` is kept. `isTagged(error, tag)` narrows.
 */

/** Every tag there is; docs and the HTTP status table are checked against this list. */
export type ErrorTag =
  | 'grib-malformed'
  | 'grib-unsupported'
  | 'gpx-malformed'
  | 'alert-malformed'
  | 'radar-malformed'
  | 'fire-malformed'
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

/** Bytes that break a rule of the GRIB standard, or claim more than they hold. The message is lost, the file may go on. */
export class GribMalformedError extends TaggedError {
  readonly tag = 'grib-malformed';
  constructor(
    /** The rule that is broken, naming the section and octets: "section 5 octets 12-15: reference value is finite". */
    readonly rule: string,
    readonly value: number | string,
    /** Byte offset of the section inside the message, where known. */
    readonly offset?: number,
  ) {
    super(`malformed GRIB: ${rule}; got ${value}${offset === undefined ? '' : ` at byte ${offset}`}`);
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

/** A GPX file that breaks a rule of XML or GPX, or exceeds what is read of one. */
export class GpxMalformedError extends TaggedError {
  readonly tag = 'gpx-malformed';
  constructor(
    /** The rule that is broken: "lat must be a number from -90 to 90". */
    readonly rule: string,
    /** Line of the file that it was noticed in, from 1; null where it is the file as a whole. */
    readonly line: number | null,
    /** What stands there instead. */
    readonly value?: number | string,
  ) {
    const place = line === null ? '' : `, line ${line}`;
    super(`malformed GPX${place}: ${rule}${value === undefined ? '' : `; got "${value}"`}`);
  }
}

/** Public alerts (CAP, GeoJSON of the NWS, an index, an archive) that break a rule, or exceed what is read of them. */
export class AlertMalformedError extends TaggedError {
  readonly tag = 'alert-malformed';
  constructor(
    /** The rule that is broken: "status must be one of actual, exercise, system, test, draft". */
    readonly rule: string,
    /** The file and, where known, the line or the feature in it. */
    readonly where: string,
    /** What stands there instead. */
    readonly value?: number | string,
    options?: { cause?: unknown },
  ) {
    super(`malformed alert, ${where}: ${rule}${value === undefined ? '' : `; got "${value}"`}`, options);
  }
}

/** A file of radar, its archive or the listing that names it: bytes that break a rule, or claim more than is read of them. */
export class RadarMalformedError extends TaggedError {
  readonly tag = 'radar-malformed';
  constructor(
    /** What the bytes are taken for: "HDF5", "tar", "bucket listing", "DWD RV", "MRMS" … */
    readonly format: string,
    /** The rule that is broken: "dataset RRQPE has 2 dimensions". */
    readonly rule: string,
    /** What stands there instead. */
    readonly value: number | string,
    options?: { cause?: unknown },
  ) {
    super(`malformed ${format}: ${rule}; got ${value}`, options);
  }
}

/** Fires or smoke (a list of FIRMS, polygons of HMS) that break a rule, or exceed what is read of them. */
export class FireMalformedError extends TaggedError {
  readonly tag = 'fire-malformed';
  constructor(
    /** What the bytes are taken for, and where in it: "FIRMS", "FIRMS, line 7", "HMS smoke" … */
    readonly where: string,
    /** The rule that is broken: "latitude must be -90..90". */
    readonly rule: string,
    /** What stands there instead. */
    readonly value: number | string,
    options?: { cause?: unknown },
  ) {
    super(`malformed ${where}: ${rule}; got "${value}"`, options);
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
  'grib-malformed': GribMalformedError;
  'grib-unsupported': GribUnsupportedError;
  'gpx-malformed': GpxMalformedError;
  'alert-malformed': AlertMalformedError;
  'radar-malformed': RadarMalformedError;
  'fire-malformed': FireMalformedError;
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
