import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMetarCache } from './metar-cache.js';

const PROSE = ['No errors', 'No warnings', '856 ms', 'data source=metars', '2 results'];
const HEAD = 'raw_text,station_id,observation_time,latitude,longitude,sky_cover,sky_cover,metar_type,elevation_m';
const row = (raw: string, fields = 'KABC,2026-11-20T11:53:00Z,40.5,-90.25,FEW,OVC,METAR,210.0') => `${raw},${fields}`;
const RAW = 'KABC 201153Z 27010KT 10SM OVC020 05/01 A2990 RMK AO2 SLP125 T00500010';
const cache = (...rows: string[]) => Buffer.from([...PROSE, HEAD, ...rows, ''].join('\n'));

test('a cache with lines of prose before its header', () => {
  const { reports, refused } = decodeMetarCache(cache(row(RAW)));
  expect(refused.size).toBe(0);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({
    station: { id: 'KABC', latitude: 40.5, longitude: -90.25, elevation: 210 },
    time: Date.UTC(2026, 10, 20, 11, 53) / 1000,
    wind_direction: 270,
  });
});

test('gzip, CRLF, a byte order mark and no prose make no difference', () => {
  const plain = decodeMetarCache(cache(row(RAW))).reports;
  expect(decodeMetarCache(gzipSync(cache(row(RAW)))).reports).toEqual(plain);
  expect(decodeMetarCache(Buffer.from(`\uFEFF${HEAD}\r\n${row(RAW)}\r\n`)).reports).toEqual(plain);
});

test('times with fractions and texts that begin with their type are read', () => {
  const later = row(`SPECI ${RAW}`, 'KABC,2026-11-20T11:53:00.000Z,40.5,-90.25,FEW,OVC,,210');
  const [report] = decodeMetarCache(cache(later)).reports;
  expect(report!.time).toBe(Date.UTC(2026, 10, 20, 11, 53) / 1000);
  expect(report!.flags & 1).toBe(0);
});

test('a quoted text may hold commas and quotes', () => {
  const { reports } = decodeMetarCache(cache(row(`"${RAW} CB NE,S,WSW ""X"""`)));
  expect(reports).toHaveLength(1);
});

test('an unknown height is missing, and places are kept at the edges of the globe', () => {
  const edge = 'KABC,2026-11-20T11:53:00Z,-90,180,FEW,OVC,METAR,';
  expect(decodeMetarCache(cache(row(RAW, edge))).reports[0]!.station).toEqual({
    id: 'KABC',
    latitude: -90,
    longitude: 180,
    elevation: Number.NaN,
  });
});

test.each([
  ['fields', `${RAW},KABC`],
  ['fields', row(`"${RAW}`)],
  ['head', row('UTO8 M M M 143/-16/-18')],
  ['station', row(RAW, 'KXYZ,2026-11-20T11:53:00Z,40.5,-90.25,FEW,OVC,METAR,210.0')],
  ['time', row(RAW, 'KABC,2026-11-20T11:54:00Z,40.5,-90.25,FEW,OVC,METAR,210.0')],
  ['time', row(RAW, 'KABC,yesterday,40.5,-90.25,FEW,OVC,METAR,210.0')],
  ['place', row(RAW, 'KABC,2026-11-20T11:53:00Z,100.65,-1000.65,FEW,OVC,METAR,210.0')],
  ['place', row(RAW, 'KABC,2026-11-20T11:53:00Z,,,FEW,OVC,METAR,210.0')],
  ['place', row(RAW, 'KABC,2026-11-20T11:53:00Z,0.0,0.0,FEW,OVC,METAR,210.0')],
  ['nil', row('KABC 201153Z NIL')],
  ['nil', row(`${RAW} ${'X'.repeat(2100)}`)],
  ['fields', row(`${RAW} ${'X'.repeat(10_000)}`)],
] as const)('a line is left out and counted by the rule "%s"', (rule, line) => {
  const { reports, refused, defect } = decodeMetarCache(cache(row(RAW), line));
  expect(reports).toHaveLength(1);
  expect([...refused]).toEqual([[rule, 1]]);
  expect(defect?.message).toMatch(/^malformed METAR cache, line 8: must /);
});

test.each([
  ['a page of HTML', Buffer.from('<html><body>Down for maintenance</body></html>'), 'must have the columns'],
  ['nothing', Buffer.alloc(0), 'must have the columns'],
  ['a gzip that was cut', gzipSync(cache(row(RAW))).subarray(0, 60), 'must be a whole gzip'],
  ['a header behind too much prose', Buffer.from(`${'x\n'.repeat(30)}${HEAD}\n`), 'must have the columns'],
  ['other columns', Buffer.from('raw_text,station,time\n'), 'must have the columns'],
  ['broken lines alone', cache('nonsense', 'more of it'), 'must have 9 fields'],
])('%s is refused', (_, bytes, rule) => {
  expect(() => decodeMetarCache(bytes)).toThrow(rule);
});

test('a gzip that unpacks to more than its bound is refused', () => {
  expect(() => decodeMetarCache(gzipSync(Buffer.alloc(65 << 20), { level: 1 }))).toThrow('must be a whole gzip');
});

test('a header alone is a cache without reports', () => {
  expect(decodeMetarCache(cache()).reports).toEqual([]);
});

test('flipped octets lose lines, never the order or the others', () => {
  const whole = cache(...Array.from({ length: 10 }, () => row(RAW)));
  const start = whole.indexOf('\n', whole.indexOf('raw_text')) + 1;
  fc.assert(
    fc.property(fc.integer({ min: start, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, octet) => {
      const bytes = Buffer.from(whole);
      bytes[at] = octet;
      const { reports, refused } = decodeMetarCache(bytes);
      const lost = [...refused.values()].reduce((sum, count) => sum + count, 0);
      expect(reports.length).toBeGreaterThanOrEqual(8);
      expect(lost).toBeLessThanOrEqual(2);
    }),
  );
});
