/** The HTTP server of the administration socket: what is checked, what a body may be, and how errors are answered. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyError } from 'fastify';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { JSON_LINES } from '../json-lines.js';

export type AdministrationApp = ReturnType<typeof createAdministrationApp>;

export function createAdministrationApp(log: Log) {
  const ajv = { customOptions: { coerceTypes: false, removeAdditional: false } } as const;
  // idle connections of finished commands must not hold up the end of the server
  const app = Fastify({ ajv, forceCloseConnections: true }).withTypeProvider<TypeBoxTypeProvider>();
  app.addContentTypeParser(JSON_LINES, (_request, payload, done) => done(null, payload)); // read as it flows
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isTagged(error, 'invalid-request'))
      return reply.code(422).send({ tag: error.tag, message: error.message, faults: error.faults });
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ path: request.url, error: error.message }, 'administration failed');
    return reply.code(status).send({ tag: 'records', message: error.message });
  });
  return app;
}
