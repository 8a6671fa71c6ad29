/**
 * Issues of a past day: what a service would have issued at each full hour, from the run of GFS that was newest then.
 *
 *   { "day": "2026-11-20", "stations": ["BIKF", …],
 *     "issues": [{ "time": 1795132800, "published": 1795129600,
 *                  "hours": { "temperature": [[26 values], …], "precipitation": …, "probability": … },
 *                  "days": [{ "station": 3, "first_day": 20777, "temperature_max": [16 values], …  }] }] }
 *
 * Temperatures of the first hours follow the report of the issue's hour, as those of the service do
 * (docs/methods/current-conditions.md). K, mm and 0..1, to the steps of the archive of forecasts; times in epoch seconds, days since 1970-01-01. `hours` has a row
 * for each station, `days` an entry for each station where it is from 06:00 to 06:59.
 */

import { setImmediate } from 'node:timers/promises';
import { ISSUE_DAYS, ISSUE_HOURS } from '../../src/model/forecast-issue.js';
import { DAY, formatDate, HOUR, localDateNumber, zoneOf } from '../../src/model/time.js';
import type { VerificationStation } from '../../src/model/verification-stations.js';
import { compactCorrelation } from '../../src/science/optimal-interpolation.js';
import type { ForecastModel } from '../forecast-error.js';
import { createHourlyScratch, type ForecastRun, fillHourlyWeather } from '../observations/hourly-weather.js';
import { newestWholeRun, wholeAt } from '../upstream-path.js';
import type { World } from '../world.js';
import {
  createForecastRun,
  dayOf,
  forecastOfStation,
  HOURS_AROUND,
  hourOf,
  type StationRun,
} from './station-forecast.js';

/** Local hour whose issue has days. */
const MORNING = 6;
/** Share of its innovation that a report adds at its own station, and the time until it adds nothing, h. */
const GAIN = 1 / 1.2;
const REACH_HOURS = 12;
const observed = createHourlyScratch(24);

export interface PastIssueSetting {
  readonly world: World;
  readonly model: ForecastModel;
  readonly stations: readonly VerificationStation[];
  /** From a run's time to its first file, s. */
  readonly latencySeconds: number;
}

type HourRows = Record<'temperature' | 'precipitation' | 'probability', number[][]>;
type DayRows = Record<'temperature_max' | 'temperature_min' | 'precipitation' | 'probability', number[]>;
interface Morning extends DayRows {
  readonly station: number;
  readonly first_day: number;
}
interface Issue {
  readonly time: number;
  readonly published: number;
  readonly hours: HourRows;
  readonly days: Morning[];
}

/**
 * The document of a day as text, made with a break after each station.
 *
 * @param day  days since 1970-01-01, UTC
 */
export async function pastIssues(setting: PastIssueSetting, day: number): Promise<string> {
  const { model, stations, latencySeconds } = setting;
  const byRun = new Map<number, Issue[]>();
  for (let time = day * DAY; time < (day + 1) * DAY; time += HOUR) {
    const run = newestWholeRun(time, latencySeconds);
    const hours = { temperature: [], precipitation: [], probability: [] };
    const issue = { time, published: wholeAt(run, latencySeconds), hours, days: [] };
    byRun.set(run, [...(byRun.get(run) ?? []), issue]);
  }
  for (const [time, issues] of byRun) {
    const run = createForecastRun(model, time);
    for (const [index, station] of stations.entries()) {
      addStation(setting, run, issues, { index, station });
      await setImmediate();
    }
  }
  const issues = [...byRun.values()].flat();
  return `${JSON.stringify({ day: formatDate(day), stations: stations.map(({ id }) => id), issues })}\n`;
}

interface Place {
  readonly index: number;
  readonly station: VerificationStation;
}

/** Adds a station to the issues of a run: hours to all, days to the one of its morning. */
function addStation({ world }: PastIssueSetting, run: ForecastRun, issues: readonly Issue[], place: Place): void {
  const zone = zoneOf(place.station.zone)!;
  const morning = issues.find(({ time }) => Math.floor(mod(time + zone.offsetAt(time), DAY) / HOUR) === MORNING);
  // An hour more where clocks go back.
  const hoursOfDays = morning === undefined ? 0 : ISSUE_DAYS * 24 - MORNING + 1;
  const end = issues.at(-1)!.time + (Math.max(hoursOfDays, ISSUE_HOURS) + HOURS_AROUND) * HOUR;
  const own = forecastOfStation(world, place.station, run, (end - run.referenceTime) / HOUR);
  const values = hoursOf(own, issues[0]!.time, (issues.at(-1)!.time - issues[0]!.time) / HOUR + ISSUE_HOURS);
  const { temperature: reports } = fillHourlyWeather(observed, world, place.station, issues[0]!.time).grid;
  for (const { time, hours } of issues) {
    const first = (time - issues[0]!.time) / HOUR;
    const innovation = reports[first]! - values.temperature[first]!;
    const temperatures = values.temperature.slice(first, first + ISSUE_HOURS);
    hours.temperature.push(temperatures.map((value, hour) => rounded(value + incrementOf(innovation, hour), 2)));
    for (const name of ['precipitation', 'probability'] as const)
      hours[name].push(values[name].slice(first, first + ISSUE_HOURS));
  }
  if (morning === undefined) return;
  const firstDay = localDateNumber(morning.time, zone);
  const rows: DayRows = { temperature_max: [], temperature_min: [], precipitation: [], probability: [] };
  for (let day = firstDay; day < firstDay + ISSUE_DAYS; day++) {
    const { temperatureMax, temperatureMin, precipitation, probability } = dayOf(own, day, zone);
    rows.temperature_max.push(rounded(temperatureMax, 2));
    rows.temperature_min.push(rounded(temperatureMin, 2));
    rows.precipitation.push(rounded(precipitation, 2));
    rows.probability.push(rounded(probability, 4));
  }
  morning.days.push({ station: place.index, first_day: firstDay, ...rows });
}

/** Consecutive hours of a run; the issues of six hours share most of them. */
function hoursOf(run: StationRun, start: number, count: number) {
  const values = Array.from({ length: count }, (_, n) => hourOf(run, start + n * HOUR));
  return {
    temperature: values.map(({ temperature }) => rounded(temperature, 2)),
    precipitation: values.map(({ precipitation }) => rounded(precipitation, 2)),
    probability: values.map(({ probability }) => rounded(probability, 4)),
  };
}

/** K that the report of an issue adds so many hours later. */
function incrementOf(innovation: number, hours: number): number {
  return GAIN * innovation * compactCorrelation((2 * hours) / REACH_HOURS);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
