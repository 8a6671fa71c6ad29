/**
 * Broken schema rules as faults of the request: a JSON pointer, a stable code, and a sentence with field, rule and value.
 *
 * Ajv reports in its own words and by its own paths; `SENTENCES` is the table from its keywords to ours. Values are
 * echoed short and JSON-escaped, whatever the caller sent. Ajv must run with `verbose: true`, which brings the value.
 */

import { InvalidRequestError, type RequestFault } from '../base/errors.js';
import { parseInstant } from '../model/time.js';
import { DOCUMENT_ONLY } from './schema/component.js';

/** More faults than this are counted, not listed. */
export const MOST_FAULTS = 20;

/** The part of Ajv's error object that is read here. */
export interface SchemaViolation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

interface Rule {
  readonly code: string;
  readonly sentence: (violation: SchemaViolation) => string;
}

const SENTENCES: Readonly<Record<string, Rule>> = {
  type: { code: 'type', sentence: (v) => `must be ${typeName(v.params.type)}; got ${echo(v.data)}` },
  enum: { code: 'enum', sentence: (v) => `must be one of ${list(v.params.allowedValues)}; got ${echo(v.data)}` },
  const: { code: 'const', sentence: (v) => `must be ${echo(v.params.allowedValue)}; got ${echo(v.data)}` },
  minimum: { code: 'minimum', sentence: (v) => `must be at least ${v.params.limit}; got ${echo(v.data)}` },
  maximum: { code: 'maximum', sentence: (v) => `must be at most ${v.params.limit}; got ${echo(v.data)}` },
  minItems: { code: 'min_items', sentence: (v) => `must have at least ${items(v.params.limit)}; got ${count(v.data)}` },
  maxItems: { code: 'max_items', sentence: (v) => `must have at most ${items(v.params.limit)}; got ${count(v.data)}` },
  uniqueItems: { code: 'unique_items', sentence: repeats },
  minLength: { code: 'min_length', sentence: (v) => `must not be shorter than ${v.params.limit}; got ${echo(v.data)}` },
  maxLength: {
    code: 'max_length',
    sentence: (v) => `must be at most ${v.params.limit} characters; got ${echo(v.data)}`,
  },
  format: { code: 'format', sentence: misformed },
  required: { code: 'required', sentence: () => 'is required' },
  additionalProperties: {
    code: 'unknown_field',
    sentence: (v) => `is not a field of this object; allowed: ${list(Object.keys(propertiesOf(v)))}`,
  },
  discriminator: {
    code: 'enum',
    sentence: (v) => `must be one of ${list(Object.keys(formsOf(v)))}; got ${echo(v.params.tagValue)}`,
  },
};

/** All violations of one request as one error; codes and pointers are stable. */
export function faultsOf(violations: readonly SchemaViolation[]): InvalidRequestError {
  return new InvalidRequestError(violations.slice(0, MOST_FAULTS).map(faultOf).concat(uncounted(violations.length)));
}

/** The same of faults that were found by hand. */
export function refusalOf(faults: readonly RequestFault[]): InvalidRequestError {
  return new InvalidRequestError(faults.slice(0, MOST_FAULTS).concat(uncounted(faults.length)));
}

function faultOf(violation: SchemaViolation): RequestFault {
  const pointer = pointerOf(violation);
  const rule = SENTENCES[violation.keyword];
  if (rule === undefined) return { pointer, code: violation.keyword, message: `${fieldName(pointer)} is not allowed` };
  return { pointer, code: rule.code, message: `${fieldName(pointer)} ${rule.sentence(violation)}` };
}

function uncounted(total: number): RequestFault[] {
  if (total <= MOST_FAULTS) return [];
  const message = `the body breaks ${total - MOST_FAULTS} more rules that are not listed`;
  return [{ pointer: '', code: 'more_faults', message }];
}

/** Ajv points at the object when a key is missing, unknown, or names no form of it; the fault is at the key. */
function pointerOf({ instancePath, params }: SchemaViolation): string {
  const key = params.missingProperty ?? params.additionalProperty ?? params.tag;
  return key === undefined ? instancePath : instancePath + pointerTo([String(key)]);
}

/** JSON pointer (RFC 6901) to a value, by the keys and indexes on the way to it; long keys are shortened. */
export function pointerTo(way: readonly (string | number)[]): string {
  return way.map((part) => `/${escapeToken(shorten(String(part)))}`).join('');
}

function escapeToken(key: string): string {
  return key.replace(/~/g, '~0').replace(/\//g, '~1');
}

/** A pointer as people write fields: "/hourly/variables/2" is "hourly.variables[2]", "" is "the body". */
export function fieldName(pointer: string): string {
  if (pointer === '') return 'the body';
  const parts = pointer.slice(1).split('/');
  return parts
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) || /^\d+$/.test(part) ? part : JSON.stringify(part)))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : `${name}.${part}`));
}

const LONGEST_ECHO = 60;

function shorten(text: string): string {
  if (text.length <= LONGEST_ECHO) return text;
  // Not in the middle of a surrogate pair: half a character is not UTF-8.
  const end = /[\uD800-\uDBFF]/.test(text[LONGEST_ECHO - 1]!) ? LONGEST_ECHO - 1 : LONGEST_ECHO;
  return `${text.slice(0, end)}…`;
}

/** A value received, short enough for a sentence. */
export function echo(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(value) : 'a number beyond the range of a double';
  if (Array.isArray(value)) return `an array of ${items(value.length)}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : String(value);
}

function items(n: unknown): string {
  return n === 1 ? '1 item' : `${n} items`;
}

function count(value: unknown): string {
  return Array.isArray(value) ? String(value.length) : echo(value);
}

function repeats({ params, data }: SchemaViolation): string {
  const [first, second] = [Number(params.j), Number(params.i)].sort((a, b) => a - b) as [number, number];
  const value = Array.isArray(data) ? echo(data[first]) : 'an item';
  return `must not repeat items; got ${value} at ${first} and at ${second}`;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values);
}

function typeName(type: unknown): string {
  const name = Array.isArray(type) ? type.join(' or ') : String(type);
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

const INSTANT_FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'departure']);

function misformed({ params: { format }, data }: SchemaViolation): string {
  if (INSTANT_FORMATS.has(format) && parseInstant(`${data}Z`) !== null)
    return `must have Z or an offset, as in ${data}+01:00, for without one it is ambiguous; got ${echo(data)}`;
  return `must be ${formatName(format)}; got ${echo(data)}`;
}

function formatName(format: unknown): string {
  if (format === 'date') return 'a date of the calendar as YYYY-MM-DD';
  if (format === 'date-time') return 'an ISO 8601 instant with Z or an offset, of a date of the calendar';
  if (format === 'departure') return 'now, or an ISO 8601 instant with Z or an offset, of a date of the calendar';
  if (format === 'time-zone') return 'auto or the name of an IANA time zone, as in Europe/Berlin';
  return `a ${format}`;
}

/** Forms of an object, by the value that tells them apart. */
function formsOf({ parentSchema }: SchemaViolation): object {
  const document = parentSchema?.[DOCUMENT_ONLY] as
    | { readonly discriminator?: { readonly mapping?: object } }
    | undefined;
  return document?.discriminator?.mapping ?? {};
}

function propertiesOf({ parentSchema }: SchemaViolation): Readonly<Record<string, unknown>> {
  return (parentSchema?.properties as Record<string, unknown> | undefined) ?? {};
}
