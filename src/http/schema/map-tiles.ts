/** Map tiles, their list and their TileJSON, as the OpenAPI document shows them. Addresses are checked by the product. */

import { Type } from 'typebox';
import { TILE_LAYER_IDS } from '../../model/tile.js';
import { nullable, oneOf, refTo } from './component.js';
import { MAP_TILE_EXAMPLES } from './map-tile-examples.js';
import { type HeaderName, headersNamed, problemResponses } from './problem.js';

export const TileErrorSchema = Type.Object(
  {
    errors: Type.Object({
      detail: Type.String({ description: 'What went wrong, for people.' }),
      reason: Type.Optional(Type.String({ description: 'Which of the possible things it was.' })),
    }),
  },
  { $id: 'TileError', description: 'Error answer of map tiles.', examples: [MAP_TILE_EXAMPLES.error] },
);

export const LegendEntrySchema = Type.Object(
  {
    from: nullable('number', {
      description: 'First value of the band; null: no lower end, or a thing without values.',
    }),
    to: nullable('number', { description: 'Where the next band begins; null: no upper end.' }),
    color: Type.String({ pattern: '^#[0-9A-F]{6}$', description: 'Colour of its pixels.' }),
    opacity: Type.Number({ minimum: 0, maximum: 1 }),
    label: Type.String({ description: 'In words.' }),
  },
  { $id: 'LegendEntry', description: 'What a colour says.' },
);

const bounds = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 4,
  description: 'West, south, east, north of what there is, degrees.',
});
const zoom = (description: string) => Type.Integer({ minimum: 0, maximum: 22, description });
const legend = Type.Array(refTo(LegendEntrySchema), { description: 'Its colours, in the order of a legend.' });
const unit = nullable('string', { description: 'Of the values in the legend.' });
const attribution = Type.String({ description: 'To be shown with the map.' });

export const MapLayerSchema = Type.Object(
  {
    id: oneOf(TILE_LAYER_IDS),
    title: Type.String(),
    description: Type.String(),
    state: oneOf(['ready', 'stale', 'unavailable'], { description: 'In time, late, or nothing to show.' }),
    reason: nullable('string', {
      description: 'Why there is nothing to show, or which published data cannot be read.',
    }),
    minzoom: zoom('Least zoom.'),
    maxzoom: zoom('Deepest zoom; beyond it clients enlarge.'),
    tile_size: Type.Integer({ description: 'Pixels along a side.' }),
    bounds,
    cadence_seconds: Type.Integer({ minimum: 1, description: 'How often there is a new picture.' }),
    parameters: Type.Array(oneOf(['time', 'site']), { description: 'Query parameters that it knows.' }),
    unit,
    legend,
    attribution,
    frames: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time', description: 'What `time` takes.' }),
        is_default: Type.Boolean({ description: 'Whether it is shown when no time is asked for.' }),
      }),
      {
        description: 'Pictures that there are now, in the order of time. None of `radar-site`: each radar has its own.',
      },
    ),
    sites: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), latitude: Type.Number(), longitude: Type.Number() }), {
        description: 'What `site` takes, and where it is; of `radar-site`.',
      }),
    ),
    tiles: Type.String({ description: 'Address of its tiles, with {z}, {x} and {y} in it.' }),
    tilejson: Type.String({ format: 'uri', description: 'Address of its TileJSON.' }),
  },
  { $id: 'MapLayer', description: 'A layer of map tiles.' },
);

export const MapLayerListSchema = Type.Object(
  {
    layers: Type.Array(refTo(MapLayerSchema)),
    warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { $id: 'MapLayerList', description: 'All layers of map tiles.', examples: [MAP_TILE_EXAMPLES.list] },
);

export const TileJsonSchema = Type.Object(
  {
    tilejson: oneOf(['3.0.0']),
    name: Type.String(),
    description: Type.String(),
    attribution,
    scheme: oneOf(['xyz']),
    tiles: Type.Array(Type.String(), { minItems: 1 }),
    minzoom: zoom('Least zoom.'),
    maxzoom: zoom('Deepest zoom.'),
    bounds,
    legend,
    unit,
    time: nullable('string', {
      format: 'date-time',
      description: 'When its picture holds; null where its tiles are always the newest.',
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
  400: { description: 'Invalid tile coordinate or layer parameter.', headers: LIMITS },
  404: { description: 'No such layer.', headers: LIMITS },
  429: { description: 'Rate limit exceeded.', headers: [...LIMITS, 'Retry-After'] },
  502: { description: 'Nothing to draw the tile from, and none was kept.', headers: ['Retry-After'] },
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

const layer = oneOf(TILE_LAYER_IDS, { description: 'Which layer.' });
const time = Type.Optional(
  Type.String({
    description:
      'Which picture: ISO 8601 or epoch seconds. The last that does not come after it; of `radar-future` the nearest. Without it the one that holds now, of `radar-future` the one in half an hour. `radar` and `radar-future` take up to two hours before and after now.',
  }),
);
const site = Type.Optional(
  Type.String({ description: 'ICAO identifier of a NEXRAD radar, e.g. `KTLX`; `radar-site` needs it.' }),
);
const column = (description: string) => Type.Integer({ minimum: 0, description });
const ifNoneMatch = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'Validators that the client holds; 304 when one is current.' }),
  ),
});

const TILE_HEADERS = headersNamed(
  ...(['X-Request-ID', ...LIMITS, 'ETag', 'Cache-Control', 'X-Service-Tile-Cache'] as const),
  ...(['X-Service-Tile-Time', 'X-Attribution'] as const),
);

export const TILE_OPERATION = {
  ...COMMON,
  operationId: 'mapTile',
  summary: 'A tile of a map',
  description:
    'A PNG of 256 × 256 pixels in Web Mercator, transparent where there is nothing to show. Any valid credential; tiles have limits of their own, ten times those of other requests.',
  params: Type.Object({ layer, z: column('Zoom.'), x: column('Column, eastward.'), y: column('Row, southward.') }),
  querystring: Type.Object({ time, site }),
  headers: ifNoneMatch,
  response: {
    200: {
      description: 'The tile.',
      headers: TILE_HEADERS,
      content: { 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } },
    },
    304: { type: 'null', description: 'The client holds the current tile.', headers: TILE_HEADERS },
    ...tileErrors(400, 404, 429, 502),
    ...problemResponses('/v1/map-tiles/radar/4/4/6', PROBLEMS),
  },
};

const DOCUMENT_HEADERS = headersNamed('X-Request-ID', ...LIMITS, 'ETag', 'Cache-Control', 'Vary');

export const TILE_LIST_OPERATION = {
  ...COMMON,
  operationId: 'mapLayers',
  summary: 'All layers of map tiles, their pictures and legends',
  description: 'What each layer shows now and by which colours, so that a client can draw a legend and animate.',
  headers: ifNoneMatch,
  response: {
    200: {
      description: 'The layers.',
      headers: DOCUMENT_HEADERS,
      content: { 'application/json': { schema: refTo(MapLayerListSchema) } },
    },
    304: { type: 'null', description: 'The client holds the current list.', headers: DOCUMENT_HEADERS },
    ...tileErrors(429, 502),
    ...problemResponses('/v1/map-tiles', PROBLEMS),
  },
};

export const TILE_JSON_OPERATION = {
  ...COMMON,
  operationId: 'mapLayer',
  summary: 'A layer as TileJSON',
  description:
    'For MapLibre, OpenLayers and QGIS. Its tiles are those of one picture, so that a map never shows two at once; ask again for a newer one.',
  params: Type.Object({ layer }),
  querystring: Type.Object({ time, site }),
  headers: ifNoneMatch,
  response: {
    200: {
      description: 'The layer.',
      headers: DOCUMENT_HEADERS,
      content: { 'application/json': { schema: refTo(TileJsonSchema) } },
    },
    304: { type: 'null', description: 'The client holds the current document.', headers: DOCUMENT_HEADERS },
    ...tileErrors(400, 404, 429, 502),
    ...problemResponses('/v1/map-tiles/radar.json', PROBLEMS),
  },
};
