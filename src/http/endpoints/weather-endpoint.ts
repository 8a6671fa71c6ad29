/**
 * The common part of the weather endpoints. A repeated request is served from the cache; any other is parsed, checked and
 * computed, within its time budget and the limits of its client. A response is compressed once, and says when it is worth
 * asking again.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TUnsafe } from 'typebox';
import { startDeadline } from '../../base/deadline.js';
import type { Scope } from '../../model/access.js';
import type { FairShare } from '../access/fair-share.js';
import { createGate, type GateDependencies } from '../access/gate.js';
import { type Coding, encode, negotiateCoding, SMALLEST_CODED } from '../content-coding.js';
import { BODY_BOUNDS, type BodyBounds, parseJsonBody } from '../json-body.js';
import type { Meters } from '../metrics.js';
import { ProblemError } from '../problem.js';
import type { AnswerCache, KeptAnswer } from './answer-cache.js';

/** The part of a product that its endpoint uses. */
export interface WeatherProduct<Request, Answer> {
  /** Equal keys promise equal responses to equal requests. It changes with the data, and with time. */
  stateKey(): Promise<string>;
  /** @throws InvalidRequestError, ProductUnavailableError */
  answer(request: Request): Promise<Answer>;
}

/** The part that differs between endpoints. */
export interface WeatherEndpoint<Request, Answer> {
  /** Name in metrics and problems. */
  readonly name: string;
  readonly path: string;
  readonly scope: Scope;
  /** `body` is the schema of the request: the static type and the validation come from the same place. */
  readonly schema: { readonly body: TUnsafe<Request> };
  /** Bounds of the body; default: `BODY_BOUNDS`. */
  readonly bounds?: BodyBounds;
  readonly product: WeatherProduct<Request, Answer>;
  /** Checks the rules that the schema cannot express. @throws InvalidRequestError */
  check(request: Request): void;
  write(answer: Answer): Buffer;
  /** False for a response that must not be cached, since a second attempt may be better; default: all may. */
  isLasting?(answer: Answer): boolean;
}

export interface WeatherEndpointDependencies extends GateDependencies {
  readonly meters: Meters;
  /** Shared by all endpoints, as is `computing`. */
  readonly cache: AnswerCache;
  /** Bounds what one client has computed at once. */
  readonly computing: FairShare;
  /** Time budget of a request once its body is there, s. */
  readonly requestSeconds: number;
}

/** Value of Retry-After for a stale response, s. */
const STALE_RETRY_SECONDS = 60;
/** Value of Retry-After for a request that ran out of time, s. */
const LATE_RETRY_SECONDS = 5;
/** Routes spend the whole budget on reading, and then compute with what was read. */
const BUDGET_WITH_COMPUTING = 1.2;

interface ComputedAnswer extends KeptAnswer {
  readonly isLasting: boolean;
}

export function addWeatherEndpoint<Request, Answer extends { readonly stale: boolean }>(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  endpoint: WeatherEndpoint<Request, Answer>,
): void {
  const { name, path, product, bounds = BODY_BOUNDS } = endpoint;
  const { cache, computing, meters, requestSeconds } = deps;
  const hits = meters.answers.labels(name, 'hit');
  const misses = meters.answers.labels(name, 'miss');
  const inTime = timeBudget(name, requestSeconds);

  /**
   * Serves the request from the cache, or turns its body from bytes into JSON. The state is known, or read within the limit
   * of reads: a time budget here took a tenth of the rate of cached responses.
   */
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
      const { isLasting, ...answer } = await inTime((whileInTime) =>
        computing.run(request.principal!.id, () => whileInTime(() => compute(body, coding))),
      );
      misses.inc();
      if (request.bodyBytes && isLasting) cache.keep(name, request.bodyBytes, coding, answer);
      return send(reply, answer);
    },
  );
}

/** Begins a part of the work only while there is time, for a request that has waited in a queue. */
type WhileInTime = <Result>(part: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that waits for work as long as the time budget of a request lasts, and rejects with a 503 after it.
 * Late work goes on, and keeps its client's place in the queue, since a read cannot be cancelled.
 */
function timeBudget(product: string, seconds: number) {
  return async <Result>(work: (whileInTime: WhileInTime) => Promise<Result>): Promise<Result> => {
    const deadline = startDeadline(BUDGET_WITH_COMPUTING * seconds);
    const late = deadline.passed.then(() => Promise.reject(tooLate(product, seconds)));
    try {
      return await Promise.race([work((part) => (deadline.isPassed() ? late : part())), late]);
    } finally {
      deadline.cancel();
    }
  };
}

function tooLate(product: string, seconds: number): ProblemError {
  const detail = `${product} is unavailable: its data could not be read within ${seconds} s`;
  return new ProblemError('product-unavailable', detail, { 'retry-after': String(LATE_RETRY_SECONDS) });
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
