/**
 * What must hold of every answer, over the store of the simulated world: random places of the globe and of America, whose
 * seams are many, at random instants that the store covers, in random zones and units. The product is asked, not HTTP.
 *
 * Values are those of the answer, so rounding is part of what is tested. Faults are collected as sentences, because an
 * assertion for each number would take longer than the answers.
 */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sunAt } from '../../simulator/sun.js';
import { groundAt } from '../../simulator/terrain.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { ForecastAnswer, RecordTable } from '../../src/model/answer.js';
import type { CubeShelf, OpenCube } from '../../src/model/cube.js';
import { HOUR, localDay, parseDate, zoneOf } from '../../src/model/time.js';
import type { UnitSystem } from '../../src/model/units.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { column } from '../answer-columns.js';
import { agreementOver, radarAround } from '../route-agreement.js';
import { type SimulatedService, SUMMER, simulatedService, WINTER } from '../simulated-service.js';

const SEED = 20261120;

let summer: SimulatedService;
let winter: SimulatedService;
beforeAll(async () => {
  summer = await simulatedService(SUMMER);
  winter = await simulatedService(WINTER);
});

const RECORDS = [
  'temperature',
  'dew_point',
  'humidity',
  'wind_speed',
  'wind_gust',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'cloud_cover',
  'condition',
  'air_quality_index',
] as const;
const HOURLY = [...RECORDS, 'pressure', 'apparent_temperature', 'uv_index'] as const;
const DAILY = [
  'temperature_max',
  'temperature_min',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'condition',
] as const;

const place = fc.oneof(
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  // HRRR, the National Blend and the air quality model, with their edges.
  fc.record({
    latitude: fc.double({ min: 15, max: 60, noNaN: true }),
    longitude: fc.double({ min: -140, max: -55, noNaN: true }),
  }),
);
const situation = fc.record({
  place,
  isSummer: fc.boolean(),
  /** 0..1 of the time over which the clock may stand. */
  when: fc.double({ min: 0, max: 1, noNaN: true }),
  zone: fc.constantFrom('auto', 'UTC', 'America/Denver', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'),
  isAtGround: fc.boolean(),
});
type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

/** Within the store: of summer from a day before GFS's run to day 11, of winter to day 3. */
function clockOf({ isSummer, when }: Situation): number {
  const [from, to] = isSummer
    ? [SUMMER.now - 30 * HOUR, SUMMER.now + 264 * HOUR]
    : [WINTER.now, WINTER.now + 48 * HOUR];
  return Math.round(from + when * (to - from));
}

function answerOf(each: Situation, units: UnitSystem = 'metric', shelf?: CubeShelf): Promise<ForecastAnswer> {
  const product = createForecastProduct({
    shelf: shelf ?? (each.isSummer ? summer : winter).shelf,
    clock: fixedClock(clockOf(each)),
    log: silentLog,
    ...(each.isAtGround && {
      elevationAt: async (latitude: number, longitude: number) => groundAt(latitude, longitude).elevation,
    }),
  });
  return product.answer({
    location: each.place,
    timezone: each.zone,
    units,
    current: { variables: RECORDS },
    quarter_hourly: { hours: 6, variables: RECORDS },
    hourly: { hours: 54, past_hours: 12, variables: HOURLY },
    daily: { days: 2, variables: DAILY },
  });
}

/** Numbers of a column, NaN where the answer says null. */
function numbersOf(table: RecordTable | undefined, name: string): number[] {
  return column(table, name).map((value) => (value === null ? Number.NaN : Number(value)));
}

function timesOf(table: RecordTable): number[] {
  return table.labels.map((label) => Date.parse(label) / 1000);
}

interface Looked {
  readonly answer: ForecastAnswer;
  readonly situation: Situation;
  /** Says a fault. */
  fault(sentence: string): void;
}

/** Over `runs` situations; all faults of one are told together. */
async function holds(runs: number, look: (looked: Looked) => void | Promise<void>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(situation, async (each) => {
      const faults: string[] = [];
      await look({ answer: await answerOf(each), situation: each, fault: (sentence) => void faults.push(sentence) });
      expect(faults).toEqual([]);
    }),
    { numRuns: runs, seed: SEED },
  );
}

function recordTables({ current, quarter_hourly, hourly }: ForecastAnswer) {
  return [
    { name: 'current', table: current!, seconds: HOUR / 4, middle: 0 },
    { name: 'quarter', table: quarter_hourly!, seconds: HOUR / 4, middle: HOUR / 8 },
    { name: 'hour', table: hourly!, seconds: HOUR, middle: HOUR / 2 },
  ];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function checkTotals({ answer, situation: { zone }, fault }: Looked): void {
  const { hourly, quarter_hourly, daily, location } = answer;
  const hours = timesOf(hourly!);
  const quarters = timesOf(quarter_hourly!);
  for (const name of ['precipitation', 'rain_total', 'snow_total']) {
    const ofHours = numbersOf(hourly, name);
    const ofQuarters = numbersOf(quarter_hourly, name);
    for (const [hour, time] of hours.entries()) {
      const first = quarters.indexOf(time);
      if (first < 0 || first + 4 > quarters.length) continue;
      const apart = Math.abs(sum(ofQuarters.slice(first, first + 4)) - ofHours[hour]!);
      if (apart > 0.0251) fault(`${name}: quarters are ${apart} off their hour`); // five roundings of a hundredth
    }
    const ofDays = numbersOf(daily, name);
    for (const [day, date] of daily!.labels.entries()) {
      const { start, end } = localDay(parseDate(date)!, zoneOf(zone === 'auto' ? location.timezone : zone)!);
      const inside = ofHours.filter((_, hour) => hours[hour]! >= start && hours[hour]! < end);
      if (start % HOUR !== 0 || inside.length !== (end - start) / HOUR || inside.some(Number.isNaN)) continue;
      const apart = Math.abs(sum(inside) - ofDays[day]!);
      if (apart > 0.005 * (inside.length + 1) + 1e-9) fault(`${name}: hours are ${apart} off their day`);
    }
  }
}

function checkPhases({ answer, fault }: Looked): void {
  for (const { name, table } of [...recordTables(answer), { name: 'day', table: answer.daily! }]) {
    const [totals, rain] = [numbersOf(table, 'precipitation'), numbersOf(table, 'rain_total')];
    for (const [i, total] of totals.entries())
      if (rain[i]! > total + 0.0101) fault(`${name}: ${rain[i]} of rain in ${total}`);
  }
  // A wet bulb is never below the dew point: above 4 °C no flake arrives.
  const [dewPoints, snow] = [numbersOf(answer.hourly, 'dew_point'), numbersOf(answer.hourly, 'snow_total')];
  for (let i = 0; i + 1 < snow.length; i++)
    if (dewPoints[i]! >= 4 && dewPoints[i + 1]! >= 4 && snow[i]! > 0) fault(`hour: snow of ${snow[i]} in the warmth`);
}

function checkRanges({ answer, fault }: Looked): void {
  for (const { name, table } of recordTables(answer)) {
    const temperature = numbersOf(table, 'temperature');
    for (const [i, dewPoint] of numbersOf(table, 'dew_point').entries())
      if (dewPoint > temperature[i]!) fault(`${name}: dew point ${dewPoint} above ${temperature[i]}`);
    const gust = numbersOf(table, 'wind_gust');
    for (const [i, speed] of numbersOf(table, 'wind_speed').entries())
      if (speed > gust[i]!) fault(`${name}: wind ${speed} above its gust ${gust[i]}`);
    for (const share of ['humidity', 'cloud_cover', 'precipitation_probability'])
      for (const value of numbersOf(table, share)) if (value < 0 || value > 100) fault(`${name}: ${share} ${value}`);
    for (const index of numbersOf(table, 'air_quality_index'))
      if (index < 0 || (!Number.isNaN(index) && !Number.isInteger(index))) fault(`${name}: index ${index}`);
  }
}

function checkExtremes({ answer, situation: { zone }, fault }: Looked): void {
  const { daily, location } = answer;
  const [highest, lowest] = [numbersOf(daily, 'temperature_max'), numbersOf(daily, 'temperature_min')];
  for (const [day, date] of daily!.labels.entries()) {
    if (lowest[day]! > highest[day]!) fault(`${date}: from ${lowest[day]} to ${highest[day]}`);
    const { start, end } = localDay(parseDate(date)!, zoneOf(zone === 'auto' ? location.timezone : zone)!);
    for (const { name, table } of recordTables(answer)) {
      const temperature = numbersOf(table, 'temperature');
      for (const [i, time] of timesOf(table).entries())
        if (
          time >= start &&
          time < end &&
          (temperature[i]! < lowest[day]! - 0.1 || temperature[i]! > highest[day]! + 0.1)
        )
          fault(`${date}: ${name} of ${temperature[i]} outside ${lowest[day]} to ${highest[day]}`);
    }
  }
}

function checkChances({ answer: { hourly, quarter_hourly }, fault }: Looked): void {
  const [ofHours, ofQuarters] = [hourly, quarter_hourly].map((table) => numbersOf(table, 'precipitation_probability'));
  const quarters = timesOf(quarter_hourly!);
  for (const [hour, time] of timesOf(hourly!).entries()) {
    const first = quarters.indexOf(time);
    if (first < 0 || first + 4 > quarters.length) continue;
    const inside = ofQuarters!.slice(first, first + 4);
    const chance = ofHours![hour]!;
    if (Math.max(...inside) > chance) fault(`a quarter of ${Math.max(...inside)}% in an hour of ${chance}%`);
    if (chance > Math.min(100, sum(inside) + 2.5)) fault(`an hour of ${chance}% of quarters of ${inside}%`);
  }
}

const WET_CODES = new Set(['drizzle', 'rain', 'heavy-rain', 'sleet', 'snow', 'heavy-snow', 'freezing-rain']);

/** Amount, chance and condition of rain never contradict each other, in records and in days. */
function checkRain({ answer, fault }: Looked): void {
  for (const { name, table, seconds } of recordTables(answer)) {
    const [amounts, chances] = [numbersOf(table, 'precipitation'), numbersOf(table, 'precipitation_probability')];
    for (const [i, code] of column(table, 'condition').entries()) {
      const [rate, chance] = [(amounts[i]! * HOUR) / seconds, chances[i]!];
      const record = `${name} ${table.labels[i]}: ${amounts[i]} mm at ${chance}%, ${code}`;
      const isWet = WET_CODES.has(code as string) || code === 'thunderstorm' || code === 'hail';
      // 0.13 mm, as 0.125 is printed.
      const isMuch = seconds === HOUR ? amounts[i]! >= 0.5 : amounts[i]! >= 0.13;
      if (isMuch && !(isWet && chance >= 30)) fault(record);
      if (WET_CODES.has(code as string) && !(rate >= 0.1 - 0.0201 && chance >= 30)) fault(record);
      if (seconds === HOUR && chance >= 70 && !(rate >= 0.1)) fault(record);
    }
  }
  const [amounts, chances] = [
    numbersOf(answer.daily, 'precipitation'),
    numbersOf(answer.daily, 'precipitation_probability'),
  ];
  for (const [i, code] of column(answer.daily, 'condition').entries()) {
    const day = `${answer.daily!.labels[i]}: ${amounts[i]} mm at ${chances[i]}%, ${code}`;
    const isWet = WET_CODES.has(code as string) || code === 'thunderstorm';
    if (amounts[i]! >= 2.5 && !(isWet && chances[i]! >= 30)) fault(day);
    if (WET_CODES.has(code as string) && !(amounts[i]! >= 0.1 && chances[i]! >= 30)) fault(day);
    if (chances[i]! >= 70 && !(amounts[i]! >= 0.5)) fault(day);
  }
}

const COS_HORIZON = Math.cos((90.833 * Math.PI) / 180);
/** 0.15° around sunrise and sunset, where two ways to compute the sun may differ. */
const DOUBT = 0.0026;
const DAY_CODES = new Set(['sun', 'partly', 'cloudy']);
const NIGHT_CODES = new Set(['clear-night', 'cloudy-night']);

function checkNights({ answer, situation, fault }: Looked): void {
  const phi = (situation.place.latitude * Math.PI) / 180;
  for (const { name, table, middle } of recordTables(answer)) {
    const codes = column(table, 'condition');
    for (const [i, time] of timesOf(table).entries()) {
      const { declination, hourAngle } = sunAt(time + middle);
      const angle = hourAngle + (situation.place.longitude * Math.PI) / 180;
      const height =
        Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(angle) - COS_HORIZON;
      if (Math.abs(height) < DOUBT) continue;
      const wrong = height > 0 ? NIGHT_CODES : DAY_CODES;
      if (wrong.has(codes[i] as string)) fault(`${name} ${table.labels[i]}: ${codes[i]} with the sun at ${height}`);
    }
  }
}

/** Inside the store's time nothing of the weather is null. */
function checkNulls({ answer, situation: { isSummer }, fault }: Looked): void {
  const end = isSummer ? summer.runs.get('gfs')! + 384 * HOUR : winter.runs.get('ecmwf-ifs')! + 120 * HOUR;
  for (const { name, table, seconds } of recordTables(answer))
    for (const variable of ['temperature', 'dew_point', 'wind_speed', 'precipitation', 'condition'])
      for (const [i, value] of column(table, variable).entries())
        if (value === null && timesOf(table)[i]! + seconds <= end) fault(`${name} ${table.labels[i]}: no ${variable}`);
}

test('of 1500 answers, totals, phases, ranges, extremes, chances, rain and nights agree with each other and with the sun', async () => {
  await holds(1500, (looked) => {
    checkTotals(looked);
    checkPhases(looked);
    checkRanges(looked);
    checkExtremes(looked);
    checkChances(looked);
    checkRain(looked);
    checkNights(looked);
    checkNulls(looked);
  });
});

/** From a metric number to the other system's, and half of the last digit of each in the other's unit. */
type Converted = readonly [variable: string, convert: (metric: number) => number, slack: number];
const CONVERTED: Readonly<Record<'us' | 'si', readonly Converted[]>> = {
  us: [
    ['temperature', (celsius) => celsius * 1.8 + 32, 0.05 * 1.8 + 0.05],
    ['dew_point', (celsius) => celsius * 1.8 + 32, 0.05 * 1.8 + 0.05],
    ['apparent_temperature', (celsius) => celsius * 1.8 + 32, 0.05 * 1.8 + 0.05],
    ['pressure', (hectopascal) => hectopascal / 33.863886666667, 0.05 / 33.86 + 0.005],
    ['wind_speed', (kmh) => kmh / 1.609344, 0.05 / 1.609 + 0.05],
    ['wind_gust', (kmh) => kmh / 1.609344, 0.05 / 1.609 + 0.05],
    ['precipitation', (mm) => mm / 25.4, 0.005 / 25.4 + 0.0005],
    ['rain_total', (mm) => mm / 25.4, 0.005 / 25.4 + 0.0005],
    ['snow_total', (mm) => mm / 25.4, 0.005 / 25.4 + 0.0005],
  ],
  si: [
    ['temperature', (celsius) => celsius + 273.15, 0.05 + 0.05],
    ['dew_point', (celsius) => celsius + 273.15, 0.05 + 0.05],
    ['pressure', (hectopascal) => hectopascal * 100, 5 + 0.5],
    ['wind_speed', (kmh) => kmh / 3.6, 0.05 / 3.6 + 0.05],
    ['precipitation', (mm) => mm / 1000, 0.005 / 1000 + 0.0000005],
  ],
};
const UNCONVERTED = [
  'humidity',
  'precipitation_probability',
  'cloud_cover',
  'uv_index',
  'air_quality_index',
  'condition',
];

test.each(['us', 'si'] as const)('300 answers in %s units are the metric ones converted', async (system) => {
  await holds(300, async ({ answer, situation, fault }) => {
    const other = await answerOf(situation, system);
    for (const [name, convert, slack] of CONVERTED[system]) {
      const converted = numbersOf(other.hourly, name);
      for (const [i, value] of numbersOf(answer.hourly, name).entries()) {
        const apart = Math.abs(convert(value) - converted[i]!);
        if (Number.isNaN(value) !== Number.isNaN(converted[i]!) || apart > slack * (1 + 1e-6))
          fault(`${name}: ${value} becomes ${converted[i]}`);
      }
    }
    for (const name of UNCONVERTED)
      if (column(other.hourly, name).join() !== column(answer.hourly, name).join()) fault(`${name} differs`);
  });
});

/** The same store with all concentrations `factor` times as high. */
function pollutedShelf({ shelf }: SimulatedService, factor: number): CubeShelf {
  const polluted = (cube: OpenCube | null): OpenCube | null => {
    if (cube === null || !['aqm', 'gefs-aerosol'].includes(cube.description.dataset)) return cube;
    const packings = cube.description.packings.map(({ step, base }) => ({ step: step * factor, base: base * factor }));
    return { ...cube, description: { ...cube.description, packings } };
  };
  return {
    open: async (dataset) => polluted(await shelf.open(dataset)),
    openPrevious: async () => null,
  };
}

test('where the air holds more of everything its index is nowhere lower, and somewhere higher', async () => {
  let higher = 0;
  await holds(200, async ({ answer, situation, fault }) => {
    const shelf = pollutedShelf(situation.isSummer ? summer : winter, 1.4);
    const more = numbersOf((await answerOf(situation, 'metric', shelf)).hourly, 'air_quality_index');
    for (const [i, index] of numbersOf(answer.hourly, 'air_quality_index').entries()) {
      if (more[i]! < index || Number.isNaN(more[i]!) !== Number.isNaN(index)) fault(`index ${index} became ${more[i]}`);
      if (more[i]! > index) higher++;
    }
  });
  expect(higher).toBeGreaterThan(1000);
});

const ROUTES = [
  ['summer', () => ({ shelf: summer.shelf, now: SUMMER.now + 7 * 60, from: [43, -120] as const })],
  ['winter', () => ({ shelf: winter.shelf, now: WINTER.now, from: [45, -70] as const })],
] as const;

test.each(ROUTES)('in %s every sample of a route on a record has all 16 variables of it', async (_, world) => {
  const { compared, unknown, differences } = await agreementOver(world());
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});

test.each(ROUTES)('in %s every sample of a route has all of its record beside radar', async (_, world) => {
  const { from, ...published } = world();
  const now = published.now + 40 * 60;
  const radar = radarAround(from, now, 'showers');
  const { compared, differences } = await agreementOver({ ...published, from, now, ...radar });
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(28);
});
