/**
 * Building blocks of the schemas. A schema here is the one source of validation, of the static type, and of its place
 * in the OpenAPI document; named ones (`$id`) become components there.
 */

import { type Static, type TSchema, Type } from 'typebox';

/** Request objects are closed: a field that is not listed is refused. */
export const CLOSED = { additionalProperties: false } as const;

/** Records that may get further fields within a version; generated clients must not reject these. */
export const OPEN = { additionalProperties: true } as const;

/** Keywords below this one are part of the document and unknown to the validator of requests. */
export const DOCUMENT_ONLY = 'x-document-only';

/**
 * Adds keywords that only the document has, such as a rule across fields. The service enforces these rules in
 * `*-rules.ts` and `formats.ts`, whose errors name the field at fault. A contract test compares the two.
 *
 * Client generators ignore `if`, `then`, `else` and `not`. Next to `properties`, a `oneOf` or `anyOf` makes them drop
 * the fields of the object (openapi-python-client 0.29) or its type (openapi-typescript 7.13).
 */
export function documentOnly(keywords: object): object {
  return { [DOCUMENT_ONLY]: keywords };
}

/** A rule across fields: where `condition` holds, `consequence` must hold, elsewhere `alternative`. */
export function documentRule(condition: object, consequence: object, alternative?: object): object {
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
  return documentOnly({ if: condition, then: consequence, ...(alternative && { else: alternative }) });
}

/**
 * Lets conditions name some fields of an object: the linter else refuses examples with any other field. Unlike
 * `additionalProperties`, openapi-generator 7.26 does not warn of it.
 */
export const AND_OTHERS = { unevaluatedProperties: true } as const;

/** Schema of objects that have all of these fields. The linter wants each required field among the properties. */
export function allRequired(...fields: readonly string[]) {
  const properties = Object.fromEntries(fields.map((field) => [field, {}]));
  return { ...AND_OTHERS, properties, required: fields };
}

/** Schema of objects that have at least one of these fields. */
export function anyRequired(...fields: readonly string[]) {
  return { anyOf: fields.map((field) => allRequired(field)) };
}

/** A reference to a named schema, with the static type of what it names. */
export function refTo<Schema extends TSchema & { $id?: string }>(schema: Schema) {
  const id = schema.$id;
  if (id === undefined) throw new RangeError('only a schema with $id can be referred to');
  return Type.Unsafe<Static<Schema>>({ $ref: `${id}#` });
}

/** A reference to a named schema, or null. */
export function nullableRefTo<Schema extends TSchema & { $id?: string }>(schema: Schema, description: string) {
  return Type.Unsafe<Static<Schema> | null>({ description, anyOf: [refTo(schema), { type: 'null' }] });
}

/** One of a few texts: a plain `enum`, which gives one error where a union of literals gives one for each member. */
export function oneOf<const Value extends string>(values: readonly Value[], options: object = {}) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options });
}

/** At least one of `values`, each at most once. */
export function setOf<const Value extends string>(values: readonly Value[], options: object = {}) {
  return Type.Unsafe<Value[]>({ type: 'array', items: oneOf(values), minItems: 1, uniqueItems: true, ...options });
}

export function nullable(type: 'string', options?: object): ReturnType<typeof Type.Unsafe<string | null>>;
export function nullable(type: 'number' | 'integer', options?: object): ReturnType<typeof Type.Unsafe<number | null>>;
export function nullable(type: 'string' | 'number' | 'integer', options: object = {}) {
  return Type.Unsafe<string | number | null>({ type: [type, 'null'], ...options });
}

/** An ISO 8601 instant, or null. */
export function nullableInstant(description: string) {
  return nullable('string', { format: 'date-time', description });
}
