/** Reading an object that must be there: in a complete version a missing object is damage like any other. */

import { isTagged, ObjectDefectError } from '../../base/errors.js';
import type { ByteRange, ObjectStore } from '../objects/object-store.js';

/** @throws ObjectDefectError  missing, or shorter than the range */
export async function getStored(objects: ObjectStore, key: string, range?: ByteRange): Promise<Uint8Array> {
  try {
    return await objects.get(key, range);
  } catch (cause) {
    if (!isTagged(cause, 'object-missing')) throw cause;
    throw new ObjectDefectError(key, range && 'offset' in range ? range.offset : 0, 'the object is there', { cause });
  }
}
