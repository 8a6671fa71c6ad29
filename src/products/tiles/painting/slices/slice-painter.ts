/** Layers that show one field of models at one time, in the bands of its style. */

import type { MapSlice } from '../../../../model/map-slice.js';
import type { Packing } from '../../../../model/packing.js';
import type { SliceSource, TileAddress, TileOrder, TileReaders } from '../../../../model/tile.js';
import type { BandedStyle } from '../../styles/style.js';
import { type Painter, TILE_AREA } from '../painter.js';
import { sampleSlice } from './slice-sampling.js';

/** The painter of a style: at each pixel the first slice of the order that has a value there. */
export function slicePainter(style: BandedStyle): Painter {
  return async (order, readers, pixels) => {
    return paintSlices(await slicesOf(order, readers), order, style, pixels);
  };
}

/** The slices of an order, in its order. */
export function slicesOf({ sources }: TileOrder, readers: TileReaders): Promise<MapSlice[]> {
  const slices = sources.filter((source): source is SliceSource => source.kind === 'slice');
  return Promise.all(slices.map((source) => readers.slice(source)));
}

/** Values of one tile. Painting never waits, so that one array serves all tiles of a thread. */
const samples = new Float32Array(TILE_AREA);

/**
 * Writes the bands of slices, best first; pixels where none has a value keep what they are.
 *
 * @returns whether any pixel was written that is not 0
 */
export function paintSlices(
  slices: readonly MapSlice[],
  address: TileAddress,
  style: BandedStyle,
  pixels: Uint8Array,
): boolean {
  let isPainted = false;
  // The worst first: a better one paints over it.
  for (const slice of slices.toReversed())
    if (sampleSlice(slice, address, samples))
      isPainted = writeBands(bandTable(style, slice.packing), pixels) || isPainted;
  return isPainted;
}

/** The bands of `samples`: over −`ZERO`, so that the whole number below one is what remains without its fraction. */
function writeBands(table: Uint8Array, pixels: Uint8Array): boolean {
  const zero = ZERO;
  let seen = 0;
  for (let at = 0; at < TILE_AREA; at++) {
    const value = samples[at]!;
    if (Number.isNaN(value)) continue;
    const band = table[(value + zero) | 0]!;
    pixels[at] = band;
    seen |= band;
  }
  return seen !== 0;
}

/** Palette index at n + `ZERO`, n an int16; a missing value has none. */
type BandTable = Uint8Array;

export const ZERO = 32_768;
/** Edges within this of an integer are that integer: what rounding leaves of (35.4 − 3200) / 0.1. */
const ON_STEP = 1e-6;

/** Tables by style and packing, of which there are a handful. */
const known = new Map<string, BandTable>();

/**
 * Maps all 65,536 packed integers to palette indexes of a style; made once for each packing.
 *
 * Interpolated values lie between two integers and take the entry of the lower one. That is exact where the edges of the
 * bands are integers of the packing, as in all maps. With another packing an edge moves up to the next integer.
 */
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
