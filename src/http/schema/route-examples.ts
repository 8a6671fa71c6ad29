/** Examples of a route in the OpenAPI document. A contract test holds each against its schema. */

export const ROUTE_REQUEST_EXAMPLES = [
  {
    path: [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: 51.05, longitude: 13.74 },
    ],
    departure_time: 'now',
  },
  {
    path: [
      { latitude: 47.421, longitude: 10.985 },
      { latitude: 47.416, longitude: 11.001 },
      { latitude: 47.4, longitude: 11.05 },
    ],
    departure_time: '2026-11-21T07:00:00+01:00',
    travel: { mode: 'hiking', speed: 4.5 },
    sample: { interval: '15m' },
    unit_overrides: { elevation: 'ft' },
    variables: ['apparent_temperature', 'condition', 'wind_gust', 'snow_total'],
  },
  {
    path: [
      { latitude: 40.71, longitude: -74.01, time: '2026-11-21T12:00:00Z' },
      { latitude: 42.36, longitude: -71.06, time: '2026-11-21T16:30:00Z' },
    ],
    units: 'us',
    timezone: 'America/New_York',
    sample: { interval: '1h' },
  },
];

const START = { index: 0, latitude: 52.52, longitude: 13.405, time: '2026-11-20T11:37:00+01:00' };
const END = { index: 1, latitude: 51.05, longitude: 13.74, time: '2026-11-20T13:40:48+01:00' };

export const ROUTE_ANSWER_EXAMPLE = {
  route: {
    departure_time: START.time,
    arrival_time: END.time,
    distance: 165.073,
    duration_seconds: 7428,
    mode: 'driving',
    sample_interval: '1h',
    timezone: 'Europe/Berlin',
    coverage_end_time: null,
  },
  units: {
    system: 'metric',
    elevation: 'm',
    percentage: '%',
    temperature: 'degC',
    precipitation: 'mm',
    precipitation_rate: 'mm/h',
    pressure: 'hPa',
    wind_speed: 'km/h',
    visibility: 'km',
    distance: 'km',
  },
  samples: [
    {
      ...START,
      status: 'ok',
      type: 'analysis',
      timezone: 'Europe/Berlin',
      elevation: 38,
      distance: 0,
      waypoint: true,
      temperature: 4.2,
      condition: 'rain',
      precipitation_probability: 80,
      wind_gust: 38.5,
    },
    {
      ...END,
      status: 'unavailable',
      unavailable_reason: 'timeout',
      type: 'forecast',
      timezone: 'Europe/Berlin',
      elevation: 113,
      distance: 165.073,
      waypoint: true,
    },
  ],
  summary: {
    extremes: {
      temperature_min: { ...START, value: 4.2 },
      temperature_max: { ...START, value: 4.2 },
      precipitation_probability_max: { ...START, value: 80 },
      wind_gust_max: { ...START, value: 38.5 },
    },
    windows: [
      {
        type: 'precipitation',
        start_index: 0,
        end_index: 0,
        start_time: START.time,
        end_time: START.time,
        peak: { ...START, value: 80 },
      },
    ],
  },
  updated_at: '2026-11-20T09:58:12Z',
  stale: false,
  warnings: [{ code: 'sample_unavailable', message: 'One sample has no weather.', count: 1 }],
};
