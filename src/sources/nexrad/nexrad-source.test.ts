import { expect, test } from 'vitest';
import { scanFeedOf } from './nexrad-source.js';

const BUCKET = 'https://unidata-nexrad-level3.s3.amazonaws.com';
const at = (text: string) => Date.parse(text) / 1000;
const TLX = scanFeedOf('KTLX');

test("an hour of a radar is listed behind the second before it, and of a day's beginning the day before too", () => {
  expect(TLX.listings(BUCKET, at('2026-11-20T05:15:00Z'), at('2026-11-20T06:15:00Z'))).toEqual([
    `${BUCKET}/?list-type=2&prefix=TLX_N0B_2026_11_20&start-after=TLX_N0B_2026_11_20_05_14_59`,
  ]);
  expect(
    TLX.listings(BUCKET, at('2026-11-19T23:30:00Z'), at('2026-11-20T00:30:00Z')).map((url) => url.slice(60)),
  ).toEqual([
    'prefix=TLX_N0B_2026_11_19&start-after=TLX_N0B_2026_11_19_23_29_59',
    'prefix=TLX_N0B_2026_11_20&start-after=TLX_N0B_2026_11_19_23_59_59',
  ]);
});

test('a sweep of exactly the first wanted second, and of midnight, is behind the key that the listing starts after', () => {
  for (const [from, key] of [
    [at('2026-11-20T05:15:00Z'), 'TLX_N0B_2026_11_20_05_15_00'],
    [at('2026-11-20T00:00:00Z'), 'TLX_N0B_2026_11_20_00_00_00'],
  ] as const) {
    const startAfter = new URL(TLX.listings(BUCKET, from, from + 60)[0]!).searchParams.get('start-after')!;
    expect(key > startAfter).toBe(true);
  }
});

test('letters are those of the name without its first, whichever that is', () => {
  const prefixOf = (site: string) => new URL(scanFeedOf(site).listings(BUCKET, 0, 0)[0]!).searchParams.get('prefix');
  expect(['KAMX', 'PGUA', 'TJUA'].map(prefixOf)).toEqual([
    'AMX_N0B_1970_01_01',
    'GUA_N0B_1970_01_01',
    'JUA_N0B_1970_01_01',
  ]);
});

test('sweeps are found by their names; other radars, products and times that no calendar has are not', () => {
  const names = [
    'TLX_N0B_2026_11_20_06_11_16',
    'TLX_N0B_2026_11_20_06_15_58',
    'INX_N0B_2026_11_20_06_11_16',
    'TLX_N0G_2026_11_20_06_11_16',
    'TLX_N0B_2026_11_31_06_11_16',
    'TLX_N0B_2026_11_20_06_11_16.md5',
    '../TLX_N0B_2026_11_20_06_11_16',
  ];
  expect(TLX.framesIn(names, '', BUCKET)).toEqual([
    { url: `${BUCKET}/${names[0]}`, validTime: at('2026-11-20T06:11:16Z'), rank: 0 },
    { url: `${BUCKET}/${names[1]}`, validTime: at('2026-11-20T06:15:58Z'), rank: 0 },
  ]);
});
