/** Dates of requests that name a first and a last local date. */

import type { RequestFault } from '../base/errors.js';
import { formatDate, parseDate } from '../model/time.js';

export interface DateLimits {
  /** Days since 1970-01-01, both inclusive; null: no limit. */
  readonly earliest: number | null;
  readonly latest: number;
  /** The limits in words: "the last completed local date". */
  readonly meaning: string;
}

/**
 * First and last day, days since 1970-01-01. Broken rules are added to `faults`; the days are NaN where a text is no date.
 */
export function requestedDates(
  { start, end }: { readonly start: string; readonly end: string },
  limits: DateLimits,
  faults: RequestFault[],
): [first: number, last: number] {
  const first = dateOf('start', start, limits, faults);
  const last = dateOf('end', end, limits, faults);
  if (first > last) {
    const message = `start must not be after end; got "${start}" and "${end}"`;
    faults.push({ pointer: '/start', code: 'dates_reversed', message });
  }
  return [first, last];
}

function dateOf(field: 'start' | 'end', text: string, limits: DateLimits, faults: RequestFault[]): number {
  const pointer = `/${field}`;
  const day = parseDate(text);
  if (day === null) {
    faults.push({ pointer, code: 'invalid_date', message: `${field} must be a date YYYY-MM-DD; got "${text}"` });
    return Number.NaN;
  }
  const { earliest, latest, meaning } = limits;
  if (day > latest || day < (earliest ?? day)) {
    const range =
      earliest === null ? `at most ${formatDate(latest)}` : `from ${formatDate(earliest)} to ${formatDate(latest)}`;
    faults.push({ pointer, code: 'date_out_of_range', message: `${field} must be ${range}, ${meaning}; got ${text}` });
  }
  return day;
}
