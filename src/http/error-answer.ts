/** From anything that was thrown to the problem that the client sees. Details of our own failures stay in the log. */

import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidRequestError, isTagged, isUnreadable } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { PROBLEMS, ProblemError, sendProblem } from './problem.js';
import { echo, MOST_FAULTS } from './request-faults.js';

/** Seconds that a client should wait after a failure that no product put a figure to. */
const RETRY_SECONDS = 30;

/** What fastify itself refuses, by its error codes. */
const REFUSALS: Readonly<Record<string, (request: FastifyRequest) => ProblemError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    new ProblemError('payload-too-large', `the body must be at most ${routeOptions.bodyLimit} bytes`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (request) => {
    const got = request.headers['content-type'];
    const given = got === undefined ? 'no Content-Type' : echo(got);
    return badBody('content_type', `the body must be sent as Content-Type: application/json; got ${given}`);
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    badBody('unreadable_body', 'the body must be as long as Content-Length says'),
  // A client that went away in the middle of its body; nobody reads the answer, but it is no failure of ours.
  ECONNRESET: () => badBody('unreadable_body', 'the body must arrive whole; the connection ended before'),
};

export function problemOf(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isTagged(error, 'invalid-request')) return invalidRequest(error);
  if (isTagged(error, 'product-unavailable'))
    return unavailable(`${error.product} is unavailable: ${error.reason}`, error.retryAfterSeconds);
  if (isTagged(error, 'records')) return unavailable('credentials cannot be checked at the moment', RETRY_SECONDS);
  if (isUnreadable(error)) {
    const product = request.routeOptions.config.product ?? 'this product';
    return unavailable(`${product} is unavailable: its stored data cannot be read`, RETRY_SECONDS);
  }
  const refusal = REFUSALS[(error as Partial<FastifyError> | null)?.code ?? ''];
  return refusal?.(request) ?? new ProblemError('internal', `the service failed; request ${request.id} is in its log`);
}

function invalidRequest({ faults }: InvalidRequestError): ProblemError {
  const first = faults[0]?.message ?? 'the request is not valid';
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more in errors)` : '';
  return new ProblemError('invalid-request', first + more, {}, faults.slice(0, MOST_FAULTS + 1));
}

function badBody(code: string, message: string): ProblemError {
  return invalidRequest(new InvalidRequestError([{ pointer: '', code, message }]));
}

function unavailable(detail: string, retryAfterSeconds: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new ProblemError('product-unavailable', detail, { 'retry-after': String(seconds) });
}

export function answerErrors(app: FastifyInstance, { log, baseUrl }: { log: Log; baseUrl: string }): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request);
    const { status } = PROBLEMS[problem.slug];
    if (status >= 500 && error !== problem) {
      const facts = { requestId: request.id, route: request.routeOptions.url };
      if (status === 500) log.error({ ...facts, err: error }, 'request failed');
      // Nothing to serve yet is no defect: a stack in the log for each request of that minute would hide the others.
      else if (isTagged(error, 'product-unavailable'))
        log.warn({ ...facts, reason: error.message }, 'nothing to serve');
      else log.warn({ ...facts, err: error }, 'request could not be served');
    }
    return sendProblem(reply, problem, baseUrl);
  });
}
