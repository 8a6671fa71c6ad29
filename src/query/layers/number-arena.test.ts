import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumberArena } from './number-arena.js';

test('what is taken is nobody else’s, however long, until it is given back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 }), (counts) => {
      const arenas = [createNumberArena(), createNumberArena()];
      const taken = counts.map((count, i) => arenas[i % 2]!.take(count).fill(i));
      for (const [i, values] of taken.entries()) {
        expect(values).toHaveLength(counts[i]!);
        expect(values.every((value) => value === i)).toBe(true);
      }
      for (const arena of arenas) arena.release();
    }),
    { numRuns: 40 },
  );
});

test('what was given back is handed out again, and not cleared', () => {
  const arena = createNumberArena();
  const first = arena.take(10).fill(7);
  arena.release();
  const again = arena.take(10);
  expect(again.buffer).toBe(first.buffer);
  expect([...again]).toEqual(Array(10).fill(7));
});

test('an arena can be used after a release, and released twice without lending its memory twice', () => {
  const arena = createNumberArena();
  arena.take(5);
  arena.release();
  arena.release();
  const [one, other] = [createNumberArena(), createNumberArena()];
  expect(one.take(5).buffer).not.toBe(other.take(5).buffer);
  expect(arena.take(5)).toHaveLength(5);
});
