/**
 * Request bodies: bytes first, JSON later.
 *
 * A body stays bytes until all checks that do not need it are done, because a repeated body is answered from the cache
 * of answers without being parsed again. Parsing refuses what JSON allows but no request needs: invalid UTF-8, and
 * nesting deeper than any schema (a bound here keeps every later walk over the value shallow).
 */

import type { FastifyInstance } from 'fastify';
import { InvalidRequestError } from '../base/errors.js';
import { ProblemError } from './problem.js';

/** Bytes. The route endpoint, which sends paths, has its own larger limit. */
export const BODY_LIMIT = 64 * 1024;

/** The deepest request of the interface has 4 levels. */
const DEEPEST = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** True when arrays and objects nest deeper than `limit`. Brackets inside strings do not count. */
export function nestsDeeper(json: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** @throws InvalidRequestError with pointer "" when the bytes are not one JSON value in UTF-8. */
export function parseJsonBody(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) throw refusal('empty_body', 'the body must be JSON; it is empty');
  if (nestsDeeper(bytes, DEEPEST))
    throw refusal('too_deep', `the body must not nest deeper than ${DEEPEST} levels of arrays and objects`);
  return parseText(decodeText(bytes));
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw refusal('malformed_json', 'the body must be JSON in UTF-8; it holds bytes that are not UTF-8');
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw refusal('malformed_json', `the body must be JSON; ${syntaxComplaint(cause.message)}`);
  }
}

/** V8 quotes the text around the mistake, up to the whole of a short body: keep the complaint, bound and in one line. */
function syntaxComplaint(message: string): string {
  return [...JSON.stringify(message).slice(1, -1)].slice(0, 160).join('');
}

function refusal(code: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ pointer: '', code, message }]);
}

/** Makes `application/json` the only accepted type; bodies arrive in handlers as a Buffer. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (request, body, done) => {
    const coding = request.headers['content-encoding'];
    if (coding === undefined || coding === 'identity') return done(null, body);
    const detail = `request bodies must not be compressed; got Content-Encoding "${coding.slice(0, 40)}"`;
    done(new ProblemError('unsupported-media-type', detail, { 'accept-encoding': 'identity' }));
  });
}
