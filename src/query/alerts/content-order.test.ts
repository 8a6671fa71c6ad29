import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareContents } from './content-order.js';

const leaves = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.float64Array({ maxLength: 3 }));
const contents = fc.letrec((tie) => ({
  value: fc.oneof(
    leaves,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('equal contents are equal, typed arrays by their numbers', () => {
  const make = () => ({ a: [1, 'b', null], ring: Float64Array.of(1, 2, Number.NaN), missing: undefined });
  expect(compareContents(make(), make())).toBe(0);
  expect(compareContents(Float64Array.of(1, 2), Float64Array.of(1, 3))).toBeLessThan(0);
  expect(compareContents({ a: 1 }, { a: 1, b: 2 })).not.toBe(0);
});

test('it is an order: the same both ways round, and sorting gives the same whatever came first', () => {
  const property = fc.property(contents, contents, contents, (a, b, c) => {
    expect(compareContents(a, b) + compareContents(b, a)).toBe(0);
    const sorted = (list: unknown[]) => list.sort(compareContents);
    const [one, other] = [sorted([a, b, c]), sorted([c, a, b])];
    // not toEqual: that tells an empty list from an empty typed array, and 0 from −0, which here are the same
    expect(one.map((value, i) => compareContents(value, other[i]))).toEqual([0, 0, 0]);
  });
  fc.assert(property);
});
