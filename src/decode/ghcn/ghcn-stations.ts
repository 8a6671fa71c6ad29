/**
 * Lists of GHCN-Daily: stations with their places, and which elements each has observed in which years.
 *
 *   ghcnd-stations.txt   ID 1-11, latitude 13-20, longitude 22-30, elevation 32-37 (m, -999.9 missing), name 42-71
 *   ghcnd-inventory.txt  ID 1-11, element 32-35, first year 37-40, last year 42-45
 *
 * Positions count from 1 (readme.txt, sections IV and VII).
 */

import { MalformedError } from '../../base/errors.js';

export interface ListedStation {
  readonly id: string;
  readonly name: string;
  /** Degrees north, degrees east. */
  readonly latitude: number;
  readonly longitude: number;
  /** m; null: not known. */
  readonly elevation: number | null;
}

/** Years in which a station observed an element, both inclusive. */
export interface InventoryRow {
  readonly id: string;
  readonly element: string;
  readonly firstYear: number;
  readonly lastYear: number;
}

export interface List<Row> {
  readonly rows: readonly Row[];
  /** Lines that break a rule, and the first of them. */
  readonly refused: number;
  readonly firstRefused: string | null;
}

const ID = /^[A-Z0-9_-]{11}$/;
/** The list has 127,000 stations, the inventory six times as many rows. */
const MOST_ROWS = 4_000_000;
/** Shares of lines that may break a rule before the file is none of these. */
const MOST_REFUSED = 0.01;

/** @throws MalformedError  more than 1% of the lines are no stations, or there is none */
export function decodeStations(bytes: Uint8Array): List<ListedStation> {
  return listOf('ghcnd-stations.txt', bytes, stationOf);
}

/** @throws MalformedError  more than 1% of the lines are no rows, or there is none */
export function decodeInventory(bytes: Uint8Array): List<InventoryRow> {
  return listOf('ghcnd-inventory.txt', bytes, inventoryRowOf);
}

function stationOf(line: string): ListedStation | null {
  const id = line.slice(0, 11).toUpperCase();
  const [latitude, longitude] = [numberIn(line, 12, 20), numberIn(line, 21, 30)];
  const elevation = numberIn(line, 31, 37);
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!ID.test(id) || !isPlace || Number.isNaN(elevation)) return null;
  const isKnown = elevation > -500 && elevation < 9000;
  return { id, name: line.slice(41, 71).trim(), latitude, longitude, elevation: isKnown ? elevation : null };
}

function inventoryRowOf(line: string): InventoryRow | null {
  const [id, element] = [line.slice(0, 11).toUpperCase(), line.slice(31, 35)];
  const [firstYear, lastYear] = [numberIn(line, 36, 40), numberIn(line, 41, 45)];
  const isSpan = firstYear >= 1700 && lastYear >= firstYear && lastYear < 2200;
  return ID.test(id) && /^\S{4}$/.test(element) && isSpan ? { id, element, firstYear, lastYear } : null;
}

function numberIn(line: string, from: number, to: number): number {
  const text = line.slice(from, to).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function listOf<Row>(format: string, bytes: Uint8Array, rowOf: (line: string) => Row | null): List<Row> {
  const rows: Row[] = [];
  let refused = 0;
  let firstRefused: string | null = null;
  for (const line of linesOf(bytes)) {
    const row = rowOf(line);
    if (row === null) {
      refused++;
      firstRefused ??= line.slice(0, 90);
    } else rows.push(row);
    if (rows.length > MOST_ROWS) throw new MalformedError(format, `has at most ${MOST_ROWS} lines`);
  }
  if (rows.length === 0 || refused > 5 + MOST_REFUSED * rows.length)
    throw new MalformedError(
      format,
      `lines must have an id, places and years at their positions; ${refused} do not`,
      firstRefused ?? '',
    );
  return { rows, refused, firstRefused };
}

/** Lines that are not blank, one at a time: the inventory has 34 MB. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0; from < buffer.length; ) {
    const found = buffer.indexOf(10, from);
    const to = found < 0 ? buffer.length : found;
    const line = buffer.toString('latin1', from, to).trimEnd();
    if (line !== '') yield line;
    from = to + 1;
  }
}
