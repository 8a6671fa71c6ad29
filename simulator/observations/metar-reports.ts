/**
 * Reports of the airports, and when they are in the cache. Airports of the United States report at 53 minutes past the hour,
 * all others at 20 and 50. A special follows where precipitation began or ended within ten minutes. A report takes one to
 * four minutes, one in thirty up to forty. One in fifty says 5 K too much at first and is corrected eight minutes later.
 */

import { HOUR, MINUTE } from '../../src/model/time.js';
import { uniformAt } from '../random.js';
import type { WeatherGrid } from '../weather.js';
import type { World } from '../world.js';
import { precipitationWords } from './metar-present-weather.js';
import { type MetarColumns, type MetarReading, writeMetar } from './metar-report.js';
import { type MetarStation, metarStations, PECULIAR_AIRPORTS } from './metar-stations.js';
import { type AirportWeather, createAirportWeather, GAUGE_STEP } from './metar-weather.js';

/** Age at which a station's newest report leaves the cache, s. */
const OLDEST = 75 * MINUTE;
const LATE = 1 / 30;
const CORRECTED = 1 / 50;
const CORRECTED_AFTER = 8 * MINUTE;
const WRONG_BY = 5; // K
/** Minutes of the hour at which airports report. */
export const ROUTINE_MINUTES = { american: [53], other: [20, 50] } as const;
/** mm/h from which on it is raining to an observer. */
export const WET = 0.1;

/**
 * Errors that are put into reports.
 *
 *   absurd        a thermometer that shows 57 °C over a dew point of −40 °C in a wind of 150 kt
 *   uncorrected   5 K too warm until the correction comes
 */
export type MetarFlaw = 'absurd' | 'uncorrected';

/** The true weather of a report: K, m/s, Pa, m, mm/h, 0..1. */
export type AirportTruth = Readonly<Record<keyof WeatherGrid, number>> & {
  /** mm since the last report of a full hour; null: nobody measures it. */
  readonly amount: number | null;
};

export interface MetarReport {
  readonly station: MetarStation;
  /** Epoch seconds that it is of, and at which it is in the cache. */
  readonly time: number;
  readonly arrives: number;
  readonly isSpecial: boolean;
  readonly columns: MetarColumns;
  readonly truth: AirportTruth;
  readonly flaw: MetarFlaw | null;
}

/** A group of airports that report at the same minutes. */
interface Region {
  readonly stations: readonly MetarStation[];
  readonly weather: AirportWeather;
  /** Minutes of the reports of an hour; those of specials are ten minutes apart and go with the first. */
  readonly minutes: readonly number[];
}

export interface MetarNetwork {
  /** The newest report of each station that is in the cache at an instant, the newest first. */
  newest(now: number): MetarReport[];
}

export function createMetarNetwork(world: World): MetarNetwork {
  const region = (isAmerican: boolean, minutes: readonly number[]): Region => {
    const stations = metarStations().filter((one) => one.isAmerican === isAmerican);
    return { stations, minutes, weather: createAirportWeather(world, stations) };
  };
  const regions = [region(true, ROUTINE_MINUTES.american), region(false, ROUTINE_MINUTES.other)];
  return {
    newest: (now) =>
      regions
        .flatMap((one) => one.stations.flatMap((_, n) => newestOf(one, n, now) ?? []))
        .sort((a, b) => b.time - a.time || (a.station.id < b.station.id ? -1 : 1)),
  };
}

function newestOf(region: Region, n: number, now: number): MetarReport | null {
  const station = region.stations[n]!;
  if (station.id === PECULIAR_AIRPORTS.silent) return null;
  const offset = region.minutes[0]! * MINUTE;
  const newest = Math.floor((now - offset) / GAUGE_STEP) * GAUGE_STEP + offset;
  for (let time = newest; time > now - OLDEST; time -= GAUGE_STEP) {
    const arrives = time + delayOf(station, time);
    if (arrives > now) continue;
    const isRoutine = region.minutes.includes(minuteOf(time));
    if (!isRoutine && !isSpecialDue(region.weather, n, time)) continue;
    return reportOf(region, n, { time, arrives, now, isSpecial: !isRoutine });
  }
  return null;
}

function minuteOf(time: number): number {
  return (time % HOUR) / MINUTE;
}

/** s from a report's time to the cache. */
function delayOf({ draw }: MetarStation, time: number): number {
  const isLate = uniformAt(draw, 970, time / MINUTE, 0) < LATE;
  return MINUTE * (1 + (isLate ? 39 : 3) * uniformAt(draw, 971, time / MINUTE, 0));
}

function isSpecialDue(weather: AirportWeather, n: number, time: number): boolean {
  const isWet = (at: number) => weather.at(at).precipitationRate[n]! >= WET;
  return isWet(time) !== isWet(time - GAUGE_STEP);
}

interface Occasion {
  readonly time: number;
  readonly arrives: number;
  readonly now: number;
  readonly isSpecial: boolean;
}

function reportOf({ stations, weather }: Region, n: number, { time, arrives, now, isSpecial }: Occasion): MetarReport {
  const station = stations[n]!;
  const truth = truthOf(weather, n, station, time);
  const isCorrected = !isSpecial && uniformAt(station.draw, 972, time / MINUTE, 0) < CORRECTED;
  const isAbsurd = station.id === PECULIAR_AIRPORTS.absurd;
  const isWrong = isCorrected && now < arrives + CORRECTED_AFTER;
  const flaw = isAbsurd ? 'absurd' : isWrong ? 'uncorrected' : null;
  const heading = {
    ...{ station, time, isSpecial, isCorrected: isCorrected && !isWrong },
    remark: station.id === PECULIAR_AIRPORTS.withoutDiscriminator ? 'AO1' : 'AO2',
    ending: endingOf(station, time),
  };
  const sixHours = hasGauge(station) && isSixHourly(time) ? weather.amount(n, time - 6 * HOUR, time) : null;
  const columns = writeMetar(heading, readingOf(station, truth, flaw, sixHours));
  return {
    station,
    time,
    arrives: isWrong ? arrives : arrives + (isCorrected ? CORRECTED_AFTER : 0),
    isSpecial,
    columns,
    truth,
    flaw,
  };
}

export function endingOf({ id, draw }: MetarStation, time: number): string {
  const isMaintained = uniformAt(draw, 973, Math.floor(time / (6 * HOUR)), 0) < 1 / 20;
  return [id === PECULIAR_AIRPORTS.withoutGauge ? 'PNO' : '', isMaintained ? '$' : '']
    .filter((word) => word !== '')
    .join(' ');
}

export function hasGauge({ id, isAmerican }: MetarStation): boolean {
  const { withoutDiscriminator, withoutGauge } = PECULIAR_AIRPORTS;
  return isAmerican && id !== withoutDiscriminator && id !== withoutGauge;
}

/** Reports of 5:53, 11:53, 17:53 and 23:53 have the amount of six hours. */
function isSixHourly(time: number): boolean {
  return minuteOf(time) === 53 && Math.floor(time / HOUR) % 6 === 5;
}

function truthOf(weather: AirportWeather, n: number, station: MetarStation, time: number): AirportTruth {
  const fields = Object.entries(weather.at(time)).map(([field, values]) => [field, values[n]!] as const);
  const grid = Object.fromEntries(fields) as Record<keyof WeatherGrid, number>;
  // The last report of a full hour: one hour before a report of one.
  const since = time - ((time / MINUTE + 60 - 53) % 60 || 60) * MINUTE;
  return { ...grid, amount: hasGauge(station) ? weather.amount(n, since, time) : null };
}

function readingOf(
  station: MetarStation,
  truth: AirportTruth,
  flaw: MetarFlaw | null,
  sixHourAmount: number | null,
): MetarReading {
  const { temperature, dewPoint, windU, windV, gust, visibility, cloudCover, amount } = truth;
  const isWordless = station.id === PECULIAR_AIRPORTS.withoutDiscriminator;
  const reading: MetarReading = {
    ...{ temperature, dewPoint, gust, visibility, cloudCover, amount, sixHourAmount },
    windSpeed: Math.hypot(windU, windV),
    windFrom: (Math.atan2(-windU, -windV) * 180) / Math.PI,
    altimeter: altimeterOf(truth.pressureSurface / 100, station.elevation),
    seaLevelPressure: truth.pressureMsl / 100,
    weather: isWordless ? '' : precipitationWords(truth, WET),
  };
  if (flaw === 'uncorrected') return { ...reading, temperature: temperature + WRONG_BY };
  if (flaw === null) return reading;
  return { ...reading, temperature: 330.15, dewPoint: 233.15, windSpeed: 77.2, gust: 77.2 };
}

/** hPa: sea-level pressure of the standard atmosphere that has this pressure at a height in m. */
export function altimeterOf(pressure: number, elevation: number): number {
  const exponent = 0.190263;
  return (pressure ** exponent + (1013.25 ** exponent * 0.0065 * elevation) / 288.15) ** (1 / exponent);
}
