/**
 * `GET /v1/map-tiles/{layer}/{z}/{x}/{y}`: which picture a tile shows, and its bytes.
 *
 * The two are apart: `locate` says, without drawing anything, which versions a tile is made from, and gives it a tag that
 * changes with its frame, style and place and with nothing else; who holds that tag already needs no bytes. `bytes` has
 * them from memory, from the store, or drawn, once, however many ask.
 *
 * A version that cannot be read is left out until it can be, and the one before it shown, as stale; where there is none
 * either, or nothing is published any more, the tile that was last given for the same question is given again, as stale.
 */

import type { Clock } from '../../base/clock.js';
import { isTagged, isUnreadable } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Period } from '../../base/shared-value.js';
import type { ProductStatus } from '../../model/product.js';
import type { TileDrawing, TileLayerId, TileSource } from '../../model/tile.js';
import { createDrawnTiles, type DrawnTile } from './drawn-tiles.js';
import { createAlertSet, type DrawnAlerts } from './frames/drawn-alerts.js';
import { createLayerFrames, type FrameSources, type LayerFrameKeeper } from './frames/layer-frames.js';
import { TILE_LAYERS } from './layer-table.js';
import { createRecentTiles, type RecentTiles } from './recent-tiles.js';
import type { TileStore } from './tile-cache.js';
import { createTileList, type TileList } from './tile-list.js';
import { createTileLocator, type LocatedTile, type OrderedTile, unavailable } from './tile-location.js';
import type { TileRequest } from './tile-request.js';
import { tilesStatus } from './tiles-status.js';

export interface TilesProduct extends TileList, RecentTiles {
  /** @throws InvalidRequestError, ProductUnavailableError */
  locate(request: TileRequest): Promise<LocatedTile>;
  /** Its tag is another where the located one cannot be drawn. @throws ProductUnavailableError */
  bytes(tile: LocatedTile): Promise<DrawnTile>;
  /** Whom the layer's data is owed to, in ASCII. @param isSimulated  a picture of it is, wherever others come from */
  attributionOf(layer: TileLayerId, isSimulated: boolean): string;
  status(): Promise<ProductStatus>;
}

export interface TilesDependencies extends Omit<FrameSources, 'alerts'> {
  readonly alerts: DrawnAlerts;
  readonly drawing: TileDrawing;
  /** The clock of the process. */
  readonly machineClock: Clock;
  /** While it is the same, so is what is published. */
  readonly period: Period;
  /** Reads a source from the store, past every cache. @throws ObjectMissingError, ObjectDefectError */
  readSource(source: TileSource): Promise<void>;
  readonly log: Log;
  /** Bound of the tiles in memory, bytes. */
  readonly cacheBytes: number;
  /** Tiles beyond the life of the process; null: none. */
  readonly store: TileStore | null;
  /** The data is of the built-in upstream. */
  readonly simulated: boolean;
  /** True while something is fetched for the very first time. */
  isWarming?(): boolean;
}

const RETRY_SECONDS = 30;
/** A tile of `radar` has three networks, each with a few frames that may be shown. */
const MOST_ATTEMPTS = 8;
export const SIMULATED_ATTRIBUTION = 'Simulated data, no real weather (Weatherglass demo)';

export function createTilesProduct(deps: TilesDependencies): TilesProduct {
  const { clock, drawing, simulated } = deps;
  const frames = createLayerFrames({ ...deps, alerts: createAlertSet(deps.alerts, drawing, clock) });
  const attributionOf = (layer: TileLayerId, isSimulated: boolean) =>
    simulated || isSimulated ? SIMULATED_ATTRIBUTION : TILE_LAYERS[layer].attribution;
  return {
    ...createRecentTiles(deps.period),
    ...locateAndDraw(deps, frames),
    ...createTileList({ frames, clock, simulated, attributionOf }),
    attributionOf,
    status: () => tilesStatus(frames, clock, deps.isWarming?.() ?? false),
  };
}

function locateAndDraw(deps: TilesDependencies, frames: LayerFrameKeeper): Pick<TilesProduct, 'locate' | 'bytes'> {
  const locate = createTileLocator({ frames, clock: deps.clock });
  const drawn = createDrawnTiles(deps);

  /** @throws `error` where nothing was kept */
  function lastOr(request: TileRequest, error: unknown): DrawnTile {
    const last = drawn.last(request);
    if (last === null) throw error;
    return last;
  }

  function lastInsteadOf(error: unknown, request: TileRequest): DrawnTile {
    if (isUnreadable(error)) return lastOr(request, unreadable(request));
    const last = lastOr(request, error);
    // Where nothing was kept the answer fails, and that is logged.
    if (!isTagged(error, 'product-unavailable'))
      deps.log.error({ layer: request.layer, err: error }, 'drawing a tile failed');
    return last;
  }

  /** Each attempt is of other versions than those that could not be read. */
  async function draw(tile: OrderedTile, attempt = 1): Promise<DrawnTile> {
    try {
      return await drawn.get(tile);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      frames.setAside(error, tile.order);
    }
    const again = await locate(tile.request);
    if (again.tag === tile.tag || attempt === MOST_ATTEMPTS) throw unreadable(tile.request);
    return draw(again, attempt + 1);
  }

  return {
    async locate(request) {
      try {
        return await locate(request);
      } catch (error) {
        if (!isTagged(error, 'product-unavailable') && !isUnreadable(error)) throw error;
        return lastOr(request, error);
      }
    },
    async bytes(tile) {
      if (!isOrdered(tile)) return lastOr(tile.request, unreadable(tile.request));
      try {
        return await draw(tile);
      } catch (error) {
        return lastInsteadOf(error, tile.request);
      }
    },
  };
}

function isOrdered(tile: LocatedTile): tile is OrderedTile {
  return tile.order !== null;
}

function unreadable({ layer }: TileRequest) {
  return unavailable(layer, 'its stored data cannot be read', RETRY_SECONDS);
}
