/**
 * The HTTP server: checks, routes and answers, in the order that a request meets them.
 *
 *   id and safety headers → unrouted? 404, 405 → overload? 503 → gate 401, 403, 429 → body 413, compressed 415,
 *   not JSON 422 → answered before? → parse and validate 422 → product → columns to JSON → coding
 *
 * Weather is not known here: products are given, as the few functions that a route needs of them.
 */

import underPressure from '@fastify/under-pressure';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { ProductStatus } from '../model/product.js';
import type { TileList } from '../products/tiles/tile-list.js';
import { type AlertsProduct, addAlertsEndpoint } from './alerts-endpoint.js';
import { createAnswerCache } from './answer-cache.js';
import { addCatalogRoutes } from './catalog-routes.js';
import { endUnusedConnections } from './connections.js';
import { answerErrors } from './error-answer.js';
import { addForecastEndpoint, type ForecastProduct } from './forecast-endpoint.js';
import { FORMATS } from './formats.js';
import type { CredentialChecks } from './gate.js';
import { acceptJsonBodies, BODY_BOUNDS } from './json-body.js';
import { createMeters } from './metrics.js';
import { addNowcastEndpoint, type NowcastProduct } from './nowcast-endpoint.js';
import { documentRoutes } from './openapi.js';
import { addOperationsRoutes } from './operations-routes.js';
import { ProblemError, sendProblem } from './problem.js';
import type { RateLimiter } from './rate-limit.js';
import { faultsOf } from './request-faults.js';
import { requestId } from './request-id.js';
import { observeRequests } from './request-log.js';
import { addRouteEndpoint, type RouteProduct } from './route-endpoint.js';
import { addTilesEndpoint, type DrawnTileProduct } from './tiles-endpoint.js';
import { addTileListEndpoints } from './tiles-list-endpoint.js';
import { REQUEST_TIMEOUT_SECONDS, refuseBrokenHttp, refuseHostless, refuseUnrouted } from './unrouted.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the product behind the route, for problems that must name it. */
    product?: string;
  }
  interface FastifyRequest {
    /** The body as it came, once it was read. */
    bodyBytes: Buffer | null;
  }
}

/** Products that have routes; each endpoint adds its own. */
export interface ServedProducts {
  readonly forecast: ForecastProduct;
  readonly nowcast: NowcastProduct;
  readonly route: RouteProduct;
  readonly alerts: AlertsProduct;
  /** Null: there are no routes of maps. */
  readonly tiles: (DrawnTileProduct & TileList) | null;
}

export interface OverloadLimits {
  /** Mean delay of the event loop from which on weather endpoints answer 503, milliseconds. */
  readonly eventLoopDelay: number;
  /** Resident memory of the process, bytes; 0: no limit. */
  readonly residentBytes: number;
  /** How often both are looked at, milliseconds. */
  readonly sampleInterval: number;
}

export interface ServerDependencies extends CredentialChecks {
  readonly clock: Clock;
  readonly log: Log;
  readonly products: ServedProducts;
  readonly metrics: Registry;
  /** Map tiles are counted apart from everything else. */
  readonly tileLimiter: RateLimiter;
  /** Public address of the service, without a slash at its end: `https://weather.example`. */
  readonly baseUrl: string;
  /** How every product stands. */
  readiness(): Promise<readonly ProductStatus[]>;
  /** Bytes of answers that are kept for repeated requests; default 64 MiB. */
  readonly cacheBytes?: number;
  readonly overload?: Partial<OverloadLimits>;
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;

/** Far beyond a busy day: a second of delay means that answers come too late to be of use. */
const OVERLOAD: OverloadLimits = { eventLoopDelay: 1000, residentBytes: 0, sampleInterval: 1000 };

/** The whole server, ready for `inject` and `listen`. */
export async function createServer(deps: ServerDependencies): Promise<FastifyInstance> {
  const { log } = deps;
  const baseUrl = deps.baseUrl.replace(/\/+$/, '');
  const app = createApp(baseUrl);
  addHeaders(app);
  endUnusedConnections(app);
  refuseHostless(app);
  refuseUnrouted(app);
  answerErrors(app, { log, baseUrl });
  const meters = createMeters(deps);
  observeRequests(app, log, meters);
  await documentRoutes(app, baseUrl);
  addOperationsRoutes(app, deps);
  await addCatalogRoutes(app);
  const isOverloaded = await watchLoad(app, { ...OVERLOAD, ...deps.overload });
  const cache = createAnswerCache({ maxBytes: deps.cacheBytes ?? DEFAULT_CACHE_BYTES });
  const shared = { ...deps, meters, cache, isOverloaded };
  addForecastEndpoint(app, shared, deps.products.forecast);
  addNowcastEndpoint(app, shared, deps.products.nowcast);
  addRouteEndpoint(app, shared, deps.products.route);
  addAlertsEndpoint(app, shared, deps.products.alerts);
  const { tiles } = deps.products;
  if (tiles !== null) {
    addTilesEndpoint(app, shared, tiles);
    addTileListEndpoints(app, { ...shared, baseUrl }, tiles);
  }
  await app.ready();
  return app;
}

function createApp(baseUrl: string): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: requestId,
    bodyLimit: BODY_BOUNDS.bytes,
    requestTimeout: REQUEST_TIMEOUT_SECONDS * 1000,
    http: { requireHostHeader: false },
    // While draining, a request on a kept-alive connection is still served; the connection closes after it.
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenHttp,
    // A path that cannot be decoded is a path where nothing is.
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
      },
    },
    schemaErrorFormatter: (violations) => faultsOf(violations),
  });
  acceptJsonBodies(app);
  // Answers are bytes already; schemas of responses are for the document and the tests.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  return app;
}

/** On every answer, whatever it is. */
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

/**
 * Watches the event loop and the memory. The plugin lives in a scope without routes: its own hook would also turn health
 * checks away, so the gate of each weather endpoint asks instead.
 */
async function watchLoad(app: FastifyInstance, limits: OverloadLimits): Promise<() => boolean> {
  let isOverloaded = () => false;
  await app.register(async (scope) => {
    await scope.register(underPressure, {
      maxEventLoopDelay: limits.eventLoopDelay,
      maxRssBytes: limits.residentBytes,
      sampleInterval: limits.sampleInterval,
    });
    isOverloaded = () => scope.isUnderPressure();
  });
  return () => isOverloaded();
}
