/** How far the stored observations reach. */

import { DAY, formatDate, localDateNumber, parseDate, zoneOf } from '../../model/time.js';
import type { VerificationStation } from '../../model/verification-stations.js';
import { dataThrough } from '../../science/verification/data-through.js';
import type { OnDefect } from '../../store/archive/archived-issues.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { recordedDays } from '../../store/reports/hour-record.js';
import { readStationHours } from './archived-hours.js';

/** Dates whose stations tell what a date is expected to have. */
const WINDOW_DATES = 7;
/** Windows that are read at most, the newest first: of a record that has hours but never most of them. */
const MOST_WINDOWS = 8;

export interface ObservationRequest {
  readonly objects: ObjectStore;
  readonly stations: readonly Pick<VerificationStation, 'id' | 'zone'>[];
  /** Last date that is over at every station, days since 1970-01-01. */
  readonly lastDay: number;
  readonly onDefect: OnDefect;
}

/**
 * Last date with 80% of the hours that stations report, days since 1970-01-01; null: none. What is expected are all hours of
 * the stations that reported at least once within seven dates. Where observations stopped, the search goes on before the gap.
 */
export async function endOfObservations(request: ObservationRequest): Promise<number | null> {
  const recorded = (await recordedDays(request.objects)).map((day) => parseDate(day)!);
  let last = request.lastDay;
  for (let window = 0; window < MOST_WINDOWS; window++) {
    const newest = recorded.findLast((day) => day <= last);
    if (newest === undefined) return null;
    const end = await endWithin(request, newest - WINDOW_DATES + 1);
    if (end !== null) return end;
    last = newest - WINDOW_DATES;
  }
  return null;
}

async function endWithin({ objects, stations, lastDay, onDefect }: ObservationRequest, first: number) {
  const last = Math.min(lastDay, first + WINDOW_DATES - 1);
  const ids = stations.map(({ id }) => id);
  const { series } = await readStationHours({ objects, ids, stations: [], days: [first, last], onDefect });
  const observed = new Float64Array(last - first + 1);
  let reporting = 0;
  for (const { temperatures } of series.values()) {
    const known = Array.from(temperatures).flatMap((value, n) => (Number.isNaN(value) ? [] : [n]));
    for (const n of known) observed[Math.floor(n / 24)]! += 1;
    if (known.length > 0) reporting++;
  }
  return dataThrough(observed, 24 * reporting, first);
}

/** Last date that is over in every zone, days since 1970-01-01. */
export function lastCompleteDay(now: number, stations: readonly Pick<VerificationStation, 'zone'>[]): number {
  const dates = stations.map(({ zone }) => localDateNumber(now, zoneOf(zone)!));
  return (dates.length === 0 ? Math.floor(now / DAY) : Math.min(...dates)) - 1;
}

/** For notes: what the search looked for. */
export function noEndInWords(lastDay: number): string {
  return `no date up to ${formatDate(lastDay)} has 80% of its observations`;
}
