/** Examples of the OpenAPI document. A contract test holds each against its schema. */

const BERLIN = { latitude: 52.52, longitude: 13.405 };

export const FORECAST_REQUEST_EXAMPLES = [
  {
    location: BERLIN,
    current: { variables: ['temperature', 'condition'] },
    daily: { days: 3, variables: ['temperature_max', 'temperature_min', 'precipitation'] },
  },
  {
    location: BERLIN,
    units: 'us',
    timezone: 'Europe/Berlin',
    unit_overrides: { pressure: 'hPa' },
    hourly: { hours: 48, past_hours: 6, variables: ['temperature', 'pressure', 'wind_speed', 'wind_gust'] },
  },
  {
    location: BERLIN,
    quarter_hourly: { hours: 2, variables: ['precipitation', 'precipitation_probability'] },
    daily: { start: '2026-11-20', end: '2026-11-22', variables: ['sunrise', 'sunset'] },
  },
];

export const FORECAST_ANSWER_EXAMPLE = {
  location: { ...BERLIN, timezone: 'Europe/Berlin', forecast_elevation_m: 38 },
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
    degrees: 'degree',
  },
  current: { time: '2026-11-20T10:37:00Z', type: 'analysis', temperature: 4.2, condition: 'cloudy' },
  daily: [
    {
      date: '2026-11-20',
      type: 'forecast',
      temperature_max: 5.6,
      temperature_min: 0.9,
      precipitation: 0.4,
    },
    {
      date: '2026-11-21',
      type: 'forecast',
      temperature_max: 7.1,
      temperature_min: 2.3,
      precipitation: null,
    },
  ],
  updated_at: '2026-11-20T09:58:12Z',
  stale: false,
  warnings: [{ code: 'partial_data', message: 'Precipitation is missing for one day.', variables: ['precipitation'] }],
};
