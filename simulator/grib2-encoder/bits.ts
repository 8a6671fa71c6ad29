/** Writers of GRIB2 octets: big-endian integers, sign-and-magnitude, and bit strings packed from the high end. */

/** Bytes that grow; each method appends. */
export interface OctetWriter {
  readonly length: number;
  unsigned(value: number, octets: number): OctetWriter;
  /** Sign in the highest bit, magnitude below, as GRIB2 writes negative numbers. */
  signed(value: number, octets: number): OctetWriter;
  float32(value: number): OctetWriter;
  bytes(bytes: Uint8Array): OctetWriter;
  done(): Uint8Array;
}

export function createOctetWriter(capacity = 256): OctetWriter {
  let buffer = new Uint8Array(capacity);
  let at = 0;
  const room = (more: number) => {
    if (at + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * buffer.length, at + more));
    larger.set(buffer);
    buffer = larger;
  };
  const writer: OctetWriter = {
    get length() {
      return at;
    },
    unsigned(value, octets) {
      if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * octets))
        throw new RangeError(`${value} does not fit ${octets} unsigned octets`);
      room(octets);
      for (let n = octets - 1, rest = value; n >= 0; n--, rest = Math.floor(rest / 256)) buffer[at + n] = rest % 256;
      at += octets;
      return writer;
    },
    signed(value, octets) {
      const limit = 2 ** (8 * octets - 1);
      if (!(Math.abs(value) < limit)) throw new RangeError(`${value} does not fit ${octets} signed octets`);
      return writer.unsigned(value < 0 ? limit - value : value, octets);
    },
    float32(value) {
      room(4);
      new DataView(buffer.buffer).setFloat32(at, value);
      at += 4;
      return writer;
    },
    bytes(bytes) {
      room(bytes.length);
      buffer.set(bytes, at);
      at += bytes.length;
      return writer;
    },
    done: () => buffer.subarray(0, at),
  };
  return writer;
}

/** Bits needed for 0 … largest; 0 for 0. */
export function bitWidth(largest: number): number {
  return 32 - Math.clz32(largest);
}

/**
 * Writes `count` values of `width` bits each (0 to 31) from `values[from]` on, minus `minus`, into `target` at bit
 * position `bit`, high bits first. The target must be zero there. Returns the bit position after the last value.
 */
export function writeBits(
  target: Uint8Array,
  bit: number,
  values: Int32Array,
  from: number,
  count: number,
  minus: number,
  width: number,
): number {
  if (width === 0) return bit;
  if (width > 24) return writeWideBits(target, bit, values, from, count, minus, width);
  let at = bit >> 3;
  let held = bit & 7; // bits in `stock` that wait for a whole octet
  let stock = held === 0 ? 0 : target[at]! >> (8 - held);
  for (let i = from; i < from + count; i++) {
    stock = (stock << width) | (values[i]! - minus);
    held += width;
    while (held >= 8) {
      held -= 8;
      target[at++] = stock >>> held;
    }
    stock &= (1 << held) - 1;
  }
  if (held > 0) target[at] = stock << (8 - held);
  return at * 8 + held;
}

/** As `writeBits` for widths of 25 to 31: the high part and 16 low bits apart, since the stock holds 32 bits. */
function writeWideBits(
  target: Uint8Array,
  bit: number,
  values: Int32Array,
  from: number,
  count: number,
  minus: number,
  width: number,
): number {
  const pair = new Int32Array(2);
  let position = bit;
  for (let i = from; i < from + count; i++) {
    const value = values[i]! - minus;
    pair[0] = value >>> 16;
    pair[1] = value & 0xffff;
    position = writeBits(target, position, pair, 0, 1, 0, width - 16);
    position = writeBits(target, position, pair, 1, 1, 0, 16);
  }
  return position;
}
