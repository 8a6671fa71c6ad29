import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CountPairs, type MadeStation, memoryAccuracy } from '../../../test/memory-accuracy.js';
import { fixedClock } from '../../base/clock.js';
import { ProductUnavailableError, StoreUnavailableError } from '../../base/errors.js';
import type { AccuracyAnswer, AccuracyLeadRecord } from '../../model/accuracy-answer.js';
import type { AccuracyRecord } from '../../model/accuracy-record.js';
import { DAY, parseDate } from '../../model/time.js';
import { createAccuracyProduct } from './accuracy.js';
import type { AccuracyRequest } from './request.js';

const LAST = parseDate('2026-11-18')!;
const FIRST = LAST - 59;
/** 2026-11-20T10:00:00Z */
const NOW = (LAST + 2) * DAY + 36_000;
const DENVER = { latitude: 39.86, longitude: -104.67 };

const station = (id: string, count: CountPairs, place: Partial<MadeStation> = {}): MadeStation => ({
  ...{ id, name: id, ...DENVER, elevation: 1650, region: 'mountain', count, ...place },
});
/** One pair of highs a day at lead 1, too warm by `error` K; persistence by 2 K. */
const highs =
  (error: number): CountPairs =>
  (date) =>
    date.temperatureMax(1, 290 + error, 290, 292);

const NETWORK: AccuracyRequest = {
  scope: { type: 'network' },
  daily: { variables: ['temperature_max'], lead_days: [1] },
};
const LOCAL: AccuracyRequest = { ...NETWORK, scope: { type: 'local', location: DENVER } };

function productOf(stations: readonly MadeStation[], record: AccuracyRecord | null, now = NOW) {
  return createAccuracyProduct({ accuracy: async () => record, clock: fixedClock(now), verified: stations });
}

const ask = (
  stations: readonly MadeStation[],
  request: AccuracyRequest,
  record = memoryAccuracy(stations, [FIRST, LAST]),
) => productOf(stations, record).answer(request);
const codesOf = ({ warnings }: AccuracyAnswer) => warnings.map(({ code }) => code);
const only = (records: readonly AccuracyLeadRecord[] | undefined): AccuracyLeadRecord => {
  expect(records).toHaveLength(1);
  return records![0]!;
};

/** On the last date alone. */
const onLast =
  (count: CountPairs): CountPairs =>
  (date) => {
    if (date.day === LAST) count(date);
  };

describe('worked examples', () => {
  test('10 pairs with MAE 1.0 and 30 with 2.0 pool to MAE 1.75, bias −0.05 and RMSE 2.2467', async () => {
    // means and spreads of both signs that give RMSE 1.2 and bias 0.4; RMSE 2.5 and bias −0.2
    const a = Math.sqrt(0.55);
    const b = Math.sqrt(66.3 / 28);
    const first = [...[1, 1, 1].flatMap((e) => [e + a, e - a]), 1, -1 + a, -1 - a, -1];
    const second = [1.8, -2.2].flatMap((e) => [...new Array(7).fill(0).flatMap(() => [e + b, e - b]), e]);
    const fill = (errors: readonly number[]) =>
      onLast((date) => {
        for (const error of errors) date.temperature(24, 280 + error, 280);
      });
    const answer = await ask([station('A', fill(first)), station('B', fill(second))], {
      scope: { type: 'network' },
      hourly: { variables: ['temperature'], lead_hours: [24] },
      include: ['stations'],
    });
    expect(only(answer.hourly)).toEqual({
      lead_hours: 24,
      temperature: { mean_absolute_error: 1.75, bias: -0.05, root_mean_square_error: 2.25, samples: 40 },
    });
    const own = answer.stations!.map(({ hourly }) => hourly?.temperature);
    expect(own[1]).toEqual({ mean_absolute_error: 2, bias: -0.2, root_mean_square_error: 2.5, samples: 30 });
    // 10 pairs are fewer than 12
    expect(own[0]).toEqual({ mean_absolute_error: null, bias: null, root_mean_square_error: null, samples: 10 });
  });

  test.each([
    [1.2, 2.4, 0.5],
    [2.4, 1.2, -1],
    [1.41, 2.63, 0.4639],
  ])('an error of %d K against %d K of persistence has the skill %d', async (service, persistence, skill) => {
    const count: CountPairs = (date) => date.temperatureMax(1, 280 + service, 280, 280 - persistence);
    const { daily } = await ask([station('A', count)], { ...NETWORK, compare_to: ['persistence'] });
    expect(only(daily).temperature_max!.persistence).toEqual({
      ...{ mean_absolute_error: persistence, bias: -persistence, root_mean_square_error: persistence, samples: 30 },
      ...{ service_mean_absolute_error: service, service_root_mean_square_error: service, skill_score: skill },
    });
  });

  test('a CSI of 0.5 against 0.25 has the skill 0.3333', async () => {
    const count = onLast((date) => {
      for (let n = 0; n < 20; n++) date.amount('1h', 24, n < 2 ? 2 : 0, n < 4 ? 1 : 0, { before: n === 3 ? 1 : 0 });
    });
    const { hourly } = await ask([station('A', count)], {
      ...{ scope: { type: 'network' }, compare_to: ['persistence'] },
      hourly: { variables: ['precipitation'], lead_hours: [24] },
    });
    expect(only(hourly).precipitation!.occurrence).toMatchObject({
      ...{ critical_success_index: 0.5, probability_of_detection: 0.5, false_alarm_ratio: 0, frequency_bias: 0.5 },
      ...{ accuracy: 0.9, hits: 2, misses: 2, false_alarms: 0, correct_negatives: 16, samples: 20 },
      persistence: { critical_success_index: 0.25, service_critical_success_index: 0.5, skill_score: 0.3333 },
    });
  });

  test('six probabilities have the Brier score 0.0667 and the bias −0.0667, and their reliability', async () => {
    const [probabilities, wet] = [
      [0.1, 0.9, 0.8, 0.3, 0.5, 0],
      [0, 1, 1, 0, 1, 0],
    ] as const;
    const count = onLast((date) => {
      for (const [n, o] of wet.entries())
        date.probability('1d', 1, probabilities[n]!, o, { persistence: 1 - o, climatology: 0.5 });
    });
    const { daily } = await ask([station('A', count)], {
      ...{ scope: { type: 'region', region: 'mountain' }, include: ['reliability'] },
      ...{ compare_to: ['persistence', 'climatology'] },
      daily: { variables: ['precipitation_probability'], lead_days: [1] },
    });
    const { reliability, ...scores } = only(daily).precipitation_probability!;
    expect(scores).toEqual({
      ...{ brier_score: 0.0667, bias: -0.0667, samples: 6 },
      persistence: { brier_score: 1, bias: 0, samples: 6, service_brier_score: 0.0667, skill_score: 0.9333 },
      climatology: { brier_score: 0.25, service_brier_score: 0.0667, skill_score: 0.7333, samples: 6 },
    });
    expect(
      reliability!.map(({ from, to, mean_probability, observed_frequency }) => [
        ...[from, to, mean_probability, observed_frequency],
      ]),
    ).toEqual([
      [0, 0, 0, 0],
      [0, 0.1, 0.1, 0],
      [0.2, 0.3, 0.3, 0],
      [0.4, 0.5, 0.5, 1],
      [0.7, 0.8, 0.8, 1],
      [0.8, 0.9, 0.9, 1],
    ]);
  });
});

describe('units', () => {
  test.each([
    [{}, 'degC', 1.25],
    [{ units: 'si' }, 'K', 1.25],
    [{ units: 'us' }, 'degF', 2.25],
    [{ units: 'us', unit_overrides: { temperature: 'K' } }, 'K', 1.25],
  ] as const)('an error of 1.25 K with %j is in %s and has no offset', async (units, unit, error) => {
    const answer = await ask([station('A', highs(1.25))], { ...NETWORK, ...units, include: ['confidence'] });
    expect(answer.units.temperature).toBe(unit);
    expect(only(answer.daily).temperature_max).toMatchObject({
      ...{ mean_absolute_error: error, bias: error, root_mean_square_error: error },
      confidence: { bias: { low: error, high: error } },
    });
  });

  test('an error of 25.4 mm is 1 in, and scores of occurrence have no unit', async () => {
    const count: CountPairs = (date) => date.amount('1d', 1, 35.4, 10);
    const request = { ...NETWORK, units: 'us', daily: { variables: ['precipitation'], lead_days: [1] } } as const;
    const { daily, units } = await ask([station('A', count)], request);
    expect(units.precipitation).toBe('in');
    expect(only(daily).precipitation).toMatchObject({
      occurrence: { critical_success_index: 1, hits: 30 },
      amount: { mean_absolute_error: 1, bias: 1, root_mean_square_error: 1, samples: 30 },
    });
  });
});

describe('few pairs', () => {
  const some =
    (days: number): CountPairs =>
    (date) => {
      if (date.day > LAST - days) date.temperatureMax(1, 291, 290);
    };

  test('5 daily pairs give null and samples 5, 6 give values', async () => {
    const five = await ask([station('A', some(5))], NETWORK);
    expect(only(five.daily).temperature_max).toEqual({
      ...{ mean_absolute_error: null, bias: null, root_mean_square_error: null, samples: 5 },
    });
    expect(five.warnings).toMatchObject([{ code: 'low_samples', count: 1, variables: ['temperature_max'] }]);
    const six = await ask([station('A', some(6))], NETWORK);
    expect(only(six.daily).temperature_max).toMatchObject({ mean_absolute_error: 1, samples: 6 });
    expect(codesOf(six)).toEqual([]);
  });

  test('present weather gives occurrence, an amount with 0 samples, and a warning', async () => {
    const count: CountPairs = (date) => date.amount('1h', 24, 1, Number.NaN, { wet: date.day % 2 });
    const answer = await ask([station('A', count)], {
      scope: { type: 'network' },
      hourly: { variables: ['precipitation'], lead_hours: [24] },
    });
    const { occurrence, amount } = only(answer.hourly).precipitation!;
    expect([occurrence.hits, occurrence.false_alarms, amount.samples]).toEqual([15, 15, 0]);
    expect(codesOf(answer)).toEqual(['low_samples', 'observed_from_present_weather']);
  });

  test('a dry period has no amount, and no warning of present weather', async () => {
    const count: CountPairs = (date) => date.amount('1h', 24, 0, 0);
    const request = { scope: { type: 'network' }, hourly: { variables: ['precipitation'], lead_hours: [24] } } as const;
    expect(codesOf(await ask([station('A', count)], request))).toEqual(['low_samples']);
  });
});

describe('local scopes', () => {
  /** km north of Denver. */
  const north = (km: number, id: string, count: CountPairs) =>
    station(id, count, { latitude: DENVER.latitude + km / 111.2 });

  test.each([
    [[20, 30], 40, 2],
    [[20, 60], 40, 1],
    [[50, 79, 100], 80, 2],
    [[120, 159, 170], 160, 2],
  ])('stations at %j km give the radius %d km with %d stations', async (distances, radius, count) => {
    const stations = distances.map((km, n) => north(km, `S${n}`, highs(n)));
    const answer = await ask(stations, { ...LOCAL, include: ['stations'] });
    expect(answer.coverage).toMatchObject({ available: true, radius_km: radius });
    expect(answer.coverage.basis).toContain(`${count} station${count > 1 ? 's' : ''} within ${radius} km`);
    expect(answer.stations!.map(({ id }) => id)).toEqual(distances.slice(0, count).map((_, n) => `S${n}`));
    expect(answer.stations![0]!.distance_km).toBeCloseTo(distances[0]!, 0);
    expect(only(answer.daily).temperature_max!.samples).toBe(30 * count);
  });

  test('a near station with too few pairs is pooled with those of the next radius', async () => {
    const few: CountPairs = (date) => {
      if (date.day > LAST - 3) date.temperatureMax(1, 291, 290);
    };
    const answer = await ask([north(10, 'NEAR', few), north(70, 'NEXT', highs(2))], LOCAL);
    expect(answer.coverage).toMatchObject({ available: true, radius_km: 80 });
    expect(only(answer.daily).temperature_max!.samples).toBe(33);
  });

  test.each([
    ['no station within 160 km', [] as MadeStation[], 0],
    ['3 pairs within 160 km', [north(100, 'S', (date) => date.day > LAST - 3 && date.temperatureMax(1, 291, 290))], 3],
  ])('%s: not available, and all values are null', async (_name, stations, samples) => {
    const far = station('FAR', highs(1), { latitude: -30 });
    const answer = await ask([...stations, far], LOCAL);
    expect(answer.coverage).toMatchObject({ available: false, verified_areas: stations.length });
    expect(answer.coverage).not.toHaveProperty('radius_km');
    const nothing = { mean_absolute_error: null, bias: null, root_mean_square_error: null, samples };
    expect(only(answer.daily).temperature_max).toEqual(nothing);
    expect(codesOf(answer)).toEqual(['low_samples']);
    expect(answer.warnings[0]!.message).toContain('within 160 km');
  });

  test('at the pole nothing is available, and beside the pole stations of all longitudes are near', async () => {
    const pole = { ...LOCAL, scope: { type: 'local', location: { latitude: 90, longitude: 0 } } } as const;
    expect((await ask([station('A', highs(1))], pole)).coverage.available).toBe(false);
    const around = [0, 120, -120].map((longitude) =>
      station(`L${longitude}`, highs(1), { latitude: 89.8, longitude, region: 'arctic' }),
    );
    const near = await ask(around, pole);
    expect(near.coverage).toMatchObject({ available: true, radius_km: 40, verified_areas: 3 });
  });

  test('a station beyond the date line is near', async () => {
    const there = station('NFFN', highs(1), { latitude: -17.75, longitude: 179.9, region: 'tropical' });
    const location = { latitude: -17.75, longitude: -179.9 };
    const answer = await ask([there], { ...LOCAL, scope: { type: 'local', location }, include: ['stations'] });
    expect(answer.coverage).toMatchObject({ available: true, radius_km: 40 });
    expect(answer.stations![0]).toMatchObject({ distance_km: 21.2, cell: { longitude: 179.875 } });
  });

  test('reliability is null, with a warning', async () => {
    const count: CountPairs = (date) => date.probability('1d', 1, 0.3, date.day % 3 === 0 ? 1 : 0);
    const daily = { variables: ['precipitation_probability'], lead_days: [1] } as const;
    const answer = await ask([station('A', count)], { ...LOCAL, daily, include: ['reliability'] });
    expect(only(answer.daily).precipitation_probability).toMatchObject({ samples: 30, reliability: null });
    expect(codesOf(answer)).toEqual(['variable_unavailable']);
  });
});

describe('regions and the network', () => {
  const stations = [
    station('A', highs(1)),
    station('B', highs(3), { latitude: 20, longitude: -160, region: 'tropical' }),
    station('C', highs(-1), { latitude: 20.01, longitude: -160.01, region: 'tropical' }),
    station('D', () => undefined, { latitude: 10, region: 'tropical' }),
  ];
  const of = async (scope: AccuracyRequest['scope']) => ask(stations, { ...NETWORK, scope, include: ['stations'] });

  test('have their own stations, and one area for each cell with pairs', async () => {
    const tropical = await of({ type: 'region', region: 'tropical' });
    expect(tropical.coverage).toMatchObject({ available: true, verified_areas: 2 });
    expect(tropical.stations!.map(({ id }) => id)).toEqual(['B', 'C']);
    expect(only(tropical.daily).temperature_max).toMatchObject({ mean_absolute_error: 2, bias: 1, samples: 60 });
    const network = await of({ type: 'network' });
    expect(only(network.daily).temperature_max).toMatchObject({ mean_absolute_error: 1.67, bias: 1, samples: 90 });
    expect(network.stations).toHaveLength(3);
    for (const one of network.stations!) expect(one).not.toHaveProperty('distance_km');
  });

  test('a region without stations is not available', async () => {
    const arctic = await of({ type: 'region', region: 'arctic' });
    expect(arctic.coverage).toMatchObject({ available: false, verified_areas: 0 });
    expect(arctic.stations).toEqual([]);
    expect(arctic.warnings[0]).toMatchObject({ code: 'low_samples' });
  });

  test('a local scope of one station has the metrics that the station has in the network', async () => {
    const network = await of({ type: 'network' });
    const local = await ask(stations, LOCAL);
    expect(network.stations![0]!.daily).toEqual(only(local.daily));
  });
});

describe('sections', () => {
  test('without leads there is a record for each lead of the interval, in rising order', async () => {
    const answer = await ask([station('A', highs(1))], {
      scope: { type: 'network' },
      daily: { variables: ['temperature_min', 'temperature_max'] },
      hourly: { variables: ['temperature'] },
      minutely: { variables: ['precipitation'] },
    });
    expect(answer.daily!.map(({ lead_days }) => lead_days)).toEqual(Array.from({ length: 14 }, (_, n) => n + 1));
    expect(answer.hourly!.map(({ lead_hours }) => lead_hours)).toEqual([0, 1, 2, 3, 6, 12, 24]);
    expect(answer.minutely!.map(({ lead_minutes }) => lead_minutes)).toEqual([5, 15, 30, 60, 90, 115]);
    expect(Object.keys(answer.daily![0]!)).toEqual(['lead_days', 'temperature_max', 'temperature_min']);
  });

  test('uncorrected forecasts are compared where the interval has them', async () => {
    const count: CountPairs = (date) => {
      date.temperatureMax(1, 290.5, 290);
      date.uncorrectedMax(1, 291.25, 290);
      date.probability('1m', 60, 0.5, 1);
    };
    const answer = await ask([station('A', count)], {
      ...{ ...NETWORK, compare_to: ['uncorrected'] },
      minutely: { variables: ['precipitation_probability'], lead_minutes: [60] },
    });
    expect(only(answer.daily).temperature_max).toEqual({
      ...{ mean_absolute_error: 0.5, bias: 0.5, root_mean_square_error: 0.5, samples: 30 },
      uncorrected: { mean_absolute_error: 1.25, bias: 1.25, root_mean_square_error: 1.25, samples: 30 },
    });
    expect(only(answer.minutely).precipitation_probability).not.toHaveProperty('uncorrected');
  });

  test('confidence bounds hold the score, and never leave its range', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: 60, maxLength: 60 }),
        async (errors) => {
          const count: CountPairs = (date) => {
            const error = errors[date.day - FIRST]!;
            date.temperatureMax(1, 290 + error, 290);
            date.amount('1d', 1, error > 0 ? 2 : 0, error > 1 ? 2 : 0);
          };
          const { daily } = await ask([station('A', count)], {
            ...{ scope: { type: 'network' }, days: 60, include: ['confidence'] },
            daily: { variables: ['temperature_max', 'precipitation'], lead_days: [1] },
          });
          const { temperature_max, precipitation } = only(daily);
          const { confidence, ...scores } = temperature_max!;
          for (const name of ['mean_absolute_error', 'bias'] as const) {
            expect(confidence![name]!.low).toBeLessThanOrEqual(scores[name]!);
            expect(confidence![name]!.high).toBeGreaterThanOrEqual(scores[name]!);
          }
          expect(confidence!.mean_absolute_error!.low).toBeGreaterThanOrEqual(0);
          const { accuracy } = precipitation!.occurrence.confidence!;
          expect(accuracy!.low).toBeGreaterThanOrEqual(0);
          expect(accuracy!.high).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('the period', () => {
  const stations = [station('A', highs(1))];

  test.each([
    [7, '2026-11-12', 7],
    [30, '2026-10-20', 30],
    [60, '2026-09-20', 60],
  ])('of %d days begins on %s and has %d pairs', async (days, start, samples) => {
    const answer = await ask(stations, { ...NETWORK, days });
    expect(answer.evaluation_period).toEqual({ start, end: '2026-11-18', days, data_through: '2026-11-18' });
    expect(only(answer.daily).temperature_max!.samples).toBe(samples);
    expect(codesOf(answer)).toEqual([]);
  });

  test('that begins before the record has the pairs of the record, and says so', async () => {
    const answer = await ask(stations, { ...NETWORK, days: 365 });
    expect(answer.evaluation_period).toMatchObject({ start: '2025-11-19', days: 365 });
    expect(only(answer.daily).temperature_max!.samples).toBe(60);
    expect(answer.warnings).toMatchObject([{ code: 'partial_data', count: 305 }]);
    expect(answer.warnings[0]!.message).toContain('begins on 2026-09-20');
  });

  test('of a record without a complete date ends yesterday, with data_through null', async () => {
    const record = { ...memoryAccuracy(stations, [FIRST, LAST]), lastDay: FIRST - 1 };
    const answer = await productOf(stations, record).answer(NETWORK);
    expect(answer.evaluation_period).toMatchObject({ end: '2026-11-19', data_through: null });
    expect(answer.coverage.available).toBe(false);
    expect(only(answer.daily).temperature_max!.samples).toBe(0);
  });
});

describe('the record', () => {
  const stations = [station('A', highs(1))];
  const record = memoryAccuracy(stations, [FIRST, LAST]);

  test('that does not exist is a 503 to be tried again in an hour', async () => {
    const product = productOf(stations, null);
    await expect(product.answer(NETWORK)).rejects.toThrow(
      new ProductUnavailableError('accuracy', 'no forecasts have been verified yet', 3600),
    );
    expect(await product.status()).toMatchObject({ state: 'unavailable', updatedAt: null, isMain: false });
    expect(await product.stateKey()).toMatch(/^none\//);
  });

  test.each([
    [LAST + 3, false, 'ready', []],
    [LAST + 4, true, 'stale', ['stale_data']],
  ] as const)('on day %d is stale: %s', async (today, stale, state, codes) => {
    const product = productOf(stations, record, today * DAY + 80_000);
    const answer = await product.answer(NETWORK);
    expect(answer.stale).toBe(stale);
    expect(codesOf(answer)).toEqual(codes);
    expect(await product.status()).toMatchObject({ state, updatedAt: record.createdAt });
  });

  test('of the simulated upstream is said to be', async () => {
    const simulated = memoryAccuracy(stations, [FIRST, LAST], { simulated: true });
    expect(codesOf(await ask(stations, NETWORK, simulated))).toEqual(['simulated_data']);
  });

  test('has another state with another version, and on another date', async () => {
    const keys = [
      await productOf(stations, record).stateKey(),
      await productOf(stations, record, NOW + 1).stateKey(),
      await productOf(stations, record, NOW + DAY).stateKey(),
      await productOf(stations, memoryAccuracy(stations, [FIRST, LAST], { version: 'next' })).stateKey(),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  test('that cannot be read is unavailable in its status, and an error of the request', async () => {
    const broken = new StoreUnavailableError('accuracy', 'no response');
    const product = createAccuracyProduct({
      ...{ accuracy: () => Promise.reject(broken), clock: fixedClock(NOW), verified: stations },
    });
    await expect(product.answer(NETWORK)).rejects.toBe(broken);
    expect(await product.status()).toMatchObject({ state: 'unavailable', detail: broken.message });
  });
});
