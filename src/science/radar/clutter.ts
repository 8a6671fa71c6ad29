/**
 * Clutter: echoes of a few pixels are birds, aircraft, turbines or noise, not rain, and would be found as corners by the
 * estimate of motion. Echoes of fewer than `least` pixels that touch by sides or corners become observed dryness
 * (fewer than 9 pixels of 1 km).
 *
 * Connected components by runs: what is wet in a row is a run, runs of neighbouring rows that touch are united
 * (union-find, the size of a component kept at its root). A CONUS frame has some hundred thousand runs for 24.5 million
 * pixels, and tiles without rain cost nothing. What was not observed counts as no echo, so at the edge of what the radars
 * see a shower of which only a corner is seen is dropped, too.
 */

import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { collapseTile, tilesAlong } from '../../model/radar-tiles.js';

export interface Decluttered {
  readonly field: TiledField;
  /** Pixels that were made dry. */
  readonly pixels: number;
}

/** Runs of wet pixels, row by row. `parent`: index of another run of the same component, or −pixels at its root. */
interface Runs {
  count: number;
  first: Int32Array;
  last: Int32Array;
  parent: Int32Array;
  /** Index of the first run of each row, and behind the last row the count. */
  readonly begin: Int32Array;
}

const FIRST_ROOM = 1 << 14;

/**
 * @param least  pixels of the smallest echo that stays; 1 or less: all stay
 */
export function withoutClutter(field: TiledField, least: number): Decluttered {
  if (!(least > 1)) return { field, pixels: 0 };
  const runs = runsOf(field);
  uniteRows(field.rows, runs);
  return makeDry(field, runs, (run) => -runs.parent[rootOf(runs.parent, run)]! < least);
}

function runsOf(field: TiledField): Runs {
  const runs: Runs = {
    count: 0,
    first: new Int32Array(FIRST_ROOM),
    last: new Int32Array(FIRST_ROOM),
    parent: new Int32Array(FIRST_ROOM),
    begin: new Int32Array(field.rows + 1),
  };
  const across = tilesAlong(field.columns);
  for (let row = 0; row < field.rows; row++) {
    runs.begin[row] = runs.count;
    const tileRow = (row >>> 7) * across;
    for (let tile = 0; tile < across; tile++) {
      const left = tile * RADAR_TILE;
      addRuns(runs, row, field.tiles[tileRow + tile]!, left, Math.min(RADAR_TILE, field.columns - left));
    }
  }
  runs.begin[field.rows] = runs.count;
  return runs;
}

function addRuns(runs: Runs, row: number, tile: Uint16Array | number, left: number, width: number): void {
  if (typeof tile === 'number') {
    if (isEcho(tile)) addRun(runs, row, left, left + width - 1);
    return;
  }
  const from = (row & (RADAR_TILE - 1)) * RADAR_TILE;
  for (let column = 0; column < width; column++) {
    if (!isEcho(tile[from + column]!)) continue;
    const first = column;
    while (column + 1 < width && isEcho(tile[from + column + 1]!)) column++;
    addRun(runs, row, left + first, left + column);
  }
}

function isEcho(packed: number): boolean {
  return packed !== 0 && packed !== UNOBSERVED;
}

/** A run that begins where the last of its row ended, at the seam of two tiles, goes on with it. */
function addRun(runs: Runs, row: number, first: number, last: number): void {
  const before = runs.count - 1;
  if (before >= runs.begin[row]! && runs.last[before] === first - 1) {
    runs.last[before] = last;
    runs.parent[before] = runs.first[before]! - last - 1;
    return;
  }
  if (runs.count === runs.first.length) {
    runs.first = withTwiceTheRoom(runs.first);
    runs.last = withTwiceTheRoom(runs.last);
    runs.parent = withTwiceTheRoom(runs.parent);
  }
  runs.first[runs.count] = first;
  runs.last[runs.count] = last;
  runs.parent[runs.count] = first - last - 1;
  runs.count += 1;
}

function withTwiceTheRoom(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Goes along each pair of neighbouring rows with two fingers. */
function uniteRows(rows: number, { first, last, parent, begin }: Runs): void {
  for (let row = 1; row < rows; row++) {
    let upper = begin[row - 1]!;
    let lower = begin[row]!;
    while (upper < begin[row]! && lower < begin[row + 1]!) {
      if (first[upper]! <= last[lower]! + 1 && first[lower]! <= last[upper]! + 1) unite(parent, upper, lower);
      if (last[upper]! < last[lower]!) upper += 1;
      else lower += 1;
    }
  }
}

function rootOf(parent: Int32Array, run: number): number {
  let root = run;
  while (parent[root]! >= 0) root = parent[root]!;
  while (parent[run]! >= 0) {
    const next = parent[run]!;
    parent[run] = root;
    run = next;
  }
  return root;
}

function unite(parent: Int32Array, a: number, b: number): void {
  const [one, other] = [rootOf(parent, a), rootOf(parent, b)];
  if (one === other) return;
  const [large, small] = parent[one]! <= parent[other]! ? [one, other] : [other, one];
  parent[large]! += parent[small]!;
  parent[small] = large;
}

/** Tiles that nothing changes in are those of the field. */
function makeDry(field: TiledField, runs: Runs, isClutter: (run: number) => boolean): Decluttered {
  const across = tilesAlong(field.columns);
  const tiles = [...field.tiles];
  const changed = new Map<number, Uint16Array>();
  let pixels = 0;
  for (let row = 0; row < field.rows; row++)
    for (let run = runs.begin[row]!; run < runs.begin[row + 1]!; run++) {
      if (!isClutter(run)) continue;
      for (let column = runs.first[run]!; column <= runs.last[run]!; column++) {
        const tile = writable(tiles, changed, (row >>> 7) * across + (column >>> 7));
        tile[(row & (RADAR_TILE - 1)) * RADAR_TILE + (column & (RADAR_TILE - 1))] = 0;
        pixels += 1;
      }
    }
  for (const [index, tile] of changed) tiles[index] = collapseTile(tile);
  return { field: { ...field, tiles }, pixels };
}

function writable(
  tiles: readonly (Uint16Array | number)[],
  changed: Map<number, Uint16Array>,
  index: number,
): Uint16Array {
  const known = changed.get(index);
  if (known !== undefined) return known;
  const tile = tiles[index]!;
  const copy = typeof tile === 'number' ? new Uint16Array(RADAR_TILE * RADAR_TILE).fill(tile) : tile.slice();
  changed.set(index, copy);
  return copy;
}
