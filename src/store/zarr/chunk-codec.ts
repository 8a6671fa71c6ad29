/**
 * One inner chunk between its integers and its stored bytes.
 *
 *   int16 [row, column, element, time], little endian  →  blosc(zstd, byte shuffle)  →  crc32c
 *
 *   offset        size  stored chunk
 *   0             1     blosc format version, 2
 *   1             3     zstd format version, flags, shuffle stride
 *   4             4     bytes of the integers, u32
 *   8             4     bytes of one blosc block, u32
 *   12            4     bytes of this blosc frame, u32: all but the trailer
 *   16            …     blosc blocks
 *   length − 4    4     crc32c of everything before, u32
 *
 * The trailer is what makes a flipped bit an error: blosc holds no checksum, and of a thousand frames with one flipped
 * bit its decoder refused none and returned wrong values for 997. It also stands guard before that decoder, which trusts
 * the offsets inside a frame. Cost and alternatives: docs/decisions/0002-chunk-checksums.md.
 */

import { endianness } from 'node:os';
import Blosc from 'numcodecs/blosc';
import { crc32c } from '../../base/crc32c.js';
import { ObjectDefectError } from '../../base/errors.js';

const CHECKSUM_BYTES = 4;
const BLOSC_HEADER_BYTES = 16;
const BLOSC_FORMAT = 2;
const BLOSC_CONFIG = { cname: 'zstd', clevel: 1, shuffle: 1, blocksize: 0 };

/**
 * As the metadata states it. The stride of the shuffle is 4 and not the 2 of an int16 because numcodecs 0.3.2 fixes it;
 * readers take it from the frame, so it matters to nobody but the next writer.
 */
export const BLOSC_METADATA = { typesize: 4, cname: 'zstd', clevel: 1, shuffle: 'shuffle', blocksize: 0 } as const;

const blosc = Blosc.fromConfig({ id: 'blosc', ...BLOSC_CONFIG });

// Typed arrays are views of the stored bytes here; on a big-endian machine every value would come out swapped.
if (endianness() === 'BE') throw new Error('the array store needs a little-endian machine');

/** Bytes that `raw` bytes of values may take at most when stored; blosc stores what does not shrink. */
export function largestStoredBytes(raw: number): number {
  return raw + BLOSC_HEADER_BYTES + CHECKSUM_BYTES;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes that an array has its values in, not copied. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** `bytes` and its checksum behind it. */
export function appendChecksum(bytes: Uint8Array): Uint8Array {
  const stored = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  stored.set(bytes);
  viewOf(stored).setUint32(bytes.length, crc32c(bytes), true);
  return stored;
}

/**
 * What `appendChecksum` was given.
 *
 * @param offset  where `stored` begins in the object, for the error
 * @throws ObjectDefectError  the checksum does not hold
 */
export function removeChecksum(stored: Uint8Array, key: string, offset: number, what: string): Uint8Array {
  const length = stored.length - CHECKSUM_BYTES;
  if (length < 0) throw new ObjectDefectError(key, offset, `${what} of ${stored.length} bytes holds a checksum`);
  const bytes = stored.subarray(0, length);
  if (viewOf(stored).getUint32(length, true) !== crc32c(bytes))
    throw new ObjectDefectError(key, offset, `crc32c of ${what}`);
  return bytes;
}

/** Compresses `values` and appends the checksum. */
export async function encodeChunk(values: Uint8Array): Promise<Uint8Array> {
  return appendChecksum(await blosc.encode(values));
}

/**
 * The `length` bytes of values in a stored chunk, in a buffer of their own.
 *
 * @throws ObjectDefectError  the checksum or a length does not hold
 */
export async function decodeChunk(
  stored: Uint8Array,
  length: number,
  key: string,
  offset: number,
): Promise<ArrayBufferLike> {
  const frame = removeChecksum(stored, key, offset, 'a chunk');
  const defect = (rule: string, cause?: unknown) => new ObjectDefectError(key, offset, rule, { cause });
  if (frame.length < BLOSC_HEADER_BYTES) throw defect(`a blosc frame of ${frame.length} bytes has a header`);
  const view = viewOf(frame);
  if (view.getUint8(0) !== BLOSC_FORMAT) throw defect(`blosc format ${view.getUint8(0)} is ${BLOSC_FORMAT}`);
  if (view.getUint32(4, true) !== length) throw defect(`a chunk of ${view.getUint32(4, true)} bytes has ${length}`);
  if (view.getUint32(12, true) !== frame.length) throw defect(`a blosc frame has its ${frame.length} bytes`);
  try {
    return (await blosc.decode(frame)).buffer;
  } catch (cause) {
    throw defect('blosc decodes the chunk', cause);
  }
}
