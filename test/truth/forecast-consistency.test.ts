/**
 * What must hold of every forecast answer, whatever the weather: random cubes of one source or of many with random grids,
 * ends, gaps and heights, random places, random zones.
 * Values are those of the answer, so rounding is part of what is tested.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../../src/model/element.js';
import { HOUR, localDay, parseDate, zoneOf } from '../../src/model/time.js';
import type { UnitSystem } from '../../src/model/units.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { isNight } from '../../src/science/sun.js';
import { column, numbers } from '../answer-columns.js';
import { COARSE_GLOBE, createMemoryCube, type FieldOf, type MemoryCube, shelfOf } from '../memory-cube.js';

const RUN = Date.UTC(2026, 10, 1) / 1000;
const NOW = RUN + 7 * HOUR + 22 * 60;
/** Two days back by the hour, two ahead, then by three hours to five days. */
const TIMES = [
  ...Array.from({ length: 97 }, (_, k) => RUN + (k - 48) * HOUR),
  ...Array.from({ length: 24 }, (_, k) => RUN + (51 + 3 * k) * HOUR),
];
const VARIABLES = [
  'temperature',
  'dew_point',
  'humidity',
  'pressure',
  'wind_speed',
  'wind_gust',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'condition',
] as const;
const DAILY = [
  'temperature_max',
  'temperature_min',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
] as const;

/** Weather that jumps from node to node: harder than any real one. */
interface Chaos {
  readonly seed: number;
  readonly meanTemperature: number;
  readonly wetness: number;
}

function fieldsOf({ seed, meanTemperature, wetness }: Chaos) {
  const noise = (salt: number): FieldOf => {
    return (t, lat, lon) => {
      const mixed = Math.sin(seed * 12.9898 + salt * 78.233 + t * 0.0137 + lat * 3.71 + lon * 0.917) * 43758.5453;
      return mixed - Math.floor(mixed);
    };
  };
  const between = (low: number, high: number, salt: number): FieldOf => {
    const part = noise(salt);
    return (t, lat, lon) => low + (high - low) * part(t, lat, lon);
  };
  const sometimes = (share: number, salt: number): FieldOf => {
    const part = noise(salt);
    return (t, lat, lon) => (part(t, lat, lon) < share ? 1 : 0);
  };
  const amount = between(0, 6, 5);
  const falls = sometimes(wetness, 6);
  return {
    temperature: between(meanTemperature - 8, meanTemperature + 8, 1),
    dew_point: between(meanTemperature - 15, meanTemperature + 5, 2),
    temperature_max: between(meanTemperature, meanTemperature + 12, 3),
    temperature_min: between(meanTemperature - 12, meanTemperature, 4),
    precipitation: ((t, lat, lon) => amount(t, lat, lon) * falls(t, lat, lon)) as FieldOf,
    rain_flag: sometimes(0.5, 7),
    snow_flag: sometimes(0.3, 8),
    freezing_rain_flag: sometimes(0.1, 9),
    ice_pellets_flag: sometimes(0.1, 10),
    pressure_msl: between(97_000, 104_000, 18),
    wind_u: between(-15, 15, 11),
    wind_v: between(-15, 15, 12),
    wind_gust: between(0, 25, 13),
    cloud_cover: between(0, 1, 14),
    visibility: between(6000, 20_000, 15),
    cape: between(0, 900, 16),
    temperature_850hpa: between(meanTemperature - 10, meanTemperature + 4, 17),
  };
}

/** The elements of the feeds that give more than weather. */
function moreFieldsOf(chaos: Chaos): Readonly<Record<string, FieldOf>> {
  const weather = fieldsOf(chaos);
  const scaled = (factor: number, id: 'cloud_cover' | 'precipitation', salt: number): FieldOf => {
    return (t, lat, lon) => factor * weather[id](t + salt * 977, lat, lon);
  };
  const members = Array.from({ length: ENSEMBLE_MEMBERS }, (_, i) => [
    memberElement(i),
    scaled(0.6, 'precipitation', i),
  ]);
  return {
    ...weather,
    ...Object.fromEntries(members),
    probability_1h: scaled(1, 'cloud_cover', 1),
    probability_6h: (t, lat, lon) => (t % (6 * HOUR) === 0 ? weather.cloud_cover(t, lat, lon) : Number.NaN),
    pm2_5: scaled(120, 'cloud_cover', 2),
    pm10: scaled(300, 'cloud_cover', 3),
    ozone_ground: scaled(150, 'cloud_cover', 4),
    smoke_pm2_5: scaled(40, 'cloud_cover', 5),
    dust_pm10: scaled(160, 'cloud_cover', 6),
  };
}

const chaos = fc.record({
  seed: fc.integer({ min: 1, max: 1000 }),
  meanTemperature: fc.integer({ min: 250, max: 305 }),
  wetness: fc.constantFrom(0, 0.3, 1),
});
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'auto');
/** Sources beside GFS: each with weather of its own, an end, a grid that may hold the place or not, and holes. */
const MODELS: Readonly<
  Partial<Record<DatasetId, { step: number; longest: number; elements: readonly string[] | null }>>
> = {
  'hrrr-subhourly': {
    step: 900,
    longest: 72,
    elements: ['temperature', 'dew_point', 'precipitation', 'wind_u', 'wind_v', 'wind_gust'],
  },
  hrrr: { step: HOUR, longest: 18, elements: null },
  nbm: {
    step: 3 * HOUR,
    longest: 60,
    elements: ['temperature', 'precipitation', 'cloud_cover', 'probability_1h', 'probability_6h'],
  },
  'icon-eu': { step: HOUR, longest: 72, elements: null },
  'ecmwf-ifs': { step: 3 * HOUR, longest: 48, elements: null },
  gefs: { step: 3 * HOUR, longest: 40, elements: [] },
  'gefs-aerosol': { step: 3 * HOUR, longest: 40, elements: ['pm2_5', 'pm10', 'smoke_pm2_5', 'dust_pm10'] },
  aqm: { step: HOUR, longest: 72, elements: ['pm2_5', 'ozone_ground'] },
};
const model = fc.record({
  dataset: fc.constantFrom(...(Object.keys(MODELS) as DatasetId[])),
  seed: fc.integer({ min: 1, max: 1000 }),
  begin: fc.integer({ min: -3, max: 9 }),
  steps: fc.integer({ min: 4, max: 72 }),
  gaps: fc.constantFrom(0, 0, 0.2),
  ground: fc.constantFrom(Number.NaN, 0, 1500, 4000),
  west: fc.integer({ min: -180, max: 90 }),
  width: fc.integer({ min: 3, max: 36 }),
});
type Model = typeof model extends fc.Arbitrary<infer Value> ? Value : never;
const models = fc.uniqueArray(model, { selector: ({ dataset }) => dataset, maxLength: 6 });
const situation = fc.record({ chaos, models: fc.oneof(fc.constant<Model[]>([]), models), place, zone });
type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

function cubeOf({ dataset, seed, begin, steps, gaps, ground, west, width }: Model, chaos: Chaos): MemoryCube {
  const { step, longest, elements } = MODELS[dataset]!;
  const count = Math.min(steps, longest);
  const times = Array.from({ length: count }, (_, k) => RUN + begin * HOUR + (k + 1) * step);
  const all = moreFieldsOf({ ...chaos, seed });
  const named =
    dataset === 'gefs'
      ? Object.keys(all).filter((id) => id.includes('member'))
      : (elements ?? Object.keys(fieldsOf(chaos)));
  const hole = (t: number, salt: number) => Math.abs(Math.sin(t * 0.0003 + salt)) < gaps;
  const fields = Object.fromEntries(
    named.map((id, salt): [string, FieldOf] => {
      const field = all[id]!;
      return [id, (t, ...where) => (hole(t, salt) ? Number.NaN : field(t, ...where))];
    }),
  );
  const grid = { ...COARSE_GLOBE, firstLongitude: west, columns: width };
  const statics = Number.isNaN(ground) ? {} : { elevation: () => ground };
  return createMemoryCube({
    dataset,
    times,
    referenceTime: RUN + begin * HOUR,
    fields,
    grid,
    statics,
    windowSeconds: step,
  });
}

async function answerOf({ chaos, models, place, zone }: Situation, units: UnitSystem = 'metric') {
  const cube = createMemoryCube({
    times: TIMES,
    referenceTime: RUN,
    fields: fieldsOf(chaos),
    statics: { elevation: (latitude) => 900 + 10 * latitude },
  });
  const product = createForecastProduct({
    shelf: shelfOf(cube, ...models.map((each) => cubeOf(each, chaos))),
    clock: fixedClock(NOW),
    log: silentLog,
    elevationAt: async () => 800,
  });
  return product.answer({
    location: place,
    timezone: zone,
    units,
    current: { variables: [...VARIABLES, 'air_quality_index'] },
    quarter_hourly: { hours: 24, variables: VARIABLES },
    hourly: { hours: 96, past_hours: 40, variables: [...VARIABLES, 'air_quality_index'] },
    daily: { days: 4, variables: DAILY },
  });
}

type Answer = Awaited<ReturnType<typeof answerOf>>;

function holds(name: string, check: (answer: Answer, situation: Situation) => void): void {
  test(name, async () => {
    await fc.assert(
      fc.asyncProperty(situation, async (each) => check(await answerOf(each), each)),
      { numRuns: 20 },
    );
  });
}

/** Index of the first quarter of each whole hour, beside the index of that hour. */
function* wholeHours({ quarter_hourly, hourly }: Answer): Generator<[quarter: number, hour: number]> {
  for (const [hour, time] of hourly!.labels.entries()) {
    const quarter = quarter_hourly!.labels.indexOf(time);
    if (quarter >= 0 && quarter + 4 <= quarter_hourly!.labels.length) yield [quarter, hour];
  }
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

holds('quarters sum to their hour', (answer) => {
  for (const name of ['precipitation', 'rain_total', 'snow_total']) {
    const hours = numbers(answer.hourly, name);
    const quarters = numbers(answer.quarter_hourly, name);
    for (const [quarter, hour] of wholeHours(answer))
      expect(Math.abs(sum(quarters.slice(quarter, quarter + 4)) - hours[hour]!)).toBeLessThanOrEqual(0.0201);
  }
});

holds('a day that begins on the hour is the sum of its hours', (answer, { zone: asked }) => {
  const name = asked === 'auto' ? answer.location.timezone : asked;
  for (const variable of ['precipitation', 'rain_total', 'snow_total']) {
    const hours = column(answer.hourly, variable) as number[];
    for (const [i, date] of answer.daily!.labels.entries()) {
      const { start, end } = localDay(parseDate(date)!, zoneOf(name)!);
      const inside = answer.hourly!.labels.map(
        (time) => Date.parse(time) / 1000 >= start && Date.parse(time) / 1000 < end,
      );
      const isWhole = start % HOUR === 0 && inside.filter(Boolean).length === (end - start) / HOUR;
      if (!isWhole) continue;
      const total = sum(hours.filter((_, hour) => inside[hour]));
      // each of 24 hours may be off by half a hundredth
      expect(Math.abs(total - numbers(answer.daily, variable)[i]!)).toBeLessThanOrEqual(0.13);
    }
  }
});

holds('rain is at most the precipitation; without precipitation there is none of either', (answer) => {
  for (const table of [answer.hourly, answer.quarter_hourly, answer.current, answer.daily]) {
    const totals = numbers(table, 'precipitation');
    const rain = numbers(table, 'rain_total');
    const snow = numbers(table, 'snow_total');
    totals.forEach((total, i) => {
      expect(rain[i]).toBeLessThanOrEqual(total + 0.0101);
      // 0.00 stands for less than 0.005 mm, which is up to 25 times as deep as snow
      if (total === 0) expect(snow[i]).toBeLessThanOrEqual(25 * 0.005 + 0.005);
    });
  }
});

holds('dew point, humidity and gust keep their bounds', (answer) => {
  for (const table of [answer.hourly, answer.quarter_hourly, answer.current]) {
    const temperature = numbers(table, 'temperature');
    for (const [i, dewPoint] of numbers(table, 'dew_point').entries())
      expect(dewPoint).toBeLessThanOrEqual(temperature[i]!);
    for (const humidity of numbers(table, 'humidity')) expect(humidity >= 0 && humidity <= 100).toBe(true);
    const gust = numbers(table, 'wind_gust');
    for (const [i, speed] of numbers(table, 'wind_speed').entries()) expect(gust[i]).toBeGreaterThanOrEqual(speed);
  }
});

holds('no quarter has a chance above that of its hour', (answer) => {
  const hours = numbers(answer.hourly, 'precipitation_probability');
  const quarters = numbers(answer.quarter_hourly, 'precipitation_probability');
  for (const [quarter, hour] of wholeHours(answer))
    for (let k = 0; k < 4; k++) expect(quarters[quarter + k]).toBeLessThanOrEqual(hours[hour]!);
});

holds('a day’s extremes hold those of its hours', (answer, { zone: asked }) => {
  const name = asked === 'auto' ? answer.location.timezone : asked;
  const temperature = numbers(answer.hourly, 'temperature');
  const highest = numbers(answer.daily, 'temperature_max');
  const lowest = numbers(answer.daily, 'temperature_min');
  for (const [i, date] of answer.daily!.labels.entries()) {
    expect(lowest[i]).toBeLessThanOrEqual(highest[i]!);
    const { start, end } = localDay(parseDate(date)!, zoneOf(name)!);
    answer.hourly!.labels.forEach((time, hour) => {
      const instant = Date.parse(time) / 1000;
      if (instant < start || instant >= end) return;
      expect(temperature[hour]).toBeLessThanOrEqual(highest[i]! + 0.001);
      expect(temperature[hour]).toBeGreaterThanOrEqual(lowest[i]! - 0.001);
    });
  }
});

holds('a wet condition has its amount and its chance', (answer) => {
  const wet = ['drizzle', 'rain', 'heavy-rain', 'freezing-rain', 'sleet', 'snow', 'heavy-snow'];
  for (const [table, perHour] of [
    [answer.hourly, 1],
    [answer.quarter_hourly, 4],
  ] as const) {
    const totals = numbers(table, 'precipitation');
    const chances = numbers(table, 'precipitation_probability');
    column(table, 'condition').forEach((code, i) => {
      if (!wet.includes(code as string)) return;
      expect(totals[i]! * perHour).toBeGreaterThanOrEqual(perHour === 1 ? 0.1 : 0.08); // 0.025 mm prints as 0.02 or 0.03
      expect(chances[i]).toBeGreaterThanOrEqual(30);
    });
  }
});

holds('night has night codes and day has day codes', (answer, { place: { latitude, longitude } }) => {
  for (const [table, half] of [
    [answer.hourly, 1800],
    [answer.quarter_hourly, 450],
    [answer.current, 0],
  ] as const)
    column(table, 'condition').forEach((code, i) => {
      const night = isNight(Date.parse(table!.labels[i]!) / 1000 + half, latitude, longitude);
      if (code === 'sun' || code === 'partly' || code === 'cloudy') expect(night).toBe(false);
      if (code === 'clear-night' || code === 'cloudy-night') expect(night).toBe(true);
    });
});

holds('quarters lie within the gust of their hour and the extremes of their day', (answer, { zone: asked }) => {
  const name = asked === 'auto' ? answer.location.timezone : asked;
  const gusts = numbers(answer.quarter_hourly, 'wind_gust');
  const speeds = numbers(answer.quarter_hourly, 'wind_speed');
  const hourGusts = numbers(answer.hourly, 'wind_gust');
  for (const [quarter, hour] of wholeHours(answer))
    for (let k = quarter; k < quarter + 4; k++)
      // Where the wind itself is stronger than the gust, the gust is the wind's, at each record's own time.
      if (gusts[k]! > speeds[k]!) expect(gusts[k]).toBeLessThanOrEqual(hourGusts[hour]!);
  const highest = numbers(answer.daily, 'temperature_max');
  const lowest = numbers(answer.daily, 'temperature_min');
  const temperature = numbers(answer.quarter_hourly, 'temperature');
  for (const [quarter, time] of answer.quarter_hourly!.labels.entries()) {
    const instant = Date.parse(time) / 1000;
    const day = answer.daily!.labels.findIndex((date) => {
      const { start, end } = localDay(parseDate(date)!, zoneOf(name)!);
      return start <= instant && instant < end;
    });
    expect(temperature[quarter]).toBeLessThanOrEqual(highest[day]! + 0.001);
    expect(temperature[quarter]).toBeGreaterThanOrEqual(lowest[day]! - 0.001);
  }
});

holds('an index of air quality is a whole number from 0 on, or unknown', (answer) => {
  for (const table of [answer.hourly, answer.current])
    for (const index of column(table, 'air_quality_index'))
      expect(index === null || (Number.isInteger(index) && (index as number) >= 0)).toBe(true);
});

/** From a metric number to the other system's, and half of the last digit that each of them has. */
type Converted = readonly [variable: string, convert: (metric: number) => number, metric: number, other: number];
const CONVERTED: Readonly<Partial<Record<UnitSystem, readonly Converted[]>>> = {
  us: [
    ['temperature', (celsius) => celsius * 1.8 + 32, 0.05 * 1.8, 0.05],
    ['dew_point', (celsius) => celsius * 1.8 + 32, 0.05 * 1.8, 0.05],
    ['pressure', (hectopascal) => hectopascal / 33.863886666667, 0.05 / 33.8, 0.005],
    ['wind_speed', (kmh) => kmh / 1.609344, 0.05 / 1.609, 0.05],
    ['wind_gust', (kmh) => kmh / 1.609344, 0.05 / 1.609, 0.05],
    ['precipitation', (mm) => mm / 25.4, 0.005 / 25.4, 0.0005],
    ['snow_total', (mm) => mm / 25.4, 0.005 / 25.4, 0.0005],
  ],
  si: [
    ['temperature', (celsius) => celsius + 273.15, 0.05, 0.05],
    ['pressure', (hectopascal) => hectopascal * 100, 5, 0.5],
    ['wind_speed', (kmh) => kmh / 3.6, 0.05 / 3.6, 0.05],
    ['precipitation', (mm) => mm / 1000, 0.005 / 1000, 0.0000005],
  ],
};
/** What has one unit in all systems. */
const UNCONVERTED = ['condition', 'humidity', 'precipitation_probability', 'air_quality_index'];

test.each(Object.entries(CONVERTED))('the answer in %s units is the metric one converted', async (system, rows) => {
  await fc.assert(
    fc.asyncProperty(situation, async (each) => {
      const metric = await answerOf(each);
      const other = await answerOf(each, system as UnitSystem);
      for (const [name, convert, ...halves] of rows) {
        const converted = numbers(other.hourly, name);
        for (const [i, value] of numbers(metric.hourly, name).entries())
          expect(Math.abs(convert(value) - converted[i]!)).toBeLessThanOrEqual((halves[0] + halves[1]) * (1 + 1e-6));
      }
      for (const name of UNCONVERTED) expect(column(other.hourly, name)).toEqual(column(metric.hourly, name));
    }),
    { numRuns: 10 },
  );
});
