/**
 * How the rain moves, seen in two or three frames about ten minutes apart.
 *
 * Corners of the rain are found in each frame and looked for in the next (corners.ts, tracking.ts); the vectors of all
 * pairs together are cleaned (vectors.ts) and spread over the grid (filling.ts). These are the steps of the sparse
 * Lucas-Kanade of pysteps (Pulkkinen et al. 2019, Geosci. Model Dev. 12, 4185). What is different was tried on real frames
 * of two networks and won on both (docs/methods/nowcast-motion.md): every vector stands where its rain has come to by the
 * newest frame; four times the corners, closer together; a third of the window; means over smaller neighbourhoods.
 *
 * Ten minutes, because frames that come every two minutes are old in patches: of MRMS half of the wet pixels are the very
 * values of the frame before, and three such frames show half of the motion.
 */

import type { MotionField } from '../../../model/radar.js';
import { checkRateGrid, type RateGrid } from '../rate-grid.js';
import { cornersOf, openPixels, type Points } from './corners.js';
import { type FillingLimits, fillNodes, nodesFor } from './filling.js';
import { latticeOf } from './lattice.js';
import { isDry, type Picture, pictureOf } from './picture.js';
import { pyramidOf } from './pyramid.js';
import { type Displacements, track } from './tracking.js';
import { declustered, noVectors, type Vectors, withoutOutliers } from './vectors.js';

/** Settings of the method; lengths in pixels of the frames given. Each is explained where it is used. */
export interface MotionTuning {
  readonly corners: number;
  readonly cornerQuality: number;
  readonly cornerDistance: number;
  readonly cornerBlock: number;
  readonly cornerBuffer: number;
  readonly window: number;
  readonly levels: number;
  readonly iterations: number;
  readonly leastEigenvalue: number;
  readonly outlierDeviations: number;
  readonly outlierNeighbours: number;
  readonly declusterSide: number;
  readonly fillNeighbours: number;
  readonly fillPower: number;
  readonly fillOffset: number;
  /** Distance from the nearest vector from which the fallback begins to count, and from which it is all there is. */
  readonly fallbackFrom: number;
  readonly fallbackTo: number;
}

const TUNING: MotionTuning = {
  corners: 4000,
  cornerQuality: 0.01,
  cornerDistance: 4,
  cornerBlock: 5,
  cornerBuffer: 5,
  window: 17,
  levels: 4,
  iterations: 10,
  leastEigenvalue: 1e-4,
  outlierDeviations: 3,
  outlierNeighbours: 30,
  declusterSide: 4,
  fillNeighbours: 8,
  fillPower: 0.5,
  fillOffset: 0.5,
  fallbackFrom: 60,
  fallbackTo: 120,
};

/** Pixels of the frames between nodes. */
const NODE_SPACING = 8;
const FEWEST_VECTORS = 8;
/** Pixels that motion is looked for in at most, about; a quarter of a second of work for each million. */
const MOST_PIXELS = 2e6;
/** km; frames of finer pixels are made coarser in any case: their detail does not live for ten minutes. */
const FINEST_PIXEL = 1.5;
/** With fewer corners than this, wet pixels on a lattice are followed as well. */
const FEW_CORNERS = 30;
/** About how many of those at most. */
const LATTICE_POINTS = 300;

/**
 * How much coarser the frames should be made, that motion is looked for in.
 *
 * @param pixelKm  side of a pixel of the grid
 */
export function motionFactor(rows: number, columns: number, pixelKm: number): number {
  return Math.max(Math.ceil(Math.sqrt((rows * columns) / MOST_PIXELS)), pixelKm < FINEST_PIXEL ? 2 : 1);
}

export interface MotionOptions extends Partial<MotionTuning> {
  /** Pixels of the grid along a side of a pixel of the frames. */
  readonly factor: number;
  /** Pixels of the grid between nodes; 8 pixels of the frames if not given. */
  readonly spacing?: number;
  /** Size of the grid that the motion is for. */
  readonly nativeRows: number;
  readonly nativeColumns: number;
  /** Motion where the frames cannot tell, pixels of the grid per minute. */
  readonly fallback?: { readonly u: number; readonly v: number } | MotionField | null;
}

/**
 * @property field  pixels of the grid per minute; null where fewer than 8 vectors were found
 * @property vectors  that were left after cleaning
 */
export interface MotionEstimate {
  readonly field: MotionField | null;
  readonly vectors: number;
}

function checkFrames(frames: readonly RateGrid[], times: readonly number[]): void {
  if (frames.length < 2 || frames.length !== times.length)
    throw new RangeError(`${frames.length} frames at ${times.length} times: motion takes two or more of each`);
  frames.forEach((frame, k) => {
    checkRateGrid(frame);
    if (frame.rows !== frames[0]!.rows || frame.columns !== frames[0]!.columns)
      throw new RangeError(
        `a frame of ${frame.rows} × ${frame.columns} after one of ${frames[0]!.rows} × ${frames[0]!.columns}`,
      );
    if (k > 0 && !(times[k]! > times[k - 1]!))
      throw new RangeError(`a frame at ${times[k]} after one at ${times[k - 1]}`);
  });
}

/** Scales of one pair of frames. */
interface PairScale {
  /** Minutes between the frames of the pair. */
  readonly minutes: number;
  /** Minutes from the earlier of them to the newest frame of all. */
  readonly age: number;
  /** Pixels of the grid along a pixel of the frames. */
  readonly factor: number;
}

/** Adds what was tracked, in pixels of the grid and minutes, at the place that the rain has reached at the newest time. */
function addTracked(to: Vectors, points: Points, moved: Displacements, { minutes, age, factor }: PairScale): void {
  for (let k = 0; k < points.rows.length; k++) {
    if (Number.isNaN(moved.rows[k]!)) continue;
    const u = (moved.columns[k]! * factor) / minutes;
    const v = (moved.rows[k]! * factor) / minutes;
    to.rows.push(points.rows[k]! * factor + (factor - 1) / 2 + v * age);
    to.columns.push(points.columns[k]! * factor + (factor - 1) / 2 + u * age);
    to.u.push(u);
    to.v.push(v);
  }
}

/** Corners, and where they are few, as in wide smooth storms, wet pixels on a lattice: the window decides what they tell. */
function pointsOf(picture: Picture, tuning: MotionTuning): Points {
  const open = openPixels(picture, Math.max(1, tuning.cornerBuffer));
  const corners = cornersOf(picture, open, {
    most: tuning.corners,
    quality: tuning.cornerQuality,
    distance: tuning.cornerDistance,
    block: tuning.cornerBlock,
  });
  if (corners.rows.length >= FEW_CORNERS) return corners;
  const lattice = latticeOf(picture, open, LATTICE_POINTS);
  return { rows: [...corners.rows, ...lattice.rows], columns: [...corners.columns, ...lattice.columns] };
}

function trackPairs(
  pictures: readonly Picture[],
  times: readonly number[],
  factor: number,
  tuning: MotionTuning,
): Vectors {
  const vectors = noVectors();
  const pyramids = pictures.map((picture) => pyramidOf(picture, tuning.levels, tuning.window));
  for (let pair = 0; pair + 1 < pictures.length; pair++) {
    const points = pointsOf(pictures[pair]!, tuning);
    const moved = track(pyramids[pair]!, pyramids[pair + 1]!, points, tuning);
    const minutes = (times[pair + 1]! - times[pair]!) / 60;
    addTracked(vectors, points, moved, { minutes, age: (times.at(-1)! - times[pair]!) / 60, factor });
  }
  return vectors;
}

/** Settings of the filling, in pixels of the grid. */
function fillingOf(tuning: MotionTuning, factor: number): FillingLimits {
  return {
    neighbours: tuning.fillNeighbours,
    power: tuning.fillPower,
    offset: tuning.fillOffset * factor,
    fallbackFrom: tuning.fallbackFrom * factor,
    fallbackTo: tuning.fallbackTo * factor,
  };
}

/**
 * @param frames  as old as possible first, of one size
 * @param times  epoch seconds, rising
 * @throws RangeError for frames that do not belong together
 */
export function estimateMotion(
  frames: readonly RateGrid[],
  times: readonly number[],
  options: MotionOptions,
): MotionEstimate {
  checkFrames(frames, times);
  const tuning = { ...TUNING, ...options };
  const { factor } = options;
  const pictures = frames.map(pictureOf);
  if (pictures.every(isDry)) return { field: null, vectors: 0 };
  const tracked = trackPairs(pictures, times, factor, tuning);
  const trusted = withoutOutliers(tracked, tuning.outlierDeviations, tuning.outlierNeighbours);
  if (trusted.rows.length < FEWEST_VECTORS) return { field: null, vectors: trusted.rows.length };
  const vectors = declustered(trusted, tuning.declusterSide * factor);
  const field = nodesFor(options.nativeRows, options.nativeColumns, options.spacing ?? NODE_SPACING * factor);
  fillNodes(field, vectors, fillingOf(tuning, factor), options.fallback ?? null);
  return { field, vectors: trusted.rows.length };
}
