import { expect, test } from 'vitest';
import { createLog } from './log.js';

function linesOf(level: string, tell: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: unknown[] = [];
  tell(createLog({ level, pretty: false, stream: { write: (line) => void lines.push(JSON.parse(line)) } }));
  return lines;
}

test('a line has the name of its level, an ISO time, the facts and the message', () => {
  const [line] = linesOf('info', (log) => log.child({ feed: 'gfs' }).warn({ step: 3 }, 'late'));
  expect(line).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    feed: 'gfs',
    step: 3,
    msg: 'late',
  });
});

test('levels below the chosen one say nothing', () => {
  expect(linesOf('warn', (log) => log.info({}, 'all is well'))).toEqual([]);
});

test('credentials are not printed, wherever they stand', () => {
  const facts = { authorization: 'Bearer x', req: { headers: { authorization: 'Bearer x' } }, key: { secret: 'x' } };
  const [line] = linesOf('info', (log) => log.info(facts, 'request'));
  expect(JSON.stringify(line)).not.toMatch(/Bearer|"x"/);
});
