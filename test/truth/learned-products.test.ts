/** Learned corrections as responses show them: the same in forecast, nowcast and route, without a step in time. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { ObjectDefectError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import type { ChanceCalibration, LearnedCorrections, StationBias } from '../../src/model/learned-corrections.js';
import { DAY, HOUR } from '../../src/model/time.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { createNowcastProduct } from '../../src/products/nowcast/nowcast.js';
import { createRouteProduct } from '../../src/products/route/route.js';
import { createLearning, type Learning } from '../../src/query/learned/learned.js';
import { column, numbers } from '../answer-columns.js';
import { NOW, RUN, START } from '../forecast-situation.js';
import { createMemoryCube, type FieldOf, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf } from '../memory-radar.js';
import { memorySurface } from '../memory-surface.js';
import { reportOf } from '../random-reports.js';
import { PLAIN_FIELDS } from '../route-situation.js';

const COMMON = { clock: fixedClock(NOW), log: silentLog };
/** Berlin Brandenburg, and what was learned there. */
const EDDB = { latitude: 52.38, longitude: 13.523 };
const BIAS = 0.8;

const daily: FieldOf = (time) => 285 + 5 * Math.cos((2 * Math.PI * (time - RUN - 15 * HOUR)) / DAY);
/** Wet hours of 0.4 mm, so that amounts make chances of about half. */
const FIELDS = { ...PLAIN_FIELDS, temperature: daily, dew_point: ((time) => daily(time, 0, 0) - 0.3) as FieldOf };

function shelfWith(simulated = false) {
  const times = timesFrom(START, 48 + 385);
  return shelfOf(
    createMemoryCube({ times, referenceTime: RUN, fields: FIELDS, statics: { elevation: () => 48 }, simulated }),
  );
}

const EVEN: readonly StationBias[] = (
  [
    ['temperature', 7],
    ['temperature_max', 14],
    ['temperature_min', 14],
  ] as const
).map(([variable, leads]) => ({
  ...{ station: 'EDDB', variable, biases: new Array<number>(leads).fill(BIAS), gain: 0.1, dates: 60 },
}));

/** Half of what is given, in every region and for all leads. */
const HALVES: readonly ChanceCalibration[] = (
  [
    ['1h', [0, 1, 2, 3, 6, 12, 24]],
    ['1d', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
  ] as const
).flatMap(([interval, leads]) =>
  leads.map((lead) => ({
    ...{ group: 'humid_east' as const, interval, lead, given: [0, 1], said: [0, 0.5], gain: 0.1, dates: 60 },
  })),
);

function learnedWith(changes: Partial<LearnedCorrections> = {}): LearnedCorrections {
  return {
    ...{ version: 'learned 1', createdAt: NOW - HOUR, lastDay: 20_776, simulated: false },
    ...{ biases: EVEN, calibrations: HALVES, ...changes },
  };
}

function learningOf(learned: LearnedCorrections | null): Learning {
  return createLearning({ newest: async () => learned, clock: fixedClock(NOW), regionNear: () => 'humid_east' });
}

const SI = { location: EDDB, units: 'si', timezone: 'UTC' } as const;
const forecastOf = (learning: Learning | null, shelf = shelfWith()) =>
  createForecastProduct({ shelf, ...COMMON, ...(learning && { learning }) });

const REQUEST = {
  ...SI,
  current: { variables: ['temperature', 'precipitation_probability'] },
  quarter_hourly: { hours: 6, variables: ['temperature', 'precipitation_probability'] },
  hourly: { hours: 240, past_hours: 12, variables: ['temperature', 'dew_point', 'precipitation_probability'] },
  daily: { days: 10, variables: ['temperature_max', 'temperature_min', 'precipitation_probability'] },
} as const;

test('a bias of 0.8 K at the station is taken off every hour and extreme to come, and fades out of the past', async () => {
  const before = await forecastOf(null).answer(REQUEST);
  const after = await forecastOf(learningOf(learnedWith())).answer(REQUEST);
  const moved = (section: 'current' | 'hourly' | 'daily', id: string) =>
    numbers(after[section], id).map((value, n) => value - numbers(before[section], id)[n]!);
  expect(moved('current', 'temperature')[0]).toBeCloseTo(-BIAS, 9);
  const hours = moved('hourly', 'temperature');
  for (const change of hours.slice(12)) expect(change).toBeCloseTo(-BIAS, 9);
  for (const change of hours.slice(0, 6)) expect(change).toBe(0);
  for (const change of hours.slice(6, 12)) expect(-change).toBeGreaterThanOrEqual(0);
  for (const id of ['temperature_max', 'temperature_min'])
    for (const change of moved('daily', id).slice(1)) expect(change).toBeCloseTo(-BIAS, 9);
});

test('the dew point is at most the lowered temperature', async () => {
  const { hourly } = await forecastOf(learningOf(learnedWith())).answer(REQUEST);
  const temperatures = numbers(hourly, 'temperature');
  for (const [n, dewPoint] of numbers(hourly, 'dew_point').entries())
    expect(dewPoint).toBeLessThanOrEqual(temperatures[n]!);
});

test('chances of hours and days are halved up to their last lead, and quarters stay below their hour', async () => {
  const before = await forecastOf(null).answer(REQUEST);
  const after = await forecastOf(learningOf(learnedWith())).answer(REQUEST);
  const [raw, said] = [before, after].map(({ hourly }) => numbers(hourly, 'precipitation_probability'));
  // Records begin 12 hours ago; the one in progress is record 12.
  for (let n = 12; n <= 36; n++) expect(Math.abs(said![n]! - raw![n]! / 2)).toBeLessThanOrEqual(1);
  expect(said![42]!).toBeGreaterThan(0.6 * raw![42]!);
  expect(said!.slice(49)).toEqual(raw!.slice(49));
  expect(said!.slice(0, 12)).toEqual(raw!.slice(0, 12));
  const [rawDays, days] = [before, after].map((one) => numbers(one.daily, 'precipitation_probability'));
  expect(days![0]).toBe(rawDays![0]);
  for (let n = 1; n < 10; n++) expect(Math.abs(days![n]! - rawDays![n]! / 2)).toBeLessThanOrEqual(1);
  for (const quarter of numbers(after.quarter_hourly, 'precipitation_probability'))
    expect(quarter).toBeLessThanOrEqual(Math.max(...said!.slice(12, 20)));
});

test('a response says which of its variables are corrected, and none where nothing is', async () => {
  const warningOf = async (learned: LearnedCorrections | null) =>
    (await forecastOf(learningOf(learned)).answer(REQUEST)).warnings.find(({ code }) => code === 'learned_correction');
  expect((await warningOf(learnedWith()))!.variables).toEqual([
    ...['temperature', 'temperature_max', 'temperature_min', 'precipitation_probability'],
  ]);
  expect((await warningOf(learnedWith()))!.message).toContain('by up to 0.8 K,');
  expect((await warningOf(learnedWith({ biases: [] })))!.variables).toEqual(['precipitation_probability']);
  expect(await warningOf(learnedWith({ biases: [], calibrations: [] }))).toBeUndefined();
});

test.each([
  ['eleven days old', learnedWith({ createdAt: NOW - 11 * DAY })],
  ['eleven days ahead of the clock', learnedWith({ createdAt: NOW + 11 * DAY })],
  ['learned in a simulated world', learnedWith({ simulated: true })],
  [
    'those of a station 600 km away',
    learnedWith({ biases: EVEN.map((one) => ({ ...one, station: 'EDDM' })), calibrations: [] }),
  ],
])('corrections that are %s are not applied', async (_, learned) => {
  const plain = await forecastOf(null).answer(REQUEST);
  expect(await forecastOf(learningOf(learned)).answer(REQUEST)).toEqual(plain);
});

test('corrections that cannot be read change no response, and others are another state', async () => {
  const damaged = createLearning({
    newest: () => Promise.reject(new ObjectDefectError('learned-corrections/v/zarr.json', 0, 'crc32c')),
    ...{ clock: fixedClock(NOW), regionNear: () => null },
  });
  expect(await forecastOf(damaged).answer(REQUEST)).toEqual(await forecastOf(null).answer(REQUEST));
  const keyOf = (learned: LearnedCorrections | null) => forecastOf(learningOf(learned)).stateKey();
  const keys = [null, learnedWith(), learnedWith({ version: 'learned 2' }), learnedWith({ createdAt: NOW - 11 * DAY })];
  const [none, first, second, old] = await Promise.all(keys.map(keyOf));
  expect(new Set([none, first, second]).size).toBe(3);
  expect(old).toBe(none);
});

test('half way to the limit of distance a place takes its share, of extremes less, and beyond it nothing', async () => {
  const learned = (await learningOf(learnedWith()).at(NOW))!;
  const degrees = (meters: number) => meters / 111_195;
  const at = (meters: number, lead: number, elevation = 48) =>
    learned.bias(EDDB.latitude + degrees(meters), EDDB.longitude, elevation)?.at(NOW + lead * HOUR) ?? 0;
  expect([at(0, 2), at(0, 48)]).toEqual([BIAS, BIAS].map((bias) => expect.closeTo(bias, 9)));
  expect(at(20_000, 2)).toBeCloseTo(BIAS * Math.exp(-20 / 80), 3);
  expect(at(20_000, 48)).toBeCloseTo(BIAS * Math.exp(-20 / 40), 3);
  expect(at(41_000, 2)).toBe(0);
  expect(at(0, 2, 348)).toBe(0);
  expect(at(0, 2, 198)).toBeCloseTo(BIAS * Math.exp(-150 / 500), 9);
  expect(at(0, 2, Number.NaN)).toBe(0);
});

/** A path from the airport, at whole hours. */
const HOURS = [0, 1, 3, 6];
const PATH = HOURS.map((hours) => ({
  latitude: EDDB.latitude + 0.03 * hours,
  longitude: EDDB.longitude,
  time: new Date((Math.ceil(NOW / HOUR) * HOUR + hours * HOUR) * 1000).toISOString().replace('.000', ''),
}));

test('a route says at its samples what the corrected forecast says there, with reports and without', async () => {
  const shelf = shelfWith();
  const time = NOW - 17 * 60;
  const station = { id: 'EDDB', ...EDDB, elevation: 48 };
  const report = reportOf('EDDB', time, {
    station,
    temperature: daily(time, 0, 0) + 2,
    dew_point: daily(time, 0, 0) - 2,
  });
  const learning = learningOf(learnedWith());
  const variables = ['temperature', 'dew_point', 'precipitation_probability'] as const;
  for (const surface of [undefined, memorySurface(shelf, [report])]) {
    const parts = { shelf, learning, ...COMMON, ...(surface && { surface }) };
    const forecast = createForecastProduct(parts);
    const answer = await createRouteProduct({ ...parts, seconds: 5 }).answer({
      ...{ path: PATH, units: 'si', timezone: 'UTC', variables: [...variables] },
    });
    expect(answer.warnings.map(({ code }) => code)).toContain('learned_correction');
    const whole = answer.samples.filter((sample) => Date.parse(sample.time) % (1000 * HOUR) === 0);
    expect(whole.length).toBeGreaterThanOrEqual(HOURS.length);
    for (const sample of whole) {
      const location = { latitude: sample.latitude, longitude: sample.longitude };
      const quarters = await forecast.answer({ ...SI, location, quarter_hourly: { hours: 9, variables } });
      // Records of a route are quarter hours in its first two days.
      const at = Date.parse(sample.time) / 900_000 - Math.floor(NOW / 900);
      for (const id of variables) expect(sample[id]).toBe(column(quarters.quarter_hourly, id)[at]);
    }
  }
});

test('a nowcast without radar has the corrected chances of the quarter hours', async () => {
  const shelf = shelfWith();
  const chancesOf = async (learning: Learning | null) => {
    const parts = { shelf, radar: memoryRadarShelf([]), networks: ['mrms' as const], ...COMMON };
    const product = createNowcastProduct({ ...parts, ...(learning && { learning }) });
    return numbers(
      (await product.answer({ ...SI, variables: ['precipitation_probability'] })).minutes,
      'precipitation_probability',
    );
  };
  const learning = learningOf(learnedWith());
  const { quarter_hourly: quarters } = await forecastOf(learning, shelf).answer(REQUEST);
  const chances = await chancesOf(learning);
  expect(chances[5]).toBe(numbers(quarters, 'precipitation_probability')[0]);
  expect(chances[5]).toBeLessThan((await chancesOf(null))[5]!);
});

test('an issue has the forecast with corrections, and beside it the one without from the same data', async () => {
  const shelf = shelfWith();
  const request = { location: EDDB, timezone: 'UTC', hourly: REQUEST.hourly, daily: REQUEST.daily } as const;
  const issued = await forecastOf(learningOf(learnedWith()), shelf).issue(request, NOW);
  const plain = await forecastOf(null, shelf).issue(request, NOW);
  expect(plain.uncorrected).toBeNull();
  expect(issued.uncorrected!.hourly).toEqual(plain.hourly);
  expect(issued.uncorrected!.daily).toEqual(plain.daily);
  const highest = issued.daily.get('temperature_max')!;
  expect(highest[3]).toBeCloseTo(plain.daily.get('temperature_max')![3]! - BIAS, 9);
});

test('provenance tells the bias, and its values are without it', async () => {
  const times = [NOW - (NOW % HOUR) + 48 * HOUR];
  const found = await forecastOf(learningOf(learnedWith())).provenance(EDDB, times);
  expect(found.bias!.stations.map(({ id, weight }) => [id, weight])).toEqual([['EDDB', 1]]);
  expect(found.bias!.values.every(({ value }) => Math.abs(value - BIAS) < 1e-9)).toBe(true);
  const plain = await forecastOf(null).provenance(EDDB, times);
  const temperatureOf = ({ elements }: typeof found) =>
    elements.find(({ id }) => id === 'temperature')!.values[0]!.value!;
  expect(temperatureOf(found)).toBeCloseTo(temperatureOf(plain) - BIAS, 9);
  expect(plain.bias).toBeNull();
});
