/** Examples of histories in the OpenAPI document. A contract test holds each against its schema. */

const NEW_YORK = { latitude: 40.7128, longitude: -74.006 };

export const HISTORICAL_REQUEST_EXAMPLES = [
  {
    location: NEW_YORK,
    start: '2024-07-04',
    end: '2024-07-05',
    variables: ['temperature_max', 'temperature_min', 'precipitation'],
    include: ['stations', 'sources'],
  },
  {
    location: NEW_YORK,
    start: '1975-01-01',
    end: '2024-12-31',
    variables: ['rain_total', 'snow_total'],
    units: 'us',
    unit_overrides: { precipitation: 'mm' },
  },
];

export const HISTORICAL_ANSWER_EXAMPLE = {
  location: { ...NEW_YORK, timezone: 'America/New_York' },
  units: { system: 'metric', temperature: 'degC', precipitation: 'mm' },
  start: '2024-07-04',
  end: '2024-07-05',
  daily: [
    { date: '2024-07-04', temperature_max: 28.4, temperature_min: 22.1, precipitation: 0 },
    { date: '2024-07-05', temperature_max: 31.2, temperature_min: 23.6, precipitation: null },
  ],
  sources: [
    {
      id: 'ghcn-daily:W',
      name: 'WBAN/ASOS Summary of the Day',
      type: 'observation',
      attribution: 'NOAA National Centers for Environmental Information, GHCN-Daily (Menne et al., 2012)',
      license: 'U.S. Government work, public domain',
      variables: ['temperature_max', 'temperature_min', 'precipitation'],
      stations: 1,
      start: '2024-07-04',
      end: '2024-07-05',
    },
  ],
  stations: [
    {
      id: 'USW00094728',
      name: 'NEW YORK CNTRL PK TWR',
      network: 'GHCN-Daily',
      latitude: 40.7789,
      longitude: -73.9692,
      elevation: 39.6,
      distance_km: 8,
      elevation_difference_m: -30,
      weight: 1,
      variables: ['temperature_max', 'temperature_min', 'precipitation'],
      days: 2,
    },
  ],
  updated_at: '2024-07-07T06:12:00Z',
  stale: false,
  warnings: [
    {
      code: 'partial_data',
      message: 'precipitation was not observed on 1 of 2 days.',
      variables: ['precipitation'],
      count: 1,
    },
  ],
};
