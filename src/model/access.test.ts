import { expect, test } from 'vitest';
import { isPlanId, isScope, PLANS, SCOPES } from './access.js';

test.each(['free', 'standard'] as const)('plan %s has every scope but the two of the Pro+ tier', (plan) => {
  const scopes = new Set(PLANS[plan].scopes);
  expect([scopes.has('nowcast:read'), scopes.has('route:read')]).toEqual([false, false]);
  expect(scopes.size).toBe(SCOPES.length - 2);
});

test.each(['pro', 'business'] as const)('plan %s has every scope', (plan) => {
  expect([...PLANS[plan].scopes]).toEqual([...SCOPES]);
});

test.each([
  ['free', 60, 1_000],
  ['standard', 300, 50_000],
  ['pro', 1_200, 500_000],
  ['business', 1_200, 500_000],
] as const)('plan %s allows %i requests a minute and %i a day', (plan, perMinute, perDay) => {
  expect(PLANS[plan]).toMatchObject({ perMinute, perDay });
});

test('names of plans and scopes are matched whole, prototype names included', () => {
  expect([isPlanId('pro'), isPlanId('Pro'), isPlanId('toString'), isPlanId(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([isScope('forecast:read'), isScope('forecast'), isScope('__proto__')]).toEqual([true, false, false]);
});
