/**
 * Share of wet pixels in the disk round every pixel of a field: the local Lagrangian probability (Germann & Zawadzki 2004,
 * J. Appl. Meteor. 43, 74) of all places at once, as hindcasts need it.
 *
 *   share(x) = wet pixels with |y − x| ≤ r  /  observed pixels with |y − x| ≤ r          r in pixels
 *
 * Sums are differences of running totals along each row, 2 ⌊r⌋ + 1 rows for a pixel, the half widths ⌊√(r² − dy²)⌋.
 */

/** Of `wetness`: not observed; 0 is dry, everything else wet. */
const NOT_OBSERVED = 255;

/**
 * Shares 0..1, float32 [row][column]; NaN where nothing of the disk was observed.
 *
 * @param wetness  [row][column]: 0 dry, 255 not observed, else wet
 * @param radius  pixels; below 1 the pixel itself
 * @throws RangeError  a negative radius, or not one value for each pixel
 */
export function diskShares(wetness: Uint8Array, rows: number, columns: number, radius: number): Float32Array {
  if (!(radius >= 0 && Number.isFinite(radius))) throw new RangeError(`a disk of radius ${radius}`);
  if (wetness.length !== rows * columns)
    throw new RangeError(`${wetness.length} values for ${rows} × ${columns} pixels`);
  const totals = runningTotals(wetness, rows, columns);
  const shares = new Float32Array(rows * columns);
  const wet = new Int32Array(columns);
  const observed = new Int32Array(columns);
  const reach = Math.floor(radius);
  for (let row = 0; row < rows; row++) {
    wet.fill(0);
    observed.fill(0);
    for (let dy = -reach; dy <= reach; dy++) {
      if (row + dy < 0 || row + dy >= rows) continue;
      const halfWidth = Math.floor(Math.sqrt(radius * radius - dy * dy));
      const from = (row + dy) * (columns + 1);
      if (totals.wet[from + columns]! > 0) addRuns(wet, totals.wet, from, halfWidth);
      addRuns(observed, totals.observed, from, halfWidth);
    }
    const to = row * columns;
    for (let column = 0; column < columns; column++) shares[to + column] = wet[column]! / observed[column]!; // 0/0 is NaN
  }
  return shares;
}

/** Running totals of each row, from 0 before its first pixel: columns + 1 values a row. */
interface RunningTotals {
  readonly wet: Int32Array;
  readonly observed: Int32Array;
}

function runningTotals(wetness: Uint8Array, rows: number, columns: number): RunningTotals {
  const totals = {
    wet: new Int32Array(rows * (columns + 1)),
    observed: new Int32Array(rows * (columns + 1)),
  };
  for (let row = 0; row < rows; row++) {
    let wet = 0;
    let observed = 0;
    let to = row * (columns + 1);
    for (let at = row * columns, end = at + columns; at < end; at++) {
      const value = wetness[at]!;
      if (value !== NOT_OBSERVED) {
        observed += 1;
        if (value > 0) wet += 1;
      }
      to += 1;
      totals.wet[to] = wet;
      totals.observed[to] = observed;
    }
  }
  return totals;
}

/** Adds to each column of `sums` the total of its run, `halfWidth` pixels to both sides, cut at the edges of the field. */
function addRuns(sums: Int32Array, totals: Int32Array, from: number, halfWidth: number): void {
  const columns = sums.length;
  const middle = Math.max(0, columns - halfWidth);
  const start = Math.min(halfWidth, columns);
  for (let column = 0; column < columns; column++) {
    const left = column < start ? 0 : column - halfWidth;
    const right = column < middle ? column + halfWidth + 1 : columns;
    sums[column]! += totals[from + right]! - totals[from + left]!;
  }
}
