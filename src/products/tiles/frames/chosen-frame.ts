/**
 * Which picture a request means. Without `time`: the one that holds now, of `radar-future` the one nearest to half an hour
 * from now. With it: the last one that does not come after it, of `radar-future` the nearest.
 */

import { formatInstant } from '../../../model/time.js';
import { TILE_LAYERS } from '../layer-table.js';
import { type FrameRequest, fault } from '../tile-request.js';
import { frameAt, frameNearest, type LayerFrames, type TileFrame } from './frame.js';
import { RADAR_SPAN } from './radar-frames.js';

/** @throws InvalidRequestError  there is no picture of that time, nor can there be one */
export function chosenFrame({ layer, time }: FrameRequest, found: LayerFrames, now: number): TileFrame {
  if (time === null) return found.current;
  const { kind } = TILE_LAYERS[layer].content;
  const isNearest = kind === 'radar-future';
  if (!isNearest && kind !== 'radar') refuseBeyond(layer, time, found, now);
  return isNearest ? frameNearest(found.frames, time) : frameAt(found.frames, time);
}

/**
 * The rule of `radar` and `radar-future`, which needs no frames.
 *
 * @throws InvalidRequestError
 */
export function refuseBeyondRadar({ layer, time }: FrameRequest, now: number): void {
  const { kind } = TILE_LAYERS[layer].content;
  if (time === null || (kind !== 'radar' && kind !== 'radar-future')) return;
  if (Math.abs(time - now) <= RADAR_SPAN) return;
  throw outside(`time of ${layer} must be within two hours of now, ${formatInstant(Math.floor(now))}`, time);
}

function refuseBeyond(layer: FrameRequest['layer'], time: number, { frames }: LayerFrames, now: number): void {
  const { cadence } = TILE_LAYERS[layer];
  const first = frames[0]!.validTime;
  const last = Math.max(frames.at(-1)!.validTime, now);
  if (time >= first - cadence && time <= last + cadence) return;
  const from = `${formatInstant(Math.floor(first))} to ${formatInstant(Math.floor(last))}`;
  throw outside(`time of ${layer} must be within its frames, ${from}`, time);
}

function outside(rule: string, time: number) {
  const got = Math.abs(time) < 8e12 ? formatInstant(Math.floor(time)) : time;
  return fault('time', 'time_out_of_range', rule, got);
}
