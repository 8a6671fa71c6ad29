import { expect, test } from 'vitest';
import { DAY } from '../../model/time.js';
import { type ChainLink, endedChains } from './alert-retention.js';

function link(name: string, end: number, ...references: readonly string[]): ChainLink {
  return { key: name, identity: ['s', name], references: references.map((one) => ['s', one]), sent: 0, end };
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
  const other: ChainLink = { key: 'other', identity: ['t', 'a'], references: [], sent: 0, end: 30 };
  expect(endedChains([link('a', 1), other], 10)).toEqual(['a']);
});

test.each<[string, readonly [string, string], readonly [string, string]]>([
  ['sender in another spelling', ['warn@example.org', 'a'], [' mailto:WARN@example.org', 'a']],
  ['object identifier with and without its prefix', ['x', '2.49.0.1.840.0.a'], ['y', 'urn:oid:2.49.0.1.840.0.a']],
  ['sender of its own that it gets wrong', ['s', 'a'], ['nobody', 'a']],
])('a Cancel is kept for what it names by a %s, as it ends that', (_, identity, reference) => {
  const original: ChainLink = { key: 'original', identity, references: [], sent: 0, end: 99 * DAY };
  const cancel: ChainLink = { key: 'cancel', identity: ['s', 'c'], references: [reference], sent: 0, end: 1 };
  expect(endedChains([original, cancel], 98 * DAY)).toEqual([]);
  expect(endedChains([original, cancel], 100 * DAY)).toEqual(['original', 'cancel']);
});

test('a Cancel of what was never seen is kept for thirty days, because that may still come', () => {
  const cancel = { ...link('cancel', 5 * DAY, 'unseen'), sent: 5 * DAY };
  expect(endedChains([cancel], 35 * DAY)).toEqual([]);
  expect(endedChains([cancel], 35 * DAY + 1)).toEqual(['cancel']);
});

test('a chain of 100,000 messages is walked without recursion', () => {
  const links = Array.from({ length: 100_000 }, (_, n) => link(`m${n}`, n, ...(n === 0 ? [] : [`m${n - 1}`])));
  expect(endedChains(links, 99_999)).toEqual([]);
  expect(endedChains(links, 100_000)).toHaveLength(100_000);
});
