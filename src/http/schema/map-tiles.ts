/** Map tiles, their list and their TileJSON in the OpenAPI document. The product checks the parameters (`tile-request.ts`). */

import { Type } from 'typebox';
import { TILE_LAYER_IDS } from '../../model/tile.js';
import { INSTANT } from '../../model/time.js';
import { TILE_LAYERS } from '../../products/tiles/layer-table.js';
import { EPOCH } from '../../products/tiles/tile-request.js';
import { nullable, oneOf, refTo } from './component.js';
import { WARNINGS } from './forecast.js';
import { LATITUDE, LONGITUDE } from './location.js';
import { MAP_TILE_EXAMPLES } from './map-tile-examples.js';
import { type HeaderName, headersNamed, IF_NONE_MATCH, problemResponses } from './problem.js';

export const TileErrorSchema = Type.Object(
  {
    errors: Type.Object(
      {
        detail: Type.String({ description: 'What went wrong with this request, for people.' }),
        reason: Type.Optional(Type.String({ description: 'Short reason, for programs.' })),
      },
      { description: 'The error.' },
    ),
  },
  { $id: 'TileError', description: 'An error of the map tile endpoints.', examples: [MAP_TILE_EXAMPLES.error] },
);

export const LegendEntrySchema = Type.Object(
  {
    from: nullable('number', {
      description: 'Lowest value of the band. Null: no lower limit, or no numeric values.',
    }),
    to: nullable('number', { description: 'Lowest value of the next band. Null: no upper limit.' }),
    color: Type.String({ pattern: '^#[0-9A-F]{6}$', description: 'Color of the pixels, hexadecimal RGB.' }),
    opacity: Type.Number({ minimum: 0, maximum: 1, description: 'Opacity of the pixels, 0 to 1.' }),
    label: Type.String({ description: 'Text to show in a legend.' }),
  },
  { $id: 'LegendEntry', description: 'A color and the values it stands for.' },
);

const bounds = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 4,
  description: 'West, south, east and north limit of the data, degrees.',
});
const zoom = (description: string) => Type.Integer({ minimum: 0, maximum: 22, description });
const legend = Type.Array(refTo(LegendEntrySchema), { description: 'Colors of the layer, in the order of a legend.' });
const unit = nullable('string', { description: 'Unit of the values in the legend. Null if they have none.' });
const attribution = Type.String({ description: 'Attribution to show with the map.' });

export const MapLayerSchema = Type.Object(
  {
    id: oneOf(TILE_LAYER_IDS, { description: 'Name of the layer in requests.' }),
    title: Type.String({ description: 'Title to show with the map.' }),
    description: Type.String({ description: 'What the layer shows.' }),
    state: oneOf(['ready', 'stale', 'unavailable'], {
      description: '`ready`: up to date. `stale`: late. `unavailable`: nothing to show.',
    }),
    reason: nullable('string', {
      description: 'Why there is nothing to show, or which published data cannot be read. Otherwise null.',
    }),
    minzoom: zoom('Lowest zoom level.'),
    maxzoom: zoom('Highest zoom level. Beyond it, enlarge its tiles.'),
    tile_size: Type.Integer({ description: 'Width and height of a tile, pixels.' }),
    bounds,
    cadence_seconds: Type.Integer({ minimum: 1, description: 'Seconds between new frames.' }),
    parameters: Type.Array(oneOf(['time', 'site']), { description: 'Query parameters that the layer uses.' }),
    unit,
    legend,
    attribution,
    frames: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time', description: 'Valid time of the frame, a value for `time`.' }),
        is_default: Type.Boolean({ description: 'True for the frame that is returned without `time`.' }),
      }),
      {
        description: 'Available frames in order of time. Empty for `radar-site`, where each radar has its own.',
      },
    ),
    sites: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'ICAO identifier, a value for `site`.' }),
          latitude: Type.Number(LATITUDE),
          longitude: Type.Number(LONGITUDE),
        }),
        { description: 'Radars with their positions. Only for `radar-site`.' },
      ),
    ),
    tiles: Type.String({ description: 'URL template of the tiles with {z}, {x} and {y}.' }),
    tilejson: Type.String({ format: 'uri', description: 'URL of the TileJSON of this layer.' }),
  },
  { $id: 'MapLayer', description: 'A layer of map tiles.' },
);

export const MapLayerListSchema = Type.Object(
  {
    layers: Type.Array(refTo(MapLayerSchema), { description: 'All layers.' }),
    warnings: WARNINGS,
  },
  { $id: 'MapLayerList', description: 'All layers of map tiles.', examples: [MAP_TILE_EXAMPLES.list] },
);

export const TileJsonSchema = Type.Object(
  {
    tilejson: oneOf(['3.0.0'], { description: 'Version of TileJSON.' }),
    name: Type.String({ description: 'Title of the layer.' }),
    description: Type.String({ description: 'What the layer shows.' }),
    attribution,
    scheme: oneOf(['xyz'], { description: 'Rows are counted from the north.' }),
    tiles: Type.Array(Type.String(), { minItems: 1, description: 'URL templates of the tiles with {z}, {x} and {y}.' }),
    minzoom: zoom('Lowest zoom level.'),
    maxzoom: zoom('Highest zoom level.'),
    bounds,
    legend,
    unit,
    time: nullable('string', {
      format: 'date-time',
      description: 'Valid time of the frame. Null for layers that do not use `time`.',
    }),
  },
  { $id: 'TileJson', description: 'A layer as TileJSON 3.0.0.', examples: [MAP_TILE_EXAMPLES.tileJson] },
);

export const MAP_TILE_COMPONENTS = [
  TileErrorSchema,
  LegendEntrySchema,
  MapLayerSchema,
  MapLayerListSchema,
  TileJsonSchema,
];

const LIMITS = ['RateLimit-Policy', 'RateLimit'] as const;

type TileErrorName = keyof typeof MAP_TILE_EXAMPLES.errors;

const ERRORS: Readonly<Record<TileErrorName, { description: string; headers: readonly HeaderName[] }>> = {
  400: {
    description:
      'Invalid parameter. `z` must not exceed the highest zoom level of the layer, and `x` and `y` must be below 2 to the power of `z`. `radar-site` requires `site`. `time` must be a time that the layer has frames for.',
    headers: LIMITS,
  },
  404: { description: 'No such layer.', headers: LIMITS },
  429: { description: 'Rate limit exceeded.', headers: [...LIMITS, 'Retry-After'] },
  502: { description: 'The data of this layer is temporarily unavailable.', headers: ['Retry-After'] },
};

function tileErrors(...statuses: readonly TileErrorName[]) {
  return Object.fromEntries(
    statuses.map((status) => {
      const { description, headers } = ERRORS[status];
      const content = { schema: refTo(TileErrorSchema), example: MAP_TILE_EXAMPLES.errors[status] };
      return [
        status,
        { description, headers: headersNamed('X-Request-ID', ...headers), content: { 'application/json': content } },
      ];
    }),
  );
}

const PROBLEMS = ['authentication-required', 'method-not-allowed', 'internal'] as const;

const COMMON = { tags: ['maps'], security: [{ apiKey: [] }, { appToken: [] }] };

const layer = oneOf(TILE_LAYER_IDS, { description: 'Name of the layer.' });
const time = Type.Optional(
  Type.String({
    pattern: `^(?:|${EPOCH.source.slice(1, -1)}|${INSTANT.source.slice(1, -1)})$`,
    description:
      'Time of the frame: ISO 8601 with `Z` or an offset, or Unix seconds. Selects the last frame at or before this time; for `radar-future` the nearest. Default: now; for `radar-future` in 30 minutes. `radar` and `radar-future` accept times within two hours of now, other layers times of their frames.',
  }),
);
const site = Type.Optional(
  Type.String({
    pattern: '^(?:|[A-Za-z]{4})$',
    description:
      'ICAO identifier of a NEXRAD radar, for example `KTLX`. Required for `radar-site`, not used by other layers. `GET /v1/map-tiles` lists the radars.',
  }),
);
const maxZoom = Math.max(...TILE_LAYER_IDS.map((id) => TILE_LAYERS[id].maxZoom));
const coordinate = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });
const last = 2 ** maxZoom - 1;
const z = coordinate(maxZoom, 'Zoom level, at most the highest of the layer (`maxzoom` in `GET /v1/map-tiles`).');
const x = coordinate(last, 'Column from the west, below 2 to the power of `z`.');
const y = coordinate(last, 'Row from the north, below 2 to the power of `z`.');

const TILE_HEADERS = headersNamed(
  ...(['X-Request-ID', ...LIMITS, 'ETag', 'Cache-Control', 'X-Service-Tile-Cache'] as const),
  ...(['X-Service-Tile-Time', 'X-Attribution'] as const),
);

export const TILE_OPERATION = {
  ...COMMON,
  operationId: 'mapTile',
  summary: 'Get a map tile',
  description:
    'Returns a PNG image of 256 by 256 pixels in Web Mercator, transparent where there is nothing to show. Any valid credential is accepted. Tiles have their own rate limits, ten times those of other requests.',
  params: Type.Object({ layer, z, x, y }),
  querystring: Type.Object({ time, site }),
  headers: IF_NONE_MATCH,
  response: {
    200: {
      description: 'The tile, a PNG image.',
      headers: TILE_HEADERS,
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    },
    304: { type: 'null', description: 'Unchanged: the client has the current tile.', headers: TILE_HEADERS },
    ...tileErrors(400, 404, 429, 502),
    ...problemResponses('/v1/map-tiles/radar/4/4/6', PROBLEMS),
  },
};

const DOCUMENT_HEADERS = headersNamed('X-Request-ID', ...LIMITS, 'ETag', 'Cache-Control', 'Vary');

export const TILE_LIST_OPERATION = {
  ...COMMON,
  operationId: 'mapLayers',
  summary: 'List the map layers',
  description: 'Returns all layers with their available frames, legends and attributions.',
  headers: IF_NONE_MATCH,
  response: {
    200: {
      description: 'The layers.',
      headers: DOCUMENT_HEADERS,
      content: { 'application/json': { schema: refTo(MapLayerListSchema) } },
    },
    304: { type: 'null', description: 'Unchanged: the client has the current list.', headers: DOCUMENT_HEADERS },
    ...tileErrors(429, 502),
    ...problemResponses('/v1/map-tiles', PROBLEMS),
  },
};

export const TILE_JSON_OPERATION = {
  ...COMMON,
  operationId: 'mapLayer',
  summary: 'Get a map layer as TileJSON',
  description:
    'Returns the layer as TileJSON 3.0.0, for MapLibre, OpenLayers and QGIS. With `time`, all tiles show the same frame. Without it, they show the newest.',
  params: Type.Object({ layer }),
  querystring: Type.Object({ time, site }),
  headers: IF_NONE_MATCH,
  response: {
    200: {
      description: 'The layer.',
      headers: DOCUMENT_HEADERS,
      content: { 'application/json': { schema: refTo(TileJsonSchema) } },
    },
    304: { type: 'null', description: 'Unchanged: the client has the current document.', headers: DOCUMENT_HEADERS },
    ...tileErrors(400, 404, 429, 502),
    ...problemResponses('/v1/map-tiles/radar.json', PROBLEMS),
  },
};
