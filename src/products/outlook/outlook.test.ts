import { describe, expect, test } from 'vitest';
import { generatedStation } from '../../../test/generated-stations.js';
import { memoryStations } from '../../../test/memory-stations.js';
import { columnOf, numbersOf, type ObservedSituation, observedProducts } from '../../../test/observed-situation.js';
import { InvalidRequestError, StoreUnavailableError } from '../../base/errors.js';
import type { ForecastAnswer } from '../../model/answer.js';
import { OUTLOOK_FIELDS, OUTLOOK_VARIABLES } from '../../model/outlook.js';
import { NOT_OBSERVED, type StationArchive, type StationElement } from '../../model/station-series.js';
import { formatDate, localDateNumber, zoneOf } from '../../model/time.js';
import { type ConditionClimate, outlookCondition } from './condition.js';
import type { OutlookRequest } from './request.js';

const HERE = { latitude: 40.7, longitude: -74 };
const span = { first: '1985-01-01', last: '2020-12-31' };
const near = generatedStation({ id: 'NEAR', latitude: 40.75, longitude: -74, ...span });
const far = generatedStation({ id: 'FAR', latitude: 40.9, longitude: -74, ...span, mean: 10 });
const south = generatedStation({ id: 'SOUTH', latitude: -34, longitude: 151, ...span, mean: 20, swing: -10 });

/** Today is 2024-11-20 in all zones but those of the far Pacific. */
const WHOLE_YEAR = { start: '2024-12-05', end: '2025-11-20' };
const ASKED: OutlookRequest = { location: HERE, ...WHOLE_YEAR, variables: OUTLOOK_VARIABLES };
const ask = (changes: Partial<OutlookRequest> = {}, situation: ObservedSituation = { stations: [near, far] }) =>
  observedProducts(situation).outlook.answer({ ...ASKED, ...changes });
const codesOf = ({ warnings }: ForecastAnswer) => warnings.map(({ code }) => code);
const at = ({ daily }: ForecastAnswer, date: string) => daily!.labels.indexOf(date);

test('the whole outlook has 351 days with every requested variable, and nothing jumps over New Year', async () => {
  const answer = await ask();
  expect(answer.daily!.labels).toHaveLength(351);
  expect(answer.daily!.columns.map(({ name }) => name)).toEqual(['type', ...OUTLOOK_VARIABLES]);
  for (const name of ['temperature_max', 'temperature_min']) {
    const values = numbersOf(answer.daily!, name);
    for (let i = 1; i < values.length; i++)
      expect(Math.abs(values[i]! - values[i - 1]!), answer.daily!.labels[i]).toBeLessThan(0.5);
    expect(values[at(answer, '2025-07-15')]! - values[at(answer, '2025-01-15')]!).toBeGreaterThan(20);
  }
  expect(codesOf(answer)).toEqual(['climatology_only', 'condition_estimated']);
});

test('precipitation is the chance of a wet day times its mean amount, in rain and in snow', async () => {
  const answer = await ask();
  const [chance, total, rain, snow] = ['precipitation_probability', 'precipitation', 'rain_total', 'snow_total'].map(
    (name) => numbersOf(answer.daily!, name),
  );
  // every fourth day has 5 mm, of which 50 mm of snow are 5 mm of water
  for (const each of chance!) expect(each).toBe(25);
  for (const each of total!) expect(each).toBeCloseTo(1.25, 1);
  for (const [i, each] of rain!.entries()) expect(each + snow![i]! / 10).toBeCloseTo(total![i]!, 1);
  expect(snow![at(answer, '2025-07-15')]).toBe(0);
  expect(snow![at(answer, '2025-01-15')]).toBeGreaterThan(0.5);
});

test('29 February lies between its neighbours', async () => {
  const now = Date.UTC(2027, 10, 20, 10) / 1000;
  const answer = await ask({ start: '2028-02-01', end: '2028-03-31' }, { stations: [near], now });
  const values = numbersOf(answer.daily!, 'temperature_max');
  const leap = at(answer, '2028-02-29');
  expect(values[leap]).toBeCloseTo((values[leap - 1]! + values[leap + 1]!) / 2, 0);
  expect(values[leap]).toBeGreaterThanOrEqual(values[leap - 1]!);
  expect(values[leap]).toBeLessThanOrEqual(values[leap + 1]!);
});

test('the southern hemisphere has its summer in January', async () => {
  const answer = await ask({ location: { latitude: -33.9, longitude: 151 } }, { stations: [south] });
  const values = numbersOf(answer.daily!, 'temperature_max');
  expect(values[at(answer, '2025-01-15')]! - values[at(answer, '2025-07-15')]!).toBeGreaterThan(7);
});

test('within the polar night neither sunrise nor sunset is there, and without stations the sun is exact', async () => {
  const answer = await ask({ location: { latitude: 78.2, longitude: 15.6 } });
  const rises = columnOf(answer.daily!, 'sunrise');
  expect(rises[at(answer, '2024-12-21')]).toBeNull();
  expect(rises[at(answer, '2025-03-20')]).toMatch(/^2025-03-20T0\d:\d\d:00\+01:00$/);
  expect(columnOf(answer.daily!, 'temperature_max')).toEqual(new Array(351).fill(null));
  expect(columnOf(answer.daily!, 'condition')).toEqual(new Array(351).fill(null));
  expect(codesOf(answer)).toEqual(['climatology_only', 'variable_unavailable']);
  const sun = await ask({ location: { latitude: 78.2, longitude: 15.6 }, variables: ['sunset'] });
  expect(codesOf(sun)).toEqual([]);
});

describe('dates', () => {
  test.each<[changes: Partial<OutlookRequest>, faults: string[]]>([
    [{ start: '2024-12-05', end: '2024-12-05' }, []],
    [{ start: '2024-12-04', end: '2024-12-05' }, ['/start date_out_of_range']],
    [{ start: '2025-11-20', end: '2025-11-21' }, ['/end date_out_of_range']],
    [{ start: '2025-02-02', end: '2025-02-01' }, ['/start dates_reversed']],
    [{ start: '2025-02-29', end: '2025-03-01' }, ['/start invalid_date']],
    [{ timezone: 'Mars/Olympus' }, ['/timezone unknown_timezone']],
  ])('%j has the faults %j', async (changes, faults) => {
    const found = await ask(changes).then(
      () => [],
      (error: unknown) => {
        if (!(error instanceof InvalidRequestError)) throw error;
        return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
      },
    );
    expect(found).toEqual(faults);
  });

  test('day 15 is counted in the zone of the request', async () => {
    const now = Date.UTC(2024, 10, 20, 10, 30) / 1000;
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Niue', 'America/New_York']) {
      const today = localDateNumber(now, zoneOf(timezone)!);
      const dates = (start: number) => ({ start: formatDate(start), end: formatDate(start), timezone });
      await expect(ask(dates(today + 14), { stations: [near], now })).rejects.toThrow('days 15 to 365 from today');
      expect((await ask(dates(today + 15), { stations: [near], now })).daily!.labels).toHaveLength(1);
    }
  });
});

describe('optional fields', () => {
  const BOTH = { include: ['percentiles', 'records'] } as const;

  test('stand beside the temperatures that are requested, and nowhere without being asked for', async () => {
    const { daily } = await ask({ ...BOTH, variables: ['temperature_max', 'sunrise'] });
    const expected = OUTLOOK_FIELDS.filter(({ beside }) => beside === 'temperature_max').map(({ id }) => id);
    expect(daily!.columns.map(({ name }) => name)).toEqual(['type', 'temperature_max', 'sunrise', ...expected]);
    const without = await ask({ include: [], variables: ['temperature_max'] });
    expect(without.daily!.columns.map(({ name }) => name)).toEqual(['type', 'temperature_max']);
    const alone = await ask({ ...BOTH, variables: ['precipitation'] });
    expect(alone.daily!.columns.map(({ name }) => name)).toEqual(['type', 'precipitation']);
  });

  test('are in order: record, 10%, mean, 90%, record', async () => {
    const { daily } = await ask({ ...BOTH, variables: ['temperature_max', 'temperature_min'] });
    const column = (name: string) => numbersOf(daily!, name);
    for (const element of ['temperature_max', 'temperature_min']) {
      const [low, mean, high] = [column(`${element}_p10`), column(element), column(`${element}_p90`)];
      mean.forEach((value, i) => {
        expect(low[i]).toBeLessThan(value);
        expect(high[i]).toBeGreaterThan(value);
      });
    }
    const [highest, p90] = [column('record_high'), column('temperature_max_p90')];
    const above = highest.filter((value, i) => value >= p90[i]! - 1).length;
    expect(above).toBeGreaterThan(340); // stations have made-up days, so a record may lie a little lower
    for (const year of [...column('record_high_year'), ...column('record_low_year')]) {
      expect(year).toBeGreaterThanOrEqual(1985);
      expect(year).toBeLessThanOrEqual(2020);
    }
  });

  test('records need 30 years', async () => {
    const short = generatedStation({
      id: 'SHORT',
      latitude: 40.7,
      longitude: -74,
      first: '1995-01-01',
      last: '2020-12-31',
    });
    const answer = await ask({ include: ['records'], variables: ['temperature_max'] }, { stations: [short] });
    expect(columnOf(answer.daily!, 'record_high')).toEqual(new Array(351).fill(null));
    expect(columnOf(answer.daily!, 'record_high_year')).toEqual(new Array(351).fill(null));
    expect(codesOf(answer)).toEqual(['climatology_only', 'variable_unavailable']);
  });
});

test('a station with fewer than ten years tells nothing', async () => {
  const short = generatedStation({
    id: 'SHORT',
    latitude: 40.7,
    longitude: -74,
    first: '2012-01-01',
    last: '2020-12-31',
  });
  const answer = await ask({}, { stations: [short] });
  expect(columnOf(answer.daily!, 'temperature_max')).toEqual(new Array(351).fill(null));
  expect(codesOf(answer)).toContain('variable_unavailable');
});

describe('stations that are too short', () => {
  const place = (id: string, latitude: number, first: string) =>
    generatedStation({ id, latitude, longitude: -74, first, last: '2020-12-31' });

  test('leave the climate to one beyond 50 km', async () => {
    const answer = await ask(
      {},
      { stations: [place('SHORT', 40.745, '2018-01-01'), place('LONG', 41.24, '1985-01-01')] },
    );
    expect(numbersOf(answer.daily!, 'temperature_max')).toHaveLength(351);
    expect(codesOf(answer)).toEqual(['climatology_only', 'station_distant', 'condition_estimated']);
  });

  test('leave the climate to the next one, however many they are', async () => {
    const short = Array.from({ length: 8 }, (_, n) => place(`SHORT${n}`, 40.71 + n / 1000, '2011-06-01'));
    const answer = await ask({}, { stations: [...short, place('LONG', 40.82, '1985-01-01')] });
    expect(numbersOf(answer.daily!, 'temperature_max')).toHaveLength(351);
    expect(codesOf(answer)).toEqual(['climatology_only', 'condition_estimated']);
  });
});

describe('what a station does not observe', () => {
  const NONE = { temperature_max: NOT_OBSERVED, temperature_min: NOT_OBSERVED };
  const spanAt = (id: string, latitude: number) => ({ id, latitude, longitude: -74, ...span });
  const gaugeOf = (changes: Partial<Record<StationElement, number>> = {}) =>
    generatedStation({ ...spanAt('GAUGE', 40.75), day: () => ({ ...NONE, snowfall: NOT_OBSERVED, ...changes }) });
  const warningOf = ({ warnings }: ForecastAnswer, code: string) => warnings.find((one) => one.code === code);

  test('a station of maxima alone has no minima, percentiles of them or skies, and the response says so', async () => {
    const maxima = generatedStation({ ...spanAt('MAX', 40.75), day: () => ({ temperature_min: NOT_OBSERVED }) });
    const answer = await ask({ include: ['percentiles'] }, { stations: [maxima] });
    expect(numbersOf(answer.daily!, 'temperature_max_p10')).toHaveLength(351);
    expect(columnOf(answer.daily!, 'temperature_min')).toEqual(new Array(351).fill(null));
    expect(warningOf(answer, 'variable_unavailable')?.variables).toEqual([
      'temperature_min',
      'temperature_min_p10',
      'temperature_min_p90',
      'condition',
    ]);
  });

  test('maxima and minima of different stations have each their own distance', async () => {
    const minima = generatedStation({ ...spanAt('MIN', 41.24), day: () => ({ temperature_max: NOT_OBSERVED }) });
    const maxima = generatedStation({ ...spanAt('MAX', 40.75), day: () => ({ temperature_min: NOT_OBSERVED }) });
    const answer = await ask({ variables: ['temperature_max', 'temperature_min'] }, { stations: [maxima, minima] });
    expect(warningOf(answer, 'station_distant')).toMatchObject({
      variables: ['temperature_min'],
      message: 'The nearest station with temperature_min is 60 km away.',
    });
  });

  test('a gauge without a thermometer near has neither phase nor sky, and the response says so', async () => {
    const variables = ['condition', 'precipitation', 'rain_total', 'snow_total'] as const;
    for (const changes of [{}, { precipitation: 50 }]) {
      const answer = await ask({ variables }, { stations: [gaugeOf(changes)] });
      expect(numbersOf(answer.daily!, 'precipitation')).toHaveLength(351);
      for (const name of ['condition', 'rain_total', 'snow_total'])
        expect(columnOf(answer.daily!, name), name).toEqual(new Array(351).fill(null));
      expect(warningOf(answer, 'variable_unavailable')?.variables).toEqual(['condition', 'rain_total', 'snow_total']);
    }
  });

  test('a thermometer beyond 50 km behind the sky is told', async () => {
    const answer = await ask(
      { variables: ['condition', 'precipitation'] },
      { stations: [gaugeOf(), generatedStation(spanAt('FAR', 41.24))] },
    );
    expect(codesOf(answer)).toEqual(['climatology_only', 'station_distant', 'condition_estimated']);
    expect(warningOf(answer, 'station_distant')?.variables).toEqual(['condition']);
  });

  test('records that only some dates lack are a gap of those dates', async () => {
    const station = generatedStation({
      ...spanAt('NEAR', 40.75),
      day: ({ slot }) => (slot === 0 ? { temperature_max: NOT_OBSERVED } : {}),
    });
    const asked = { include: ['records'], variables: ['temperature_max', 'temperature_min'] } as const;
    const answer = await ask(asked, { stations: [station] });
    expect(answer.warnings.map(({ code, variables, count }) => [code, variables, count])).toEqual([
      ['climatology_only', undefined, undefined],
      ['partial_data', ['record_high', 'record_high_year'], 1],
    ]);
    const date = { start: '2025-01-01', end: '2025-01-01' };
    const newYear = await ask({ ...asked, ...date }, { stations: [station] });
    expect(warningOf(newYear, 'variable_unavailable')?.variables).toEqual(['record_high', 'record_high_year']);
  });

  test('a station of unknown height leaves temperatures where they are, and the response says so', async () => {
    const unknown = generatedStation({ ...spanAt('U', 40.75), elevation: null });
    const elevationAt = async (latitude: number) => (latitude === 40.75 ? null : 600);
    const answer = await ask({ variables: ['temperature_max'] }, { stations: [unknown], elevationAt });
    expect(codesOf(answer)).toEqual(['climatology_only', 'elevation_unavailable']);
    const ofRain = await ask({ variables: ['precipitation'] }, { stations: [unknown], elevationAt });
    expect(codesOf(ofRain)).toEqual(['climatology_only']);
  });
});

test('series are read and fitted once while the same are published', async () => {
  const archive = memoryStations([near, far]);
  const published = { ...archive, version: 'newer' };
  let current: StationArchive = archive;
  const { outlook } = observedProducts({ open: async () => current });
  const first = await outlook.answer(ASKED);
  expect(archive.reads).toBe(2);
  expect((await outlook.answer(ASKED)).daily).toEqual(first.daily);
  expect(archive.reads).toBe(2);
  current = published;
  await outlook.answer(ASKED);
  expect(archive.reads).toBe(4);
});

test('a series that could not be read is tried again', async () => {
  const archive = memoryStations([near]);
  let isBroken = true;
  const read: StationArchive['read'] = (...given) =>
    isBroken ? Promise.reject(new StoreUnavailableError('stations/1', 'no response')) : archive.read(...given);
  const { outlook } = observedProducts({ archive: { ...archive, read } });
  await expect(outlook.answer(ASKED)).rejects.toThrow(StoreUnavailableError);
  isBroken = false;
  expect(numbersOf((await outlook.answer(ASKED)).daily!, 'temperature_max')).toHaveLength(351);
});

describe('condition', () => {
  const CLIMATE = { probability: 0.3, wetDayAmount: 6, share: 0, temperatureMax: 290, temperatureMin: 280 };

  test.each<[climate: Partial<ConditionClimate>, condition: string | null]>([
    [{}, 'partly'],
    [{ temperatureMax: 296 }, 'sun'],
    [{ temperatureMax: 284 }, 'cloudy'],
    [{ temperatureMax: Number.NaN }, null],
    [{ probability: 0.4999, wetDayAmount: 60 }, 'partly'],
    [{ probability: 0.5 }, 'rain'],
    [{ probability: 0.5, temperatureMax: Number.NaN }, 'rain'],
    [{ probability: 0.5, wetDayAmount: 2.49 }, 'drizzle'],
    [{ probability: 0.5, wetDayAmount: 2.5 }, 'rain'],
    [{ probability: 0.9, wetDayAmount: 60 }, 'rain'],
    [{ probability: 0.6, share: 0.5 }, 'snow'],
    [{ probability: 0.6, share: 0.49 }, 'rain'],
    [{ probability: Number.NaN }, null],
    [{ share: Number.NaN }, 'partly'],
    [{ probability: 0.6, share: Number.NaN }, null],
  ])('with %j is %s', (climate, condition) => {
    expect(outlookCondition({ ...CLIMATE, ...climate })).toBe(condition);
  });
});

test('without published series the product is unavailable, and says why', async () => {
  const { outlook } = observedProducts({ archive: null });
  await expect(outlook.answer(ASKED)).rejects.toThrow(
    'outlook is unavailable: no station series have been published yet',
  );
  expect(await outlook.status()).toMatchObject({ product: 'outlook', state: 'unavailable', isMain: false });
});

test('while fifty years are being loaded the product is unavailable, and warms up', async () => {
  const { outlook } = observedProducts({ archive: memoryStations([], { isLoading: true }) });
  await expect(outlook.answer(ASKED)).rejects.toThrow('still being loaded');
  expect(await outlook.status()).toMatchObject({ product: 'outlook', state: 'warming' });
});
