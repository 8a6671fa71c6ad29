import { expect, test } from 'vitest';
import { circleNumbers } from './reference-circles.js';

/** Numbers made plain: each node with the first of its circle. */
function firstOfCircle(targets: readonly (readonly number[])[]): number[] {
  const circles = [...circleNumbers(targets.length, (node) => targets[node]!)];
  return circles.map((circle) => circles.indexOf(circle));
}

const GRAPHS: readonly [string, readonly (readonly number[])[], readonly number[]][] = [
  ['nothing', [], []],
  ['a chain', [[1], [2], []], [0, 1, 2]],
  ['a node that refers to itself', [[0]], [0]],
  ['a circle of two', [[1], [0]], [0, 0]],
  ['a circle with a way in and a way out', [[1], [2], [3], [1, 4], []], [0, 1, 1, 1, 4]],
  ['two circles with a bridge', [[1], [0, 2], [3], [2]], [0, 0, 2, 2]],
  ['two circles that share a node', [[1, 2], [0], [0]], [0, 0, 0]],
];
for (const [name, targets, firsts] of GRAPHS)
  test(`circles of ${name}`, () => {
    expect(firstOfCircle(targets)).toEqual(firsts);
  });
