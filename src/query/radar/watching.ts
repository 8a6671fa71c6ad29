/**
 * Which network watches over a place: the best one whose newest frame is in time and shows what was where the rain of this
 * minute comes from.
 *
 * A grid is larger than what its radars see. A place that the newest frame does not show is not watched, whether the frame is
 * in time or old; a frame that shows nothing at all, or is of a time to come, says nothing of that either: as good as none.
 */

import { columnsBeforeSeam, type GridPosition, gridPosition, isGlobal, type Place } from '../../grid/grid.js';
import {
  RADAR_NETWORKS,
  type RadarFrame,
  type RadarNetworkId,
  type RadarShelf,
  UNOBSERVED,
} from '../../model/radar.js';
import { packedAt } from '../../science/radar/tiled-field.js';
import { isFrameAhead, isFrameUsable } from './frame-age.js';
import { isCovered } from './network-coverage-table.js';
import { newestReadable } from './newest-frame.js';

export interface WatchingFrame {
  readonly network: RadarNetworkId;
  readonly frame: RadarFrame;
  /** Of the place on the frame's grid. */
  readonly position: GridPosition;
}

/** A place that a network would watch, had it a frame in time. */
export interface Waiting {
  readonly network: RadarNetworkId;
  /** s since the newest frame; null when there was never one that is any good. */
  readonly age: number | null;
}

/** Columns after which the first comes again, on a grid round the globe; 0 on others. */
export function columnsAround({ description: { grid } }: RadarFrame): number {
  return isGlobal(grid) ? columnsBeforeSeam(grid) : 0;
}

/** True when the pixel nearest to a position was observed. */
export function isObserved(frame: RadarFrame, row: number, column: number): boolean {
  const around = columnsAround(frame);
  const nearest = Math.round(column);
  const wrapped = around > 0 ? ((nearest % around) + around) % around : nearest;
  return packedAt(frame.field, Math.round(row), wrapped) !== UNOBSERVED;
}

/**
 * What a network has for a place: its newest frame, or that one has to wait for it, or null where it does not look.
 *
 * @param now  epoch seconds
 */
export async function lookAt(
  shelf: RadarShelf,
  network: RadarNetworkId,
  now: number,
  { latitude, longitude }: Place,
): Promise<WatchingFrame | Waiting | null> {
  const { rate } = RADAR_NETWORKS.find(({ id }) => id === network)!;
  const frame = await newestReadable(shelf, rate);
  const age = frame === null ? Number.NaN : now - frame.description.validTime;
  if (frame === null || isFrameAhead(age) || isBlank(frame))
    return isCovered(network, latitude, longitude) ? { network, age: null } : null;
  const position = gridPosition(frame.description.grid, latitude, longitude);
  if (position === null) return null;
  if (isFrameUsable(network, age)) return { network, frame, position };
  return isObserved(frame, position.y, position.x) ? { network, age } : null;
}

function isBlank({ field }: RadarFrame): boolean {
  return field.tiles.every((tile) => tile === UNOBSERVED);
}
