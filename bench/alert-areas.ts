/**
 * Is a place inside the area of an alert? Ours, prepared, against turf on the same GeoJSON, over real polygons: NWS and
 * DWD alerts and the NWS marine zones, or seeded ones where the real files are not beside the checkout. Also what the
 * preparation costs, and the GeoJSON of an answer.
 *
 * Half of the places lie in the box of the polygon, where every test has to look at edges; half anywhere.
 */

import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon } from 'geojson';
import { areaGeometry } from '../src/grid/area-geometry.js';
import { createArea } from '../src/grid/areas.js';
import type { AlertPolygon } from '../src/model/alert.js';
import { readAlertPolygons } from '../test/alert-polygons.js';
import { seededRandom } from './seeded-random.fixture.js';

const PLACES = 256;
const ROUNDS = 15;
const TOLERANCE = 0.005;

interface Subject {
  readonly shape: MultiPolygon;
  readonly polygons: readonly AlertPolygon[];
  readonly places: readonly (readonly [longitude: number, latitude: number])[];
}

/** A ragged circle of so many corners; the more, the smaller its teeth. */
function roundShape(corners: number, random: () => number): MultiPolygon {
  const [x, y] = [360 * random() - 180, 120 * random() - 60];
  const ring = Array.from({ length: corners }, (_, i) => {
    const [angle, reach] = [(2 * Math.PI * i) / corners, 1 + (6 * random()) / corners];
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return { type: 'MultiPolygon', coordinates: [[[...ring, ring[0]!]]] };
}

function subjectOf(shape: MultiPolygon, random: () => number): Subject {
  const corners = shape.coordinates.flat(2) as [number, number][];
  const range = (axis: 0 | 1) => [Math.min(...corners.map((c) => c[axis])), Math.max(...corners.map((c) => c[axis]))];
  const [[west, east], [south, north]] = [range(0), range(1)] as [[number, number], [number, number]];
  const places = Array.from(
    { length: PLACES },
    () => [west + random() * (east - west), south + random() * (north - south)] as const,
  );
  const polygons = shape.coordinates.map((rings) => rings.map((ring) => Float64Array.from(ring.flat())));
  return { shape, polygons, places };
}

/** Least time of a run, µs per item. */
function least(items: number, run: () => number): { time: number; found: number } {
  let [time, found] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    found = run();
    time = Math.min(time, ((performance.now() - start) * 1000) / items);
  }
  return { time, found };
}

function report(name: string, shapes: readonly MultiPolygon[], random: () => number): void {
  const subjects = shapes.map((shape) => subjectOf(shape, random));
  const corners = shapes.reduce((count, { coordinates }) => count + coordinates.flat(2).length, 0);
  const areas = subjects.map(({ polygons }) => createArea(polygons, []));
  const ours = least(subjects.length * PLACES, () => {
    let found = 0;
    for (const [i, { places }] of subjects.entries())
      for (const [longitude, latitude] of places) if (areas[i]!.contains(latitude, longitude)) found += 1;
    return found;
  });
  const turf = least(subjects.length * PLACES, () => {
    let found = 0;
    for (const { shape, places } of subjects)
      for (const place of places) if (booleanPointInPolygon(place as [number, number], shape)) found += 1;
    return found;
  });
  const made = least(
    subjects.length,
    () => subjects.filter(({ polygons }) => createArea(polygons, []).boxes.length).length,
  );
  const drawn = least(
    subjects.length,
    () => subjects.filter(({ polygons }) => areaGeometry(polygons, [], TOLERANCE)).length,
  );
  const share = ((100 * ours.found) / (subjects.length * PLACES)).toFixed(0);
  console.log(
    `${name}: ${subjects.length} areas of ${Math.round(corners / subjects.length)} corners, ${share}% inside`,
  );
  console.log(
    `  a place ${ours.time.toFixed(3)} µs, turf ${turf.time.toFixed(3)} µs: ${(turf.time / ours.time).toFixed(1)}×`,
  );
  console.log(`  preparing ${made.time.toFixed(1)} µs, GeoJSON at ${TOLERANCE}° ${drawn.time.toFixed(0)} µs an area`);
  if (ours.found !== turf.found) console.log(`  turf finds ${turf.found} places inside, not ${ours.found}`);
}

const random = seededRandom(86);
try {
  for (const [name, shapes] of Object.entries(readAlertPolygons())) report(name, shapes, random);
} catch (error) {
  console.log(`no real polygons: ${error instanceof Error ? error.message : error}`);
}
for (const corners of [8, 100, 1000, 10_000])
  report(
    `ragged circles of ${corners}`,
    Array.from({ length: 40 }, () => roundShape(corners, random)),
    random,
  );
console.log(`peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
