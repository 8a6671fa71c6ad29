/**
 * The one grid that the operator has accepted for a feed in addition to its own. It is stored beside the staged slices, so
 * that scheduled ingests accept it too. A run on a third grid is refused.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../base/log.js';
import { gridInWords } from '../grid/grid-words.js';
import type { DatasetId } from '../model/dataset.js';
import type { Grid } from '../model/field.js';
import type { AcceptedGrid } from './staging/known-grid.js';

const NAME = 'accepted-grid.json';

export interface AcceptedGrids {
  current(): AcceptedGrid;
  /** Call for each step that was staged on a grid other than the feed's. The first such grid is accepted and stored. */
  note(grid: Grid): void;
}

export interface AcceptedGridOptions {
  /** The feed's staging area. */
  readonly directory: string;
  readonly feed: DatasetId;
  readonly simulated: boolean;
  /** True: the operator accepts the grid of the next run, whichever it is. */
  readonly acceptNew: boolean;
  readonly log: Log;
}

export function openAcceptedGrids(options: AcceptedGridOptions): AcceptedGrids {
  const { acceptNew, feed, log } = options;
  let current: AcceptedGrid = acceptNew ? 'any' : recall(options);
  let isTold = false;

  return {
    current: () => current,
    note(grid) {
      const facts = { feed, grid: gridInWords(grid) };
      if (current === 'any') {
        remember(options, grid);
        current = grid;
        log.warn(facts, 'another grid than that of the feed is accepted from now on');
      } else if (!isTold) log.warn(facts, 'the run stands on a grid that was accepted by hand');
      isTold = true;
    },
  };
}

function recall({ directory, feed, simulated, log }: AcceptedGridOptions): Grid | null {
  const path = join(directory, NAME);
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { simulated: boolean; grid: Grid };
    return kept.simulated === simulated ? kept.grid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    log.warn({ feed, path, error: String(error) }, 'the accepted grid cannot be read; accept it again if it is needed');
    return null;
  }
}

function remember({ directory, simulated }: AcceptedGridOptions, grid: Grid): void {
  const path = join(directory, NAME);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, `${JSON.stringify({ simulated, grid })}\n`);
  renameSync(`${path}.part`, path);
}
