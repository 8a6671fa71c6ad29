/** What an answer owes to sources beside GFS: probabilities, air quality, warnings, state. */

import { expect, test } from 'vitest';
import { column, numbers } from '../../../test/answer-columns.js';
import { AT_SEA, answerOf, codes, hourly, NOW, productOf, RUN, START } from '../../../test/forecast-situation.js';
import {
  createMemoryCube,
  type MemoryCube,
  type MemoryCubeOptions,
  shelfOf,
  timesFrom,
} from '../../../test/memory-cube.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../../model/element.js';
import { HOUR } from '../../model/time.js';

const gfs = (fields: MemoryCubeOptions['fields'], more: Partial<MemoryCubeOptions> = {}) =>
  createMemoryCube({ times: timesFrom(START, 48 + 385), referenceTime: RUN, fields, ...more });
const other = (options: MemoryCubeOptions) => createMemoryCube({ referenceTime: RUN, ...options });

/** `wet` members have 3 mm in every three hours, the others none. */
const gefs = (wet: number) =>
  other({
    dataset: 'gefs',
    times: timesFrom(RUN + 3 * HOUR, 80, 3 * HOUR),
    fields: Object.fromEntries(
      Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => [memberElement(i), () => (i < wet ? 3 : 0)]),
    ),
  });
const nbm = (chance: number) =>
  other({ dataset: 'nbm', times: timesFrom(RUN + HOUR, 36), fields: { probability_1h: () => chance } });

const DRY = { temperature: () => 280, precipitation: () => 0, cloud_cover: () => 1 };

test.each([
  // 10.5 to 15.5 h after the run a global source counts 0.365 … 0.321, of which a dry one gives nothing: the rest is of
  // (hits + 0.5) / 32. Of a day whose middle is 12 h after it 0.175.
  [0, [1, 1, 1, 1, 1, 1], 1],
  [16, [33, 33, 34, 34, 35, 35], 43],
  [31, [63, 63, 64, 65, 66, 67], 81],
])('%i of 31 members wet beside a dry global source are %j percent of hours', async (wet, percent, day) => {
  const answer = await answerOf(
    { shelf: shelfOf(gfs(DRY), gefs(wet)) },
    {
      location: AT_SEA,
      ...hourly(6, 'precipitation_probability'),
      daily: { days: 2, variables: ['precipitation_probability'] },
    },
  );
  expect(column(answer.hourly, 'precipitation_probability')).toEqual(percent);
  expect(numbers(answer.daily, 'precipitation_probability')[0]).toBe(day);
  expect(codes(answer)).not.toContain('uncalibrated_probability');
});

test('beside the ensemble the National Blend counts a quarter, in log odds, until its last six hours', async () => {
  const chancesOf = async (...cubes: readonly MemoryCube[]) => {
    const request = { location: AT_SEA, ...hourly(30, 'precipitation_probability') };
    return numbers((await answerOf({ shelf: shelfOf(...cubes) }, request)).hourly, 'precipitation_probability');
  };
  const without = await chancesOf(gfs(DRY), gefs(16));
  const chances = await chancesOf(gfs(DRY), gefs(16), nbm(0.9));
  const logit = (percent: number) => Math.log(percent / (100 - percent));
  for (let i = 0; i < 20; i++) expect(logit(chances[i]!)).toBeCloseTo(0.75 * logit(without[i]!) + 0.25 * logit(90), 1);
  expect(chances[26]).toBe(without[26]); // hour 36 of the run and later
});

test('without an ensemble the Blend answers alone, then its six hours divided', async () => {
  const windows = other({
    dataset: 'nbm',
    times: timesFrom(RUN + 6 * HOUR, 8, 6 * HOUR),
    fields: { probability_6h: () => 0.6 },
  });
  // methods: 6 h of 60% are 32.8% in each hour
  const answer = await answerOf(
    { shelf: shelfOf(gfs(DRY), windows) },
    { location: AT_SEA, ...hourly(12, 'precipitation_probability') },
  );
  expect(column(answer.hourly, 'precipitation_probability')).toEqual(Array(12).fill(33));
  expect(codes(answer)).not.toContain('uncalibrated_probability');
});

test('a wet hour that few members have is not called wet', async () => {
  const rain = { ...DRY, precipitation: () => 1, rain_flag: () => 1 };
  const conditionWith = async (wet: number) => {
    const answer = await answerOf(
      { shelf: shelfOf(gfs(rain), gefs(wet)) },
      { location: AT_SEA, ...hourly(2, 'condition') },
    );
    return column(answer.hourly, 'condition')[0];
  };
  expect([await conditionWith(3), await conditionWith(20)]).toEqual(['cloudy', 'rain']);
});

const aerosol = (fields: MemoryCubeOptions['fields']) =>
  other({ dataset: 'gefs-aerosol', times: timesFrom(RUN - 12 * HOUR, 45, 3 * HOUR), fields });

test('air quality is the index of the NowCast, hourly and current, and null where the feed ends', async () => {
  const product = shelfOf(gfs(DRY), aerosol({ pm2_5: () => 35.4, pm10: () => 20 }));
  const request = {
    location: AT_SEA,
    ...hourly(140, 'air_quality_index'),
    current: { variables: ['air_quality_index'] as const },
  };
  const answer = await answerOf({ shelf: product }, request);
  const index = column(answer.hourly, 'air_quality_index');
  expect(index.slice(0, 100)).toEqual(Array(100).fill(100)); // 35.4 µg/m³ is the upper bound of "moderate"
  expect(index.at(-1)).toBeNull();
  expect(column(answer.current, 'air_quality_index')).toEqual([100]);
  expect(codes(answer)).not.toContain('air_quality_unavailable');
  expect(answer.warnings.find(({ code }) => code === 'partial_data')?.variables).toEqual(['air_quality_index']);
});

test('from the store to the answer a breakpoint stays one, and more in the air is never a lower index', async () => {
  // 40 CFR 58 appendix G: the upper ends of the rows of PM2.5
  const upper = [9, 35.4, 55.4, 125.4, 225.4, 325.4];
  const indexAt = async (pm2_5: number) => {
    const air = { pm2_5: () => pm2_5, pm10: () => 0, ozone_ground: () => 0 };
    const request = { location: AT_SEA, ...hourly(1, 'air_quality_index') };
    return numbers(
      (await answerOf({ shelf: shelfOf(gfs(DRY), aerosol(air)) }, request)).hourly,
      'air_quality_index',
    )[0]!;
  };
  expect(await Promise.all(upper.map(indexAt))).toEqual([50, 100, 150, 200, 300, 500]);
  const rising = await Promise.all(Array.from({ length: 40 }, (_, i) => indexAt(i * 9.05)));
  expect(rising).toEqual([...rising].sort((a, b) => a - b));
});

test('the index of an hour looks back over the air before the run, and forward over none', async () => {
  // 80 µg/m³ until the run, 8 from then on: at 10 UTC the newest ten of twelve hours are clean.
  const clearing = aerosol({ pm2_5: (t) => (t <= RUN ? 80 : 8), pm10: () => 10 });
  const request = {
    location: AT_SEA,
    ...hourly(3, 'air_quality_index'),
    current: { variables: ['air_quality_index'] as const },
  };
  const answer = await answerOf({ shelf: shelfOf(gfs(DRY), clearing) }, request);
  const index = numbers(answer.hourly, 'air_quality_index');
  // NowCast with w = 0.5: (8 Σ wⁱ, i < 11, + 80 w¹¹) / Σ wⁱ = 8.02; the hour 23 to 24 of the day before is the twelfth.
  expect(index[0]).toBe(44);
  expect(index[2]).toBe(44);
  expect(numbers(answer.current, 'air_quality_index')).toEqual([44]);
  const past = await answerOf(
    { shelf: shelfOf(gfs(DRY), clearing) },
    { location: AT_SEA, hourly: { ...request.hourly, past_hours: 12 } },
  );
  expect(numbers(past.hourly, 'air_quality_index').slice(0, 2)).toEqual([168, 168]); // 22 and 23 UTC: 80 µg/m³
});

test.each<[expected: string, fields: MemoryCubeOptions['fields']]>([
  ['smoke', { smoke_pm2_5: () => 40, pm2_5: () => 60 }],
  ['dust', { dust_pm10: () => 160 }],
  ['haze', { pm2_5: () => 36 }],
  ['cloudy', { smoke_pm2_5: () => 35, dust_pm10: () => 154, pm2_5: () => 35 }],
])('what is in the air makes %s', async (expected, fields) => {
  const answer = await answerOf(
    { shelf: shelfOf(gfs(DRY), aerosol(fields)) },
    { location: AT_SEA, ...hourly(1, 'condition') },
  );
  expect(column(answer.hourly, 'condition')).toEqual([expected]);
});

const hrrr = (referenceTime: number) =>
  createMemoryCube({
    dataset: 'hrrr',
    times: timesFrom(referenceTime, 19),
    referenceTime,
    fields: { temperature: () => 290 },
  });

test('a late source gives way with a warning that names it; with nothing else in time the answer is stale', async () => {
  const request = { location: AT_SEA, ...hourly(1, 'temperature') };
  const degraded = await answerOf({ shelf: shelfOf(gfs(DRY), hrrr(RUN + HOUR)) }, request);
  expect(column(degraded.hourly, 'temperature')).toEqual([6.9]);
  expect(degraded.stale).toBe(false);
  expect(degraded.warnings.find(({ code }) => code === 'model_degraded')).toMatchObject({ source: 'hrrr' });
  const late = { shelf: shelfOf(gfs(DRY, { referenceTime: RUN - 12 * HOUR }), hrrr(RUN)) };
  const stale = await answerOf(late, request);
  expect(stale.stale).toBe(true);
  expect(codes(stale)).toContain('stale_data');
  expect(codes(stale)).not.toContain('model_degraded');
});

test('a fresh source keeps the answer from being stale', async () => {
  const shelf = shelfOf(gfs(DRY, { referenceTime: RUN - 12 * HOUR }), hrrr(RUN + 9 * HOUR));
  const answer = await answerOf({ shelf }, { location: AT_SEA, ...hourly(3, 'temperature') });
  expect(answer.stale).toBe(false);
  expect(answer.warnings.find(({ code }) => code === 'model_degraded')).toMatchObject({ source: 'gfs' });
  expect(numbers(answer.hourly, 'temperature')[2]).toBeCloseTo(16.9, 1);
});

test('the state names every source with its run, and the key changes with any of them', async () => {
  const product = productOf({ shelf: shelfOf(gfs(DRY), hrrr(RUN + HOUR)) });
  const status = await product.status();
  expect(status.state).toBe('ready');
  expect(status.sources).toEqual([
    { source: 'gfs', state: 'ready', referenceTime: RUN, updatedAt: START + 5 * HOUR },
    { source: 'hrrr', state: 'stale', referenceTime: RUN + HOUR, updatedAt: RUN + 6 * HOUR },
  ]);
  const alone = productOf({ shelf: shelfOf(gfs(DRY)) });
  expect(await alone.stateKey()).not.toBe(await product.stateKey());
});

test('the versions are looked up once in each period, and not by the clock of the weather', async () => {
  let looks = 0;
  let period = 1;
  const shelf = shelfOf(gfs(DRY));
  const open = (dataset: string) => {
    if (dataset === 'gfs') looks += 1;
    return shelf.open(dataset);
  };
  const counting = { ...shelf, open };
  const product = productOf({ shelf: counting, period: () => period });
  await product.stateKey();
  await product.stateKey();
  expect(looks).toBe(1);
  period += 1;
  await product.stateKey();
  expect(looks).toBe(2);
});

test('where a value comes from: heights, spans and the part of each source', async () => {
  const product = productOf({ shelf: shelfOf(gfs(DRY), hrrr(RUN + 9 * HOUR)), elevationAt: async () => 700 });
  const hour = Math.floor(NOW / HOUR) * HOUR;
  const found = await product.provenance(AT_SEA, [hour + 2 * HOUR, RUN + 25.5 * HOUR]);
  expect(found).toMatchObject({ elevation: 700, isTerrain: true });
  const temperature = found.elements.find(({ id }) => id === 'temperature')!;
  expect(temperature.spans.map(({ datasets }) => datasets.join('+'))).toEqual(['gfs', 'hrrr', 'hrrr+gfs', 'gfs']);
  expect(temperature.values[0]!.parts).toEqual([
    { dataset: 'hrrr', weight: 1, value: expect.closeTo(290, 1) },
    { dataset: 'gfs', weight: 0, value: expect.closeTo(280, 1) },
  ]);
  const [first, second] = temperature.values[1]!.parts;
  expect([first, second]).toMatchObject([
    { dataset: 'hrrr', weight: expect.closeTo(0.5, 9) },
    { dataset: 'gfs', weight: expect.closeTo(0.5, 9) },
  ]);
  expect(temperature.values[1]!.value).toBeCloseTo(285, 1);
});
