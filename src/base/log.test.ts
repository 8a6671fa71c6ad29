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

test('credentials are not printed, wherever they stand, and the caller keeps them', () => {
  const facts = { authorization: 'Bearer x', req: { headers: { authorization: 'Bearer x', host: 'h' } }, secret: null };
  const [line] = linesOf('info', (log) => log.info(facts, 'request'));
  const hidden = '[hidden]';
  expect(line).toMatchObject({ authorization: hidden, req: { headers: { authorization: hidden, host: 'h' } } });
  expect(JSON.stringify(line)).not.toContain('Bearer');
  expect(facts.req.headers.authorization).toBe('Bearer x');
});

test('an error is told with its stack and cause', () => {
  const [line] = linesOf('info', (log) => log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'x'));
  expect(line).toMatchObject({ err: { message: expect.stringContaining('outer'), stack: expect.any(String) } });
  expect(JSON.stringify(line)).toContain('inner');
});
