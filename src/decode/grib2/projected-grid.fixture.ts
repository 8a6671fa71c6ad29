/** Section 3 of the projected, rotated and Gaussian templates, written from the Manual on Codes. 3 × 2 points. */

import { section, signedOctets, unsignedOctets } from './message.fixture.js';

const MISSING = 0xffffffff;

/** Octets 15-30: shape, and scale factor and scaled value of radius, major and minor axis. */
export function earth(
  shape: number,
  radius: readonly [number, number] = [255, MISSING],
  major: readonly [number, number] = [255, MISSING],
  minor: readonly [number, number] = [255, MISSING],
): number[] {
  return [shape, ...[radius, major, minor].flatMap(([factor, value]) => [factor, ...unsignedOctets(value, 4)])];
}

const head = (template: number, shape: readonly number[], columns: number, rows: number, points: number) => [
  0,
  ...unsignedOctets(points, 4),
  0,
  0,
  ...unsignedOctets(template, 2),
  ...shape,
  ...unsignedOctets(columns, 4),
  ...unsignedOctets(rows, 4),
];
const degrees = (value: number) => signedOctets(Math.round(value * 1e6), 4);

/** Template 3.20 or 3.30: Omaha, 3 km, as HRRR has it. Angles in degrees, distances in mm. */
export function conicGrid({
  template = 30,
  shape = earth(6),
  columns = 3,
  rows = 2,
  points = 6,
  first = [41.3, -95.9] as readonly [number, number],
  flags = 0x08,
  trueLatitude = 38.5,
  meridian = 262.5,
  dx = 3_000_000,
  dy = 3_000_000,
  centre = 0,
  scan = 0x40,
  parallels = [38.5, 38.5] as readonly [number, number],
} = {}): number[] {
  return section(3, [
    ...head(template, shape, columns, rows, points),
    ...degrees(first[0]),
    ...degrees(first[1]),
    flags,
    ...degrees(trueLatitude),
    ...degrees(meridian),
    ...unsignedOctets(dx, 4),
    ...unsignedOctets(dy, 4),
    centre,
    scan,
    ...(template === 30 ? [...parallels.flatMap(degrees), ...degrees(-90), ...degrees(0)] : []),
  ]);
}

/** Template 3.10. */
export function mercatorGrid({
  first = [17, 292] as readonly [number, number],
  last = [17.1, 292.2] as readonly [number, number],
  trueLatitude = 20,
  orientation = 0,
  scan = 0x40,
  flags = 0,
  step = 1_250_000,
} = {}): number[] {
  return section(3, [
    ...head(10, earth(1, [0, 6_371_200]), 3, 2, 6),
    ...first.flatMap(degrees),
    flags,
    ...degrees(trueLatitude),
    ...last.flatMap(degrees),
    scan,
    ...unsignedOctets(orientation, 4),
    ...unsignedOctets(step, 4),
    ...unsignedOctets(step, 4),
  ]);
}

/** Template 3.1 or 3.40: `last` is Dj or N, `tail` what stands behind octet 72. */
export function sphericalGrid({
  template = 40,
  columns = 3,
  rows = 2,
  first = [59.444408, 0] as readonly [number, number],
  end = [19.875719, 240] as readonly [number, number],
  flags = 0x30,
  last = 2,
  scan = 0,
  tail = [] as readonly number[],
} = {}): number[] {
  return section(3, [
    ...head(template, earth(6), columns, rows, 6),
    ...unsignedOctets(0, 4),
    ...unsignedOctets(MISSING, 4),
    ...first.flatMap(degrees),
    flags,
    ...end.flatMap(degrees),
    ...unsignedOctets(MISSING, 4),
    ...unsignedOctets(last, 4),
    scan,
    ...tail,
  ]);
}

/** What template 3.1 adds: the southern pole in degrees, and the angle of rotation as it stands. */
export function southernPole(latitude: number, longitude: number, rotation = 0): number[] {
  return [...degrees(latitude), ...degrees(longitude), ...unsignedOctets(rotation, 4)];
}
