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
      condition: null,
    },
    {
      date: '2027-07-05',
      type: 'outlook',
      temperature_max: 29.5,
      precipitation: 3.62,
      precipitation_probability: 28,
      condition: null,
    },
  ],
  updated_at: '2026-11-20T06:12:00Z',
  stale: false,
  warnings: [
    { code: 'climatology_only', message: 'Values are the climate of each date, not a forecast of its weather.' },
    {
      code: 'partial_data',
      message: 'Where the probability of precipitation is between 10% and 50%, no condition is known.',
      variables: ['condition'],
      count: 2,
    },
  ],
};
