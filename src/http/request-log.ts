/** One line for each request: which, how it ended, how long it took, whose key. Never the key itself, never the body. */

import type { FastifyInstance } from 'fastify';
import type { Log } from '../base/log.js';

export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
        key: request.principal?.id ?? null,
      },
      'request',
    );
    done();
  });
}
