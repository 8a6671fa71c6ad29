import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { HOUR } from '../model/time.js';
import { GFS_ELEMENTS, GFS_STATICS } from './gfs/selector-table.js';
import { parseIndex } from './grib-index.js';
import { type FileRange, mergeRanges, messagesOf, planFile, requestsOf } from './part-plan.js';
import { type FieldRequest, isPossible, isRequired, type MessageKey, type Selector, way } from './selector.js';

function plan(lines: readonly string[], ids: readonly string[]) {
  const text = lines.map((line, i) => `${i + 1}:${i * 10_000_000}:d=2026080512:${line}:`).join('\n');
  const requests: FieldRequest<string>[] = [...GFS_ELEMENTS, ...GFS_STATICS].filter(({ id }) => ids.includes(id));
  const { entries, absent } = planFile(parseIndex(text, 'idx'), requests);
  return { lines: entries.map(({ number }) => Number(number)), absent };
}

test.each<[string, string[], string[], number[]]>([
  [
    'the instant, where a mean stands beside it',
    ['PRATE:surface:24 hour fcst', 'PRATE:surface:18-24 hour ave fcst'],
    ['precipitation_rate'],
    [1],
  ],
  ['the mean, where nothing else is there', ['PRATE:surface:18-24 hour ave fcst'], ['precipitation_rate'], [1]],
  [
    'both totals of precipitation: the message says which is the bucket',
    ['APCP:surface:18-24 hour acc fcst', 'APCP:surface:0-1 day acc fcst'],
    ['precipitation'],
    [1, 2],
  ],
  ['2 m, not 2 mb', ['TMP:2 mb:6 hour fcst', 'TMP:2 m above ground:6 hour fcst'], ['temperature'], [2]],
  [
    'a bare field, not its spread',
    ['TMP:2 m above ground:6 hour fcst:ens std dev', 'TMP:2 m above ground:6 hour fcst'],
    ['temperature'],
    [2],
  ],
  ['humidity, where there is no dew point', ['RH:2 m above ground:6 hour fcst'], ['dew_point'], [1]],
  [
    'the dew point, where there are both',
    ['RH:2 m above ground:6 hour fcst', 'DPT:2 m above ground:6 hour fcst'],
    ['dew_point'],
    [2],
  ],
  [
    'cloud of the whole column, not of a layer',
    ['TCDC:boundary layer cloud layer:6-12 hour ave fcst', 'TCDC:entire atmosphere:12 hour fcst'],
    ['cloud_cover'],
    [2],
  ],
])('takes %s', (_, lines, ids, expected) => {
  expect(plan(lines, ids)).toEqual({ lines: expected, absent: [] });
});

test('what the index does not have is named', () => {
  expect(plan(['PRMSL:mean sea level:anl'], ['visibility', 'pressure_msl'])).toEqual({
    lines: [1],
    absent: ['visibility'],
  });
});

test('the analysis needs no totals', () => {
  const byId = (id: string): FieldRequest<string> => GFS_ELEMENTS.find((request) => request.id === id)!;
  expect(isRequired(byId('precipitation'), 0, 0)).toBe(false);
  expect(isRequired(byId('precipitation'), HOUR, 0)).toBe(true);
  expect(isRequired(byId('temperature'), 0, 0)).toBe(true);
  expect(isRequired(byId('visibility'), 3 * HOUR, 0)).toBe(false);
  expect([0, 1, 5, 6, 12, 123, 126].map((hours) => isPossible(byId('temperature_max'), hours * HOUR, 0))).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    true,
  ]);
});

const SURFACE = ['surface', 1, null] as const;
const total: Selector = way('APCP', [0, 1, 8], SURFACE, 'accumulation');
const ofMember = (member: number, extra: string): FieldRequest<string> => ({
  id: `member ${member}`,
  ways: [{ ...total, member, index: { ...total.index, extra: [extra] } }],
  plausible: [0, 3000],
  required: true,
});

test('a part behind the time must be the whole part: member 1 is not member 10', () => {
  const lines = ['ENS=+10', 'ENS=+1', 'ENS=low-res ctl'].map((extra) => `APCP:surface:0-3 hour acc fcst:${extra}`);
  const text = lines.map((line, i) => `${i + 1}:${i * 10_000_000}:d=2026080512:${line}`).join('\n');
  const planned = planFile(parseIndex(text, 'idx'), [ofMember(1, 'ENS=+1')]);
  expect(planned.entries.map(({ number }) => number)).toEqual(['2']);
});

test('a way of several messages counts only where all of them are', () => {
  const speed = way('WIND', [0, 2, 1], SURFACE);
  const direction: MessageKey = way('WDIR', [0, 2, 0], SURFACE);
  const wind: FieldRequest<string> = {
    id: 'wind_u',
    ways: [{ ...speed, making: { by: 'wind-u', direction } }],
    plausible: [-150, 150],
    required: true,
  };
  expect(messagesOf(wind.ways[0]!)).toEqual([wind.ways[0], direction]);
  const planOf = (names: string[]) => {
    const text = names.map((name, i) => `${i + 1}:${i * 10}:d=2026080512:${name}:surface:3 hour fcst:`).join('\n');
    const { entries, absent } = planFile(parseIndex(text, 'idx'), [wind]);
    return { names: entries.map(({ name }) => name), absent };
  };
  expect(planOf(['WDIR', 'TMP', 'WIND'])).toEqual({ names: ['WDIR', 'WIND'], absent: [] });
  expect(planOf(['TMP', 'WIND'])).toEqual({ names: [], absent: ['wind_u'] });
});

test('a file is asked for what one of its leads can have, and of members for its own', () => {
  const early: FieldRequest<string> = { ...ofMember(0, ''), id: 'early', ways: [total], at: (lead) => lead <= HOUR };
  const requests = [early, ofMember(1, 'ENS=+1'), ofMember(2, 'ENS=+2')];
  const ids = (leads: number[], member?: number) =>
    requestsOf(requests, { leads, referenceTime: 0 }, member === undefined ? {} : { member }).map(({ id }) => id);
  expect(ids([HOUR, 2 * HOUR])).toEqual(['early', 'member 1', 'member 2']);
  expect(ids([2 * HOUR], 2)).toEqual(['member 2']);
  expect(ids([0])).toEqual([]);
});

/** Positions of the wanted lines in the real indexes, found by reading them. */
testWithSharedData('a real f021 of GFS 0.25° is planned in a few requests', () => {
  const file = sharedData('grib2', 'kerchunk', '20221014.gfs.t06z.pgrb2.0p25.f021.idx');
  const { entries, ranges, absent } = planFile(parseIndex(readFileSync(file, 'utf8'), file), [
    ...GFS_ELEMENTS,
    ...GFS_STATICS,
  ]);
  const expected = [
    1, 10, 14, 420, 421, 462, 561, 562, 581, 583, 586, 587, 588, 589, 593, 596, 597, 601, 602, 603, 604, 624, 629, 636,
    728,
  ];
  expect(entries.map(({ number }) => Number(number))).toEqual(expected);
  expect(absent).toEqual([]);
  expect(ranges.length).toBeLessThan(16);
  const wanted = entries.reduce((sum, { length }) => sum + length!, 0);
  const fetched = ranges.reduce((sum, { length }) => sum + length!, 0);
  expect(fetched / wanted).toBeLessThan(1.1);
});

testWithSharedData('a real analysis has no totals and no extremes', () => {
  const file = sharedData('grib2', 'kerchunk', '20221014.gfs.t00z.pgrb2.0p25.f000.idx');
  const { absent } = planFile(parseIndex(readFileSync(file, 'utf8'), file), [...GFS_ELEMENTS, ...GFS_STATICS]);
  expect(absent).toEqual(['temperature_max', 'temperature_min', 'precipitation']);
});

test.each<[string, FileRange[], number, FileRange[]]>([
  ['nothing', [], 10, []],
  [
    'neighbours',
    [
      { offset: 0, length: 5 },
      { offset: 5, length: 5 },
    ],
    0,
    [{ offset: 0, length: 10 }],
  ],
  [
    'a gap within the bound',
    [
      { offset: 0, length: 5 },
      { offset: 8, length: 2 },
    ],
    3,
    [{ offset: 0, length: 10 }],
  ],
  [
    'a gap over it',
    [
      { offset: 0, length: 5 },
      { offset: 9, length: 2 },
    ],
    3,
    [
      { offset: 0, length: 5 },
      { offset: 9, length: 2 },
    ],
  ],
  [
    'one inside the other',
    [
      { offset: 0, length: 50 },
      { offset: 9, length: 2 },
    ],
    0,
    [{ offset: 0, length: 50 }],
  ],
  [
    'unsorted, and an open end',
    [
      { offset: 20, length: null },
      { offset: 10, length: 4 },
    ],
    6,
    [{ offset: 10, length: null }],
  ],
  [
    'after an open end',
    [
      { offset: 20, length: null },
      { offset: 90, length: 4 },
    ],
    6,
    [{ offset: 20, length: null }],
  ],
])('%s', (_, ranges, gap, expected) => {
  expect(mergeRanges(ranges, gap)).toEqual(expected);
});

const range = fc.record({ offset: fc.nat(1000), length: fc.option(fc.integer({ min: 1, max: 100 }), { freq: 9 }) });
const end = ({ offset, length }: FileRange): number => (length === null ? Number.POSITIVE_INFINITY : offset + length);

test('every range is covered by one merged range, and merged ranges keep their distance', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), fc.nat(50), (ranges, gap) => {
      const merged = mergeRanges(ranges, gap);
      for (const one of ranges) expect(merged.some((m) => m.offset <= one.offset && end(m) >= end(one))).toBe(true);
      for (let i = 1; i < merged.length; i++) expect(merged[i]!.offset - end(merged[i - 1]!)).toBeGreaterThan(gap);
    }),
  );
});
