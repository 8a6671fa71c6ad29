/**
 * The motion of rain as a model's wind has it, where radar does not show any: of the newest published GFS
 *
 *   motion = 0.8 × wind at 700 hPa                        in pixels of the frame per minute
 *
 * Nodes lie 2° apart, and of a globe so far that there are at most some 1,500: each is a chunk of the cube to read, and
 * this wind changes over hundreds of kilometres. A node takes the nearest cell of the model, linear in time. Where the
 * cube does not reach, being kept for a region, the mean of the others stands.
 */

import { gridPosition, placeOf } from '../../grid/grid.js';
import type { Cell, CubeShelf, OpenCube } from '../../model/cube.js';
import type { ElementId } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import { unpack } from '../../model/packing.js';
import type { MotionField } from '../../model/radar.js';

const MODEL = 'gfs';
const SHARE = 0.8;
const NODE_DEGREES = 2;
const MOST_NODES = 1500;
/** Cells read at once: a chunk is unpacked for each. */
const BATCH = 64;
/** Length of a degree of latitude, m. */
const DEGREE = 111_195;

/** Wind towards east and north, m/s. */
interface Wind {
  readonly east: number;
  readonly north: number;
}

interface Node {
  readonly row: number;
  readonly column: number;
  /** Cell of the model; null: it has none there. */
  readonly cell: Cell | null;
}

/**
 * Null where there is no run, or none that knows this wind at this time.
 *
 * @param grid  of the frame
 * @param validTime  epoch seconds
 * @throws ObjectDefectError  what the published run holds cannot be read
 */
export async function modelMotion(shelf: CubeShelf, grid: Grid, validTime: number): Promise<MotionField | null> {
  const cube = await shelf.open(MODEL);
  if (cube === null) return null;
  try {
    const spacing = spacingOn(grid);
    const [rows, columns] = [Math.ceil(grid.rows / spacing) + 1, Math.ceil(grid.columns / spacing) + 1];
    const nodes = Array.from({ length: rows * columns }, (_, n) =>
      nodeAt(grid, cube, Math.floor(n / columns) * spacing, (n % columns) * spacing),
    );
    const winds = await windsAt(cube, nodes, validTime);
    if (winds === null) return null;
    const motion = {
      rows,
      columns,
      spacing,
      origin: 0,
      u: new Float32Array(nodes.length),
      v: new Float32Array(nodes.length),
    };
    nodes.forEach((node, n) => {
      const moved = pixelsAMinute(grid, node, winds[n]!);
      motion.u[n] = moved.columns;
      motion.v[n] = moved.rows;
    });
    return motion;
  } finally {
    cube.release();
  }
}

/** Pixels between nodes. */
function spacingOn(grid: Grid): number {
  const degrees =
    'latitudeStep' in grid
      ? Math.min(Math.abs(grid.latitudeStep), Math.abs(grid.longitudeStep))
      : 'xStep' in grid
        ? Math.abs(grid.xStep) / DEGREE
        : grid.longitudeStep;
  const least = Math.sqrt((grid.rows * grid.columns) / MOST_NODES);
  return Math.max(1, Math.ceil(Math.max(NODE_DEGREES / degrees, least)));
}

/** Nodes behind the last row and column take what the edge has. */
function nodeAt(grid: Grid, { description }: OpenCube, row: number, column: number): Node {
  const at = { row: Math.min(row, grid.rows - 1), column: Math.min(column, grid.columns - 1) };
  const { latitude, longitude } = placeOf(grid, at.row, at.column);
  const position = gridPosition(description.grid, latitude, longitude);
  if (position === null) return { ...at, cell: null };
  const { rows, columns } = description.grid;
  const cell = { y: Math.min(rows - 1, Math.round(position.y)), x: Math.round(position.x) % columns };
  return { ...at, cell };
}

/** Of every node; null when no one has any. */
async function windsAt(cube: OpenCube, nodes: readonly Node[], validTime: number): Promise<readonly Wind[] | null> {
  const read = seriesReader(cube, validTime);
  if (read === null) return null;
  const winds: (Wind | null)[] = [];
  for (let first = 0; first < nodes.length; first += BATCH) {
    const batch = nodes.slice(first, first + BATCH);
    const known = batch.flatMap(({ cell }) => (cell === null ? [] : [cell]));
    const series = await cube.readCells(known);
    let next = 0;
    for (const { cell } of batch) winds.push(cell === null ? null : read(series[next++]!));
  }
  const found = winds.filter((wind) => wind !== null);
  if (found.length === 0) return null;
  const mean = (component: keyof Wind) => found.reduce((sum, wind) => sum + wind[component], 0) / found.length;
  const elsewhere = { east: mean('east'), north: mean('north') };
  return winds.map((wind) => wind ?? elsewhere);
}

/** Reads the wind out of a cell's series; null when the cube does not have it at this time. */
function seriesReader({ description }: OpenCube, validTime: number): ((series: Int16Array) => Wind | null) | null {
  const { elements, times, packings } = description;
  const after = times.findIndex((time) => time >= validTime);
  const before = times[after] === validTime ? after : after - 1;
  if (after === -1 || before === -1) return null;
  const share = after === before ? 0 : (validTime - times[before]!) / (times[after]! - times[before]!);
  const component = (id: ElementId) => {
    const element = elements.indexOf(id);
    const at = (series: Int16Array, time: number) => unpack(series[element * times.length + time]!, packings[element]!);
    return element === -1
      ? null
      : (series: Int16Array) => at(series, before) * (1 - share) + (share === 0 ? 0 : at(series, after) * share);
  };
  const [east, north] = [component('wind_u_700hpa'), component('wind_v_700hpa')];
  if (east === null || north === null) return null;
  return (series) => {
    const wind = { east: east(series), north: north(series) };
    return Number.isNaN(wind.east + wind.north) ? null : wind;
  };
}

/**
 * How far the rain moves on the frame's grid in a minute, northward and eastward part added, so that a corner of the grid
 * has a motion along each of its edges; what would leave the grid is taken from the minute before.
 */
function pixelsAMinute(grid: Grid, node: Node, { east, north }: Wind): { rows: number; columns: number } {
  const parts = [shift(grid, node, 0, north), shift(grid, node, east, 0)];
  return { rows: parts[0]!.rows + parts[1]!.rows, columns: parts[0]!.columns + parts[1]!.columns };
}

function shift(grid: Grid, { row, column }: Node, east: number, north: number): { rows: number; columns: number } {
  const { latitude, longitude } = placeOf(grid, row, column);
  for (const minutes of [1, -1]) {
    const metres = SHARE * 60 * minutes;
    const parallel = DEGREE * Math.cos((latitude * Math.PI) / 180);
    const to = gridPosition(grid, latitude + (north * metres) / DEGREE, longitude + (east * metres) / parallel);
    if (to !== null) return { rows: (to.y - row) / minutes, columns: (to.x - column) / minutes };
  }
  return { rows: 0, columns: 0 };
}
