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

import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { MapSlice } from '../../../../model/map-slice.js';
import type { RadarFrame } from '../../../../model/radar.js';
import type { TileAddress, TileOrder, TileReaders } from '../../../../model/tile.js';
import { blended, weightOfKnown } from '../../../../science/radar/blending.js';
import { radarWeight } from '../../../../science/radar/radar-weight.js';
import { TILE_AREA } from '../painter.js';
import { slicesOf } from '../slices/slice-painter.js';
import { sampleSlice } from '../slices/slice-sampling.js';
import { bandOfEcho, bandOfRate, isEverywhere, paintEchoes, rateOfPixel } from './radar-bands.js';
import { radarFramesOf } from './radar-painter.js';
import { sampleEchoes } from './radar-sampling.js';

/** Of one tile at a time: nothing is awaited while they are in use. */
const ECHOES = new Float32Array(TILE_AREA);
/** Of the radar that saw the echo; of no meaning where none did. */
const WEIGHTS = new Float32Array(TILE_AREA);
/** Where models count: where no radar saw the echo, or not all of its weight is left. */
const SPANS = { first: new Int32Array(TILE_PIXELS), end: new Int32Array(TILE_PIXELS) };
/** mm/h, of models; only in the spans. */
const RATES = new Float32Array(TILE_AREA);
const SAMPLES = new Float32Array(TILE_AREA);

export async function paintRadarFuture(order: TileOrder, readers: TileReaders, pixels: Uint8Array): Promise<boolean> {
  const [frames, slices] = await Promise.all([radarFramesOf(order, readers), slicesOf(order, readers)]);
  const hasEcho = fillFromFrames(frames, order);
  if (slices.length === 0 || !setSpans()) return hasEcho && paintEchoes(ECHOES, pixels);
  fillRates(slices, order);
  return paintBlend(pixels);
}

/** Fills `ECHOES` and their `WEIGHTS`; false where there is no echo. */
function fillFromFrames(frames: readonly RadarFrame[], order: TileOrder): boolean {
  ECHOES.fill(Number.NaN);
  let hasEcho = false;
  for (const [n, frame] of frames.entries()) {
    if (n > 0 && isEverywhere(ECHOES)) break;
    const lead = Math.max(0, (order.validTime - frame.description.validTime) / 60);
    weighNext(radarWeight(lead), n === 0);
    hasEcho = sampleEchoes(frame, lead, order, false, ECHOES) || hasEcho;
  }
  return hasEcho;
}

/** The weight of the echoes that the next frame adds: it writes where none is yet. */
function weighNext(weight: number, isFirst: boolean): void {
  if (isFirst) WEIGHTS.fill(weight);
  else for (let i = 0; i < TILE_AREA; i++) if (!(ECHOES[i]! >= 0)) WEIGHTS[i] = weight;
}

/** False where models count nowhere. */
function setSpans(): boolean {
  const isOfModel = (at: number) => !(ECHOES[at]! >= 0) || WEIGHTS[at]! < 1;
  let any = false;
  for (let row = 0, at = 0; row < TILE_PIXELS; row++, at += TILE_PIXELS) {
    let first = 0;
    let end = TILE_PIXELS;
    while (first < end && !isOfModel(at + first)) first++;
    while (end > first && !isOfModel(at + end - 1)) end--;
    SPANS.first[row] = first;
    SPANS.end[row] = end;
    any ||= first < end;
  }
  return any;
}

/** Fills `RATES` within the spans: of the first slice that has a value, NaN where none has. */
function fillRates(slices: readonly MapSlice[], address: TileAddress): void {
  for (const [n, slice] of slices.entries()) {
    if (!sampleSlice(slice, address, SAMPLES, SPANS)) SAMPLES.fill(Number.NaN);
    if (addRates(slice.packing, n === 0)) break;
  }
}

/** Rates of `SAMPLES` where there are none; true where none is missing any more. */
function addRates({ step, base }: MapSlice['packing'], isFirst: boolean): boolean {
  let isWhole = true;
  for (let row = 0; row < TILE_PIXELS; row++)
    for (let i = row * TILE_PIXELS + SPANS.first[row]!, end = row * TILE_PIXELS + SPANS.end[row]!; i < end; i++) {
      if (!isFirst && RATES[i]! >= 0) continue;
      const rate = SAMPLES[i]! * step + base;
      RATES[i] = rate < 0 ? 0 : rate;
      if (Number.isNaN(rate)) isWhole = false;
    }
  return isWhole;
}

function paintBlend(pixels: Uint8Array): boolean {
  let any = 0;
  for (let row = 0, at = 0; row < TILE_PIXELS; row++, at += TILE_PIXELS) {
    const [first, end] = [at + SPANS.first[row]!, at + SPANS.end[row]!];
    for (let i = at; i < at + TILE_PIXELS; i++) {
      const band = i >= first && i < end ? bandOfBoth(ECHOES[i]!, RATES[i]!, WEIGHTS[i]!) : bandOfEcho(ECHOES[i]!);
      pixels[i] = band;
      any |= band;
    }
  }
  return any !== 0;
}

/** @param echo  dBZ of the radar, as `model` in mm/h NaN where it is unknown */
function bandOfBoth(echo: number, model: number, weight: number): number {
  if (!(echo > 0) && !(model > 0)) return 0;
  const counts = weightOfKnown(echo, model, weight);
  return counts === 1 ? bandOfEcho(echo) : bandOfRate(blended(counts, echo >= 0 ? rateOfPixel(echo) : echo, model));
}
