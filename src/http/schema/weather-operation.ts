/** Weather endpoints as operations of the OpenAPI document: the parts that are the same for all of them. */

import type { TUnsafe } from 'typebox';
import { headersNamed, methodNotAllowed, type ProblemExamples, problemResponses } from './problem.js';

interface WeatherOperation<Request> {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TUnsafe<Request>;
  readonly answer: { readonly description: string; readonly schema: object };
  /** Examples of problems, where the usual ones do not fit this endpoint. */
  readonly problems?: ProblemExamples;
}

const PROBLEMS_OF_WEATHER = [
  'authentication-required',
  'insufficient-scope',
  'method-not-allowed',
  'payload-too-large',
  'unsupported-media-type',
  'invalid-request',
  'rate-limited',
  'internal',
  'product-unavailable',
] as const;

/** The schema of a fastify route: `body` validates requests, everything else is for the document. */
export function weatherOperation<Request>(path: string, { answer, problems, ...given }: WeatherOperation<Request>) {
  return {
    ...given,
    tags: ['weather'],
    security: [{ apiKey: [] }, { appToken: [] }],
    response: {
      200: {
        description: answer.description,
        headers: headersNamed('X-Request-ID', 'RateLimit-Policy', 'RateLimit', 'Retry-After', 'Vary'),
        content: { 'application/json': { schema: answer.schema } },
      },
      ...problemResponses(path, PROBLEMS_OF_WEATHER, {
        'method-not-allowed': methodNotAllowed(path, 'POST'),
        ...problems,
      }),
    },
  };
}
