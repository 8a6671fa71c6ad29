/**
 * `<dataset>/latest.json`: the one object that is replaced, and so the moment of publication.
 *
 * A pointer that is missing or damaged is recovered from the versions themselves: the complete one with the highest
 * sequence is the published one, the next below it the previous. That can only differ from the lost pointer in one
 * way, by naming a version that was complete but whose publication was cut off; it is whole, and newer.
 */

import { crc32c } from '../../base/crc32c.js';
import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import { isKeyPart } from '../objects/object-key.js';
import type { ObjectStore } from '../objects/object-store.js';
import { type Completion, readCompletion } from './completion.js';
import { encodeDocument, readDocument } from './json-document.js';
import { COMPLETION_NAME, POINTER_NAME, pointerKey } from './version-keys.js';

export interface Pointer {
  readonly version: string;
  /** What was published before; null for the first. */
  readonly previous: string | null;
  /** Epoch seconds. */
  readonly publishedAt: number;
  /** Grows by one with each publication of the dataset. */
  readonly sequence: number;
}

export interface ReadPointer extends Pointer {
  /** Present when the pointer object was damaged, and this was recovered from the versions. */
  readonly defect?: ObjectDefectError;
}

const isVersion = (name: unknown): name is string =>
  typeof name === 'string' && isKeyPart(name) && name !== POINTER_NAME;

function parsePointer(key: string, bytes: Uint8Array): Pointer {
  const document = readDocument(key, bytes);
  const { version, previous } = document.fields;
  if (!isVersion(version)) throw document.fail('version names a version');
  if (previous !== null && !isVersion(previous)) throw document.fail('previous names a version or is null');
  const pointer = {
    version,
    previous,
    publishedAt: document.number('publishedAt'),
    sequence: document.count('sequence'),
  };
  // Pointers of earlier releases have no checksum.
  if (Object.hasOwn(document.fields, 'crc32c') && document.count('crc32c') !== checksumOf(pointer))
    throw document.fail('crc32c is that of version, previous, publishedAt and sequence');
  return pointer;
}

/**
 * Versions are named after times, ten minutes apart or less: one flipped bit in such a name often makes another valid
 * name, and readers would silently go back to that version.
 */
function checksumOf({ version, previous, publishedAt, sequence }: Pointer): number {
  return crc32c(new TextEncoder().encode(JSON.stringify([version, previous, publishedAt, sequence])));
}

/** The pointer object as it stands: null when there is none, the defect when it cannot be read. */
async function readPointerObject(objects: ObjectStore, dataset: string): Promise<Pointer | ObjectDefectError | null> {
  const key = pointerKey(dataset);
  try {
    return parsePointer(key, await objects.get(key));
  } catch (error) {
    if (isTagged(error, 'object-missing')) return null;
    if (isTagged(error, 'object-defect')) return error;
    throw error;
  }
}

/** Names of all versions of a dataset of which any object is there, sorted. */
export function versionsAmong(dataset: string, keys: readonly string[]): string[] {
  const parts = keys.map((key) => key.slice(dataset.length + 1).split('/'));
  return [...new Set(parts.filter((part) => part.length > 1).map(([version]) => version!))].sort();
}

export interface CompleteVersion extends Completion {
  readonly version: string;
}

/** The complete versions among `keys`, all keys of the dataset; newest first. */
export async function findComplete(objects: ObjectStore, dataset: string, keys: readonly string[]) {
  const present = new Set(keys);
  const found: CompleteVersion[] = [];
  for (const version of versionsAmong(dataset, keys)) {
    if (!present.has(`${dataset}/${version}/${COMPLETION_NAME}`)) continue;
    try {
      found.push({ version, ...(await readCompletion(objects, dataset, version)) });
    } catch (error) {
      // A damaged completion proves nothing, and the version counts as incomplete.
      if (!isTagged(error, 'object-defect')) throw error;
    }
  }
  const later = (a: CompleteVersion, b: CompleteVersion) => b.sequence - a.sequence || b.publishedAt - a.publishedAt;
  return found.sort((a, b) => later(a, b) || (a.version < b.version ? 1 : -1));
}

/**
 * What is published, recovered from the complete versions where the pointer object is missing or damaged; null when
 * there is no complete version.
 */
export async function readPointer(objects: ObjectStore, dataset: string): Promise<ReadPointer | null> {
  const pointer = await readPointerObject(objects, dataset);
  if (pointer !== null && 'version' in pointer) return pointer;
  const [newest, before] = await findComplete(objects, dataset, await objects.list(`${dataset}/`));
  if (newest === undefined) return null;
  const { version, publishedAt, sequence } = newest;
  const recovered = { version, previous: before?.version ?? null, publishedAt, sequence };
  return pointer === null ? recovered : { ...recovered, defect: pointer };
}

/** What an intact pointer object says; null when there is none, or it is damaged: then it is time to write one. */
export async function readIntactPointer(objects: ObjectStore, dataset: string): Promise<Pointer | null> {
  const pointer = await readPointerObject(objects, dataset);
  return pointer !== null && 'version' in pointer ? pointer : null;
}

/** True when readers may have the version open: an intact pointer names it. */
export async function isPublished(objects: ObjectStore, dataset: string, version: string): Promise<boolean> {
  const pointer = await readIntactPointer(objects, dataset);
  return pointer !== null && [pointer.version, pointer.previous].includes(version);
}

export async function writePointer(objects: ObjectStore, dataset: string, pointer: Pointer): Promise<void> {
  await objects.put(pointerKey(dataset), encodeDocument({ ...pointer, crc32c: checksumOf(pointer) }));
}
