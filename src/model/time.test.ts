import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatDate,
  formatInstant,
  formatWithOffset,
  HOUR,
  localDateNumber,
  localDay,
  parseDate,
  parseInstant,
  type Zone,
  zoneOf,
} from './time.js';

function zone(name: string): Zone {
  const found = zoneOf(name);
  if (found === null) throw new RangeError(`no zone ${name}`);
  return found;
}

function instant(text: string): number {
  return Date.parse(text) / 1000;
}

test.each([
  ['New York, spring', 'America/New_York', '2024-03-10', 23],
  ['New York, autumn', 'America/New_York', '2024-11-03', 25],
  ['Lord Howe, autumn', 'Australia/Lord_Howe', '2024-04-07', 24.5],
  ['Lord Howe, spring', 'Australia/Lord_Howe', '2024-10-06', 23.5],
  ['Santiago, midnight skipped', 'America/Santiago', '2024-09-08', 23],
  ['Cairo, midnight skipped', 'Africa/Cairo', '2024-04-26', 23],
  ['Apia, a date that never was', 'Pacific/Apia', '2011-12-30', 0],
  ['Kwajalein, a date that never was', 'Pacific/Kwajalein', '1993-08-21', 0],
  ['Kolkata, any day', 'Asia/Kolkata', '2024-07-01', 24],
  ["St. John's, midnight twice", 'America/St_Johns', '2006-10-29', 25],
  ['Asunción, back from 24:00 to 23:00', 'America/Asuncion', '2023-03-25', 25],
  ['UTC', 'UTC', '2024-02-29', 24],
])('%s: %s %s has %d hours', (_, name, date, hours) => {
  const { start, end } = localDay(parseDate(date)!, zone(name));
  expect((end - start) / HOUR).toBe(hours);
});

test('a day of Kolkata begins half an hour inside a UTC hour', () => {
  const { start, end } = localDay(parseDate('2024-07-01')!, zone('Asia/Kolkata'));
  expect([formatInstant(start), formatInstant(end)]).toEqual(['2024-06-30T18:30:00Z', '2024-07-01T18:30:00Z']);
});

test('where midnight is skipped the day begins at the first instant that exists', () => {
  const cairo = zone('Africa/Cairo');
  expect(formatWithOffset(localDay(parseDate('2024-04-26')!, cairo).start, cairo)).toBe('2024-04-26T01:00:00+03:00');
});

test.each([
  ['2026-11-20T10:00:00Z', 'Europe/Berlin', '2026-11-20T11:00:00+01:00'],
  ['2026-07-20T22:30:15Z', 'Europe/Berlin', '2026-07-21T00:30:15+02:00'],
  ['2024-01-01T00:00:00Z', 'America/St_Johns', '2023-12-31T20:30:00-03:30'],
  ['2024-01-01T00:00:00Z', 'Pacific/Chatham', '2024-01-01T13:45:00+13:45'],
  ['2024-01-01T00:00:00Z', 'Etc/GMT-14', '2024-01-01T14:00:00+14:00'],
  ['2024-01-01T00:00:00Z', 'Etc/GMT+12', '2023-12-31T12:00:00-12:00'],
  ['2024-01-01T00:00:00Z', 'UTC', '2024-01-01T00:00:00+00:00'],
  ['1969-12-31T23:59:59Z', 'UTC', '1969-12-31T23:59:59+00:00'],
  ['1950-01-01T00:00:00Z', 'America/Caracas', '1949-12-31T19:30:00-04:30'],
  ['1910-01-01T00:00:00Z', 'Africa/Monrovia', '1909-12-31T23:17:00-00:43'], // local mean time −0:43:08
])('%s in %s is written %s', (utc, name, expected) => {
  const text = formatWithOffset(instant(utc), zone(name));
  expect(text).toBe(expected);
  expect(Date.parse(text)).toBe(Date.parse(utc));
});

test('offsets keep the seconds of local mean times', () => {
  expect(zone('Africa/Monrovia').offsetAt(instant('1910-01-01T00:00:00Z'))).toBe(-(43 * 60 + 8));
});

test.each([
  '',
  ' ',
  'Mars/Olympus',
  '+01:00',
  'auto',
  'IST', // ICU's own names, not IANA's
  'PST',
  'SystemV/AST4',
  '__proto__',
  'constructor',
  'Europe/Berlin\0',
  'Europe/Berlin ',
  '../../etc/passwd',
  'Ā'.repeat(20),
  'A'.repeat(41),
])('%j is no zone, and asking does not throw', (name) => {
  expect(zoneOf(name)).toBeNull();
});

test('a name of a megabyte is no zone either', () => {
  expect(zoneOf('Europe/'.repeat(150_000))).toBeNull();
});

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'US/Eastern', 'Europe/Kyiv', 'GMT', 'EST', 'EST5EDT'])(
  'the alias %s is a zone, under the name it was asked for',
  (name) => {
    expect(zoneOf(name)?.name).toBe(name);
  },
);

test('a name in other letters is answered in the spelling of the database, an alias as it was asked for', () => {
  expect(zoneOf('europe/berlin')?.name).toBe('Europe/Berlin');
  expect(zoneOf('utc')?.name).toBe('UTC');
  expect(zoneOf('Asia/Kolkata')?.name).toBe('Asia/Kolkata');
  expect(zoneOf('Asia/Calcutta')?.name).toBe('Asia/Calcutta');
});

test('any text is answered with a zone or null', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(zoneOf(text)?.name ?? null).toSatisfy(
        (name) => name === null || name.toLowerCase() === text.toLowerCase(),
      );
    }),
    { seed: 7, numRuns: 2000 },
  );
});

/** The local clock as Intl shows it, by another way than the module takes. */
function intlOffset(name: string, epochSeconds: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(epochSeconds * 1000);
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second')) / 1000 - epochSeconds;
}

const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const anyInstant = fc.integer({ min: instant('1900-01-01T00:00:00Z'), max: instant('2099-12-31T00:00:00Z') });

test('offsets are those of Intl, for any zone and instant from 1900 to 2099', () => {
  fc.assert(
    fc.property(anyZone, anyInstant, (name, at) => {
      expect(zone(name).offsetAt(at)).toBe(intlOffset(name, at));
    }),
    { seed: 11, numRuns: 400 },
  );
});

test('offsets are those of Intl in the hours around every change of a year', () => {
  for (const name of ['Africa/Casablanca', 'Europe/Dublin', 'Asia/Gaza', 'America/Nuuk', 'Australia/Lord_Howe'])
    for (let at = instant('2023-01-01T00:00:00Z'); at < instant('2024-01-01T00:00:00Z'); ) {
      const until = zone(name).holdsUntil(at);
      for (const near of [until - 1, until]) expect(zone(name).offsetAt(near)).toBe(intlOffset(name, near));
      at = until;
    }
});

test('days follow each other without gap or overlap, and hold the instants whose local date they are', () => {
  fc.assert(
    fc.property(
      anyZone,
      fc.integer({ min: -25_000, max: 45_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (name, day, u) => {
        const local = zone(name);
        const { start, end } = localDay(day, local);
        expect(end).toBe(localDay(day + 1, local).start);
        expect(end - start).toBeGreaterThanOrEqual(0);
        expect(end - start).toBeLessThanOrEqual(25.5 * HOUR + 24 * HOUR); // a date that came twice
        if (end > start) expect(localDateNumber(start, local)).toBe(day);
        const inside = start + Math.floor(u * (end - start));
        if (end - start === 24 * HOUR) expect(localDateNumber(inside, local)).toBe(day);
      },
    ),
    { seed: 13, numRuns: 300 },
  );
});

test('beyond its years a zone keeps the offset of the edge', () => {
  const berlin = zone('Europe/Berlin');
  expect(berlin.offsetAt(instant('2500-07-01T00:00:00Z'))).toBe(berlin.offsetAt(instant('2099-12-31T00:00:00Z')));
  expect(berlin.holdsUntil(instant('2500-07-01T00:00:00Z'))).toBe(Number.POSITIVE_INFINITY);
  expect(berlin.offsetAt(-1e12)).toBe(berlin.offsetAt(instant('1900-01-01T00:00:00Z')));
});

test.each([
  ['1970-01-01', 0],
  ['2000-03-01', 11_017],
  ['2024-02-29', 19_782],
  ['1969-12-31', -1],
  ['0001-01-01', -719_162],
])('%s is day %i', (text, day) => {
  expect(parseDate(text)).toBe(day);
  expect(formatDate(day)).toBe(text);
});

test.each([
  '2023-02-29',
  '2023-02-30',
  '2024-13-01',
  '2024-00-10',
  '2024-1-1',
  '24-01-01',
  '2024-01-01T00:00',
  ' 2024-01-01',
  '',
  '+02024-01-01',
])('%j is no date', (text) => {
  expect(parseDate(text)).toBeNull();
});

test('instants are written to the second, also before 1970', () => {
  expect(formatInstant(0)).toBe('1970-01-01T00:00:00Z');
  expect(formatInstant(-0.5)).toBe('1969-12-31T23:59:59Z');
  expect(formatInstant(1_795_168_799.9)).toBe(new Date(1_795_168_799_000).toISOString().replace('.000', ''));
});

test.each([
  ['2026-11-20T10:00:00Z', 1795168800],
  ['2026-11-20T10:00Z', 1795168800],
  ['2026-11-20T11:00:00+01:00', 1795168800],
  ['2026-11-19T23:30:00.250-10:30', 1795168800.25],
  ['2024-02-29T00:00:00+14:00', 1709114400],
  ['1969-12-31T23:59:59Z', -1],
])('%s is the instant %d', (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});

test.each(['0000-01-02T00:00:00Z', '9999-12-30T23:59:59Z'])('%s is written with four digits in any zone', (text) => {
  for (const name of ['Etc/GMT+12', 'Etc/GMT-14', 'Asia/Manila', 'Pacific/Kiritimati'])
    expect(formatWithOffset(instant(text), zone(name))).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$/);
});

test.each([
  '2026-11-20T10:00:00', // of no zone
  '2026-11-20',
  '2026-11-20 10:00:00Z',
  '2026-02-30T10:00:00Z',
  '2023-02-29T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T10:60:00Z',
  '2026-12-31T23:59:60Z',
  '2026-11-20T10:00:00+24:00',
  '2026-11-20T10:00:00+01',
  '20261120T100000Z',
  '+002026-11-20T10:00:00Z',
  '0000-01-01T00:00:00+14:00', // 2 BC in Greenwich
  '9999-12-31T23:59:59Z', // in Auckland of the year 10000
  'Fri, 20 Nov 2026 10:00:00 GMT',
  '2026-11-20T10:00:00Z ',
  '1795168800',
  'now',
  '',
])('"%s" is no instant', (text) => {
  expect(parseInstant(text)).toBeNull();
});
