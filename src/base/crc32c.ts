/**
 * CRC-32C (Castagnoli) of a byte string: the checksum of the Zarr codec `crc32c` and of iSCSI.
 *
 *   polynomial 0x1EDC6F41, reflected 0x82F63B78; start and final complement 0xFFFFFFFF; input and output reflected
 *
 * RFC 3720 section 12.1; test vectors in its appendix B.4. node:zlib has only CRC-32 of gzip, another polynomial.
 *
 * Slicing-by-8 (Kounavis & Berry, "A systematic approach to building high performance software-based CRC generators",
 * 2005): eight tables let one step consume eight bytes, so the loop waits for memory rather than for the last byte.
 */

const REFLECTED_POLYNOMIAL = 0x82f63b78;
const SLICES = 8;
/** Bytes below which building a word view costs more than it saves. */
const SHORT = 64;

/** tables[256 × k + b]: what byte b, k bytes before the end of a slice, adds to the remainder. */
const tables = buildTables();

function buildTables(): Int32Array {
  const built = new Int32Array(256 * SLICES);
  for (let byte = 0; byte < 256; byte++) {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? REFLECTED_POLYNOMIAL : 0);
    built[byte] = remainder;
  }
  for (let i = 256; i < built.length; i++) {
    const shorter = built[i - 256]!;
    built[i] = (shorter >>> 8) ^ built[shorter & 0xff]!;
  }
  return built;
}

function updateByBytes(remainder: number, bytes: Uint8Array, from: number, to: number): number {
  let crc = remainder;
  for (let i = from; i < to; i++) crc = (crc >>> 8) ^ tables[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
}

/** Two little-endian words a step; `words` must hold an even number of them. */
function updateByWords(remainder: number, words: Int32Array): number {
  let crc = remainder;
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]! ^ crc;
    const high = words[i + 1]!;
    crc =
      tables[1792 + (low & 0xff)]! ^
      tables[1536 + ((low >>> 8) & 0xff)]! ^
      tables[1280 + ((low >>> 16) & 0xff)]! ^
      tables[1024 + (low >>> 24)]! ^
      tables[768 + (high & 0xff)]! ^
      tables[512 + ((high >>> 8) & 0xff)]! ^
      tables[256 + ((high >>> 16) & 0xff)]! ^
      tables[high >>> 24]!;
  }
  return crc;
}

/** CRC-32C of `bytes`, 0 … 2³²−1. */
export function crc32c(bytes: Uint8Array): number {
  const { length } = bytes;
  if (length < SHORT) return ~updateByBytes(-1, bytes, 0, length) >>> 0;
  const head = -bytes.byteOffset & 3;
  const wordBytes = (length - head) & ~7;
  let crc = updateByBytes(-1, bytes, 0, head);
  crc = updateByWords(crc, new Int32Array(bytes.buffer, bytes.byteOffset + head, wordBytes >>> 2));
  return ~updateByBytes(crc, bytes, head + wordBytes, length) >>> 0;
}
