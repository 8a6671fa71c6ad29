/** The three public catalogs: generated and serialised at the start, then sent as bytes. */

import type { FastifyInstance } from 'fastify';
import { accuracyCatalog } from '../products/catalog/accuracy-catalog.js';
import { forecastCatalog } from '../products/catalog/forecast-catalog.js';
import { historicalCatalog } from '../products/catalog/historical-catalog.js';
import { representationOf, sendRepresentation } from './representation.js';
import { AccuracyCatalogSchema, ForecastCatalogSchema, HistoricalCatalogSchema } from './schema/catalog.js';
import { refTo } from './schema/component.js';
import { headersNamed, problemResponses } from './schema/problem.js';

const CATALOGS = [
  {
    url: '/v1/forecast/variables',
    operationId: 'forecastVariables',
    summary: 'Forecast variables, their units and horizons',
    make: forecastCatalog,
    schema: refTo(ForecastCatalogSchema),
  },
  {
    url: '/v1/historical/variables',
    operationId: 'historicalVariables',
    summary: 'Historical variables of /v1/historical, which this version does not serve',
    make: historicalCatalog,
    schema: refTo(HistoricalCatalogSchema),
  },
  {
    url: '/v1/accuracy/catalog',
    operationId: 'accuracyCatalog',
    summary: 'What /v1/accuracy verifies, which this version does not serve',
    make: accuracyCatalog,
    schema: refTo(AccuracyCatalogSchema),
  },
];

const HEADERS = headersNamed('X-Request-ID', 'ETag', 'Cache-Control', 'Vary');

const ifNoneMatch = {
  type: 'object',
  properties: {
    'if-none-match': { type: 'string', description: 'Validators that the client holds; 304 when one is current.' },
  },
};

export async function addCatalogRoutes(app: FastifyInstance): Promise<void> {
  for (const { url, operationId, summary, make, schema } of CATALOGS) {
    const representation = await representationOf(make());
    const response = {
      200: { description: 'The catalog.', headers: HEADERS, content: { 'application/json': { schema } } },
      304: { type: 'null', description: 'The client holds the current catalog.', headers: HEADERS },
      ...problemResponses(url, ['method-not-allowed']),
    };
    const documented = { operationId, summary, tags: ['catalogs'], security: [], headers: ifNoneMatch, response };
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
