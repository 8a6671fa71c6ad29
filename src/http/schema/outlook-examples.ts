/** Examples of outlooks in the OpenAPI document. A contract test holds each against its schema. */

import { FORECAST_ANSWER_EXAMPLE } from './examples.js';

const NEW_YORK = { latitude: 40.7128, longitude: -74.006 };

export const OUTLOOK_REQUEST_EXAMPLES = [
  {
    location: NEW_YORK,
    start: '2027-07-04',
    end: '2027-07-05',
    variables: ['temperature_max', 'precipitation', 'precipitation_probability', 'condition'],
  },
  {
    location: NEW_YORK,
    start: '2026-12-24',
    end: '2026-12-26',
    variables: ['temperature_max', 'temperature_min', 'sunrise', 'sunset'],
    include: ['percentiles', 'records'],
    units: 'us',
  },
];

export const OUTLOOK_ANSWER_EXAMPLE = {
  location: { ...NEW_YORK, timezone: 'America/New_York', forecast_elevation_m: 10 },
  units: FORECAST_ANSWER_EXAMPLE.units,
  daily: [
    {
      date: '2027-07-04',
      type: 'outlook',
      temperature_max: 29.4,
      precipitation: 3.62,
      precipitation_probability: 28,
      condition: 'partly',
    },
    {
      date: '2027-07-05',
      type: 'outlook',
      temperature_max: 29.5,
      precipitation: 3.62,
      precipitation_probability: 28,
      condition: 'partly',
    },
  ],
  updated_at: '2026-11-20T06:12:00Z',
  stale: false,
  warnings: [
    { code: 'climatology_only', message: 'Values are the climate of each date, not a forecast of its weather.' },
    {
      code: 'condition_estimated',
      message: 'The sky of dates without likely precipitation is estimated from the daily range of temperature.',
      variables: ['condition'],
      count: 2,
    },
  ],
};
