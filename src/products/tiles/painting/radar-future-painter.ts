/**
 * Rain as it is to come in the next two hours: the echo that arrives with the motion of the newest frames, read between
 * pixels as the radar layer reads what is here now, and beyond an hour of lead more and more of the models' rain:
 *
 *   R = w(τ) R_radar + (1 − w(τ)) R_model        mm/h; τ from each network's own frame to the time of the picture
 *
 * with the weight of the nowcast at a place (science/radar/radar-weight.ts). Where no radar saw the air that arrives the
 * models answer alone. A place's own nowcast ranks a disk round the departure point, which is the better guess of how hard
 * it will rain there; a picture of such disks would lose the shape of its storms.
 */

import type { MapSlice } from '../../../model/map-slice.js';
import type { RadarFrame } from '../../../model/radar.js';
import type { SliceSource, TileAddress, TileOrder, TileReaders } from '../../../model/tile.js';
import { blended, weightOfKnown } from '../../../science/radar/blending.js';
import { departureBox, takeBack } from '../../../science/radar/displacement.js';
import { rateOfEcho } from '../../../science/radar/echo.js';
import { fillEchoes, surveyBox } from '../../../science/radar/echo-window.js';
import { radarWeight } from '../../../science/radar/radar-weight.js';
import { TILE_AREA } from './painter.js';
import { bandOfEcho, bandOfRate, paintEchoes } from './radar-bands.js';
import { displacementOfFrame } from './radar-displacement.js';
import { radarLevel } from './radar-level.js';
import { radarFramesOf } from './radar-painter.js';
import { fillPositions, positionRoom } from './radar-positions.js';
import { sampleSlice } from './slice-sampling.js';

/** Of one tile at a time: nothing is awaited while they are in use. */
const ROOM = positionRoom();
const ECHOES = new Float32Array(TILE_AREA);
/** Of the radar that saw the echo; NaN where none did. */
const WEIGHTS = new Float32Array(TILE_AREA);
const RATES = new Float32Array(TILE_AREA);
const SAMPLES = new Float32Array(TILE_AREA);

export async function paintRadarFuture(order: TileOrder, readers: TileReaders, pixels: Uint8Array): Promise<boolean> {
  const sources = order.sources.filter((source): source is SliceSource => source.kind === 'slice');
  const [frames, slices] = await Promise.all([
    radarFramesOf(order, readers),
    Promise.all(sources.map((source) => readers.slice(source))),
  ]);
  const seen = fillFromFrames(frames, order);
  if (!seen.needsModel) return seen.hasEcho && paintEchoes(ECHOES, pixels);
  const hasModel = fillRates(slices, order);
  if (hasModel) return paintBlend(pixels);
  return seen.hasEcho && paintEchoes(ECHOES, pixels);
}

/** Fills `ECHOES` and `WEIGHTS`. */
function fillFromFrames(frames: readonly RadarFrame[], order: TileOrder): { hasEcho: boolean; needsModel: boolean } {
  ECHOES.fill(Number.NaN);
  WEIGHTS.fill(Number.NaN);
  let [hasEcho, needsModel] = [false, true];
  for (const frame of frames) {
    const lead = Math.max(0, (order.validTime - frame.description.validTime) / 60);
    hasEcho = fillFrom(frame, lead, order) || hasEcho;
    needsModel = giveWeights(radarWeight(lead));
    if (!needsModel) break;
  }
  return { hasEcho, needsModel };
}

/** Writes the echoes that come from a frame where none is yet; false where none comes near the tile. */
function fillFrom(frame: RadarFrame, lead: number, address: TileAddress): boolean {
  const here = fillPositions(frame.description.grid, address, ROOM);
  if (here === null) return false;
  const displacement = displacementOfFrame(frame, lead);
  const box = displacement === null ? here : departureBox(displacement, here);
  const { echoes, scale } = radarLevel(frame, address.z);
  const seen = surveyBox(echoes, scale, box);
  if (!seen.hasObserved) return false;
  if (displacement !== null) takeBack(displacement, ROOM.rows, ROOM.columns);
  fillEchoes(echoes, scale, box, ROOM.rows, ROOM.columns, ECHOES);
  return seen.hasEcho;
}

/** Notes the weight of echoes that are new; false where all of the tile is the radar's alone. */
function giveWeights(weight: number): boolean {
  let needsModel = false;
  for (let i = 0; i < TILE_AREA; i++) {
    if (ECHOES[i]! >= 0 && !(WEIGHTS[i]! >= 0)) WEIGHTS[i] = weight;
    needsModel ||= !(WEIGHTS[i]! >= 1);
  }
  return needsModel;
}

/** Fills `RATES`, mm/h, of the first slice that has a value; false where none has. */
function fillRates(slices: readonly MapSlice[], address: TileAddress): boolean {
  RATES.fill(Number.NaN);
  let isSeen = false;
  for (const slice of slices) {
    if (!sampleSlice(slice, address, SAMPLES)) continue;
    isSeen = true;
    const { step, base } = slice.packing;
    for (let i = 0; i < TILE_AREA; i++) if (!(RATES[i]! >= 0)) RATES[i] = Math.max(0, SAMPLES[i]! * step + base);
  }
  return isSeen;
}

function paintBlend(pixels: Uint8Array): boolean {
  let any = 0;
  for (let i = 0; i < TILE_AREA; i++) {
    const [echo, model] = [ECHOES[i]!, RATES[i]!];
    const weight = weightOfKnown(echo, model, WEIGHTS[i]!);
    if (!(echo > 0 && weight > 0) && !(model > 0 && weight < 1)) continue;
    const band = weight === 1 ? bandOfEcho(echo) : bandOfRate(blended(weight, rateOfEcho(echo), model));
    pixels[i] = band;
    any |= band;
  }
  return any !== 0;
}
