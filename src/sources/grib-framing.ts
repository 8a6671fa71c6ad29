/**
 * Whether downloaded bytes are whole GRIB2 messages, and nothing else. This is all a source knows of the format.
 *
 *   Section 0, 16 octets:  "GRIB" · reserved (2) · discipline · edition · total length (uint64, big-endian)
 *   Section 8, the last 4 octets of the message: "7777"
 */

const GRIB = 0x47524942;
const END = 0x37373737;
const SECTION_0 = 16;

/** The messages, as views of `bytes`; null when the bytes do not begin and end with one or leave a rest between. */
export function wholeMessages(bytes: Uint8Array): Uint8Array[] | null {
  const leading = leadingMessages(bytes);
  return leading !== null && leading.end === bytes.length && leading.messages.length > 0 ? leading.messages : null;
}

/**
 * The whole messages at the beginning of `bytes`, as views, and where the last of them ends: what is behind may be the
 * first part of another one. Null when something else stands there.
 */
export function leadingMessages(bytes: Uint8Array): { messages: Uint8Array[]; end: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages: Uint8Array[] = [];
  let end = 0;
  while (bytes.length - end >= SECTION_0) {
    if (view.getUint32(end) !== GRIB) return null;
    const length = view.getBigUint64(end + 8);
    if (length < SECTION_0 + 4) return null;
    if (length > bytes.length - end) break;
    if (view.getUint32(end + Number(length) - 4) !== END) return null;
    messages.push(bytes.subarray(end, end + Number(length)));
    end += Number(length);
  }
  return { messages, end };
}
