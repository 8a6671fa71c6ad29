import { expect, test } from 'vitest';
import { bucketPage } from './bucket.js';

const OBJECTS = Array.from({ length: 2500 }, (_, n) => ({
  key: `a/${String((n * 7) % 2500).padStart(4, '0')}`,
  since: 0,
}));

function pageOf(query: Record<string, string>) {
  const xml = bucketPage('b', OBJECTS, new URLSearchParams(query));
  const keys = [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1]!);
  const next = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1];
  return { xml, keys, next };
}

test('a bucket is listed in pages of a thousand, in the order of the keys', () => {
  const all: string[] = [];
  const sizes: number[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const { keys, next }: ReturnType<typeof pageOf> = pageOf(token === '' ? {} : { 'continuation-token': token });
    all.push(...keys);
    sizes.push(keys.length);
    token = next;
  }
  expect(sizes).toEqual([1000, 1000, 500]);
  expect(all).toEqual(OBJECTS.map(({ key }) => key).sort());
});

test.each<[Record<string, string>, string[]]>([
  [{ prefix: 'a/0', 'start-after': 'a/0997' }, ['a/0998', 'a/0999']],
  [{ prefix: 'a/2499' }, ['a/2499']],
  [{ prefix: 'b/' }, []],
  [{ 'max-keys': '2' }, ['a/0000', 'a/0001']],
  [{ 'max-keys': '0' }, []],
])('%o', (query, keys) => {
  expect(pageOf(query).keys).toEqual(keys);
});

test('a page says how it was asked for, and escapes it', () => {
  const { xml } = pageOf({ prefix: 'a/24&<', 'start-after': 'x' });
  expect(xml).toContain(
    '<Name>b</Name><Prefix>a/24&#38;&#60;</Prefix><StartAfter>x</StartAfter><KeyCount>0</KeyCount>',
  );
  expect(xml).toContain('<MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>');
});
