/**
 * Sunrise and sunset beside polar day and night, against the altitude by the low-precision formulas of the Astronomical
 * Almanac (section C: "good to 0.01° between 1950 and 2050"), minute by minute, for every date of 2026.
 */

import { expect, test } from 'vitest';
import { parseDate, type Zone, zoneOf } from '../../src/model/time.js';
import { sunEvents } from '../../src/science/sun.js';

const RADIANS = Math.PI / 180;
const J2000 = Date.UTC(2000, 0, 1, 12) / 1000;
const HORIZON = -0.833;
/** Degrees: the almanac's formulas are good to 0.01°, and ours to another 0.01°. */
const TOLERANCE = 0.02;
const FIRST = parseDate('2026-01-01')!;
const DAYS = 365;

/** Altitude of the sun's centre without refraction, degrees. */
function almanacAltitude(epochSeconds: number, latitude: number, longitude: number): number {
  const n = (epochSeconds - J2000) / 86_400;
  const g = (357.528 + 0.9856003 * n) * RADIANS;
  const lambda = (280.46 + 0.9856474 * n + 1.915 * Math.sin(g) + 0.02 * Math.sin(2 * g)) * RADIANS;
  const epsilon = (23.439 - 0.0000004 * n) * RADIANS;
  const rightAscension = Math.atan2(Math.cos(epsilon) * Math.sin(lambda), Math.cos(lambda));
  const declination = Math.asin(Math.sin(epsilon) * Math.sin(lambda));
  const siderealTime = (18.697374558 + 24.06570982441908 * n) * 15 + longitude;
  const hourAngle = siderealTime * RADIANS - rightAscension;
  const phi = latitude * RADIANS;
  const sine = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(sine) / RADIANS;
}

interface Place {
  readonly name: string;
  readonly at: readonly [latitude: number, longitude: number];
  readonly zone: string;
}

const PLACES: readonly Place[] = [
  { name: 'Tromsø', at: [69.6492, 18.9553], zone: 'Europe/Oslo' },
  { name: 'Murmansk', at: [68.9585, 33.0827], zone: 'Europe/Moscow' },
  { name: 'Rovaniemi', at: [66.5039, 25.7294], zone: 'Europe/Helsinki' },
  { name: 'Longyearbyen', at: [78.2232, 15.6267], zone: 'Arctic/Longyearbyen' },
  { name: 'Utqiagvik', at: [71.2906, -156.7886], zone: 'America/Anchorage' },
  { name: 'Fort Yukon', at: [66.5647, -145.2739], zone: 'America/Anchorage' },
  { name: 'Alert', at: [82.5018, -62.3481], zone: 'America/Toronto' },
  { name: 'Qaanaaq', at: [77.4669, -69.2309], zone: 'America/Thule' },
  { name: 'Pevek', at: [69.7008, 170.3133], zone: 'Asia/Anadyr' },
  { name: 'Grímsey', at: [66.5449, -18.0173], zone: 'Atlantic/Reykjavik' },
  { name: 'McMurdo', at: [-77.85, 166.667], zone: 'Antarctica/McMurdo' },
  { name: 'Davis', at: [-68.5766, 77.9674], zone: 'Antarctica/Davis' },
  { name: 'Rothera', at: [-67.5678, -68.1272], zone: 'Antarctica/Rothera' },
  { name: 'the South Pole', at: [-90, 0], zone: 'Antarctica/McMurdo' },
  { name: 'the North Pole', at: [90, 0], zone: 'UTC' },
  { name: '5 km from the North Pole', at: [89.955, 100], zone: 'UTC' },
];

/** Instants of local midnights, one more than there are days. */
function midnights(zone: Zone): number[] {
  return Array.from({ length: DAYS + 1 }, (_, i) => {
    const wall = (FIRST + i) * 86_400;
    return wall - zone.offsetAt(wall - zone.offsetAt(wall));
  });
}

/** A pass from clearly one side of the horizon to clearly the other. */
interface Crossing {
  readonly isRise: boolean;
  readonly from: number;
  readonly to: number;
}

const STEP = 600;

/** Within one local day. */
function clearCrossings(start: number, end: number, at: Place['at']): Crossing[] {
  const crossings: Crossing[] = [];
  let before: { time: number; isUp: boolean } | null = null;
  for (let time = start; time <= end; time += STEP) {
    const height = almanacAltitude(time, at[0], at[1]) - HORIZON;
    if (Math.abs(height) < TOLERANCE) continue;
    const isUp = height > 0;
    if (before !== null && before.isUp !== isUp) crossings.push({ isRise: isUp, from: before.time, to: time });
    before = { time, isUp };
  }
  return crossings;
}

const clock = (time: number) => new Date(time * 1000).toISOString().slice(0, 16);

/** Lines that say where the events of 2026 differ from the almanac's altitude; none where they agree. */
function faultsOf({ name, at, zone: zoneName }: Place): string[] {
  const zone = zoneOf(zoneName)!;
  const starts = midnights(zone);
  const faults: string[] = [];
  sunEvents(FIRST, FIRST + DAYS - 1, zone, at[0], at[1]).forEach(({ sunrise, sunset }, i) => {
    const crossings = clearCrossings(starts[i]!, starts[i + 1]!, at);
    const fault = (event: number | null, text: string) =>
      faults.push(`${name}, local day of ${clock(starts[i]!)}: ${event === null ? 'null' : clock(event)} ${text}`);
    const firstRise = crossings.find(({ isRise }) => isRise);
    const lastSet = crossings.findLast(({ isRise }) => !isRise);
    if (firstRise && !(sunrise !== null && sunrise <= firstRise.to))
      fault(sunrise, `rises before ${clock(firstRise.to)}`);
    if (lastSet && !(sunset !== null && sunset >= lastSet.from)) fault(sunset, `sets after ${clock(lastSet.from)}`);
    for (const [event, isRise] of [
      [sunrise, true],
      [sunset, false],
    ] as const) {
      if (event === null) continue;
      if (event < starts[i]! || event >= starts[i + 1]!) fault(event, 'is not within the local day');
      if (crossings.some((other) => other.isRise !== isRise && other.from < event && event < other.to))
        fault(event, 'is an event of the other kind');
      // Events are rounded to a minute.
      const near = [event - 30, event, event + 30].map((time) => almanacAltitude(time, at[0], at[1]) - HORIZON);
      if (Math.min(...near) > TOLERANCE || Math.max(...near) < -TOLERANCE) fault(event, `is at ${near[1]} degrees`);
    }
  });
  return faults;
}

test.each(PLACES)('$name has the sunrise and sunset of the almanac on every date of 2026', (place) => {
  expect(faultsOf(place)).toEqual([]);
});

test.each<[name: string, date: string, kind: 'sunrise' | 'sunset', clock: string]>([
  ['Tromsø', '2026-05-18', 'sunrise', '00:51'],
  ['Tromsø', '2026-07-26', 'sunset', '00:37'],
])('%s on %s has its only %s of the day at %s', (name, date, kind, expected) => {
  const { at, zone } = PLACES.find((place) => place.name === name)!;
  const day = parseDate(date)!;
  const event = sunEvents(day, day, zoneOf(zone)!, at[0], at[1])[0]![kind];
  const local = event! + zoneOf(zone)!.offsetAt(event!) - day * 86_400;
  const [hours, minutes] = expected.split(':').map(Number);
  expect(Math.abs(local - hours! * 3600 - minutes! * 60)).toBeLessThanOrEqual(60);
});
