/** `GET /v1/map-tiles` and `GET /v1/map-tiles/{layer}.json`: which layers there are, and each as TileJSON. */

import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isTileLayer } from '../../products/tiles/layer-table.js';
import type { TileList } from '../../products/tiles/tile-list.js';
import { readFrameRequest } from '../../products/tiles/tile-request.js';
import { TILE_JSON_OPERATION, TILE_LIST_OPERATION } from '../schema/map-tiles.js';
import { type Representation, representationOf, sendRepresentation } from './representation.js';
import { unknownLayer } from './tile-error.js';
import { type TileEndpointDependencies, tileRouteOptions } from './tiles-endpoint.js';

/** Frames of radar come every two minutes: soon enough to animate them. */
const CACHE_CONTROL = 'private, max-age=15';
const MOST_REPRESENTATIONS = 64;

interface LayerRoute {
  Params: { layer: string };
  Querystring: Record<string, unknown>;
}

export function addTileListEndpoints(
  app: FastifyInstance,
  deps: TileEndpointDependencies & { readonly baseUrl: string },
  product: TileList,
): void {
  const { baseUrl } = deps;
  const options = tileRouteOptions(deps);
  const represent = keepRepresentations();

  app.get('/v1/map-tiles', { ...options, schema: TILE_LIST_OPERATION }, async (request, reply) => {
    const list = await product.list(baseUrl);
    return sendRepresentation(request, reply, await represent(list), CACHE_CONTROL);
  });
  app.get<LayerRoute>(
    '/v1/map-tiles/:layer.json',
    { ...options, schema: TILE_JSON_OPERATION },
    async (request, reply) => {
      const { layer } = request.params;
      if (!isTileLayer(layer)) throw unknownLayer(layer);
      const { time, site } = request.query;
      const found = await product.tileJson(readFrameRequest(layer, { time, site }), baseUrl);
      return sendRepresentation(request, reply, await represent(found), CACHE_CONTROL);
    },
  );
}

/** The same document is compressed once. */
function keepRepresentations(): (document: object) => Promise<Representation> {
  const kept = new LRUCache<string, Promise<Representation>>({ max: MOST_REPRESENTATIONS });
  return (document) => {
    const text = JSON.stringify(document);
    const known = kept.get(text) ?? representationOf(document);
    kept.set(text, known);
    return known;
  };
}
