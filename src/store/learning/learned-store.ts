/** Publication of learned corrections, and what is published. */

import type { LearnedCorrections } from '../../model/learned-corrections.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument } from '../versions/json-document.js';
import type { ShelfOptions } from '../versions/pointer-watch.js';
import { publishTimed, removeTimedBefore } from '../versions/timed-publication.js';
import { versionOf } from '../versions/timed-version.js';
import { createVersionShelf } from '../versions/version-shelf.js';
import { readGroup } from '../zarr/group-document.js';
import { LEARNED_DATASET, LEARNED_FORMAT, learnedGroup, readLearned } from './learned-document.js';

/** The published version and the one before it. */
const KEPT = 2;
/** Versions are kept for this time, s: long enough to see what was applied last week. */
const KEPT_SECONDS = 14 * 86_400;

/**
 * Publishes corrections under the name of the second at which they were made, and removes versions of two weeks ago. Corrections
 * that are older than the published ones change nothing for readers.
 *
 * One writer at a time.
 *
 * @throws RangeError  corrections break a rule of the format
 * @throws StoreUnavailableError  the store did not respond
 */
export async function publishLearned(
  objects: ObjectStore,
  made: Omit<LearnedCorrections, 'version'>,
): Promise<LearnedCorrections> {
  const learned = { version: versionOf(made.createdAt), ...made };
  const metadata = encodeDocument(learnedGroup(learned));
  await publishTimed(objects, {
    ...{ dataset: LEARNED_DATASET, version: learned.version, publishedAt: learned.createdAt },
    read: () => readVersion(objects, learned.version),
    encode: async () => ({ metadata, contents: new Map() }),
  });
  await removeTimedBefore(objects, LEARNED_DATASET, learned.createdAt - KEPT_SECONDS);
  return learned;
}

async function readVersion(objects: ObjectStore, version: string): Promise<LearnedCorrections> {
  return readLearned((await readGroup(objects, LEARNED_DATASET, version, LEARNED_FORMAT)).attributes);
}

export interface LearnedShelf {
  /**
   * The published corrections, the same object while the version is the same; null: none were published. A damaged version
   * gives way to the one before it, and is logged once.
   *
   * @throws ObjectDefectError  neither can be read
   */
  newest(): Promise<LearnedCorrections | null>;
}

export function createLearnedShelf(options: ShelfOptions): LearnedShelf {
  const shelf = createVersionShelf(options, KEPT, (_, version) => readVersion(options.objects, version));
  return { newest: () => shelf.newest(LEARNED_DATASET) };
}
