/**
 * Where radar shows a place, forecast and nowcast say the same of the next hours and nothing contradicts itself: properties
 * over random frames, models, places and minutes, all through the products.
 */

import { expect, test } from 'vitest';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import { ObjectDefectError } from '../../src/base/errors.js';
import { placeOf } from '../../src/grid/grid.js';
import type { RecordTable } from '../../src/model/answer.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../../src/model/element.js';
import type { RadarShelf } from '../../src/model/radar.js';
import type { ForecastRequest } from '../../src/products/forecast/request.js';
import { column } from '../answer-columns.js';
import { productOf, RUN, START } from '../forecast-situation.js';
import { createMemoryCube, type FieldOf, shelfOf, timesFrom } from '../memory-cube.js';
import { memoryRadarShelf, radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../memory-radar.js';
import { nowcastProductOf, UNSEEN } from '../nowcast-situation.js';
import { PLAIN_FIELDS, routeProductOf } from '../route-situation.js';

const HOUR = 3600;
const VARIABLES = ['precipitation', 'precipitation_probability', 'condition'] as const;
const WET = new Set(['drizzle', 'rain', 'heavy-rain', 'snow', 'heavy-snow', 'sleet', 'freezing-rain', 'thunderstorm']);

/** GFS with these amounts, mm/h, and members around them. */
function modelsOf(amount: FieldOf, cold = false, spread = 1) {
  const members = Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => {
    const field: FieldOf = (t, lat, lon) => Math.max(0, 3 * (amount(t, lat, lon) + (spread * ((i % 7) - 3)) / 7));
    return [memberElement(i), field] as const;
  });
  const colder = cold ? { temperature: () => 268, dew_point: () => 267, rain_flag: () => 0, snow_flag: () => 1 } : {};
  const fields = { ...PLAIN_FIELDS, ...colder, precipitation: amount, cape: () => 0 };
  const gefs = Array.from({ length: 81 }, (_, k) => RUN + k * 3 * HOUR);
  return shelfOf(
    createMemoryCube({ times: timesFrom(START, 48 + 385), referenceTime: RUN, fields }),
    createMemoryCube({ dataset: 'gefs', times: gefs, referenceTime: RUN, fields: Object.fromEntries(members) }),
  );
}

/** Showers in a frame, and other showers in the models. */
function randomWorld(seed: number) {
  const random = seededRandom(seed);
  const now = RUN + 10 * HOUR + 60 * Math.floor(120 * random());
  const { rows, columns } = SMALL_RADAR_GRID;
  const [wave, height, cut] = [10 + 40 * random(), 12 * random() ** 2, random() * 2 - 1];
  const frame = radarFrame({
    dataset: 'mrms-rate',
    validTime: now - Math.floor(1500 * random()),
    rate: (row, col) => Math.max(0, height * (Math.sin(row / wave) + Math.sin(col / wave + seed) - cut)),
    motion: uniformMotion(rows, columns, 2 * random() - 1, 2 * random() - 1),
    skill:
      seed % 2 === 0
        ? {
            calibration: [{ leadMinutes: 60, raw: [0, 0.5, 1], observed: [0.05, 0.4, 0.9], samples: 9000 }],
            lifetime: null,
          }
        : null,
  });
  const wet = 1.5 * random() - 1;
  const shelf = modelsOf((t) => Math.max(0, wet + Math.sin(t / 4000 + seed)), seed % 3 === 0);
  const places = Array.from({ length: 5 }, () => ({
    latitude: 38.1 + 1.8 * random(),
    longitude: -89.9 + 1.8 * random(),
  }));
  const parts = { shelf, radar: memoryRadarShelf([frame]), networks: ['mrms'] as const };
  return { now, places, parts };
}

const REQUEST: Omit<ForecastRequest, 'location'> = {
  current: { variables: VARIABLES },
  quarter_hourly: { hours: 5, variables: VARIABLES },
  hourly: { hours: 5, variables: VARIABLES },
  daily: { days: 2, variables: VARIABLES },
};

function rowsOf(table: RecordTable | undefined) {
  return table!.labels.map((label, i) => ({
    time: Date.parse(label) / 1000,
    amount: Number(column(table!, 'precipitation')[i]),
    chance: Number(column(table!, 'precipitation_probability')[i]),
    isWet: WET.has(String(column(table!, 'condition')[i])),
  }));
}

type Row = ReturnType<typeof rowsOf>[number];

/** What is contradictory in a record. @param most  mm that are called weather in any case */
function contradictionsOf({ amount, chance, isWet }: Row, hours: number, most: number): string[] {
  const found: string[] = [];
  if (amount >= most && !(isWet && chance >= 30)) found.push(`${amount} mm, ${chance}%, wet: ${isWet}`);
  // Amounts are printed in hundredths.
  if (isWet && !(amount + 0.005 >= 0.1 * hours && chance >= 30)) found.push(`wet with ${amount} mm, ${chance}%`);
  return found;
}

test('a quarter hour is the sum of the minutes of the nowcast and as likely as the likeliest; hours are sums of quarters', async () => {
  let compared = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const { now, places, parts } = randomWorld(seed);
    const nowcast = nowcastProductOf({ ...parts, clock: { now: () => now } });
    const forecast = productOf({ ...parts, now });
    for (const location of places) {
      const issued = await nowcast.issue(location, now);
      const answer = await forecast.answer({ location, ...REQUEST });
      const quarters = rowsOf(answer.quarter_hourly);
      for (const { time, amount, chance, isWet } of quarters) {
        const first = (time - issued.start) / 60;
        if (first < 0 || first + 15 > issued.rates.length) continue;
        const sum = issued.rates.subarray(first, first + 15).reduce((all, rate) => all + rate / 60, 0);
        const most = Math.max(...issued.chances.subarray(first, first + 15));
        expect(Math.abs(amount - sum), `${seed} at ${first}`).toBeLessThan(0.005001);
        expect(Math.abs(chance - 100 * most), `${seed} at ${first}`).toBeLessThan(0.501);
        expect(isWet).toBe(Math.round(400 * sum) >= 10 && Math.round(100 * most) >= 30);
        compared++;
      }
      for (const { time, amount } of rowsOf(answer.hourly)) {
        const parts = quarters.filter((quarter) => quarter.time >= time && quarter.time < time + HOUR);
        const sum = parts.reduce((all, quarter) => all + quarter.amount, 0);
        if (parts.length === 4) expect(Math.abs(sum - amount)).toBeLessThan(0.0251);
      }
      const { amount, chance } = rowsOf(answer.current)[0]!;
      expect([amount, chance]).toEqual([quarters[0]!.amount, quarters[0]!.chance]);
    }
  }
  expect(compared).toBeGreaterThan(250);
});

test('nothing contradicts itself in records that radar counts in', async () => {
  const found: string[] = [];
  let compared = 0;
  for (let seed = 11; seed <= 18; seed++) {
    const { now, places, parts } = randomWorld(seed);
    const products = [productOf({ ...parts, now }), productOf({ shelf: parts.shelf, now })];
    for (const location of places) {
      const [answer, alone] = await Promise.all(products.map((product) => product.answer({ location, ...REQUEST })));
      // Rain that comes from beyond the small frame is left to the models, which contradict themselves here.
      const seen = (section: 'quarter_hourly' | 'hourly' | 'daily') => {
        const modelled = rowsOf(alone![section]);
        return rowsOf(answer![section]).filter((row, i) => JSON.stringify(row) !== JSON.stringify(modelled[i]));
      };
      const [quarters, hours] = [seen('quarter_hourly'), seen('hourly')];
      compared += quarters.length;
      found.push(...quarters.flatMap((row) => contradictionsOf(row, 0.25, 0.13)));
      found.push(...hours.flatMap((row) => contradictionsOf(row, 1, 0.5)));
      for (const { amount, chance } of hours)
        if (chance >= 70 && amount < 0.1) found.push(`${chance}% of an hour with ${amount} mm`);
      for (const today of seen('daily')) {
        found.push(...contradictionsOf(today, 0, 2.5));
        if (today.chance >= 70 && today.amount < 0.5) found.push(`${today.chance}% of a day with ${today.amount} mm`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(compared).toBeGreaterThan(250);
});

test.each([
  ['dry radar at the end of an hour of rain by the models', 0, 4, 58],
  ['radar rain at the end of a dry hour of the models', 1.3, 0, 59],
])('current says what the nowcast says: %s', async (_, seen, modelled, minute) => {
  const now = RUN + 10 * HOUR + minute * 60;
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: now - 240, rate: () => seen });
  const parts = {
    shelf: modelsOf(() => modelled, false, 0),
    radar: memoryRadarShelf([frame]),
    networks: ['mrms'] as const,
  };
  const location = { latitude: 39, longitude: -89 };
  const issued = await nowcastProductOf({ ...parts, clock: { now: () => now } }).issue(location, now);
  const { current } = await productOf({ ...parts, now }).answer({ location, current: { variables: VARIABLES } });
  const { amount, chance, isWet } = rowsOf(current)[0]!;
  expect(isWet).toBe(seen > 0);
  expect(Math.abs(amount - seen / 4)).toBeLessThan(0.0051);
  expect(chance).toBe(Math.round(100 * issued.chances[0]!));
});

test("at the edge of coverage the chance is the radar's where the rate is", async () => {
  const now = RUN + 10 * HOUR;
  const { rows } = SMALL_RADAR_GRID;
  const seen = (rate: number) => (row: number) => (Math.abs(row - rows / 2) <= 6 ? rate : Number.NaN);
  for (const [rate, modelled] of [
    [0, 4],
    [12, 0],
  ] as const) {
    const frame = radarFrame({ dataset: 'mrms-rate', validTime: now - 240, rate: seen(rate) });
    const parts = {
      shelf: modelsOf(() => modelled, false, 0),
      radar: memoryRadarShelf([frame]),
      networks: ['mrms'] as const,
    };
    const location = placeOf(SMALL_RADAR_GRID, rows / 2, 20);
    const request = { location, quarter_hourly: { hours: 1, variables: VARIABLES } };
    const { quarter_hourly } = await productOf({ ...parts, now }).answer(request);
    // Later the models count, too.
    for (const { chance } of rowsOf(quarter_hourly).slice(0, 3)) expect(chance).toBe(rate > 0 ? 100 : 0);
  }
});

test.each([
  ['snow by the flag over cold ground', { 'mrms-flag': 3 }, true],
  ['snow by the flag over warm ground', { 'mrms-flag': 3 }, false],
  ['rain by the flag where the models have snow', { 'mrms-flag': 1 }, true],
  ['hail by its index', { 'mrms-posh': 0.9, 'mrms-flag': 7 }, false],
  ['lightning', { 'mrms-lightning-30': 0.97, 'mrms-lightning-60': 0.99 }, false],
] as const)('%s is in forecast and nowcast alike', async (_, beside, cold) => {
  const now = RUN + 10 * HOUR;
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: now - 240, rate: () => 3 });
  const companions = Object.entries(beside).map(([dataset, value]) =>
    radarFrame({ dataset: dataset as keyof typeof beside, validTime: now - 240, rate: () => value }),
  );
  const parts = {
    shelf: modelsOf(() => 3, cold, 0),
    radar: memoryRadarShelf([frame, ...companions]),
    networks: ['mrms'] as const,
  };
  const location = { latitude: 39, longitude: -89 };
  const variables = ['precipitation', 'rain_total', 'snow_total', 'condition'] as const;
  const nowcast = await nowcastProductOf({ ...parts, clock: { now: () => now } }).answer({ location, variables });
  const sections = { current: { variables }, quarter_hourly: { hours: 1, variables }, hourly: { hours: 1, variables } };
  const forecast = await productOf({ ...parts, now }).answer({ location, ...sections });
  const minutes = (name: (typeof variables)[number]) => column(nowcast.minutes, name).slice(0, 60);
  for (const name of ['rain_total', 'snow_total'] as const) {
    const sum = minutes(name).reduce<number>((all, value) => all + Number(value), 0);
    expect(Number(column(forecast.hourly, name)[0]), name).toBeCloseTo(sum, 0);
    const quarter = minutes(name).slice(0, 15);
    const first = quarter.reduce<number>((all, value) => all + Number(value), 0);
    expect(Math.abs(Number(column(forecast.quarter_hourly, name)[0]) - first), name).toBeLessThan(0.02);
  }
  const [code] = minutes('condition');
  expect(new Set(minutes('condition').slice(0, 15))).toEqual(new Set([code]));
  for (const section of ['current', 'quarter_hourly', 'hourly'] as const)
    expect(column(forecast[section], 'condition')[0], section).toBe(code);
});

/** The frame has one rate everywhere and does not move; the models another. */
function evenWorld(seen: number, modelled: number) {
  const now = RUN + 10 * HOUR + 4 * 60;
  const grid = { ...SMALL_RADAR_GRID, rows: 400, columns: 400, firstLatitude: 41, firstLongitude: -91 };
  const frame = radarFrame({ dataset: 'mrms-rate', grid, validTime: now - 240, rate: () => seen });
  const parts = {
    shelf: modelsOf(() => modelled, false, 0),
    radar: memoryRadarShelf([frame]),
    networks: ['mrms'] as const,
  };
  return { ...parts, now };
}

test.each([
  ['rain of the radar over dry models', 4, 0],
  ['dry radar over rain of the models', 0, 4],
])('%s fades by the weight, without a jump at two hours or where the radar ends', async (_, seen, modelled) => {
  const answer = await productOf(evenWorld(seen, modelled)).answer({
    location: { latitude: 39, longitude: -89 },
    quarter_hourly: { hours: 5, variables: VARIABLES },
  });
  const rows = rowsOf(answer.quarter_hourly);
  // Weights of the quarters by hand: lead = minutes after the frame at 10:00, 1 to 60 minutes, 0 from 180 on.
  const weightOf = (k: number) =>
    Array.from({ length: 15 }, (_, m) => Math.min(1, Math.max(0, 1.5 - (15 * k + m) / 120))).reduce(
      (a, b) => a + b / 15,
      0,
    );
  for (const [k, { amount }] of rows.entries()) {
    if (k === 0) continue; // weighted as the minute of now
    const w = weightOf(k);
    expect(amount, `quarter ${k}`).toBeCloseTo(w * (seen / 4) + (1 - w) * (modelled / 4), 1.9);
  }
  const steps = (values: readonly number[]) => values.slice(2).map((value, i) => Math.abs(value - values[i + 1]!));
  // A quarter of an hour takes an eighth of the weight.
  expect(Math.max(...steps(rows.map(({ amount }) => amount)))).toBeLessThan(1 / 8 + 0.02);
  // An amount that is called wet raises its chance to 30% at once.
  expect(Math.max(...steps(rows.map(({ chance }) => chance)))).toBeLessThanOrEqual(30);
});

test('a place or a time without radar is answered as if there were none', async () => {
  const { now, parts, places } = randomWorld(3);
  const { radar: _, networks: __, ...without } = parts;
  const answers = (location: ForecastRequest['location'], request: Omit<ForecastRequest, 'location'>) =>
    Promise.all([parts, without].map((some) => productOf({ ...some, now }).answer({ location, ...request })));
  const [outside, none] = await answers(UNSEEN, REQUEST);
  expect(outside).toEqual(none);
  const [seen, unseen] = await answers(places[0]!, { hourly: { hours: 48, past_hours: 24, variables: VARIABLES } });
  const rows = [rowsOf(seen!.hourly), rowsOf(unseen!.hourly)];
  const isOther = (row: Row) => row.time + HOUR <= now || row.time >= now + 3 * HOUR;
  expect(rows[0]!.filter(isOther)).toEqual(rows[1]!.filter(isOther));
  expect(rows[0]!.filter(isOther).length).toBeGreaterThan(65);
});

test('a frame that cannot be read leaves forecast and route to the models', async () => {
  const { now, parts, places } = randomWorld(5);
  const { radar: _, networks: __, ...without } = parts;
  const broken = async () => {
    throw new ObjectDefectError('radar/mrms-rate/newest', 0, 'a whole frame');
  };
  const defective: RadarShelf = { ...parts.radar, newest: broken };
  const location = places[0]!;
  const answer = await productOf({ ...parts, radar: defective, now }).answer({ location, ...REQUEST });
  expect(answer).toEqual(await productOf({ ...without, now }).answer({ location, ...REQUEST }));
  const time = new Date((now + 600) * 1000).toISOString();
  const path = [location, { ...location, latitude: location.latitude + 0.01 }].map((place) => ({ ...place }));
  const request = { path: [{ ...path[0]!, time }, path[1]!], departure_time: time };
  const routes = [{ ...parts, radar: defective }, without].map((some) => routeProductOf({ ...some, now }));
  const [faulty, plain] = await Promise.all(
    routes.map((route) => route.answer({ path, departure_time: request.departure_time })),
  );
  expect(faulty).toEqual(plain);
});

test('a frame changes the state of forecasts and routes, makes them as new as it is, and says when it is simulated', async () => {
  const { now, parts, places } = randomWorld(7);
  const products = [productOf({ ...parts, now }), routeProductOf({ ...parts, now })];
  const before = await Promise.all(products.map((product) => product.stateKey()));
  const frame = radarFrame({ dataset: 'mrms-rate', validTime: now - 30, createdAt: now - 5, simulated: true });
  parts.radar.publish(frame);
  const after = await Promise.all(products.map((product) => product.stateKey()));
  expect(after.map((key, i) => key === before[i])).toEqual([false, false]);
  const answer = await productOf({ ...parts, now }).answer({ location: places[0]!, ...REQUEST });
  expect(answer.updated_at).toBe(new Date((now - 5) * 1000).toISOString().replace('.000Z', 'Z'));
  expect(answer.warnings.map(({ code }) => code)).toContain('simulated_data');
});
