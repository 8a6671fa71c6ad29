/** `/healthz`, `/readyz`, `/metrics` and `/openapi.json`: public, and open also when the products are overloaded. */

import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../base/clock.js';
import type { ProductStatus, SourceStatus } from '../model/product.js';
import { formatInstant } from '../model/time.js';
import { openApiDocument } from './openapi.js';
import { type Representation, representationOf, sendRepresentation } from './representation.js';
import { refTo } from './schema/component.js';
import { HealthSchema, ReadinessSchema } from './schema/operations.js';
import { type HeaderName, headersNamed, problemResponses } from './schema/problem.js';

export interface OperationsDependencies {
  readonly clock: Clock;
  readonly metrics: Registry;
  readiness(): Promise<readonly ProductStatus[]>;
}

/** Seconds; how often it is worth asking a service that is warming up. */
const RETRY_SECONDS = 5;

function json(description: string, schema: object, ...headers: readonly HeaderName[]) {
  return {
    description,
    headers: headersNamed('X-Request-ID', ...headers),
    content: { 'application/json': { schema } },
  };
}

export function addOperationsRoutes(app: FastifyInstance, deps: OperationsDependencies): void {
  addHealth(app);
  addReadiness(app, deps);
  addMetrics(app, deps.metrics);
  addOpenApi(app);
}

function addHealth(app: FastifyInstance): void {
  const body = Buffer.from('{"status":"ok"}');
  const schema = {
    operationId: 'health',
    tags: ['operations'],
    summary: 'Whether the process lives',
    security: [],
    response: { 200: json('It does.', refTo(HealthSchema)), ...problemResponses('/healthz', ['method-not-allowed']) },
  };
  app.get('/healthz', { schema }, (_request, reply) => reply.type('application/json').send(body));
}

function addReadiness(app: FastifyInstance, { clock, readiness }: OperationsDependencies): void {
  const schema = {
    operationId: 'readiness',
    tags: ['operations'],
    summary: 'Whether every product can answer, and how old its data is',
    security: [],
    response: {
      200: json('Every main product can answer.', refTo(ReadinessSchema)),
      503: json('A main product cannot answer yet, or no longer.', refTo(ReadinessSchema), 'Retry-After'),
      ...problemResponses('/readyz', ['method-not-allowed']),
    },
  };
  app.get('/readyz', { schema }, async (_request, reply) => {
    const statuses = await readiness();
    const ready = statuses.every(({ state, isMain = true }) => state === 'ready' || state === 'stale' || !isMain);
    const body = { status: ready ? 'ready' : 'not-ready', products: statuses.map((row) => productRow(row, clock)) };
    if (!ready) reply.code(503).header('retry-after', String(RETRY_SECONDS));
    return reply
      .type('application/json')
      .header('cache-control', 'no-store')
      .send(Buffer.from(JSON.stringify(body)));
  });
}

function productRow({ product, state, updatedAt, referenceTime, detail, sources }: ProductStatus, clock: Clock) {
  return {
    product,
    state,
    updated_at: instantOf(updatedAt),
    age_seconds: ageOf(updatedAt, clock),
    reference_time: instantOf(referenceTime),
    detail,
    ...(sources && { sources: sources.map((row) => sourceRow(row, clock)) }),
  };
}

function sourceRow({ source, state, referenceTime, updatedAt }: SourceStatus, clock: Clock) {
  return {
    source,
    state,
    reference_time: instantOf(referenceTime),
    updated_at: instantOf(updatedAt),
    age_seconds: ageOf(referenceTime, clock),
  };
}

function ageOf(epochSeconds: number | null, clock: Clock): number | null {
  return epochSeconds === null ? null : Math.max(0, Math.round(clock.now() - epochSeconds));
}

function instantOf(epochSeconds: number | null): string | null {
  return epochSeconds === null ? null : formatInstant(epochSeconds);
}

const METRICS_EXAMPLE = 'weatherglass_product_age_seconds{product="forecast"} 2328\n';

function addMetrics(app: FastifyInstance, metrics: Registry): void {
  const schema = {
    operationId: 'metrics',
    tags: ['operations'],
    summary: 'Figures for Prometheus',
    security: [],
    response: {
      200: {
        description: 'Prometheus text exposition format.',
        headers: headersNamed('X-Request-ID'),
        content: { 'text/plain': { schema: { type: 'string', examples: [METRICS_EXAMPLE] } } },
      },
      ...problemResponses('/metrics', ['method-not-allowed']),
    },
  };
  app.get('/metrics', { schema }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}

/** Left out of the document, which does not describe itself. Made at the first request, when all routes are known. */
function addOpenApi(app: FastifyInstance): void {
  let representation: Promise<Representation> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    representation ??= representationOf(openApiDocument(app));
    return sendRepresentation(request, reply, await representation);
  });
}
