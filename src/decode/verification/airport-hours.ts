/**
 * Hourly weather at airports as the R packages nycflights13 and anyflights write it: °F, inches, hours of UTC in `time_hour`.
 *
 *   origin,year,month,day,hour,temp,…,precip,…,time_hour
 *   JFK,2023,1,1,0,48.0,…,0.01,…,2023-01-01 00:00:00+00:00
 *
 * The report of 00:51 is filed under hour 0. Its temperature therefore belongs to 01:00, and its amount to the hour from
 * 00:00 to 01:00. A trace is 0.0001 in, which is below every threshold.
 */

import { HOUR, parseInstant } from '../../model/time.js';
import { collectObservations, type DecodedObservations } from './observation-table.js';
import { canonicalOf, recordsOf } from './record-table.js';

/** Columns by which the file is recognised. */
export const AIRPORT_COLUMNS = ['origin', 'temp', 'precip', 'time_hour'] as const;

/** @throws MalformedError  a record breaks a rule of the format */
export function decodeAirportHours(bytes: Uint8Array): DecodedObservations {
  const collector = collectObservations();
  const canonical = canonicalOf('us');
  for (const { field, number, refuse } of recordsOf(bytes, 'airport hours')) {
    const hour = parseInstant(field('time_hour').replace(' ', 'T'));
    if (hour === null || hour % HOUR !== 0)
      throw refuse('time_hour must be a whole hour with offset', field('time_hour'));
    collector.temperature(field('origin'), hour + HOUR, canonical('temperature', number('temp')));
    collector.amount(field('origin'), hour, canonical('precipitation', number('precip')));
  }
  return { stations: collector.stations(), zones: new Map() };
}
