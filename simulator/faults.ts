/**
 * Misbehaviour on demand: what the simulated upstream does wrong, for which paths, and how often.
 *
 *   no-answer      accepts the request and never answers
 *   reset          promises the whole body, breaks the connection half way
 *   drip           promises the whole body, sends an octet every tenth of a second
 *   status         answers `status` (404, 429, 503 …), with Retry-After when `retryAfterSeconds` is given
 *   truncated      a complete answer whose body is half of what it should be
 *   html           200 and a page of HTML in place of the file, as from a proxy or a site under maintenance
 *   corrupt        a complete answer with 16 octets overwritten from octet 16 on: section lengths of a GRIB message
 *   shifted-index  an index (`.idx`, `.index`) whose offsets, but the first, are 137 bytes too large: it belongs to another file
 *   no-ranges      ignores Range: 200 and the whole file
 *   late           the file appears `seconds` later than it should; null: never. Not counted
 *   early          the file appears `seconds` earlier than it should, even before what it shows. Not counted
 *
 * Of frames of radar, each of which shows one instant:
 *
 *   wrong-grid     the frame has a row too few, and says so; of NEXRAD: its antenna is that of another radar
 *   all-missing    the frame is whole, and nothing was observed; of NEXRAD: all range is folded
 *   duplicate      of MRMS: the listing has the same bytes a second time, under the name of the next second. Not counted
 *
 * A file that is late or early is so in listings, too: a gap is `late` with `seconds` null, `from` and `to`. The path of a
 * bucket's listing is all that is asked for, `/?list-type=2&prefix=CONUS/PrecipRate_00.00/…`: a pattern that is to hit files
 * alone ends in `gz$` or `nc$`, or begins with `^/TLX_N0B`.
 */

export const FAULT_KINDS = [
  'no-answer',
  'reset',
  'drip',
  'status',
  'truncated',
  'html',
  'corrupt',
  'shifted-index',
  'no-ranges',
  'late',
  'early',
  'wrong-grid',
  'all-missing',
  'duplicate',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Regular expression, tested against the path: `\.idx$`, `f00[1-3]`, `gfs\.20261120/06` … */
  readonly path: string;
  /** How many requests it hits; null: every one until cleared. Default 1. */
  readonly count?: number | null;
  /** For `status`. Default 503. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** For `late` and `early`. */
  readonly seconds?: number | null;
  /** Only for frames that show an instant in [from, to], epoch seconds. */
  readonly from?: number;
  readonly to?: number;
}

export interface FaultControl {
  /** @throws RangeError naming the member and its value */
  add(...faults: readonly Fault[]): void;
  clear(): void;
  /** Faults still in force, with the requests left to each. */
  list(): Fault[];
}

/** What is wrong with a file wherever it is named: what feeds with listings look at. */
export interface StandingFaults {
  /**
   * Seconds that a file is late; Infinity for never, below 0 for early.
   *
   * @param validTime  what a frame shows, epoch seconds
   */
  latenessOf(path: string, validTime?: number): number;
  isDuplicate(path: string, validTime: number): boolean;
}

export interface FaultQueue extends FaultControl, StandingFaults {
  /** The fault that this request meets, counted down; null when it is served properly. */
  take(path: string, validTime?: number): Fault | null;
}

/** Faults of files and not of requests. */
const STANDING: ReadonlySet<FaultKind> = new Set(['late', 'early', 'duplicate']);

interface ActiveFault {
  readonly fault: Fault;
  readonly pattern: RegExp;
  left: number;
}

export function createFaultQueue(): FaultQueue {
  let active: ActiveFault[] = [];
  return {
    add(...faults) {
      const added = faults.map((fault) => activate(fault));
      active.push(...added);
    },
    clear() {
      active = [];
    },
    list: () => active.map(({ fault, left }) => ({ ...fault, count: left === Infinity ? null : left })),
    take(path, validTime) {
      const hit = active.find((one) => !STANDING.has(one.fault.kind) && applies(one, path, validTime));
      if (hit === undefined) return null;
      hit.left--;
      active = active.filter(({ left }) => left > 0);
      return hit.fault;
    },
    latenessOf(path, validTime) {
      const most = (kind: FaultKind): number => {
        const hits = active.filter((one) => one.fault.kind === kind && applies(one, path, validTime));
        return Math.max(0, ...hits.map(({ fault }) => fault.seconds ?? Infinity));
      };
      return most('late') || -most('early') || 0;
    },
    isDuplicate: (path, validTime) =>
      active.some((one) => one.fault.kind === 'duplicate' && applies(one, path, validTime)),
  };
}

function applies({ fault: { from, to }, pattern }: ActiveFault, path: string, validTime?: number): boolean {
  if (!pattern.test(path)) return false;
  if (from === undefined && to === undefined) return true;
  return validTime !== undefined && validTime >= (from ?? -Infinity) && validTime <= (to ?? Infinity);
}

function activate(fault: Fault): ActiveFault {
  const { kind, path, count = 1, status = 503, retryAfterSeconds = 0, seconds = 0 } = fault;
  if (!FAULT_KINDS.includes(kind))
    throw new RangeError(`kind is ${kind}, needs to be one of ${FAULT_KINDS.join(', ')}`);
  if (typeof path !== 'string') throw new RangeError(`path is ${path}, needs to be a regular expression`);
  if (count !== null && !(Number.isInteger(count) && count > 0))
    throw new RangeError(`count is ${count}, needs to be a positive whole number or null`);
  if (!(Number.isInteger(status) && status >= 400 && status <= 599))
    throw new RangeError(`status is ${status}, needs to be between 400 and 599`);
  if (!(retryAfterSeconds >= 0))
    throw new RangeError(`retryAfterSeconds is ${retryAfterSeconds}, needs to be 0 or more`);
  if (seconds !== null && !(seconds >= 0))
    throw new RangeError(`seconds is ${seconds}, needs to be 0 or more, or null`);
  if (kind === 'early' && (seconds === null || seconds === 0))
    throw new RangeError(`seconds is ${seconds}, needs to be above 0`);
  for (const [name, value] of Object.entries({ from: fault.from, to: fault.to }))
    if (value !== undefined && !Number.isFinite(value))
      throw new RangeError(`${name} is ${value}, needs to be a number of epoch seconds`);
  return { fault, pattern: patternOf(path), left: STANDING.has(kind) ? Infinity : (count ?? Infinity) };
}

function patternOf(path: string): RegExp {
  try {
    return new RegExp(path);
  } catch (cause) {
    throw new RangeError(`path is ${path}, needs to be a regular expression`, { cause });
  }
}
