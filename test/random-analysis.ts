/** Days of a daily analysis with known values, for tests that store them and read them back. */

import { type AnalysedDay, type AnalysisDataset, elementsOf } from '../src/model/daily-analysis.js';
import type { RegularGrid } from '../src/model/field.js';
import { MISSING_PACKED } from '../src/model/packing.js';
import { parseDate } from '../src/model/time.js';

/** 9° apart: two shards, and chunks that reach beyond the grid on both sides. */
export const ANALYSIS_GRID: RegularGrid = {
  kind: 'regular',
  rows: 81,
  columns: 40,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -2.25,
  longitudeStep: 9,
};

export function dayNumber(date: string): number {
  const day = parseDate(date);
  if (day === null) throw new RangeError(`no date ${date}`);
  return day;
}

/** A value that tells element, day and cell apart; the last column has none. */
export function packedOf(element: number, day: number, y: number, x: number): number {
  return x === ANALYSIS_GRID.columns - 1 ? MISSING_PACKED : ((element * 7919 + day * 131 + y * 41 + x) % 30_011) - 9000;
}

export function analysedDay(day: number, changes: Partial<AnalysedDay> = {}): AnalysedDay {
  const { dataset = 'daily-weather', grid = ANALYSIS_GRID } = changes;
  const values = new Int16Array(elementsOf(dataset as AnalysisDataset).length * grid.rows * grid.columns);
  for (let at = 0; at < values.length; at++) {
    const x = at % grid.columns;
    const y = Math.floor(at / grid.columns) % grid.rows;
    values[at] = packedOf(Math.floor(at / (grid.rows * grid.columns)), day, y, x);
  }
  return { dataset, day, source: 'gfs', simulated: false, grid, values, ...changes };
}
