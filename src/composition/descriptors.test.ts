import { expect, test } from 'vitest';
import { descriptorLimit } from '../base/descriptor-limit.js';
import { descriptorBudget } from './descriptors.js';

test.each([
  ['the 1,024 of many systems', 1024, 2, { openFiles: 128, connections: 592 }],
  ['256', 256, 2, { openFiles: 16, connections: 48 }],
  ['the least for two readers', 216, 2, { openFiles: 8, connections: 24 }],
  ['a limit beyond all needs', 1_048_576, 5, { openFiles: 128, connections: 4096 }],
  ['no limit', Number.POSITIVE_INFINITY, 5, { openFiles: 128, connections: 4096 }],
])('descriptors are divided between files and connections: %s', (_, limit, readers, expected) => {
  expect(descriptorBudget(limit, readers)).toEqual(expected);
});

test('files and connections together never exceed the limit', () => {
  for (const readers of [1, 2, 5, 65])
    for (let limit = 208 + 4 * readers; limit < 10_000; limit += 7) {
      const { openFiles, connections } = descriptorBudget(limit, readers);
      expect(176 + openFiles * readers + connections).toBeLessThanOrEqual(limit);
      expect(connections).toBeGreaterThanOrEqual(20);
    }
});

test('a limit too low to serve is refused with the setting, the rule and the value', () => {
  expect(() => descriptorBudget(64, 2)).toThrow('ulimit -n: must allow at least 216 open files; got "64"');
});

test('the limit of this process is known', () => {
  expect(descriptorLimit()).toBeGreaterThan(64);
});
