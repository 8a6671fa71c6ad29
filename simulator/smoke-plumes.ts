/**
 * Plumes as analysts would draw them: around the puffs of one fire (`smoke.ts`) that are dense enough, as far as they are,
 * the convex outline. Two looks a day, at pictures of three hours: 12 to 15 and 20 to 23 UTC.
 *
 *   a puff of c µg/m³ at its centre and radius R is at least L out to R √(1 − √(L/c))
 *
 * where c counts twice, since puffs lie over each other. What the model of this world says at the ground is what is drawn.
 */

import type { SmokeDensity, SmokePlume } from '../src/model/fire.js';
import { HOUR } from '../src/model/time.js';
import { DEGREE_METRES, metresPerDegreeEast } from './discs.js';
import type { BurningFire, SmokePuff } from './smoke.js';
import type { World } from './world.js';

/** Ends of the pictures that are looked at, s of the day; they are there an hour later. */
const LOOKS = [15 * HOUR, 23 * HOUR];
const DRAWN_AFTER = HOUR;
const PICTURES = 3 * HOUR;
/** Where HMS draws. */
const AREA = { south: 14, north: 72, west: -170, east: -50 };
const LEVELS: readonly (readonly [SmokeDensity, number])[] = [
  ['light', 5],
  ['medium', 16],
  ['heavy', 27],
];
const OVERLAP = 2;
/** Corners of a puff's outline. */
const CORNERS = 24;

/** How many looks at a day are drawn by now. */
export function looksAt(day: number, now: number): number {
  return LOOKS.filter((end) => day + end + DRAWN_AFTER <= now).length;
}

/** When the first look is there, epoch seconds. */
export function firstLookOf(day: number): number {
  return day + LOOKS[0]! + DRAWN_AFTER;
}

/**
 * The plumes of a day.
 *
 * @param day  its beginning, epoch seconds
 * @param looks  0, 1 or 2
 */
export function drawnPlumes(world: World, day: number, looks: number): SmokePlume[] {
  return LOOKS.slice(0, looks).flatMap((end) =>
    world
      .burningFires(day + end)
      .filter(isInArea)
      .flatMap((fire) => plumesOf(fire, day + end)),
  );
}

function isInArea({ latitude, longitude }: BurningFire): boolean {
  return latitude > AREA.south && latitude < AREA.north && longitude > AREA.west && longitude < AREA.east;
}

function plumesOf({ puffs, longitude }: BurningFire, end: number): SmokePlume[] {
  return LEVELS.flatMap(([density, level]) => {
    const outline = hullOf(puffs.flatMap((puff) => outlineOf(puff, level)));
    if (outline.length < 6) return [];
    const satellite = longitude < -105 ? 'GOES-WEST' : 'GOES-EAST';
    return [{ density, satellite, start: end - PICTURES, end, polygons: [[outline]] }];
  });
}

type Corner = readonly [longitude: number, latitude: number];

function outlineOf({ latitude, longitude, radius, rate }: SmokePuff, level: number): Corner[] {
  const centre = OVERLAP * rate;
  if (centre <= level) return [];
  const reach = radius * Math.sqrt(1 - Math.sqrt(level / centre));
  return Array.from({ length: CORNERS }, (_, n) => {
    const bearing = (2 * Math.PI * n) / CORNERS;
    return [
      longitude + (reach * Math.sin(bearing)) / metresPerDegreeEast(latitude),
      latitude + (reach * Math.cos(bearing)) / DEGREE_METRES,
    ];
  });
}

/** Clockwise and closed, longitude, latitude …; Andrew's monotone chain (1979). Empty of fewer than three corners. */
function hullOf(corners: readonly Corner[]): Float64Array {
  if (corners.length < 3) return new Float64Array(0);
  const eastward = [...corners].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const northern = chainOf(eastward);
  const southern = chainOf(eastward.toReversed());
  const ring = [...northern.slice(0, -1), ...southern];
  return Float64Array.from(ring.flat());
}

/** Corners at which the way turns right. */
function chainOf(corners: readonly Corner[]): Corner[] {
  const chain: Corner[] = [];
  for (const corner of corners) {
    while (chain.length > 1 && !turnsRight(chain.at(-2)!, chain.at(-1)!, corner)) chain.pop();
    chain.push(corner);
  }
  return chain;
}

function turnsRight(a: Corner, b: Corner, c: Corner): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0;
}
