import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { parseIndex, processOf } from './grib-index.js';

const URL = 'https://upstream.example/file.idx';

/** Lines of a GFS f024 that its archive holds, with the trap that the run total is printed in days. */
const F024 = `593:419694393:d=2026080100:PRATE:surface:24 hour fcst:
595:421031721:d=2026080100:PRATE:surface:18-24 hour ave fcst:
596:421726683:d=2026080100:APCP:surface:18-24 hour acc fcst:
597:422103206:d=2026080100:APCP:surface:0-1 day acc fcst:
`;

test('each message ends where the next begins, the last one is open', () => {
  expect(parseIndex(F024, URL).map(({ number, length }) => [number, length])).toEqual([
    ['593', 1_337_328],
    ['595', 694_962],
    ['596', 376_523],
    ['597', null],
  ]);
});

test('fields of one message share its offset and its length', () => {
  const text = ['284.1:100:', '284.2:100:', '285:180:']
    .map((head) => `${head}d=2022101412:UGRD:surface:anl:`)
    .join('\n');
  expect(parseIndex(text, URL).map(({ offset, length }) => [offset, length])).toEqual([
    [100, 80],
    [100, 80],
    [180, null],
  ]);
});

test('parts after the time text are kept apart', () => {
  const [entry] = parseIndex('1:0:d=2026080512:TMP:2 m above ground:6 hour fcst:ens std dev\r\n', URL);
  expect(entry).toMatchObject({ level: '2 m above ground', time: '6 hour fcst', extra: ['ens std dev'] });
});

test.each([
  ['empty', ''],
  ['a page instead of an index', '<html><body>Not Found</body></html>'],
  ['a line without time text', '1:0:d=2026080512:TMP:2 m above ground'],
  ['an offset that is no number', '1:x:d=2026080512:TMP:surface:anl:'],
  ['an offset beyond exact integers', '1:99999999999999999:d=2026080512:TMP:surface:anl:'],
  ['offsets that decrease', '1:10:d=2026080512:TMP:surface:anl:\n2:5:d=2026080512:TMP:surface:anl:'],
  ['too many lines', '1:0:d=2026080512:TMP:surface:anl:\n'.repeat(20_001)],
])('no index: %s', (_, text) => {
  expect(() => parseIndex(text, URL)).toThrow(expect.objectContaining({ tag: 'upstream', fault: 'framing', url: URL }));
});

test.each([
  ['anl', null],
  ['24 hour fcst', null],
  ['495 min fcst', null],
  ['18-24 hour ave fcst', 'average'],
  ['0-1 day acc fcst', 'accumulation'],
  ['480-495 min acc fcst', 'accumulation'],
  ['18-21 hour max fcst', 'maximum'],
  ['490-495 min min fcst', 'minimum'],
])('"%s" is %s', (text, expected) => {
  expect(processOf(text)).toBe(expected);
});

testWithSharedData('a real index of GFS 0.25°, run 2022-10-14 06 UTC, hour 21', () => {
  const name = '20221014.gfs.t06z.pgrb2.0p25.f021.idx';
  const index = parseIndex(readFileSync(sharedData('grib2', 'kerchunk', name), 'utf8'), URL);
  expect(index).toHaveLength(743);
  const temperature = index.find((entry) => entry.name === 'TMP' && entry.level === '2 m above ground');
  expect(temperature).toMatchObject({ number: '581', offset: 429_159_298, referenceTime: '2022101406' });
  expect(index.filter(({ length }) => length === null)).toHaveLength(1);
  expect(index.every(({ length }) => length === null || length > 0)).toBe(true);
});
