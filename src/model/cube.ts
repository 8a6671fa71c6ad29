/**
 * The forecast cube: one model run at native steps, and the two ends of the store that the other folders see.
 *
 * Array order is [element, time, y, x]. y and x follow the grid's own rows and columns. A cube is complete when it is
 * published: its time axis begins 48 h before the run (shortest leads of the earlier runs) and ends at the horizon.
 */

import type { ElementId, StaticFieldId } from './element.js';
import type { Grid } from './field.js';
import type { MapTimes } from './map-slice.js';
import type { Packing } from './packing.js';

export interface CubeAxes {
  readonly elements: readonly ElementId[];
  /** Epoch seconds, strictly increasing, native steps (1 h, later 3 h). */
  readonly times: Float64Array;
  readonly grid: Grid;
  /** One packing for each of `elements`, in their order. */
  readonly packings: readonly Packing[];
}

/** What is known of a run besides its numbers; stored as attributes of the version. */
export interface CubeOrigin {
  /** Feed id: "gfs". */
  readonly source: string;
  /** Reference time of the run, epoch seconds. */
  readonly referenceTime: number;
  /** When this version was built, epoch seconds. */
  readonly createdAt: number;
  /** True when the numbers come from the simulated upstream. */
  readonly simulated: boolean;
  /** Length of the windows over which the feed keeps extremes and long probabilities, s: 6 h of GFS, 3 h of ECMWF. */
  readonly windowSeconds: number;
}

export interface CubeDescription extends CubeAxes, CubeOrigin {
  /** Feed id, and the first part of every key: "gfs". */
  readonly dataset: string;
  /** Name of the immutable version, unique within the dataset. */
  readonly version: string;
  /** The fields that are kept as maps too, each with its times; absent where there are none. */
  readonly maps?: readonly MapTimes[];
}

/** A grid cell by its indices. */
export interface Cell {
  readonly y: number;
  readonly x: number;
}

/** One opened version. It can be read until `release`; retention never removes it before. */
export interface OpenCube {
  readonly description: CubeDescription;
  /** True when the published version cannot be opened and this is the one before. */
  readonly isPrevious?: boolean;
  /**
   * The whole series of each cell: packed integers, shape [element, time]. Cells of one chunk are read once. Of many
   * cells, ask for each chunk by itself: what fails or hangs is then known by its cells.
   *
   * @throws ObjectDefectError when a checksum or a length does not hold.
   */
  readCells(cells: readonly Cell[]): Promise<Int16Array[]>;
  /** Static field of the grid, float32 [y, x], NaN missing; null when the version has none. */
  staticField(id: StaticFieldId): Promise<Float32Array | null>;
  release(): void;
}

/**
 * What a cube is opened for: a place is four cells, and the same ones are asked for again soon; a route is thousands of
 * cells, once. The numbers are the same. What a route reads comes a few chunks at a time, however many are asked for at
 * once, and is kept apart, so that it drives out nothing that places ask for; reads of it that have not begun when it is
 * released are not begun.
 */
export type CubeUse = 'place' | 'route';

/** Published versions of a dataset, newest first wins. What `query/` reads. */
export interface CubeShelf {
  /**
   * Opens the published version of `dataset`, or in its place the one before; null when nothing was ever published.
   * Cheap enough for every request: the pointer is looked at again only every few seconds.
   *
   * @param use  default place
   */
  open(dataset: string, use?: CubeUse): Promise<OpenCube | null>;
  /**
   * Opens the version before the published one, for a reader that met a defect in it; null when there is none.
   */
  openPrevious(dataset: string, use?: CubeUse): Promise<OpenCube | null>;
}
