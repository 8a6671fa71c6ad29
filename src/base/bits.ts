/**
 * Big-endian integers, sign-and-magnitude integers and bit fields in a Uint8Array.
 *
 *   uint32 … float32     whole octets, offset in bytes
 *   signMagnitude        the first bit is the sign, the rest is the absolute value (80 01 = −1, not −32767)
 *   bitField             up to 32 bits at any bit offset, first bit is the highest of its byte
 *
 * Nothing here checks bounds: callers do so first, once, where they can name what is too short. Integers above 2^53 lose
 * their lowest bits, which only matters to a length that no memory could hold.
 */

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

/** Widest bit field that lies inside one 32-bit load at every alignment. */
export const WIDEST_SINGLE_LOAD = 25;

/**
 * Unsigned bit field of 0 to 32 bits that begins at bit `at` (below 2^31); one of no bits is 0 and reads nothing.
 * Four octets past its last one must exist: a field is cut out of whole loads, shifted up to drop what is before it and
 * down to drop what is behind.
 */
export function bitField(view: DataView, at: number, width: number): number {
  if (width === 0) return 0;
  const octet = at >>> 3;
  const skip = at & 7;
  return ((view.getInt32(octet) << skip) | (view.getUint8(octet + 4) >>> (8 - skip))) >>> (32 - width);
}
