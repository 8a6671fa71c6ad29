/**
 * The markers of a JPEG 2000 codestream (ISO/IEC 15444-1, annex A), walked before it is decoded.
 *
 * Everything that takes memory or time while decoding is said in headers: the picture, its tiles, code blocks, layers and
 * precincts. GRIB encoders write one component, one tile, one layer and no precincts; what is far from that is refused by
 * name. So the decoder, which is somebody else's, only ever sees a frame that we know.
 */

import { uint32, unsigned } from '../../../base/bits.js';
import { GribUnsupportedError } from '../../../base/errors.js';
import { malformed, type Section } from '../sections.js';

export interface Jpeg2000Frame {
  readonly width: number;
  readonly height: number;
  /** 1 to 16, unsigned. */
  readonly bits: number;
  readonly tiles: number;
}

const START = 0xff4f;
const SIZE = 0xff51;
const CODING_STYLE = 0xff52;
const TILE_PART = 0xff90;
const DATA = 0xff93;
const END = 0xffd9;
/** Quantization, tile-part lengths, packet lengths, comments: they take neither time nor memory of note. */
const HARMLESS = new Set([0xff5c, 0xff5d, 0xff55, 0xff57, 0xff58, 0xff64]);

const MOST_TILES = 1024;
const MOST_LAYERS = 64;
/** Side of a code block. The decoder keeps some 100 octets for each of them; encoders write 32 or 64. */
const SMALLEST_BLOCK = 16;
/** As many as a square of the most points has of the smallest; a long row has more for the same points. */
const MOST_BLOCKS = 2 ** 16;
const WIDEST_SAMPLE = 16;
const OWN_PRECINCTS = 1;

/**
 * What the codestream in section 7 says it holds.
 *
 * @throws MalformedError when markers do not add up, GribUnsupportedError for what no GRIB encoder writes
 */
export function readCodestream(bytes: Uint8Array, section: Section): Jpeg2000Frame {
  const defect = (rule: string, value: number | string) => malformed(section, 'octets 6-', rule, value);
  if (bytes.length < 4 || unsigned(bytes, 0, 2) !== START || unsigned(bytes, 2, 2) !== SIZE)
    throw defect('JPEG 2000 data begin with a codestream and its size', bytes.length);
  let frame: Jpeg2000Frame | null = null;
  let tilePart: { readonly end: number } | null = null;
  for (let at = 2; ; ) {
    const marker = at + 4 <= bytes.length ? unsigned(bytes, at, 2) : END;
    if (marker === END) break;
    if (marker === DATA && tilePart && tilePart.end >= at + 2) {
      at = tilePart.end;
      tilePart = null;
      continue;
    }
    const length = unsigned(bytes, at + 2, 2);
    if (length < 2 || at + 2 + length > bytes.length)
      throw defect(`a JPEG 2000 marker at byte ${at} lies inside the data`, length);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === SIZE && !frame) frame = readSize(body, defect);
    else if (marker === CODING_STYLE && !tilePart) checkCodingStyle(body, frame!, defect);
    else if (marker === TILE_PART && !tilePart) tilePart = { end: tilePartEnd(bytes, at, body, defect) };
    else if (!HARMLESS.has(marker)) throw new GribUnsupportedError('JPEG 2000 marker', marker.toString(16));
    at += 2 + length;
  }
  return frame!;
}

type Defect = (rule: string, value: number | string) => Error;

/** Picture, tiles and components; all of them relative to a reference grid that begins at 0. */
function readSize(body: Uint8Array, defect: Defect): Jpeg2000Frame {
  if (body.length < 39) throw defect('the JPEG 2000 size has at least 39 bytes', body.length);
  const [right, bottom, left, top] = [2, 6, 10, 14].map((at) => uint32(body, at)) as [number, number, number, number];
  const [tileWidth, tileHeight] = [uint32(body, 18), uint32(body, 22)];
  const tiles = Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight);
  const components = unsigned(body, 34, 2);
  const [depth = 0, horizontal, vertical] = body.subarray(36);
  if (left !== 0 || top !== 0 || right === 0 || bottom === 0)
    throw defect('a JPEG 2000 picture begins at 0 and is not empty', `${left} ${top} to ${right} ${bottom}`);
  if (components !== 1 || horizontal !== 1 || vertical !== 1)
    throw new GribUnsupportedError('JPEG 2000 components', `${components}, ${horizontal} × ${vertical}`);
  if (!(tiles <= MOST_TILES)) throw new GribUnsupportedError(`JPEG 2000 tiles over ${MOST_TILES}`, tiles);
  // the highest bit of the depth is the sign, the others are one less than the bits
  if (depth >= WIDEST_SAMPLE)
    throw new GribUnsupportedError(`JPEG 2000 samples other than unsigned of ${WIDEST_SAMPLE} bits`, depth);
  return { width: right, height: bottom, bits: depth + 1, tiles };
}

function checkCodingStyle(body: Uint8Array, frame: Jpeg2000Frame, defect: Defect): void {
  if (body.length < 10) throw defect('a JPEG 2000 coding style has at least 10 bytes', body.length);
  if ((body[0]! & OWN_PRECINCTS) !== 0) throw new GribUnsupportedError('JPEG 2000 coding style', body[0]!);
  const layers = unsigned(body, 2, 2);
  if (layers > MOST_LAYERS) throw new GribUnsupportedError(`JPEG 2000 layers over ${MOST_LAYERS}`, layers);
  const [width, height] = [4 << body[6]!, 4 << body[7]!];
  if (width < SMALLEST_BLOCK || height < SMALLEST_BLOCK)
    throw new GribUnsupportedError(`JPEG 2000 code blocks below ${SMALLEST_BLOCK}`, `${width} × ${height}`);
  const blocks = Math.ceil(frame.width / width) * Math.ceil(frame.height / height);
  if (blocks > MOST_BLOCKS) throw new GribUnsupportedError(`JPEG 2000 code blocks over ${MOST_BLOCKS}`, blocks);
}

/** A stated length of 0 is all that is left. */
function tilePartEnd(bytes: Uint8Array, at: number, body: Uint8Array, defect: Defect): number {
  const length = body.length === 8 ? uint32(body, 2) : -1;
  const least = 14;
  if (length === 0) return bytes.length;
  if (length < least || at + length > bytes.length)
    throw defect(`a JPEG 2000 tile part at byte ${at} lies inside the data`, length);
  return at + length;
}
