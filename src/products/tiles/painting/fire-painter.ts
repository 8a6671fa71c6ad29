/**
 * Fires as dots that grow with the zoom, and a little with the power that they radiate.
 *
 *   radius   1 pixel up to zoom 3, 0.7 more for each zoom up to 4.5 at zoom 8, × 0.75 (1 MW) to 1.35 (1 GW and more)
 *   coverage of a pixel whose centre is d from the dot's: radius + ½ − d, cut to 0..1
 *
 * Dots are at whole eighths of a pixel of their zoom: of the hundreds that may share one far out only the largest is drawn. A
 * pixel has the most that any dot covers of it. Both depend on places in the world alone, so that neighbouring tiles agree
 * and the order of fires does not matter; dots whose centre is on another tile are found around the edge.
 *
 * Over smoke a dot has a hard edge, at half of a pixel: a soft one would let the map through where there is smoke.
 */

import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import type { FireTable } from '../../../model/fire.js';
import type { ObservationSource, TileAddress, TileSource } from '../../../model/tile.js';
import { fireIndex } from '../styles/fire-styles.js';
import { type FireIndex, fireIndexOf, firstFrom, keyOf, PLACE_BITS } from './fire-index.js';
import type { Painter } from './painter.js';

type FireLayer = 'fire-global' | 'fire-smoke';

/** Places along a pixel's side: 2^3. */
const STEP_BITS = 3;
/** Strips around a tile that are searched for dots that reach into it: pixels, 2^5, more than any dot's radius. */
const STRIP_BITS = 5;
const STRIPS = TILE_PIXELS >> STRIP_BITS;
const TILE_BITS = 8;
const SMALLEST = 1;
const LARGEST = 4.5;
const GROWTH = 0.7;
/** Up to this zoom dots are smallest. */
const FAR_ZOOM = 3;

/** Dots alone. */
export const paintFires: Painter = async (order, readers, pixels) => {
  const source = order.sources.find((one) => isObserved(one, 'fires'));
  return source === undefined ? false : paintDots(await readers.fires(source), order, 'fire-global', pixels);
};

export function isObserved(source: TileSource, kind: ObservationSource['kind']): source is ObservationSource {
  return source.kind === kind;
}

/**
 * Adds the dots of a tile to its pixels.
 *
 * @returns whether any pixel has changed
 */
export function paintDots(table: FireTable, address: TileAddress, layer: FireLayer, pixels: Uint8Array): boolean {
  const index = fireIndexOf(table);
  const canvas: Canvas = {
    pixels,
    west: address.x * TILE_PIXELS,
    north: address.y * TILE_PIXELS,
    world: TILE_PIXELS * 2 ** address.z,
    steps: [0.25, 0.5, 0.75, 1].map((coverage) => fireIndex(coverage, layer)),
  };
  const radius = Math.min(LARGEST, SMALLEST + GROWTH * Math.max(0, address.z - FAR_ZOOM));
  let isPainted = false;
  for (const square of squaresAround(address))
    isPainted = paintSquare(index, square, address.z, radius, canvas) || isPainted;
  return isPainted;
}

/** Part of the world: one of 2^bits along each side. */
interface Square {
  readonly bits: number;
  readonly column: number;
  readonly row: number;
}

/** The tile, and the squares of a strip around it, across the date line too, none twice. */
function squaresAround({ z, x, y }: TileAddress): Square[] {
  const bits = z + TILE_BITS - STRIP_BITS;
  const side = 2 ** bits;
  const [first, last] = [-1, STRIPS];
  const squares: Square[] = [{ bits: z, column: x, row: y }];
  if (z === 0) return squares; // what is west of it is its own eastern part
  for (let i = first; i <= last; i++)
    for (let j = first; j <= last; j++) {
      if (i > first && i < last && j > first && j < last) continue;
      const row = y * STRIPS + i;
      const column = (((x * STRIPS + j) % side) + side) % side;
      if (row >= 0 && row < side) squares.push({ bits, column, row });
    }
  return squares;
}

interface Canvas {
  readonly pixels: Uint8Array;
  /** Of the tile's corner, and the world's side, pixels of its zoom. */
  readonly west: number;
  readonly north: number;
  readonly world: number;
  /** Indexes of a quarter, a half, three quarters and all of a pixel. */
  readonly steps: readonly number[];
}

function paintSquare(index: FireIndex, square: Square, zoom: number, radius: number, canvas: Canvas): boolean {
  const unit = 4 ** (PLACE_BITS - square.bits);
  const key = keyOf(square.column, square.row) * unit;
  const [begin, end] = [firstFrom(index, key), firstFrom(index, key + unit)];
  // Fires of one eighth of a pixel follow each other.
  const finer = Math.max(0, PLACE_BITS - (zoom + TILE_BITS + STEP_BITS));
  const { columns, rows, sizes } = index;
  const perPixel = 2 ** (PLACE_BITS - zoom - TILE_BITS - finer);
  let isPainted = false;
  for (let n = begin; n < end; ) {
    const [column, row] = [columns[n]! >> finer, rows[n]! >> finer];
    let size = 0;
    for (; n < end && columns[n]! >> finer === column && rows[n]! >> finer === row; n++)
      if (sizes[n]! > size) size = sizes[n]!;
    isPainted = paintDot(canvas, (column + 0.5) / perPixel, (row + 0.5) / perPixel, radius * size) || isPainted;
  }
  return isPainted;
}

/** @param x, y  of the dot's centre, pixels of the world */
function paintDot(canvas: Canvas, x: number, y: number, radius: number): boolean {
  const { west, world } = canvas;
  const reach = radius + 0.5;
  let isPainted = false;
  // Once more on each side of the date line.
  for (const turned of [x - world, x, x + world])
    if (turned + reach > west && turned - reach < west + TILE_PIXELS)
      isPainted = paintDisc(canvas, turned, y, radius) || isPainted;
  return isPainted;
}

function paintDisc({ pixels, west, north, steps }: Canvas, x: number, y: number, radius: number): boolean {
  const reach = radius + 0.5;
  const [left, right] = [Math.max(0, Math.ceil(x - reach - 0.5) - west), Math.floor(x + reach - 0.5) - west];
  const [top, bottom] = [Math.max(0, Math.ceil(y - reach - 0.5) - north), Math.floor(y + reach - 0.5) - north];
  let isPainted = false;
  for (let row = top; row <= Math.min(TILE_PIXELS - 1, bottom); row++) {
    const dy = row + north + 0.5 - y;
    for (let column = left; column <= Math.min(TILE_PIXELS - 1, right); column++) {
      const dx = column + west + 0.5 - x;
      const quarters = Math.round(4 * Math.min(1, reach - Math.sqrt(dx * dx + dy * dy)));
      if (quarters <= 0) continue;
      const at = row * TILE_PIXELS + column;
      const under = pixels[at]!;
      const isSmoke = under > 0 && under < steps[0]!;
      if (isSmoke && quarters < 2) continue;
      const dot = steps[isSmoke ? 3 : quarters - 1]!;
      if (dot <= under) continue;
      pixels[at] = dot;
      isPainted = true;
    }
  }
  return isPainted;
}
