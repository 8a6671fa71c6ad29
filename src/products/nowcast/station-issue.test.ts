import { expect, test } from 'vitest';
import { column, numbers } from '../../../test/answer-columns.js';
import { frameOf, MINUTE_OF_NOW, modelRain, nowcastProductOf, SEEN, UNSEEN } from '../../../test/nowcast-situation.js';
import { ProductUnavailableError } from '../../base/errors.js';
import { NOWCAST_SOURCES } from '../../model/nowcast.js';
import type { RadarNetworkId } from '../../model/radar.js';
import { issueAt, stationsOf } from './station-issue.js';

const ALL: readonly RadarNetworkId[] = ['mrms', 'dwd-rv', 'rrqpe'];
const idsOf = (...wanted: Parameters<typeof stationsOf>) => stationsOf(...wanted).map(({ id }) => id);

test('a station belongs to the best network that looks there, of those that are taken in', () => {
  const where = (id: string, networks: readonly RadarNetworkId[]) =>
    networks.filter((network) => idsOf(network, networks, null).includes(id));
  expect(where('KDEN', ALL)).toEqual(['mrms']);
  expect(where('KDEN', ['dwd-rv', 'rrqpe'])).toEqual(['rrqpe']);
  expect(where('KDEN', ['dwd-rv'])).toEqual([]);
  expect(where('EDDF', ALL)).toEqual(['dwd-rv']);
  expect(where('RJTT', ALL)).toEqual(['rrqpe']);
  expect(where('RJTT', ['mrms', 'dwd-rv'])).toEqual([]);
  expect(idsOf('mrms', ['dwd-rv'], null)).toEqual([]);
});

test('every network has enough stations to be verified at', () => {
  expect(ALL.map((network) => stationsOf(network, ALL, null).length >= 40)).toEqual([true, true, true]);
});

test.each<[name: string, region: Parameters<typeof stationsOf>[2], inside: string[], outside: string[]]>([
  ['a box', { south: 33, west: -100, north: 37, east: -95 }, ['KOKC', 'KTUL'], ['KAMA', 'KDEN', 'EDDF']],
  ['one across the date line', { south: -45, west: 170, north: -10, east: -140 }, ['NZAA', 'NFFN', 'NTAA'], ['YSSY']],
])('only stations inside the region: %s', (_name, region, inside, outside) => {
  const found = ALL.flatMap((network) => idsOf(network, ALL, region));
  expect(inside.every((id) => found.includes(id))).toBe(true);
  expect(outside.filter((id) => found.includes(id))).toEqual([]);
});

/** Rain 30 km west of the place, 40 minutes away. */
const ARRIVING = frameOf({ rate: (_, x) => (x > 30 && x < 60 ? 6 : 0) });
const STATIONS = [
  { id: 'SEEN', ...SEEN },
  { id: 'WEST', latitude: 39.2, longitude: -89.5 },
  { id: 'FAR', ...UNSEEN },
];

test('archived is what is answered at that minute, at its leads, radar and models together', async () => {
  const product = nowcastProductOf({ frames: [ARRIVING], fields: modelRain(0.4) });
  const issue = await issueAt(product, STATIONS, MINUTE_OF_NOW + 31);
  expect(issue).toMatchObject({
    issueTime: MINUTE_OF_NOW,
    stations: STATIONS,
    leads: [0, 5, 15, 30, 60, 90, 115],
    networks: ['mrms', 'mrms', null],
    validTimes: [MINUTE_OF_NOW - 60, MINUTE_OF_NOW - 60, null],
    simulated: false,
  });
  const met = new Set<string>();
  for (const [i, { latitude, longitude }] of STATIONS.entries()) {
    const { minutes } = await product.answer({ location: { latitude, longitude } });
    for (const [j, lead] of issue.leads.entries()) {
      const at = i * issue.leads.length + j;
      expect(minutes.labels[lead]).toBe(new Date((MINUTE_OF_NOW + 60 * lead) * 1000).toISOString().replace('.000', ''));
      const source = column(minutes, 'source')[lead];
      expect(NOWCAST_SOURCES[issue.sources[at]! - 1]).toBe(source);
      met.add(String(source));
      // What is answered is rounded to hundredths and whole percent.
      expect(Math.abs(issue.rates[at]! - numbers(minutes, 'precipitation_rate')[lead]!)).toBeLessThan(0.00501);
      const chance = numbers(minutes, 'precipitation_probability')[lead]!;
      expect(Math.abs(100 * issue.probabilities[at]! - chance)).toBeLessThan(0.501);
      const confidence = numbers(minutes, 'confidence')[lead]!;
      expect(Math.abs(100 * issue.confidence[at]! - confidence)).toBeLessThan(0.501);
    }
  }
  expect(met).toEqual(new Set(['radar', 'blend', 'nwp']));
});

test('a station at which nothing is said is there, with nothing; simulated frames are marked', async () => {
  const product = nowcastProductOf({ frames: [frameOf({ simulated: true })], shelf: null });
  const issue = await issueAt(product, STATIONS, MINUTE_OF_NOW);
  const far = 2 * issue.leads.length;
  expect([...issue.rates.subarray(far)]).toEqual(new Array(issue.leads.length).fill(Number.NaN));
  expect([...issue.sources.subarray(far)]).toEqual(new Array(issue.leads.length).fill(0));
  expect(issue.sources[0]).toBe(1);
  expect(issue.simulated).toBe(true);
});

test('an error that no answer would be is not swallowed, and an end is an end', async () => {
  const broken = { issue: () => Promise.reject(new RangeError('a bug')) };
  await expect(issueAt(broken, STATIONS, MINUTE_OF_NOW)).rejects.toThrow('a bug');
  const silent = { issue: () => Promise.reject(new ProductUnavailableError('nowcast', 'no', 60)) };
  expect((await issueAt(silent, STATIONS, MINUTE_OF_NOW)).networks).toEqual([null, null, null]);
  const ended = AbortSignal.abort(new Error('stopped by SIGTERM'));
  await expect(issueAt(silent, STATIONS, MINUTE_OF_NOW, ended)).rejects.toThrow('stopped by SIGTERM');
});
