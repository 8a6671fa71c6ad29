/**
 * Building blocks of the schemas. A schema here is the one source of validation, of the static type, and of its place
 * in the OpenAPI document; named ones (`$id`) become components there.
 */

import { type Static, type TSchema, Type } from 'typebox';

/** Request objects are closed: a field that is not listed is refused. */
export const CLOSED = { additionalProperties: false } as const;

/** A reference to a named schema, with the static type of what it names. */
export function refTo<Schema extends TSchema & { $id?: string }>(schema: Schema) {
  const id = schema.$id;
  if (id === undefined) throw new RangeError('only a schema with $id can be referred to');
  return Type.Unsafe<Static<Schema>>({ $ref: `${id}#` });
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
