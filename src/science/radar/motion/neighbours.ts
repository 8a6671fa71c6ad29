/** The nearest of some points, by looking at all: a few thousand points, asked some ten thousand times. */

/** Places of points and what is the same for all of them; all lists equally long. */
export interface Places {
  readonly rows: ArrayLike<number>;
  readonly columns: ArrayLike<number>;
}

/** The nearest points, nearest first. */
export interface Nearest {
  count: number;
  readonly indices: Int32Array;
  /** Squared distances, pixels². */
  readonly squares: Float64Array;
}

export function roomForNearest(most: number): Nearest {
  return { count: 0, indices: new Int32Array(most), squares: new Float64Array(most) };
}

/**
 * Finds the points nearest to a position, as many as there is room for.
 *
 * @param except  index of a point that does not count, −1 for none
 */
export function findNearest(places: Places, row: number, column: number, except: number, nearest: Nearest): void {
  const { indices, squares } = nearest;
  const most = indices.length;
  let count = 0;
  for (let k = 0; k < places.rows.length; k++) {
    const dy = places.rows[k]! - row;
    const dx = places.columns[k]! - column;
    const square = dy * dy + dx * dx;
    if (k === except || (count === most && square >= squares[most - 1]!)) continue;
    let at = count < most ? count++ : most - 1;
    for (; at > 0 && squares[at - 1]! > square; at--) {
      squares[at] = squares[at - 1]!;
      indices[at] = indices[at - 1]!;
    }
    squares[at] = square;
    indices[at] = k;
  }
  nearest.count = count;
}
