import { expect, test } from 'vitest';
import { parseEcmwfIndex } from './ecmwf-index.js';

const URL = 'https://upstream.example/file.index';
const line = (fields: object): string =>
  JSON.stringify({ date: '20260830', time: '0600', type: 'fc', step: '6', levtype: 'sfc', param: '2t', ...fields });

test('a line is an entry; offsets are in no order and lengths are told', () => {
  const text = [
    line({ stream: 'oper', _offset: 22_287_774, _length: 649_771 }),
    line({ param: 't', levtype: 'pl', levelist: '850', _offset: 1, _length: 2 }),
  ].join('\n');
  expect(parseEcmwfIndex(text, URL)).toEqual([
    {
      number: '1',
      offset: 22_287_774,
      length: 649_771,
      referenceTime: '2026083006',
      name: '2t',
      level: 'sfc',
      time: '6',
      process: null,
      extra: [],
    },
    expect.objectContaining({ number: '2', offset: 1, length: 2, name: 't', level: 'pl 850' }),
  ]);
});

test('what is not the plain forecast says so', () => {
  const text = [
    line({ type: 'cf', _offset: 0, _length: 5 }),
    line({ type: 'pf', number: '3', _offset: 5, _length: 5 }),
  ].join('\n');
  expect(parseEcmwfIndex(text, URL).map(({ extra }) => extra)).toEqual([['type=cf'], ['type=pf', 'number=3']]);
});

test.each([
  ['empty', ''],
  ['a page instead of an index', '<html><body>Not Found</body></html>'],
  ['a number', '7'],
  ['null', 'null'],
  ['no parameter', line({ param: '', _offset: 0, _length: 5 })],
  ['no offset', line({ _length: 5 })],
  ['an offset before the file', line({ _offset: -1, _length: 5 })],
  ['an offset beyond exact integers', line({ _offset: 2 ** 60, _length: 5 })],
  ['no length', line({ _offset: 0 })],
  ['a length of nothing', line({ _offset: 0, _length: 0 })],
  ['too many lines', `${line({ _offset: 0, _length: 5 })}\n`.repeat(20_001)],
])('no index: %s', (_, text) => {
  expect(() => parseEcmwfIndex(text, URL)).toThrow(expect.objectContaining({ tag: 'upstream', fault: 'framing' }));
});
