/**
 * Misbehaviour on demand: what the simulated upstream does wrong, for which paths, and how often.
 *
 *   no-answer      accepts the request and never answers
 *   reset          promises the whole body, breaks the connection half way
 *   status         answers `status` (404, 429, 503 …), with Retry-After when `retryAfterSeconds` is given
 *   truncated      a complete answer whose body is half of what it should be
 *   corrupt        a complete answer with 16 octets overwritten from octet 16 on: section lengths of a GRIB message
 *   shifted-index  an index (`.idx`, `.index`) whose offsets, but the first, are 137 bytes too large: it belongs to another file
 *   no-ranges      ignores Range: 200 and the whole file
 *   late           the file appears `seconds` later than it should; null: never. Not counted
 */

export const FAULT_KINDS = [
  'no-answer',
  'reset',
  'status',
  'truncated',
  'corrupt',
  'shifted-index',
  'no-ranges',
  'late',
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
  /** For `late`. */
  readonly seconds?: number | null;
}

export interface FaultControl {
  /** @throws RangeError naming the member and its value */
  add(...faults: readonly Fault[]): void;
  clear(): void;
  /** Faults still in force, with the requests left to each. */
  list(): Fault[];
}

export interface FaultQueue extends FaultControl {
  /** The fault that this request meets, counted down; null when it is served properly. */
  take(path: string): Fault | null;
  /** Seconds that a file is late; Infinity for never. */
  latenessOf(path: string): number;
}

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
    take(path) {
      const hit = active.find(({ fault, pattern }) => fault.kind !== 'late' && pattern.test(path));
      if (hit === undefined) return null;
      hit.left--;
      active = active.filter(({ left }) => left > 0);
      return hit.fault;
    },
    latenessOf(path) {
      const late = active.filter(({ fault, pattern }) => fault.kind === 'late' && pattern.test(path));
      return Math.max(0, ...late.map(({ fault }) => fault.seconds ?? Infinity));
    },
  };
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
  return { fault, pattern: patternOf(path), left: kind === 'late' ? Infinity : (count ?? Infinity) };
}

function patternOf(path: string): RegExp {
  try {
    return new RegExp(path);
  } catch (cause) {
    throw new RangeError(`path is ${path}, needs to be a regular expression`, { cause });
  }
}
