/**
 * The checks before every endpoint that is not public: overload (503), credential (401), scope (403), rate limit (429).
 * They run before a byte of the body is read, so that a client without a key costs little.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLANS, plansWith, type Scope } from '../../model/access.js';
import { ProblemError } from '../problem.js';
import type { Authenticator } from './authentication.js';
import type { Principal } from './principal.js';
import { type RateLimiter, rateLimitHeaders } from './rate-limit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client; null on public endpoints and before the gate. */
    principal: Principal | null;
  }
}

export interface CredentialChecks {
  readonly authenticate: Authenticator;
  readonly limiter: RateLimiter;
}

export interface GateDependencies extends CredentialChecks {
  /** True while the process is so busy that responses would come too late. */
  isOverloaded(): boolean;
}

export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** A hook that accepts credentials with `scope`; null: any valid credential. */
export function createGate({ authenticate, limiter, isOverloaded }: GateDependencies, scope: Scope | null): Gate {
  return async (request, reply) => {
    if (isOverloaded()) throw overloaded();
    const { authorization } = request.headers;
    const principal = await authenticate.authenticate(authorization);
    if (principal === null) throw unauthenticated(authorization);
    request.principal = principal;
    if (scope !== null && !principal.scopes.has(scope)) throw outOfScope(scope, principal);
    const decision = limiter.take(principal.id, principal.plan);
    reply.headers(rateLimitHeaders(decision));
    if (!decision.allowed) throw overLimit(decision.retryAfterSeconds);
  };
}

function overloaded(): ProblemError {
  return new ProblemError('product-unavailable', 'the service is overloaded at the moment', { 'retry-after': '10' });
}

/** RFC 6750 3.1: no error code if the request has no credential at all. */
function unauthenticated(authorization: string | undefined): ProblemError {
  if (authorization === undefined) {
    const detail = 'this endpoint needs Authorization: Bearer with an API key or an app-install token';
    return new ProblemError('authentication-required', detail, { 'www-authenticate': 'Bearer' });
  }
  const challenge = 'Bearer error="invalid_token"';
  const detail = 'the credential in Authorization is not valid: not a bearer token, unknown, expired or revoked';
  return new ProblemError('authentication-required', detail, { 'www-authenticate': challenge });
}

function outOfScope(scope: Scope, { plan }: Principal): ProblemError {
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  const where = PLANS[plan].scopes.includes(scope)
    ? `, which its plan ${plan} has; it is limited to other scopes`
    : `; ${plansWith(scope)} have it`;
  const detail = `this credential does not have the scope ${scope}${where}`;
  return new ProblemError('insufficient-scope', detail, { 'www-authenticate': challenge });
}

function overLimit(seconds: number): ProblemError {
  const detail = `more requests than the plan allows; the next one is allowed in ${seconds} s`;
  return new ProblemError('rate-limited', detail);
}
