/**
 * What the weather endpoints have in common: a question that was answered before is answered from the cache, any other
 * is parsed, checked and computed; an answer is compressed once, and says when it is worth asking again.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TUnsafe } from 'typebox';
import type { Scope } from '../model/access.js';
import type { AnswerCache, KeptAnswer } from './answer-cache.js';
import { type Coding, encode, negotiateCoding, SMALLEST_CODED } from './content-coding.js';
import { createGate, type GateDependencies } from './gate.js';
import { BODY_BOUNDS, type BodyBounds, parseJsonBody } from './json-body.js';
import type { Meters } from './metrics.js';

/** What an endpoint needs of its product. */
export interface WeatherProduct<Request, Answer> {
  /** Equal keys promise equal answers to equal requests: it changes with the data, and as time passes. */
  stateKey(): Promise<string>;
  /** @throws InvalidRequestError, ProductUnavailableError */
  answer(request: Request): Promise<Answer>;
}

/** What is particular to an endpoint. */
export interface WeatherEndpoint<Request, Answer> {
  /** In metrics and problems. */
  readonly name: string;
  readonly path: string;
  readonly scope: Scope;
  /** Its `body` is the schema of the request, so that the static type and what is validated are one. */
  readonly schema: { readonly body: TUnsafe<Request> };
  /** Default: those of `json-body.ts`. */
  readonly bounds?: BodyBounds;
  readonly product: WeatherProduct<Request, Answer>;
  /** @throws InvalidRequestError  rules that the schema cannot say */
  check(request: Request): void;
  write(answer: Answer): Buffer;
  /** False for an answer that another attempt may better before the state of the product changes; default: none is. */
  isLasting?(answer: Answer): boolean;
}

export interface WeatherEndpointDependencies extends GateDependencies {
  readonly meters: Meters;
  /** Shared by all endpoints. */
  readonly cache: AnswerCache;
}

/** Seconds; a stale answer is worth asking for again by then. */
const STALE_RETRY_SECONDS = 60;

interface ComputedAnswer extends KeptAnswer {
  readonly isLasting: boolean;
}

export function addWeatherEndpoint<Request, Answer extends { readonly stale: boolean }>(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  endpoint: WeatherEndpoint<Request, Answer>,
): void {
  const { name, path, product, bounds = BODY_BOUNDS } = endpoint;
  const { cache, meters } = deps;
  const hits = meters.answers.labels(name, 'hit');
  const misses = meters.answers.labels(name, 'miss');

  /** The body is bytes until here; from here on it is JSON. */
  async function answerOrParse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const bytes = request.body as Buffer | undefined;
    request.bodyBytes = bytes ?? null;
    const kept = bytes && cache.find(name, bytes, codingOf(request));
    if (kept && kept.state === (await product.stateKey())) {
      hits.inc();
      return send(reply, kept);
    }
    request.body = parseJsonBody(bytes, bounds);
    return undefined;
  }

  async function compute(body: Request, coding: Coding): Promise<ComputedAnswer> {
    const state = await product.stateKey();
    const answer = await product.answer(body);
    const bytes = endpoint.write(answer);
    const used = bytes.length < SMALLEST_CODED ? 'identity' : coding;
    const isLasting = endpoint.isLasting?.(answer) ?? true;
    return { state, bytes: await encode(bytes, used), coding: used, stale: answer.stale, isLasting };
  }

  app.post(
    path,
    {
      schema: endpoint.schema,
      config: { product: name },
      bodyLimit: bounds.bytes,
      onRequest: createGate(deps, endpoint.scope),
      preValidation: answerOrParse,
    },
    async (request, reply) => {
      const body = request.body as Request; // validated by the schema
      endpoint.check(body);
      const coding = codingOf(request);
      const { isLasting, ...answer } = await compute(body, coding);
      misses.inc();
      if (request.bodyBytes && isLasting) cache.keep(name, request.bodyBytes, coding, answer);
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
