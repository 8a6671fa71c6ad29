/** Byte ranges of one file, and how few requests fetch them. */

/** Bytes `offset … offset+length−1`; `length: null` runs to the end of the file. */
export interface FileRange {
  readonly offset: number;
  readonly length: number | null;
}

/**
 * Joins ranges whose gap is at most `gapBytes`. A request costs about as much as the bytes that flow in its round trip
 * (100 ms at 100 Mbit/s are 1.2 MB), so reading over a smaller gap is cheaper than asking twice.
 *
 * @returns disjoint ranges in the order of the file, covering every given one
 */
export function mergeRanges(ranges: readonly FileRange[], gapBytes: number): FileRange[] {
  const sorted = [...ranges].sort((a, b) => a.offset - b.offset);
  const merged: FileRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || (last.length !== null && range.offset - endOf(last) > gapBytes)) merged.push(range);
    else merged[merged.length - 1] = join(last, range);
  }
  return merged;
}

function join(a: FileRange, b: FileRange): FileRange {
  if (a.length === null || b.length === null) return { offset: a.offset, length: null };
  return { offset: a.offset, length: Math.max(endOf(a), endOf(b)) - a.offset };
}

function endOf({ offset, length }: FileRange): number {
  return length === null ? Number.POSITIVE_INFINITY : offset + length;
}
