/** A quantity that is known at nodes and straight between them: a place of search, shared by path and timetable. */

/** Index of the first value ≥ x; the length where there is none. `values` never decrease. */
export function firstAtLeast(values: Float64Array, x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * y at x, linear between nodes, that of the first or last node outside of them. Where several nodes have the same x,
 * the first counts. Never decreases with x if ys never do, whatever the rounding.
 */
export function valueAt(xs: Float64Array, ys: Float64Array, x: number): number {
  const after = firstAtLeast(xs, x);
  if (after === xs.length) return ys[after - 1]!;
  if (after === 0 || xs[after] === x) return ys[after]!;
  const [x0, y0, y1] = [xs[after - 1]!, ys[after - 1]!, ys[after]!];
  return Math.min(y1, y0 + (y1 - y0) * ((x - x0) / (xs[after]! - x0)));
}
