import { expect, test } from 'vitest';
import { indexText, timeText } from './gfs-index.js';

// Texts seen in real GFS indexes (runs of 2022-10-14 and 2026-08-01).
test.each([
  [{ hour: 0 }, 'anl'],
  [{ hour: 21 }, '21 hour fcst'],
  [{ hour: 24 }, '24 hour fcst'],
  [{ start: 18, end: 21, process: 'maximum' }, '18-21 hour max fcst'],
  [{ start: 18, end: 24, process: 'average' }, '18-24 hour ave fcst'],
  [{ start: 18, end: 24, process: 'accumulation' }, '18-24 hour acc fcst'],
  [{ start: 0, end: 24, process: 'accumulation' }, '0-1 day acc fcst'],
  [{ start: 0, end: 1, process: 'accumulation' }, '0-1 hour acc fcst'],
] as const)('%o is "%s"', (time, text) => {
  expect(timeText(time)).toBe(text);
});

test('a line of a real index', () => {
  const entry = { offset: 0, name: 'PRMSL', level: 'mean sea level', time: { hour: 21 } };
  expect(indexText(Date.UTC(2022, 9, 14, 6) / 1000, [entry])).toBe(
    '1:0:d=2022101406:PRMSL:mean sea level:21 hour fcst:\n',
  );
});
