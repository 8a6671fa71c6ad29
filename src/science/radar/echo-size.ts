/**
 * How large the echoes are that a frame shows around a place, for light and for heavy rain.
 *
 *   m(v) = mean share that reaches v, of the disk of 12 pixels round each pixel that reaches v
 *   L(v) = 12 m / (1 − m)        pixels, so that a disk of diameter D holds m = 1 / (1 + D / L)
 *
 * L is the diameter of the disk of which a pixel of rain finds half as wet as itself. The law in D was measured on frames of
 * three networks, from 2 to 60 pixels: in widespread rain L is some 150 pixels, in small showers 11, for their heavy cores 1.
 *
 * Samples are every fourth pixel on both axes, from 5 mm/h on every second. Tiles of 128 × 128 are counted when they are
 * first asked for, and a frame is not changed by it. A place takes the sixteen tiles around it with the weights of cubic
 * B-splines, so that L has no edges. Rates that few samples reach take half the L of the next lower rate.
 */

import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { WET_RATE } from '../condition.js';
import { DISK_POINTS, DOWN, nearestPacked, RIGHT } from './disk-points.js';

/** Rates for which sizes are found, mm/h. */
export const ECHO_RATES = [WET_RATE, 1, 5, 20] as const;
const RATES = ECHO_RATES.length;

/** Diameter of the disk round a sample, pixels. */
const DISK = 12;
/** Pixels from sample to sample on both axes, and from 5 mm/h on: heavy rain is rare. */
const SPACING = 4;
const DENSE = 2;
const HEAVY = 2;
/** Samples that stand for what is expected where none is: half the size at the rate below, 20 pixels for any rain. */
const EXPECTED_SAMPLES = 3;
const SHRINKING = 0.5;
const EXPECTED_SIZE = 20;
/** Bounds of m, which a frame without an edge, or of specks alone, would leave. */
const [LEAST_MEAN, MOST_MEAN] = [0.01, 0.995];
/** Pixels along a cell, whose middle stands for all of it: an eighth of a tile. */
const CELL = 16;
/** Of a packed value times its step. */
const ROUNDING = 1e-6;

/** What is known of a frame so far. */
interface EchoSizes {
  /** By cell, [row][column][rate]; 0 until it was asked for. */
  readonly cells: Float32Array;
  readonly cellsAcross: number;
  /** Samples, then sums of their shares, for each of the rates; undefined until a tile was looked at. */
  readonly tiles: (Float64Array | undefined)[];
}

const known = new WeakMap<TiledField, EchoSizes>();

/**
 * Writes the sizes L in pixels at `ECHO_RATES`, of the cell of 16 × 16 pixels that the pixel nearest to a place lies in;
 * beyond the grid of the nearest one on it.
 *
 * @param field  rates, mm/h; keep the object, since its counts are kept with it
 * @param row  pixels, may be fractional, as `column`
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 */
export function echoSizesAt(field: TiledField, row: number, column: number, around: number, into: Float64Array): void {
  const sizes = sizesOf(field);
  const y = Math.floor(pixelOf(row, field.rows, 0) / CELL);
  const x = Math.floor(pixelOf(column, field.columns, around) / CELL);
  const at = RATES * (y * sizes.cellsAcross + x);
  if (sizes.cells[at] === 0) {
    const [down, right] = [((y + 0.5) * CELL) / RADAR_TILE, ((x + 0.5) * CELL) / RADAR_TILE];
    sizes.cells.set(sizesFrom(pooledAround(sizes, field, down, right, around)), at);
  }
  for (let rate = 0; rate < RATES; rate++) into[rate] = sizes.cells[at + rate]!;
}

function pixelOf(position: number, pixels: number, around: number): number {
  const nearest = Math.floor(position + 0.5);
  const wrapped = around > 0 ? nearest - Math.floor(nearest / around) * around : nearest;
  return wrapped > 0 ? Math.min(pixels - 1, wrapped) : 0;
}

function sizesOf(field: TiledField): EchoSizes {
  const kept = known.get(field);
  if (kept) return kept;
  const cellsAcross = Math.ceil(field.columns / CELL);
  const cells = new Float32Array(RATES * cellsAcross * Math.ceil(field.rows / CELL));
  const made = { cells, cellsAcross, tiles: [] };
  known.set(field, made);
  return made;
}

/** Samples and sums around a position in tiles, by the distance of the middles of the tiles. */
function pooledAround(sizes: EchoSizes, field: TiledField, y: number, x: number, around: number): Float64Array {
  const [down, across] = [tilesAlong(field.rows), tilesAlong(field.columns)];
  const [top, left] = [Math.floor(y - 0.5), Math.floor(x - 0.5)];
  const [weightsDown, weightsRight] = [splineWeights(y - 0.5 - top), splineWeights(x - 0.5 - left)];
  const pooled = new Float64Array(2 * RATES);
  for (let i = 0; i < 4; i++) {
    const row = top - 1 + i;
    if (row < 0 || row >= down) continue;
    for (let j = 0; j < 4; j++) {
      let column = left - 1 + j;
      if (around > 0) column -= Math.floor(column / across) * across;
      if (column < 0 || column >= across) continue;
      const counts = sizes.tiles[row * across + column] ?? countTile(field, row, column, around);
      sizes.tiles[row * across + column] = counts;
      const weight = weightsDown[i]! * weightsRight[j]!;
      for (let k = 0; k < pooled.length; k++) pooled[k]! += weight * counts[k]!;
    }
  }
  return pooled;
}

/** Cubic B-spline at a share of the way from the second of four knots to the third. */
function splineWeights(share: number): readonly number[] {
  const rest = 1 - share;
  return [
    rest ** 3 / 6,
    (4 - 6 * share ** 2 + 3 * share ** 3) / 6,
    (4 - 6 * rest ** 2 + 3 * rest ** 3) / 6,
    share ** 3 / 6,
  ];
}

function sizesFrom(pooled: Float64Array): Float64Array {
  const sizes = new Float64Array(RATES);
  let expected = EXPECTED_SIZE;
  for (let rate = 0; rate < RATES; rate++) {
    const expectedMean = expected / (expected + DISK);
    const mean = (pooled[RATES + rate]! + EXPECTED_SAMPLES * expectedMean) / (pooled[rate]! + EXPECTED_SAMPLES);
    const held = Math.min(MOST_MEAN, Math.max(LEAST_MEAN, mean));
    sizes[rate] = (DISK * held) / (1 - held);
    expected = SHRINKING * sizes[rate]!;
  }
  return sizes;
}

function countTile(field: TiledField, tileRow: number, tileColumn: number, around: number): Float64Array {
  const counts = new Float64Array(2 * RATES);
  const across = tilesAlong(field.columns);
  const least = ECHO_RATES.map((rate) => Math.ceil(rate / field.step - ROUNDING));
  const tile = field.tiles[tileRow * across + tileColumn]!;
  if (typeof tile === 'number' && (tile === UNOBSERVED || tile < least[0]!)) return counts;
  const [top, left] = [tileRow * RADAR_TILE, tileColumn * RADAR_TILE];
  const packedAt = (row: number, column: number) =>
    typeof tile === 'number' ? tile : tile[row * RADAR_TILE + column]!;
  for (const lowest of [0, HEAVY]) {
    const places = samplesOf(packedAt, lowest, least[lowest]!);
    const stride = Math.ceil(places.length / MOST_SAMPLES);
    for (let i = 0; i < places.length; i += stride) {
      const [row, column] = [Math.floor(places[i]! / RADAR_TILE), places[i]! % RADAR_TILE];
      const packed = packedAt(row, column);
      addSample(
        counts,
        field,
        { row: top + row, column: left + column, packed, lowest, weight: stride },
        least,
        around,
      );
    }
  }
  return counts;
}

/** Bounds the work for a tile that is wet all over: 12 ms for one of 25 mm/h without it. */
const MOST_SAMPLES = 256;

/** Pixels of a tile to be sampled: of rain every fourth, and of heavy rain every second that is not among those. */
function samplesOf(packedAt: (row: number, column: number) => number, lowest: number, least: number): number[] {
  const step = lowest === 0 ? SPACING : DENSE;
  const places: number[] = [];
  for (let row = 0; row < RADAR_TILE; row += step)
    for (let column = 0; column < RADAR_TILE; column += step) {
      if (lowest > 0 && row % SPACING === 0 && column % SPACING === 0) continue;
      const packed = packedAt(row, column);
      if (packed !== UNOBSERVED && packed >= least) places.push(row * RADAR_TILE + column);
    }
  return places;
}

const REACHING = new Int32Array(RATES);

/** A pixel of rain; `lowest` is the first of the rates for which it counts. */
interface Sample {
  readonly row: number;
  readonly column: number;
  readonly packed: number;
  readonly lowest: number;
  /** Pixels that it stands for. */
  readonly weight: number;
}

/** Adds the shares of the disk round a sample, at each rate that it reaches. */
function addSample(
  counts: Float64Array,
  field: TiledField,
  { row, column, packed, lowest, weight }: Sample,
  least: readonly number[],
  around: number,
): void {
  const across = tilesAlong(field.columns);
  let observed = 0;
  REACHING.fill(0);
  for (let k = 0; k < DISK_POINTS; k++) {
    const seen = nearestPacked(field, across, row + (DOWN[k]! * DISK) / 2, column + (RIGHT[k]! * DISK) / 2, around);
    if (seen === UNOBSERVED) continue;
    observed += 1;
    for (let rate = 0; rate < RATES && seen >= least[rate]!; rate++) REACHING[rate]! += 1;
  }
  // A lone pixel in a hole of the coverage: nothing is seen around it.
  if (observed === 0) return;
  for (let rate = lowest; rate < RATES && packed >= least[rate]!; rate++) {
    counts[rate]! += weight;
    counts[RATES + rate]! += (weight * REACHING[rate]!) / observed;
  }
}
