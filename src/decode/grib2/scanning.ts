/**
 * Scanning mode (flag table 3.4), and the way from any of them to rows of columns that run eastward.
 *
 *   0x80  columns run westward (−i)          0x20  points of a column are adjacent, not points of a row
 *   0x40  rows run northward (+j)            0x10  every second row (or column, with 0x20) runs backwards
 *   0x0F  rows or columns are offset against each other: not read
 *
 * The order of the rows is kept: a grid may begin in the north or in the south. Only columns are turned.
 */

export interface ScanningMode {
  readonly westward: boolean;
  readonly northward: boolean;
  readonly columnsFirst: boolean;
  readonly alternating: boolean;
}

/** Bits of the scanning mode that shift points by half a step. */
export const STAGGERED = 0x0f;

export function readScanningMode(flags: number): ScanningMode {
  return {
    westward: (flags & 0x80) !== 0,
    northward: (flags & 0x40) !== 0,
    columnsFirst: (flags & 0x20) !== 0,
    alternating: (flags & 0x10) !== 0,
  };
}

/**
 * Values in scan order to values [row, column] with columns eastward. Works in place and returns `values` unless
 * points of a column are adjacent, which needs a second array.
 */
export function reorder(values: Float32Array, columns: number, rows: number, scanning: ScanningMode): Float32Array {
  if (scanning.columnsFirst) return transpose(values, columns, rows, scanning);
  const { westward, alternating } = scanning;
  if (!westward && !alternating) return values;
  for (let row = 0; row < rows; row++) {
    const backwards = alternating && row % 2 === 1;
    if (backwards !== westward) values.subarray(row * columns, (row + 1) * columns).reverse();
  }
  return values;
}

function transpose(values: Float32Array, columns: number, rows: number, scanning: ScanningMode): Float32Array {
  const turned = new Float32Array(values.length);
  for (let i = 0; i < columns; i++) {
    const column = scanning.westward ? columns - 1 - i : i;
    const backwards = scanning.alternating && i % 2 === 1;
    for (let j = 0; j < rows; j++) turned[(backwards ? rows - 1 - j : j) * columns + column] = values[i * rows + j]!;
  }
  return turned;
}
