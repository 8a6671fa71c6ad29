/**
 * JPEG 2000 pictures of one long row, which NCEP makes of fields with a bitmap: all points that are present, in one row.
 *
 * OpenJPEG decodes them, but its binding counts columns and rows in 16 bits and copies as many samples as both make, one
 * after the other from the first on. What it counts is the reference grid, and that may be finer than the samples
 * (ISO/IEC 15444-1, annex B.2):
 *
 *   columns = ⌈Xsiz / XRsiz⌉     rows = ⌈Ysiz / YRsiz⌉
 *
 * So the header is given a finer grid, with Ysiz = YRsiz for still one row, and an Xsiz of the same columns whose lowest 16
 * bits times Ysiz are all the samples. Nothing else depends on the grid, and no coded octet is touched. What is copied
 * beyond the row, fewer samples than Ysiz, comes from the decoder's own memory behind it and is dropped.
 */

export interface Jpeg2000Picture {
  readonly stream: Uint8Array;
  /** What the binding will say of it; together at least as many as the samples. */
  readonly width: number;
  readonly height: number;
}

/** Sizes as the binding keeps them. */
const WORD = 2 ** 16;
/** Xsiz and Ysiz stay 31-bit integers, which OpenJPEG computes with; XRsiz and YRsiz are octets. */
const LARGEST_SIZE = 2 ** 31 - 1;
const LARGEST_STEP = 255;

/**
 * The same row on a finer grid; null for the one length in a thousand (of up to 4 million) that none
 * makes countable.
 *
 * @param stream  begins at 0 and has one tile
 */
export function refineRow(stream: Uint8Array, points: number): Jpeg2000Picture | null {
  for (let step = 1; step <= LARGEST_STEP && step * points <= LARGEST_SIZE; step++)
    for (let height = Math.ceil(points / (WORD - 1)); height <= LARGEST_STEP; height++) {
      const width = Math.ceil(points / height);
      const beyond = (step * points - width) % WORD;
      if (beyond < step) return { stream: withGrid(stream, step, step * points - beyond, height), width, height };
    }
  return null;
}

/** Xsiz and Ysiz stand at octets 8 and 12, those of the tile at 24 and 28, XRsiz and YRsiz at 43 and 44. */
function withGrid(stream: Uint8Array, step: number, width: number, height: number): Uint8Array {
  const refined = Uint8Array.from(stream);
  const view = new DataView(refined.buffer);
  for (const at of [8, 24]) view.setUint32(at, width);
  for (const at of [12, 28]) view.setUint32(at, height);
  refined[43] = step;
  refined[44] = height;
  return refined;
}
