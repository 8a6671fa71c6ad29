/**
 * Big-endian integers, sign-and-magnitude integers and bit fields in a Uint8Array.
 *
 *   uint16 … float32     whole octets, offset in bytes
 *   signMagnitude        the first bit is the sign, the rest is the absolute value (80 01 = −1, not −32767)
 *   bitField             up to 32 bits at any bit offset, first bit is the highest of its byte
 *
 * Nothing here checks bounds: an octet outside the array reads as zero, so a wrong offset gives a wrong number and never
 * a crash. Callers check lengths first, once, where they can name what is too short. Numbers above 2^53 lose their
 * lowest bits, which only matters to a length that no memory could hold.
 */

export function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!;
}

export function uint32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}

export function uint64(bytes: Uint8Array, at: number): number {
  return uint32(bytes, at) * 2 ** 32 + uint32(bytes, at + 4);
}

/** IEEE 754 single, big-endian; may be NaN or infinite. */
export function float32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getFloat32(0);
}

/** Unsigned integer of 0 to 6 octets. */
export function unsigned(bytes: Uint8Array, at: number, octets: number): number {
  let value = 0;
  for (let i = 0; i < octets; i++) value = value * 256 + bytes[at + i]!;
  return value;
}

/** Sign-and-magnitude integer of 1 to 6 octets; minus zero reads as 0. */
export function signMagnitude(bytes: Uint8Array, at: number, octets: number): number {
  const magnitude = unsigned(bytes, at, octets);
  const sign = 2 ** (octets * 8 - 1);
  return magnitude > sign ? sign - magnitude : magnitude % sign;
}

/** Unsigned integer of `width` bits (0 to 32) that begins `bit` bits after the start of `bytes`. */
export function bitField(bytes: Uint8Array, bit: number, width: number): number {
  const first = Math.floor(bit / 8);
  const skip = bit - first * 8;
  // Five octets hold any 32 bits at any alignment; 40 bits are exact in a double but not in the shift operators.
  const octets = (skip + width + 7) >> 3;
  const behind = octets * 8 - skip - width;
  return Math.floor(unsigned(bytes, first, octets) / 2 ** behind) % 2 ** width;
}

/** `count` consecutive bit fields of `width` bits (0 to 32), beginning at bit offset `bit`. */
export function bitFields(bytes: Uint8Array, bit: number, width: number, count: number): Uint32Array {
  const fields = new Uint32Array(count);
  if (width === 0) return fields;
  for (let i = 0; i < count; i++) fields[i] = bitField(bytes, bit + i * width, width);
  return fields;
}
