/**
 * Echoes between the cells of a field, for the many positions of a picture at once.
 *
 *   E = Σ wᵢ Eᵢ / Σ wᵢ        bilinear in dBZ of the up to four cells around, over those that were observed
 *
 * where these hold at least half of the weight; else nothing is known there. Mixing dBZ and not rates draws the edge of a
 * shower where it is: the mean of 0 and 20 mm/h is 10 mm/h, 39 of the 43 dBZ of the heavier pixel.
 *
 * The cells that the positions lie among are first laid out as dBZ in one array, from which four reads, without looking for
 * tiles, are most of what a position costs. A box without any echo is known by its tiles.
 */

import { RADAR_TILE, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import type { PixelBox } from './displacement.js';
import type { EchoField } from './echo-field.js';

/** Less what rounding takes of two halves. */
const LEAST_WEIGHT = 0.5 - 1e-9;

/** Positions along the axes of a field from those of the pixels that its cells are made of. */
export interface CellScale {
  readonly rowFactor: number;
  readonly columnFactor: number;
  /** Columns of cells after which the first comes again, on a grid round the globe; 0 on others. */
  readonly around: number;
}

/** What a box holds as far as its tiles tell. */
export interface BoxSurvey {
  readonly hasEcho: boolean;
  readonly hasObserved: boolean;
  /** Cells that were not observed, or the outside of the grid. */
  readonly hasHoles: boolean;
}

/** Whole cells, ends in it. */
interface CellBox {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Position among the cells of a position among the pixels. */
function cellPosition(pixel: number, factor: number): number {
  return (pixel + 0.5) / factor - 0.5;
}

/** The cells that positions in a box are made of; of those beyond the grid one row and column at the most. */
function cellsOf(field: EchoField, { rowFactor, columnFactor, around }: CellScale, box: PixelBox): CellBox {
  const [top, bottom] = [cellPosition(box.top, rowFactor), cellPosition(box.bottom, rowFactor)];
  const [left, right] = [cellPosition(box.left, columnFactor), cellPosition(box.right, columnFactor)];
  const [first, last] = around > 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [-1, field.columns];
  return {
    top: Math.max(-1, Math.floor(top)),
    bottom: Math.min(field.rows, Math.floor(bottom) + 1),
    left: Math.max(first, Math.floor(left)),
    right: Math.min(last, Math.floor(right) + 1),
  };
}

/** Columns of a box that lie beside each other in one tile, or outside the grid. */
type VisitColumns = (from: number, to: number, column: number | null) => void;

function visitColumns({ columns }: EchoField, around: number, left: number, right: number, visit: VisitColumns): void {
  for (let from = left; from <= right; ) {
    const column = around > 0 ? from - Math.floor(from / around) * around : from;
    const isInside = column >= 0 && column < columns;
    const length = isInside ? Math.min(RADAR_TILE - (column % RADAR_TILE), columns - column) : 1;
    const to = Math.min(right, from + length - 1);
    visit(from, to, isInside ? column : null);
    from = to + 1;
  }
}

/** @param box  pixels of the frame */
export function surveyBox(field: EchoField, scale: CellScale, box: PixelBox): BoxSurvey {
  const cells = cellsOf(field, scale, box);
  let [hasEcho, hasObserved] = [false, false];
  let hasHoles = cells.top < 0 || cells.bottom >= field.rows;
  const across = tilesAlong(field.columns);
  visitColumns(field, scale.around, cells.left, cells.right, (_from, _to, column) => {
    if (column === null) hasHoles = true;
    else
      for (let row = Math.max(0, cells.top); row <= Math.min(field.rows - 1, cells.bottom); row = (row | 127) + 1) {
        const tile = field.tile((row >>> 7) * across + (column >>> 7));
        const isEven = typeof tile === 'number';
        hasEcho ||= !isEven || field.dbz[tile]! > 0;
        hasObserved ||= !isEven || tile !== UNOBSERVED;
        hasHoles ||= !isEven || tile === UNOBSERVED;
      }
  });
  return { hasEcho, hasObserved, hasHoles };
}

/** Echoes of a box laid out; of one picture at a time. */
let room = new Float32Array(0);

function layOut(field: EchoField, around: number, { top, left, bottom, right }: CellBox): Float32Array {
  const width = right - left + 1;
  const size = width * (bottom - top + 1);
  if (room.length < size) room = new Float32Array(size);
  const across = tilesAlong(field.columns);
  visitColumns(field, around, left, right, (from, to, column) => {
    for (let row = top; row <= bottom; row++) {
      const at = (row - top) * width + from - left;
      const isInside = column !== null && row >= 0 && row < field.rows;
      const tile = isInside ? field.tile((row >>> 7) * across + (column >>> 7)) : UNOBSERVED;
      if (typeof tile === 'number') room.fill(field.dbz[tile]!, at, at + to - from + 1);
      else {
        const first = ((row & 127) << 7) | (column! & 127);
        for (let k = 0; k <= to - from; k++) room[at + k] = field.dbz[tile[first + k]!]!;
      }
    }
  });
  return room;
}

/**
 * Writes dBZ at positions where none is yet.
 *
 * @param box  that all positions lie in, pixels of the frame
 * @param rows, columns  positions in pixels of the frame, NaN: nowhere
 * @param echoes  dBZ; only NaN are written, and stay so where nothing is known
 */
export function fillEchoes(
  field: EchoField,
  scale: CellScale,
  box: PixelBox,
  rows: Float64Array,
  columns: Float64Array,
  echoes: Float32Array,
): void {
  const cells = cellsOf(field, scale, box);
  const [width, height] = [cells.right - cells.left + 1, cells.bottom - cells.top + 1];
  if (width < 2 || height < 2) return;
  const dbz = layOut(field, scale.around, cells);
  const [perRow, perColumn] = [1 / scale.rowFactor, 1 / scale.columnFactor];
  const { top, left } = cells;
  const [lastRow, lastColumn] = [height - 2, width - 2];
  for (let i = 0; i < echoes.length; i++) {
    if (echoes[i]! >= 0) continue;
    const y = (rows[i]! + 0.5) * perRow - 0.5;
    const x = (columns[i]! + 0.5) * perColumn - 0.5;
    const row = Math.floor(y);
    const column = Math.floor(x);
    const [r, c] = [row - top, column - left];
    if (!(r >= 0 && c >= 0 && r <= lastRow && c <= lastColumn)) continue;
    const dy = y - row;
    const dx = x - column;
    const at = r * width + c;
    const a = dbz[at]!;
    const b = dbz[at + 1]!;
    const lower = at + width;
    const above = a + dx * (b - a);
    const below = dbz[lower]! + dx * (dbz[lower + 1]! - dbz[lower]!);
    const between = above + dy * (below - above);
    echoes[i] = between >= 0 ? between : ofObserved(dbz, at, width, dy, dx);
  }
}

/** Mean of those of four cells that were observed, NaN where they hold less than half of the weight. */
function ofObserved(dbz: Float32Array, at: number, width: number, dy: number, dx: number): number {
  let [sum, weight] = [0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [down, right] = [corner >> 1, corner & 1];
    const value = dbz[at + down * width + right]!;
    const share = (down === 1 ? dy : 1 - dy) * (right === 1 ? dx : 1 - dx);
    if (Number.isNaN(value) || share === 0) continue;
    sum += share * value;
    weight += share;
  }
  return weight >= LEAST_WEIGHT ? sum / weight : Number.NaN;
}
