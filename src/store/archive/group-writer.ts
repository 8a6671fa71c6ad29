/** The beginning of a group of an archive: its documents and axes. */

import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { removeVersion } from '../versions/removal.js';
import { METADATA_NAME, metadataKey, versionPrefix } from '../versions/version-keys.js';
import { encodeNumbers, encodeTexts, encodeTimes } from '../zarr/axis-arrays.js';
import { zarrGroup } from '../zarr/zarr-arrays.js';
import {
  type ArchiveFormat,
  archiveDocuments,
  dayOf,
  type GroupFrame,
  isClosedName,
  lengthsOf,
  startOfDay,
} from './archive-format.js';

/** Bytes of the axes of a group by their names. */
export function encodeAxes({ slots, axes }: ArchiveFormat, { slotTime, axes: values }: GroupFrame) {
  const start = startOfDay(dayOf(slotTime))!;
  const times = Float64Array.from({ length: slots }, (_, slot) => start + (slot * DAY) / slots);
  const encoded = new Map<string, Uint8Array>([['issue', encodeTimes(times)]]);
  for (const { name, type } of axes) {
    const own = values.get(name)!;
    const bytes = type === 'string' ? encodeTexts(own as string[]) : encodeNumbers(Float64Array.from(own as number[]));
    encoded.set(name, bytes);
  }
  return encoded;
}

/**
 * Writes a group, open or closed by its name, and makes it complete. First it removes what an earlier attempt left.
 *
 * @param contents  objects that belong to it from the beginning: the shards of a closed group
 */
export async function writeGroup(
  objects: ObjectStore,
  format: ArchiveFormat,
  name: string,
  frame: GroupFrame,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<void> {
  const { dataset, identity, dimensions } = format;
  const prefix = versionPrefix(dataset, name);
  const lengths = lengthsOf(format, frame.axes);
  const documents = archiveDocuments(format, lengths, isClosedName(name));
  const attributes = {
    format: identity.name,
    formatVersion: identity.version,
    dataset,
    version: name,
    createdAt: frame.slotTime,
    day: dayOf(frame.slotTime),
    ...Object.fromEntries(dimensions.map((dimension) => [`${dimension.name}s`, lengths.get(dimension.name)!])),
  };
  const metadata = encodeDocument(zarrGroup(attributes, documents));
  await removeVersion(objects, dataset, name, await objects.list(`${prefix}/`));
  await objects.put(metadataKey(dataset, name), metadata);
  const all = new Map(contents);
  for (const [array, document] of Object.entries(documents))
    all.set(`${prefix}/${array}/${METADATA_NAME}`, encodeDocument(document));
  for (const [axis, bytes] of encodeAxes(format, frame)) all.set(`${prefix}/${axis}/c/0`, bytes);
  await putAll(objects, all);
  await writeCompletion(objects, dataset, name, {
    metadata,
    sequence: frame.slotTime,
    publishedAt: frame.slotTime,
  });
}
