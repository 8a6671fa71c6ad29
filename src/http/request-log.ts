/**
 * What is told of each request when it has ended: one line (which, how it ended, how long it took, whose key; never the
 * key itself, never the body) and one observation for Prometheus.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../base/log.js';
import type { Meters } from './metrics.js';

export function observeRequests(app: FastifyInstance, log: Log, { requests }: Meters): void {
  app.addHook('onResponse', (request, reply, done) => {
    const facts = factsOf(request);
    const { elapsedTime, statusCode } = reply;
    facts.status = statusCode;
    facts.milliseconds = Math.round(elapsedTime * 1000) / 1000;
    log.info(facts, 'request');
    requests.observe({ method: facts.method, route: facts.route ?? 'none', status: statusCode }, elapsedTime / 1000);
    done();
  });
  // A client that leaves before its answer is written: the response never finishes, so the hook above never runs.
  app.addHook('onRequestAbort', (request, done) => {
    log.info(factsOf(request), 'request abandoned by the client');
    done();
  });
}

interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  /** Pattern of the route; null when no route took the request. */
  readonly route: string | null;
  /** Id of the key or token. */
  readonly key: string | null;
  /** Null when there was no answer. */
  status: number | null;
  milliseconds: number | null;
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    key: request.principal?.id ?? null,
    status: null,
    milliseconds: null,
  };
}
