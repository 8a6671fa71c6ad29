/**
 * Removal of versions, and the order of steps from the first write to the last delete.
 *
 * The order of steps is what makes a kill between any two of them harmless:
 *
 *   write     zarr.json of the group, other metadata, shards        the version exists, nobody looks at it
 *   publish   complete.json                                         it is whole, and can be recovered to
 *             latest.json replaced                                  it is what readers get
 *   remove    complete.json, everything else, zarr.json last        not whole, and it still says how old it is
 */

import { isTagged } from '../../base/errors.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from './completion.js';
import { readDocument } from './json-document.js';
import {
  type CompleteVersion,
  findComplete,
  isPublished,
  type Pointer,
  readPointer,
  versionsAmong,
} from './pointer.js';
import { metadataKey, versionPrefix } from './version-keys.js';

/** How long a version stays after it was superseded, for readers in other processes that still hold it. */
const GRACE_SECONDS = 900;
/** How long a version may take to be written before it counts as left behind; a shorter time needs a lock. */
const ABANDONED_SECONDS = 86_400;

interface RemovalTimes {
  readonly graceSeconds?: number;
  readonly abandonedSeconds?: number;
}

/** When the version was begun, by its group document; null when that is gone or damaged. */
async function createdAt(objects: ObjectStore, dataset: string, version: string): Promise<number | null> {
  const key = metadataKey(dataset, version);
  try {
    return readDocument(key, await objects.get(key))
      .object('attributes')
      .number('createdAt');
  } catch (error) {
    if (isTagged(error, 'object-missing') || isTagged(error, 'object-defect')) return null;
    throw error;
  }
}

/** Epoch seconds from which the version may go; null: at once. `complete` is newest first. */
async function expiryOf(
  objects: ObjectStore,
  dataset: string,
  version: string,
  complete: readonly CompleteVersion[],
  { graceSeconds, abandonedSeconds }: Required<RemovalTimes>,
): Promise<number | null> {
  const rank = complete.findIndex((one) => one.version === version);
  if (rank > 0) return complete[rank - 1]!.publishedAt + graceSeconds;
  // The newest complete one is here only when its publication was cut off or rolled back: it is superseded by nothing.
  if (rank === 0) return complete[0]!.publishedAt + ABANDONED_SECONDS;
  const begun = await createdAt(objects, dataset, version);
  // The group document is the first object of a version to be written and the last to go, each at once: what lacks a
  // sound one is not being written by anybody.
  return begun === null ? null : begun + abandonedSeconds;
}

/** Removes the objects of a version that are among `keys`, in the order that keeps every moment readable. */
export async function removeVersion(
  objects: ObjectStore,
  dataset: string,
  version: string,
  keys: readonly string[],
): Promise<void> {
  const first = completionKey(dataset, version);
  const last = metadataKey(dataset, version);
  const present = keys.filter((key) => key.startsWith(`${dataset}/${version}/`));
  const rank = (key: string) => (key === first ? 0 : key === last ? 2 : 1);
  for (const key of present.sort((a, b) => rank(a) - rank(b))) await objects.delete(key);
}

/**
 * Removes a version that was begun and will not be completed.
 *
 * @throws RangeError  when readers may have it open: it is published, or was before
 */
export async function discardVersion(objects: ObjectStore, dataset: string, version: string): Promise<void> {
  if (await isPublished(objects, dataset, version)) throw new RangeError(`${dataset}/${version} is published`);
  await removeVersion(objects, dataset, version, await objects.list(`${versionPrefix(dataset, version)}/`));
}

/**
 * Removes versions that nobody needs, and returns their names. The published and the previous one stay, and so does
 * every version that `isHeld`. Others go `graceSeconds` after they were superseded; versions that were begun and never
 * completed `abandonedSeconds` after they were begun, by default a day.
 *
 * Readers in other processes are protected by the grace alone: a request must not hold a version for longer.
 *
 * @param options.now  epoch seconds, on the clock that gave `createdAt` and `publishedAt`
 */
export async function removeOldVersions(
  objects: ObjectStore,
  dataset: string,
  options: RemovalTimes & { now: number; isHeld(version: string): boolean },
): Promise<string[]> {
  const { now, graceSeconds = GRACE_SECONDS, abandonedSeconds = ABANDONED_SECONDS, isHeld } = options;
  const pointer: Pointer | null = await readPointer(objects, dataset);
  const keys = await objects.list(`${dataset}/`);
  const complete = await findComplete(objects, dataset, keys);
  const removed: string[] = [];
  for (const version of versionsAmong(dataset, keys)) {
    if (version === pointer?.version || version === pointer?.previous) continue;
    const expiry = await expiryOf(objects, dataset, version, complete, { graceSeconds, abandonedSeconds });
    // Asked last, with no wait before the first delete: nobody can take hold of the version in between.
    if ((expiry !== null && now < expiry) || isHeld(version)) continue;
    await removeVersion(objects, dataset, version, keys);
    removed.push(version);
  }
  return removed;
}
