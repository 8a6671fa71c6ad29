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

/** What the cells of a box may hold, as far as their tiles tell. */
export interface BoxSurvey {
  readonly hasEcho: boolean;
  readonly hasObserved: boolean;
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
  const { top, left, bottom, right } = cellsOf(field, scale, box);
  let [hasEcho, hasObserved] = [false, false];
  const across = tilesAlong(field.columns);
  visitColumns(field, scale.around, left, right, (_from, _to, column) => {
    if (column === null) return;
    for (let row = Math.max(0, top); row <= Math.min(field.rows - 1, bottom); row = (row | 127) + 1) {
      const tile = field.tile((row >>> 7) * across + (column >>> 7));
      hasEcho ||= typeof tile !== 'number' || field.dbz[tile]! > 0;
      hasObserved ||= tile !== UNOBSERVED;
    }
  });
  return { hasEcho, hasObserved };
}

/** Echoes of a box laid out, and room for them; of one picture at a time. */
export interface EchoWindow {
  readonly dbz: Float32Array;
  readonly scale: CellScale;
  /** Cell of the first value. */
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** True where all of it was observed and nothing falls. */
  readonly isDry: boolean;
}

let room = new Float32Array(0);

/** The next call takes the room of the window before. @param box  pixels of the frame */
export function layOutEchoes(field: EchoField, scale: CellScale, box: PixelBox): EchoWindow {
  const { top, left, bottom, right } = cellsOf(field, scale, box);
  const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)];
  if (room.length < width * height) room = new Float32Array(width * height);
  const across = tilesAlong(field.columns);
  visitColumns(field, scale.around, left, right, (from, to, column) => {
    for (let row = top; row <= bottom; row++) {
      const at = (row - top) * width + from - left;
      const isInside = column !== null && row >= 0 && row < field.rows;
      const tile = isInside ? field.tile((row >>> 7) * across + (column >>> 7)) : UNOBSERVED;
      if (typeof tile === 'number') room.fill(field.dbz[tile]!, at, at + to - from + 1);
      else copyEchoes(field.dbz, tile, ((row & 127) << 7) | (column! & 127), at, to - from + 1);
    }
  });
  return { dbz: room, scale, top, left, width, height, isDry: isZero(room, width * height) };
}

function isZero(values: Float32Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (values[i] !== 0) return false;
  return count > 0;
}

function copyEchoes(dbz: Float32Array, tile: Uint16Array, from: number, at: number, count: number): void {
  for (let k = 0; k < count; k++) room[at + k] = dbz[tile[from + k]!]!;
}

/**
 * Writes dBZ at a row of positions where none is yet.
 *
 * @param window  of a box that all positions lie in
 * @param rows, columns  positions in pixels of the frame, NaN: nowhere
 * @param echoes  dBZ; only NaN are written, and stay so where nothing is known
 * @param first  index of the echo of the first position
 */
export function fillEchoes(
  window: EchoWindow,
  rows: Float64Array,
  columns: Float64Array,
  echoes: Float32Array,
  first = 0,
): void {
  const { dbz, scale, top, left, width, height } = window;
  const perRow = 1 / scale.rowFactor;
  const perColumn = 1 / scale.columnFactor;
  const fromRow = cellPosition(0, scale.rowFactor) - top;
  const fromColumn = cellPosition(0, scale.columnFactor) - left;
  for (let i = 0; i < rows.length; i++) {
    if (echoes[first + i]! >= 0) continue;
    const y = rows[i]! * perRow + fromRow;
    const x = columns[i]! * perColumn + fromColumn;
    if (!(y >= 0 && x >= 0 && y < height - 1 && x < width - 1)) continue;
    const row = y | 0;
    const column = x | 0;
    const dy = y - row;
    const dx = x - column;
    const at = row * width + column;
    const a = dbz[at]!;
    const above = a + dx * (dbz[at + 1]! - a);
    const c = dbz[at + width]!;
    const below = c + dx * (dbz[at + width + 1]! - c);
    const between = above + dy * (below - above);
    echoes[first + i] = between >= 0 ? between : ofObserved(dbz, at, width, dy, dx);
  }
}

/**
 * The same for all crossings of rows and columns: a row of cells is read between its columns once, however many rows of
 * positions lie beside it.
 *
 * @param echoes  one for each crossing, row by row
 */
export function fillEchoesOnAxes(
  window: EchoWindow,
  rows: Float64Array,
  columns: Float64Array,
  echoes: Float32Array,
): void {
  const { dbz, scale, top, left, width, height } = window;
  const { cells, shares } = cellsAlong(columns, scale.columnFactor, left, width);
  let upper = { row: -1, echoes: new Float32Array(columns.length) };
  let lower = { row: -1, echoes: new Float32Array(columns.length) };
  const read = (line: { row: number; echoes: Float32Array }, row: number): void => {
    line.row = row;
    for (let i = 0, from = row * width; i < cells.length; i++) {
      const at = from + cells[i]!;
      line.echoes[i] = dbz[at]! + shares[i]! * (dbz[at + 1]! - dbz[at]!);
    }
  };
  for (let k = 0, first = 0; k < rows.length; k++, first += columns.length) {
    const y = cellPosition(rows[k]!, scale.rowFactor);
    const row = Math.floor(y) - top;
    if (!(row >= 0 && row < height - 1)) continue;
    if (upper.row !== row) {
      [upper, lower] = [lower, upper];
      if (upper.row !== row) read(upper, row);
    }
    if (lower.row !== row + 1) read(lower, row + 1);
    const dy = y - top - row;
    const [above, below] = [upper.echoes, lower.echoes];
    for (let i = 0; i < cells.length; i++) {
      if (echoes[first + i]! >= 0) continue;
      const between = above[i]! + dy * (below[i]! - above[i]!);
      if (between >= 0) echoes[first + i] = between;
      else if (shares[i]! >= 0) echoes[first + i] = ofObserved(dbz, row * width + cells[i]!, width, dy, shares[i]!);
    }
  }
}

/** The cell of a window before each of the columns, and how far behind it these lie; NaN outside. */
function cellsAlong(
  columns: Float64Array,
  factor: number,
  left: number,
  width: number,
): { cells: Int32Array; shares: Float64Array } {
  const cells = new Int32Array(columns.length);
  const shares = new Float64Array(columns.length).fill(Number.NaN);
  for (let i = 0; i < columns.length; i++) {
    const x = cellPosition(columns[i]!, factor);
    const cell = Math.floor(x) - left;
    if (!(cell >= 0 && cell < width - 1)) continue;
    cells[i] = cell;
    shares[i] = x - left - cell;
  }
  return { cells, shares };
}

/** Mean of those of four cells that were observed, NaN where they hold less than half of the weight. */
function ofObserved(dbz: Float32Array, at: number, width: number, dy: number, dx: number): number {
  let sum = 0;
  let weight = 0;
  for (let corner = 0; corner < 4; corner++) {
    const down = corner >> 1;
    const right = corner & 1;
    const value = dbz[at + down * width + right]!;
    const share = (down === 1 ? dy : 1 - dy) * (right === 1 ? dx : 1 - dx);
    if (Number.isNaN(value) || share === 0) continue;
    sum += share * value;
    weight += share;
  }
  return weight >= LEAST_WEIGHT ? sum / weight : Number.NaN;
}
