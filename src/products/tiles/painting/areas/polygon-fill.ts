/**
 * Polygons as samples of a tile's pixels: those inside of its rings by the even-odd rule, without its holes.
 *
 * Each ring turns one bit over where its edge crosses a row of samples, the first sample at or right of the crossing; then
 * inside is the running parity of the bits along the row (edge flags: Ackland and Weste 1981, IEEE Transactions on
 * Computers C-30, 41). Nothing is sorted and no memory taken, and 32 samples are worked out at once. A union of polygons is
 * `or` of their samples, so neighbours that share an edge leave no seam and areas over each other do not add up.
 *
 * Corners are whole sixteenths of a pixel. A crossing is then a fraction of whole numbers below 2^27, whose distance from a
 * sample is either 0, and exact in a double, or more than all rounding: the same sample is on the same side whatever tile
 * it is worked out for and whichever neighbour the edge belongs to.
 *
 * Rings may be far larger than the tile. Their edges come in blocks with a box each; of a block west of the tile only the
 * rows between its ends count, because between those the parity is that of one straight edge.
 */

import { TILE_PIXELS } from '../../../../grid/web-mercator.js';

/** Units of a pixel's side. */
export const UNITS = 16;
/** Units of a tile's side. */
export const TILE_UNITS = TILE_PIXELS * UNITS;
/** Edges that share a box. */
const BLOCK = 32;

export interface FillRing {
  /** x, y, x, y …, units << `FillTile.shift` from the world's north-western corner; the last is joined to the first. */
  readonly corners: Int32Array;
  /** West, north, east and south end of every `BLOCK` edges. */
  readonly blocks: Int32Array;
}

/** What is covered, by the even-odd rule of all its rings, then holes, each by itself. */
export type FillPolygon = readonly (readonly FillRing[])[];

/** Where a tile lies, units of its own zoom. */
export interface FillTile {
  readonly west: number;
  readonly north: number;
  /** Bits by which corners are finer than that; they are rounded. */
  readonly shift: number;
}

/** Which points of a tile are looked at. */
export interface Sampling {
  /** Units between rows, and between columns; a power of two. The first row is half a step from the tile's edge. */
  readonly step: number;
  /** Units from the tile's western edge to the first sample of each row, in turns; a power of two of them. */
  readonly starts: readonly number[];
}

/**
 * 4 × 4 samples a pixel. Rows are shifted against each other: an upright edge passes them in 16 steps, one sample a step.
 */
export const SIXTEEN_SAMPLES: Sampling = { step: 4, starts: [1.5, 3.5, 0.5, 2.5] };
/** The middle of each pixel. */
export const PIXEL_CENTRES: Sampling = { step: UNITS, starts: [UNITS / 2] };

export interface PolygonFill {
  /** 32-bit words of a row of samples; the westernmost sample is the lowest bit of the first. */
  readonly words: number;
  readonly rows: number;
  /** Sets the bits, [row][word], of all samples in the polygon; others stay. */
  fill(polygon: FillPolygon, tile: FillTile, bits: Int32Array): void;
}

/** @param corners  see `FillRing` */
export function fillRing(corners: Int32Array): FillRing {
  const count = corners.length / 2;
  const blocks = new Int32Array(Math.ceil(count / BLOCK) * 4);
  for (let first = 0, at = 0; first < count; first += BLOCK, at += 4) {
    let [west, north] = [corners[2 * first]!, corners[2 * first + 1]!];
    let [east, south] = [west, north];
    for (let i = first + 1; i <= Math.min(first + BLOCK, count); i++) {
      const corner = i < count ? 2 * i : 0;
      west = Math.min(west, corners[corner]!);
      east = Math.max(east, corners[corner]!);
      north = Math.min(north, corners[corner + 1]!);
      south = Math.max(south, corners[corner + 1]!);
    }
    blocks[at] = west;
    blocks[at + 1] = north;
    blocks[at + 2] = east;
    blocks[at + 3] = south;
  }
  return { corners, blocks };
}

/** Bits that are to be turned into what lies between them; all 0 outside of the window. */
interface Flags {
  readonly rows: number;
  readonly words: number;
  readonly bits: Int32Array;
  firstRow: number;
  lastRow: number;
  firstWord: number;
  lastWord: number;
}

/** Flags where the rings' edges cross rows, and widens the window to hold all flags. */
type FlagRing = (ring: FillRing, tile: FillTile) => void;

function createFlagRing(flags: Flags, { step, starts }: Sampling): FlagRing {
  const { rows, words, bits } = flags;
  const bitsOfStep = Math.log2(step);
  const half = step / 2;
  const perUnit = 1 / step;
  const turn = starts.length - 1;
  const columns = words << 5;
  /** The first row at or south of a place. */
  const rowFrom = (y: number) => (y + half - 1) >> bitsOfStep;

  /** Ends in units of the tile, the northern one first. */
  function crossRows(x1: number, y1: number, x2: number, y2: number): void {
    const first = Math.max(0, rowFrom(y1));
    const end = Math.min(rows, rowFrom(y2));
    const run = x2 - x1;
    const rise = y2 - y1;
    for (let row = first; row < end; row++) {
      const x = x1 + ((step * row + half - y1) * run) / rise;
      const column = Math.max(0, Math.ceil((x - starts[row & turn]!) * perUnit));
      if (column < columns) bits[row * words + (column >> 5)]! ^= 1 << (column & 31);
    }
  }

  function widen(west: number, north: number, east: number, south: number): void {
    flags.firstRow = Math.min(flags.firstRow, Math.max(0, rowFrom(north)));
    flags.lastRow = Math.max(flags.lastRow, Math.min(rows, rowFrom(south)) - 1);
    flags.firstWord = Math.min(flags.firstWord, Math.max(0, west - step) >> (bitsOfStep + 5));
    flags.lastWord = Math.max(flags.lastWord, Math.min(words - 1, Math.max(0, east + step) >> (bitsOfStep + 5)));
  }

  return ({ corners, blocks }, { west, north, shift }) => {
    const rounding = (1 << shift) >> 1;
    const count = corners.length;
    for (let first = 0, at = 0; first < count; first += 2 * BLOCK, at += 4) {
      const blockWest = ((blocks[at]! + rounding) >> shift) - west;
      const blockNorth = ((blocks[at + 1]! + rounding) >> shift) - north;
      const blockEast = ((blocks[at + 2]! + rounding) >> shift) - west;
      const blockSouth = ((blocks[at + 3]! + rounding) >> shift) - north;
      if (blockNorth >= TILE_UNITS || blockSouth < 0 || blockWest >= TILE_UNITS) continue;
      widen(blockWest, blockNorth, blockEast, blockSouth);
      const end = Math.min(first + 2 * BLOCK, count);
      // of a block west of the tile its ends are enough
      const stride = blockEast <= 0 ? end - first : 2;
      let x = ((corners[first]! + rounding) >> shift) - west;
      let y = ((corners[first + 1]! + rounding) >> shift) - north;
      for (let i = first + stride; i <= end; i += stride) {
        const corner = i < count ? i : 0;
        const nextX = ((corners[corner]! + rounding) >> shift) - west;
        const nextY = ((corners[corner + 1]! + rounding) >> shift) - north;
        const rowsOn = rowFrom(nextY) - rowFrom(y);
        if (rowsOn > 0) crossRows(x, y, nextX, nextY);
        else if (rowsOn < 0) crossRows(nextX, nextY, x, y);
        x = nextX;
        y = nextY;
      }
    }
  };
}

/** Adds what lies between flags to `target`, or takes it out; flags are 0 again. */
function takeFlags({ bits, words, ...window }: Flags, target: Int32Array, isHole: boolean): void {
  for (let row = window.firstRow; row <= window.lastRow; row++) {
    let inside = 0;
    let at = row * words + window.firstWord;
    for (const last = row * words + window.lastWord; at <= last; at++) {
      let word = bits[at]!;
      if (word !== 0) {
        bits[at] = 0;
        word ^= word << 1;
        word ^= word << 2;
        word ^= word << 4;
        word ^= word << 8;
        word ^= word << 16;
      }
      word ^= inside;
      inside = word >> 31;
      if (isHole) target[at]! &= ~word;
      else target[at]! |= word;
    }
    // an edge east of the tile leaves no flag
    if (inside !== 0) target.fill(isHole ? 0 : -1, at, (row + 1) * words);
  }
}

export function createPolygonFill(sampling: Sampling): PolygonFill {
  const rows = TILE_UNITS / sampling.step;
  const words = rows / 32;
  const bits = new Int32Array(rows * words);
  const flags: Flags = { rows, words, bits, firstRow: rows, lastRow: -1, firstWord: words, lastWord: -1 };
  const flagRing = createFlagRing(flags, sampling);
  /** All 0 between two polygons. */
  const holed = new Int32Array(rows * words);

  function addRings(rings: readonly FillRing[], tile: FillTile, target: Int32Array, isHole: boolean): void {
    flags.firstRow = rows;
    flags.lastRow = -1;
    flags.firstWord = words;
    flags.lastWord = -1;
    for (const ring of rings) flagRing(ring, tile);
    takeFlags(flags, target, isHole);
  }

  return {
    rows,
    words,
    fill([covered = [], ...holes], tile, target) {
      if (holes.length === 0) {
        addRings(covered, tile, target, false);
        return;
      }
      addRings(covered, tile, holed, false);
      const [from, to] = [flags.firstRow * words, (flags.lastRow + 1) * words];
      for (const hole of holes) addRings(hole, tile, holed, true);
      for (let at = from; at < to; at++) {
        target[at]! |= holed[at]!;
        holed[at] = 0;
      }
    },
  };
}
