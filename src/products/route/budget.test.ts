import { expect, test } from 'vitest';
import { type DeadlineByHand, deadlineByHand } from '../../../test/deadline-by-hand.js';
import { startBudget } from './budget.js';

function budgetByHand() {
  const deadlines: DeadlineByHand[] = [];
  const seconds: number[] = [];
  const budget = startBudget(8, (each) => {
    seconds.push(each);
    const deadline = deadlineByHand();
    deadlines.push(deadline);
    return deadline;
  });
  return { budget, seconds, deadlines: deadlines as [DeadlineByHand, DeadlineByHand, DeadlineByHand, DeadlineByHand] };
}

test('the terrain has a quarter, heights two, the best weather three, the next best all of it', () => {
  const { seconds } = budgetByHand();
  expect(seconds).toEqual([2, 4, 6, 8]);
});

test('who waits for weather is let go after the first step, and may wait again until the last', async () => {
  const { budget, deadlines } = budgetByHand();
  const heard: string[] = [];
  const first = budget.weather.passed.then(() => heard.push('first'));
  deadlines[2].pass();
  await first;
  expect(budget.weather.isPassed()).toBe(false);
  const second = budget.weather.passed.then(() => heard.push('second'));
  expect(heard).toEqual(['first']);
  deadlines[3].pass();
  await second;
  expect([heard, budget.weather.isPassed()]).toEqual([['first', 'second'], true]);
});

test('all timers are given back', () => {
  const { budget, deadlines } = budgetByHand();
  budget.cancel();
  expect(deadlines.map(({ isCancelled }) => isCancelled())).toEqual([true, true, true, true]);
});
