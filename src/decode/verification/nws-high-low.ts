/**
 * Forecasts of the highest temperature by the US National Weather Service with what came, one record for a city and date, °F
 * (collected by D. Speegle and M. Bonakdarpour from e-mails of the service, 2021).
 *
 *   date,city,state,forecast_hi_2_prev_PM,forecast_hi_prev_AM,forecast_hi_prev_PM,forecast_hi_current_AM,…,actual_hi_next_AM
 *
 * Issues of the morning are put at 06:00 and those of the evening at 18:00, local time; times and dates of the file are local
 * everywhere, so that they are read as if the zone were UTC. Lows are left out: the file does not say which night
 * they are of. Of records with the same city and date the first counts.
 */

import { DAY, HOUR, parseDate } from '../../model/time.js';
import { converter } from '../../model/units.js';
import type { StationIssue } from '../../science/verification/lead-forecasts.js';
import { type DecodedForecasts, entryOf } from './forecast-table.js';
import { collectObservations, type DecodedObservations } from './observation-table.js';
import { recordsOf, type TableRecord } from './record-table.js';

/** Columns by which the file is recognised. */
export const NWS_COLUMNS = ['date', 'city', 'state', 'forecast_hi_prev_am', 'actual_hi_next_am'] as const;

/** Columns of the maximum with the time of their issue, in hours after midnight of the forecast date. */
const ISSUES = [
  ['forecast_hi_current_am', 6],
  ['forecast_hi_prev_pm', 18 - 24],
  ['forecast_hi_prev_am', 6 - 24],
  ['forecast_hi_2_prev_pm', 18 - 48],
] as const;

const FAHRENHEIT = converter('temperature', 'degF');

interface CityDate {
  /** "YUMA AZ" */
  readonly city: string;
  /** Days since 1970-01-01. */
  readonly date: number;
  /** K; NaN: missing. */
  readonly kelvin: (column: string) => number;
}

function* cityDates(bytes: Uint8Array): Generator<CityDate> {
  const seen = new Set<string>();
  for (const record of recordsOf(bytes, 'NWS highs and lows')) {
    const city = `${record.field('city')} ${record.field('state')}`;
    const date = dateOf(record);
    const key = `${city} ${date}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { factor, offset } = FAHRENHEIT;
    yield { city, date, kelvin: (column) => (record.number(column) - offset) / factor };
  }
}

function dateOf({ field, refuse }: TableRecord): number {
  const date = parseDate(field('date'));
  if (date === null) throw refuse('date must be a date', field('date'));
  return date;
}

/** @throws MalformedError  a record breaks a rule of the format */
export function decodeNwsForecasts(bytes: Uint8Array): DecodedForecasts {
  const issues = new Map<string, StationIssue[]>();
  for (const { city, date, kelvin } of cityDates(bytes))
    for (const [column, hour] of ISSUES) {
      const maximum = kelvin(column);
      if (Number.isNaN(maximum)) continue;
      const days = {
        firstDay: date,
        temperatureMax: [maximum],
        temperatureMin: [],
        precipitation: [],
        probability: [],
      };
      entryOf(issues, city, () => []).push({ issueTime: date * DAY + hour * HOUR, hours: null, days });
    }
  return { issues, zone: 'UTC' };
}

/** @throws MalformedError  a record breaks a rule of the format */
export function decodeNwsObservations(bytes: Uint8Array): DecodedObservations {
  const collector = collectObservations();
  for (const { city, date, kelvin } of cityDates(bytes))
    collector.day(city, 'temperature_max', date, kelvin('actual_hi_next_am'));
  return { stations: collector.stations(), zones: new Map() };
}
