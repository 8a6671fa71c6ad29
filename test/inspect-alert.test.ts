/** `weatherglass inspect alert`, on records in memory. */

import { expect, test } from 'vitest';
import { alert } from '../src/cli/inspect/inspect-alert.js';
import { at, info, message, SENDER } from '../src/query/alerts/messages.fixture.js';
import { createMemoryAlerts } from './memory-alerts.js';

async function inspected(time: string, ...args: string[]): Promise<string> {
  const alerts = createMemoryAlerts();
  const flood = (until: string) => [info({ expires: at(until) })];
  await alerts.add(
    'nws-alerts',
    [
      message('A', { sent: at('10:00'), infos: flood('16:00') }),
      message('B', { sent: at('12:00'), infos: flood('18:00'), references: ['A', 'lost'] }),
      message('odd\u001b[31m "id" #2', { infos: flood('16:00') }),
      message('test', { status: 'test', infos: flood('16:00') }),
      message('same', { infos: flood('16:00') }),
      message('same', { sender: 'other@example.org', infos: flood('16:00') }),
    ],
    at('12:01'),
  );
  await alerts.quarantine(
    'meteoalarm',
    [{ id: 'https://feeds.example/7.xml', reason: 'status must be one of actual, test', excerpt: '<identifier>Q7</' }],
    at('12:02'),
  );
  const written: string[] = [];
  const sink = { write: (text: string) => written.push(text) };
  const open = async () => ({ access: { alerts, close: async () => undefined }, now: at(time) });
  await alert(open, sink).parseAsync(args, { from: 'user' });
  return written.join('');
}

test('the chain of a message: each one, whether it is active, and why', async () => {
  const from = `    from ${SENDER}`;
  const by = `${from}, by nws-alerts at 2024-07-01T12:01:00Z`;
  const lines = (await inspected('13:00', 'A')).split('\n');
  expect(lines).toEqual([
    '  time unknown          missing lost',
    '    never received; B refers to it',
    from,
    '',
    '  2024-07-01T10:00:00Z  alert   A',
    '    not active: superseded since 2024-07-01T12:00:00Z by the update B',
    '    Flood Warning (severe, en-US)',
    by,
    '',
    '* 2024-07-01T12:00:00Z  update  B',
    '    active: ends 2024-07-01T18:00:00Z',
    '    Flood Warning (severe, en-US)',
    '    refers to A',
    '    refers to lost',
    by,
    '',
  ]);
});

test.each([
  ['a message that never came, by those that refer to it', 'lost', /update {2}B/],
  ['an alert as answers name it', 'A#2', /alert {3}A\n/],
  [
    'an identifier of odd characters, which stay away from the terminal',
    'odd\u001b[31m "id" #2',
    /odd\\u001b\[31m "id" #2/,
  ],
  ['a test', 'test', /not active: its status is test/],
  ['a broken message by its address', 'https://feeds.example/7.xml', /! broken: https:.*\n {4}status must be one of/],
  ['a broken message by what its text says', 'Q7', /by meteoalarm, at 2024-07-01T12:02:00Z/],
])('%s', async (_, identifier, shown) => {
  expect(await inspected('13:00', identifier)).toMatch(shown);
});

test('a sender tells messages of one identifier apart', async () => {
  expect((await inspected('13:00', 'same')).match(/alert {3}same/g)).toHaveLength(2);
  expect((await inspected('13:00', 'same', '--sender', 'other@example.org')).match(/alert {3}same/g)).toHaveLength(1);
});

test('as JSON, with whole messages', async () => {
  const { chain, broken } = JSON.parse(await inspected('13:00', 'B', '--json'));
  expect(broken).toEqual([]);
  expect(
    chain.map(({ identifier, isActive }: { identifier: string; isActive: boolean }) => [identifier, isActive]),
  ).toEqual([
    ['lost', false],
    ['A', false],
    ['B', true],
  ]);
});

test.each([
  ['nobody', /no message has the identifier "nobody"/],
  [' ', /give the identifier/],
])('"%s" is nothing to show', async (identifier, words) => {
  await expect(inspected('13:00', identifier)).rejects.toThrow(words);
});
