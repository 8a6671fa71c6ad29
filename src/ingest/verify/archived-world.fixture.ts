/** Forecasts with a known bias and observations at three stations, for tests of what is verified. */

import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import type { StationHours } from '../../model/station-report.js';
import { DAY, HOUR, localDateNumber, MINUTE, zoneOf } from '../../model/time.js';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import { stationDay } from '../../science/station-day.js';

export const STATIONS = VERIFICATION_STATIONS.filter(({ id }) => ['EDDF', 'KDEN', 'KJFK'].includes(id)).sort((a, b) =>
  a.id < b.id ? -1 : 1,
);
export const BIAS = 0.8;
/** 2026-11-26: the dates are of two months. */
export const FIRST = 20_783;
export const DAYS = 9;
export const LAST = FIRST + DAYS - 1;

/** Truth at a station, K, on the steps of the record: its days differ by the weather. */
function truth(station: number, time: number): number {
  const day = Math.floor(time / DAY);
  const value = 280 + 4 * station + 6 * Math.sin((2 * Math.PI * time) / DAY + station) + 3 * Math.sin(day * 1.7);
  return 273.15 + Math.round((value - 273.15) * 10) / 10;
}
const isWet = (station: number, time: number) => (Math.floor(time / HOUR) + station) % 11 === 0;

export function issueAt(issueTime: number): ForecastIssue {
  const start = Math.floor(issueTime / HOUR) * HOUR;
  const hourly = (value: (station: number, time: number) => number) =>
    Float32Array.from({ length: 3 * ISSUE_HOURS }, (_, n) =>
      value(Math.floor(n / ISSUE_HOURS), start + (n % ISSUE_HOURS) * HOUR),
    );
  const firstDays = STATIONS.map(({ zone }) => {
    const local = issueTime + zoneOf(zone)!.offsetAt(issueTime);
    return Math.floor((((local % DAY) + DAY) % DAY) / HOUR) === 6 ? localDateNumber(issueTime, zoneOf(zone)!) : null;
  });
  const daily = (value: (station: number, day: number) => number) =>
    Float32Array.from({ length: 3 * ISSUE_DAYS }, (_, n) => {
      const station = Math.floor(n / ISSUE_DAYS);
      const first = firstDays[station];
      return first === null || first === undefined ? Number.NaN : value(station, first + (n % ISSUE_DAYS));
    });
  const maximum = (station: number, day: number) => dayOf(station, day).maximum + BIAS;
  return {
    ...{ issueTime, firstDays, simulated: true, stale: STATIONS.map(() => false) },
    stations: STATIONS.map(({ id, latitude, longitude, zone }) => ({ id, latitude, longitude, zone })),
    hours: {
      temperature: hourly((station, time) => truth(station, time) + BIAS),
      precipitation: hourly((station, time) => (isWet(station, time) ? 1.5 : 0)),
      probability: hourly((station, time) => (isWet(station, time) ? 0.9 : 0.1)),
    },
    days: {
      temperatureMax: daily(maximum),
      temperatureMin: daily((station, day) => dayOf(station, day).minimum),
      precipitation: daily(() => Number.NaN),
      probability: daily(() => 0.5),
    },
    // Frankfurt has no forecast in the issues of noon.
    updatedAt: STATIONS.map(({ id }) =>
      id === 'EDDF' && issueTime % DAY >= 12 * HOUR && issueTime % DAY < 13 * HOUR ? null : issueTime - 600,
    ),
  };
}

function dayOf(station: number, day: number) {
  const start = (day - 1) * DAY;
  const temperatures = Array.from({ length: 72 }, (_, n) => truth(station, start + n * HOUR));
  return stationDay({ start, temperatures, amounts: [], occurrences: [] }, day, zoneOf(STATIONS[station]!.zone)!);
}

export function hoursOf(day: number, shift = 0): StationHours {
  const cells = Array.from({ length: 3 * 24 }, (_, n) => [Math.floor(n / 24), day * DAY + (n % 24) * HOUR] as const);
  return {
    ...{ start: day * DAY, simulated: true, offsets: new Int8Array(cells.length) },
    stations: STATIONS.map(({ id, latitude, longitude, elevation }) => ({ id, latitude, longitude, elevation })),
    temperatures: Float32Array.from(cells, ([station, time]) => truth(station, time) + shift),
    amounts: Float32Array.from(cells, ([station, time]) => (isWet(station, time - HOUR) ? 1 : 0)),
    occurrences: new Uint8Array(cells.length),
  };
}

/** An hour whose issue is missing. */
export const MISSING_ISSUE = (FIRST + 5) * DAY + 3 * HOUR;

/** The issues of nine days, but one. */
export function issuesOfWorld(): ForecastIssue[] {
  const hours = Array.from({ length: DAYS * 24 }, (_, n) => FIRST * DAY + n * HOUR);
  return hours.filter((time) => time !== MISSING_ISSUE).map((time) => issueAt(time + 5 * MINUTE));
}
