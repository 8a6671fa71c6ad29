/**
 * Problems: the one shape of every error answer (RFC 9457, `application/problem+json`).
 *
 * `type` is `{base_url}/problems/<slug>` and is what clients switch on; `detail` is for people. Faults of a request
 * stand in `errors`, one for each broken rule.
 */

import type { FastifyReply } from 'fastify';
import type { RequestFault } from '../base/errors.js';

export interface ProblemKind {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
}

/** Every problem the service answers with. Slugs are stable. */
export const PROBLEMS = {
  'authentication-required': { slug: 'authentication-required', status: 401, title: 'Authentication required' },
  'insufficient-scope': { slug: 'insufficient-scope', status: 403, title: 'Insufficient scope' },
  'not-found': { slug: 'not-found', status: 404, title: 'Not found' },
  'method-not-allowed': { slug: 'method-not-allowed', status: 405, title: 'Method not allowed' },
  'payload-too-large': { slug: 'payload-too-large', status: 413, title: 'Payload too large' },
  'unsupported-media-type': { slug: 'unsupported-media-type', status: 415, title: 'Unsupported media type' },
  'invalid-request': { slug: 'invalid-request', status: 422, title: 'Invalid request' },
  'rate-limited': { slug: 'rate-limited', status: 429, title: 'Rate limit exceeded' },
  internal: { slug: 'internal', status: 500, title: 'Internal error' },
  'product-unavailable': { slug: 'product-unavailable', status: 503, title: 'Product unavailable' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemSlug = keyof typeof PROBLEMS;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** An error that is a problem already, thrown by checks of this folder. */
export class ProblemError extends Error {
  constructor(
    readonly slug: ProblemSlug,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly faults: readonly RequestFault[] = [],
  ) {
    super(detail);
    this.name = 'ProblemError';
  }
}

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly RequestFault[];
}

/** The body of a problem. `path` is the request's path without its query, which may hold anything. */
export function problemBody(error: ProblemError, baseUrl: string, path: string): ProblemBody {
  const kind = PROBLEMS[error.slug];
  return {
    type: `${baseUrl}/problems/${kind.slug}`,
    title: kind.title,
    status: kind.status,
    detail: error.detail,
    instance: path,
    ...(error.faults.length > 0 && { errors: error.faults }),
  };
}

/** The path of a request target, without query or fragment and bounded, so that echoing it stays cheap. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return (end < 0 ? url : url.slice(0, end)).slice(0, 1024);
}

export function sendProblem(reply: FastifyReply, error: ProblemError, baseUrl: string): FastifyReply {
  const body = problemBody(error, baseUrl, pathOf(reply.request.url));
  return (
    reply
      .code(body.status)
      .headers(error.headers)
      // Closing while the client still sends its body would reset the connection before the client reads this response.
      .removeHeader('connection')
      .removeHeader('etag')
      .removeHeader('content-encoding')
      .header('cache-control', 'no-store')
      .type(PROBLEM_MEDIA_TYPE)
      .send(Buffer.from(JSON.stringify(body)))
  );
}
