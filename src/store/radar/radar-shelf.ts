/**
 * The published frames, in memory: what `query/radar` reads.
 *
 * Requests keep a dataset up to date: the first one in each period of the watch begins a look at the pointer, and uses the
 * frame that is there. A newer frame is read beside the old one and replaces it when it is whole. A request waits only for
 * the very first look, and for one after a pause so long that the frame in memory may mislead.
 */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { RadarDatasetId, RadarFrame, RadarShelf } from '../../model/radar.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog } from '../versions/defect-log.js';
import { type PointerWatch, type ShelfOptions, watchPointers } from '../versions/pointer-watch.js';
import { isBetter, validTimeOf, versionOf } from '../versions/timed-version.js';
import { COMPLETION_NAME } from '../versions/version-keys.js';
import { readFrame } from './radar-reader.js';

/** Half of the fastest network's cadence: who did not ask for longer may hold a frame that has been followed by others. */
const IDLE_SECONDS = 60;
/** A damaged frame is not read again before, unless another one is published. */
const DAMAGED_SECONDS = 30;

/** What is known of one dataset. */
interface Held {
  frame: RadarFrame | null;
  /** When the last look ended, epoch seconds; null before the first. */
  lookedAt: number | null;
  /** Number of the period in which it began. */
  lookedIn: number;
  /** The look that is on its way, for everyone who asks meanwhile; it rejects when there is nothing to give. */
  looking: Promise<void> | null;
  damaged: { readonly version: string; readonly at: number } | null;
}

function unseen(): Held {
  return { frame: null, lookedAt: null, lookedIn: 0, looking: null, damaged: null };
}

/** One frame in memory for each dataset, followed by way of its pointer. */
function followNewest(options: {
  clock: Clock;
  pointers: PointerWatch;
  read(dataset: RadarDatasetId, version: string): Promise<RadarFrame>;
  /** A look failed, and the frame in memory goes on. */
  reportFailure(dataset: RadarDatasetId, error: unknown): void;
}) {
  const { clock, pointers, read, reportFailure } = options;
  const datasets = new Map<RadarDatasetId, Held>();

  const ageOf = ({ lookedAt }: Held) => (lookedAt === null ? Number.POSITIVE_INFINITY : clock.now() - lookedAt);
  /** To a clock that stands still every look is old. */
  const isDue = (held: Held) => held.lookedAt === null || held.lookedIn !== pointers.period() || ageOf(held) === 0;

  function isKnownDamaged({ damaged }: Held, version: string): boolean {
    const age = damaged?.version === version ? clock.now() - damaged.at : Number.POSITIVE_INFINITY;
    return age >= 0 && age < DAMAGED_SECONDS;
  }

  /** The published frame, or the one before it where that is damaged. */
  async function readPublished(held: Held, dataset: RadarDatasetId, version: string, previous: string | null) {
    try {
      return await read(dataset, version);
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
      held.damaged = { version, at: clock.now() };
      const inMemory = held.frame?.description.version;
      if (previous === null || (inMemory !== undefined && !isBetter(previous, inMemory))) throw error;
      return read(dataset, previous);
    }
  }

  async function look(dataset: RadarDatasetId, held: Held): Promise<void> {
    const pointer = await pointers.read(dataset);
    if (pointer === null) {
      held.frame = null;
      return;
    }
    const { version, previous } = pointer;
    if (held.frame?.description.version === version) return;
    if (held.frame !== null && isKnownDamaged(held, version)) return;
    held.frame = await readPublished(held, dataset, version, previous);
  }

  async function lookOnce(dataset: RadarDatasetId, held: Held): Promise<void> {
    held.lookedIn = pointers.period();
    try {
      await look(dataset, held);
      held.lookedAt = clock.now();
    } catch (error) {
      reportFailure(dataset, error);
      if (held.frame === null) throw error;
      held.lookedAt = clock.now();
    } finally {
      held.looking = null;
    }
  }

  return async (dataset: RadarDatasetId): Promise<RadarFrame | null> => {
    const held = datasets.get(dataset) ?? unseen();
    datasets.set(dataset, held);
    const age = ageOf(held);
    if (held.looking === null && isDue(held)) held.looking = lookOnce(dataset, held);
    // With a frame in memory a look does not reject, so nobody has to wait for it.
    if (held.frame === null || age >= IDLE_SECONDS) await held.looking;
    return held.frame;
  };
}

/** A shelf of the frames in `objects`. A defect is logged once for each object, with its key and byte offset. */
export function createRadarShelf(options: ShelfOptions): RadarShelf {
  const { objects, clock, log, pointers = watchPointers({ objects, clock, log }) } = options;
  const defects = createDefectLog(log);

  async function read(dataset: RadarDatasetId, version: string): Promise<RadarFrame> {
    try {
      return await readFrame(objects, dataset, version);
    } catch (error) {
      return defects.rethrow(error, { dataset, version });
    }
  }

  function reportFailure(dataset: RadarDatasetId, error: unknown): void {
    if (isTagged(error, 'object-defect')) return; // `read` has told of it
    log.warn({ dataset, error: String(error) }, 'radar frames cannot be looked at; what is in memory stays');
  }

  const newest = followNewest({ clock, pointers, read, reportFailure });

  return {
    newest,
    async validTimes(dataset) {
      return (await completeVersions(objects, dataset)).map((version) => validTimeOf(version)!);
    },
    async at(dataset, validTime) {
      const [version] = await completeVersions(objects, dataset, versionOf(validTime));
      if (version === undefined) return null;
      try {
        return await readFrame(objects, dataset, version);
      } catch (error) {
        // Removed since it was listed: then it is not there, and no defect.
        const isThere = (await completeVersions(objects, dataset, version)).includes(version);
        if (isTagged(error, 'object-defect') && !isThere) return null;
        return defects.rethrow(error, { dataset, version });
      }
    },
  };
}

/**
 * The kept frames, those that are being written left out: of each valid time the most complete one, in their order.
 *
 * @param beginning  of their names
 */
export async function completeVersions(
  objects: ObjectStore,
  dataset: RadarDatasetId,
  beginning = '',
): Promise<readonly string[]> {
  const best = new Map<number, string>();
  for (const key of await objects.list(`${dataset}/${beginning}`)) {
    const [, version = '', name] = key.split('/');
    const validTime = validTimeOf(version);
    if (validTime === null || name !== COMPLETION_NAME) continue;
    const known = best.get(validTime);
    if (known === undefined || isBetter(version, known)) best.set(validTime, version);
  }
  return [...best].sort(([a], [b]) => a - b).map(([, version]) => version);
}
