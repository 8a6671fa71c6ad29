/** Which records each section of a request has: the axes of time, and the local days. */

import { InvalidRequestError, type RequestFault } from '../../../base/errors.js';
import { formatDate, HOUR, localDateNumber, parseDate, type Zone } from '../../../model/time.js';
import { HORIZONS } from '../../../model/variables.js';
import { type Axis, QUARTER } from '../../../query/time/series.js';
import type { ForecastRequest } from '../request.js';

/** The record that `now` falls into, and the ones after it. */
function axisFrom(now: number, step: number, count: number): Axis {
  return { start: Math.floor(now / step) * step, step, count };
}

/** The quarter hour that contains `now`: totals, probability and gust of `current` are its. */
export function currentQuarter(now: number): Axis {
  return axisFrom(now, QUARTER, 1);
}

export function quarterHourlyAxis(now: number, hours: number): Axis {
  return axisFrom(now, QUARTER, hours * (HOUR / QUARTER));
}

export function hourlyAxis(now: number, hours: number, pastHours: number): Axis {
  return axisFrom(now - pastHours * HOUR, HOUR, hours + pastHours);
}

/** Local dates as days since 1970-01-01, first and last inclusive. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
  readonly today: number;
}

/**
 * @throws InvalidRequestError for a start or end that is no date, reversed, or beyond the horizon of local days
 */
export function dayRange(daily: NonNullable<ForecastRequest['daily']>, now: number, zone: Zone): DayRange {
  const today = localDateNumber(now, zone);
  if (daily.start === undefined || daily.end === undefined) {
    const days = daily.days ?? HORIZONS['1d'].futureDays;
    return { first: today, last: today + days - 1, today };
  }
  const faults: RequestFault[] = [];
  const first = dateOf('start', daily.start, today, faults);
  const last = dateOf('end', daily.end, today, faults);
  if (faults.length === 0 && first > last)
    faults.push({
      pointer: '/daily/start',
      code: 'dates_reversed',
      message: `daily.start must not be after end; got "${daily.start}" and "${daily.end}"`,
    });
  if (faults.length > 0) throw new InvalidRequestError(faults);
  return { first, last, today };
}

function dateOf(field: 'start' | 'end', text: string, today: number, faults: RequestFault[]): number {
  const pointer = `/daily/${field}`;
  const day = parseDate(text);
  const earliest = today - HORIZONS['1d'].pastDays;
  const latest = today + HORIZONS['1d'].futureDays - 1;
  if (day === null)
    faults.push({ pointer, code: 'invalid_date', message: `daily.${field} must be a date YYYY-MM-DD; got "${text}"` });
  else if (day < earliest || day > latest)
    faults.push({
      pointer,
      code: 'date_out_of_range',
      message: `daily.${field} must be from ${formatDate(earliest)} to ${formatDate(latest)}; got ${text}`,
    });
  return day ?? Number.NaN;
}
