/** The three public catalogs: generated and serialised at the start, then sent as bytes. */

import type { FastifyInstance } from 'fastify';
import { accuracyCatalog } from '../../products/catalog/accuracy-catalog.js';
import { forecastCatalog } from '../../products/catalog/forecast-catalog.js';
import { historicalCatalog } from '../../products/catalog/historical-catalog.js';
import { AccuracyCatalogSchema, ForecastCatalogSchema, HistoricalCatalogSchema } from '../schema/catalog.js';
import { refTo } from '../schema/component.js';
import { headersNamed, IF_NONE_MATCH, problemResponses } from '../schema/problem.js';
import { representationOf, sendRepresentation } from './representation.js';

const CATALOGS = [
  {
    url: '/v1/forecast/variables',
    operationId: 'forecastVariables',
    summary: 'List the forecast variables',
    description:
      'Returns all forecast variables with their units, the intervals that have them, and how far each interval reaches, with the variables, range and method of `/v1/outlook`.',
    make: forecastCatalog,
    schema: refTo(ForecastCatalogSchema),
  },
  {
    url: '/v1/historical/variables',
    operationId: 'historicalVariables',
    summary: 'List the historical variables',
    description:
      'Returns all historical variables of `/v1/historical` with their units, the limits of a request, and how the values are made.',
    make: historicalCatalog,
    schema: refTo(HistoricalCatalogSchema),
  },
  {
    url: '/v1/accuracy/catalog',
    operationId: 'accuracyCatalog',
    summary: 'List the accuracy metrics',
    description:
      'Describes `/v1/accuracy`: the verified variables, their metrics and lead times, the weather regions, and the methodology.',
    make: accuracyCatalog,
    schema: refTo(AccuracyCatalogSchema),
  },
];

const HEADERS = headersNamed('X-Request-ID', 'ETag', 'Cache-Control', 'Vary');

export async function addCatalogRoutes(app: FastifyInstance): Promise<void> {
  for (const { url, operationId, summary, description, make, schema } of CATALOGS) {
    const representation = await representationOf(make());
    const response = {
      200: { description: 'The catalog.', headers: HEADERS, content: { 'application/json': { schema } } },
      304: { type: 'null', description: 'Unchanged: the client has the current catalog.', headers: HEADERS },
      ...problemResponses(url, ['method-not-allowed']),
    };
    const tags = ['catalogs'];
    const documented = { operationId, summary, description, tags, security: [], headers: IF_NONE_MATCH, response };
    app.get(url, { schema: documented }, (request, reply) => sendRepresentation(request, reply, representation));
  }
}

/** An example of each catalog by path: the catalog itself, cut to one variable. */
export function catalogExamples(): [url: string, example: object][] {
  return CATALOGS.map(({ url, make }) => {
    const catalog = make();
    return [url, { ...catalog, variables: catalog.variables.slice(0, 1) }];
  });
}
