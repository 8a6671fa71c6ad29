/** The HTTP servers on their products. Loaded when they are opened: most commands need none. */

import type { FastifyInstance } from 'fastify';
import { systemClock } from '../base/clock.js';
import type { Config } from '../base/config.js';
import type { Log } from '../base/log.js';
import type { Authenticator } from '../http/authentication.js';
import { createRateLimiter } from '../http/rate-limit.js';
import type { ServedProducts } from '../http/server.js';
import { TILE_LIMITS } from '../model/access.js';
import type { ProductStatus } from '../model/product.js';

export interface ApiParts {
  readonly authenticator: Authenticator;
  readonly products: ServedProducts;
  readonly baseUrl: string;
  readiness(): Promise<readonly ProductStatus[]>;
  isDraining?(): boolean;
  /** Connections at a time. */
  readonly connections?: number;
}

export interface Api {
  readonly server: FastifyInstance;
  /** Null where the API serves the metrics itself. */
  readonly metricsServer: FastifyInstance | null;
}

export async function createApi(config: Config, log: Log, parts: ApiParts): Promise<Api> {
  const { createMetricsServer, createServer } = await import('../http/server.js');
  const { Registry } = await import('prom-client');
  const { authenticator, connections, ...rest } = parts;
  const shared = {
    log,
    metrics: new Registry(),
    baseUrl: parts.baseUrl,
    ...(connections === undefined ? {} : { connections: { connections } }),
  };
  const server = await createServer({
    ...shared,
    ...rest,
    clock: config.clock,
    authenticate: authenticator,
    limiter: createRateLimiter({ clock: systemClock }),
    tileLimiter: createRateLimiter({ clock: systemClock, limits: TILE_LIMITS }),
    requestSeconds: config.requestSeconds,
    metricsElsewhere: config.metricsPort !== null,
  });
  return { server, metricsServer: config.metricsPort === null ? null : await createMetricsServer(shared) };
}
