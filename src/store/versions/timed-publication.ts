/**
 * Publication of versions that are named after the time of their data, and their end. The order of steps is that of
 * publication.ts, and so is what a kill between two of them leaves.
 *
 * Such versions have an order of their own, and it is the `sequence` of completion and pointer: one that arrives late is
 * complete and can be read, but neither the pointer nor its recovery goes back to it.
 */

import { isTagged, ObjectMissingError } from '../../base/errors.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { completionKey, writeCompletion } from './completion.js';
import { readIntactPointer, readPointer, versionsAmong, writePointer } from './pointer.js';
import { removeVersion } from './removal.js';
import { isBetter, validTimeOf } from './timed-version.js';
import { metadataKey, versionPrefix } from './version-keys.js';

/** Every object of a version but its completion. */
export interface VersionObjects {
  /** The group document. */
  readonly metadata: Uint8Array;
  /** The others, by their keys. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

export interface TimedPublication {
  readonly dataset: string;
  /** Named by `versionOf`. */
  readonly version: string;
  /** Epoch seconds. */
  readonly publishedAt: number;
  /** Reads every byte of what is stored, and rejects with an object-defect where that cannot be done. */
  read(): Promise<unknown>;
  /** Asked only where there is something to write. */
  encode(): Promise<VersionObjects>;
}

/**
 * Stores a version and makes it the one that readers get, unless a better one is that already.
 *
 * The same version again changes nothing: the first one stays, which others may have read. What a killed attempt left of
 * it is written anew, and so is one that cannot be read any more.
 */
export async function publishTimed(objects: ObjectStore, publication: TimedPublication): Promise<void> {
  const { dataset, version, publishedAt } = publication;
  if (!(await isComplete(publication))) {
    const metadata = await writeVersion(objects, publication);
    await writeCompletion(objects, dataset, version, { metadata, sequence: validTimeOf(version)!, publishedAt });
  }
  await movePointer(objects, publication);
}

/** True when every byte of it can be read: one with sound documents and damaged arrays must not be pointed to. */
async function isComplete({ read }: TimedPublication): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (isTagged(error, 'object-defect')) return false;
    throw error;
  }
}

/** The bytes of the group document, which is the first to be written. */
async function writeVersion(objects: ObjectStore, publication: TimedPublication): Promise<Uint8Array> {
  const { dataset, version } = publication;
  const { metadata, contents } = await publication.encode();
  // What an earlier attempt left must neither be recovered to half rewritten, nor stay beside this one.
  await removeVersion(objects, dataset, version, await objects.list(`${versionPrefix(dataset, version)}/`));
  await objects.put(metadataKey(dataset, version), metadata);
  await putAll(objects, contents);
  return metadata;
}

async function movePointer(objects: ObjectStore, { dataset, version, publishedAt }: TimedPublication): Promise<void> {
  const published = await readIntactPointer(objects, dataset);
  if (published === null) {
    // This version is complete, so there is one to recover to: it, or a newer one.
    const recovered = await readPointer(objects, dataset);
    if (recovered === null) throw new ObjectMissingError(completionKey(dataset, version));
    const { defect: _, ...pointer } = recovered;
    await writePointer(objects, dataset, pointer);
  } else if (isBetter(version, published.version)) {
    const pointer = { version, previous: published.version, publishedAt, sequence: validTimeOf(version)! };
    await writePointer(objects, dataset, pointer);
  }
}

/**
 * Removes versions of before `oldest`, epoch seconds, those that a killed writer left among them, and returns their names.
 * The published and the previous one stay, and so does every one that `isHeld`.
 *
 * Only who may write the dataset may call it: a version that is being written is not told from one that was left.
 */
export async function removeTimedBefore(
  objects: ObjectStore,
  dataset: string,
  oldest: number,
  isHeld: (version: string) => boolean = () => false,
): Promise<string[]> {
  const pointer = await readPointer(objects, dataset);
  const keys = await objects.list(`${dataset}/`);
  const removed: string[] = [];
  for (const version of versionsAmong(dataset, keys)) {
    const validTime = validTimeOf(version);
    if (validTime === null || validTime >= oldest) continue;
    if (version === pointer?.version || version === pointer?.previous || isHeld(version)) continue;
    await removeVersion(objects, dataset, version, keys);
    removed.push(version);
  }
  return removed;
}
