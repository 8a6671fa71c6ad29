/** Sunrise and sunset against published almanacs and other services, with the tolerance of each row as data. */

import { expect, test } from 'vitest';
import { parseDate, zoneOf } from '../../src/model/time.js';
import { sunEvents } from '../../src/science/sun.js';

interface Row {
  place: string;
  at: readonly [latitude: number, longitude: number];
  zone: string;
  date: string;
  /** Local clock, HH:MM or HH:MM:SS; null when there is none on the date. */
  sunrise: string | null;
  sunset: string | null;
  toleranceSeconds: number;
  source: string;
}

const london = {
  place: 'London',
  at: [51.5, -0.1167],
  zone: 'UTC',
  toleranceSeconds: 60,
  source: 'timeanddate',
} as const;
const tromso = {
  place: 'Tromsø',
  at: [69.6492, 18.9553],
  zone: 'Europe/Oslo',
  source: 'midnight sun, polar night',
} as const;

const ROWS: readonly Row[] = [
  { ...london, date: '2015-01-01', sunrise: '08:06', sunset: '16:01' },
  { ...london, date: '2015-12-01', sunrise: '07:43', sunset: '15:55' },
  { ...london, date: '2015-12-12', sunrise: '07:56', sunset: '15:51' },
  { ...london, date: '2015-12-25', sunrise: '08:05', sunset: '15:55' },
  {
    place: 'Los Angeles',
    at: [34.05223, -118.24368],
    zone: 'America/Los_Angeles',
    date: '2021-11-06',
    sunrise: '07:17',
    sunset: '17:55',
    toleranceSeconds: 0,
    source: 'Open-Meteo test',
  },
  {
    place: 'Vancouver',
    at: [49.25, -123.12],
    zone: 'America/Vancouver',
    date: '2021-11-06',
    sunrise: '08:09',
    sunset: '17:42',
    toleranceSeconds: 0,
    source: 'Open-Meteo test',
  },
  {
    // NREL prints the sunset of the UTC date, 17:20:19, which belongs to the local 16th.
    place: 'Golden',
    at: [39.742476, -105.1786],
    zone: 'Etc/GMT+7',
    date: '2003-10-17',
    sunrise: '06:12:43',
    sunset: '17:18:51',
    toleranceSeconds: 30,
    source: 'NREL SPA, sample',
  },
  { ...tromso, date: '2024-06-21', sunrise: null, sunset: null, toleranceSeconds: 0 },
  { ...tromso, date: '2024-12-21', sunrise: null, sunset: null, toleranceSeconds: 0 },
  { ...tromso, date: '2024-05-16', sunrise: '01:25', sunset: null, toleranceSeconds: 60 },
  {
    place: 'Kiritimati',
    at: [1.87, -157.4],
    zone: 'Pacific/Kiritimati',
    date: '2024-06-21',
    sunrise: '06:24',
    sunset: '18:38',
    toleranceSeconds: 60,
    source: 'UTC+14 at 157° W: the local date decides',
  },
];

/** Seconds since the local midnight of `date`. */
function clockSeconds(event: number | null, date: string, zoneName: string): number | null {
  if (event === null) return null;
  return event + zoneOf(zoneName)!.offsetAt(event) - parseDate(date)! * 86_400;
}

function secondsOf(clock: string | null): number | null {
  if (clock === null) return null;
  const [hours, minutes, seconds = 0] = clock.split(':').map(Number);
  return hours! * 3600 + minutes! * 60 + seconds;
}

test.each(ROWS)(
  '$place on $date: $sunrise to $sunset ($source)',
  ({ at, zone, date, toleranceSeconds, ...expected }) => {
    const day = parseDate(date)!;
    const events = sunEvents(day, day, zoneOf(zone)!, at[0], at[1])[0]!;
    for (const kind of ['sunrise', 'sunset'] as const) {
      const got = clockSeconds(events[kind], date, zone);
      const wanted = secondsOf(expected[kind]);
      if (got === null || wanted === null) expect(got).toBe(wanted);
      else expect(Math.abs(got - wanted)).toBeLessThanOrEqual(toleranceSeconds);
    }
  },
);
