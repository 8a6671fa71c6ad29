import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTagged } from '../../base/errors.js';
import { decodeFirms } from './firms.js';

const VIIRS =
  'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,confidence,version,bright_ti5,frp,daynight';
const ROW = '-12.5,130.25,331.2,0.39,0.36,2026-11-20,0442,N20,nominal,2.0NRT,298.1,4.7,D';
const listOf = (...lines: string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`);
const pointOf = (row: string, head = VIIRS) => decodeFirms(listOf(head, row)).points[0];

test('a pixel of VIIRS', () => {
  expect(decodeFirms(listOf(VIIRS, ROW))).toEqual({
    points: [
      {
        latitude: -12.5,
        longitude: 130.25,
        time: Date.UTC(2026, 10, 20, 4, 42) / 1000,
        satellite: 'N20',
        confidence: 'nominal',
        brightness: 331.2,
        radiativePower: 4.7,
        acrossTrack: 390,
        alongTrack: 360,
        isDay: true,
      },
    ],
    rejected: 0,
    defect: null,
  });
});

test('columns are found by name, as the API has them in another order and one more', () => {
  const head =
    'country_id,latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,frp';
  const point = pointOf('USA,41.027,-106.375,501.8,4.7,2,2020-09-30,2105,A,MODIS,100,15154.8', head);
  expect(point).toMatchObject({
    satellite: 'A',
    confidence: 'high',
    brightness: 501.8,
    acrossTrack: 4700,
    isDay: null,
  });
});

/** Users' guide of the MODIS fires: 0 to 30, 30 to 80, 80 to 100 per cent. */
test.each([
  ['l', 'low'],
  ['n', 'nominal'],
  ['h', 'high'],
  ['High', 'high'],
  ['0', 'low'],
  ['29', 'low'],
  ['30', 'nominal'],
  ['79', 'nominal'],
  ['80', 'high'],
  ['100', 'high'],
])('confidence %s is %s', (written, confidence) => {
  expect(pointOf(ROW.replace('nominal', written))?.confidence).toBe(confidence);
});

test.each([
  ['0000', 0],
  ['5', 5],
  ['42', 42],
  ['405', 245],
  ['2359', 1439],
  ['04:05', 245],
])('time %s is %i minutes after midnight', (written, minutes) => {
  const time = pointOf(ROW.replace('0442', written))!.time;
  expect((time - Date.UTC(2026, 10, 20) / 1000) / 60).toBe(minutes);
});

test('lines may end as those of Windows do, the file may begin with a mark of its encoding, and have no fires', () => {
  const bytes = new TextEncoder().encode(`\ufeff${VIIRS}\r\n${ROW}\r\n\r\n`);
  expect(decodeFirms(bytes).points).toHaveLength(1);
  expect(decodeFirms(listOf(VIIRS))).toEqual({ points: [], rejected: 0, defect: null });
});

test('what is not told is missing', () => {
  const bare = pointOf('1,2,2026-11-20,1,low,', 'latitude,longitude,acq_date,acq_time,confidence,frp');
  expect(bare).toMatchObject({
    brightness: Number.NaN,
    radiativePower: Number.NaN,
    acrossTrack: Number.NaN,
    satellite: '',
  });
});

test.each([
  ['a latitude beyond the pole', ROW.replace('-12.5', '90.5'), 'latitude must be -90..90; got 90.5'],
  ['no latitude', ROW.replace('-12.5', ''), 'latitude must be -90..90; got ""'],
  ['a longitude of words', ROW.replace('130.25', 'east'), 'longitude must be a number of -180 or more; got "east"'],
  ['a number that only JavaScript reads', ROW.replace('4.7,D', '0x10,D'), 'frp must be a number of 0 or more'],
  ['a power below zero', ROW.replace('4.7,D', '-4.7,D'), 'frp must be a number of 0 or more; got "-4.7"'],
  ['hour 24', ROW.replace('0442', '2400'), 'must be YYYY-MM-DD and HHMM; got "2026-11-20 2400"'],
  ['a month that is not', ROW.replace('2026-11-20', '2026-13-20'), 'must be YYYY-MM-DD and HHMM'],
  ['a day that no calendar has', ROW.replace('2026-11-20', '2026-02-30'), 'must be YYYY-MM-DD and HHMM'],
  ['an unknown confidence', ROW.replace('nominal', 'fair'), 'confidence must be low, nominal, high or 0..100'],
  ['a confidence of 101', ROW.replace('nominal', '101'), 'confidence must be'],
  ['too few fields', '1,2', 'must have 13 fields; got "1,2"'],
])('a line with %s is left out, and the others are read', (_, line, rule) => {
  const { points, rejected, defect } = decodeFirms(listOf(VIIRS, ROW, line, ROW));
  expect([points.length, rejected]).toEqual([2, 1]);
  expect(defect?.message).toContain('malformed FIRMS, line 3: ');
  expect(defect?.message).toContain(rule);
});

test.each([
  ['nothing', new Uint8Array(), 'must have a column latitude; got ""'],
  ['a page of HTML', listOf('<html>', '<body>'), 'must have a column latitude'],
  ['the answer to a wrong key', listOf('Invalid MAP_KEY.'), 'must have a column latitude; got "Invalid MAP_KEY."'],
  ['no column of time', listOf('latitude,longitude,acq_date', '1,2,3'), 'must have a column acq_time'],
  ['no line that can be read', listOf(VIIRS, 'x', 'y'), 'FIRMS, line 2'],
])('%s is refused', (_, bytes, rule) => {
  expect(() => decodeFirms(bytes)).toThrow(rule);
});

test('whatever the octets are, points on the globe or a tagged error come out', () => {
  const good = listOf(VIIRS, ROW, ROW.replace('-12.5', '77'), ROW);
  const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat(good.length), (changes, kept) => {
      const bytes = good.slice(0, kept);
      for (const [at, octet] of changes) if (at < kept) bytes[at] = octet;
      try {
        for (const { latitude, longitude, time } of decodeFirms(bytes).points) {
          expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
          expect(Number.isInteger(time / 60)).toBe(true);
        }
      } catch (error) {
        if (!isTagged(error, 'malformed')) throw error;
      }
    }),
    { seed: 11, numRuns: 500 },
  );
});
