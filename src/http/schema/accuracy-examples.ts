/** Examples of accuracy in the OpenAPI document. A contract test holds each against its schema. */

const NEW_YORK = { latitude: 40.7128, longitude: -74.006 };

export const ACCURACY_REQUEST_EXAMPLES = [
  {
    scope: { type: 'local', location: NEW_YORK },
    hourly: { variables: ['temperature', 'precipitation', 'precipitation_probability'], lead_hours: [6] },
    include: ['stations'],
    compare_to: ['persistence'],
  },
  {
    scope: { type: 'region', region: 'mountain' },
    days: 90,
    units: 'us',
    daily: { variables: ['temperature_max', 'temperature_min'] },
    include: ['confidence'],
  },
  {
    scope: { type: 'network' },
    days: 365,
    minutely: { variables: ['precipitation_probability'], lead_minutes: [5, 60] },
    include: ['reliability'],
    compare_to: ['climatology'],
  },
];

export const ACCURACY_ANSWER_EXAMPLE = {
  scope: { type: 'local', location: NEW_YORK },
  evaluation_period: { start: '2026-10-21', end: '2026-11-19', days: 30, data_through: '2026-11-19' },
  coverage: {
    available: true,
    radius_km: 40,
    basis: '1 station within 40 km: hourly METAR reports.',
    verified_areas: 1,
  },
  units: { system: 'metric', temperature: 'degC', precipitation: 'mm' },
  hourly: [
    {
      lead_hours: 6,
      temperature: {
        mean_absolute_error: 1.41,
        bias: -0.12,
        root_mean_square_error: 1.88,
        samples: 640,
        persistence: {
          mean_absolute_error: 2.63,
          bias: 0.03,
          root_mean_square_error: 3.44,
          samples: 631,
          service_mean_absolute_error: 1.41,
          service_root_mean_square_error: 1.88,
          skill_score: 0.4639,
        },
      },
      precipitation: {
        occurrence: {
          critical_success_index: 0.46,
          probability_of_detection: 0.6216,
          false_alarm_ratio: 0.3611,
          frequency_bias: 0.973,
          accuracy: 0.927,
          hits: 46,
          misses: 28,
          false_alarms: 26,
          correct_negatives: 640,
          samples: 740,
        },
        amount: { mean_absolute_error: 0.8, bias: -0.1, root_mean_square_error: 1.6, samples: 100 },
      },
      precipitation_probability: { brier_score: 0.061, bias: 0.012, samples: 740 },
    },
  ],
  stations: [
    {
      id: 'KLGA',
      name: 'New York LaGuardia',
      latitude: 40.779,
      longitude: -73.88,
      elevation: 3,
      region: 'humid_east',
      distance_km: 12.9,
      cell: { latitude: 40.875, longitude: -73.875 },
      hourly: {
        lead_hours: 24,
        temperature: { mean_absolute_error: 1.62, bias: -0.2, root_mean_square_error: 2.11, samples: 652 },
        precipitation: {
          occurrence: {
            critical_success_index: 0.4,
            probability_of_detection: 0.5714,
            false_alarm_ratio: 0.4286,
            frequency_bias: 1,
            accuracy: 0.9198,
            hits: 40,
            misses: 30,
            false_alarms: 30,
            correct_negatives: 648,
            samples: 748,
          },
          amount: { mean_absolute_error: 0.9, bias: -0.2, root_mean_square_error: 1.7, samples: 100 },
        },
        precipitation_probability: { brier_score: 0.068, bias: 0.015, samples: 748 },
      },
    },
  ],
  updated_at: '2026-11-20T06:12:00Z',
  stale: false,
  warnings: [],
};
