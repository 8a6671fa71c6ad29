/**
 * PNG pictures of palette indexes, read after the letter of the specification (third edition, W3C 2025) and without any
 * code of the encoder: every rule that a tile has to keep is asserted on the way, checksums by Annex D's own algorithm.
 */

import { inflateSync } from 'node:zlib';

export interface IndexedPng {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** Red, green, blue and opacity, each 0..255. */
  readonly palette: readonly (readonly [number, number, number, number])[];
  /** Entries of PLTE and of tRNS. */
  readonly entries: readonly [colours: number, opacities: number];
  /** Into the palette, [row][column]. */
  readonly indexes: Uint8Array;
}

/** [row][column][red, green, blue, opacity]. */
export function rgbaOf({ indexes, palette }: IndexedPng): Uint8Array {
  const bytes = new Uint8Array(indexes.length * 4);
  indexes.forEach((index, at) => {
    bytes.set(palette[index]!, at * 4);
  });
  return bytes;
}

export function readIndexedPng(bytes: Uint8Array): IndexedPng {
  const chunks = chunksOf(bytes);
  const types = chunks.map(({ type }) => type).join(' ');
  rule(/^IHDR PLTE (tRNS )?IDAT IEND$/.test(types), `chunks ${types}`);
  const body = (type: string): Uint8Array => chunks.find((chunk) => chunk.type === type)?.body ?? new Uint8Array(0);
  const header = body('IHDR');
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const [width, height, bitDepth] = [view.getUint32(0), view.getUint32(4), header[8]!];
  rule(header.length === 13 && [1, 2, 4, 8].includes(bitDepth), `IHDR ${header}`);
  rule([...header.subarray(9)].join() === '3,0,0,0', `colour type and methods ${header.subarray(9)}`);
  const [colours, opacities] = [body('PLTE'), body('tRNS')];
  rule(colours.length % 3 === 0 && colours.length / 3 <= 2 ** bitDepth, `${colours.length} bytes of PLTE`);
  rule(opacities.length <= colours.length / 3, `${opacities.length} bytes of tRNS`);
  const palette = Array.from(
    { length: colours.length / 3 },
    (_, i) => [colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!, opacities[i] ?? 255] as const,
  );
  const indexes = unpacked(inflateSync(body('IDAT')), width, height, bitDepth);
  rule(
    indexes.every((index) => index < palette.length),
    'every index is in the palette',
  );
  return { width, height, bitDepth, palette, entries: [palette.length, opacities.length], indexes };
}

interface Chunk {
  readonly type: string;
  readonly body: Uint8Array;
}

function chunksOf(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  rule(view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a, 'signature');
  const chunks: Chunk[] = [];
  let at = 8;
  while (at < bytes.length) {
    const end = at + 8 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    rule(view.getUint32(end) === checksum(bytes.subarray(at + 4, end)), `checksum of ${type}`);
    chunks.push({ type, body: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  rule(at === bytes.length, 'nothing follows the last chunk');
  return chunks;
}

/** Annex D, bit by bit. */
function checksum(bytes: Uint8Array): number {
  let register = 0xffffffff;
  for (const byte of bytes) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit++) register = (register >>> 1) ^ (register & 1 ? 0xedb88320 : 0);
  }
  return (register ^ 0xffffffff) >>> 0;
}

/** Rows of filter type 0, pixels from the highest bits of each byte on. */
function unpacked(raw: Uint8Array, width: number, height: number, bitDepth: number): Uint8Array {
  const rowBytes = Math.ceil((width * bitDepth) / 8) + 1;
  rule(raw.length === rowBytes * height, `${raw.length} bytes of rows`);
  const indexes = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    rule(raw[row * rowBytes] === 0, `filter type ${raw[row * rowBytes]}`);
    for (let column = 0; column < width; column++) {
      const bit = column * bitDepth;
      const byte = raw[row * rowBytes + 1 + (bit >> 3)]!;
      indexes[row * width + column] = (byte >> (8 - bitDepth - (bit & 7))) & (2 ** bitDepth - 1);
    }
  }
  return indexes;
}

function rule(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(`PNG: ${what}`);
}
