/** Problems and their headers, as the OpenAPI document shows them. */

import { Type } from 'typebox';
import { BODY_BOUNDS } from '../json-body.js';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemSlug } from '../problem.js';
import { refTo } from './component.js';

export const RequestFaultSchema = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer into the body; empty for the whole body.' }),
    code: Type.String({ description: 'Stable and machine-readable: `required`, `maximum`, `unknown_field` …' }),
    message: Type.String({ description: 'Names the field, the rule and the value.' }),
  },
  { $id: 'RequestFault', description: 'One broken rule of a request.' },
);

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: '`{base_url}/problems/<slug>`; what clients switch on.' }),
    title: Type.String({ description: 'The kind of problem in words.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What went wrong this time.' }),
    instance: Type.Optional(Type.String({ description: 'Path of the request.' })),
    errors: Type.Optional(Type.Array(refTo(RequestFaultSchema), { description: 'Broken rules; on 422.' })),
  },
  { $id: 'Problem', description: 'Every error answer (RFC 9457).' },
);

export const PROBLEM_COMPONENTS = [RequestFaultSchema, ProblemSchema];

const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });
const seconds = (description: string) => ({ type: 'integer', minimum: 0, description, examples: [60] });

/** Headers that answers can carry, as header objects of the document. */
export const HEADERS = {
  'X-Request-ID': text('Names this request in logs and requests for help.', '8f14e45f-ceea-467f-9d6e-3a1b2c4d5e6f'),
  'Retry-After': seconds('Seconds before it is worth asking again.'),
  'WWW-Authenticate': text('The scheme that is wanted, and why a credential was refused (RFC 6750).', 'Bearer'),
  'RateLimit-Policy': text('Quotas of the plan.', '"minute";q=60;w=60, "day";q=1000;w=86400'),
  RateLimit: text('What is left of each quota.', '"minute";r=42;t=18, "day";r=958;t=40000'),
  Allow: text('Methods that this path knows.', 'POST'),
  ETag: text('Strong validator of this representation.', '"5f2b1c0a9d8e7f66"'),
  'Cache-Control': text('How long the answer may be kept.', 'public, max-age=3600'),
  Vary: text('Request headers that choose the representation.', 'Accept-Encoding'),
  'X-Service-Tile-Cache': text(
    'HIT: the tile was there; MISS: it was drawn; STALE: it is older than it should be.',
    'HIT',
  ),
  'X-Service-Tile-Time': text('When the picture holds, ISO 8601.', '2026-11-20T10:36:00Z'),
  'X-Attribution': text('Whom the data is owed to.', 'NOAA/NWS (public domain)'),
} as const;

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

const EXAMPLES: Readonly<Record<ProblemSlug, ProblemExample>> = {
  'authentication-required': {
    detail: 'this endpoint needs Authorization: Bearer with an API key or an app-install token',
    headers: ['WWW-Authenticate'],
  },
  'insufficient-scope': {
    detail: 'this credential does not have the scope forecast:read',
    headers: ['WWW-Authenticate'],
  },
  'not-found': { detail: 'nothing is at "/v1/forcast"' },
  'method-not-allowed': { detail: 'this path does not know PUT; Allow names what it knows', headers: ['Allow'] },
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
  internal: { detail: 'the service failed; X-Request-ID names this request in its log' },
  'product-unavailable': {
    detail: 'forecast is unavailable: no model run has been ingested yet',
    headers: ['Retry-After'],
  },
};

/** One problem as a response of the document; `path` is the endpoint that it is an example for. */
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

/** Problems that an operation answers with, by status; `examples` where the usual ones would not fit it. */
export function problemResponses(path: string, slugs: readonly ProblemSlug[], examples: ProblemExamples = {}) {
  const responseOf = (slug: ProblemSlug) => problemResponse(path, slug, examples[slug] ?? EXAMPLES[slug]);
  return Object.fromEntries(slugs.map((slug) => [PROBLEMS[slug].status, responseOf(slug)]));
}
