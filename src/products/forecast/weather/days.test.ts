import { expect, test } from 'vitest';
import { column } from '../../../../test/answer-columns.js';
import {
  createMemoryCube,
  createMemoryShelf,
  type MemoryCubeOptions,
  shelfOf,
  timesFrom,
} from '../../../../test/memory-cube.js';
import { fixedClock } from '../../../base/clock.js';
import { silentLog } from '../../../base/log.js';
import type { ForecastAnswer } from '../../../model/answer.js';
import { HOUR } from '../../../model/time.js';
import type { ForecastVariableId } from '../../../model/variables.js';
import { createForecastProduct } from '../forecast.js';

const epoch = (text: string) => Date.parse(text) / 1000;

interface Asked extends Partial<MemoryCubeOptions> {
  /** First and last local date, the first is also today unless `now` is given. */
  readonly dates: readonly [start: string, end: string];
  readonly zone: string;
  readonly now?: number;
  readonly location?: { latitude: number; longitude: number };
}

/** Daily section over hourly data from two days before the first date to three after the last. */
function daysOf({ dates: [start, end], zone, now, location, ...cube }: Asked, ...variables: ForecastVariableId[]) {
  const from = epoch(start) - 48 * HOUR;
  const times = timesFrom(from, (epoch(end) - from) / HOUR + 72);
  const options = { times, referenceTime: epoch(start), fields: {}, ...cube };
  const product = createForecastProduct({
    shelf: createMemoryShelf(createMemoryCube(options)),
    clock: fixedClock(now ?? epoch(`${start}T12:00:00Z`)),
    log: silentLog,
  });
  const daily = { start, end, variables };
  return product.answer({ location: location ?? { latitude: 0, longitude: 0 }, timezone: zone, daily });
}

const codes = (answer: ForecastAnswer) => answer.warnings.map(({ code }) => code);

// A millimetre in every hour makes the total of a day its length in hours.
for (const [name, zone, date, total] of [
  ['an ordinary day', 'America/New_York', '2026-06-01', 24],
  ['spring forward in New York', 'America/New_York', '2026-03-08', 23],
  ['fall back in New York', 'America/New_York', '2026-11-01', 25],
  ['half an hour back on Lord Howe Island', 'Australia/Lord_Howe', '2026-04-05', 24.5],
  ['half an hour forward on Lord Howe Island', 'Australia/Lord_Howe', '2026-10-04', 23.5],
  ['a zone of quarter hours', 'Asia/Kathmandu', '2026-06-01', 24],
  ['a midnight that does not exist', 'Africa/Cairo', '2026-04-24', 23],
] as const)
  test(`${name} has ${total} hours`, async () => {
    const answer = await daysOf({ dates: [date, date], zone, fields: { precipitation: () => 1 } }, 'precipitation');
    expect(answer.daily?.labels).toEqual([date]);
    expect(column(answer.daily, 'precipitation')).toEqual([total]);
  });

test.each([
  ['Asia/Tokyo', 8],
  ['Asia/Kolkata', 8],
])('a night that gets colder to its last minute is as cold as its last quarter-hour: %s', async (timezone, fall) => {
  const midnight = epoch('2026-06-02T00:00:00Z') - (timezone === 'Asia/Tokyo' ? 9 : 5.5) * HOUR;
  // Coldest an hour after midnight, so the hours of the day end before its coldest quarter.
  const temperature = (t: number) => 290 + fall * Math.min(1, Math.abs(t - midnight - HOUR) / (6 * HOUR));
  const cube = createMemoryCube({
    times: timesFrom(epoch('2026-05-30T00:00:00Z'), 24 * 6),
    referenceTime: epoch('2026-06-01T00:00:00Z'),
    fields: { temperature },
  });
  const product = createForecastProduct({
    shelf: createMemoryShelf(cube),
    clock: fixedClock(midnight - 3 * HOUR),
    log: silentLog,
  });
  const { daily, quarter_hourly } = await product.answer({
    location: { latitude: 0, longitude: 0 },
    timezone,
    units: 'si',
    quarter_hourly: { hours: 3, variables: ['temperature'] },
    daily: { days: 1, variables: ['temperature_min'] },
  });
  const lastQuarter = column(quarter_hourly, 'temperature').at(-1) as number;
  expect(column(daily, 'temperature_min')[0]).toBe(lastQuarter);
});

test('the date that Samoa skipped is there, with nothing in it', async () => {
  const fields = { precipitation: () => 1, temperature: () => 300, cloud_cover: () => 0 };
  const variables = ['precipitation', 'temperature_max', 'condition', 'sunrise'] as const;
  const apia = { latitude: -13.83, longitude: -171.76 };
  const asked = { dates: ['2011-12-29', '2011-12-31'], zone: 'Pacific/Apia', fields, location: apia } as const;
  const answer = await daysOf(asked, ...variables);
  expect(answer.daily?.labels).toEqual(['2011-12-29', '2011-12-30', '2011-12-31']);
  expect(column(answer.daily, 'precipitation')).toEqual([24, null, 24]);
  for (const name of variables) expect(column(answer.daily, name)[1]).toBeNull();
  expect(column(answer.daily, 'sunrise')[2]).toMatch(/^2011-12-31T07:0\d:00\+14:00$/);
});

test('in Kolkata the hours that straddle midnight count half for each day', async () => {
  // the bins 18:00Z of 30 June and of 1 July; what falls in them is labelled 19:00Z
  const fall = (t: number) => (t === epoch('2024-06-30T19:00:00Z') ? 4 : t === epoch('2024-07-01T19:00:00Z') ? 8 : 0);
  const asked = { dates: ['2024-06-30', '2024-07-02'], zone: 'Asia/Kolkata', fields: { precipitation: fall } } as const;
  expect(column((await daysOf(asked, 'precipitation')).daily, 'precipitation')).toEqual([2, 6, 4]);
});

test('extremes are those of the local day, to the last quarter-hour before its midnight', async () => {
  const fields = { temperature: (t: number) => 273.15 + (t - epoch('2026-06-01T00:00:00Z')) / HOUR };
  const answer = await daysOf(
    { dates: ['2026-06-01', '2026-06-01'], zone: 'America/New_York', fields },
    'temperature_max',
    'temperature_min',
  );
  // 04:00Z to 03:45Z of the next day, to the tenth
  expect([column(answer.daily, 'temperature_min'), column(answer.daily, 'temperature_max')]).toEqual([[4], [27.8]]);
});

for (const [name, hour, expected] of [
  ['inside the day', 12, 20],
  ['ending with the day', 24, 20],
  ['reaching back into the day before', 3, 10],
] as const)
  test(`the model's own maximum of six hours ${name}`, async () => {
    const end = epoch('2026-06-01T00:00:00Z') + hour * HOUR;
    const fields = {
      temperature: () => 283.15,
      temperature_max: (t: number) => (t === end ? 293.15 : Number.NaN),
      temperature_min: () => Number.NaN,
    };
    const answer = await daysOf(
      { dates: ['2026-06-01', '2026-06-01'], zone: 'UTC', fields },
      'temperature_max',
      'temperature_min',
    );
    expect(column(answer.daily, 'temperature_max')).toEqual([expected]);
    expect(column(answer.daily, 'temperature_min')).toEqual([10]);
  });

for (const [name, hours, known] of [
  ['three quarters of its hours are enough', 18, true],
  ['one hour less is not', 17, false],
] as const)
  test(`of a day that the run ends in, ${name}`, async () => {
    const start = epoch('2026-06-01T00:00:00Z');
    // the last time closes the last hour but is a state of its own
    const times = timesFrom(start - 24 * HOUR, 24 + hours + 1);
    const fields = { precipitation: () => 1, temperature: () => 280 };
    const answer = await daysOf({ dates: ['2026-06-01', '2026-06-01'], zone: 'UTC', fields, times }, 'precipitation');
    expect(column(answer.daily, 'precipitation')).toEqual([known ? hours : null]);
    expect(codes(answer)).toContain('horizon_reduced');
  });

test('days before the store are null and counted, later past ones are analyses', async () => {
  const fields = { precipitation: () => 1 };
  const today = epoch('2026-06-05T12:00:00Z');
  const times = timesFrom(epoch('2026-06-03T00:00:00Z'), 5 * 24);
  const answer = await daysOf(
    { dates: ['2026-06-01', '2026-06-05'], zone: 'UTC', fields, times, now: today },
    'precipitation',
  );
  expect(column(answer.daily, 'precipitation')).toEqual([null, null, 24, 24, 24]);
  expect(column(answer.daily, 'type')).toEqual(['analysis', 'analysis', 'analysis', 'analysis', 'forecast']);
  expect(answer.warnings.find(({ code }) => code === 'partial_data')?.count).toBe(2);
  expect(codes(answer)).toContain('analysis_fallback');
  const before = await daysOf(
    { dates: ['2026-06-01', '2026-06-02'], zone: 'UTC', fields, times, now: today },
    'precipitation',
    'sunrise',
  );
  expect(codes(before)).not.toContain('analysis_fallback'); // nothing is answered from an analysis
});

test('the chance of a day is that of its hours together, at 1.0 mm', async () => {
  // 0.04 mm/h: p = 1 − exp(−(0.04/0.35)^0.7) = 0.1967; P = 1 − 0.8033 (1 − 0.3 × 0.1967)^23 = 0.8018; × 0.85 = 68%
  const answer = await daysOf(
    { dates: ['2026-06-01', '2026-06-01'], zone: 'UTC', fields: { precipitation: () => 0.04 } },
    'precipitation_probability',
  );
  expect(column(answer.daily, 'precipitation_probability')).toEqual([68]);
});

for (const [name, code, fields] of [
  ['dry under a clear sky', 'sun', { precipitation: () => 0, cloud_cover: () => 0 }],
  ['dry under half a sky of cloud', 'partly', { precipitation: () => 0, cloud_cover: () => 0.5 }],
  ['24 mm of rain', 'rain', { precipitation: () => 1, cloud_cover: () => 1, rain_flag: () => 1 }],
  ['72 mm of rain', 'heavy-rain', { precipitation: () => 3, cloud_cover: () => 1, rain_flag: () => 1 }],
  ['2.4 mm of snow', 'snow', { precipitation: () => 0.1, cloud_cover: () => 1, snow_flag: () => 1 }],
  ['fog all day', 'fog', { precipitation: () => 0, cloud_cover: () => 1, visibility: () => 200 }],
] as const)
  test(`condition of a day: ${name} is ${code}`, async () => {
    const temperature = () => (code === 'snow' ? 268.15 : 288.15);
    const answer = await daysOf(
      { dates: ['2026-06-01', '2026-06-01'], zone: 'UTC', fields: { ...fields, temperature, dew_point: temperature } },
      'condition',
    );
    expect(column(answer.daily, 'condition')).toEqual([code]);
  });

test('sunrise and sunset have the offset of the place; polar night has neither, and no warning for it', async () => {
  // Published for London, 21 June 2024: rises 04:43, sets 21:21 BST; the method is good to a minute
  const london = { dates: ['2024-06-21', '2024-06-21'], zone: 'Europe/London' } as const;
  const summer = await daysOf({ ...london, location: { latitude: 51.5, longitude: -0.12 } }, 'sunrise', 'sunset');
  expect(column(summer.daily, 'sunrise')).toEqual(['2024-06-21T04:43:00+01:00']);
  expect(column(summer.daily, 'sunset')[0]).toMatch(/^2024-06-21T21:2[012]:00\+01:00$/);
  const tromso = { latitude: 69.65, longitude: 18.96 };
  const winter = await daysOf(
    { dates: ['2024-12-21', '2024-12-21'], zone: 'Europe/Oslo', location: tromso },
    'sunrise',
    'sunset',
  );
  expect([column(winter.daily, 'sunrise'), column(winter.daily, 'sunset')]).toEqual([[null], [null]]);
  expect(codes(winter)).toEqual([]);
});

for (const [name, zone, date, hours] of [
  ['the 23 hours of New York', 'America/New_York', '2024-03-10', 23],
  ['the 25 hours of New York', 'America/New_York', '2024-11-03', 25],
  ['the 24.5 hours of Lord Howe', 'Australia/Lord_Howe', '2024-04-07', 24.5],
] as const)
  test(`a quarter-hourly source within a hourly one fills ${name} without a gap and counts nothing twice`, async () => {
    const midnight = epoch(`${date}T00:00:00Z`);
    const begin = midnight + 3 * HOUR;
    const quarterly = createMemoryCube({
      dataset: 'hrrr-subhourly',
      referenceTime: begin,
      times: timesFrom(begin + HOUR / 4, 72, HOUR / 4),
      fields: { precipitation: () => 0.1, temperature: (t) => (t === begin + 5.25 * HOUR ? 290 : 280) },
    });
    const hourly = createMemoryCube({
      referenceTime: midnight,
      times: timesFrom(midnight - 48 * HOUR, 120),
      fields: { precipitation: () => 0.4, temperature: () => 280 },
    });
    const product = createForecastProduct({
      shelf: shelfOf(hourly, quarterly),
      clock: fixedClock(begin + HOUR),
      log: silentLog,
    });
    const variables = ['precipitation', 'temperature_max'] as const;
    const answer = await product.answer({
      location: { latitude: 0, longitude: 0 },
      timezone: zone,
      daily: { start: date, end: date, variables },
    });
    expect(column(answer.daily, 'precipitation')[0]).toBeCloseTo(hours * 0.4, 9);
    // 290 K stand at a quarter past: the day has it, though no hour does.
    expect(column(answer.daily, 'temperature_max')).toEqual([16.9]);
  });
