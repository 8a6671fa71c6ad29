/**
 * Writing and publishing a frame, and the end of old ones. The order of steps is that of grids/publication.ts, and so is
 * what a kill between two of them leaves.
 *
 * Frames have an order of their own, that of their valid times, and it is the `sequence` of completion and pointer: one
 * that arrives late is complete and can be read, but neither the pointer nor its recovery goes back to it. Of one valid
 * time the more complete frame, a version of its own, takes the place of the other.
 */

import { isTagged, ObjectMissingError } from '../../base/errors.js';
import type { MotionField, RadarDatasetId, RadarFrame } from '../../model/radar.js';
import { encodeNumbers, encodeStatic } from '../grids/axis-arrays.js';
import { completionKey, writeCompletion } from '../grids/completion.js';
import { metadataKey } from '../grids/cube-description.js';
import { METADATA_NAME, versionPrefix } from '../grids/cube-layout.js';
import { gridAxes } from '../grids/grid-coordinates.js';
import { encodeDocument } from '../grids/json-document.js';
import { readIntactPointer, readPointer, versionsAmong, writePointer } from '../grids/pointer.js';
import { removeVersion } from '../grids/publication.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { factsOf, frameDocuments, frameGroup } from './radar-documents.js';
import { frameFault, isBetter, lifetimeKey, motionKey, validTimeOf, valueKey } from './radar-layout.js';
import { readFrame } from './radar-reader.js';
import { encodeTiles } from './tile-shard.js';

/**
 * Stores a frame and makes it the one that readers get, unless a newer one is that already.
 *
 * The same version again changes nothing: the first one stays, which others may have read. What a killed attempt left of
 * it is written anew, and so is one that cannot be read any more.
 *
 * @param publishedAt  epoch seconds
 * @throws RangeError  parts of the frame that do not fit each other, or are too large
 */
export async function publishFrame(objects: ObjectStore, frame: RadarFrame, publishedAt: number): Promise<void> {
  const fault = frameFault(frame);
  if (fault !== null) throw new RangeError(`${frame.description.dataset}: ${fault}`);
  const { dataset, version, validTime } = frame.description;
  if (!(await isComplete(objects, dataset, version))) {
    const metadata = await writeFrame(objects, frame);
    await writeCompletion(objects, dataset, version, { metadata, sequence: validTime, publishedAt });
  }
  await movePointer(objects, frame, publishedAt);
}

/** True when every byte of the version can be read: one with sound documents and damaged tiles must not be pointed to. */
async function isComplete(objects: ObjectStore, dataset: RadarDatasetId, version: string): Promise<boolean> {
  try {
    await readFrame(objects, dataset, version);
    return true;
  } catch (error) {
    if (isTagged(error, 'object-defect')) return false;
    throw error;
  }
}

/** Float32 [component, row, column]. */
function componentsOf({ u, v }: MotionField): Float32Array {
  const both = new Float32Array(u.length + v.length);
  both.set(u);
  both.set(v, u.length);
  return both;
}

/** Writes every object of a frame but its completion; the bytes of the group document, which is the first. */
async function writeFrame(objects: ObjectStore, frame: RadarFrame): Promise<Uint8Array> {
  const { dataset, version, grid } = frame.description;
  const prefix = versionPrefix(dataset, version);
  const facts = factsOf(frame);
  const documents = frameDocuments(facts);
  const contents = new Map([[valueKey(dataset, version), await encodeTiles(frame.field.tiles)]]);
  for (const [name, document] of Object.entries(documents))
    contents.set(`${prefix}/${name}/${METADATA_NAME}`, encodeDocument(document));
  for (const { name, values } of gridAxes(grid)) contents.set(`${prefix}/${name}/c/0`, encodeNumbers(values));
  if (frame.motion !== null) contents.set(motionKey(dataset, version), await encodeStatic(componentsOf(frame.motion)));
  const minutes = frame.skill?.lifetime?.minutes;
  if (minutes !== undefined) contents.set(lifetimeKey(dataset, version), await encodeStatic(minutes));
  // What an earlier attempt left must neither be recovered to half rewritten, nor stay beside this one.
  await removeVersion(objects, dataset, version, await objects.list(`${prefix}/`));
  const metadata = encodeDocument(frameGroup(facts, documents));
  await objects.put(metadataKey(dataset, version), metadata);
  await putAll(objects, contents);
  return metadata;
}

async function movePointer(objects: ObjectStore, { description }: RadarFrame, publishedAt: number): Promise<void> {
  const { dataset, version, validTime } = description;
  const published = await readIntactPointer(objects, dataset);
  if (published === null) {
    // This frame is complete, so there is one to recover to: it, or a newer one.
    const recovered = await readPointer(objects, dataset);
    if (recovered === null) throw new ObjectMissingError(completionKey(dataset, version));
    const { defect: _, ...pointer } = recovered;
    await writePointer(objects, dataset, pointer);
  } else if (isBetter(version, published.version)) {
    const pointer = { version, previous: published.version, publishedAt, sequence: validTime };
    await writePointer(objects, dataset, pointer);
  }
}

/**
 * Removes frames that were seen more than `keepSeconds` ago, those that a killed writer left among them, and returns their
 * names. The published and the previous one stay, and so does every one that `isHeld`.
 *
 * Readers in other processes are protected by `keepSeconds` alone. Only who may write the dataset may call it: a frame
 * that is being written is not told from one that was left.
 *
 * @param options.now  epoch seconds, on the clock of the valid times
 */
export async function removeOldFrames(
  objects: ObjectStore,
  dataset: RadarDatasetId,
  options: { readonly now: number; readonly keepSeconds: number; isHeld?(version: string): boolean },
): Promise<string[]> {
  const oldest = options.now - options.keepSeconds;
  const pointer = await readPointer(objects, dataset);
  const keys = await objects.list(`${dataset}/`);
  const removed: string[] = [];
  for (const version of versionsAmong(dataset, keys)) {
    const validTime = validTimeOf(version);
    if (validTime === null || validTime >= oldest) continue;
    if (version === pointer?.version || version === pointer?.previous || options.isHeld?.(version)) continue;
    await removeVersion(objects, dataset, version, keys);
    removed.push(version);
  }
  return removed;
}
