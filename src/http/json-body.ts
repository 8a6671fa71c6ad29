/**
 * Request bodies: bytes first, JSON later.
 *
 * A body stays bytes until the checks that do not need it are done, because a repeated body is served from the cache
 * without being parsed again. Parsing refuses what JSON allows but no request needs: invalid UTF-8, nesting deeper than
 * any schema, more values than any schema has room for, and an object with the same key twice. The bounds keep every
 * later walk over the value cheap: 64 KiB can hold 30,000 values, and each could break several rules.
 */

import type { FastifyInstance } from 'fastify';
import { InvalidRequestError } from '../base/errors.js';
import { ProblemError } from './problem.js';
import { echo, fieldName, pointerTo } from './request-faults.js';

/** How much a body may hold. */
export interface BodyBounds extends JsonExtent {
  readonly bytes: number;
}

/** Of every endpoint that does not say otherwise. The deepest request has 4 levels, the longest 70 values. */
export const BODY_BOUNDS: BodyBounds = { bytes: 64 * 1024, depth: 32, values: 1024 };

/**
 * Of requests that send a path. 200 waypoints with times are 600 values and 16 KB; whoever sends ten times
 * as many is still told how many there may be, and beyond that how many values.
 */
export const PATH_BOUNDS: BodyBounds = { bytes: 256 * 1024, depth: 32, values: 8192 };

/** JSON is UTF-8 by definition (RFC 8259 8.1); some clients say so, and one that says otherwise is refused. */
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

export interface JsonExtent {
  /** How deep arrays and objects nest. */
  readonly depth: number;
  /** One more than there are commas: an upper bound of the values of an array or object and all in it. */
  readonly values: number;
}

/** The extent of a JSON text, which may be broken, and its colons outside of strings. Counting ends beyond `most`. */
export function extentOf(json: Uint8Array, most: JsonExtent): JsonExtent & { readonly colons: number } {
  let [depth, deepest, values, colons] = [0, 0, 1, 0];
  let inString = false;
  for (let i = 0; i < json.length && deepest <= most.depth && values <= most.values; i++) {
    const byte = json[i]!;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    else if (byte === COLON) colons++;
    else if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return { depth: deepest, values, colons };
}

/** @throws InvalidRequestError  the bytes are not one JSON value in UTF-8, exceed `most`, or repeat a key */
export function parseJsonBody(bytes: Uint8Array | undefined, most: JsonExtent = BODY_BOUNDS): unknown {
  if (bytes === undefined || bytes.length === 0) throw refusal('empty_body', 'the body must be JSON; it is empty');
  const { depth, values, colons } = extentOf(bytes, most);
  if (depth > most.depth)
    throw refusal('too_deep', `the body must not nest deeper than ${most.depth} levels of arrays and objects`);
  if (values > most.values) throw refusal('too_many_values', `the body must not hold more than ${most.values} values`);
  const text = decodeText(bytes);
  const value = parseText(text);
  if (keysIn(value) !== colons) throw repeatedKey(text);
  return value;
}

/** Keys of an object and of all objects in it: fewer than the colons of its text where a key was repeated. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + keysIn(part), own);
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Position in an array, or in an object: its keys so far, and whether the next string is a key. */
interface Level {
  readonly keys: Set<string> | null;
  at: string | number;
  isAtKey: boolean;
}

/** The error of the first repeated key. @param text  valid JSON with a repeated key */
function repeatedKey(text: string): InvalidRequestError {
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), at: '', isAtKey: true });
    else if (token === '[') levels.push({ keys: null, at: 0, isAtKey: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level) {
      if (typeof level.at === 'number') level.at++;
      else level.isAtKey = true;
    } else if (token !== ':' && level?.keys && level.isAtKey) {
      level.at = JSON.parse(token) as string;
      level.isAtKey = false;
      if (level.keys.has(level.at)) break;
      level.keys.add(level.at);
    }
  }
  const pointer = pointerTo(levels.map(({ at }) => at));
  const message = `${fieldName(pointer)} must not be repeated; got it more than once`;
  return new InvalidRequestError([{ pointer, code: 'repeated_key', message }]);
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
  return [...message.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')].slice(0, 160).join('');
}

function refusal(code: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ pointer: '', code, message }]);
}

/** Makes `application/json` the only accepted type; bodies arrive in handlers as a Buffer. Routes may set a limit of their own. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const coding = request.headers['content-encoding'];
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1];
    if (coding !== undefined && coding !== 'identity') {
      const detail = `request bodies must not be compressed; got Content-Encoding ${echo(coding)}`;
      done(new ProblemError('unsupported-media-type', detail, { 'accept-encoding': 'identity' }));
    } else if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      const detail = `request bodies must be JSON in UTF-8; got charset ${echo(charset)}`;
      done(new ProblemError('unsupported-media-type', detail, { accept: 'application/json' }));
    } else done(null, body);
  });
}
