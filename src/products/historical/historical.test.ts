import { describe, expect, test } from 'vitest';
import { generatedStation, MORNING_OBSERVER } from '../../../test/generated-stations.js';
import { memoryStations } from '../../../test/memory-stations.js';
import {
  columnOf,
  numbersOf,
  OBSERVED_NOW,
  type ObservedSituation,
  observedProducts,
} from '../../../test/observed-situation.js';
import { dayOf } from '../../../test/station-files.js';
import { InvalidRequestError } from '../../base/errors.js';
import type { HistoricalAnswer } from '../../model/historical.js';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { DAY } from '../../model/time.js';
import type { HistoricalRequest } from './request.js';

const HERE = { latitude: 40.7, longitude: -74 };
const ASKED: HistoricalRequest = {
  location: HERE,
  start: '2024-07-01',
  end: '2024-07-10',
  variables: ['temperature_max', 'temperature_min', 'precipitation', 'rain_total', 'snow_total'],
};
const constant = (temperature: number) => () => ({ temperature_max: temperature, temperature_min: temperature - 100 });
const span = { first: '2020-01-01', last: '2024-11-18' };
const near = generatedStation({ id: 'NEAR', latitude: 40.75, longitude: -74, ...span, day: constant(250) });
const far = generatedStation({ id: 'FAR', latitude: 41.0, longitude: -74, ...span, day: constant(200) });

const ask = (changes: Partial<HistoricalRequest> = {}, situation: ObservedSituation = { stations: [near, far] }) =>
  observedProducts(situation).historical.answer({ ...ASKED, ...changes });
const codesOf = ({ warnings }: HistoricalAnswer) => warnings.map(({ code }) => code);

async function faultsOf(changes: Partial<HistoricalRequest>, now?: number): Promise<string[]> {
  try {
    await ask(changes, { stations: [near], ...(now !== undefined && { now }) });
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

test('a day has the weighted values of the stations, in the units of the request', async () => {
  const answer = await ask({ include: ['stations', 'sources'] });
  const maxima = numbersOf(answer.daily, 'temperature_max');
  expect(maxima).toHaveLength(10);
  // 1 / (5.56² + 4) of 25 °C and 1 / (33.4² + 4) of 20 °C
  for (const maximum of maxima) expect(maximum).toBeCloseTo(24.8, 1);
  expect(answer.stations?.map(({ id, days, variables }) => [id, days, variables.length])).toEqual([
    ['NEAR', 10, 5],
    ['FAR', 10, 5],
  ]);
  expect(answer.stations?.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 3);
  expect(answer.sources).toMatchObject([
    { id: 'ghcn-daily:W', stations: 2, type: 'observation', start: '2024-07-01', end: '2024-07-10' },
  ]);
  expect(answer.daily.labels.at(-1)).toBe('2024-07-10');
  const us = await ask({ units: 'us', unit_overrides: { precipitation: 'mm' } });
  expect(us.units).toEqual({ system: 'us', temperature: 'degF', precipitation: 'mm' });
  expect(numbersOf(us.daily, 'temperature_max')[0]).toBeCloseTo(24.8 * 1.8 + 32, 0);
  expect(codesOf(answer)).toEqual([]);
});

describe('dates', () => {
  const lastDay = { start: '2024-11-01', end: '2024-11-19' };

  test.each<[name: string, changes: Partial<HistoricalRequest>, faults: string[]]>([
    ['yesterday at the place', lastDay, []],
    ['today at the place', { ...lastDay, end: '2024-11-20' }, ['/end date_out_of_range']],
    [
      'both in the future',
      { start: '2024-12-01', end: '2024-12-02' },
      ['/start date_out_of_range', '/end date_out_of_range'],
    ],
    ['reversed', { start: '2024-07-02', end: '2024-07-01' }, ['/start dates_reversed']],
    ['50 calendar years', { start: '1974-07-01', end: '2024-06-30' }, []],
    ['50 calendar years and a day', { start: '1974-07-01', end: '2024-07-01' }, ['/end span_too_long']],
    ['50 years from 29 February', { start: '1972-02-29', end: '2022-02-28' }, []],
    ['50 years and a day from 29 February', { start: '1972-02-29', end: '2022-03-01' }, ['/end span_too_long']],
    ['29 February', { start: '2024-02-29', end: '2024-02-29' }, []],
    [
      'years before 100',
      { start: '0000-01-01', end: '1949-12-31' },
      ['/start date_out_of_range', '/end span_too_long'],
    ],
    ['the first date', { start: '1750-01-01', end: '1799-12-31' }, []],
    ['no date', { start: '2023-02-29', end: '2023-03-01' }, ['/start invalid_date']],
    [
      '366 days with the air-quality index',
      { start: '2023-01-01', end: '2024-01-01', variables: ['air_quality_index'] },
      [],
    ],
    [
      '367 days with the air-quality index',
      { start: '2023-01-01', end: '2024-01-02', variables: ['air_quality_index'] },
      ['/end span_too_long'],
    ],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, ['/timezone unknown_timezone']],
  ])('%s: %j has the faults %j', async (_name, changes, faults) => {
    expect(await faultsOf(changes)).toEqual(faults);
  });

  test.each([
    ['Kiritimati', { latitude: 1.87, longitude: -157.43 }, '2024-11-20'],
    ['Niue', { latitude: -19.05, longitude: -169.92 }, '2024-11-18'],
  ])('the last completed date of %s follows its own clock', async (_name, location, latest) => {
    const now = Date.UTC(2024, 10, 20, 10, 30) / 1000; // 00:30 of the 21st in Kiritimati, 23:30 of the 19th in Niue
    expect(await faultsOf({ location, start: '2024-11-01', end: latest }, now)).toEqual([]);
    const next = `2024-11-${Number(latest.slice(-2)) + 1}`;
    expect(await faultsOf({ location, start: '2024-11-01', end: next }, now)).toEqual(['/end date_out_of_range']);
  });

  test('a date that is over in the zone of the request but not at the place is refused', async () => {
    const timezone = 'Pacific/Kiritimati';
    expect(await faultsOf({ ...lastDay, end: '2024-11-20', timezone })).toEqual(['/end date_out_of_range']);
    expect(await faultsOf({ ...lastDay, timezone })).toEqual([]);
  });
});

describe('warnings', () => {
  test('without a station within 100 km every value is null, and the response says so', async () => {
    const answer = await ask({ location: { latitude: -30, longitude: 80 }, include: ['stations', 'sources'] });
    for (const variable of ASKED.variables)
      expect(columnOf(answer.daily, variable), variable).toEqual(new Array(10).fill(null));
    expect(codesOf(answer)).toEqual(['variable_unavailable', 'timezone_fallback']);
    expect(answer.warnings[0]!.variables).toEqual(ASKED.variables);
    expect(answer).toMatchObject({ stations: [], sources: [] });
  });

  test('stations beyond 50 km are used only where no nearer one observed the variable', async () => {
    const distant = generatedStation({ id: 'DISTANT', latitude: 41.4, longitude: -74, ...span, day: constant(100) });
    const alone = await ask({ variables: ['temperature_max'] }, { stations: [distant] });
    expect(numbersOf(alone.daily, 'temperature_max')[0]).toBe(10);
    expect(codesOf(alone)).toEqual(['station_distant']);
    const beside = await ask({ variables: ['temperature_max'], include: ['stations'] }, { stations: [distant, near] });
    expect(beside.stations?.map(({ id }) => id)).toEqual(['NEAR']);
  });

  test('another offset than that of the place is told, another name for the same is not', async () => {
    expect(codesOf(await ask({ timezone: 'Europe/Berlin' }))).toEqual(['day_boundary_local']);
    expect(codesOf(await ask({ timezone: 'America/Toronto' }))).toEqual([]);
    // New York and Lima have the same offset in winter only
    const winter: Partial<HistoricalRequest> = {
      ...{ timezone: 'America/Lima', start: '2024-01-01', end: '2024-01-31', variables: ['temperature_max'] },
    };
    expect(codesOf(await ask(winter))).toEqual([]);
    expect(codesOf(await ask({ ...winter, start: '2023-08-20' }))).toEqual(['day_boundary_local']);
    const answer = await ask({ timezone: 'Europe/Berlin' });
    expect(answer.location.timezone).toBe('Europe/Berlin');
  });

  test('days that have not come in yet are told apart from gaps', async () => {
    const gap = generatedStation({
      ...{ id: 'GAP', latitude: 40.7, longitude: -74, first: '2024-11-01', last: '2024-11-17' },
      day: ({ index }) => (index < 3 ? { precipitation: NOT_OBSERVED } : {}),
    });
    const { warnings } = await ask(
      { start: '2024-11-01', end: '2024-11-19', variables: ['precipitation'] },
      { stations: [gap] },
    );
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['partial_data', 3],
      ['recent_data_incomplete', 2],
    ]);
  });

  test('recent rain that cannot be told from snow is no observation that has yet to come in', async () => {
    const snowy = generatedStation({
      ...{ id: 'SNOWY', latitude: 40.7, longitude: -74, first: '2024-11-01', last: '2024-11-19' },
      day: () => ({ ...constant(50)(), precipitation: 50, snowfall: 20, snowfall_water: NOT_OBSERVED }),
    });
    const { warnings } = await ask(
      { start: '2024-11-15', end: '2024-11-19', variables: ['precipitation', 'rain_total'] },
      { stations: [snowy] },
    );
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([['partial_data', 5]]);
  });

  test('a period before the first stored day is told by that day', async () => {
    const { warnings } = await ask({ start: '1960-01-01', end: '1960-01-02' });
    expect(warnings).toMatchObject([
      { code: 'variable_unavailable', message: 'This service keeps observations from 2020-01-01 on.' },
    ]);
  });

  test('air quality is null, and never taken from elsewhere', async () => {
    const answer = await ask({ variables: ['air_quality_index'] });
    expect(columnOf(answer.daily, 'air_quality_index')).toEqual(new Array(10).fill(null));
    expect(codesOf(answer)).toEqual(['air_quality_unavailable']);
  });

  test('series that were published more than 3 days ago make a response stale', async () => {
    const archive = memoryStations([near], { publishedAt: OBSERVED_NOW - 3 * DAY - 1, simulated: true });
    const answer = await ask({}, { archive });
    expect(answer.stale).toBe(true);
    expect(codesOf(answer)).toEqual(['stale_data', 'simulated_data']);
    const { state } = await observedProducts({ archive }).historical.status();
    expect(state).toBe('stale');
  });
});

describe('stations that observed nothing in the period', () => {
  const years = { first: '2009-01-01', last: '2012-12-31', longitude: -74 };
  const [from, to] = [365, 730]; // 2010
  const without = (id: string, latitude: number) =>
    generatedStation({
      ...{ ...years, id, latitude },
      day: ({ index }) => (index >= from && index < to ? { temperature_max: NOT_OBSERVED, temperature_min: 0 } : {}),
    });
  const complete = (id: string, latitude: number) =>
    generatedStation({ ...years, id, latitude, day: constant(100), flags: 0 });
  const YEAR = { start: '2010-01-01', end: '2010-12-31' };

  test('leave it to the next ones within 50 km, however many they are', async () => {
    const stations = Array.from({ length: 8 }, (_, n) => without(`GAP${n}`, 40.72 + n / 1000));
    const answer = await ask(
      { ...YEAR, variables: ['temperature_max', 'temperature_min'], include: ['stations'] },
      { stations: [...stations, complete('NEXT', 40.78), complete('FAR', 41.3)] },
    );
    expect(numbersOf(answer.daily, 'temperature_max')).toEqual(new Array(365).fill(10));
    expect(numbersOf(answer.daily, 'temperature_min')).toHaveLength(365);
    expect(answer.stations?.find(({ id }) => id === 'NEXT')).toMatchObject({ days: 365 });
    expect(answer.stations?.map(({ id }) => id)).not.toContain('FAR');
    expect(codesOf(answer)).toEqual([]);
  });

  test('leave it to those within 100 km where no nearer one has a value', async () => {
    const answer = await ask(
      { ...YEAR, variables: ['temperature_max'], include: ['stations'] },
      { stations: [without('GAP', 40.75), complete('FAR', 41.25)] },
    );
    expect(numbersOf(answer.daily, 'temperature_max')).toHaveLength(365);
    expect(answer.stations?.map(({ id }) => id)).toEqual(['FAR']);
    expect(codesOf(answer)).toEqual(['station_distant']);
  });

  test('stand in the warning of a gap where nobody has a value', async () => {
    const answer = await ask({ ...YEAR, variables: ['temperature_max'] }, { stations: [without('GAP', 40.75)] });
    expect(columnOf(answer.daily, 'temperature_max')).toEqual(new Array(365).fill(null));
    expect(answer.warnings.map(({ code, count }) => [code, count])).toEqual([['partial_data', 365]]);
  });

  test('have no source for it, and a station with several spans of one source counts once', async () => {
    const gauge = generatedStation({
      ...{ ...years, id: 'GAUGE', latitude: 40.75 },
      day: ({ index }) => (index >= 300 ? { temperature_max: NOT_OBSERVED, snowfall: NOT_OBSERVED } : {}),
    });
    const { sources } = await ask(
      { ...YEAR, variables: ['temperature_max', 'temperature_min', 'precipitation'], include: ['sources'] },
      { stations: [gauge] },
    );
    expect(sources).toMatchObject([{ stations: 1, variables: ['temperature_min', 'precipitation'] }]);
  });
});

describe('stations that tell of some days only', () => {
  const WEEK = { start: '2024-07-01', end: '2024-07-07' };
  const from = dayOf('2024-07-01') - dayOf(span.first);
  /** Tells of the first `count` days of the week. */
  const partial =
    (count: number) =>
    ({ index }: { readonly index: number }) =>
      index >= from + count && index < from + 7 ? { temperature_max: NOT_OBSERVED } : constant(300)();
  const nearby = generatedStation({ id: 'FEW', latitude: 40.71, longitude: -74, ...span, day: partial(2) });
  const distant = generatedStation({ id: 'DISTANT', latitude: 41.3, longitude: -74, ...span, day: partial(6) });

  test('leave the others to stations of the next distance, and a day of which none tells is null', async () => {
    const answer = await ask(
      { ...WEEK, variables: ['temperature_max'], include: ['stations'] },
      { stations: [nearby, distant] },
    );
    expect(columnOf(answer.daily, 'temperature_max')).toEqual([30, 30, 30, 30, 30, 30, null]);
    expect(answer.stations?.map(({ id, days, weight }) => [id, days, weight])).toEqual([
      ['DISTANT', 4, 0.5714],
      ['FEW', 2, 0.2857],
    ]);
    expect(answer.warnings.map(({ code, count }) => [code, count])).toEqual([['partial_data', 1]]);
  });

  test('leave them to further ones of the same distance first', async () => {
    const others = Array.from({ length: 8 }, (_, n) =>
      generatedStation({ id: `FEW${n}`, latitude: 40.72 + n / 1000, longitude: -74, ...span, day: partial(1) }),
    );
    const { stations } = await ask(
      { ...WEEK, variables: ['temperature_max'], include: ['stations'] },
      { stations: [...others, near, far, distant] },
    );
    expect(stations?.find(({ id }) => id === 'NEAR')?.days).toBe(6);
    expect(stations?.find(({ id }) => id === 'DISTANT')).toBeUndefined();
  });
});

describe('maximum and minimum', () => {
  /** Different thermometers: one tells the maximum alone, the other the minimum alone, which is higher. */
  const thermometer = (id: string, element: 'temperature_max' | 'temperature_min', value: number) =>
    generatedStation({
      ...{ id, latitude: 40.75, longitude: -74, ...span },
      day: () => ({ temperature_max: NOT_OBSERVED, temperature_min: NOT_OBSERVED, [element]: value }),
    });
  const crossed = [thermometer('MAX', 'temperature_max', 100), thermometer('MIN', 'temperature_min', 112)];

  test('of different stations never contradict each other', async () => {
    const { daily } = await ask({ variables: ['temperature_max', 'temperature_min'] }, { stations: crossed });
    expect(numbersOf(daily, 'temperature_max')[0]).toBe(10.6);
    expect(numbersOf(daily, 'temperature_min')[0]).toBe(10.6);
  });

  test('have the same values where one of them is asked for alone', async () => {
    const both = await ask({ variables: ['temperature_max', 'temperature_min'] }, { stations: crossed });
    for (const variable of ['temperature_max', 'temperature_min'] as const) {
      const alone = await ask({ variables: [variable], include: ['stations'] }, { stations: crossed });
      expect(numbersOf(alone.daily, variable)).toEqual(numbersOf(both.daily, variable));
      expect(alone.stations?.flatMap(({ variables }) => variables)).toEqual([variable]);
    }
  });
});

test('stations of rain are those that can tell it from snow', async () => {
  const snowy = generatedStation({
    ...{ id: 'SNOWY', latitude: 40.71, longitude: -74, ...span },
    day: ({ index }) => ({
      ...constant(10)(),
      precipitation: 50,
      snowfall: index % 2 === 0 ? 0 : 20,
      snowfall_water: NOT_OBSERVED,
    }),
  });
  const { stations } = await ask({ variables: ['rain_total'], include: ['stations'] }, { stations: [snowy] });
  expect(stations?.map(({ id, days, weight }) => [id, days, weight])).toEqual([['SNOWY', 5, 0.5]]);
});

describe('heights', () => {
  const above = async (metres: number | null) => metres;

  test('a place 500 m above a station is colder by the lapse of the season', async () => {
    const answer = await ask({ variables: ['temperature_max'] }, { stations: [near], elevationAt: () => above(600) });
    expect(numbersOf(answer.daily, 'temperature_max')[0]).toBeCloseTo(25 - 0.5 * 7.3, 1);
    expect(codesOf(answer)).toEqual([]);
  });

  test('a station whose height the network does not know gets that of the terrain', async () => {
    const unknown = generatedStation({
      id: 'U',
      latitude: 40.75,
      longitude: -74,
      elevation: null,
      ...span,
      day: constant(250),
    });
    const terrain = async (latitude: number) => (latitude === 40.75 ? 1100 : 100);
    const answer = await ask(
      { start: '2024-07-16', end: '2024-07-17', variables: ['temperature_max'], include: ['stations'] },
      { stations: [unknown], elevationAt: terrain },
    );
    expect(numbersOf(answer.daily, 'temperature_max')[0]).toBeCloseTo(25 + 7.3, 1);
    expect(answer.stations).toMatchObject([{ elevation: 1100, elevation_difference_m: -1000 }]);
  });

  test('without a height of the place temperatures stay those of the stations, and the response says so', async () => {
    const answer = await ask({ variables: ['temperature_max'] }, { stations: [near], elevationAt: () => above(null) });
    expect(numbersOf(answer.daily, 'temperature_max')[0]).toBe(25);
    expect(codesOf(answer)).toEqual(['elevation_unavailable']);
  });

  test('a difference beyond 1,500 m is adjusted by 1,500 m, and the response says so', async () => {
    const answer = await ask({ variables: ['temperature_max'] }, { stations: [near], elevationAt: () => above(4000) });
    expect(numbersOf(answer.daily, 'temperature_max')[0]).toBeCloseTo(25 - 1.5 * 7.3, 1);
    expect(codesOf(answer)).toEqual(['elevation_clamped']);
  });
});

test('a morning minimum counts a quarter beside that of a midnight station at the same distance', async () => {
  const [morning, midnight] = [MORNING_OBSERVER, 0].map((flags, i) =>
    generatedStation({
      id: `S${i}`,
      latitude: 40.7 + (i === 0 ? 0.1 : -0.1),
      longitude: -74,
      ...span,
      flags,
      day: constant(i === 0 ? 200 : 250),
    }),
  );
  const answer = await ask({ variables: ['temperature_min'] }, { stations: [morning!, midnight!] });
  expect(numbersOf(answer.daily, 'temperature_min')[0]).toBeCloseTo((0.25 * 10 + 15) / 1.25, 1);
});

test('without published series the product is unavailable, and says why', async () => {
  const { historical } = observedProducts({ archive: null });
  await expect(historical.answer(ASKED)).rejects.toThrow(
    'historical is unavailable: no station series have been published yet',
  );
  expect(await historical.status()).toMatchObject({ state: 'unavailable', isMain: false, updatedAt: null });
});

test('while only recent days are there, the product warms up and says from which day on', async () => {
  const archive = memoryStations([near], { isLoading: true });
  const { historical } = observedProducts({ archive });
  expect(await historical.status()).toMatchObject({ state: 'warming', detail: expect.stringContaining('loaded') });
  const { warnings } = await historical.answer(ASKED);
  expect(warnings.map(({ message }) => message)).toContain('Observations before 2020-01-01 are still being loaded.');
});

test('the state changes with the published series and with the date of any zone', async () => {
  const keyOf = (situation: ObservedSituation) => observedProducts(situation).historical.stateKey();
  const before = await keyOf({ stations: [near] });
  expect(await keyOf({ stations: [near], archive: memoryStations([near], { publishedAt: OBSERVED_NOW - 3600 }) })).toBe(
    before,
  );
  expect(await keyOf({ archive: memoryStations([near], { version: 'newer' }) })).not.toBe(before);
  expect(
    await keyOf({ archive: memoryStations([near], { publishedAt: OBSERVED_NOW - 3600 }), now: OBSERVED_NOW + 900 }),
  ).not.toBe(before);
});
