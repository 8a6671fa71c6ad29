import { expect, test } from 'vitest';
import { takeTurns } from './turns.js';

test('work goes on within a turn, and gives way when the turn has lasted', async () => {
  let now = 0;
  const turns = takeTurns({ now: () => now }, 0.003);
  let others = 0;
  setImmediate(() => {
    others++;
  });
  now = 0.002;
  expect(turns.pause()).toBeUndefined();
  now = 0.004;
  await turns.pause();
  expect(others).toBe(1);
  now = 0.006;
  expect(turns.pause()).toBeUndefined();
});
