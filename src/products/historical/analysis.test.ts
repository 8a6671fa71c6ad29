import { expect, test } from 'vitest';
import { generatedStation } from '../../../test/generated-stations.js';
import { type MemoryAnalysis, memoryAnalysis } from '../../../test/memory-analysis.js';
import { columnOf, numbersOf, observedProducts } from '../../../test/observed-situation.js';
import type { HistoricalAnswer } from '../../model/historical.js';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { parseDate } from '../../model/time.js';
import type { HistoricalRequest } from './request.js';

const SPAN = { first: '2020-01-01', last: '2024-11-18' };
const HERE = { latitude: 40.7, longitude: -74 };
const IN_AFRICA = { latitude: 15, longitude: 20 };
/** 300 K and 290 K at 400 m; the places lie at 100 m. */
const WARM = {
  temperature_max: 300,
  temperature_min: 290,
  precipitation: 4,
  rain_total: 3.5,
  snow_total: 0,
  elevation: 400,
};
const VARIABLES = ['temperature_max', 'temperature_min', 'precipitation', 'rain_total', 'snow_total'] as const;
const ASKED: HistoricalRequest = {
  ...{ location: IN_AFRICA, start: '2024-11-01', end: '2024-11-10', variables: VARIABLES },
  include: ['stations', 'sources'],
};

const station = generatedStation({ id: 'NEAR', ...HERE, ...SPAN, day: () => ({ temperature_max: 250 }) });
const day = (date: string) => parseDate(date)!;

const ask = (analysis: MemoryAnalysis, changes: Partial<HistoricalRequest> = {}, stations = [station]) =>
  observedProducts({ stations, analysis }).historical.answer({ ...ASKED, ...changes });
const warningsOf = ({ warnings }: HistoricalAnswer) =>
  warnings.map(({ code, variables, count }) => [code, variables, count]);

test('where no station is, days come from the analysis, at the height of the place and marked', async () => {
  const answer = await ask(memoryAnalysis(WARM));
  expect(numbersOf(answer.daily, 'temperature_max')).toEqual(new Array(10).fill(28.8)); // 26.85 °C and 1.95 K for 300 m down
  expect(numbersOf(answer.daily, 'temperature_min')).toEqual(new Array(10).fill(18.8));
  expect(numbersOf(answer.daily, 'precipitation')).toEqual(new Array(10).fill(4));
  expect(numbersOf(answer.daily, 'rain_total')).toEqual(new Array(10).fill(3.5));
  expect(numbersOf(answer.daily, 'snow_total')).toEqual(new Array(10).fill(0));
  expect(warningsOf(answer)).toEqual([['analysis_fallback', [...VARIABLES], 10]]);
  expect(answer.stations).toEqual([]);
  expect(answer.sources).toEqual([
    {
      ...{ id: 'analysis:gfs', name: 'Daily analysis of GFS', type: 'analysis' },
      attribution: 'Contains data of NOAA/NCEP, modified',
      license: 'U.S. Government work, public domain',
      ...{ variables: [...VARIABLES], stations: 0, start: '2024-11-01', end: '2024-11-10' },
    },
  ]);
});

test('days before the record are null, and the warning says from which date on there are some', async () => {
  const analysis = memoryAnalysis(WARM, { firstDay: day('2024-11-07') });
  const answer = await ask(analysis, { variables: ['precipitation'] });
  expect(columnOf(answer.daily, 'precipitation')).toEqual([...new Array(6).fill(null), 4, 4, 4, 4]);
  expect(warningsOf(answer)).toEqual([
    ['analysis_fallback', ['precipitation'], 4],
    ['partial_data', ['precipitation'], 6],
  ]);
  expect(answer.warnings[1]!.message).toBe(
    'precipitation is missing on 6 of 10 days; this service keeps its own analysis from 2024-11-07 on.',
  );
  const both = await ask(analysis, { variables: ['precipitation', 'rain_total'] });
  expect(both.warnings[1]).toMatchObject({
    message: expect.stringContaining('precipitation and rain_total are missing on 6 of 10 days'),
    count: 6,
  });
  expect(answer.sources).toMatchObject([{ start: '2024-11-07', end: '2024-11-10' }]);
});

test('a period that is all before the record is null as without one, and the warning says from when on', async () => {
  const answer = await ask(memoryAnalysis(WARM, { firstDay: day('2024-11-15') }), { variables: ['precipitation'] });
  expect(columnOf(answer.daily, 'precipitation')).toEqual(new Array(10).fill(null));
  expect(warningsOf(answer)).toEqual([['variable_unavailable', ['precipitation'], undefined]]);
  expect(answer.warnings[0]!.message).toContain('its own analysis from 2024-11-15 on');
  expect(answer).toMatchObject({ stations: [], sources: [] });
});

test('beside a station only what it did not observe at all is analysed', async () => {
  const gauge = generatedStation({
    ...{ id: 'GAUGE', ...HERE, ...SPAN },
    day: ({ index }) => ({ temperature_max: NOT_OBSERVED, precipitation: index % 2 === 0 ? NOT_OBSERVED : 20 }),
  });
  const variables = ['precipitation', 'temperature_max'] as const;
  const answer = await ask(memoryAnalysis(WARM), { location: HERE, variables }, [gauge]);
  expect(columnOf(answer.daily, 'precipitation').filter((value) => value === null)).toHaveLength(5);
  expect(numbersOf(answer.daily, 'temperature_max')).toEqual(new Array(10).fill(28.8));
  expect(warningsOf(answer)).toEqual([
    ['analysis_fallback', ['temperature_max'], 10],
    ['partial_data', ['precipitation'], 5],
  ]);
  expect(answer.stations).toMatchObject([{ id: 'GAUGE', variables: ['precipitation'] }]);
  expect(answer.sources?.map(({ type, variables: own }) => [type, own])).toEqual([
    ['observation', ['precipitation']],
    ['analysis', ['temperature_max']],
  ]);
});

test('a station that observed is never replaced', async () => {
  const answer = await ask(memoryAnalysis(WARM), { location: HERE, variables: ['temperature_max'] });
  expect(numbersOf(answer.daily, 'temperature_max')[0]).toBe(25);
  expect(answer.warnings).toEqual([]);
});

test('air quality comes from the analysis, for particles alone, with its source', async () => {
  const analysis = memoryAnalysis({ pm2_5: 35.4, pm10: 20 }, { source: 'gefs-aerosol', firstDay: day('2024-11-03') });
  const answer = await ask(analysis, { location: HERE, variables: ['air_quality_index'] });
  expect(columnOf(answer.daily, 'air_quality_index')).toEqual([null, null, ...new Array(8).fill(100)]);
  expect(warningsOf(answer)).toEqual([
    ['analysis_fallback', ['air_quality_index'], 8],
    ['air_quality_unavailable', ['air_quality_index'], 2],
  ]);
  expect(answer.sources).toMatchObject([
    { id: 'analysis:gefs-aerosol', type: 'analysis', variables: ['air_quality_index'], start: '2024-11-03' },
  ]);
  const complete = await ask(analysis, { variables: ['air_quality_index'], start: '2024-11-04' });
  expect(complete.warnings.map(({ code }) => code)).toEqual(['analysis_fallback']);
});

test('air quality before its record is null and has no source', async () => {
  const analysis = memoryAnalysis({ pm2_5: 35.4 }, { source: 'gefs-aerosol', firstDay: day('2024-11-15') });
  const answer = await ask(analysis, { variables: ['air_quality_index'] });
  expect(warningsOf(answer)).toEqual([['air_quality_unavailable', ['air_quality_index'], undefined]]);
  expect(answer.warnings[0]!.message).toContain('2024-11-15');
  expect(answer.sources).toEqual([]);
});

test('a record without values at the place is no source, and its simulated weather is not told', async () => {
  const variables = ['precipitation', 'air_quality_index'] as const;
  const answer = await ask(memoryAnalysis({}, { simulated: true }), { variables });
  expect(answer.warnings.map(({ code }) => code)).toEqual(['variable_unavailable', 'air_quality_unavailable']);
  expect(answer.sources).toEqual([]);
});

test('a place far above the ground of the model, of unknown height, or in simulated weather is told', async () => {
  const analysis = memoryAnalysis(WARM, { simulated: true });
  const products = (elevationAt: () => Promise<number | null>) =>
    observedProducts({ stations: [station], analysis, elevationAt }).historical.answer(ASKED);
  const codesOf = ({ warnings }: HistoricalAnswer) => warnings.map(({ code }) => code);
  expect(codesOf(await products(async () => 3000))).toEqual([
    'analysis_fallback',
    'elevation_clamped',
    'simulated_data',
  ]);
  expect(codesOf(await products(async () => null))).toEqual([
    'analysis_fallback',
    'elevation_unavailable',
    'simulated_data',
  ]);
});

test('a day that is added gives the same request another state', async () => {
  const before = memoryAnalysis(WARM);
  const keyOf = (analysis: MemoryAnalysis) => observedProducts({ stations: [station], analysis }).historical.stateKey();
  expect(await keyOf({ ...before, version: async () => 'one day more' })).not.toBe(await keyOf(before));
});
