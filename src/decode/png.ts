/**
 * PNG pictures as samples: what carries numbers, that is grey, grey with alpha, RGB and RGBA of 1 to 16 bits a sample,
 * whole rows one after the other. Source: PNG specification, third edition (W3C 2025), sections 5, 7, 9 and 10.
 *
 * Palettes and interlaced pictures are refused: no feed of numbers has them. Ancillary chunks are passed over. The
 * picture's claimed size is held against the caller's limit and against the bytes that are there before memory is taken:
 * deflate shrinks at most 1032 to 1, so a short file cannot claim a large picture.
 */

import { crc32, inflateSync } from 'node:zlib';
import { uint32 } from '../base/bits.js';
import { undoFilters } from './png-filters.js';

export interface PngImage {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. */
  readonly channels: number;
  /** Bits of one sample: 1, 2, 4 (grey only), 8 or 16. */
  readonly bitDepth: number;
  /** Rows from the top, each filled up to a whole byte; samples big-endian, the first one in the highest bits. */
  readonly data: Uint8Array;
}

export interface PngLimits {
  /** Most pixels that are accepted. */
  readonly pixels: number;
  /** Makes the error for bytes that break a rule of the format or use what is not read; the caller knows what they are. */
  readonly defect: (rule: string, value: number | string) => Error;
}

type Defect = PngLimits['defect'];

const SIGNATURE = [0x89504e47, 0x0d0a1a0a] as const;
const HEADER = 0x49484452; // IHDR
/** PLTE: only a suggestion for a picture of RGB samples. */
const PALETTE = 0x504c5445;
const DATA = 0x49444154; // IDAT
const END = 0x49454e44; // IEND
/** Bit 5 of a chunk's first letter: chunks without it must be understood. */
const ANCILLARY = 0x20000000;
const CHUNK_FRAME = 12;

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 4: [8, 16], 6: [8, 16] };

const LARGEST_SIDE = 2 ** 31 - 1;
const MOST_DEFLATE = 1032;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly bitDepth: number;
}

/**
 * The samples of a picture; throws what `limits.defect` makes.
 *
 * @param bytes  the whole file; bytes after its last chunk are ignored
 */
export function readPng(bytes: Uint8Array, limits: PngLimits): PngImage {
  const { defect } = limits;
  if (bytes.length < 8 || uint32(bytes, 0) !== SIGNATURE[0] || uint32(bytes, 4) !== SIGNATURE[1])
    throw defect('a PNG file begins with its signature', [...bytes.subarray(0, 8)].join(' '));
  const { header, packed } = readChunks(bytes, defect);
  const { width, height, channels, bitDepth } = header;
  if (width * height > limits.pixels)
    throw defect(`a PNG picture has at most ${limits.pixels} pixels`, `${width} × ${height}`);
  const rowBytes = Math.ceil((width * channels * bitDepth) / 8);
  const raw = inflateExactly(packed, (rowBytes + 1) * height, defect);
  const pixelBytes = Math.max(1, (channels * bitDepth) >> 3);
  const unknown = undoFilters(raw, { rowBytes, height, pixelBytes });
  if (unknown !== null) throw defect('the filter type of a PNG row is 0 to 4', unknown);
  return { ...header, data: raw.subarray(0, rowBytes * height) };
}

function readChunks(bytes: Uint8Array, defect: Defect): { header: Header; packed: readonly Uint8Array[] } {
  let header: Header | null = null;
  const packed: Uint8Array[] = [];
  for (let at = 8; ; ) {
    const length = at + CHUNK_FRAME <= bytes.length ? uint32(bytes, at) : -1;
    if (length < 0 || length > bytes.length - at - CHUNK_FRAME)
      throw defect(`a PNG chunk at byte ${at} lies inside the ${bytes.length} bytes`, length < 0 ? 'no chunk' : length);
    const type = uint32(bytes, at + 4);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if ((type & ANCILLARY) === 0) checkChunk(bytes, at, length, defect);
    if (!header) header = readHeader(type, body, defect);
    else if (type === DATA) packed.push(body);
    else if (type === END) return { header, packed };
    else if ((type & ANCILLARY) === 0 && type !== PALETTE)
      throw defect('a PNG chunk that must be understood is IHDR, PLTE, IDAT or IEND', type);
    at += CHUNK_FRAME + length;
  }
}

function checkChunk(bytes: Uint8Array, at: number, length: number, defect: Defect): void {
  const stated = uint32(bytes, at + 8 + length);
  const computed = crc32(bytes.subarray(at + 4, at + 8 + length));
  if (stated !== computed) throw defect(`the PNG chunk at byte ${at} has the checksum ${computed}`, stated);
}

function readHeader(type: number, body: Uint8Array, defect: Defect): Header {
  if (type !== HEADER || body.length !== 13) throw defect('the first PNG chunk is an IHDR of 13 bytes', body.length);
  const [width, height] = [uint32(body, 0), uint32(body, 4)];
  if (width === 0 || height === 0 || width > LARGEST_SIDE || height > LARGEST_SIDE)
    throw defect('sides of a PNG picture are 1 to 2^31 − 1', `${width} × ${height}`);
  const [bitDepth = 0, colour = 0, compression, filter, interlace] = body.subarray(8);
  const channels = CHANNELS[colour];
  if (channels === undefined) throw defect('the PNG colour type is 0, 2, 4 or 6', colour);
  if (!DEPTHS[colour]!.includes(bitDepth))
    throw defect(`a PNG sample of colour type ${colour} has ${DEPTHS[colour]!.join(', ')} bits`, bitDepth);
  if (compression !== 0 || filter !== 0 || interlace !== 0)
    throw defect('PNG compression, filter and interlace methods are 0', `${compression} ${filter} ${interlace}`);
  return { width, height, channels, bitDepth };
}

/** Exactly `size` bytes, or an error: neither a flood nor a shortage gets further. */
function inflateExactly(packed: readonly Uint8Array[], size: number, defect: Defect): Uint8Array {
  const stream = packed.length === 1 ? packed[0]! : Buffer.concat(packed);
  if (size > stream.length * MOST_DEFLATE)
    throw defect(`${stream.length} deflated bytes hold at most ${stream.length * MOST_DEFLATE}`, size);
  const raw = inflate(stream, size, defect);
  if (raw.length !== size) throw defect(`PNG picture data inflate to ${size} bytes`, raw.length);
  return new Uint8Array(raw.buffer, raw.byteOffset, size);
}

/** One output buffer with a little room behind it, since zlib asks for another one as soon as the first is full. */
function inflate(stream: Uint8Array, size: number, defect: Defect): Buffer {
  try {
    return inflateSync(stream, { maxOutputLength: size, chunkSize: size + 64 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw defect(`PNG picture data inflate to ${size} bytes`, code ?? String(error));
  }
}
