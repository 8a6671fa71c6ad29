/** Echoes of a frame at the pixels of a tile, now or where the motion of the frame has brought them after a while. */

import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { RadarFrame } from '../../../../model/radar.js';
import type { TileAddress } from '../../../../model/tile.js';
import {
  type Displacement,
  departureBox,
  displacementOf,
  takeBack,
  takeBackOnAxes,
} from '../../../../science/radar/displacement.js';
import {
  type CellScale,
  type EchoWindow,
  fillEchoes,
  fillEchoesOnAxes,
  layOutEchoes,
  surveyBox,
} from '../../../../science/radar/echo-window.js';
import { radarLevel } from './radar-level.js';
import { type RadarPositions, radarPositions } from './radar-positions.js';

/**
 * Writes dBZ where none is yet; what was not observed stays NaN.
 *
 * @param minutes  of lead, from 0
 * @param skipDry  nothing need be written where no echo comes near the tile: nobody asks what of it was observed
 * @param echoes  one for each pixel of the tile, [row][column]
 * @returns whether an echo comes near the tile
 */
export function sampleEchoes(
  frame: RadarFrame,
  minutes: number,
  address: TileAddress,
  skipDry: boolean,
  echoes: Float32Array,
): boolean {
  const here = radarPositions(frame.description.grid, address);
  if (here === null) return false;
  const level = radarLevel(frame, address.z);
  const displacement = displacementOfFrame(frame, minutes, level.scale);
  const box = displacement === null ? here.box : departureBox(displacement, here.box);
  const seen = surveyBox(level.echoes, level.scale, box);
  if (!seen.hasObserved || (skipDry && !seen.hasEcho)) return false;
  const window = layOutEchoes(level.echoes, level.scale, box);
  if (window.isDry && here.isWhole) fillDry(echoes);
  else if (displacement !== null) fillDisplaced(window, here, displacement, echoes);
  else if (here.axes !== null) fillEchoesOnAxes(window, here.axes.rows, here.axes.columns, echoes);
  else fillRows(window, here, echoes);
  return seen.hasEcho && !window.isDry;
}

function fillDry(echoes: Float32Array): void {
  for (let i = 0; i < echoes.length; i++) if (!(echoes[i]! >= 0)) echoes[i] = 0;
}

/** Of one row of pixels at a time. */
const [X, Y] = [new Float64Array(TILE_PIXELS), new Float64Array(TILE_PIXELS)];

function fillRows(window: EchoWindow, { positions }: RadarPositions, echoes: Float32Array): void {
  for (let row = 0; row < TILE_PIXELS; row++)
    if (positions(row, X, Y)) fillEchoes(window, Y, X, echoes, row * TILE_PIXELS);
}

function fillDisplaced(
  window: EchoWindow,
  { axes, positions }: RadarPositions,
  displacement: Displacement,
  echoes: Float32Array,
): void {
  const onAxes = axes && takeBackOnAxes(displacement, axes.columns);
  for (let row = 0; row < TILE_PIXELS; row++) {
    if (axes !== null) {
      if (Number.isNaN(axes.rows[row]!)) continue;
      onAxes!(axes.rows[row]!, Y, X);
    } else {
      if (!positions(row, X, Y)) continue;
      takeBack(displacement, Y, X);
    }
    fillEchoes(window, Y, X, echoes, row * TILE_PIXELS);
  }
}

/** Leads every ten minutes at two resolutions. A mesh of MRMS takes 3 MB, those of small zooms less than 1 MB. */
const MOST_KEPT = 24;
/** Divisions between the motion's nodes where cells are pixels of the frame: 8 pixels on MRMS. */
const FINEST_DIVISIONS = 4;

/** Displacements by frame, then lead and mesh: the images of the next two hours share them. */
const known = new WeakMap<RadarFrame, Map<string, Displacement>>();

/**
 * The displacement of a frame after some minutes; null where nothing moves.
 *
 * @param minutes  of lead, from 0
 * @param scale  that the frame is read at: larger cells need no finer mesh than they are themselves
 */
function displacementOfFrame(frame: RadarFrame, minutes: number, { columnFactor }: CellScale): Displacement | null {
  const { motion, field } = frame;
  if (motion === null || minutes === 0) return null;
  const kept = known.get(frame) ?? new Map<string, Displacement>();
  known.set(frame, kept);
  const divisions = Math.max(1, Math.round(FINEST_DIVISIONS / columnFactor));
  const key = `${minutes} ${divisions}`;
  const displacement = kept.get(key) ?? displacementOf(motion, field.rows, field.columns, minutes, divisions);
  kept.delete(key);
  kept.set(key, displacement);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return displacement;
}
