import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTagged } from '../base/errors.js';
import { extentOf, parseJsonBody } from './json-body.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Commas that a value is written with. */
function commasOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return Math.max(0, parts.length - 1) + parts.map(commasOf).reduce((sum, commas) => sum + commas, 0);
}

test('depth and values are counted as the value has them, brackets and commas in texts and keys aside', () => {
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.string({ unit: fc.constantFrom(...'[]{}"\\,:a') }),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: fc.constantFrom(...'[]{}"\\b'), maxLength: 3 }), tie('node'), { maxKeys: 3 }),
    ),
  })).node;
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 8 }), (tree, limit) => {
      const bytes = Buffer.from(JSON.stringify(tree));
      const extent = { depth: depthOf(tree), values: commasOf(tree) + 1 };
      expect(extentOf(bytes, { depth: 99, values: 9999 })).toMatchObject(extent);
      expect(extentOf(bytes, { depth: limit, values: 9999 }).depth > limit).toBe(extent.depth > limit);
      expect(extentOf(bytes, { depth: 99, values: limit }).values > limit).toBe(extent.values > limit);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['the top', '{"a":1,"b":2,"a":3}', '/a', 'a'],
  ['a deeper object', '{"a":{"b":1,"c":[{"d":"}"},{"e":{},"e":[]}]}}', '/a/c/1/e', 'a.c[1].e'],
  ['another spelling', '{"location":1,"\\u006cocation":2}', '/location', 'location'],
  ['a key with colons and quotes', '{"a:\\"":1,"a:\\"":2}', '/a:"', '"a:\\""'],
  ['a key of prototypes', '{"__proto__":1,"__proto__":2}', '/__proto__', '__proto__'],
])('a key that is repeated in %s is refused with its pointer', (_, body, pointer, field) => {
  const message = `${field} must not be repeated; got it more than once`;
  expect(() => parseJsonBody(Buffer.from(body))).toThrow(
    expect.objectContaining({ faults: [{ pointer, code: 'repeated_key', message }] }),
  );
});

test('the same key in different objects is not repeated', () => {
  const value = { a: { a: 1, b: { a: [{ a: 2 }, { a: 3 }] } }, b: 'a:"a":' };
  expect(parseJsonBody(Buffer.from(JSON.stringify(value)))).toEqual(value);
});

test('what JSON.parse reads is read the same, anything else is an invalid request', () => {
  const bytes = fc.oneof(
    fc.jsonValue({ maxDepth: 5 }).map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array)),
    fc.string({ unit: fc.constantFrom(...'{}[]",:0tru\\') }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (body) => {
      try {
        const value = parseJsonBody(body);
        expect(value).toEqual(JSON.parse(body.toString('utf8')));
      } catch (error) {
        expect(isTagged(error, 'invalid-request'), String(error)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('a complaint about a long body is short', () => {
  const body = Buffer.from(`{"a":${'\u0001"\u{1F327}'.repeat(5000)}`);
  const complaint = () => parseJsonBody(body);
  expect(complaint).toThrow(/^the body must be JSON; .{1,170}$/u);
});
