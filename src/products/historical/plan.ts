/** A request for history laid out in days and units, before any data is read. */

import { InvalidRequestError, type RequestFault } from '../../base/errors.js';
import { HISTORICAL_SPAN, type HistoricalVariableId } from '../../model/historical.js';
import { formatDate, localDateNumber, type Zone } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import { HISTORY_QUANTITIES, type HistoryQuantity } from '../../query/history/history.js';
import { zoneOfPlace } from '../../query/place/time-zone.js';
import { calendarDate } from '../../science/stations/day-slots.js';
import { requestedDates } from '../requested-dates.js';
import { zoneOfRequest } from '../requested-zone.js';
import type { HistoricalRequest } from './request.js';

/** 1750-01-01: the oldest series of GHCN-Daily begins in 1763. */
const EARLIEST = Date.UTC(1750, 0, 1) / 86_400_000;

export interface HistoricalPlan {
  /** Days since 1970-01-01, both inclusive. */
  readonly first: number;
  readonly last: number;
  /** Yesterday, in the zone of the request and in that of the place. */
  readonly latest: number;
  readonly zone: Zone;
  /** True when the zone is the nautical one, for want of a drawn one. */
  readonly zoneIsFallback: boolean;
  /** Zone of the place, whose days its stations report. */
  readonly placeZone: Zone;
  readonly units: { readonly system: string; readonly temperature: string; readonly precipitation: string };
  /** In the order of the request. */
  readonly quantities: readonly HistoryQuantity[];
}

/** @throws InvalidRequestError  unknown zone, days that are not over, reversed dates, a span that is too long */
export function planOf(request: HistoricalRequest, now: number): HistoricalPlan {
  const { zone, fallback } = zoneOfRequest(request);
  const { zone: placeZone } = zoneOfPlace(request.location.latitude, request.location.longitude);
  const latest = Math.min(localDateNumber(now, zone), localDateNumber(now, placeZone)) - 1;
  const faults: RequestFault[] = [];
  const limits = { earliest: EARLIEST, latest, meaning: 'the last completed local date' };
  const [first, last] = requestedDates(request, limits, faults);
  if (first <= last) faults.push(...spanFaults(first, last, request.variables));
  if (faults.length > 0) throw new InvalidRequestError(faults);
  const { system, temperature, precipitation } = resolveUnits(request.units ?? 'metric', request.unit_overrides);
  return {
    ...{ first, last, latest, zone, zoneIsFallback: fallback, placeZone },
    units: { system, temperature, precipitation },
    quantities: request.variables.filter(isQuantity),
  };
}

function isQuantity(variable: HistoricalVariableId): variable is HistoryQuantity {
  return (HISTORY_QUANTITIES as readonly string[]).includes(variable);
}

function spanFaults(first: number, last: number, variables: readonly HistoricalVariableId[]): RequestFault[] {
  const faults: RequestFault[] = [];
  const { years, daysWithAirQuality } = HISTORICAL_SPAN;
  const lastAllowed = yearsLater(first, years) - 1;
  if (last > lastAllowed) {
    const message = `end must be at most ${years} calendar years after start, ${formatDate(lastAllowed)}; got ${formatDate(last)}`;
    faults.push({ pointer: '/end', code: 'span_too_long', message });
  }
  const count = last - first + 1;
  if (variables.includes('air_quality_index') && count > daysWithAirQuality) {
    const message = `start to end must be at most ${daysWithAirQuality} days when variables include air_quality_index; got ${count}`;
    faults.push({ pointer: '/end', code: 'span_too_long', message });
  }
  return faults;
}

/** The same date that many years later; of 29 February, 1 March where that year has none. */
function yearsLater(day: number, years: number): number {
  const { year, month, day: ofMonth } = calendarDate(day);
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year + years, month - 1, ofMonth) / 86_400_000;
}
