/**
 * Fires as dots that grow with the zoom, and a little with the power that they radiate.
 *
 *   radius   1 pixel up to zoom 3, 0.7 more for each zoom up to 4.5 at zoom 8, × 0.75 (1 MW) to 1.35 (1 GW and more)
 *   coverage of a pixel whose centre is d from the dot's: radius + ½ − d, cut to 0..1
 *
 * Dots are at the middle of quarters of a pixel of their zoom: of the hundreds that may share one far out only the largest
 * is drawn. A pixel has the most that any dot covers of it. Both depend on places in the world alone, so that neighbouring tiles agree
 * and the order of fires does not matter; dots whose centre is on another tile are found around the edge.
 *
 * Over smoke a dot has a hard edge, at half of a pixel: a soft one would let the map through where there is smoke.
 */

import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { FireTable } from '../../../../model/fire.js';
import type { FireSource, TileAddress, TileSource } from '../../../../model/tile.js';
import { fireIndex } from '../../styles/fire-styles.js';
import type { Painter } from '../painter.js';
import { type FirePlaces, firePlaces, firstFrom, keyOf, PLACES_PER_PIXEL } from './fire-index.js';

type FireLayer = 'fire-global' | 'fire-smoke';

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

export function isObserved(source: TileSource, kind: FireSource['kind']): source is FireSource {
  return source.kind === kind;
}

/**
 * Adds the dots of a tile to its pixels.
 *
 * @returns whether any pixel has changed
 */
export function paintDots(table: FireTable, address: TileAddress, layer: FireLayer, pixels: Uint8Array): boolean {
  const places = firePlaces(table, address.z);
  const canvas: Canvas = {
    pixels,
    west: address.x * TILE_PIXELS,
    north: address.y * TILE_PIXELS,
    world: TILE_PIXELS * 2 ** address.z,
    steps: [0.25, 0.5, 0.75, 1].map((coverage) => fireIndex(coverage, layer)),
  };
  const radius = Math.min(LARGEST, SMALLEST + GROWTH * Math.max(0, address.z - FAR_ZOOM));
  let isPainted = false;
  for (const square of squaresAround(address)) isPainted = paintSquare(places, square, radius, canvas) || isPainted;
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

function paintSquare(places: FirePlaces, { bits, column, row }: Square, radius: number, canvas: Canvas): boolean {
  const { columns, rows, sizes } = places;
  // Places along the square's side, and beyond the finest zoom a place is wider than a quarter of a pixel.
  const perPixel = (PLACES_PER_PIXEL * TILE_PIXELS * 2 ** places.zoom) / canvas.world;
  const unit = ((perPixel * canvas.world) / 2 ** bits) ** 2;
  const key = keyOf(column, row) * unit;
  const end = firstFrom(places, key + unit);
  let isPainted = false;
  for (let n = firstFrom(places, key); n < end; n++) {
    const x = (columns[n]! + 0.5) / perPixel;
    const y = (rows[n]! + 0.5) / perPixel;
    if (paintDot(canvas, x, y, radius * sizes[n]!)) isPainted = true;
  }
  return isPainted;
}

/** @param x, y  of the dot's centre, pixels of the world */
function paintDot(canvas: Canvas, x: number, y: number, radius: number): boolean {
  const { west, world } = canvas;
  const reach = radius + 0.5;
  let isPainted = false;
  // Once more on each side of the date line.
  for (let turned = x - world; turned <= x + world; turned += world)
    if (turned + reach > west && turned - reach < west + TILE_PIXELS)
      isPainted = paintDisc(canvas, turned - west, y - canvas.north, reach) || isPainted;
  return isPainted;
}

/**
 * @param x, y  pixels of the tile; whole eighths, so that their differences are exact on every tile
 * @param reach  where the coverage ends
 */
function paintDisc({ pixels, steps }: Canvas, x: number, y: number, reach: number): boolean {
  const left = Math.max(0, Math.ceil(x - reach - 0.5));
  const right = Math.min(TILE_PIXELS - 1, Math.floor(x + reach - 0.5));
  const top = Math.max(0, Math.ceil(y - reach - 0.5));
  const bottom = Math.min(TILE_PIXELS - 1, Math.floor(y + reach - 0.5));
  // Squares of the distances up to which coverage rounds to a quarter, a half …
  const one = limit(reach, 1);
  const two = limit(reach, 2);
  const three = limit(reach, 3);
  const four = limit(reach, 4);
  const full = steps[3]!;
  let isPainted = false;
  for (let row = top; row <= bottom; row++) {
    const dy = row + 0.5 - y;
    for (let column = left; column <= right; column++) {
      const dx = column + 0.5 - x;
      const distance = dx * dx + dy * dy;
      if (distance > one) continue;
      const at = row * TILE_PIXELS + column;
      const under = pixels[at]!;
      if (under === full) continue;
      const isSmoke = under > 0 && under < steps[0]!;
      if (isSmoke && distance > two) continue;
      const dot = steps[isSmoke || distance <= four ? 3 : distance <= three ? 2 : distance <= two ? 1 : 0]!;
      if (dot <= under) continue;
      pixels[at] = dot;
      isPainted = true;
    }
  }
  return isPainted;
}

/** Below 0 where not even the centre is covered so much. */
function limit(reach: number, quarters: number): number {
  const distance = reach - (quarters - 0.5) / 4;
  return distance < 0 ? -1 : distance * distance;
}
