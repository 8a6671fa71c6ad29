/**
 * From packed integers to palette indexes, by a table of all 65,536 of them.
 *
 * Interpolated values lie between two integers and take the entry of the lower one. That is exact where the edges of the
 * bands are integers of the packing, as those of all maps are; of another packing an edge is moved up to the next integer.
 */

import type { Packing } from '../../../../model/packing.js';
import type { BandedStyle } from '../../styles/style.js';

/** Index at n + `ZERO`, n an int16; what is missing has none. */
export type BandTable = Uint8Array;

export const ZERO = 32_768;
/** Edges within this of an integer are that integer: what rounding leaves of (35.4 − 3200) / 0.1. */
const ON_STEP = 1e-6;

/** By style and packing, of which there are a handful. */
const known = new Map<string, BandTable>();

/** The table of a style for fields packed in this way; made once. */
export function bandTable(style: BandedStyle, packing: Packing): BandTable {
  const key = `${style.version} ${packing.step} ${packing.base}`;
  const kept = known.get(key);
  if (kept) return kept;
  const table = makeTable(style.edges, packing);
  known.set(key, table);
  return table;
}

function makeTable(edges: readonly number[], { step, base }: Packing): BandTable {
  const table = new Uint8Array(2 * ZERO);
  edges.forEach((edge, i) => {
    const first = Math.ceil((edge - base) / step - ON_STEP);
    table.fill(i + 1, Math.max(0, Math.min(2 * ZERO, first + ZERO)));
  });
  return table;
}
