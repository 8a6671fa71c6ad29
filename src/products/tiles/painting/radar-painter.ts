/**
 * Rain as the radars have just seen it: echoes between the pixels of the newest frames, in bands of 5 dBZ from 5 dBZ on.
 *
 * Where the best network observed nothing, the next one fills. A tile that no echo comes near is known by the tiles of the
 * frame, most of which are one number, and is not painted at all.
 */

import type { RadarFrame } from '../../../model/radar.js';
import type { RadarSource, TileAddress, TileOrder, TileReaders } from '../../../model/tile.js';
import { fillEchoes, surveyBox } from '../../../science/radar/echo-window.js';
import { TILE_AREA } from './painter.js';
import { paintEchoes } from './radar-bands.js';
import { radarLevel } from './radar-level.js';
import { fillPositions, positionRoom } from './radar-positions.js';

/** Of one tile at a time: nothing is awaited while they are in use. */
const ROOM = positionRoom();
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
    const box = fillPositions(frame.description.grid, address, ROOM);
    if (box === null) continue;
    const { echoes, scale } = radarLevel(frame, address.z);
    const seen = surveyBox(echoes, scale, box);
    const isLast = n === frames.length - 1;
    // Without an echo it only matters which pixels are left to the networks that follow.
    if (!seen.hasObserved || (isLast && !seen.hasEcho)) continue;
    hasEcho ||= seen.hasEcho;
    fillEchoes(echoes, scale, box, ROOM.rows, ROOM.columns, ECHOES);
    if (!seen.hasHoles && isEverywhere(ECHOES)) break;
  }
  return hasEcho;
}

function isEverywhere(echoes: Float32Array): boolean {
  for (let i = 0; i < echoes.length; i++) if (Number.isNaN(echoes[i]!)) return false;
  return true;
}
