import { describe, expect, test } from 'vitest';
import { column } from '../../../test/answer-columns.js';
import { answerOf, codes, NOW, productOf } from '../../../test/forecast-situation.js';
import { generatedStation } from '../../../test/generated-stations.js';
import { memoryAnalysis } from '../../../test/memory-analysis.js';
import { memoryStations } from '../../../test/memory-stations.js';
import { observedProducts } from '../../../test/observed-situation.js';
import { recordedHours } from '../../../test/recorded-hours.js';
import { dayOf } from '../../../test/station-files.js';
import { ObjectDefectError } from '../../base/errors.js';
import { NOT_OBSERVED, type StationElement } from '../../model/station-series.js';
import { DAY } from '../../model/time.js';
import type { ForecastVariableId } from '../../model/variables.js';

const HERE = { latitude: 52.5, longitude: 13.4 };
const FAR_AWAY = { id: 'AFAR', latitude: 10, longitude: 10 };
const elevationAt = async () => 100;
const ALL = ['temperature_max', 'temperature_min', 'precipitation', 'rain_total', 'snow_total'] as const;

type Day = Partial<Record<StationElement, number>>;
/** A station that reported until the day before yesterday unless told otherwise; packed values. */
const station = (day: Day = {}, last = '2026-11-18') =>
  generatedStation({ id: 'BERLIN', ...HERE, first: '2025-01-01', last, day: () => day });
const open = (...series: ReturnType<typeof station>[]) => {
  const archive = memoryStations(series, { publishedAt: NOW - 3600 });
  return async () => archive;
};
const days = (start: string, end: string, ...variables: ForecastVariableId[]) => ({
  location: HERE,
  timezone: 'Europe/Berlin',
  daily: { start, end, variables },
});
/** A model that is 10 °C, overcast and dry. */
const fields = { temperature: () => 283.15, precipitation: () => 0, cloud_cover: () => 1 };

describe('a past day that stations observed', () => {
  test('has the values of the historical response, and is an observation', async () => {
    const [start, end] = ['2026-01-05', '2026-11-18'];
    const stations = open(
      generatedStation({ id: 'NEAR', latitude: 52.6, longitude: 13.4, first: '2020-01-01', last: '2026-11-18' }),
      generatedStation({
        id: 'FAR',
        latitude: 52.8,
        longitude: 13.4,
        first: '2020-01-01',
        last: '2026-11-18',
        mean: 9,
      }),
    );
    const forecast = await answerOf({ stations, elevationAt, fields }, days(start, '2026-11-21', ...ALL));
    const history = await observedProducts({ open: stations, now: NOW, elevationAt }).historical.answer({
      ...{ location: HERE, timezone: 'Europe/Berlin', start, end },
      variables: [...ALL],
    });
    for (const variable of ALL) {
      const past = column(forecast.daily, variable).slice(0, history.daily.labels.length);
      expect(past).toEqual(column(history.daily, variable));
      expect(past.some((value) => value !== null)).toBe(true);
    }
    const types = column(forecast.daily, 'type');
    expect([types[0], ...types.slice(-5)]).toEqual([
      ...['observation', 'observation', 'observation', 'analysis', 'forecast', 'forecast'],
    ]);
  });

  test('is that of the historical response where the daily analysis stands in for stations', async () => {
    const values = { temperature_max: 290, temperature_min: 280, precipitation: 4, rain_total: 3.5, snow_total: 2 };
    const analysis = memoryAnalysis({ ...values, elevation: 400 });
    const stations = open(generatedStation({ ...FAR_AWAY, first: '2025-01-01', last: '2026-11-18' }));
    const asked = days('2026-11-10', '2026-11-19', ...ALL);
    const forecast = await answerOf({ stations, analysis, elevationAt, fields }, asked);
    const { historical } = observedProducts({ open: stations, analysis, now: NOW, elevationAt });
    const history = await historical.answer({ ...asked.daily, ...asked, variables: [...ALL] });
    for (const variable of ALL) expect(column(forecast.daily, variable)).toEqual(column(history.daily, variable));
    expect(column(forecast.daily, 'type')).toEqual(new Array(10).fill('analysis'));
  });

  test('is an observation before the analysis of what no station observes begins', async () => {
    const stations = open(station({ precipitation: 30, snowfall: NOT_OBSERVED }));
    const analysis = memoryAnalysis({ snow_total: 0 }, { firstDay: dayOf('2026-11-17') });
    const asked = days('2026-11-15', '2026-11-18', 'precipitation', 'snow_total');
    const forecast = await answerOf({ stations, analysis, elevationAt, fields }, asked);
    expect(column(forecast.daily, 'snow_total')).toEqual([null, null, 0, 0]);
    expect(column(forecast.daily, 'type')).toEqual(['observation', 'observation', 'analysis', 'analysis']);
  });

  test('of airports, where the series do not have it yet, is that of the historical response', async () => {
    const clock = { now: () => NOW };
    const { stationDays, write } = recordedHours(clock);
    for (const date of ['2026-11-18', '2026-11-19'])
      await write({
        ...{ start: dayOf(date) * DAY, simulated: false, stations: [{ id: 'EDDB', ...HERE, elevation: 100 }] },
        temperatures: Float32Array.from({ length: 24 }, (_, hour) => 274.15 + hour / 4),
        ...{ offsets: new Int8Array(24), amounts: new Float32Array(24).fill(Number.NaN) },
        occurrences: new Uint8Array(24),
      });
    const stations = open(station());
    const asked = days('2026-11-18', '2026-11-19', 'temperature_max', 'temperature_min');
    const forecast = await answerOf({ stations, stationDays, elevationAt, fields }, asked);
    const { historical } = observedProducts({ open: stations, stationDays, now: NOW, elevationAt });
    const history = await historical.answer({
      ...asked.daily,
      ...asked,
      variables: ['temperature_max', 'temperature_min'],
    });
    expect(column(forecast.daily, 'type')).toEqual(['observation', 'observation']);
    for (const variable of ['temperature_max', 'temperature_min'])
      expect(column(forecast.daily, variable)).toEqual(column(history.daily, variable));
    expect(column(forecast.daily, 'temperature_max')[1]).toBe(7.1); // 6.75 °C at 23:00 UTC of the day before, and 0.4 K
    expect(codes(forecast)).not.toContain('recent_data_incomplete');
  });

  test('is an observation whatever the hours show', async () => {
    const request = days('2026-11-19', '2026-11-19', 'temperature_max');
    const hourly = { hours: 3, variables: ['precipitation' as const] };
    const answer = await answerOf(
      { stations: open(station({}, '2026-11-19')), elevationAt, fields },
      { ...request, hourly },
    );
    expect(column(answer.daily, 'type')).toEqual(['observation']);
    expect(codes(answer)).not.toContain('analysis_fallback');
  });

  test.each<[name: string, day: Day, rain: number, probability: number, condition: string]>([
    ['wet, where the model was dry', { precipitation: 42, snowfall: 0 }, 0, 100, 'rain'],
    ['dry, where the model was wet', { precipitation: 0, snowfall: 0 }, 2, 0, 'cloudy'],
    ['white, where the model rained', { precipitation: 42, snowfall: 45 }, 2, 100, 'snow'],
    ['of 0.9 mm', { precipitation: 9, snowfall: 0 }, 0, 0, 'cloudy'],
  ])('%s has that chance and condition', async (_, day, rain, probability, condition) => {
    const wet = { ...fields, precipitation: () => rain, rain_flag: () => (rain > 0 ? 1 : 0) };
    const request = days('2026-11-19', '2026-11-19', 'precipitation_probability', 'condition');
    const answer = await answerOf({ stations: open(station(day, '2026-11-19')), elevationAt, fields: wet }, request);
    expect(column(answer.daily, 'precipitation_probability')).toEqual([probability]);
    expect(column(answer.daily, 'condition')).toEqual([condition]);
    expect(column(answer.daily, 'type')).toEqual(['observation']);
  });

  test('before the models begin has no sky where it was dry, and that is said', async () => {
    const request = days('2026-06-01', '2026-06-04', 'condition');
    const answer = await answerOf({ stations: open(station({ temperature_max: 200 })), elevationAt, fields }, request);
    expect(column(answer.daily, 'condition').map((code) => code ?? 'none')).toEqual([
      ...column(
        (await answerOf({ stations: open(station()), elevationAt }, days('2026-06-01', '2026-06-04', 'precipitation')))
          .daily,
        'precipitation',
      ).map((amount) => (Number(amount) >= 1 ? 'rain' : 'none')),
    ]);
    expect(answer.warnings).toContainEqual(
      expect.objectContaining({ code: 'partial_data', variables: ['condition'], count: 3 }),
    );
  });
});

test('a wet day whose kind of precipitation is not known has no condition, and the warning does not blame the sky alone', async () => {
  const unknown = { snowfall: NOT_OBSERVED, temperature_max: NOT_OBSERVED, temperature_min: NOT_OBSERVED };
  const stations = open(station({ precipitation: 42, ...unknown }));
  const answer = await answerOf({ stations, elevationAt, fields }, days('2026-06-01', '2026-06-01', 'condition'));
  expect(column(answer.daily, 'condition')).toEqual([null]);
  const { message } = answer.warnings.find(({ code }) => code === 'partial_data')!;
  expect(message).toContain('condition is null on 1 of 1 past days');
  expect(message).toContain('kind of precipitation');
});

describe('a past day that stations did not observe', () => {
  test('is an analysis where the models have it, and nothing where they begin later', async () => {
    const stations = open(station({}, '2026-11-10'));
    const answer = await answerOf(
      { stations, elevationAt, fields },
      days('2026-11-16', '2026-11-20', 'temperature_max'),
    );
    expect(column(answer.daily, 'temperature_max')).toEqual([null, null, 10, 10, 10]);
    expect(column(answer.daily, 'type').slice(-2)).toEqual(['analysis', 'forecast']);
    expect(codes(answer)).toEqual(expect.arrayContaining(['analysis_fallback', 'variable_unavailable']));
  });

  test('has no chance of precipitation before the models begin, and that is said', async () => {
    const stations = open(station({}, '2026-11-10'));
    const request = days('2026-11-16', '2026-11-20', 'precipitation_probability');
    const answer = await answerOf({ stations, elevationAt, fields }, request);
    expect(column(answer.daily, 'precipitation_probability')).toEqual([null, null, 0, 0, 0]);
    expect(answer.warnings).toContainEqual(
      expect.objectContaining({ code: 'partial_data', variables: ['precipitation_probability'], count: 2 }),
    );
  });

  test('takes amounts from the models where temperatures alone were observed, and is then an analysis', async () => {
    const stations = open(station({ precipitation: NOT_OBSERVED, snowfall: NOT_OBSERVED }, '2026-11-19'));
    const request = days('2026-11-19', '2026-11-19', 'temperature_max', 'precipitation');
    const answer = await answerOf({ stations, elevationAt, fields: { ...fields, precipitation: () => 1 } }, request);
    expect(column(answer.daily, 'precipitation')).toEqual([24]);
    expect(column(answer.daily, 'temperature_max')[0]).not.toBe(10);
    expect(column(answer.daily, 'type')).toEqual(['analysis']);
    expect(codes(answer)).toContain('analysis_fallback');
  });

  test('never gets a model minimum beside an observed maximum', async () => {
    const stations = open(station({ temperature_max: 20, temperature_min: NOT_OBSERVED }, '2026-11-19'));
    const request = days('2026-11-19', '2026-11-19', 'temperature_max', 'temperature_min');
    const answer = await answerOf({ stations, elevationAt, fields }, request);
    expect(column(answer.daily, 'temperature_max')).toEqual([2]);
    expect(column(answer.daily, 'temperature_min')).toEqual([null]);
  });

  test('is an analysis where it is over in the zone of the request, but not at the place', async () => {
    const now = Date.parse('2026-11-20T10:30:00Z') / 1000; // 00:30 of the 21st on Kiritimati
    const request = { ...days('2026-11-20', '2026-11-20', 'temperature_max'), timezone: 'Pacific/Kiritimati' };
    const answer = await answerOf({ now, stations: open(station({}, '2026-11-20')), elevationAt, fields }, request);
    expect(column(answer.daily, 'type')).toEqual(['analysis']);
    expect(column(answer.daily, 'temperature_max')).toEqual([10]);
  });
});

test('the zone of a request that is not the zone of the place leaves observed days the stations own, with a warning', async () => {
  const request = { ...days('2026-11-01', '2026-11-10', 'temperature_max'), timezone: 'Asia/Tokyo' };
  const answer = await answerOf({ stations: open(station()), elevationAt, fields }, request);
  expect(codes(answer)).toContain('day_boundary_local');
});

test('series that cannot be read leave the analyses of the models', async () => {
  const stations = () => Promise.reject(new ObjectDefectError('stations/x', 0, 'its checksum is wrong'));
  const product = productOf({ stations, elevationAt, fields });
  const answer = await product.answer(days('2026-11-19', '2026-11-20', 'temperature_max'));
  expect(column(answer.daily, 'temperature_max')).toEqual([10, 10]);
  expect(codes(answer)).toContain('analysis_fallback');
  expect(await product.stateKey()).toContain('/defective/');
});

test('a new publication of the series changes the key of kept responses', async () => {
  let version = 'first';
  const stations = async () => memoryStations([station()], { version });
  const product = productOf({ stations, fields });
  const before = await product.stateKey();
  version = 'second';
  expect(await product.stateKey()).not.toBe(before);
});

test('a forecast without past days does not read the series', async () => {
  const archive = memoryStations([station()]);
  const request = { ...days('2026-11-20', '2026-11-22', 'temperature_max') };
  await answerOf({ stations: async () => archive, fields }, request);
  expect(archive.reads).toBe(0);
});

test('365 days back are answered in one response', async () => {
  const stations = open(station());
  const answer = await answerOf({ stations, elevationAt, fields }, days('2025-11-20', '2026-11-20', 'temperature_max'));
  expect(answer.daily?.labels).toHaveLength(366);
  expect(column(answer.daily, 'type').filter((type) => type === 'observation')).toHaveLength(364);
});

describe('the daily analysis of the service', () => {
  const grey = { temperature_max: 300, temperature_min: 290, precipitation: 0, rain_total: 0, snow_total: 0 };

  test('gives the sky of observed dry days that the models no longer hold', async () => {
    const dry = station({ precipitation: 0, snowfall: 0 });
    const analysis = memoryAnalysis({ ...grey, cloud_cover: 0.45, elevation: 100 });
    const request = days('2026-06-01', '2026-06-03', 'condition', 'precipitation');
    const answer = await answerOf({ stations: open(dry), analysis, elevationAt, fields }, request);
    expect(column(answer.daily, 'condition')).toEqual(['partly', 'partly', 'partly']);
    expect(column(answer.daily, 'type')).toEqual(['observation', 'observation', 'observation']);
  });

  test('gives past days where no station is near, which are analyses with the values of the historical response', async () => {
    const far = { latitude: 15, longitude: 20 };
    const analysis = memoryAnalysis({ ...grey, cloud_cover: 1, elevation: 100 });
    const stations = open(station());
    const request = { ...days('2026-06-01', '2026-06-03', 'temperature_max', 'precipitation', 'condition') };
    const answer = await answerOf({ stations, analysis, elevationAt, fields }, { ...request, location: far });
    const history = await observedProducts({ open: stations, analysis, now: NOW, elevationAt }).historical.answer({
      ...{ location: far, start: '2026-06-01', end: '2026-06-03', variables: ['temperature_max', 'precipitation'] },
    });
    for (const variable of ['temperature_max', 'precipitation'] as const)
      expect(column(answer.daily, variable)).toEqual(column(history.daily, variable));
    expect(column(answer.daily, 'temperature_max')).toEqual([26.9, 26.9, 26.9]);
    expect(column(answer.daily, 'condition')).toEqual(['cloudy', 'cloudy', 'cloudy']);
    expect(column(answer.daily, 'type')).toEqual(['analysis', 'analysis', 'analysis']);
    expect(answer.warnings).toContainEqual(expect.objectContaining({ code: 'analysis_fallback', count: 3 }));
  });
});
