/**
 * A day of all cells of a cube. Each cell has the local day of its own zone, so at one instant the cells of a day are up to 26
 * hours apart.
 *
 * The cube is read a few chunks at a time, row by row of them: a global one at 0.25° is 260,000 chunks and 4 GB.
 */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import { placeOf } from '../../grid/grid.js';
import type { Cell, OpenCube } from '../../model/cube.js';
import { type AnalysedDay, type AnalysisDataset, elementsOf } from '../../model/daily-analysis.js';
import type { DatasetId } from '../../model/dataset.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED, pack } from '../../model/packing.js';
import { localDay, type Zone } from '../../model/time.js';
import { type DaySteps, daySteps, isTouched } from '../../science/local-days.js';
import { CHUNK_COLUMNS, CHUNK_ROWS } from '../../store/cubes/cube-layout.js';
import { airOfCells, type CellDay, weatherOfCells } from './cell-days.js';

/** Columns of a batch: 16 chunks, of which all but the first come from the disk while one is decompressed. */
const BATCH_COLUMNS = 16 * CHUNK_COLUMNS;

const CELL_DAYS: Readonly<Record<AnalysisDataset, (description: OpenCube['description']) => CellDay>> = {
  'daily-weather': weatherOfCells,
  'daily-air-quality': airOfCells,
};

export interface CubeDayOptions {
  readonly dataset: AnalysisDataset;
  /** Days since 1970-01-01. */
  readonly day: number;
  zoneAt(latitude: number, longitude: number): Zone;
  /** Told of chunks that are damaged; their cells are missing. */
  onDefect(defect: ObjectDefectError): void;
  readonly signal: AbortSignal;
}

/**
 * The day of every cell; null: the cube holds three quarters of it nowhere.
 *
 * @throws StoreUnavailableError  the store does not respond; the signal's reason
 */
export async function dayOfCube(cube: OpenCube, options: CubeDayOptions): Promise<AnalysedDay | null> {
  const { dataset, day, signal } = options;
  const { description } = cube;
  const { grid, simulated } = description;
  const days = stepsOfCells(cube, options);
  if (!days.steps.some(isTouched)) return null;
  const elevations = await cube.staticField('elevation');
  const cells = grid.rows * grid.columns;
  const values = new Int16Array(elementsOf(dataset).length * cells).fill(MISSING_PACKED);
  const cellDay = CELL_DAYS[dataset](description);
  const one = new Float64Array(elementsOf(dataset).length);
  for (const batch of batchesOf(grid)) {
    signal.throwIfAborted();
    const wanted = batch.filter(({ y, x }) => isTouched(days.of(y * grid.columns + x)));
    const read = await readBatch(cube, wanted, options.onDefect);
    for (const [n, series] of read.entries()) {
      const at = wanted[n]!.y * grid.columns + wanted[n]!.x;
      const place = { ...placeOf(grid, wanted[n]!.y, wanted[n]!.x), elevation: elevations?.[at] ?? Number.NaN };
      cellDay(series, days.of(at), place, one);
      for (const [element, packing] of elementsOf(dataset).entries())
        values[element * cells + at] = pack(one[element]!, packing);
    }
  }
  const isKnown = values.subarray(0, cells).some((value) => value !== MISSING_PACKED);
  return isKnown ? { dataset, day, values, source: description.dataset as DatasetId, simulated, grid } : null;
}

interface CellSteps {
  /** Different days. */
  readonly steps: readonly DaySteps[];
  /** @param at  y × columns + x */
  of(at: number): DaySteps;
}

/** A few hundred zones have some 50 different days. */
function stepsOfCells({ description }: OpenCube, { day, zoneAt }: CubeDayOptions): CellSteps {
  const { grid, times, windowSeconds } = description;
  const steps: DaySteps[] = [];
  const byZone = new Map<Zone, number>();
  const bySpan = new Map<string, number>();
  const chosen = new Uint16Array(grid.rows * grid.columns);
  const numberOf = (zone: Zone): number => {
    const known = byZone.get(zone);
    if (known !== undefined) return known;
    const span = localDay(day, zone);
    const number = bySpan.get(`${span.start} ${span.end}`) ?? steps.push(daySteps(times, span, windowSeconds)) - 1;
    bySpan.set(`${span.start} ${span.end}`, number);
    byZone.set(zone, number);
    return number;
  };
  for (let y = 0, at = 0; y < grid.rows; y++)
    for (let x = 0; x < grid.columns; x++, at++) {
      const { latitude, longitude } = placeOf(grid, y, x);
      chosen[at] = numberOf(zoneAt(latitude, longitude));
    }
  return { steps, of: (at) => steps[chosen[at]!]! };
}

/** Cells of whole chunks, which are read once. */
function* batchesOf({ rows, columns }: Grid): Generator<Cell[]> {
  for (let top = 0; top < rows; top += CHUNK_ROWS)
    for (let left = 0; left < columns; left += BATCH_COLUMNS) {
      const cells: Cell[] = [];
      for (let y = top; y < Math.min(rows, top + CHUNK_ROWS); y++)
        for (let x = left; x < Math.min(columns, left + BATCH_COLUMNS); x++) cells.push({ y, x });
      yield cells;
    }
}

/** Series of cells; those of a batch with a damaged chunk are read one by one, and damaged ones are left out. */
async function readBatch(
  cube: OpenCube,
  cells: readonly Cell[],
  onDefect: (defect: ObjectDefectError) => void,
): Promise<Map<number, Int16Array>> {
  const read = async (some: readonly Cell[]) => {
    try {
      return await cube.readCells(some);
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
      if (some.length === 1) onDefect(error);
      return null;
    }
  };
  const all = await read(cells);
  if (all !== null) return new Map(all.entries());
  const found = new Map<number, Int16Array>();
  for (const [n, cell] of cells.entries()) {
    const one = await read([cell]);
    if (one !== null) found.set(n, one[0]!);
  }
  return found;
}
