/**
 * Publication of versions, and their end.
 *
 * The order of steps is what makes a kill between any two of them harmless:
 *
 *   write     zarr.json of the group, other metadata, shards        the version exists, nobody looks at it
 *   publish   complete.json                                         it is whole, and can be recovered to
 *             latest.json replaced                                  it is what readers get
 *   remove    complete.json, everything else, zarr.json last        not whole, and it still says how old it is
 */

import { isTagged, ObjectMissingError } from '../../base/errors.js';
import type { CubeDescription } from '../../model/cube.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey, writeCompletion } from './completion.js';
import { readDescription } from './cube-description.js';
import { metadataKey, shardCount, shardKey, versionPrefix } from './cube-layout.js';
import { readDocument } from './json-document.js';
import { mapShardKey } from './map-layout.js';
import {
  type CompleteVersion,
  findComplete,
  isPublished,
  type Pointer,
  readPointer,
  versionsAmong,
  writePointer,
} from './pointer.js';

export { readPointer } from './pointer.js';

/** How long a version stays after it was superseded, for readers in other processes that still hold it. */
const GRACE_SECONDS = 900;
/** How long a version may take to be written before it counts as left behind. */
const ABANDONED_SECONDS = 86_400;

/**
 * Makes a version the one that readers get. It must be whole: metadata that reads back, and every shard.
 *
 * Publishing the version that is published already changes nothing that a reader sees; publishing an older one rolls
 * back to it.
 *
 * @param publishedAt  epoch seconds
 * @throws ObjectMissingError  a shard was not written
 * @throws ObjectDefectError  the metadata does not read back
 */
export async function publishVersion(
  objects: ObjectStore,
  dataset: string,
  version: string,
  publishedAt: number,
): Promise<void> {
  const metadata = await objects.get(metadataKey(dataset, version));
  const { description } = await readDescription(objects, dataset, version, metadata);
  const keys = new Set(await objects.list(`${versionPrefix(dataset, version)}/`));
  for (const key of shardKeysOf(description)) if (!keys.has(key)) throw new ObjectMissingError(key);
  const before = await readPointer(objects, dataset);
  const sequence = (before?.sequence ?? 0) + 1;
  const previous = (before?.version === version ? before.previous : before?.version) ?? null;
  await writeCompletion(objects, dataset, version, { metadata, sequence, publishedAt });
  await writePointer(objects, dataset, { version, previous, publishedAt, sequence });
}

/** Of every shard that the version must have: of the series, and of the maps. */
function shardKeysOf({ dataset, version, grid, maps = [] }: CubeDescription): string[] {
  const shards = Array.from({ length: shardCount(grid) }, (_, shard) => shard);
  return [
    ...shards.map((shard) => shardKey(dataset, version, shard)),
    ...maps.flatMap(({ field }) => shards.map((shard) => mapShardKey(dataset, version, field, shard))),
  ];
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
  graceSeconds: number,
): Promise<number | null> {
  const rank = complete.findIndex((one) => one.version === version);
  if (rank > 0) return complete[rank - 1]!.publishedAt + graceSeconds;
  // The newest complete one is here only when its publication was cut off or rolled back: it is superseded by nothing.
  if (rank === 0) return complete[0]!.publishedAt + ABANDONED_SECONDS;
  const begun = await createdAt(objects, dataset, version);
  // The group document is the first object of a version to be written and the last to go, each at once: what lacks a
  // sound one is not being written by anybody.
  return begun === null ? null : begun + ABANDONED_SECONDS;
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
 * completed a day after they were begun.
 *
 * Readers in other processes are protected by the grace alone: a request must not hold a version for longer.
 *
 * @param options.now  epoch seconds, on the clock that gave `createdAt` and `publishedAt`
 */
export async function removeOldVersions(
  objects: ObjectStore,
  dataset: string,
  options: { now: number; graceSeconds?: number; isHeld(version: string): boolean },
): Promise<string[]> {
  const { now, graceSeconds = GRACE_SECONDS, isHeld } = options;
  const pointer: Pointer | null = await readPointer(objects, dataset);
  const keys = await objects.list(`${dataset}/`);
  const complete = await findComplete(objects, dataset, keys);
  const removed: string[] = [];
  for (const version of versionsAmong(dataset, keys)) {
    if (version === pointer?.version || version === pointer?.previous) continue;
    const expiry = await expiryOf(objects, dataset, version, complete, graceSeconds);
    // Asked last, with no wait before the first delete: nobody can take hold of the version in between.
    if ((expiry !== null && now < expiry) || isHeld(version)) continue;
    await removeVersion(objects, dataset, version, keys);
    removed.push(version);
  }
  return removed;
}
