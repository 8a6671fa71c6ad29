/**
 * What a nowcast says over frames and runs in memory: window and minutes, units, sources, statuses and how they follow each
 * other as time passes, what is late, what is missing, and that it agrees with the forecast where both stand on the models.
 */

import { expect, test } from 'vitest';
import { InvalidRequestError, ProductUnavailableError } from '../../src/base/errors.js';
import { writeNowcastAnswer } from '../../src/http/columnar-json.js';
import type { NowcastVariableId } from '../../src/model/nowcast.js';
import { HOUR } from '../../src/model/time.js';
import type { NowcastRequest } from '../../src/products/nowcast/request.js';
import { column, numbers } from '../answer-columns.js';
import { epoch, NOW, productOf, RUN, START } from '../forecast-situation.js';
import { COARSE_GLOBE, createMemoryCube, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf, radarFrame } from '../memory-radar.js';
import {
  frameOf,
  MINUTE_OF_NOW,
  modelRain,
  type NowcastSituation,
  nowcastProductOf,
  SEEN,
  UNSEEN,
  warningCodesOf,
} from '../nowcast-situation.js';

const answerOf = (situation: NowcastSituation, request: Partial<NowcastRequest> = {}) =>
  nowcastProductOf(situation).answer({ location: SEEN, ...request });
const jsonOf = async (situation: NowcastSituation, request: Partial<NowcastRequest> = {}) =>
  JSON.parse(writeNowcastAnswer(await answerOf(situation, request)).toString());

/** Rain of 3 mm/h everywhere. */
const RAINING = frameOf({ rate: () => 3 });
/** Rain that reaches the place 20 minutes after its frame: its edge lies 20 pixels to the west. */
const ARRIVING = frameOf({ rate: (_row, column) => (column <= 80 ? 3 : 0) });
const DRY = frameOf();

test('the window is two hours from the minute that has begun, with a record for each minute in it', async () => {
  const answer = await jsonOf({ frames: [RAINING] });
  expect([answer.start, answer.end]).toEqual(['2026-11-20T10:07:00Z', '2026-11-20T12:07:00Z']);
  expect(answer.minutes).toHaveLength(120);
  const times = answer.minutes.map(({ time }: { time: string }) => epoch(time));
  expect(times).toEqual(timesFrom(epoch(answer.start), 120, 60));
});

test.each<[units: NowcastRequest['units'], overrides: NowcastRequest['unit_overrides'], expected: object]>([
  // 3 mm/h: 0.05 mm in a minute, 0.118 in/h, 8.333e-7 m/s
  ['metric', {}, { precipitation_rate: 3, precipitation: 0.05, rain_total: 0.05 }],
  ['us', {}, { precipitation_rate: 0.118, precipitation: 0.002, rain_total: 0.002 }],
  ['si', {}, { precipitation_rate: 8.333e-7, precipitation: 5e-5, rain_total: 5e-5 }],
  ['us', { precipitation_rate: 'mm/h' }, { precipitation_rate: 3, precipitation: 0.002, rain_total: 0.002 }],
  ['si', { precipitation: 'in' }, { precipitation_rate: 8.333e-7, precipitation: 0.002, rain_total: 0.002 }],
  ['metric', { precipitation_rate: 'in/h' }, { precipitation_rate: 0.118, precipitation: 0.05 }],
])('in %s units with %j a minute of 3 mm/h is %j', async (units, unit_overrides, expected) => {
  const { minutes } = await jsonOf({ frames: [RAINING] }, { units: units!, unit_overrides: unit_overrides! });
  expect(minutes[0]).toMatchObject(expected);
});

test('the units object has all fields, with what is overridden', async () => {
  const { units } = await answerOf({ frames: [DRY] }, { units: 'us', unit_overrides: { precipitation: 'mm' } });
  expect(units).toEqual({
    system: 'us',
    elevation: 'ft',
    percentage: '%',
    temperature: 'degF',
    precipitation: 'mm',
    precipitation_rate: 'in/h',
    pressure: 'inHg',
    wind_speed: 'mph',
    visibility: 'mi',
    degrees: 'degree',
  });
});

test('amounts of a minute have one decimal more than those of an hour, and sizes of hail have not', async () => {
  const decimals = async (units: 'metric' | 'us' | 'si') => {
    const { minutes } = await answerOf({ frames: [RAINING] }, { units });
    return Object.fromEntries(
      minutes.columns.flatMap((each) => (each.kind === 'number' ? [[each.name, each.decimals]] : [])),
    );
  };
  const percent = {
    precipitation_probability: 0,
    confidence: 0,
    hail_probability: 0,
    lightning_probability: 0,
  };
  const amounts = (digits: number) => ({ precipitation: digits, rain_total: digits, snow_total: digits });
  expect(await decimals('metric')).toEqual({ ...percent, ...amounts(3), precipitation_rate: 2, hail_size: 2 });
  expect(await decimals('us')).toEqual({ ...percent, ...amounts(4), precipitation_rate: 3, hail_size: 3 });
  expect(await decimals('si')).toEqual({ ...percent, ...amounts(6), precipitation_rate: 10, hail_size: 6 });
});

test('the zone is that of the place or the one that is asked for, and moves no minute', async () => {
  const own = await jsonOf({ frames: [RAINING] });
  const other = await jsonOf({ frames: [RAINING] }, { timezone: 'Asia/Tokyo' });
  expect([own.location.timezone, other.location.timezone]).toEqual(['America/Chicago', 'Asia/Tokyo']);
  expect(other.minutes).toEqual(own.minutes);
  await expect(answerOf({ frames: [RAINING] }, { timezone: 'Mars/Olympus' })).rejects.toThrow(InvalidRequestError);
});

test('the radar counts alone for an hour of lead and then fades; the frame is a minute old', async () => {
  const { minutes } = await answerOf({ frames: [frameOf({ rate: () => 3, motion: null })], fields: modelRain(1) });
  const sources = column(minutes, 'source');
  expect(sources.slice(0, 60)).toEqual(new Array(60).fill('radar'));
  expect(sources.slice(60)).toEqual(new Array(60).fill('blend'));
  const rates = numbers(minutes, 'precipitation_rate');
  // w(τ) = 1 − (τ − 60) / 120 and R = 3 w + 1 (1 − w) with τ = m + 1
  for (const [minute, weight] of [
    [0, 1],
    [59, 1],
    [60, 1 - 1 / 120],
    [89, 0.75],
    [119, 0.5],
  ] as const)
    expect(rates[minute], `minute ${minute}`).toBeCloseTo(3 * weight + (1 - weight), 2);
});

test('where no model answers the radar is taken whole as far as it sees, and the rest is null', async () => {
  const frame = frameOf({ rate: (_row, column) => (column < 60 ? Number.NaN : 3) });
  const { minutes, warnings } = await answerOf({ frames: [frame], shelf: null });
  const sources = column(minutes, 'source');
  // Observed are 40 pixels to the west; the first minute's rain was one pixel off when the frame was taken.
  expect(new Set(sources.slice(0, 40))).toEqual(new Set(['radar']));
  expect(new Set(sources.slice(40))).toEqual(new Set([null]));
  expect(new Set(column(minutes, 'precipitation').slice(0, 40))).toEqual(new Set([0.05]));
  expect(new Set(column(minutes, 'precipitation').slice(40))).toEqual(new Set([null]));
  expect(warnings.find(({ code }) => code === 'partial_data')?.variables).toContain('precipitation_rate');
});

test('where the radar no longer knows, the models go on, minute by minute', async () => {
  const frame = frameOf({ rate: (_row, column) => (column < 60 ? Number.NaN : 3) });
  const { minutes } = await answerOf({ frames: [frame], fields: modelRain(0.6) });
  const sources = column(minutes, 'source');
  expect([sources[39], sources[40], sources[119]]).toEqual(['radar', 'nwp', 'nwp']);
  expect(numbers(minutes, 'precipitation_rate').slice(39, 41)).toEqual([3, 0.6]);
});

test('dry means no minutes and no onset', async () => {
  const answer = await answerOf({ frames: [DRY] });
  expect(answer).toMatchObject({ status: 'dry', radar_pending: false, onset_uncertainty_minutes: null, stale: false });
  expect(answer.minutes).toEqual({ label: 'time', labels: [], columns: [] });
  expect(JSON.parse(writeNowcastAnswer(answer).toString()).minutes).toEqual([]);
});

test('where only a part of a dry window is known, that is said', async () => {
  const frame = frameOf({ rate: (_row, column) => (column < 60 ? Number.NaN : 0) });
  const answer = await answerOf({ frames: [frame], shelf: null });
  expect([answer.status, answer.minutes.labels]).toEqual(['dry', []]);
  // 40 observed pixels to the west, and the first minute's rain was one pixel off when the frame was taken.
  const message = 'Nothing is known of 80 of the 120 minutes; the others are dry.';
  expect(answer.warnings).toContainEqual({ code: 'partial_data', message });
  expect(warningCodesOf(await answerOf({ frames: [frame] }))).not.toContain('partial_data');
});

test.each<[name: string, rate: number, status: string]>([
  ['a tenth of a millimetre', 0.1, 'active'],
  ['nothing', 0, 'dry'],
])('%s an hour everywhere is %d mm/h and %s', async (_name, rate, status) => {
  expect((await answerOf({ frames: [frameOf({ rate: () => rate })], networks: ['mrms'] })).status).toBe(status);
});

test('a nowcast is active from a probability of 30% and dry below where the models are dry', async () => {
  const chance = (percent: number) => ({ ...modelRain(0), probability_1h: () => percent / 100 });
  const statusAt = async (percent: number) =>
    (await answerOf({ dataset: 'nbm', fields: chance(percent) }, { location: UNSEEN })).status;
  // An hour from 30% on is shown with 0.1 mm (docs/methods/probability.md); one of 29% has quarter-hours of 22%.
  expect([await statusAt(65), await statusAt(30), await statusAt(29)]).toEqual(['active', 'active', 'dry']);
});

test('rain that arrives has an onset uncertainty, rain that is there has none', async () => {
  const arriving = await answerOf({ frames: [ARRIVING] });
  const rates = numbers(arriving.minutes, 'precipitation_rate');
  // The edge lies 19½ columns to the west; when it is due about half of the disk is covered.
  expect([18, 19]).toContain(rates.findIndex((rate) => rate >= 0.1));
  // τ = 19 or 20 min, V ≈ 52 km/h, c = 2 min: √(1² + (60 × 0.11 τ / 51.8)²) = 2.6 or 2.7
  expect(arriving.onset_uncertainty_minutes).toBe(3);
  expect((await answerOf({ frames: [RAINING] })).onset_uncertainty_minutes).toBeNull();
});

test('what only the models have arriving has no onset uncertainty', async () => {
  const later = { ...modelRain(0), precipitation: (time: number) => (time > epoch('2026-11-20T11:00:00Z') ? 2 : 0) };
  const answer = await answerOf({ fields: later }, { location: UNSEEN });
  expect(answer).toMatchObject({ status: 'active', onset_uncertainty_minutes: null });
});

test('outside of radar the models answer, and that is said in plain words', async () => {
  const answer = await answerOf({ frames: [RAINING], fields: modelRain(1) }, { location: UNSEEN });
  expect(answer).toMatchObject({ status: 'active', radar_pending: false, stale: false });
  expect(new Set(column(answer.minutes, 'source'))).toEqual(new Set(['nwp']));
  expect(answer.warnings.find(({ code }) => code === 'radar_unavailable')?.message).toBe(
    'No radar watches over this place; the models alone answer.',
  );
  expect(await answerOf({ fields: modelRain(0) }, { location: UNSEEN })).toMatchObject({ status: 'dry' });
});

test('with no radar and no model it is the nowcast that is unavailable', async () => {
  const refused = answerOf({ shelf: null, networks: [] }).catch((error: unknown) => error);
  expect(await refused).toBeInstanceOf(ProductUnavailableError);
  expect(await refused).toMatchObject({ product: 'nowcast', retryAfterSeconds: 60 });
});

test('models that ended before the window are no answer either', async () => {
  const ended = timesFrom(RUN, 8);
  await expect(answerOf({ times: ended }, { location: UNSEEN })).rejects.toThrow(/no model run reaches/);
});

test('a place outside the configured region is refused, unless radar covers it', async () => {
  const grid = { ...COARSE_GLOBE, columns: 3, rows: 3, firstLatitude: 60, firstLongitude: 0 };
  const cube = { grid, fields: modelRain(0), region: { south: 56, west: 0, north: 60, east: 4 } };
  await expect(answerOf(cube, { location: UNSEEN })).rejects.toThrow(InvalidRequestError);
  expect((await answerOf({ ...cube, frames: [RAINING] })).status).toBe('active');
});

test('status follows the age of the frame: pending, then active or dry with each frame, and never back but for old age', async () => {
  let now = MINUTE_OF_NOW - 25 * 60;
  const radar = memoryRadarShelf([]);
  const product = nowcastProductOf({ radar, clock: { now: () => now }, fields: modelRain(0) });
  const seen: unknown[] = [];
  const look = async (name: string) => {
    const { status, radar_pending, stale, minutes, warnings } = await product.answer({ location: SEEN });
    const codes = warnings.map(({ code }) => code).filter((code) => code === 'stale_data' || code.startsWith('radar'));
    seen.push([name, status, radar_pending, stale, minutes.labels.length, ...codes]);
  };
  const frameAt = (validTime: number, rate: number) =>
    frameOf({ validTime, createdAt: validTime + 60, rate: () => rate, motion: null });

  await look('no frame yet');
  radar.publish(frameAt(now - 120, 0));
  await look('a first frame, dry');
  now += 120;
  radar.publish(frameAt(now - 120, 2));
  await look('the next one, wet');
  now += 120;
  radar.publish(frameAt(now - 120, 0));
  await look('dry again');
  now += 9 * 60; // 11 minutes old: three times two and five more
  await look('11 minutes old');
  now += 60;
  await look('12 minutes old');
  now += 18 * 60;
  await look('30 minutes old');
  now += 60;
  await look('31 minutes old');
  radar.publish(frameAt(now - 60, 0));
  await look('frames again');

  expect(seen).toEqual([
    ['no frame yet', 'pending', true, false, 120, 'radar_pending'],
    ['a first frame, dry', 'dry', false, false, 0],
    ['the next one, wet', 'active', false, false, 120],
    ['dry again', 'dry', false, false, 0],
    ['11 minutes old', 'dry', false, false, 0],
    ['12 minutes old', 'dry', false, true, 0, 'stale_data'],
    ['30 minutes old', 'dry', false, true, 0, 'stale_data'],
    ['31 minutes old', 'pending', true, false, 120, 'radar_pending'],
    ['frames again', 'dry', false, false, 0],
  ]);
});

test('a late frame says how old it is', async () => {
  const { warnings } = await answerOf({ frames: [frameOf({ validTime: MINUTE_OF_NOW - 17 * 60, motion: null })] });
  expect(warnings).toContainEqual({
    code: 'stale_data',
    message: 'The newest frame of MRMS is 17 minutes old.',
    source: 'mrms-rate',
  });
});

test('what is pending has the minutes of the models, and none where there is no model', async () => {
  const both = await answerOf({ fields: modelRain(1) });
  expect(both).toMatchObject({ status: 'pending', radar_pending: true, onset_uncertainty_minutes: null });
  expect(new Set(column(both.minutes, 'source'))).toEqual(new Set(['nwp']));
  const alone = await answerOf({ shelf: null });
  expect(alone).toMatchObject({ status: 'pending', radar_pending: true, updated_at: null, stale: false });
  expect(alone.minutes.labels).toEqual([]);
  expect(alone.warnings).toEqual([
    {
      code: 'radar_pending',
      message:
        'MRMS watches over this place, but no usable frame of it has come in yet; until one comes nothing is known.',
      source: 'mrms',
    },
  ]);
});

test('on a mountain it snows what rains in the valley', async () => {
  const fields = { ...modelRain(0), temperature: () => 278, dew_point: () => 277 };
  const at = async (height: number) => {
    const elevationAt = Object.assign(async () => height, {});
    const situation = { frames: [RAINING], fields, statics: { elevation: () => 0 }, elevationAt };
    const { location, minutes } = await jsonOf(situation, { variables: ['rain_total', 'snow_total', 'condition'] });
    return [location.forecast_elevation_m, minutes[0].condition, minutes[0].rain_total > 0, minutes[0].snow_total > 0];
  };
  expect(await at(0)).toEqual([0, 'rain', true, false]);
  expect((await at(1400)).slice(2)).toEqual([false, true]);
});

test('a place that the radar never sees, behind mountains, is as one outside of radar', async () => {
  const blind = frameOf({ rate: (row, column) => (Math.hypot(row - 100, column - 100) < 60 ? Number.NaN : 3) });
  const answer = await answerOf({ frames: [blind], fields: modelRain(0) });
  expect(answer).toMatchObject({ radar_pending: false, status: 'dry' });
  expect(warningCodesOf(answer)).toContain('radar_unavailable');
});

test('late models make no radar answer stale, but are told; alone they are stale as in the forecast', async () => {
  const now = RUN + 15 * HOUR;
  const late = { clock: { now: () => now }, fields: modelRain(0) };
  const seen = await answerOf({ ...late, frames: [frameOf({ validTime: now - 60 })] });
  expect([seen.stale, warningCodesOf(seen)]).toEqual([false, ['model_degraded']]);
  const unseen = await answerOf(late, { location: UNSEEN });
  expect([unseen.stale, warningCodesOf(unseen)]).toEqual([
    true,
    ['stale_data', 'radar_unavailable', 'timezone_fallback'],
  ]);
});

test('updated_at is when the frame was made, without one when the run was', async () => {
  expect((await answerOf({ frames: [DRY] })).updated_at).toBe('2026-11-20T10:06:30Z');
  const createdAt = RUN + 5 * HOUR;
  expect((await answerOf({ createdAt }, { location: UNSEEN })).updated_at).toBe('2026-11-20T05:00:00Z');
});

test.each([
  ['frame', { frames: [frameOf({ simulated: true })] }],
  ['run', { frames: [DRY], simulated: true }],
])('a simulated %s is told', async (_name, situation) => {
  expect(warningCodesOf(await answerOf(situation))).toEqual(['simulated_data']);
});

test('what is null is explained: hail where no radar looks that high, the height of the place', async () => {
  const { warnings } = await answerOf({ frames: [RAINING] });
  expect(warnings).toContainEqual(
    expect.objectContaining({ code: 'variable_unavailable', variables: ['hail_probability', 'hail_size'] }),
  );
  expect(warnings.map(({ code }) => code)).toContain('elevation_unavailable');
  const plain = await answerOf({ frames: [RAINING] }, { variables: ['precipitation_rate', 'source'] });
  expect(warningCodesOf(plain)).toEqual([]);
});

const MINUTE_VARIABLES: NowcastVariableId[] = ['precipitation', 'precipitation_rate', 'rain_total', 'snow_total'];

test('the models’ minutes sum up to the quarter hours of the forecast, rain and snow alike', async () => {
  const now = epoch('2026-11-20T10:00:00Z');
  // Freezing and thawing, wet and dry: phases differ from hour to hour.
  const fields = {
    ...modelRain(0),
    precipitation: (time: number) => 2 + 2 * Math.sin((time - RUN) / 5000),
    temperature: (time: number) => 274.4 + Math.sin((time - RUN) / 7000),
    dew_point: (time: number) => 274.1 + Math.sin((time - RUN) / 7000),
  };
  const { rain_flag: _, ...unflagged } = fields;
  const cube = createMemoryCube({ times: timesFrom(START, 48 + 385), referenceTime: RUN, fields: unflagged });
  const shelf = shelfOf(cube);
  const clock = { now: () => now };
  const { minutes } = await nowcastProductOf({ shelf, clock }).answer({
    location: UNSEEN,
    variables: MINUTE_VARIABLES,
  });
  const forecast = await productOf({ shelf, now }).answer({
    location: UNSEEN,
    quarter_hourly: { hours: 2, variables: ['precipitation', 'rain_total', 'snow_total'] },
  });
  for (const name of ['precipitation', 'rain_total', 'snow_total'] as const) {
    const [ofMinutes, ofQuarters] = [numbers(minutes, name), numbers(forecast.quarter_hourly, name)];
    expect(Math.max(...ofQuarters)).toBeGreaterThan(0.1);
    ofQuarters.forEach((quarter, k) => {
      const sum = ofMinutes.slice(15 * k, 15 * (k + 1)).reduce((all, one) => all + one, 0);
      // Fifteen roundings to thousandths, and one to hundredths.
      expect(Math.abs(sum - quarter), `${name}, quarter ${k}`).toBeLessThanOrEqual(15 * 0.0005 + 0.005);
    });
  }
});

test('a minute has a sixtieth of its rate', async () => {
  const { minutes } = await answerOf({ frames: [frameOf({ rate: () => 7.3 })], fields: modelRain(1) });
  const [amounts, rates] = [numbers(minutes, 'precipitation'), numbers(minutes, 'precipitation_rate')];
  for (const [i, amount] of amounts.entries())
    expect(Math.abs(amount - rates[i]! / 60)).toBeLessThanOrEqual(0.0005 + 0.005 / 60);
});

test('a state is that of the frames of all datasets, of the runs and of the minute, and of nothing else', async () => {
  let now = NOW;
  const radar = memoryRadarShelf([DRY]);
  const product = nowcastProductOf({ radar, clock: { now: () => now } });
  const first = await product.stateKey();
  now += 20;
  expect(await product.stateKey()).toBe(first);
  now += 20;
  const nextMinute = await product.stateKey();
  expect(nextMinute).not.toBe(first);
  radar.publish(radarFrame({ dataset: 'mrms-flag', validTime: MINUTE_OF_NOW, rate: () => 3 }));
  const flagged = await product.stateKey();
  expect(flagged).not.toBe(nextMinute);
  radar.publish(radarFrame({ dataset: 'dwd-rate', validTime: MINUTE_OF_NOW }));
  expect(await product.stateKey(), 'a network that is not taken in').toBe(flagged);
});

test('snow of the radar’s flag is snow, hail is hail, and rain over a warm ground is rain', async () => {
  const flagged = async (code: number) => {
    const flag = radarFrame({ dataset: 'mrms-flag', validTime: MINUTE_OF_NOW - 60, rate: () => code });
    const variables: NowcastVariableId[] = ['condition', 'rain_total', 'snow_total'];
    const fields = { ...modelRain(0), temperature: () => 274.3, dew_point: () => 273.6 };
    const { minutes } = await jsonOf({ frames: [frameOf({ rate: () => 6 }), flag], fields }, { variables });
    return minutes[0];
  };
  expect(await flagged(1)).toMatchObject({ condition: 'rain', rain_total: 0.1, snow_total: 0 });
  expect(await flagged(7)).toMatchObject({ condition: 'hail', rain_total: 0.1, snow_total: 0 });
  const snow = await flagged(3);
  expect(snow).toMatchObject({ condition: 'heavy-snow', rain_total: 0 });
  expect(snow.snow_total).toBeGreaterThan(0.4); // five times and more
});

test('readiness: by the frames where there are any, else by the models; warming while the first are fetched', async () => {
  const stateOf = async (situation: NowcastSituation) => {
    const { product, state, isMain, detail } = await nowcastProductOf(situation).status();
    expect([product, isMain]).toEqual(['nowcast', false]);
    return [state, detail];
  };
  expect(await stateOf({ frames: [DRY] })).toEqual(['ready', 'MRMS frame of 2026-11-20T10:06:00Z']);
  expect(await stateOf({ frames: [frameOf({ validTime: MINUTE_OF_NOW - 20 * 60 })] })).toEqual([
    'stale',
    'MRMS frame of 2026-11-20T09:47:00Z (20 minutes old)',
  ]);
  expect(await stateOf({ isWarming: () => true })).toEqual(['warming', 'the first radar frames are being fetched']);
  expect((await stateOf({}))[0]).toBe('ready');
  expect((await stateOf({ shelf: null }))[0]).toBe('unavailable');
});

test('an issued nowcast has the values of the answer, unrounded, and names what it stands on', async () => {
  const product = nowcastProductOf({ frames: [ARRIVING], fields: modelRain(0.4) });
  const issued = await product.issue(SEEN, NOW);
  const { minutes } = await product.answer({ location: SEEN });
  expect(issued).toMatchObject({
    ...SEEN,
    start: MINUTE_OF_NOW,
    status: 'active',
    radar: { network: 'mrms', dataset: 'mrms-rate', validTime: MINUTE_OF_NOW - 60, simulated: false },
    runs: ['gfs v1'],
    onsetUncertaintyMinutes: 3,
  });
  expect(issued.sources).toEqual(column(minutes, 'source'));
  for (const [i, rate] of numbers(minutes, 'precipitation_rate').entries())
    expect(Math.abs(issued.rates[i]! - rate)).toBeLessThan(0.00501);
  for (const [i, percent] of numbers(minutes, 'precipitation_probability').entries())
    expect(Math.abs(issued.chances[i]! * 100 - percent)).toBeLessThan(0.501);
  const before = await product.issue(SEEN, NOW - 3600);
  expect([before.start, before.radar]).toEqual([MINUTE_OF_NOW - 3600, null]);
});
