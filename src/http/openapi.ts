/** The OpenAPI 3.1 document, made from the schemas that validate. Every named schema becomes a component. */

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { catalogExamples } from './catalog-routes.js';
import { ALERTS_COMPONENTS } from './schema/alerts.js';
import { CATALOG_COMPONENTS } from './schema/catalog.js';
import { FORECAST_COMPONENTS } from './schema/forecast.js';
import { MAP_TILE_COMPONENTS } from './schema/map-tiles.js';
import { NOWCAST_COMPONENTS } from './schema/nowcast.js';
import { OPERATIONS_COMPONENTS } from './schema/operations.js';
import { PROBLEM_COMPONENTS } from './schema/problem.js';
import { ROUTE_COMPONENTS } from './schema/route.js';

const COMPONENTS = [
  ...FORECAST_COMPONENTS,
  ...NOWCAST_COMPONENTS,
  ...ROUTE_COMPONENTS,
  ...ALERTS_COMPONENTS,
  ...MAP_TILE_COMPONENTS,
  ...PROBLEM_COMPONENTS,
  ...CATALOG_COMPONENTS,
  ...OPERATIONS_COMPONENTS,
];

/** Version of the interface, not of the software. */
const INTERFACE_VERSION = '1.0.0';

const DESCRIPTION = `Weather at a point and along a route, made from the public model feeds, the next two hours from public radar, and the
public alerts at a point. The same, and smoke and fires, as tiles of maps.

Data endpoints answer their result directly. Errors are problems (RFC 9457); their \`type\` is stable. Answers of weather
carry \`updated_at\`, \`stale\` and \`warnings\`. Timestamps are ISO 8601; ranges of time exclude their end, ranges of dates
include it. Request objects are closed; records of answers may get new fields.`;

/** Must be awaited before routes are added. */
export async function documentRoutes(app: FastifyInstance, baseUrl: string): Promise<void> {
  for (const schema of COMPONENTS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Weatherglass',
        version: INTERFACE_VERSION,
        summary: 'Open weather data service',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl, description: 'This service.' }],
      tags: [
        { name: 'weather', description: 'Weather at places.' },
        { name: 'maps', description: 'Tiles of maps, in Web Mercator.' },
        { name: 'catalogs', description: 'What there is: variables, units, limits, methodology. Public.' },
        { name: 'operations', description: 'For operators and machines. Public.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `wg_<id>_<secret>`. Keep it secret.' },
          appToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'A signed app-install token with the scopes in it.',
          },
        },
      },
    },
    stripBasePath: false,
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
  });
}

interface MediaType {
  example?: unknown;
}

interface Document {
  readonly paths: Readonly<
    Record<string, { get?: { responses: Record<string, { content?: Record<string, MediaType> }> } }>
  >;
}

/**
 * The document, once all routes are there. Catalogs as their own examples go in last, because the generator takes a
 * `type` and a `nullable` anywhere in a response for parts of a schema and rewrites them.
 */
export function openApiDocument(app: FastifyInstance): object {
  const document = app.swagger() as unknown as Document;
  for (const [url, example] of catalogExamples()) {
    const media = document.paths[url]?.get?.responses[200]?.content?.['application/json'];
    if (media) media.example = example;
  }
  return document;
}
