/**
 * The index at the end of a shard: where each inner chunk lies (Zarr v3, codec `sharding_indexed`).
 *
 *   offset        size  index of n chunks, row by row eastward
 *   16 k          8     offset of chunk k in the shard, u64; all ones: the chunk is all missing and not stored
 *   16 k + 8      8     stored bytes of chunk k, u64; all ones likewise
 *   16 n          4     crc32c of the 16 n bytes before, u32
 */

import { ObjectDefectError } from '../../base/errors.js';
import { appendChecksum, removeChecksum } from './chunk-codec.js';

const ENTRY_BYTES = 16;
const CHECKSUM_BYTES = 4;
const ABSENT = 0xffff_ffff;

export interface ShardIndex {
  /** Byte offset of each chunk in its shard. */
  readonly offsets: Float64Array;
  /** Stored bytes of each chunk; 0: all missing, nothing stored. */
  readonly lengths: Uint32Array;
}

/** Bytes of the index at the end of a shard of so many chunks. */
export function indexBytes(chunks: number): number {
  return chunks * ENTRY_BYTES + CHECKSUM_BYTES;
}

export function encodeIndex({ offsets, lengths }: ShardIndex): Uint8Array {
  const words = new Uint32Array((offsets.length * ENTRY_BYTES) / 4);
  for (let k = 0; k < offsets.length; k++) {
    if (lengths[k] === 0) {
      words.fill(ABSENT, 4 * k, 4 * k + 4);
      continue;
    }
    words[4 * k] = offsets[k]!; // stores the low 32 bits
    words[4 * k + 1] = Math.floor(offsets[k]! / 2 ** 32);
    words[4 * k + 2] = lengths[k]!;
  }
  return appendChecksum(new Uint8Array(words.buffer));
}

/**
 * @param stored  the last `indexBytes` bytes of the shard
 * @param largest  most bytes that a chunk can have, so that no entry makes a reader take more memory than that
 * @throws ObjectDefectError  the checksum does not hold, or an entry cannot be. Its offset is negative and counts from
 *   the end of the shard, whose size the reader of a suffix does not know.
 */
export function decodeIndex(stored: Uint8Array, chunks: number, largest: number, key: string): ShardIndex {
  const bytes = removeChecksum(stored, key, -stored.length, 'the shard index');
  if (bytes.length !== chunks * ENTRY_BYTES)
    throw new ObjectDefectError(key, -stored.length, `a shard index of ${bytes.length} bytes has ${chunks} entries`);
  const words = new Uint32Array(new Uint8Array(bytes).buffer);
  const offsets = new Float64Array(chunks);
  const lengths = new Uint32Array(chunks);
  for (let k = 0; k < chunks; k++) {
    const low = words[4 * k]!;
    const high = words[4 * k + 1]!;
    const length = words[4 * k + 2]!;
    const lengthHigh = words[4 * k + 3]!;
    if ((low & high & length & lengthHigh) >>> 0 === ABSENT) continue;
    if (lengthHigh !== 0 || length === 0 || length > largest || high >= 2 ** 20)
      throw new ObjectDefectError(
        key,
        ENTRY_BYTES * k - stored.length,
        `entry ${k} of the shard index is a chunk of 1 to ${largest} bytes`,
      );
    offsets[k] = high * 2 ** 32 + low;
    lengths[k] = length;
  }
  return { offsets, lengths };
}
