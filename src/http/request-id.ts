/**
 * `X-Request-ID`: the name of one request in logs and requests for help. A caller may bring its own, so that traces join;
 * it is taken only in a shape that is safe in a log line and a header.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's id when it has the accepted shape, else a fresh one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
