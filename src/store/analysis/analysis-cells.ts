/** Cells in the chunks of a daily analysis, and the values between them. */

import type { Cell } from '../../model/cube.js';
import { type AnalysisElement, elementsOf } from '../../model/daily-analysis.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { CHUNK_CELLS, CHUNK_SIDE, chunkColumns, daysOf, SHARD_ROWS, type StretchFacts } from './analysis-layout.js';

/** A cell beside a place, in its chunk. */
export interface PlacedChunk {
  /** Of the version that the chunk is from. */
  readonly facts: StretchFacts;
  /** int16 [element, day, row, column]; null: it cannot be read. */
  readonly values: Int16Array | null;
  /** Of the cell, row × 16 + column. */
  readonly place: number;
  readonly weight: number;
}

/** Which shard and chunk have a cell, and its place in the chunk. */
export function placeOfCell(grid: Grid, { y, x }: Cell): { shard: number; chunk: number; place: number } {
  const row = y % SHARD_ROWS;
  return {
    shard: Math.floor(y / SHARD_ROWS),
    chunk: Math.floor(row / CHUNK_SIDE) * chunkColumns(grid) + Math.floor(x / CHUNK_SIDE),
    place: (row % CHUNK_SIDE) * CHUNK_SIDE + (x % CHUNK_SIDE),
  };
}

/** Corners with a value must hold at least this share of the weight. */
const ENOUGH_WEIGHT = 0.5;

/**
 * The weighted means of the cells into `out`, for the days of one stretch: of those that have a value, where they hold half of
 * the weight.
 *
 * @param first  day of the first value of `out`
 */
export function combineCells(
  chunks: readonly PlacedChunk[],
  first: number,
  out: ReadonlyMap<AnalysisElement, Float64Array>,
): void {
  const { dataset, firstDay } = chunks[0]!.facts;
  const weights = chunks.reduce((sum, { weight }) => sum + weight, 0);
  const longest = Math.max(...chunks.map(({ facts }) => daysOf(facts)));
  for (const [element, { id, step, base }] of elementsOf(dataset).entries()) {
    const days = out.get(id)!;
    for (let n = Math.max(0, first - firstDay); n < longest && firstDay + n < first + days.length; n++) {
      let [sum, known] = [0, 0];
      for (const chunk of chunks) {
        const packed = packedAt(chunk, element, n);
        if (packed === MISSING_PACKED) continue;
        sum += chunk.weight * packed;
        known += chunk.weight;
      }
      if (known >= ENOUGH_WEIGHT * weights) days[firstDay + n - first] = base + (step * sum) / known;
    }
  }
}

function packedAt({ facts, values, place }: PlacedChunk, element: number, day: number): number {
  const days = daysOf(facts);
  if (values === null || day >= days) return MISSING_PACKED;
  return values[(element * days + day) * CHUNK_CELLS + place]!;
}
