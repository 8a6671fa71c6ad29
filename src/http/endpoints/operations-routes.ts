/**
 * `/healthz`, `/readyz`, `/metrics` and `/openapi.json`: public, and available under overload.
 *
 * Readiness and metrics are computed at most once a second and shared as bytes. Computed for each request, 1,900
 * pipelined `GET /metrics` (3.3 ms and 59 KB each) stopped the service for everybody.
 */

import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../../base/clock.js';
import { shareFor } from '../../base/shared-value.js';
import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import { openApiDocument } from '../openapi.js';
import { refTo } from '../schema/component.js';
import { HealthSchema, ReadinessSchema } from '../schema/operations.js';
import { type HeaderName, headersNamed, problemResponses } from '../schema/problem.js';
import { type Representation, representationOf, sendRepresentation } from './representation.js';

export interface OperationsDependencies {
  readonly clock: Clock;
  /** Ages readiness that is shared by many requests. */
  readonly machineClock: Clock;
  /** Never rejects. */
  readonly readiness: () => Promise<readonly ProductStatus[]>;
  readonly isDraining: () => boolean;
}

/** The bytes of both are made at most once in this time, seconds. */
const SHARED_SECONDS = 1;
/** Seconds between two requests for the readiness of a service that is warming up. */
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
  addOpenApi(app);
}

function addHealth(app: FastifyInstance): void {
  const body = Buffer.from('{"status":"ok"}');
  const schema = {
    operationId: 'health',
    tags: ['operations'],
    summary: 'Check that the process is alive',
    description: 'Always returns 200 while the process runs. Use it as a liveness probe.',
    security: [],
    response: {
      200: json('The process is alive.', refTo(HealthSchema)),
      ...problemResponses('/healthz', ['method-not-allowed']),
    },
  };
  app.get('/healthz', { schema }, (_request, reply) => reply.type('application/json').send(body));
}

interface ReadinessResponse {
  readonly status: 200 | 503;
  readonly bytes: Buffer;
}

function addReadiness(app: FastifyInstance, deps: OperationsDependencies): void {
  const schema = {
    operationId: 'readiness',
    tags: ['operations'],
    summary: 'Check that the service is ready',
    description:
      'Returns the state of each product and the age of its data. Use it as a readiness probe: 503 means that requests should go elsewhere.',
    security: [],
    response: {
      200: json('Forecasts and routes can be served.', refTo(ReadinessSchema)),
      503: json(
        'Forecasts or routes cannot be served, or the service is about to stop.',
        refTo(ReadinessSchema),
        'Retry-After',
      ),
      ...problemResponses('/readyz', ['method-not-allowed']),
    },
  };
  const { clock, isDraining, machineClock, readiness } = deps;
  const responseWhile = (isDraining: boolean) =>
    shareFor(SHARED_SECONDS, machineClock, async () => readinessResponse(await readiness(), isDraining, clock));
  const [serving, draining] = [responseWhile(false), responseWhile(true)];
  app.get('/readyz', { schema }, async (_request, reply) => {
    const { status, bytes } = await (isDraining() ? draining() : serving());
    if (status === 503) reply.code(503).header('retry-after', String(RETRY_SECONDS));
    return reply.type('application/json').header('cache-control', 'no-store').send(bytes);
  });
}

function readinessResponse(products: readonly ProductStatus[], isDraining: boolean, clock: Clock): ReadinessResponse {
  const isReady = products.length > 0 && products.every(isAbleToServe);
  const status = isDraining ? 'draining' : isReady ? 'ready' : 'not-ready';
  const body = { status, products: products.map((row) => productRow(row, clock)) };
  return { status: status === 'ready' ? 200 : 503, bytes: Buffer.from(JSON.stringify(body)) };
}

function isAbleToServe({ state, isMain = true }: ProductStatus): boolean {
  return state === 'ready' || state === 'stale' || !isMain;
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

/** Must be called once for a registry: on the port of the API, or on one of its own. */
export function addMetricsRoute(app: FastifyInstance, metrics: Registry, machineClock: Clock): void {
  const schema = {
    operationId: 'metrics',
    tags: ['operations'],
    summary: 'Get metrics',
    description: 'Returns metrics of the service in the text format of Prometheus.',
    security: [],
    response: {
      200: {
        description: 'Metrics in the Prometheus text exposition format.',
        headers: headersNamed('X-Request-ID'),
        content: { 'text/plain': { schema: { type: 'string', examples: [METRICS_EXAMPLE] } } },
      },
      ...problemResponses('/metrics', ['method-not-allowed']),
    },
  };
  const text = shareFor(SHARED_SECONDS, machineClock, async () => Buffer.from(await metrics.metrics()));
  app.get('/metrics', { schema }, async (_request, reply) => reply.type(metrics.contentType).send(await text()));
}

/** Left out of the document, which does not describe itself. Made at the first request, when all routes are known. */
function addOpenApi(app: FastifyInstance): void {
  let representation: Promise<Representation> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    representation ??= representationOf(openApiDocument(app));
    return sendRepresentation(request, reply, await representation);
  });
}
