/** A route answer by hand: an hour and a half uphill into rain, five waypoints, one of them with a name. */

import type { RouteAnswer, RouteSample } from '../../../model/route.js';
import { resolveRouteUnits } from '../../../model/units.js';

type Row = readonly [time: string, distance: number, waypoint: boolean, weather: Partial<RouteSample>];

type Wind = readonly [speed: number, direction: number, gust: number];
type Precipitation = readonly [amount: number, probability: number];

const weather = (condition: string, temperature: number, wind: Wind, rain: Precipitation): Partial<RouteSample> => ({
  condition,
  temperature,
  wind_speed: wind[0],
  wind_direction: wind[1],
  wind_gust: wind[2],
  precipitation: rain[0],
  precipitation_probability: rain[1],
});

const ROWS: readonly Row[] = [
  ['2026-11-20T23:00:00+01:00', 0, true, weather('partly', 1.25, [4, 0, 12.4], [0, 10])],
  ['2026-11-20T23:12:31+01:00', 1.04, true, weather('cloudy', 0.6, [8.2, 226, 20], [0, 30])],
  ['2026-11-20T23:30:00+01:00', 2.513, false, weather('heavy-snow', -0.04, [12, 300, 61.2], [0.45, 80])],
  ['2026-11-20T23:58:00+01:00', 4, true, weather('rain', -1.5, [14.6, 337.6, 70], [1.2, 90])],
  [
    '2026-11-21T00:00:00+01:00',
    4.2,
    false,
    { status: 'unavailable', unavailable_reason: 'timeout' } as Partial<RouteSample>,
  ],
  ['2026-11-21T00:20:00+01:00', 5.5, true, weather('cloudy', 2, [4, 90, 9], [0, 20])],
  ['2026-11-21T00:25:00+01:00', 6.04, true, weather('cloudy', 3, [4, 90, 9], [0, 20])],
];

const samples: readonly RouteSample[] = ROWS.map(([time, distance, waypoint, more], index) => ({
  index,
  status: 'ok',
  type: 'forecast',
  time,
  timezone: 'Europe/Ljubljana',
  latitude: 46 + index / 100,
  longitude: 14,
  elevation: index === 1 ? null : 500 + index * 50,
  distance,
  waypoint,
  ...more,
}));

const peak = <Value>(index: number, value: Value) => {
  const { latitude, longitude, time } = samples[index]!;
  return { index, latitude, longitude, time, value };
};
const spanned = (start: number, end: number) => ({
  start_index: start,
  end_index: end,
  start_time: samples[start]!.time,
  end_time: samples[end]!.time,
});

export const ROUTE_ANSWER: RouteAnswer = {
  route: {
    departure_time: samples[0]!.time,
    arrival_time: samples.at(-1)!.time,
    distance: 6.04,
    duration_seconds: 5100,
    mode: 'hiking',
    sample_interval: '30m',
    timezone: 'Europe/Ljubljana',
    coverage_end_time: null,
  },
  units: resolveRouteUnits('metric'),
  samples,
  summary: {
    extremes: {
      temperature_min: peak(3, -1.5),
      temperature_max: peak(6, 3),
      wind_gust_max: peak(3, 70),
      precipitation_max: peak(3, 1.2),
    },
    windows: [
      { type: 'precipitation', ...spanned(2, 3), peak: peak(3, 90) },
      { type: 'freezing', ...spanned(2, 3), peak: peak(3, -1.5) },
      { type: 'high_wind', ...spanned(3, 3), peak: peak(3, 70) },
    ],
  },
  updated_at: '2026-11-20T20:00:00Z',
  stale: false,
  warnings: [{ code: 'simulated_data', message: 'This weather is simulated.' }],
};
