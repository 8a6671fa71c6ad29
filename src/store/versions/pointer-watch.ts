/** The pointers of the datasets that are read, each looked at again only when it is some seconds old. */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { ObjectStore } from '../objects/object-store.js';
import type { DefectLog } from './defect-log.js';
import { type Pointer, readPointer } from './pointer.js';

export interface PointerWatch {
  /** What is published, null when nothing was; at most `pointerSeconds` old. */
  read(dataset: string): Promise<Pointer | null>;
}

/**
 * How long nothing counts as published, s: the very first version is served as good as at once, and a service of one model
 * does not look for ten others, each a failed open and a listing, with every answer.
 */
const EMPTY_SECONDS = 0.25;

interface Watched {
  pointer: Pointer | null;
  /** Epoch seconds; null before the first look. */
  readAt: number | null;
  /** The look that is on its way, for everyone who asks meanwhile. */
  looking: Promise<Pointer | null> | null;
}

export function watchPointers(options: {
  objects: ObjectStore;
  clock: Clock;
  log: Log;
  defects: DefectLog;
  pointerSeconds: number;
}): PointerWatch {
  const { objects, clock, log, defects, pointerSeconds } = options;
  const watched = new Map<string, Watched>();

  /** A clock that stands still, as in a replay, would keep a first pointer for ever: to it every pointer is old. */
  function isFresh({ readAt, pointer }: Watched): boolean {
    if (readAt === null) return false;
    const age = clock.now() - readAt;
    return age > 0 && age < (pointer === null ? Math.min(EMPTY_SECONDS, pointerSeconds) : pointerSeconds);
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
    return state.pointer;
  }

  return {
    async read(dataset) {
      const state = watched.get(dataset) ?? { pointer: null, readAt: null, looking: null };
      watched.set(dataset, state);
      if (isFresh(state)) return state.pointer;
      state.looking ??= look(dataset, state);
      return state.looking;
    },
  };
}
