/**
 * `GET /v1/map-tiles/{layer}/{z}/{x}/{y}`: PNG tiles.
 *
 * A tile has a strong validator that is known before anything is drawn, so a client that holds it gets a 304 for the price
 * of a look-up. `Cache-Control` is private: a tile is behind a key, and a cache that many share would give it to those who
 * have none (RFC 9111 3.5 has it keep no answer to a request with Authorization without being told). A proxy of the
 * operator that puts the key in itself may of course keep tiles for all its clients.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../base/log.js';
import type { TileLayerId } from '../../model/tile.js';
import { formatInstant } from '../../model/time.js';
import type { DrawnTile } from '../../products/tiles/drawn-tiles.js';
import { isTileLayer } from '../../products/tiles/layer-table.js';
import type { RecentTiles } from '../../products/tiles/recent-tiles.js';
import type { LocatedTile } from '../../products/tiles/tile-location.js';
import { readTileRequest, type TileRequest } from '../../products/tiles/tile-request.js';
import { createDistinctLimit, createFairShare } from '../access/fair-share.js';
import { createGate, type GateDependencies } from '../access/gate.js';
import type { RateLimiter } from '../access/rate-limit.js';
import type { Meters } from '../metrics.js';
import { TILE_OPERATION } from '../schema/map-tiles.js';
import { holds } from './representation.js';
import { answerTileErrors, unknownLayer } from './tile-error.js';

/** The part of the product that this endpoint uses. */
export interface DrawnTileProduct extends RecentTiles {
  /** @throws InvalidRequestError, ProductUnavailableError */
  locate(request: TileRequest): Promise<LocatedTile>;
  /** @throws ProductUnavailableError */
  bytes(tile: LocatedTile): Promise<DrawnTile>;
  attributionOf(layer: TileLayerId, isSimulated: boolean): string;
}

export interface TileEndpointDependencies extends GateDependencies {
  readonly log: Log;
  readonly meters: Meters;
  /** Limits of map tiles, which are counted apart from other requests. */
  readonly tileLimiter: RateLimiter;
}

interface TileRoute {
  Params: { layer: string; z: string; x: string; y: string };
  Querystring: Record<string, unknown>;
}

/** Tiles of one client: a screen full of map is some tens, and a proxy has many screens behind it. */
const DRAWING = { maxRunning: 32, maxQueued: 512 } as const;
/** Radars that one client may have fetched at once, of the eighteen that all clients together may. */
const MAX_SITES = 6;

const clientOf = ({ principal }: FastifyRequest<TileRoute>) => principal!.id;

const PATH = '/v1/map-tiles/:layer/:z/:x/:y';

/** What all routes of map tiles have in common. */
export function tileRouteOptions(deps: TileEndpointDependencies) {
  return {
    config: { product: 'map-tiles' },
    onRequest: createGate({ ...deps, limiter: deps.tileLimiter }, null),
    errorHandler: answerTileErrors(deps.log),
    // The product reads and checks the texts of an address; schemas are for the document.
    validatorCompiler: () => () => true,
  };
}

export function addTilesEndpoint(
  app: FastifyInstance,
  deps: TileEndpointDependencies,
  product: DrawnTileProduct,
): void {
  const { tiles, tileSeconds } = deps.meters;
  const answers = createTileAnswer(tiles, product.attributionOf);
  const drawing = createFairShare(DRAWING);
  const fetching = createDistinctLimit(MAX_SITES);

  async function bytesOf(tile: LocatedTile): Promise<DrawnTile> {
    const begun = performance.now();
    const drawn = await product.bytes(tile);
    const { layer } = tile.request;
    if (drawn.outcome === 'MISS') tileSeconds.observe({ layer }, (performance.now() - begun) / 1000);
    return drawn;
  }

  async function locate({ params, query }: FastifyRequest<TileRoute>): Promise<LocatedTile> {
    const { layer, ...address } = params;
    if (!isTileLayer(layer)) throw unknownLayer(layer);
    return product.locate(readTileRequest(layer, { ...address, time: query.time, site: query.site }));
  }

  /** Of a single radar a sweep may have to be fetched. */
  function located(request: FastifyRequest<TileRoute>): Promise<LocatedTile> {
    if (request.params.layer !== 'radar-site') return locate(request);
    return fetching.run(clientOf(request), String(request.query.site), () => locate(request));
  }

  async function answer(request: FastifyRequest<TileRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const period = product.period();
    const recent = product.recall(request.url);
    const tile = recent ?? (await located(request));
    if (answers.sendUnchanged(request.headers['if-none-match'], reply, tile)) {
      if (recent === null) product.remember(request.url, tile, period);
      return reply;
    }
    const drawn = isDrawn(tile) ? tile : await drawing.run(clientOf(request), () => bytesOf(tile));
    if (drawn !== recent) product.remember(request.url, drawn, period);
    return answers.send(reply, drawn);
  }

  app.get<TileRoute>(PATH, { ...tileRouteOptions(deps), schema: TILE_OPERATION }, answer);
}

function isDrawn(tile: LocatedTile | DrawnTile): tile is DrawnTile {
  return 'bytes' in tile;
}

/** Sends tiles with their headers: tag, cache lifetime, valid time and attribution. */
interface TileAnswer {
  /**
   * Answers 304 where the client holds the tile.
   *
   * @param held  `If-None-Match` of the request
   * @returns whether it did
   */
  sendUnchanged(held: string | undefined, reply: FastifyReply, tile: LocatedTile): boolean;
  send(reply: FastifyReply, tile: DrawnTile): FastifyReply;
}

function createTileAnswer(
  tiles: Meters['tiles'],
  attributionOf: (layer: TileLayerId, isSimulated: boolean) => string,
): TileAnswer {
  const heads = new WeakMap<LocatedTile, Record<string, string>>();

  /** The same object for the same tile; its bytes may follow or not. */
  function headOf(tile: LocatedTile): Record<string, string> {
    const known = heads.get(tile);
    if (known !== undefined) return known;
    const { tag, maxAge, isLate, isSimulated, validTime, request } = tile;
    const made = {
      etag: `"${tag}"`,
      'cache-control': `private, max-age=${maxAge}`,
      'x-service-tile-cache': isLate ? 'STALE' : 'HIT',
      'x-attribution': attributionOf(request.layer, isSimulated),
      ...(validTime !== null && { 'x-service-tile-time': formatInstant(Math.floor(validTime)) }),
    };
    heads.set(tile, made);
    return made;
  }

  return {
    sendUnchanged(held, reply, tile) {
      if (!holds(held, `"${tile.tag}"`)) return false;
      tiles.inc({ layer: tile.request.layer, outcome: 'unchanged' });
      reply.headers(headOf(tile)).code(304).send();
      return true;
    },
    send(reply, tile) {
      tiles.inc({ layer: tile.request.layer, outcome: tile.outcome.toLowerCase() });
      reply.headers(headOf(tile));
      return reply.header('x-service-tile-cache', tile.outcome).type('image/png').send(tile.bytes);
    },
  };
}
