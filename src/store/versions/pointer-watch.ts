/**
 * Reads the pointers of datasets, each at most once in two seconds. All readers of a process share one watch, and whatever
 * they derive from pointers is kept for the watch's period, so nothing that is shown is older than that.
 */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { countPeriods, type Period } from '../../base/shared-value.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog } from './defect-log.js';
import { type Pointer, readPointer } from './pointer.js';

export interface PointerWatch {
  /** The newest pointer, at most as old as the present period; null when nothing is published. */
  read(dataset: string): Promise<Pointer | null>;
  /** While its number stays the same, so do the pointers that were found, except those that were null. */
  readonly period: Period;
}

/** New versions are seen within this time, s. */
const POINTER_SECONDS = 2;
/**
 * How long nothing counts as published, s: the very first version is served as good as at once, and a service of one model
 * does not look for ten others, each a failed open and a listing, with every answer.
 */
const EMPTY_SECONDS = 0.25;

interface Watched {
  pointer: Pointer | null;
  /** Epoch seconds; null before the first look. */
  readAt: number | null;
  /** Number of the period in which the last look ended. */
  readIn: number;
  /** The look that is on its way, for everyone who asks meanwhile. */
  looking: Promise<Pointer | null> | null;
}

export interface PointerWatchOptions {
  readonly objects: ObjectStore;
  /** Ages the pointers. Pass the clock of the process; with one that stands still every read looks at the pointer. */
  readonly clock: Clock;
  readonly log: Log;
  /** Length of a period; default 2. */
  readonly seconds?: number;
}

export function watchPointers(options: PointerWatchOptions): PointerWatch {
  const { objects, clock, log, seconds = POINTER_SECONDS } = options;
  const period = countPeriods(seconds, clock);
  const defects = createDefectLog(log);
  const watched = new Map<string, Watched>();

  /** A clock that stands still, as in a replay, would keep a first pointer for ever: to it every pointer is old. */
  function isFresh({ readAt, readIn, pointer }: Watched): boolean {
    if (readAt === null || readIn !== period()) return false;
    const age = clock.now() - readAt;
    return age > 0 && (pointer !== null || age < EMPTY_SECONDS);
  }

  async function look(dataset: string, state: Watched): Promise<Pointer | null> {
    try {
      const pointer = await readPointer(objects, dataset);
      if (pointer?.defect) defects.report(pointer.defect, { dataset, recovered: pointer.version });
      state.pointer = pointer;
    } catch (error) {
      // The store does not answer; what was published a moment ago is still the best that there is.
      if (state.readAt === null) throw error;
      log.warn({ dataset, error: String(error) }, 'the pointer cannot be read; the last known version stays');
    } finally {
      state.looking = null;
    }
    state.readAt = clock.now();
    state.readIn = period();
    return state.pointer;
  }

  return {
    period,
    async read(dataset) {
      const state = watched.get(dataset) ?? { pointer: null, readAt: null, readIn: 0, looking: null };
      watched.set(dataset, state);
      if (isFresh(state)) return state.pointer;
      state.looking ??= look(dataset, state);
      return state.looking;
    },
  };
}

/** Dependencies of all that read published versions. */
export interface ShelfOptions {
  readonly objects: ObjectStore;
  /** Ages what was read. Pass the clock of the process; with one that stands still every request looks at the pointer. */
  readonly clock: Clock;
  readonly log: Log;
  /** The watch that all readers of the process share; default: one for this reader alone. */
  readonly pointers?: PointerWatch;
}
