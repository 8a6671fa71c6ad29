/** Examples of the nowcast in the OpenAPI document. A contract test holds each against its schema. */

const NORMAN = { latitude: 35.22, longitude: -97.44 };

export const NOWCAST_REQUEST_EXAMPLES = [
  { location: NORMAN },
  {
    location: { latitude: 52.52, longitude: 13.405 },
    variables: ['precipitation_rate', 'precipitation_probability', 'source'],
    units: 'us',
    timezone: 'Europe/Berlin',
    unit_overrides: { precipitation_rate: 'mm/h' },
  },
];

const UNITS = {
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
};

const HEAD = {
  location: { ...NORMAN, timezone: 'America/Chicago', forecast_elevation_m: 357 },
  units: UNITS,
};

export const NOWCAST_ANSWER_EXAMPLES = [
  {
    ...HEAD,
    status: 'active',
    start: '2026-06-01T12:31:00Z',
    end: '2026-06-01T14:31:00Z',
    minutes: [
      {
        time: '2026-06-01T12:31:00Z',
        condition: 'rain',
        precipitation: 0.041,
        precipitation_rate: 2.46,
        rain_total: 0.041,
        snow_total: 0,
        precipitation_probability: 78,
        confidence: 72,
        hail_probability: 0,
        hail_size: 0,
        lightning_probability: 4,
        source: 'radar',
      },
    ],
    updated_at: '2026-06-01T12:29:40Z',
    stale: false,
    radar_pending: false,
    onset_uncertainty_minutes: null,
    warnings: [],
  },
  {
    ...HEAD,
    status: 'dry',
    start: '2026-06-01T18:05:00Z',
    end: '2026-06-01T20:05:00Z',
    minutes: [],
    updated_at: '2026-06-01T17:46:10Z',
    stale: true,
    radar_pending: false,
    onset_uncertainty_minutes: null,
    warnings: [{ code: 'stale_data', message: 'The newest frame of MRMS is 21 minutes old.', source: 'mrms-rate' }],
  },
];
