/**
 * Which condition code describes the weather: decision tables, read from the top, first match wins.
 *
 * A number that is unknown is NaN and matches no test that asks for it. Amounts, chances and gusts are judged as they
 * are printed (0.01 mm, 1%, 0.1 km/h), so that no answer shows 0.10 mm at 30% beside a dry code. Where a threshold
 * comes from stands in its row.
 */

import type { ConditionCode } from '../model/condition.js';

/** mm/h: what is wet. The same event as that of the hourly precipitation probability. */
export const WET_RATE = 0.1;
/** mm in the local day: what is a wet day. */
export const WET_DAY_TOTAL = 1.0;
/** An amount with a smaller chance than this is not called weather; an unknown chance does not stand in the way. */
export const WET_PROBABILITY = 0.3;

export interface Weather {
  /** Liquid-equivalent rate over the interval, mm/h. */
  readonly rate: number;
  /** Chance of the interval's precipitation event, 0..1. */
  readonly probability: number;
  /** Shares of the liquid equivalent, 0..1. */
  readonly freezingRainShare: number;
  readonly icePelletsShare: number;
  readonly snowShare: number;
  /** Rate at which snow and ice pellets grow in depth, mm/h. */
  readonly snowDepthRate: number;
  /** Chance of lightning within the interval, 0..1. */
  readonly thunderProbability: number;
  /** m. */
  readonly visibility: number;
  /** m/s. */
  readonly windGust: number;
  readonly windSpeed: number;
  /** 0..1. */
  readonly cloud: number;
  /** At the middle of the interval. */
  readonly night: boolean;
  /** From feeds that may be absent: chance of hail 0..1, densities near the ground in µg/m³. */
  readonly hailProbability?: number;
  readonly smoke?: number;
  readonly dust?: number;
  readonly fineParticles?: number;
}

/** Nothing is known yet: one object for a whole series, to be filled in record by record, by day until told otherwise. */
export function unknownWeather(): { -readonly [Name in keyof Weather]-?: Weather[Name] } {
  const unknown = Number.NaN;
  return {
    rate: unknown,
    probability: unknown,
    freezingRainShare: unknown,
    icePelletsShare: unknown,
    snowShare: unknown,
    snowDepthRate: unknown,
    thunderProbability: unknown,
    hailProbability: unknown,
    visibility: unknown,
    windGust: unknown,
    windSpeed: unknown,
    cloud: unknown,
    night: false,
    smoke: unknown,
    dust: unknown,
    fineParticles: unknown,
  };
}

/** Read from the top; the first row that fits wins. */
type Rows<Facts> = readonly (readonly [ConditionCode, (facts: Facts) => boolean])[];

const UNKNOWN = Number.NaN;

/** Whatever the precipitation. */
const STORM_ROWS: Rows<Weather> = [
  ['hail', (w) => (w.hailProbability ?? UNKNOWN) >= 0.5],
  ['thunderstorm', (w) => w.thunderProbability >= 0.5],
];

/** Where it is wet. */
const WET_ROWS: Rows<Weather> = [
  ['freezing-rain', (w) => w.rate * w.freezingRainShare >= WET_RATE],
  ['sleet', (w) => w.icePelletsShare >= 0.5 || isMixed(w.snowShare)],
  ['heavy-snow', (w) => w.snowShare >= 0.75 && w.snowDepthRate >= 25], // 1 in/h: visibility about 1/4 mi
  ['snow', (w) => w.snowShare >= 0.75],
  ['heavy-rain', (w) => printed(w.rate, 100) > 7.6], // AMS Glossary: heavy above 0.30 in/h
  ['rain', (w) => printed(w.rate, 100) >= 0.5], // AMS Glossary: drizzle is heavy from 0.02 in/h
  ['drizzle', () => true],
];

/** Where it is not. */
const DRY_ROWS: Rows<Weather> = [
  ['fog', (w) => w.visibility < 1000], // WMO definition
  ['smoke', (w) => (w.smoke ?? UNKNOWN) >= 35.5], // US AQI, PM2.5: unhealthy for sensitive groups
  ['dust', (w) => (w.dust ?? UNKNOWN) >= 155], // US AQI, PM10: the same edge
  ['haze', (w) => w.visibility < 5000 || (w.fineParticles ?? UNKNOWN) >= 35.5], // 5 km parts mist from haze
  ['wind', (w) => printed(w.windGust * 3.6, 10) >= 60 || printed(w.windSpeed * 3.6, 10) >= 40], // high wind of routes
];

/** Sky by eighths covered, 0 to 8. NWS: 1/8 and 2/8 are mostly sunny, 3/8 and 4/8 partly sunny, more mostly cloudy. */
type Sky = readonly ConditionCode[];
const DAY_SKY: Sky = ['sun', 'sun', 'sun', 'partly', 'partly', 'partly', 'cloudy', 'cloudy', 'cloudy'];
const NIGHT_SKY: Sky = DAY_SKY.map((code) => (code === 'sun' ? 'clear-night' : 'cloudy-night'));

function printed(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}

function isWet(amount: number, threshold: number, probability: number): boolean {
  return printed(amount, 100) >= threshold && !(printed(probability, 100) < WET_PROBABILITY);
}

function isMixed(snowShare: number): boolean {
  return snowShare > 0.25 && snowShare < 0.75;
}

function firstMatch<Facts>(rows: Rows<Facts>, facts: Facts): ConditionCode | null {
  for (let i = 0; i < rows.length; i++) if (rows[i]![1](facts)) return rows[i]![0];
  return null;
}

function skyCode(cloud: number, night: boolean): ConditionCode | null {
  const eighths = Math.floor(cloud * 8 + 0.5);
  return (night ? NIGHT_SKY : DAY_SKY)[eighths] ?? null;
}

/** The sky by day from the share that clouds cover, 0..1; null where it is NaN. */
export function daySky(cloud: number): ConditionCode | null {
  return skyCode(cloud, false);
}

/**
 * Condition of an instant, a quarter-hour or an hour. Null when no row matches and the precipitation or the cloud is
 * unknown: a sky is only named when it is known to be dry.
 */
export function conditionOf(weather: Weather): ConditionCode | null {
  const wet = isWet(weather.rate, WET_RATE, weather.probability);
  const code = firstMatch(STORM_ROWS, weather) ?? firstMatch(wet ? WET_ROWS : DRY_ROWS, weather);
  if (code !== null || Number.isNaN(weather.rate)) return code;
  return skyCode(weather.cloud, weather.night);
}

export interface DailyWeather {
  /** Liquid-equivalent total of the local day, mm. */
  readonly total: number;
  /** Chance of at least 1.0 mm in the day, 0..1. */
  readonly probability: number;
  /** Freezing rain of the day, mm. */
  readonly freezingRain: number;
  /** Shares of the liquid equivalent, 0..1. */
  readonly icePelletsShare: number;
  readonly snowShare: number;
  /** Depth of the day's snow and ice pellets, mm. */
  readonly snowDepth: number;
  /** Wettest hour, mm/h. */
  readonly highestRate: number;
  /** Conditions of all hours of the day. */
  readonly hours: readonly (ConditionCode | null)[];
  /** Conditions of its daylight hours; of all hours in polar night. */
  readonly daylightHours: readonly (ConditionCode | null)[];
  /** Mean cloud of the daylight hours, 0..1. */
  readonly daylightCloud: number;
}

const WET_DAY_ROWS: Rows<DailyWeather> = [
  ['thunderstorm', (d) => d.hours.some((code) => code === 'thunderstorm' || code === 'hail')],
  ['freezing-rain', (d) => d.freezingRain >= 0.25],
  ['heavy-snow', (d) => d.snowShare >= 0.5 && d.snowDepth >= 150], // 6 in a day
  ['snow', (d) => d.snowShare >= 0.5],
  ['sleet', (d) => d.icePelletsShare >= 0.5 || d.snowShare >= 0.25],
  ['heavy-rain', (d) => printed(d.total, 100) >= 50 || printed(d.highestRate, 100) > 7.6],
  ['rain', (d) => printed(d.total, 100) >= 2.5],
  ['drizzle', () => true],
];

const DRY_DAY_ROWS: Rows<DailyWeather> = [
  ['fog', (d) => fillsHalf(d.daylightHours, 'fog')],
  ['smoke', (d) => fillsHalf(d.daylightHours, 'smoke')],
  ['dust', (d) => fillsHalf(d.daylightHours, 'dust')],
  ['haze', (d) => fillsHalf(d.daylightHours, 'haze')],
];

function fillsHalf(hours: readonly (ConditionCode | null)[], code: ConditionCode): boolean {
  const count = hours.reduce((sum, hour) => sum + (hour === code ? 1 : 0), 0);
  return count > 0 && 2 * count >= hours.length;
}

/** Condition of a local day: never a night code. Null as for `conditionOf`. */
export function dailyCondition(day: DailyWeather): ConditionCode | null {
  const wet = isWet(day.total, WET_DAY_TOTAL, day.probability);
  const code = firstMatch(wet ? WET_DAY_ROWS : DRY_DAY_ROWS, day);
  if (code !== null || Number.isNaN(day.total)) return code;
  return skyCode(day.daylightCloud, false);
}
