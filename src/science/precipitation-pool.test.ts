import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberProbability } from './ensemble-probability.js';
import { daySourceWeight, type PooledHour, pooledAmount, pooledChance, sourceWeight } from './precipitation-pool.js';

const NONE = new Float64Array();

/** An hour with these members, beside a regional source unless told otherwise. */
function amountOf(best: number, chance: number, members: readonly number[], hours: number, regional = 1): number {
  const ranked = Float64Array.from(members).sort();
  const wet = members.filter((amount) => amount >= 0.1).length;
  const memberChance = memberProbability(wet, members.length);
  return pooledAmount({ best, chance, memberChance, lead: { hours, regional }, membersRanked: () => ranked });
}

/** 1 to 10 mm. */
const TEN = Array.from({ length: 10 }, (_, i) => i + 1);

// With p = S(0.1 mm) and g = 1 the amount is the one that the share c of the pool reaches; c = 0.35 at 24 and 72 hours.
test.each<[name: string, best: number, chance: number, hours: number, expected: number]>([
  ['a source with half the weight stands above all members', 20, 0.5 + 0.5 * (10.5 / 11), 24, 20],
  // 35% of the pool are 70% of the members: rank 0.7 × 11 − 0.5 = 7.2 from above.
  ['a dry source is raised to what 70% of the members reach', 0, 0.5 * (10.5 / 11), 24, 3.8],
  // At 144 h it counts 0.214, c = 0.3 and g = 2: 0.964 (0.3 / 0.964)² = 0.0933 of the pool, less than the source counts.
  ['a source stands where it counts more than the share that is looked for', 50, 0.9642857142857143, 144, 50],
  // At 240 h it counts 0.1, and p = 0.3 is just wet: (0.9591 − 0.1) / 0.9 of the members is rank 10, the least of them.
  ['a source is lowered to the least of the members where the hour is just wet', 50, 0.3, 240, 1],
])('%s', (_name, best, chance, hours, expected) => {
  expect(amountOf(best, chance, TEN, hours)).toBeCloseTo(expected, 9);
});

test('an hour with too small a chance keeps less than 0.1 mm of what sources say', () => {
  expect(amountOf(12, 0.02, TEN, 144)).toBe(0);
  expect(amountOf(12, 0.2, TEN, 144)).toBeCloseTo(0.09 * (2 / 3) ** 3, 12);
});

test('drizzle of the best source stands as far as the chance supports it', () => {
  expect(amountOf(0.05, 0.29, [0, 0, 0], 6)).toBeCloseTo(0.09 * (0.29 / 0.3) ** 3, 12);
  expect(amountOf(0.05, 0.19, [0, 0, 0], 6)).toBe(0.05);
  expect(amountOf(0.05, 0.1, [0, 0, 0], 6)).toBeCloseTo(0.03, 12);
});

test('without members an amount stands where its chance is at least 30%', () => {
  const alone = (best: number, chance: number): PooledHour => ({
    best,
    chance,
    memberChance: Number.NaN,
    lead: { hours: Number.NaN, regional: 1 },
    membersRanked: () => NONE,
  });
  expect([pooledAmount(alone(4, 0.5)), pooledAmount(alone(0, 0.5))]).toEqual([4, 0.1]);
  expect(pooledAmount(alone(4, 0.1))).toBeLessThan(0.1);
  expect(pooledAmount(alone(Number.NaN, 0.5))).toBeNaN();
});

test('members come in over four hours; then a source counts less the farther ahead, a global one half of a regional one, and half again in a day', () => {
  const weights = [0, 2, 4, 12, 18, 24, 72, 240, 400].map((hours) => sourceWeight({ hours, regional: 1 }));
  for (const [i, weight] of [1, 0.95, 0.86, 0.7, 0.6, 0.5, 0.3, 0.1, 0.1].entries())
    expect(weights[i]).toBeCloseTo(weight, 12);
  expect(sourceWeight({ hours: 24, regional: 0 })).toBe(0.25);
  expect(daySourceWeight({ hours: 24, regional: 0.5 })).toBe(0.1875);
});

const pool = fc.record({
  best: fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 0.3, noNaN: true }),
    fc.double({ min: 0, max: 30, noNaN: true }),
  ),
  chance: fc.double({ min: 0, max: 1, noNaN: true }),
  members: fc.array(
    fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.3, noNaN: true }), fc.double({ min: 0, max: 30, noNaN: true })),
    {
      minLength: 1,
      maxLength: 31,
    },
  ),
  hours: fc.double({ min: 0, max: 384, noNaN: true }),
  regional: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('of any pool an amount is wet only with 30% and always with 70%, and nothing else is above both source and members', () => {
  fc.assert(
    fc.property(pool, ({ best, chance, members, hours, regional }) => {
      const amount = amountOf(best, chance, members, hours, regional);
      const percent = Math.round(chance * 100);
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(amount).toBeLessThanOrEqual(Math.max(0.1, best, ...members));
      if (percent < 30) expect(amount).toBeLessThan(0.095);
      if (percent >= 40) expect(amount).toBeGreaterThanOrEqual(0.1);
      expect(amount < 0.095 || amount >= 0.1).toBe(true);
    }),
    { seed: 17, numRuns: 3000 },
  );
});

test('with a higher chance of the same pool the amount is never lower', () => {
  fc.assert(
    fc.property(
      pool,
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ best, chance, members, hours, regional }, other) => {
        const [low, high] = [Math.min(chance, other), Math.max(chance, other)];
        const amountAt = (p: number) => amountOf(best, p, members, hours, regional);
        // A raised chance asks for a smaller share of the pool.
        expect(amountAt(high)).toBeGreaterThanOrEqual(amountAt(low) - 1e-12);
      },
    ),
    { seed: 18, numRuns: 3000 },
  );
});

test('from one hour of the lead to the next, and at the edge of a regional model, the same pool never jumps', () => {
  const steady = fc.record({
    best: fc.double({ min: 0, max: 20, noNaN: true }),
    members: fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 31, maxLength: 31 }),
    wet: fc.nat(31),
  });
  fc.assert(
    fc.property(steady, ({ best, members, wet }) => {
      const chanceAt = (hours: number, regional: number) =>
        pooledChance(best, memberProbability(wet, members.length), sourceWeight({ hours, regional }));
      for (let hours = -3; hours < 384; hours++)
        expect(Math.abs(chanceAt(hours + 1, 0.5) - chanceAt(hours, 0.5))).toBeLessThan(0.1);
      for (let share = 0; share < 1; share += 0.05)
        expect(Math.abs(chanceAt(20, share + 0.05) - chanceAt(20, share))).toBeLessThan(0.02);
    }),
    { seed: 19, numRuns: 200 },
  );
});
