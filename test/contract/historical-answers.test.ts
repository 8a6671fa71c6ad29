/** Histories and outlooks as the server sends them, from made-up series: they fit the schemas, and say what was observed. */

import { afterAll, expect, test } from 'vitest';
import { postHistorical, postOutlook, startTestServer } from '../../src/http/server.fixture.js';
import { generatedStation } from '../generated-stations.js';
import { memoryAnalysis } from '../memory-analysis.js';
import { observedProducts } from '../observed-situation.js';
import { DocumentValidator, documentOf } from './document.js';

const HERE = { latitude: 40.7, longitude: -74 };
const span = { first: '1985-01-01', last: '2024-11-18' };
const stations = [0, 1, 2].map((i) =>
  generatedStation({ id: `S${i}`, latitude: 40.7 + i / 10, longitude: -74, elevation: 50 * i, mean: 12 - i, ...span }),
);
const { historical, outlook } = observedProducts({ stations });
const { app } = await startTestServer({ products: { historical, outlook } });
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const EVERYTHING = [
  ...['temperature_max', 'temperature_min', 'precipitation', 'rain_total', 'snow_total', 'air_quality_index'],
];

test.each(['metric', 'us', 'si'])('a history in %s units with everything fits the schema', async (units) => {
  const body = { location: HERE, start: '2024-01-01', end: '2024-12-30', units };
  const year = { ...body, end: '2024-11-19', variables: EVERYTHING, include: ['stations', 'sources'] };
  const reply = await postHistorical(app, year);
  expect(reply.statusCode, reply.body).toBe(200);
  const answer = reply.json();
  expect(validator.faultsOf('HistoricalResponse', answer)).toEqual([]);
  expect(answer.daily).toHaveLength(324);
  expect(Object.keys(answer.daily[0])).toEqual(['date', ...EVERYTHING]);
  expect(answer.daily.at(-1)).toEqual({
    ...Object.fromEntries(EVERYTHING.map((name) => [name, null])),
    date: '2024-11-19',
  });
  expect(answer.stations.map(({ id }: { id: string }) => id)).toEqual(['S0', 'S1', 'S2']);
  const weights = answer.stations.map(({ weight }: { weight: number }) => weight);
  const observedShare = 323 / 324; // the last day has not come in
  expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(observedShare, 3);
});

test('a history from the analysis fits the schema, and its source and warning say so', async () => {
  const analysis = memoryAnalysis({ temperature_max: 300, precipitation: 2, elevation: 0, pm2_5: 9 });
  const { historical: analysed } = observedProducts({ stations, analysis });
  const { app: other } = await startTestServer({ products: { historical: analysed } });
  const atSea = { location: { latitude: 0, longitude: -30 }, start: '2024-11-01', end: '2024-11-05' };
  const reply = await postHistorical(other, { ...atSea, variables: EVERYTHING, include: ['stations', 'sources'] });
  expect(reply.statusCode, reply.body).toBe(200);
  const answer = reply.json();
  expect(validator.faultsOf('HistoricalResponse', answer)).toEqual([]);
  expect(answer.sources.map(({ id, type }: Record<string, unknown>) => [id, type])).toEqual([
    ['analysis:gfs', 'analysis'],
    ['analysis:gfs', 'analysis'],
  ]);
  expect(answer.warnings[0]).toMatchObject({
    code: 'analysis_fallback',
    variables: ['temperature_max', 'precipitation', 'air_quality_index'],
  });
  await other.close();
});

test('50 calendar years have a record for each of their 18,263 days, in order', async () => {
  const fifty = { location: HERE, start: '1974-11-20', end: '2024-11-19', variables: ['temperature_max'] };
  const { daily } = (await postHistorical(app, fifty)).json();
  expect(daily).toHaveLength(18_263);
  const dates = daily.map(({ date }: { date: string }) => date);
  expect(dates).toEqual([...dates].sort());
  expect(new Set(dates).size).toBe(18_263);
  for (const date of ['1976-02-29', '1999-12-31', '2000-01-01', '2000-02-29', '2024-11-19'])
    expect(dates).toContain(date);
  expect(dates).not.toContain('1975-02-29');
});

test.each(['metric', 'us', 'si'])(
  'an outlook of 351 days in %s units with everything fits the schema',
  async (units) => {
    const variables = [
      ...['temperature_max', 'temperature_min', 'condition', 'precipitation', 'rain_total', 'snow_total'],
      ...['precipitation_probability', 'sunrise', 'sunset'],
    ];
    const body = { location: HERE, start: '2024-12-05', end: '2025-11-20', variables, units };
    const reply = await postOutlook(app, { ...body, include: ['percentiles', 'records'] });
    expect(reply.statusCode, reply.body).toBe(200);
    const answer = reply.json();
    expect(validator.faultsOf('OutlookResponse', answer)).toEqual([]);
    expect(validator.faultsOf('ForecastResponse', answer)).toEqual([]);
    expect(answer.daily).toHaveLength(351);
    for (const record of answer.daily) {
      expect(record.type).toBe('outlook');
      expect(record.temperature_min).toBeLessThanOrEqual(record.temperature_max);
      expect(record.precipitation_probability).toBeGreaterThanOrEqual(0);
      expect(record.precipitation_probability).toBeLessThanOrEqual(100);
      expect(Object.values(record)).not.toContain(null);
    }
    expect(answer.daily[0].sunrise).toMatch(/^2024-12-05T07:\d\d:00-05:00$/);
  },
);

test('dates that depend on the clock are refused with their fault', async () => {
  const late = await postHistorical(app, {
    location: HERE,
    start: '2024-11-01',
    end: '2024-11-20',
    variables: ['precipitation'],
  });
  expect(late.statusCode).toBe(422);
  expect(late.json().errors).toEqual([
    {
      pointer: '/end',
      code: 'date_out_of_range',
      message: 'end must be from 1750-01-01 to 2024-11-19, the last completed local date; got 2024-11-20',
    },
  ]);
  const early = await postOutlook(app, {
    location: HERE,
    start: '2024-12-04',
    end: '2024-12-05',
    variables: ['condition'],
  });
  expect(early.statusCode).toBe(422);
  expect(early.json().errors[0].message).toBe(
    'start must be from 2024-12-05 to 2025-11-20, days 15 to 365 from today; got 2024-12-04',
  );
});
