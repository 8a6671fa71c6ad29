/** `POST /v1/forecast`: a question that was answered before is answered from the cache, any other is computed. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ForecastAnswer } from '../model/answer.js';
import type { ForecastRequest } from '../products/forecast/request.js';
import { createAnswerCache, type KeptAnswer } from './answer-cache.js';
import { writeForecastAnswer } from './columnar-json.js';
import { type Coding, encode, negotiateCoding, SMALLEST_CODED } from './content-coding.js';
import { checkForecastRules } from './forecast-rules.js';
import { createGate, type GateDependencies } from './gate.js';
import { parseJsonBody } from './json-body.js';
import type { Meters } from './metrics.js';
import { refTo } from './schema/component.js';
import { ForecastRequestSchema, ForecastResponseSchema } from './schema/forecast.js';
import { headersNamed, problemResponses } from './schema/problem.js';

/** What this route needs of the product. */
export interface ForecastProduct {
  /** Equal keys promise equal answers to equal requests: it changes with the data, and as time passes. */
  stateKey(): Promise<string>;
  /** @throws InvalidRequestError, ProductUnavailableError */
  answer(request: ForecastRequest): Promise<ForecastAnswer>;
}

export interface ForecastRouteDependencies extends GateDependencies {
  readonly product: ForecastProduct;
  readonly meters: Meters;
  /** Bytes of answers that are kept. */
  readonly cacheBytes: number;
}

/** Seconds; a stale answer is worth asking for again by then. */
const STALE_RETRY_SECONDS = 60;

const PATH = '/v1/forecast';

const SCHEMA = {
  operationId: 'forecast',
  tags: ['weather'],
  summary: 'Forecast at a point',
  description: 'Current conditions and 15-minute, hourly and daily records, each with the variables that are named.',
  security: [{ apiKey: [] }, { appToken: [] }],
  body: refTo(ForecastRequestSchema),
  response: {
    200: {
      description: 'The sections that were requested.',
      headers: headersNamed('X-Request-ID', 'RateLimit-Policy', 'RateLimit', 'Retry-After', 'Vary'),
      content: { 'application/json': { schema: refTo(ForecastResponseSchema) } },
    },
    ...problemResponses(
      PATH,
      'authentication-required',
      'insufficient-scope',
      'method-not-allowed',
      'payload-too-large',
      'unsupported-media-type',
      'invalid-request',
      'rate-limited',
      'internal',
      'product-unavailable',
    ),
  },
};

export function addForecastRoute(app: FastifyInstance, deps: ForecastRouteDependencies): void {
  const { product, meters } = deps;
  const cache = createAnswerCache({ maxBytes: deps.cacheBytes });
  const hits = meters.answers.labels('forecast', 'hit');
  const misses = meters.answers.labels('forecast', 'miss');

  /** The body is bytes until here; from here on it is JSON. */
  async function answerOrParse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const bytes = request.body as Buffer | undefined;
    request.bodyBytes = bytes ?? null;
    const kept = bytes && cache.find(bytes, codingOf(request));
    if (kept && kept.state === (await product.stateKey())) {
      hits.inc();
      return send(reply, kept);
    }
    request.body = parseJsonBody(bytes);
    return undefined;
  }

  async function compute(body: ForecastRequest, coding: Coding): Promise<KeptAnswer> {
    const state = await product.stateKey();
    const answer = await product.answer(body);
    const bytes = writeForecastAnswer(answer);
    const used = bytes.length < SMALLEST_CODED ? 'identity' : coding;
    return { state, bytes: await encode(bytes, used), coding: used, stale: answer.stale };
  }

  app.withTypeProvider<TypeBoxTypeProvider>().post(
    PATH,
    {
      schema: SCHEMA,
      config: { product: 'forecast' },
      onRequest: createGate(deps, 'forecast:read'),
      preValidation: answerOrParse,
    },
    async (request, reply) => {
      checkForecastRules(request.body);
      const coding = codingOf(request);
      const answer = await compute(request.body, coding);
      misses.inc();
      if (request.bodyBytes) cache.keep(request.bodyBytes, coding, answer);
      return send(reply, answer);
    },
  );
}

function codingOf(request: FastifyRequest): Coding {
  return negotiateCoding(request.headers['accept-encoding']);
}

function send(reply: FastifyReply, { bytes, coding, stale }: KeptAnswer): FastifyReply {
  reply.header('vary', 'Accept-Encoding');
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (stale) reply.header('retry-after', String(STALE_RETRY_SECONDS));
  return reply.type('application/json').send(bytes);
}
