/** JSON objects that we stored, read back with every field checked: a damaged one names its key and field. */

import { ObjectDefectError } from '../../base/errors.js';

export interface DocumentReader {
  readonly fields: Readonly<Record<string, unknown>>;
  text(name: string): string;
  /** A finite number. */
  number(name: string): number;
  /** A whole number from 0. */
  count(name: string): number;
  flag(name: string): boolean;
  object(name: string): DocumentReader;
  fail(rule: string): ObjectDefectError;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readerOf(key: string, path: string, fields: Readonly<Record<string, unknown>>): DocumentReader {
  const fail = (rule: string) => new ObjectDefectError(key, 0, rule);

  function field<Value>(name: string, kind: string, holds: (value: unknown) => value is Value): Value {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!holds(value)) throw fail(`${path}${name} is ${kind}`);
    return value;
  }

  return {
    fields,
    fail,
    text: (name) => field(name, 'a text', (value) => typeof value === 'string'),
    number: (name) => field(name, 'a finite number', (value): value is number => Number.isFinite(value)),
    count: (name) =>
      field(
        name,
        'a whole number from 0',
        (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
      ),
    flag: (name) => field(name, 'true or false', (value) => typeof value === 'boolean'),
    object: (name) => readerOf(key, `${path}${name}.`, field(name, 'an object', isObject)),
  };
}

export function encodeDocument(document: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(document, null, 1)}\n`);
}

/** @throws ObjectDefectError  not UTF-8, not JSON, or not an object; later, by the reader: a field is not what it is */
export function readDocument(key: string, bytes: Uint8Array): DocumentReader {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ObjectDefectError(key, 0, 'is a JSON document', { cause });
  }
  if (!isObject(parsed)) throw new ObjectDefectError(key, 0, 'is a JSON object');
  return readerOf(key, '', parsed);
}
