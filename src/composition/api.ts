/** The HTTP server on its products. It is loaded when it is opened: most commands need none. */

import type { FastifyInstance } from 'fastify';
import { systemClock } from '../base/clock.js';
import type { Config } from '../base/config.js';
import type { Log } from '../base/log.js';
import type { Authenticator } from '../http/authentication.js';
import { createRateLimiter } from '../http/rate-limit.js';
import type { ServedProducts } from '../http/server.js';
import { TILE_LIMITS } from '../model/access.js';
import type { ProductStatus } from '../model/product.js';

export async function createApi(
  config: Config,
  log: Log,
  authenticator: Authenticator,
  products: ServedProducts,
  readiness: () => Promise<readonly ProductStatus[]>,
  baseUrl: string,
): Promise<FastifyInstance> {
  const { createServer } = await import('../http/server.js');
  const { Registry } = await import('prom-client');
  return createServer({
    clock: config.clock,
    log,
    authenticate: authenticator,
    limiter: createRateLimiter({ clock: systemClock }),
    tileLimiter: createRateLimiter({ clock: systemClock, limits: TILE_LIMITS }),
    products,
    readiness,
    metrics: new Registry(),
    baseUrl,
  });
}
