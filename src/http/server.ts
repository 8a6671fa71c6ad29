/**
 * The HTTP server: checks, routes and responses, in the order of a request.
 *
 *   bounds of the connection → id and safety headers → broken HTTP 400, 501 → no route 404, 405 → overload 503 →
 *   gate 401, 403, 429 → body 413, 415, not JSON 422 → cached? → parse and validate 422 → client's queue 503 →
 *   product → columns to JSON → coding
 *
 * This folder knows no weather: products are passed in, as the few functions that a route needs of them.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Registry } from 'prom-client';
import { type Clock, steadyClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { ProductStatus } from '../model/product.js';
import { createFairShare } from './access/fair-share.js';
import type { CredentialChecks } from './access/gate.js';
import type { RateLimiter } from './access/rate-limit.js';
import { refuseBrokenHttp, refuseBrokenRequests } from './broken-http.js';
import { boundConnections, type ConnectionLimits, METRICS_CONNECTIONS } from './connections.js';
import { createAnswerCache } from './endpoints/answer-cache.js';
import { addCatalogRoutes } from './endpoints/catalog-routes.js';
import { addEndpoints, type ServedProducts } from './endpoints/endpoints.js';
import { knownReadiness } from './endpoints/known-readiness.js';
import { addMetricsRoute, addOperationsRoutes } from './endpoints/operations-routes.js';
import { answerErrors } from './error-answer.js';
import { FORMATS } from './formats.js';
import { acceptJsonBodies, BODY_BOUNDS } from './json-body.js';
import { createMeters } from './metrics.js';
import { documentRoutes } from './openapi.js';
import { type OverloadWatch, watchOverload } from './overload.js';
import { ProblemError, sendProblem } from './problem.js';
import { faultsOf } from './request-faults.js';
import { observeRequests } from './request-log.js';
import { DOCUMENT_ONLY } from './schema/component.js';
import { refuseUnrouted } from './unrouted.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the product behind the route, for problems that must name it. */
    product?: string;
  }
  interface FastifyRequest {
    /** The body as it was received; null until it was read. */
    bodyBytes: Buffer | null;
  }
}

/** Shared by the API and by metrics on a port of their own. */
interface SharedDependencies {
  readonly log: Log;
  readonly metrics: Registry;
  /** Public address of the service, without a trailing slash: `https://weather.example`. */
  readonly baseUrl: string;
  /** Ages what is computed once for many requests; default: the steady clock of the process. */
  readonly machineClock?: Clock;
  readonly connections?: Partial<ConnectionLimits>;
}

export interface ServerDependencies extends CredentialChecks, SharedDependencies {
  readonly clock: Clock;
  readonly products: ServedProducts;
  /** Limits of map tiles, which are counted apart from other requests. */
  readonly tileLimiter: RateLimiter;
  /** State of every product. */
  readiness(): Promise<readonly ProductStatus[]>;
  /** Time of the newest archived forecast, epoch seconds, for the metrics; null or left out: none. Never rejects. */
  archivedAt?(): Promise<number | null>;
  /** When the newest analysed day was over everywhere, epoch seconds, for the metrics; null or left out: none. Never rejects. */
  analysedTo?(): Promise<number | null>;
  /** When the last verified date of the record of accuracy was over everywhere, epoch seconds; null or left out: none. Never rejects. */
  verifiedTo?(): Promise<number | null>;
  /** Time budget of a request for weather once its body is there, s; default 5. */
  readonly requestSeconds?: number;
  /** True while the service finishes its requests before it stops; default: never. */
  isDraining?(): boolean;
  /** Bound of the cache of responses, bytes; default 64 MiB. */
  readonly cacheBytes?: number;
  /** Default: by the delay of the event loop. */
  readonly overload?: OverloadWatch;
  /** True: `/metrics` is served elsewhere, and is no route here. */
  readonly metricsElsewhere?: boolean;
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;
const DEFAULT_REQUEST_SECONDS = 5;
/** Requests of one client that are computed at once; a long forecast takes some 5 ms of the one thread. */
const MAX_COMPUTED = 2;
/** Further requests of one client that wait for that. */
const MAX_QUEUED = 64;

/** The API, ready for `inject` and `listen`. */
export async function createServer(given: ServerDependencies): Promise<FastifyInstance> {
  const { log, baseUrl, isDraining = () => false, machineClock = steadyClock } = given;
  const readiness = knownReadiness(given.readiness, machineClock, log);
  const deps = { ...given, isDraining, machineClock, readiness };
  const app = createApp(deps);
  closeConnectionsWhile(app, isDraining);
  const meters = createMeters(deps);
  observeRequests(app, log, meters);
  await documentRoutes(app, baseUrl);
  addOperationsRoutes(app, deps);
  if (given.metricsElsewhere !== true) addMetricsRoute(app, deps.metrics, machineClock);
  await addCatalogRoutes(app);
  const overload = given.overload ?? watchOverload();
  app.addHook('onClose', () => overload.end());
  const cache = createAnswerCache({ maxBytes: deps.cacheBytes ?? DEFAULT_CACHE_BYTES });
  const computing = createFairShare({ maxRunning: MAX_COMPUTED, maxQueued: MAX_QUEUED });
  const { requestSeconds = DEFAULT_REQUEST_SECONDS } = given;
  const shared = { ...deps, requestSeconds, meters, cache, computing, isOverloaded: overload.isOverloaded };
  addEndpoints(app, shared, deps.products);
  await app.ready();
  return app;
}

/** `/metrics` and `/healthz` alone, for a port that is not open to clients of the API. */
export async function createMetricsServer(deps: SharedDependencies): Promise<FastifyInstance> {
  const app = createApp({ ...deps, connections: { connections: METRICS_CONNECTIONS } });
  addMetricsRoute(app, deps.metrics, deps.machineClock ?? steadyClock);
  await app.ready();
  return app;
}

/** Everything that holds for each request, whatever its route. */
function createApp({ baseUrl, log, connections: limits = {} }: SharedDependencies): FastifyInstance {
  const connections = boundConnections(limits, log);
  const app = fastify({
    logger: false,
    genReqId: requestId,
    bodyLimit: BODY_BOUNDS.bytes,
    serverFactory: (handler) => connections.createServer(handler),
    // While draining, a request on a kept-alive connection is still served; the connection closes after it.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) =>
      refuseBrokenHttp(error, socket as Socket, connections.partOf(socket as Socket)),
    // A path that cannot be decoded has no endpoint.
    frameworkErrors: (_error, request, reply) => {
      const problem = new ProblemError('not-found', 'the path cannot be decoded, or a part of it is too long');
      sendProblem(withHeaders(reply, request.id), problem, baseUrl);
    },
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: false,
        allErrors: true,
        discriminator: true,
        verbose: true,
        // Our own schemas: tests hold them against their meta-schema, whose compilation and that of tighter code would be
        // half of what making a server takes.
        validateSchema: false,
        code: { optimize: false },
      },
      // After the formats that the server adds itself, some of which ours replace.
      onCreate: (ajv) => {
        for (const [name, check] of Object.entries(FORMATS)) ajv.addFormat(name, check);
        ajv.addKeyword(DOCUMENT_ONLY);
      },
    },
    schemaErrorFormatter: (violations) => faultsOf(violations),
  });
  acceptJsonBodies(app);
  // Responses are bytes already; their schemas are for the document and the tests.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.addHook('preClose', (done) => {
    connections.close();
    done();
  });
  addHeaders(app);
  refuseBrokenRequests(app);
  refuseUnrouted(app);
  answerErrors(app, { log, baseUrl });
  return app;
}

/** Load balancers then open their next connection elsewhere. */
function closeConnectionsWhile(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Adds the headers that every response has. */
function withHeaders(reply: FastifyReply, id: string): FastifyReply {
  return reply.header('x-request-id', id).header('x-content-type-options', 'nosniff');
}

function addHeaders(app: FastifyInstance): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('bodyBytes', null);
  app.addHook('onRequest', (request, reply, done) => {
    withHeaders(reply, request.id);
    done();
  });
}

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The ID of a request in logs and in `X-Request-ID`: the caller's own, so that traces join, or a fresh one. The caller's
 * must have a shape that is safe in a log line and a header.
 */
function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
}
