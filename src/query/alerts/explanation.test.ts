/** Chains in words. */

import { expect, test } from 'vitest';
import type { AlertMessage } from '../../model/alert.js';
import { alertState } from './alert-state.js';
import { explain } from './explanation.js';
import { at, info, message, SENDER, store } from './messages.fixture.js';

function chainOf(messages: readonly AlertMessage[], identifier: string, time: string, sender: string | null = SENDER) {
  const links = explain(alertState(messages.map((one) => store(one))), sender, identifier, at(time));
  return links?.map((link) => [link.identifier, link.why]) ?? null;
}

const A = message('A', { sent: at('10:00'), expires: at('16:00') });
const B = message('B', { sent: at('12:00'), expires: at('18:00'), references: ['A'] });
const C = message('C', { sent: at('14:00'), messageType: 'cancel', references: ['B'], infos: [] });
const OTHER = message('other');

test('every message of a chain says why it is active or not, whichever is asked for', () => {
  for (const asked of ['A', 'B', 'C']) {
    expect(chainOf([C, A, OTHER, B], asked, '13:00')).toEqual([
      ['A', 'not active: superseded since 2024-07-01T12:00:00Z by the update B'],
      ['B', 'active: ends 2024-07-01T18:00:00Z; superseded from 2024-07-01T14:00:00Z on by the cancel C'],
      ['C', 'not active: dated 2024-07-01T14:00:00Z, which is to come'],
    ]);
    expect(chainOf([C, A, OTHER, B], asked, '14:00')!.slice(1)).toEqual([
      ['B', 'not active: superseded since 2024-07-01T14:00:00Z by the cancel C'],
      ['C', 'not active: a cancel ends other messages and is not shown'],
    ]);
  }
});

test('a cancel that may not end what it names says so', () => {
  const cancel = message('C', { sent: at('14:00'), messageType: 'cancel', references: ['A'], infos: [] });
  const state = alertState([store(A, at('10:00'), 'nws-alerts'), store(cancel, at('14:00'), 'wmo-alert-hub')]);
  expect(explain(state, SENDER, 'A', at('15:00'))!.map(({ why }) => why)).toEqual([
    'active: ends 2024-07-01T16:00:00Z',
    'not active: a cancel ends other messages and is not shown; it came by wmo-alert-hub, and may not end A',
  ]);
});

test('messages that never came are named, and can be asked for', () => {
  for (const asked of ['B', 'C'])
    expect(chainOf([A, C, OTHER], asked, '15:00')).toEqual([
      ['B', 'never received; C refers to it'],
      ['C', 'not active: a cancel ends other messages and is not shown'],
    ]);
  expect(chainOf([A], 'nothing', '15:00')).toBeNull();
  expect(chainOf([A], 'A', '15:00', 'someone@example.net')).toBeNull();
  expect(chainOf([A], 'A', '15:00', null)).toHaveLength(1);
});

test('tests, acknowledgements and restricted messages are shown beside what they refer to, with what keeps them apart', () => {
  const drill = message('T', { sent: at('10:01'), status: 'test', messageType: 'cancel', references: ['A'] });
  const secret = message('R', { sent: at('10:02'), scope: 'restricted', references: ['A'] });
  const heard = message('K', { sent: at('10:03'), messageType: 'ack', references: ['A'] });
  const refused = message('E', { sent: at('10:04'), messageType: 'error', references: ['A'] });
  expect(chainOf([A, drill, secret, heard, refused], 'A', '11:00')).toEqual([
    ['A', 'active: ends 2024-07-01T16:00:00Z'],
    ['T', 'not active: its status is test, not actual; it has no effect on actual messages'],
    ['R', 'not active: its scope is restricted, not public; it has no effect on public messages'],
    ['K', 'not active: an acknowledgement, which changes nothing'],
    ['E', 'not active: an error report, which changes nothing'],
  ]);
});

const WINDOWS: readonly [string, AlertMessage['infos'], string][] = [
  ['expired', [info({ expires: at('11:00') })], 'not active: ended 2024-07-01T11:00:00Z'],
  [
    'not yet effective',
    [info({ effective: at('13:00'), expires: at('15:00') })],
    'not active: begins 2024-07-01T13:00:00Z',
  ],
  [
    'ended before it begins',
    [info({ effective: at('13:00'), expires: at('11:00') })],
    'not active: ends 2024-07-01T11:00:00Z, before it begins',
  ],
  ['empty', [], 'not active: it has no info, so nothing to show'],
  [
    'in two parts',
    [info({ expires: at('11:00') }), info({ expires: at('15:00') })],
    'active: info 1 ended 2024-07-01T11:00:00Z; info 2 ends 2024-07-01T15:00:00Z',
  ],
];
for (const [name, infos, why] of WINDOWS)
  test(`a message that is ${name} says so`, () => {
    expect(chainOf([message('A', { infos })], 'A', '12:00')).toEqual([['A', why]]);
  });

test('what is superseded by way of others, or by a version of itself, says so', () => {
  const late = message('B', { sent: at('15:00'), references: ['A'] });
  const cancel = message('C', {
    sent: at('11:00'),
    messageType: 'cancel',
    references: [{ sender: SENDER, identifier: 'B', sent: at('15:00') }],
  });
  expect(chainOf([A, late, cancel], 'A', '12:00')![0]).toEqual([
    'A',
    'not active: superseded since 2024-07-01T11:00:00Z by the cancel C, by way of others',
  ]);
  const again = message('A', { sent: at('11:00') });
  expect(chainOf([A, again, A], 'A', '12:00')).toEqual([
    ['A', 'not active: superseded since 2024-07-01T11:00:00Z by a version of it sent then'],
    ['A', 'not active: it came again, and the content that came last holds'],
    ['A', 'active: ends 2024-07-02T11:00:00Z'],
  ]);
});
