import { afterEach, expect, test, vi } from 'vitest';
import { fixedClock, steadyClock, systemClock } from './clock.js';

afterEach(() => {
  vi.useRealTimers();
});

test('when the date of the machine is set, the system clock follows and the steady one does not', () => {
  const before = steadyClock.now();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2001, 0, 1) });
  expect(systemClock.now()).toBe(Date.UTC(2001, 0, 1) / 1000);
  const passed = steadyClock.now() - before;
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(3600);
});

test('a fixed clock stands still', () => {
  expect(fixedClock(1_295_092_800).now()).toBe(1_295_092_800);
});
