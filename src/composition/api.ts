/** The HTTP servers on their products. Loaded when they are opened: most commands need none. */

import type { FastifyInstance } from 'fastify';
import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import { createRateLimiter } from '../http/access/rate-limit.js';
import { keepUsage } from '../http/access/usage-saving.js';
import type { ServedProducts } from '../http/endpoints/endpoints.js';
import type { ServerDependencies } from '../http/server.js';
import { TILE_LIMITS } from '../model/access.js';
import type { ProductStatus } from '../model/product.js';
import type { UsageRecords } from '../model/records.js';

/** Limiters that begin at 0, of map tiles and of everything else. */
export function createLimiters() {
  const clock = systemClock;
  return { limiter: createRateLimiter({ clock }), tileLimiter: createRateLimiter({ clock, limits: TILE_LIMITS }) };
}

/** Limiters with the counts of today; `end` saves them, after the server has closed. */
export async function openLimiters(usage: UsageRecords, log: Log) {
  const { limiter, tileLimiter } = createLimiters();
  const limiters = { requests: limiter, tiles: tileLimiter };
  const { end } = await keepUsage({ limiters, usage, clock: systemClock, log });
  return { limiter, tileLimiter, end };
}

export interface ApiParts {
  readonly checks: Pick<ServerDependencies, 'authenticate' | 'limiter' | 'tileLimiter'>;
  readonly products: ServedProducts;
  readonly baseUrl: string;
  readiness(): Promise<readonly ProductStatus[]>;
  isDraining?(): boolean;
  archivedAt?(): Promise<number | null>;
  analysedTo?(): Promise<number | null>;
  /** When the last verified date of the record of accuracy was over everywhere, epoch seconds; null or left out: none. Never rejects. */
  verifiedTo?(): Promise<number | null>;
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
  const { checks, connections, ...rest } = parts;
  const shared = { log, metrics: new Registry(), baseUrl: parts.baseUrl };
  const server = await createServer({
    ...shared,
    ...(connections === undefined ? {} : { connections: { connections } }),
    ...checks,
    ...rest,
    clock: config.clock,
    requestSeconds: config.requestSeconds,
    metricsElsewhere: config.metricsPort !== null,
  });
  return { server, metricsServer: config.metricsPort === null ? null : await createMetricsServer(shared) };
}
