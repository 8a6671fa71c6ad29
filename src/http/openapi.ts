/** The OpenAPI 3.1 document, made from the schemas that validate requests. Every named schema becomes a component. */

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { catalogExamples } from './endpoints/catalog-routes.js';
import { ACCURACY_COMPONENTS } from './schema/accuracy.js';
import { ALERTS_COMPONENTS } from './schema/alerts.js';
import { CATALOG_COMPONENTS } from './schema/catalog.js';
import { DOCUMENT_ONLY } from './schema/component.js';
import { FORECAST_COMPONENTS } from './schema/forecast.js';
import { HISTORICAL_COMPONENTS } from './schema/historical.js';
import { MAP_TILE_COMPONENTS } from './schema/map-tiles.js';
import { NOWCAST_COMPONENTS } from './schema/nowcast.js';
import { OPERATIONS_COMPONENTS } from './schema/operations.js';
import { OUTLOOK_COMPONENTS } from './schema/outlook.js';
import { PROBLEM_COMPONENTS } from './schema/problem.js';
import { ROUTE_COMPONENTS } from './schema/route.js';

const COMPONENTS = [
  ...FORECAST_COMPONENTS,
  ...NOWCAST_COMPONENTS,
  ...ROUTE_COMPONENTS,
  ...ALERTS_COMPONENTS,
  ...HISTORICAL_COMPONENTS,
  ...OUTLOOK_COMPONENTS,
  ...ACCURACY_COMPONENTS,
  ...MAP_TILE_COMPONENTS,
  ...PROBLEM_COMPONENTS,
  ...CATALOG_COMPONENTS,
  ...OPERATIONS_COMPONENTS,
];

/** Version of the API, not of the software. */
const INTERFACE_VERSION = '1.0.0';

const DESCRIPTION = `Point forecasts, a two-hour precipitation nowcast, weather along a route, official alerts,
observations of the past, a climate outlook, the accuracy of past forecasts and map tiles, made from public forecast models, radar, alert feeds and
station observations.

**Authentication.** Send \`Authorization: Bearer\` with an API key or an app-install token. The catalogs, \`/healthz\`,
\`/readyz\` and \`/metrics\` need no credential.

**Requests.** Request objects are closed: a field that is not listed is refused with 422. Compressed bodies are refused
with 415.

**Responses.** Data endpoints return their result directly. A missing value is \`null\`. Weather responses have
\`updated_at\`, \`stale\` and \`warnings\`. Records may get new fields within this version, so ignore fields you do not know.

**Times.** Timestamps are ISO 8601. Ranges of timestamps exclude their end, ranges of dates include it.

**Errors.** Errors are problem details (RFC 9457) with a stable \`type\`; errors of map tiles are JSON with
\`errors.detail\` and \`errors.reason\`. Malformed HTTP can be refused on any path with 400, 408, 413, 431 or 501.`;

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
        contact: { name: 'Operator of this service', url: baseUrl },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl, description: 'This service.' }],
      tags: [
        { name: 'weather', description: 'Weather at a location or along a route.' },
        { name: 'maps', description: 'Map tiles in Web Mercator.' },
        { name: 'catalogs', description: 'Variables, units, limits and methodology. No credential needed.' },
        { name: 'operations', description: 'Health and metrics, for operators. No credential needed.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `wg_<id>_<secret>`. Keep it on your server.',
          },
          appToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'A signed app-install token that lists its scopes.',
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
  readonly components: { readonly schemas: Record<string, Readonly<Record<string, unknown>>> };
  readonly paths: Readonly<
    Record<string, { get?: { responses: Record<string, { content?: Record<string, MediaType> }> } }>
  >;
}

/**
 * The document. Must be called after all routes were added.
 *
 * Examples of catalogs are added last, because the generator rewrites any `type` and `nullable` in a response as if it
 * were part of a schema.
 */
export function openApiDocument(app: FastifyInstance): object {
  const document = app.swagger() as unknown as Document;
  for (const [url, example] of catalogExamples()) {
    const media = document.paths[url]?.get?.responses[200]?.content?.['application/json'];
    if (media) media.example = example;
  }
  const components = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    publishedSchema(schema),
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(components) } };
}

/** Replaces `x-document-only` by the keywords in it, here and in all fields. */
function publishedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publishedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { [DOCUMENT_ONLY]: added = {}, ...own } = schema as Record<string, unknown>;
  const fields = Object.entries(own).map(([key, value]) => [key, publishedSchema(value)]);
  return { ...Object.fromEntries(fields), ...(added as object) };
}
