/**
 * The five row filters of PNG, undone in place (PNG specification, section 9).
 *
 *   a byte to the left (one pixel)   b byte above   c byte above to the left; all 0 outside of the picture
 *   0 x   1 x + a   2 x + b   3 x + ⌊(a + b) / 2⌋   4 x + whichever of a, b, c is nearest to a + b − c
 *
 * A row is one byte longer before than after, so every byte moves forward to a place that was read already: the rows
 * end up one behind the other at the start of the same array.
 */

export interface FilteredRows {
  /** Bytes of a row without its filter type. */
  readonly rowBytes: number;
  readonly height: number;
  /** Bytes to the pixel on the left, at least 1. */
  readonly pixelBytes: number;
}

/** Undoes all rows of `bytes`, which holds (rowBytes + 1) × height; gives a filter type that is none of the five. */
export function undoFilters(bytes: Uint8Array, { rowBytes, height, pixelBytes }: FilteredRows): number | null {
  for (let row = 0; row < height; row++) {
    const from = row * (rowBytes + 1) + 1;
    const filter = bytes[from - 1]!;
    if (filter > 4) return filter;
    const to = row * rowBytes;
    const undo = row === 0 ? FIRST_ROW[filter]! : ROW[filter]!;
    undo(bytes, from, to, to + rowBytes, rowBytes, pixelBytes);
  }
  return null;
}

/** `above` is how far back the byte above stands in the finished rows, `left` how far back the pixel on the left. */
type Undo = (bytes: Uint8Array, from: number, to: number, end: number, above: number, left: number) => void;

const none: Undo = (bytes, from, to, end) => {
  bytes.copyWithin(to, from, from + end - to);
};

const sub: Undo = (bytes, from, to, end, _, left) => {
  bytes.copyWithin(to, from, from + left);
  const ahead = from - to;
  for (let at = to + left; at < end; at++) bytes[at] = bytes[at + ahead]! + bytes[at - left]!;
};

const up: Undo = (bytes, from, to, end, above) => {
  const ahead = from - to;
  for (let at = to; at < end; at++) bytes[at] = bytes[at + ahead]! + bytes[at - above]!;
};

const average: Undo = (bytes, from, to, end, above, left) => {
  const ahead = from - to;
  const inside = to + left;
  for (let at = to; at < inside; at++) bytes[at] = bytes[at + ahead]! + (bytes[at - above]! >> 1);
  for (let at = inside; at < end; at++)
    bytes[at] = bytes[at + ahead]! + ((bytes[at - left]! + bytes[at - above]!) >> 1);
};

const averageFirst: Undo = (bytes, from, to, end, _, left) => {
  bytes.copyWithin(to, from, from + left);
  const ahead = from - to;
  for (let at = to + left; at < end; at++) bytes[at] = bytes[at + ahead]! + (bytes[at - left]! >> 1);
};

const paeth: Undo = (bytes, from, to, end, above, left) => {
  const ahead = from - to;
  const inside = to + left;
  for (let at = to; at < inside; at++) bytes[at] = bytes[at + ahead]! + bytes[at - above]!;
  for (let at = inside; at < end; at++) {
    const a = bytes[at - left]!;
    const b = bytes[at - above]!;
    const c = bytes[at - above - left]!;
    const toA = Math.abs(b - c);
    const toB = Math.abs(a - c);
    const toC = Math.abs(a + b - c - c);
    const nearest = toA <= toB && toA <= toC ? a : toB <= toC ? b : c;
    bytes[at] = bytes[at + ahead]! + nearest;
  }
};

const ROW: readonly Undo[] = [none, sub, up, average, paeth];
/** With zeros above, "up" is no filter, and a is nearest to a + 0 − 0. */
const FIRST_ROW: readonly Undo[] = [none, sub, none, averageFirst, sub];
