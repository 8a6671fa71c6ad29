import { expect, test } from 'vitest';
import type { AlertMessage } from '../../model/alert.js';
import { type ChainLink, endedChains, endOf } from './alert-retention.js';

const SENT = 1_000_000;

function messageOf(...infos: readonly { expires: number | null; ends: number | null }[]): AlertMessage {
  return { sent: SENT, infos } as unknown as AlertMessage;
}

test.each<[string, AlertMessage, number]>([
  ['expires', messageOf({ expires: SENT + 10, ends: SENT + 99 }), SENT + 10],
  ['ends where it does not expire', messageOf({ expires: null, ends: SENT + 99 }), SENT + 99],
  ['is current for a day where it says neither', messageOf({ expires: null, ends: null }), SENT + 86_400],
  ['has several infos', messageOf({ expires: SENT + 5, ends: null }, { expires: SENT + 7, ends: null }), SENT + 7],
  ['has none', messageOf(), SENT],
  ['expired before it was sent', messageOf({ expires: SENT - 10, ends: null }), SENT],
])('the end of a message that %s', (_, message, end) => {
  expect(endOf(message)).toBe(end);
});

function link(name: string, end: number, ...references: readonly string[]): ChainLink {
  return { key: name, name: ['s', name], references: references.map((one) => ['s', one]), end };
}

test.each<[string, readonly ChainLink[], readonly string[]]>([
  ['nothing', [], []],
  ['a message alone that ended', [link('a', 9), link('b', 10)], ['a']],
  ['a Cancel stays as long as what it cancels would run', [link('a', 99), link('cancel', 1, 'a')], []],
  ['a chain goes as a whole', [link('c', 3, 'b'), link('a', 1), link('b', 2, 'a')], ['c', 'a', 'b']],
  ['a chain with a living end stays', [link('a', 1), link('b', 2, 'a'), link('c', 30, 'b')], []],
  ['messages that both refer to one never seen are a chain', [link('b', 2, 'a'), link('c', 30, 'a')], []],
  ['a message that refers to two chains joins them', [link('a', 1), link('b', 30), link('c', 2, 'a', 'b')], []],
  ['a message that refers to itself', [link('a', 1, 'a')], ['a']],
  ['a circle', [link('a', 1, 'b'), link('b', 2, 'a')], ['a', 'b']],
  ['two messages of one identifier, sent twice', [link('a', 1), { ...link('a', 30), key: 'a2' }], []],
])('before 10: %s', (_, links, gone) => {
  expect(endedChains(links, 10)).toEqual(gone);
});

test('the same identifier of another sender is another message', () => {
  const other: ChainLink = { key: 'other', name: ['t', 'a'], references: [], end: 30 };
  expect(endedChains([link('a', 1), other], 10)).toEqual(['a']);
});

test('a chain of 100,000 messages is walked without recursion', () => {
  const links = Array.from({ length: 100_000 }, (_, n) => link(`m${n}`, n, `m${n - 1}`));
  expect(endedChains(links, 99_999)).toEqual([]);
  expect(endedChains(links, 100_000)).toHaveLength(100_000);
});
