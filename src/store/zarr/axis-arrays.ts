/**
 * The small arrays beside the cube, each one chunk: coordinates as plain little-endian numbers or texts, and static
 * fields compressed like the cube. Every one ends in the crc32c of what stands before it.
 */

import { ObjectDefectError } from '../../base/errors.js';
import { appendChecksum, bytesOf, decodeChunk, encodeChunk, removeChecksum } from './chunk-codec.js';

type Numbers = Float64Array | BigInt64Array;

export function encodeNumbers(values: Numbers): Uint8Array {
  return appendChecksum(bytesOf(values));
}

/** Whole seconds as int64. */
export function encodeTimes(times: Float64Array): Uint8Array {
  return encodeNumbers(BigInt64Array.from(times, (time) => BigInt(time)));
}

function removeNumbersChecksum(stored: Uint8Array, count: number, key: string): ArrayBufferLike {
  const bytes = removeChecksum(stored, key, 0, 'an axis');
  if (bytes.length !== count * 8)
    throw new ObjectDefectError(key, 0, `an axis of ${count} numbers has ${count * 8} bytes`);
  return new Uint8Array(bytes).buffer; // a copy: views of eight-byte numbers need their alignment
}

/** @throws ObjectDefectError  the checksum does not hold, or there are not `count` numbers */
export function decodeNumbers(stored: Uint8Array, count: number, key: string): Float64Array {
  return new Float64Array(removeNumbersChecksum(stored, count, key));
}

/** @throws ObjectDefectError  as `decodeNumbers` */
export function decodeTimes(stored: Uint8Array, count: number, key: string): Float64Array {
  return Float64Array.from(new BigInt64Array(removeNumbersChecksum(stored, count, key)), Number);
}

/** Codec `vlen-utf8`: number of texts, u32; then for each its bytes, u32, and the bytes. */
export function encodeTexts(texts: readonly string[]): Uint8Array {
  const encoded = texts.map((text) => new TextEncoder().encode(text));
  const bytes = new Uint8Array(encoded.reduce((sum, text) => sum + 4 + text.length, 4));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, texts.length, true);
  let at = 4;
  for (const text of encoded) {
    view.setUint32(at, text.length, true);
    bytes.set(text, at + 4);
    at += 4 + text.length;
  }
  return appendChecksum(bytes);
}

/** @throws ObjectDefectError  the checksum does not hold, or there are not `count` texts */
export function decodeTexts(stored: Uint8Array, count: number, key: string): string[] {
  const bytes = removeChecksum(stored, key, 0, 'an axis');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  const whole = bytes.length >= 4 && view.getUint32(0, true) === count;
  let at = 4;
  while (whole && texts.length < count && at + 4 <= bytes.length) {
    const end = at + 4 + view.getUint32(at, true);
    if (end > bytes.length) break;
    texts.push(new TextDecoder().decode(bytes.subarray(at + 4, end)));
    at = end;
  }
  if (texts.length !== count || at !== bytes.length)
    throw new ObjectDefectError(key, 0, `an axis of ${count} texts has them and nothing else`);
  return texts;
}

export function encodeStatic(values: Float32Array): Promise<Uint8Array> {
  return encodeChunk(bytesOf(values));
}

/** @throws ObjectDefectError  the checksum does not hold, or there are not `count` values */
export async function decodeStatic(stored: Uint8Array, count: number, key: string): Promise<Float32Array> {
  return new Float32Array(await decodeChunk(stored, count * 4, key, 0));
}
