import { expect, test } from 'vitest';
import { productOf, RUN, START } from '../../../test/forecast-situation.js';
import { createMemoryCube, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import { fixedClock } from '../../base/clock.js';
import { ProductUnavailableError } from '../../base/errors.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS, type ZonedStation } from '../../model/forecast-issue.js';
import { formatDate, HOUR } from '../../model/time.js';
import { zoneOfPlace } from '../../query/place/time-zone.js';
import type { ForecastProduct } from './forecast.js';
import { isMorning, issueForecasts, stationsIn } from './station-issue.js';

const epoch = (text: string) => Date.parse(text) / 1000;
const KIRITIMATI = { id: 'PLCH', latitude: 1.99, longitude: -157.35, zone: 'Pacific/Kiritimati' };
const PAGO_PAGO = { id: 'NSTU', latitude: -14.33, longitude: -170.71, zone: 'Pacific/Pago_Pago' };
const NEW_YORK = { id: 'KJFK', latitude: 40.64, longitude: -73.76, zone: 'America/New_York' };
const LORD_HOWE = { id: 'YLHI', latitude: -31.54, longitude: 159.08, zone: 'Australia/Lord_Howe' };

/** A millimetre in every hour, 280 K and a degree more with each hour of UTC. */
const FIELDS = {
  temperature: (time: number) => 280 + (time % 86_400) / HOUR,
  precipitation: () => 1,
  cloud_cover: () => 1,
};

async function issueAt(
  now: number,
  stations: readonly ZonedStation[],
  product?: ForecastProduct,
): Promise<ForecastIssue> {
  const [times, referenceTime] = [timesFrom(now - 48 * HOUR, 48 + 385), Math.floor(now / HOUR) * HOUR];
  const made = product ?? productOf({ now, times, referenceTime, fields: FIELDS });
  return (await issueForecasts(made, stations, fixedClock(now)))!;
}

test.each([
  // Local 06:00 to 08:59, on the days when clocks change too.
  ['America/New_York', '2026-03-07T11:00Z', '2026-03-07T14:00Z'],
  ['America/New_York', '2026-03-08T10:00Z', '2026-03-08T13:00Z'],
  ['America/New_York', '2026-11-01T11:00Z', '2026-11-01T14:00Z'],
  ['Australia/Lord_Howe', '2026-10-04T19:00Z', '2026-10-04T22:00Z'],
  ['Asia/Kolkata', '2026-06-01T00:30Z', '2026-06-01T03:30Z'],
  ['Pacific/Kiritimati', '2026-06-01T16:00Z', '2026-06-01T19:00Z'],
  ['Pacific/Pago_Pago', '2026-06-01T17:00Z', '2026-06-01T20:00Z'],
])('in %s days are issued from %s on and before %s', (zone, first, end) => {
  expect([epoch(first) - 1, epoch(first), epoch(end) - 1, epoch(end)].map((time) => isMorning(time, zone))).toEqual([
    ...[false, true, true, false],
  ]);
});

test('the zone of each verification station is that of a response there', () => {
  const different = stationsIn(null).filter(
    ({ latitude, longitude, zone }) => zoneOfPlace(latitude, longitude).zone.name !== zone,
  );
  expect(different).toEqual([]);
});

test('only stations in the region are issued', () => {
  const inside = stationsIn({ south: 33, west: -100, north: 37, east: -95 }).map(({ id }) => id);
  expect(inside).toEqual(expect.arrayContaining(['KOKC', 'KTUL']));
  expect(inside).not.toContain('KDEN');
});

test('at UTC+14 and UTC-11 an issue has the local dates of each station', async () => {
  const morning = await issueAt(epoch('2026-11-20T17:04:59Z'), [KIRITIMATI, PAGO_PAGO, NEW_YORK]);
  expect(morning.issueTime).toBe(epoch('2026-11-20T17:04:00Z'));
  // 07:04 on the 21st at Kiritimati, 06:04 on the 20th at Pago Pago, noon in New York.
  expect(morning.firstDays.map((day) => day && formatDate(day))).toEqual(['2026-11-21', '2026-11-20', null]);
  expect(morning.hours.temperature[0]).toBeCloseTo(297, 1); // 17:00 UTC, the hour that contains the issue
  const [first, second] = [morning.days.precipitation[0], morning.days.precipitation[ISSUE_DAYS]];
  expect([first, second]).toEqual([24, 24]);
  expect(morning.days.precipitation.subarray(2 * ISSUE_DAYS).every(Number.isNaN)).toBe(true);
});

test.each([
  // A millimetre an hour makes the total of a day its length.
  ['of 23 hours in New York', NEW_YORK, '2026-03-07T11:00Z', [24, 23, 24]],
  ['of 25 hours in New York', NEW_YORK, '2026-10-31T10:00Z', [24, 25, 24]],
  ['of 23.5 hours on Lord Howe Island', LORD_HOWE, '2026-10-02T20:00Z', [24, 23.5, 24]],
  ['of 24.5 hours on Lord Howe Island', LORD_HOWE, '2026-04-03T19:00Z', [24, 24.5, 24]],
])('a day %s has its own length', async (_, station, time, totals) => {
  const { days } = await issueAt(epoch(time), [station]);
  expect([...days.precipitation.subarray(0, 3)].map((total) => Math.round(total * 100) / 100)).toEqual(totals);
});

test('a late run is archived as it is answered, and marked', async () => {
  const now = epoch('2026-11-22T12:00Z');
  const late = createMemoryCube({
    times: timesFrom(START, 48 + 385),
    referenceTime: RUN,
    createdAt: RUN + 0.7,
    fields: FIELDS,
  });
  const issue = await issueAt(now, [NEW_YORK], productOf({ now, shelf: shelfOf(late) }));
  expect(issue.stale).toEqual([true]);
  expect(issue.updatedAt).toEqual([RUN]);
  expect(issue.hours.temperature[0]).toBeCloseTo(292, 1);
});

test('what a run does not reach is missing, and a station without forecast has nothing', async () => {
  const now = RUN + 12 * HOUR;
  const short = productOf({ now, times: timesFrom(START, 48 + 24), referenceTime: RUN, fields: FIELDS });
  const product: ForecastProduct = {
    ...short,
    issue: (request, time) =>
      request.location.latitude < 0
        ? Promise.reject(new ProductUnavailableError('forecast', 'none', 60))
        : short.issue(request, time),
  };
  const issue = await issueAt(now, [NEW_YORK, PAGO_PAGO], product);
  const missing = (station: number) =>
    [...issue.hours.temperature.subarray(station * ISSUE_HOURS, (station + 1) * ISSUE_HOURS)].map(Number.isNaN);
  expect(missing(0).slice(0, 11)).toEqual(new Array(11).fill(false));
  expect(missing(0).slice(13)).toEqual(new Array(ISSUE_HOURS - 13).fill(true));
  expect(missing(1)).toEqual(new Array(ISSUE_HOURS).fill(true));
  expect([issue.updatedAt[1], issue.stale[1], issue.firstDays[1]]).toEqual([null, false, null]);
});

test('an issue is made from one state of the data: it begins again after a publication, three times at most', async () => {
  const product = productOf({ fields: FIELDS });
  const publishing = (publications: number) => {
    let asked = 0;
    const published = async () => `state ${Math.min(publications, Math.floor(++asked / 2))}`;
    return { ...product, published, asked: () => asked };
  };
  const once = publishing(1);
  expect(await issueForecasts(once, [NEW_YORK], fixedClock(RUN + 12 * HOUR))).not.toBeNull();
  expect(once.asked()).toBe(4);
  const always = publishing(Number.POSITIVE_INFINITY);
  expect(await issueForecasts(always, [NEW_YORK], fixedClock(RUN + 12 * HOUR))).toBeNull();
  expect(always.asked()).toBe(6);
});

test('an error that no response would be is passed on, and an end is an end', async () => {
  const clock = fixedClock(RUN);
  const broken = { published: async () => '', issue: () => Promise.reject(new RangeError('a bug')) };
  await expect(issueForecasts(broken, [NEW_YORK], clock)).rejects.toThrow('a bug');
  const ended = AbortSignal.abort(new Error('stopped by SIGTERM'));
  await expect(issueForecasts(broken, [NEW_YORK], clock, ended)).rejects.toThrow('stopped by SIGTERM');
});
