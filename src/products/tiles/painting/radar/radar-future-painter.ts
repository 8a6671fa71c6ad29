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

import type { MapSlice } from '../../../../model/map-slice.js';
import type { RadarFrame } from '../../../../model/radar.js';
import type { SliceSource, TileAddress, TileOrder, TileReaders } from '../../../../model/tile.js';
import { blended, weightOfKnown } from '../../../../science/radar/blending.js';
import { radarWeight } from '../../../../science/radar/radar-weight.js';
import { TILE_AREA } from '../painter.js';
import { sampleSlice } from '../slices/slice-sampling.js';
import { bandOfEcho, bandOfRate, isEverywhere, paintEchoes, rateOfPixel } from './radar-bands.js';
import { radarFramesOf } from './radar-painter.js';
import { sampleEchoes } from './radar-sampling.js';

/** Of one tile at a time: nothing is awaited while they are in use. */
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

/** Fills `ECHOES` and, where the models count, `WEIGHTS`. */
function fillFromFrames(frames: readonly RadarFrame[], order: TileOrder): { hasEcho: boolean; needsModel: boolean } {
  ECHOES.fill(Number.NaN);
  WEIGHTS.fill(Number.NaN);
  let hasEcho = false;
  for (const [n, frame] of frames.entries()) {
    const lead = Math.max(0, (order.validTime - frame.description.validTime) / 60);
    hasEcho = sampleEchoes(frame, lead, order, false, ECHOES) || hasEcho;
    const weight = radarWeight(lead);
    if (n === 0 && weight === 1 && isEverywhere(ECHOES)) return { hasEcho, needsModel: false };
    giveWeights(weight);
  }
  return { hasEcho, needsModel: true };
}

/** Notes the weight of echoes that are new. */
function giveWeights(weight: number): void {
  for (let i = 0; i < TILE_AREA; i++) if (ECHOES[i]! >= 0 && !(WEIGHTS[i]! >= 0)) WEIGHTS[i] = weight;
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
    if (isEverywhere(RATES)) break;
  }
  return isSeen;
}

function paintBlend(pixels: Uint8Array): boolean {
  let any = 0;
  for (let i = 0; i < TILE_AREA; i++) {
    const echo = ECHOES[i]!;
    const model = RATES[i]!;
    if (!(echo > 0) && !(model > 0)) continue;
    const weight = weightOfKnown(echo, model, WEIGHTS[i]!);
    const band =
      weight === 1 ? bandOfEcho(echo) : bandOfRate(blended(weight, echo >= 0 ? rateOfPixel(echo) : echo, model));
    pixels[i] = band;
    any |= band;
  }
  return any !== 0;
}
