/** Requests without a route: an unknown path is a 404, another method on a known path a 405 that names the methods. */

import type { FastifyInstance } from 'fastify';
import { ProblemError, pathOf } from './problem.js';
import { echo } from './request-faults.js';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** A parameter (`:layer`) matches one segment, or the part of it before a dot (`:layer.json`). */
function patternOf(url: string): RegExp {
  const parts = url
    .split(/(:\w+)/)
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^$()|[\]]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`);
}

/** Refuses such requests before their body is read. Must be called before routes are added. */
export function refuseUnrouted(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    paths.set(url, known);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done();
    done(refusal(request.method, pathOf(request.url), [...paths.values()]));
  });
}

function refusal(method: string, path: string, paths: readonly KnownPath[]): ProblemError {
  const methods = paths.filter(({ pattern }) => pattern.test(path)).flatMap((known) => [...known.methods]);
  if (methods.length === 0) return new ProblemError('not-found', `no such endpoint: ${echo(path)}; see /openapi.json`);
  const allow = methods.sort().join(', ');
  return new ProblemError('method-not-allowed', `${method} is not allowed on ${path}; use ${allow}`, { allow });
}
