/** One line for each request: which, how it ended, how long it took, whose key. Never the key itself, never the body. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../base/log.js';

export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info({ ...factsOf(request), status: reply.statusCode, milliseconds: millisecondsOf(reply) }, 'request');
    done();
  });
  // A client that leaves before its answer is written: the response never finishes, so the hook above never runs.
  app.addHook('onRequestAbort', (request, done) => {
    log.info({ ...factsOf(request), status: null }, 'request abandoned by the client');
    done();
  });
}

function factsOf(request: FastifyRequest) {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    key: request.principal?.id ?? null,
  };
}

function millisecondsOf({ elapsedTime }: FastifyReply): number {
  return Math.round(elapsedTime * 1000) / 1000;
}
