/** JSON objects that we stored, read back with every field checked: a damaged one names its key and field. */

import { ObjectDefectError } from '../../base/errors.js';

type Fields = Readonly<Record<string, unknown>>;

export interface DocumentReader {
  readonly fields: Fields;
  text(name: string): string;
  /** A finite number. */
  number(name: string): number;
  /** A whole number from 0. */
  count(name: string): number;
  flag(name: string): boolean;
  /** Finite numbers, any number of them. */
  numbers(name: string): readonly number[];
  object(name: string): DocumentReader;
  /** The object, null where the document says null. */
  objectOrNull(name: string): DocumentReader | null;
  objects(name: string): readonly DocumentReader[];
  fail(rule: string): ObjectDefectError;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areObjects = (value: unknown): value is readonly Fields[] => Array.isArray(value) && value.every(isObject);
const areNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => Number.isFinite(item));

function readerOf(key: string, path: string, fields: Fields): DocumentReader {
  const fail = (rule: string) => new ObjectDefectError(key, 0, rule);

  function field<Value>(name: string, kind: string, holds: (value: unknown) => value is Value): Value {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!holds(value)) throw fail(`${path}${name} is ${kind}`);
    return value;
  }

  const object = (name: string) => readerOf(key, `${path}${name}.`, field(name, 'an object', isObject));
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
    numbers: (name) => field(name, 'a list of finite numbers', areNumbers),
    object,
    objectOrNull: (name) => (fields[name] === null ? null : object(name)),
    objects: (name) =>
      field(name, 'a list of objects', areObjects).map((item, i) => readerOf(key, `${path}${name}.${i}.`, item)),
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
