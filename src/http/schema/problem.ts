/** Problems and their headers, as the OpenAPI document shows them. */

import { Type } from 'typebox';
import { BODY_BOUNDS } from '../json-body.js';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemSlug } from '../problem.js';
import { refTo } from './component.js';

export const RequestFaultSchema = Type.Object(
  {
    pointer: Type.String({ description: 'JSON Pointer to the value in the body. Empty for the whole body.' }),
    code: Type.String({ description: 'Stable, for programs: `required`, `maximum`, `unknown_field` and so on.' }),
    message: Type.String({ description: 'The field, the rule and the value received.' }),
  },
  { $id: 'RequestFault', description: 'A rule that the request breaks.' },
);

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'Kind of problem, stable: `{base_url}/problems/<slug>`.' }),
    title: Type.String({ description: 'Short name of the kind of problem.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status code.' }),
    detail: Type.String({ description: 'What went wrong with this request.' }),
    instance: Type.Optional(Type.String({ description: 'Path of the request.' })),
    errors: Type.Optional(
      Type.Array(refTo(RequestFaultSchema), { description: 'Rules that the request breaks. Present on 422.' }),
    ),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
);

export const PROBLEM_COMPONENTS = [RequestFaultSchema, ProblemSchema];

const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });
const seconds = (description: string) => ({ type: 'integer', minimum: 0, description, examples: [60] });

/** Headers of responses, as header objects of the document. */
export const HEADERS = {
  'X-Request-ID': text(
    'Identifier of this request. Quote it in support requests.',
    '8f14e45f-ceea-467f-9d6e-3a1b2c4d5e6f',
  ),
  'Retry-After': seconds('Seconds to wait before the next request.'),
  'WWW-Authenticate': text('Required scheme, and why the credential was refused (RFC 6750).', 'Bearer'),
  'RateLimit-Policy': text('Request quotas of the plan.', '"minute";q=60;w=60, "day";q=1000;w=86400'),
  RateLimit: text(
    'Requests left in each quota, and seconds until it is reset.',
    '"minute";r=42;t=18, "day";r=958;t=40000',
  ),
  Allow: text('Methods that this path supports.', 'GET, HEAD'),
  ETag: text('Strong validator, for `If-None-Match`.', '"5f2b1c0a9d8e7f66"'),
  'Cache-Control': text('How long the response may be cached.', 'public, max-age=3600'),
  Vary: text('Request headers that select the representation.', 'Accept-Encoding'),
  'X-Service-Tile-Cache': text(
    '`HIT`: from the cache. `MISS`: drawn for this request. `STALE`: older than it should be.',
    'HIT',
  ),
  'X-Service-Tile-Time': text('Valid time of the frame, ISO 8601.', '2026-11-20T10:36:00Z'),
  'X-Attribution': text('Attribution to show with the map.', 'NOAA/NWS (public domain)'),
} as const;

/** Request headers of responses that have an `ETag`. */
export const IF_NONE_MATCH = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: '`ETag` of the response that the client has. The response is 304 if it is unchanged.' }),
  ),
});

export type HeaderName = keyof typeof HEADERS;

export function headersNamed(...names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, HEADERS[name]]));
}

export interface ProblemExample {
  readonly detail: string;
  readonly headers?: readonly HeaderName[];
  readonly errors?: readonly { pointer: string; code: string; message: string }[];
}

const LIMITS = ['RateLimit-Policy', 'RateLimit'] as const;

export type ProblemExamples = Readonly<Partial<Record<ProblemSlug, ProblemExample>>>;

const examplesFor = (path: string): Readonly<Record<ProblemSlug, ProblemExample>> => ({
  'authentication-required': {
    detail: 'this endpoint needs Authorization: Bearer with an API key or an app-install token',
    headers: ['WWW-Authenticate'],
  },
  'insufficient-scope': {
    detail: 'this credential does not have the scope forecast:read',
    headers: ['WWW-Authenticate'],
  },
  'not-found': { detail: 'no such endpoint: "/v1/forcast"; see /openapi.json' },
  'method-not-allowed': methodNotAllowed(path, 'GET, HEAD'),
  'payload-too-large': { detail: `the body must be at most ${BODY_BOUNDS.bytes} bytes` },
  'unsupported-media-type': { detail: 'request bodies must not be compressed; got Content-Encoding "gzip"' },
  'invalid-request': {
    detail: 'hourly.hours must be at most 384; got 500',
    headers: LIMITS,
    errors: [{ pointer: '/hourly/hours', code: 'maximum', message: 'hourly.hours must be at most 384; got 500' }],
  },
  'rate-limited': {
    detail: 'more requests than the plan allows; the next one is allowed in 12 s',
    headers: [...LIMITS, 'Retry-After'],
  },
  internal: { detail: 'the service failed; request 8f14e45f-ceea-467f-9d6e-3a1b2c4d5e6f is in its log' },
  'product-unavailable': {
    detail: 'forecast is unavailable: no model run has been ingested yet',
    headers: ['Retry-After'],
  },
});

export function methodNotAllowed(path: string, allowed: string): ProblemExample {
  return { detail: `PUT is not allowed on ${path}; use ${allowed}`, headers: ['Allow'] };
}

/** A problem as a response of the document. @param path  of the endpoint, for the example */
function problemResponse(path: string, slug: ProblemSlug, { detail, headers = [], errors }: ProblemExample) {
  const { status, title } = PROBLEMS[slug];
  const type = `https://weather.example/problems/${slug}`;
  const value = { type, title, status, detail, instance: path, ...(errors && { errors }) };
  return {
    description: `${title}.`,
    headers: headersNamed('X-Request-ID', ...headers),
    content: { [PROBLEM_MEDIA_TYPE]: { schema: refTo(ProblemSchema), examples: { [slug]: { value } } } },
  };
}

/** Problems that an operation responds with, by status. @param examples  in place of the usual ones */
export function problemResponses(path: string, slugs: readonly ProblemSlug[], examples: ProblemExamples = {}) {
  const usual = examplesFor(path);
  const responseOf = (slug: ProblemSlug) => problemResponse(path, slug, examples[slug] ?? usual[slug]);
  return Object.fromEntries(slugs.map((slug) => [PROBLEMS[slug].status, responseOf(slug)]));
}
