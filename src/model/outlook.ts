/** Outlook: climate of the days that no forecast reaches ("POST /v1/outlook" of the interface). */

import type { ForecastVariableId } from './variables.js';

export const OUTLOOK_VARIABLES = [
  'temperature_max',
  'temperature_min',
  'condition',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'sunrise',
  'sunset',
] as const satisfies readonly ForecastVariableId[];

export type OutlookVariableId = (typeof OUTLOOK_VARIABLES)[number];

/** First and last day of an outlook, counted from the local date of today. */
export const OUTLOOK_DAYS = { first: 15, last: 365 } as const;

/** Optional fields of the records, beside the temperatures that are requested. */
export const OUTLOOK_INCLUDES = ['percentiles', 'records'] as const;
export type OutlookInclude = (typeof OUTLOOK_INCLUDES)[number];

/** Fields that an include adds beside a requested variable; years are integers, the others temperatures. */
export const OUTLOOK_FIELDS = [
  {
    id: 'temperature_max_p10',
    include: 'percentiles',
    beside: 'temperature_max',
    isYear: false,
    description:
      '10th percentile of the daily maximum: the spread of single days in 1991-2020 around the mean of the date.',
  },
  {
    id: 'temperature_max_p90',
    include: 'percentiles',
    beside: 'temperature_max',
    isYear: false,
    description:
      '90th percentile of the daily maximum: the spread of single days in 1991-2020 around the mean of the date.',
  },
  {
    id: 'temperature_min_p10',
    include: 'percentiles',
    beside: 'temperature_min',
    isYear: false,
    description:
      '10th percentile of the daily minimum: the spread of single days in 1991-2020 around the mean of the date.',
  },
  {
    id: 'temperature_min_p90',
    include: 'percentiles',
    beside: 'temperature_min',
    isYear: false,
    description:
      '90th percentile of the daily minimum: the spread of single days in 1991-2020 around the mean of the date.',
  },
  {
    id: 'record_high',
    include: 'records',
    beside: 'temperature_max',
    isYear: false,
    description:
      'Highest maximum of this date at a nearby station with at least 30 years, adjusted to the elevation of the point.',
  },
  {
    id: 'record_high_year',
    include: 'records',
    beside: 'temperature_max',
    isYear: true,
    description: 'Year of `record_high`, the latest if there are several.',
  },
  {
    id: 'record_low',
    include: 'records',
    beside: 'temperature_min',
    isYear: false,
    description:
      'Lowest minimum of this date at a nearby station with at least 30 years, adjusted to the elevation of the point.',
  },
  {
    id: 'record_low_year',
    include: 'records',
    beside: 'temperature_min',
    isYear: true,
    description: 'Year of `record_low`, the latest if there are several.',
  },
] as const satisfies readonly {
  readonly id: string;
  readonly include: OutlookInclude;
  readonly beside: OutlookVariableId;
  readonly isYear: boolean;
  readonly description: string;
}[];

export type OutlookFieldId = (typeof OUTLOOK_FIELDS)[number]['id'];
