/** Sums over squares of pixels round each pixel, by running sums: the cost does not grow with the square. */

/** Sums over 2 `radius` + 1 values along a line of `count` values `stride` apart; what lies beyond the ends is 0. */
function sumLine(from: Float32Array, to: Float32Array, start: number, stride: number, count: number, radius: number) {
  let sum = 0;
  for (let k = 0; k < Math.min(radius, count); k++) sum += from[start + k * stride]!;
  for (let k = 0; k < count; k++) {
    if (k + radius < count) sum += from[start + (k + radius) * stride]!;
    if (k > radius) sum -= from[start + (k - radius - 1) * stride]!;
    to[start + k * stride] = sum;
  }
}

/**
 * Sums of values over the square of (2 `radius` + 1)² pixels round each, in place; what lies beyond the grid is 0.
 *
 * @param values  [row][column], without NaN
 */
export function sumBoxes(values: Float32Array, rows: number, columns: number, radius: number): void {
  const along = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) sumLine(values, along, row * columns, 1, columns, radius);
  for (let column = 0; column < columns; column++) sumLine(along, values, column, columns, rows, radius);
}
