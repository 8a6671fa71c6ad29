/**
 * Gray pictures of 8 or 16 bits as PNG (ISO/IEC 15948): what packing 5.41 puts its integers into.
 *
 * Before a row is deflated it is filtered, by the difference to the pixel on its left (Sub) or to the one above (Up),
 * whichever leaves the smaller bytes: the specification's own heuristic. A radar picture is mostly rows that repeat, and
 * these become zeros. Pixels of 16 bits are big-endian.
 */

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const GRAY = 0;
const SUB = 1;
const UP = 2;
/** Octets of an IDAT chunk, as libpng cuts them. */
const LONGEST_CHUNK = 8192;

export type GrayBits = 8 | 16;

/**
 * @param samples  [row, column], 0 … 2^bits − 1
 * @throws RangeError  samples that do not fill the picture
 */
export function encodeGrayPng(samples: ArrayLike<number>, width: number, height: number, bits: GrayBits): Uint8Array {
  if (samples.length !== width * height)
    throw new RangeError(`${samples.length} samples for a picture of ${width} × ${height}`);
  const data = deflateSync(filteredRows(samples, width, height, bits / 8), { level: 1 });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, GRAY, 0, 0, 0], 8);
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
  if (octets === 1) for (let x = 0; x < row.length; x++) row[x] = samples[from + x]!;
  else
    for (let x = 0, n = from; x < row.length; x += 2, n++) {
      row[x] = samples[n]! >> 8;
      row[x + 1] = samples[n]!;
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
