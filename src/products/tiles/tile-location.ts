/** Which versions a tile is made from, and the tag that changes with its frame, style and place and with nothing else. */

import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { ProductUnavailableError } from '../../base/errors.js';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from '../../grid/web-mercator.js';
import type { Box } from '../../model/box.js';
import type { TileAddress, TileLayerId, TileOrder } from '../../model/tile.js';
import { chosenFrame, refuseBeyondRadar } from './frames/chosen-frame.js';
import { isNone, type LayerFrames, type TileFrame } from './frames/frame.js';
import type { LayerFrameKeeper } from './frames/layer-frames.js';
import { TILE_LAYERS } from './layer-table.js';
import type { TileRequest } from './tile-request.js';

/** A tile before it is drawn. */
export interface LocatedTile {
  readonly request: TileRequest;
  /** What decides its bytes: visible ASCII without quotes. */
  readonly tag: string;
  /** When it shows the world, epoch seconds; null of one that was kept and whose frame is gone. */
  readonly validTime: number | null;
  /** How long it may be kept, whole s. */
  readonly maxAge: number;
  readonly isLate: boolean;
  /** Something that it is made from comes from the built-in upstream. */
  readonly isSimulated: boolean;
  /** Null: there is nothing to draw it from, and it is one that was kept. */
  readonly order: TileOrder | null;
}

/** One that can be drawn. */
export interface OrderedTile extends LocatedTile {
  readonly validTime: number;
  readonly order: TileOrder;
}

/** Of all layers. To be raised when the same order is drawn differently. */
const DRAWING_VERSION = 1;
/** How long what is stale may be kept, s. */
export const STALE_SECONDS = 30;
/** Value of Retry-After for data that cannot be read, s. */
const RETRY_SECONDS = 30;

/**
 * Names the picture of a layer: all versions that it is made from, when it holds, and how it looks. A set of alerts is named
 * by what is in it, whenever that was first seen.
 */
export function frameId(layer: TileLayerId, { sources, validTime }: Pick<TileFrame, 'sources' | 'validTime'>): string {
  const made = [
    DRAWING_VERSION,
    layer,
    TILE_LAYERS[layer].style.version,
    sources,
    layer === 'alerts' ? null : validTime,
  ];
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 16);
}

export function unavailable(layer: TileLayerId, reason: string, retryAfterSeconds: number): ProductUnavailableError {
  return new ProductUnavailableError(`map layer ${layer}`, reason, retryAfterSeconds);
}

/** @returns a function that throws InvalidRequestError and, where a layer has nothing to show, ProductUnavailableError */
export function createTileLocator({ frames, clock }: { readonly frames: LayerFrameKeeper; readonly clock: Clock }) {
  const ids = new WeakMap<TileFrame, string>();

  function idOf(layer: TileLayerId, frame: TileFrame): string {
    const known = ids.get(frame);
    if (known !== undefined) return known;
    const id = frameId(layer, frame);
    ids.set(frame, id);
    return id;
  }

  return async (request: TileRequest): Promise<OrderedTile> => {
    const { layer, z, x, y, site } = request;
    refuseBeyondRadar(request, clock.now());
    const found = await frames.of(layer, site);
    if (isNone(found)) throw unavailable(layer, found.reason, found.retryAfterSeconds);
    const frame = chosenFrame(request, found, clock.now());
    if (frame.unreadableWithin?.some((box) => overlaps(box, request)))
      throw unavailable(layer, frame.fault ?? 'its stored data cannot be read', RETRY_SECONDS);
    const { validTime, sources } = frame;
    const isLate = isLateAt(frame, request);
    return {
      ...{ request, validTime, isLate, isSimulated: frame.isSimulated === true },
      tag: `${idOf(layer, frame)}-${z}-${x}-${y}`,
      maxAge: maxAgeOf(request, found, isLate, clock.now()),
      order: { layer, z, x, y, sources, validTime },
    };
  };
}

/**
 * As long as the layer's cadence; what is shown without a time no longer than until the next picture takes its place, so
 * that tiles of two pictures do not meet on one map.
 */
function maxAgeOf({ layer, time }: TileRequest, { until }: LayerFrames, isLate: boolean, now: number): number {
  const { cadence } = TILE_LAYERS[layer];
  const left = time === null && until !== null ? Math.max(1, Math.floor(until - now)) : cadence;
  return Math.min(cadence, left, isLate ? STALE_SECONDS : cadence);
}

/** Whether what is late can be seen on the tile. */
function isLateAt({ isLate, lateWithin }: TileFrame, address: TileAddress): boolean {
  return isLate && (lateWithin === undefined || lateWithin.some((box) => overlaps(box, address)));
}

/** True where a tile and a box share an area; touching at an edge is not enough. Neither crosses the date line. */
function overlaps(box: Box, { z, x, y }: TileAddress): boolean {
  const [west, east] = [x, x + 1].map((column) => longitudeOfPixel(column * TILE_PIXELS, z)) as [number, number];
  const [north, south] = [y, y + 1].map((row) => latitudeOfPixel(row * TILE_PIXELS, z)) as [number, number];
  return box.west < east && box.east > west && box.south < north && box.north > south;
}
