import { expect, test } from 'vitest';
import { type JsonLimits, readJson } from './json.js';

const LIMITS: JsonLimits = { bytes: 100, depth: 3, containers: 5, values: 10 };
const refuse = (rule: string): never => {
  throw new RangeError(rule);
};
const read = (text: string, limits = LIMITS) => readJson(new TextEncoder().encode(text), limits, refuse);

test.each([
  ['[[[1,"é"]]]', [[[1, 'é']]]],
  ['{"a":"[[[[{{{{,,,,,,,,,,,,"}', { a: '[[[[{{{{,,,,,,,,,,,,' }],
  ['["\\"[[[[","\\\\"]', ['"[[[[', '\\']],
  ['[[],[],[],{}]', [[], [], [], {}]],
  [' 1 ', 1],
])('%s is read: brackets in texts do not count', (text, value) => {
  expect(read(text)).toEqual(value);
});

test.each([
  ['[[[[1]]]]', 'JSON must nest at most 3 deep'],
  ['["\\\\",[[[1]]]]', 'JSON must nest at most 3 deep'],
  ['[[],[],[],[],[]]', 'JSON must have at most 5 objects and arrays'],
  ['[1,2,3,4,5,6,7,8,9,10,11]', 'JSON must have at most 10 values'],
  [' '.repeat(101), 'JSON must have at most 100 bytes'],
  ['"', 'JSON must be well-formed'],
  [']', 'JSON must be well-formed'],
])('%s is refused', (text, rule) => {
  expect(() => read(text)).toThrow(rule);
});
