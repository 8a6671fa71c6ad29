/**
 * Documents that do not change while the process lives (catalogs, OpenAPI): serialised and compressed once, answered
 * with a strong validator.
 *
 * Each coding is a representation of its own with its own strong ETag (RFC 9110 8.8.3.3), so a cache that holds several
 * never mixes them up. `If-None-Match` compares weakly (13.1.2), which is what it is for.
 */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, encode, negotiateCoding } from '../content-coding.js';

interface Variant {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface Representation {
  readonly mediaType: string;
  readonly variants: Readonly<Record<Coding, Variant>>;
}

export async function representationOf(document: unknown): Promise<Representation> {
  const bytes = Buffer.from(JSON.stringify(document));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const variant = async (coding: Coding): Promise<Variant> => ({
    bytes: await encode(bytes, coding),
    etag: coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`,
  });
  const variants = { identity: await variant('identity'), br: await variant('br'), gzip: await variant('gzip') };
  return { mediaType: 'application/json', variants };
}

/** Answers 200, or 304 without a body when the client holds the representation that it would get. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, variants }: Representation,
  cacheControl = 'public, max-age=3600',
): FastifyReply {
  const coding = negotiateCoding(request.headers['accept-encoding']);
  const { bytes, etag } = variants[coding];
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'Accept-Encoding' });
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.type(mediaType).send(bytes);
}

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** True when `If-None-Match` is `*` or lists `etag`, weak or strong. */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const match of ifNoneMatch.matchAll(ENTITY_TAG)) if (match[1] === etag) return true;
  return false;
}
