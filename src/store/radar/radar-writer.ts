/**
 * Writing and publishing a frame, and the end of old ones, by the order of grids/timed-publication.ts. Of one valid time the
 * more complete frame, a version of its own, takes the place of the other.
 */

import type { MotionField, RadarDatasetId, RadarFrame } from '../../model/radar.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument } from '../versions/json-document.js';
import { publishTimed, removeTimedBefore, type VersionObjects } from '../versions/timed-publication.js';
import { METADATA_NAME, versionPrefix } from '../versions/version-keys.js';
import { encodeNumbers, encodeStatic } from '../zarr/axis-arrays.js';
import { gridAxes } from '../zarr/grid-coordinates.js';
import { factsOf, frameDocuments, frameGroup } from './radar-documents.js';
import { frameFault, lifetimeKey, motionKey, valueKey } from './radar-layout.js';
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
  const { dataset, version } = frame.description;
  const read = () => readFrame(objects, dataset, version);
  await publishTimed(objects, { dataset, version, publishedAt, read, encode: () => encodeFrame(frame) });
}

/** Float32 [component, row, column]. */
function componentsOf({ u, v }: MotionField): Float32Array {
  const both = new Float32Array(u.length + v.length);
  both.set(u);
  both.set(v, u.length);
  return both;
}

async function encodeFrame(frame: RadarFrame): Promise<VersionObjects> {
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
  return { metadata: encodeDocument(frameGroup(facts, documents)), contents };
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
export function removeOldFrames(
  objects: ObjectStore,
  dataset: RadarDatasetId,
  options: { readonly now: number; readonly keepSeconds: number; isHeld?(version: string): boolean },
): Promise<string[]> {
  return removeTimedBefore(objects, dataset, options.now - options.keepSeconds, options.isHeld);
}
