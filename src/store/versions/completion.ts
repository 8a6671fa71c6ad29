/**
 * `complete.json`: written after every other object of a version and before the pointer. A version with it is whole; a
 * version without it is being written, or was left by a kill.
 *
 * It holds the checksum of the group document, the one object of a cube that would otherwise have none: a digit that
 * flips in the grid's corner would move the weather, and no other check would see it.
 */

import { crc32c } from '../../base/crc32c.js';
import { ObjectDefectError } from '../../base/errors.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument, readDocument } from './json-document.js';
import { getStored } from './stored-object.js';
import { COMPLETION_NAME, metadataKey, versionPrefix } from './version-keys.js';

export interface Completion {
  /** Grows by one with each publication of the dataset: their order, whatever the clock said. */
  readonly sequence: number;
  /** Epoch seconds. */
  readonly publishedAt: number;
  /** CRC-32C of the bytes of the group's zarr.json. */
  readonly metadataCrc32c: number;
}

export function completionKey(dataset: string, version: string): string {
  return `${versionPrefix(dataset, version)}/${COMPLETION_NAME}`;
}

export async function writeCompletion(
  objects: ObjectStore,
  dataset: string,
  version: string,
  { metadata, ...facts }: { metadata: Uint8Array } & Omit<Completion, 'metadataCrc32c'>,
): Promise<void> {
  const completion: Completion = { ...facts, metadataCrc32c: crc32c(metadata) };
  await objects.put(completionKey(dataset, version), encodeDocument(completion));
}

/** @throws ObjectDefectError  the version is not complete, or says so in a damaged document */
export async function readCompletion(objects: ObjectStore, dataset: string, version: string): Promise<Completion> {
  const key = completionKey(dataset, version);
  const document = readDocument(key, await getStored(objects, key));
  return {
    sequence: document.count('sequence'),
    publishedAt: document.number('publishedAt'),
    metadataCrc32c: document.count('metadataCrc32c'),
  };
}

/**
 * The bytes of the group document of a complete version.
 *
 * @throws ObjectDefectError  it is not complete, or the document is not the one that it was completed with
 */
export async function readMetadata(objects: ObjectStore, dataset: string, version: string): Promise<Uint8Array> {
  const completion = await readCompletion(objects, dataset, version);
  const key = metadataKey(dataset, version);
  const metadata = await getStored(objects, key);
  checkMetadata(completion, metadata, key);
  return metadata;
}

/** @throws ObjectDefectError  `metadata` is not what the version was completed with */
function checkMetadata(completion: Completion, metadata: Uint8Array, key: string): void {
  if (crc32c(metadata) !== completion.metadataCrc32c)
    throw new ObjectDefectError(key, 0, `crc32c of the document is the one in ${COMPLETION_NAME}`);
}
