/** A range of an object as plain offsets, with the two mistakes that can be in it told apart. */

import { ObjectDefectError } from '../../base/errors.js';
import type { ByteRange } from './object-store.js';

/** First byte and length of `range` in an object of `size` bytes. */
export interface ResolvedRange {
  readonly offset: number;
  readonly length: number;
}

const isCount = (n: number) => Number.isSafeInteger(n) && n >= 0;

/** @throws RangeError  offset, length or suffix is not a whole number from 0 */
export function checkRange(range: ByteRange): void {
  const sound = 'suffix' in range ? isCount(range.suffix) : isCount(range.offset) && isCount(range.length);
  if (!sound) throw new RangeError(`byte range ${JSON.stringify(range)}: whole numbers from 0`);
}

/**
 * A suffix longer than the object is a defect here, although HTTP would answer with the whole object: whoever asks for
 * the last 92,164 bytes knows that they must be there.
 *
 * @throws ObjectDefectError  the object ends before the range does
 */
export function resolveRange(key: string, range: ByteRange, size: number): ResolvedRange {
  if ('suffix' in range) {
    if (range.suffix > size) throw new ObjectDefectError(key, 0, `last ${range.suffix} bytes of ${size} are asked for`);
    return { offset: size - range.suffix, length: range.suffix };
  }
  const { offset, length } = range;
  if (offset + length > size)
    throw new ObjectDefectError(key, offset, `ends at byte ${size}, ${length} bytes from ${offset} are asked for`);
  return { offset, length };
}
