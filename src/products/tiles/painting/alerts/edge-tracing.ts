/**
 * Rings as lines: for areas so thin that a fill would leave nothing of them, or gaps.
 *
 * An edge is walked in steps of a quarter of a pixel, counted from its own end and not from the tile's, so that tiles agree
 * on what it passes. Each step marks the quarter of its pixel that it falls into, four samples.
 */

import { type FillRing, type FillTile, TILE_UNITS } from '../areas/polygon-fill.js';

/** Units between two samples; rows and columns of samples are as `SIXTEEN_SAMPLES` has them. */
const STEP = 4;
const WORDS = TILE_UNITS / STEP / 32;

/** Sets bits of the samples along the ring. @param bits  [row][word] */
export function traceRing({ corners }: FillRing, tile: FillTile, bits: Int32Array): void {
  const half = (1 << tile.shift) >> 1;
  let x = (corners[corners.length - 2]! + half) >> tile.shift;
  let y = (corners[corners.length - 1]! + half) >> tile.shift;
  for (let i = 0; i < corners.length; i += 2) {
    const nextX = (corners[i]! + half) >> tile.shift;
    const nextY = (corners[i + 1]! + half) >> tile.shift;
    traceEdge(x, y, nextX, nextY, tile, bits);
    x = nextX;
    y = nextY;
  }
}

/** All but the beginning of an edge, which is the end of the one before it. */
function traceEdge(x1: number, y1: number, x2: number, y2: number, { west, north }: FillTile, bits: Int32Array): void {
  const run = x2 - x1;
  const rise = y2 - y1;
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(run), Math.abs(rise)) / STEP));
  let first = 1;
  let last = steps;
  // Far out nearly all edges are on the tile with both ends, and a few steps long: finding the first would take longest.
  if (!isOnTile(x1 - west, y1 - north) || !isOnTile(x2 - west, y2 - north)) {
    first = Math.max(1, firstStep(x1 - west, run / steps), firstStep(y1 - north, rise / steps));
    last = Math.min(steps, lastStep(x1 - west, run / steps), lastStep(y1 - north, rise / steps));
  }
  for (let step = first; step <= last; step++) {
    const x = Math.floor(x1 + (run * step) / steps) - west;
    const y = Math.floor(y1 + (rise * step) / steps) - north;
    if (isOnTile(x, y)) markQuarter(x, y, bits);
  }
}

function isOnTile(x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < TILE_UNITS && y < TILE_UNITS;
}

/** The first step that falls into the tile in one direction, or one before it; none of an edge beside it: Infinity. */
function firstStep(start: number, stride: number): number {
  if (stride === 0) return start >= 0 && start < TILE_UNITS ? 0 : Number.POSITIVE_INFINITY;
  return Math.floor((stride > 0 ? -start : TILE_UNITS - start) / stride) - 1;
}

/** The last one, or one after it. */
function lastStep(start: number, stride: number): number {
  if (stride === 0) return Number.POSITIVE_INFINITY;
  return Math.ceil((stride > 0 ? TILE_UNITS - start : -start) / stride) + 1;
}

/** Two samples in each of two rows. */
function markQuarter(x: number, y: number, bits: Int32Array): void {
  const column = (x >> 2) & ~1;
  const at = ((y >> 2) & ~1) * WORDS + (column >> 5);
  bits[at]! |= 3 << (column & 31);
  bits[at + WORDS]! |= 3 << (column & 31);
}
