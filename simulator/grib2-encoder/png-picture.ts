/**
 * Pictures as PNG (ISO/IEC 15948) whose pixels are integers, what packing 5.41 makes of a field: gray of 8 or 16 bits, or
 * RGB, whose three bytes are one integer of 24.
 *
 * Before a row is deflated it is filtered, by the difference to the pixel on its left (Sub) or to the one above (Up),
 * whichever leaves the smaller bytes: the specification's own heuristic. A radar picture is mostly rows that repeat, and
 * these become zeros. Integers are big-endian.
 */

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const GRAY = 0;
const RGB = 2;
const SUB = 1;
const UP = 2;
/** Octets of an IDAT chunk, as libpng cuts them. */
const LONGEST_CHUNK = 8192;

export type PictureBits = 8 | 16 | 24;

/**
 * @param samples  [row, column], 0 … 2^bits − 1
 * @throws RangeError  samples that do not fill the picture
 */
export function encodePng(samples: ArrayLike<number>, width: number, height: number, bits: PictureBits): Uint8Array {
  if (samples.length !== width * height)
    throw new RangeError(`${samples.length} samples for a picture of ${width} × ${height}`);
  const data = deflateSync(filteredRows(samples, width, height, bits / 8), { level: 1 });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(bits === 24 ? [8, RGB, 0, 0, 0] : [bits, GRAY, 0, 0, 0], 8);
  const parts = [SIGNATURE, chunkOf('IHDR', header)];
  for (let at = 0; at < data.length; at += LONGEST_CHUNK)
    parts.push(chunkOf('IDAT', data.subarray(at, at + LONGEST_CHUNK)));
  return new Uint8Array(Buffer.concat([...parts, chunkOf('IEND', new Uint8Array(0))]));
}

/** Rows of bytes, each with its filter before it. */
function filteredRows(samples: ArrayLike<number>, width: number, height: number, octets: number): Uint8Array {
  const rowBytes = width * octets;
  const rows = new Uint8Array((rowBytes + 1) * height);
  let [above, row] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  for (let y = 0; y < height; y++) {
    fillRow(row, samples, y * width, octets);
    filterRow(rows, y * (rowBytes + 1), row, above, octets);
    [above, row] = [row, above];
  }
  return rows;
}

function fillRow(row: Uint8Array, samples: ArrayLike<number>, from: number, octets: number): void {
  for (let octet = 0; octet < octets; octet++) {
    const shift = 8 * (octets - 1 - octet);
    for (let x = octet, n = from; x < row.length; x += octets, n++) row[x] = samples[n]! >> shift;
  }
}

function filterRow(out: Uint8Array, at: number, row: Uint8Array, above: Uint8Array, octets: number): void {
  let [sub, up] = [0, 0];
  for (let x = 0; x < row.length; x++) {
    const left = x < octets ? 0 : row[x - octets]!;
    sub += Math.abs(((row[x]! - left) << 24) >> 24);
    up += Math.abs(((row[x]! - above[x]!) << 24) >> 24);
  }
  const isUp = up <= sub;
  out[at] = isUp ? UP : SUB;
  if (isUp) for (let x = 0; x < row.length; x++) out[at + 1 + x] = row[x]! - above[x]!;
  else for (let x = 0; x < row.length; x++) out[at + 1 + x] = row[x]! - (x < octets ? 0 : row[x - octets]!);
}

function chunkOf(type: string, body: Uint8Array): Buffer {
  const framed = Buffer.alloc(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(body, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, body.length + 8)), body.length + 8);
  return framed;
}
