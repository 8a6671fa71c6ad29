/**
 * Rain as the radars have just seen it: echoes between the pixels of the newest frames, in bands of 5 dBZ from 5 dBZ on.
 *
 * Where the best network observed nothing, the next one fills. A tile that no echo comes near is known by the tiles of the
 * frame, most of which are one number, and is not painted at all.
 */

import type { RadarFrame } from '../../../../model/radar.js';
import type { RadarSource, TileAddress, TileOrder, TileReaders } from '../../../../model/tile.js';
import { TILE_AREA } from '../painter.js';
import { isEverywhere, paintEchoes } from './radar-bands.js';
import { sampleEchoes } from './radar-sampling.js';

/** Of one tile at a time: nothing is awaited while it is in use. */
const ECHOES = new Float32Array(TILE_AREA);

export async function paintRadar(order: TileOrder, readers: TileReaders, pixels: Uint8Array): Promise<boolean> {
  const frames = await radarFramesOf(order, readers);
  return hasFilled(frames, order) && paintEchoes(ECHOES, pixels);
}

/** The frames of an order, in its order. */
export function radarFramesOf(order: TileOrder, readers: TileReaders): Promise<RadarFrame[]> {
  const sources = order.sources.filter((source): source is RadarSource => source.kind === 'radar');
  return Promise.all(sources.map((source) => readers.radarFrame(source)));
}

/** Fills `ECHOES`; false where no frame has an echo near the tile, whatever is in them. */
function hasFilled(frames: readonly RadarFrame[], address: TileAddress): boolean {
  ECHOES.fill(Number.NaN);
  let hasEcho = false;
  for (const [n, frame] of frames.entries()) {
    const isLast = n === frames.length - 1;
    // What is dry matters only to the networks that follow: it is not theirs to fill.
    hasEcho = sampleEchoes(frame, 0, address, isLast, ECHOES) || hasEcho;
    if (isLast || isEverywhere(ECHOES)) break;
  }
  return hasEcho;
}
