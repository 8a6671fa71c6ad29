/**
 * Checks a field's grid against the grid of its feed. A grid that is shifted or stretched moves the weather to other places,
 * and nothing else in a message would show it.
 */

import { ALIGNED, type Alignment, alignmentOn } from '../../grid/grid-alignment.js';
import { gridInWords } from '../../grid/grid-words.js';
import { datasetTitle } from '../../model/dataset.js';
import type { Grid } from '../../model/field.js';
import type { ModelFeed } from '../../sources/model-feed.js';

/** A grid that the operator accepts in addition to the feed's; `any`: the next one, whichever it is; null: none. */
export type AcceptedGrid = Grid | 'any' | null;

export interface GridUse {
  /** False for files given by hand: they may be cut-outs, or hold every n-th row and column. */
  readonly strict: boolean;
  /** Simulated files have the real grids with wide cells. */
  readonly simulated: boolean;
  readonly accepted: AcceptedGrid;
}

/** The rule that a grid breaks, with what was found and what is expected; null: it is known or accepted. */
export function gridFault(
  { id, grid: known }: Pick<ModelFeed, 'id' | 'grid'>,
  grid: Grid,
  use: GridUse,
): string | null {
  if (use.accepted === 'any' || fits(known, grid, use)) return null;
  if (use.accepted !== null && fits(use.accepted, grid, use)) return null;
  const hint = use.strict
    ? `If the upstream has announced this grid, accept it with: weatherglass ingest ${id} --accept-grid`
    : 'If these files are right, accept their grid with --accept-grid';
  const found = `stands on another grid than that of ${datasetTitle(id)}: ${gridInWords(grid)} instead of ${gridInWords(known)}`;
  return `${found}. ${hint}`;
}

/** True for a cut-out that a region makes of a known or accepted grid, as staged slices have it. */
export function isCutOut(
  { grid: known }: Pick<ModelFeed, 'grid'>,
  grid: Grid,
  { simulated, accepted }: Omit<GridUse, 'strict'>,
): boolean {
  if (accepted === 'any') return true;
  return [known, accepted].some((one) => {
    const alignment = one === null ? null : alignmentOn(one, grid);
    return alignment !== null && (simulated || (isNode(alignment) && isStepped(alignment, 1)));
  });
}

function fits(known: Grid, grid: Grid, { strict, simulated }: GridUse): boolean {
  const alignment = alignmentOn(known, grid);
  if (alignment === null) return false;
  if (simulated) return isFirst(alignment) && alignment.rowStep > 1 - ALIGNED && alignment.columnStep > 1 - ALIGNED;
  return strict ? isWhole(known, grid, alignment) : isNode(alignment) && isThinned(alignment);
}

function isWhole(known: Grid, grid: Grid, alignment: Alignment | null): boolean {
  if (alignment === null || grid.rows !== known.rows || grid.columns !== known.columns) return false;
  return isFirst(alignment) && isStepped(alignment, 1);
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= ALIGNED;

/** True when the first cells of both grids are the same. */
function isFirst({ firstRow, firstColumn }: Alignment): boolean {
  return isNear(firstRow, 0) && isNear(firstColumn, 0);
}

function isNode({ firstRow, firstColumn }: Alignment): boolean {
  return isNear(firstRow, Math.round(firstRow)) && isNear(firstColumn, Math.round(firstColumn));
}

function isStepped({ rowStep, columnStep }: Alignment, step: number): boolean {
  return isNear(rowStep, step) && isNear(columnStep, step);
}

/** Every n-th row and column, whichever way rows run. */
function isThinned({ rowStep, columnStep }: Alignment): boolean {
  return [rowStep, columnStep].every((step) => isNear(step, Math.round(step)));
}
