/** A weather endpoint as an operation of the OpenAPI document: what all of them say, written once. */

import type { TUnsafe } from 'typebox';
import { headersNamed, type ProblemExamples, problemResponses } from './problem.js';

interface WeatherOperation<Request> {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TUnsafe<Request>;
  readonly answer: { readonly description: string; readonly schema: object };
  /** Examples of problems that read otherwise here. */
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

/** The schema of a route of fastify: validates the body, describes everything else. */
export function weatherOperation<Request>(path: string, { answer, problems, ...said }: WeatherOperation<Request>) {
  return {
    ...said,
    tags: ['weather'],
    security: [{ apiKey: [] }, { appToken: [] }],
    response: {
      200: {
        description: answer.description,
        headers: headersNamed('X-Request-ID', 'RateLimit-Policy', 'RateLimit', 'Retry-After', 'Vary'),
        content: { 'application/json': { schema: answer.schema } },
      },
      ...problemResponses(path, PROBLEMS_OF_WEATHER, problems),
    },
  };
}
