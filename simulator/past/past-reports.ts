/**
 * Routine reports of a past day: those that the hours 00 to 23 UTC are made of. Wind, smoke and special reports are left out,
 * and amounts of an hour follow from rates at its ends and its storms: so a day costs a hundredth of its caches.
 */

import { DAY, HOUR, MINUTE } from '../../src/model/time.js';
import { createHourlyScratch, fillHourlyWeather } from '../observations/hourly-weather.js';
import { precipitationWords } from '../observations/metar-present-weather.js';
import { type MetarColumns, writeMetar } from '../observations/metar-report.js';
import { altimeterOf, endingOf, hasGauge, ROUTINE_MINUTES, WET } from '../observations/metar-reports.js';
import type { MetarStation } from '../observations/metar-stations.js';
import { viewAt, WEATHER_FIELDS, type WeatherField, type WeatherGrid } from '../weather.js';
import type { World } from '../world.js';

const HOURS = 24;
/** Hours from the first look to the last report. */
const scratch = createHourlyScratch(HOURS);
/** Minutes after an hour up to which a report still tells of the hour before, as the service counts. */
const SETTLES = 5;

/**
 * Columns of the reports of all stations, station by station.
 *
 * @param day  days since 1970-01-01, UTC
 */
export function pastReports(world: World, stations: readonly MetarStation[], day: number): MetarColumns[] {
  return stations.flatMap((station) => {
    const minutes = station.isAmerican ? ROUTINE_MINUTES.american : ROUTINE_MINUTES.other;
    return minutes.flatMap((minute) => reportsOf(world, station, day, minute));
  });
}

/** The 24 reports at one minute of the hour; the first is the one that hour 00 is made of. */
function reportsOf(world: World, station: MetarStation, day: number, minute: number): MetarColumns[] {
  const first = day * DAY + (minute > SETTLES ? minute - 60 : minute) * MINUTE;
  const start = first - HOUR;
  const { grid, stormRate, stormAmount } = fillHourlyWeather(scratch, world, station, start);
  const steady = (n: number) => Math.max(0, grid.precipitationRate[n]! - stormRate[n]!);
  const hasAmount = hasGauge(station);
  const reports: MetarColumns[] = [];
  for (let n = 1; n <= HOURS; n++) {
    const time = start + n * HOUR;
    grid.visibility[n] = viewAt(grid, n);
    const weather = weatherOf(grid, n);
    const heading = {
      station,
      time,
      isSpecial: false,
      isCorrected: false,
      remark: 'AO2',
      ending: endingOf(station, time),
    };
    const reading = {
      temperature: weather.temperature,
      dewPoint: weather.dewPoint,
      cloudCover: weather.cloudCover,
      visibility: weather.visibility,
      windSpeed: Number.NaN,
      windFrom: Number.NaN,
      gust: Number.NaN,
      altimeter: altimeterOf(weather.pressureSurface / 100, station.elevation),
      seaLevelPressure: weather.pressureMsl / 100,
      weather: precipitationWords(weather, WET),
      amount: hasAmount ? stormAmount[n - 1]! + (steady(n - 1) + steady(n)) / 2 : null,
      sixHourAmount: null,
    };
    reports.push(writeMetar(heading, reading));
  }
  return reports;
}

function weatherOf(grid: WeatherGrid, n: number): Record<WeatherField, number> {
  const weather: Partial<Record<WeatherField, number>> = {};
  for (const field of WEATHER_FIELDS) weather[field] = grid[field][n]!;
  return weather as Record<WeatherField, number>;
}
