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
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const left = bytes.length - at;
    if (left < SECTION_0 + 4 || view.getUint32(at) !== GRIB) return null;
    const length = view.getBigUint64(at + 8);
    if (length < SECTION_0 + 4 || length > left || view.getUint32(at + Number(length) - 4) !== END) return null;
    messages.push(bytes.subarray(at, at + Number(length)));
    at += Number(length);
  }
  return messages.length === 0 ? null : messages;
}
