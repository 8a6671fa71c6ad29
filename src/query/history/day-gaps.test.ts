import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { DayGaps } from './day-gaps.js';

const FIRST = 1000;
const observation = fc.option(fc.integer({ min: -300, max: 300 }), { nil: NOT_OBSERVED });

test('open days are those that no series closed, however they are counted', () => {
  const count = 12;
  const series = fc.array(observation, { minLength: count, maxLength: count });
  const day = fc.integer({ min: FIRST - 3, max: FIRST + count + 2 });
  fc.assert(
    fc.property(fc.array(fc.array(series, { maxLength: 3 }), { maxLength: 3 }), day, day, (groups, from, to) => {
      const gaps = new DayGaps([FIRST, FIRST + count - 1]);
      const isOpen = new Array(count).fill(true);
      for (const group of groups) {
        for (const values of group) {
          const expected = values.map((value, n) => (isOpen[n] ? value : NOT_OBSERVED));
          const fitting = gaps.fitting(Int16Array.from(values));
          if (expected.every((value) => value === NOT_OBSERVED)) expect(fitting).toBeNull();
          else expect([...fitting!]).toEqual(expected);
        }
        gaps.close(group.map((values) => Int16Array.from(values)));
        for (const values of group)
          for (const [n, value] of values.entries()) if (value !== NOT_OBSERVED) isOpen[n] = false;
      }
      const openAt = isOpen.map((open, n) => (open && FIRST + n >= from && FIRST + n <= to ? 1 : 0));
      expect(gaps.openWithin(from, to)).toBe(openAt.reduce((sum: number, one) => sum + one, 0));
      expect(gaps.open).toBe(isOpen.filter(Boolean).length);
    }),
  );
});
