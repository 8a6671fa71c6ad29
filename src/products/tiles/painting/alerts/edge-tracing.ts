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
  const unit = (at: number) => (corners[at]! + half) >> tile.shift;
  for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2)
    traceEdge(unit(j), unit(j + 1), unit(i), unit(i + 1), tile, bits);
}

function traceEdge(x1: number, y1: number, x2: number, y2: number, { west, north }: FillTile, bits: Int32Array): void {
  const run = x2 - x1;
  const rise = y2 - y1;
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(run), Math.abs(rise)) / STEP));
  const first = Math.max(0, firstStep(x1 - west, run / steps), firstStep(y1 - north, rise / steps));
  const last = Math.min(steps, lastStep(x1 - west, run / steps), lastStep(y1 - north, rise / steps));
  for (let step = first; step <= last; step++) {
    const x = Math.floor(x1 + (run * step) / steps) - west;
    const y = Math.floor(y1 + (rise * step) / steps) - north;
    if (x >= 0 && y >= 0 && x < TILE_UNITS && y < TILE_UNITS) markQuarter(x, y, bits);
  }
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
