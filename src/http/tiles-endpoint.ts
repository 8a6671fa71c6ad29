/**
 * `GET /v1/map-tiles/{layer}/{z}/{x}/{y}`: PNG tiles.
 *
 * A tile has a strong validator that is known before anything is drawn, so a client that holds it gets a 304 for the price
 * of a look-up. `Cache-Control` is private: a tile is behind a key, and a cache that many share would give it to those who
 * have none (RFC 9111 3.5 has it keep no answer to a request with Authorization without being told). A proxy of the
 * operator that puts the key in itself may of course keep tiles for all its clients.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../base/log.js';
import type { TileLayerId } from '../model/tile.js';
import { formatInstant } from '../model/time.js';
import type { DrawnTile } from '../products/tiles/drawn-tiles.js';
import { isTileLayer } from '../products/tiles/layer-table.js';
import type { LocatedTile } from '../products/tiles/tile-location.js';
import { readTileRequest, type TileRequest } from '../products/tiles/tile-request.js';
import { createGate, type GateDependencies } from './gate.js';
import type { Meters } from './metrics.js';
import type { RateLimiter } from './rate-limit.js';
import { holds } from './representation.js';
import { TILE_OPERATION } from './schema/map-tiles.js';
import { answerTileErrors, unknownLayer } from './tile-error.js';

/** What this endpoint needs of the product. */
export interface DrawnTileProduct {
  /** @throws InvalidRequestError, ProductUnavailableError */
  locate(request: TileRequest): Promise<LocatedTile>;
  /** @throws ProductUnavailableError */
  bytes(tile: LocatedTile): Promise<DrawnTile>;
  attributionOf(layer: TileLayerId): string;
}

export interface TileEndpointDependencies extends GateDependencies {
  readonly log: Log;
  readonly meters: Meters;
  /** Tiles are counted apart. */
  readonly tileLimiter: RateLimiter;
}

interface TileRoute {
  Params: { layer: string; z: string; x: string; y: string };
  Querystring: Record<string, unknown>;
}

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

  function head(reply: FastifyReply, { tag, maxAge, isLate, validTime, request }: LocatedTile): void {
    reply.headers({
      etag: `"${tag}"`,
      'cache-control': `private, max-age=${maxAge}`,
      'x-service-tile-cache': isLate ? 'STALE' : 'HIT',
      'x-attribution': product.attributionOf(request.layer),
      ...(validTime !== null && { 'x-service-tile-time': formatInstant(Math.floor(validTime)) }),
    });
  }

  async function bytesOf(tile: LocatedTile): Promise<DrawnTile> {
    const begun = performance.now();
    const drawn = await product.bytes(tile);
    const { layer } = tile.request;
    tiles.inc({ layer, outcome: drawn.outcome.toLowerCase() });
    if (drawn.outcome === 'MISS') tileSeconds.observe({ layer }, (performance.now() - begun) / 1000);
    return drawn;
  }

  async function answer(request: FastifyRequest<TileRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const { layer, ...address } = request.params;
    if (!isTileLayer(layer)) throw unknownLayer(layer);
    const { time, site } = request.query;
    const tile = await product.locate(readTileRequest(layer, { ...address, time, site }));
    if (holds(request.headers['if-none-match'], `"${tile.tag}"`)) {
      tiles.inc({ layer, outcome: 'unchanged' });
      head(reply, tile);
      return reply.code(304).send();
    }
    const drawn = await bytesOf(tile);
    head(reply, drawn);
    return reply.header('x-service-tile-cache', drawn.outcome).type('image/png').send(drawn.bytes);
  }

  app.get<TileRoute>(PATH, { ...tileRouteOptions(deps), schema: TILE_OPERATION }, answer);
}
