/** Areas of real alerts against turf, which shares nothing with ours but the even-odd rule. */

import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon, Position } from 'geojson';
import { expect } from 'vitest';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import { areaGeometry } from '../../src/grid/area-geometry.js';
import { type Area, createArea } from '../../src/grid/areas.js';
import { crossingCorners } from '../../src/grid/edge-crossings.js';
import { readRegion } from '../../src/grid/regions.js';
import { simplifyRegion } from '../../src/grid/ring-simplification.js';
import type { AlertPolygon } from '../../src/model/alert.js';
import { readAlertPolygons } from '../alert-polygons.js';
import { testWithSharedData } from '../shared-data.js';

const POINTS = 100_000;

const asSent = ({ coordinates }: MultiPolygon): AlertPolygon[] =>
  coordinates.map((rings) => rings.map((ring) => Float64Array.from(ring.flat())));

/** Half of them anywhere around the polygon, half as near as a metre to an edge. */
function placeNear(shape: MultiPolygon, random: () => number): Position {
  const corners = shape.coordinates.flat(2);
  const at = Math.floor(random() * (corners.length - 1));
  const [[x, y], [nextX, nextY]] = [corners[at]!, corners[at + 1]!] as [[number, number], [number, number]];
  if (random() < 0.5) {
    const [share, off] = [random(), 10 ** (-5 + 4 * random())];
    return [x + share * (nextX - x) + off * (random() - 0.5), y + share * (nextY - y) + off * (random() - 0.5)];
  }
  return [x + 4 * (random() - 0.5), y + 4 * (random() - 0.5)];
}

testWithSharedData(`of ${POINTS} random places turf finds the same ones in real areas`, () => {
  const shapes = Object.values(readAlertPolygons()).flat();
  expect(shapes.length).toBeGreaterThan(150);
  const areas = shapes.map((shape) => createArea(asSent(shape), []));
  const random = seededRandom(86);
  let inside = 0;
  for (let i = 0; i < POINTS; i++) {
    const [shape, area] = [shapes[i % shapes.length]!, areas[i % shapes.length]!];
    const [longitude, latitude] = placeNear(shape, random) as [number, number];
    const want = booleanPointInPolygon([longitude, latitude], shape);
    // what is on an edge but for a tenth of a millimetre is inside to us, and either to turf
    if (area.contains(latitude, longitude) !== want && distanceToEdges(shape, longitude, latitude) > 1.5e-9)
      expect.fail(`turf says ${want} of ${latitude}, ${longitude} in area ${i % shapes.length}`);
    if (want) inside += 1;
  }
  expect(inside).toBeGreaterThan(POINTS / 4);
  expect(inside).toBeLessThan((POINTS * 3) / 4);
  expect(areas.flatMap(({ ignored }) => ignored)).toEqual([]);
});

testWithSharedData('every corner of a real area, and the middle of every edge, is inside', () => {
  for (const shape of Object.values(readAlertPolygons()).flat()) {
    const area = createArea(asSent(shape), []);
    for (const ring of shape.coordinates.flat())
      for (const [i, [x, y]] of (ring as [number, number][]).entries()) {
        const [nextX, nextY] = (ring[i + 1] ?? ring[0]) as [number, number];
        expectInside(area, y, x);
        expectInside(area, (y + nextY) / 2, (x + nextX) / 2);
      }
  }
});

/** Without a message where all is well: 50,000 of them take longer than the test. */
function expectInside(area: Area, latitude: number, longitude: number): void {
  if (!area.contains(latitude, longitude)) expect.fail(`${latitude}, ${longitude} is on an edge, but not inside`);
}

testWithSharedData('drawn with a tolerance of 0.005°, a real area differs only that near to its edges', () => {
  const random = seededRandom(87);
  for (const shape of Object.values(readAlertPolygons()).flat()) {
    const drawn = areaGeometry(asSent(shape), [], 0.005)!;
    const area = createArea(asSent(shape), []);
    const size = (geometry: { coordinates: unknown[] }) => geometry.coordinates.flat(3).length;
    expect(size(drawn)).toBeLessThanOrEqual(size(shape));
    for (let i = 0; i < 100; i++) {
      const [longitude, latitude] = placeNear(shape, random) as [number, number];
      if (distanceToEdges(shape, longitude, latitude) < 0.0051) continue;
      // one zone goes on to 186° W, as no answer may
      const wrapped = longitude < -180 ? longitude + 360 : longitude;
      expect(booleanPointInPolygon([wrapped, latitude], drawn)).toBe(area.contains(latitude, longitude));
    }
  }
});

testWithSharedData(
  'edges of real areas that did not cross do not cross when they are simplified, and are much fewer',
  () => {
    const shapes = readAlertPolygons()['NWS marine zones']!.flatMap(asSent);
    for (const tolerance of [0.005, 0.02, 0.1]) {
      const regions = shapes.map((polygon) => readRegion(polygon, [])!);
      const simple = regions.map((region) => simplifyRegion(region, tolerance));
      expect(regions.filter(({ rings }) => crossingCorners(rings)?.length !== 0)).toEqual([]);
      expect(simple.filter(({ rings }) => crossingCorners(rings)?.length !== 0)).toEqual([]);
      const corners = [regions, simple].map((list) =>
        list.flatMap(({ rings }) => rings).reduce((count, { steps }) => count + steps.length, 0),
      );
      expect(corners[1]! / corners[0]!).toBeLessThan({ 0.005: 0.7, 0.02: 0.4, 0.1: 0.2 }[tolerance]!);
    }
  },
);

/** Degrees. */
function distanceToEdges(shape: MultiPolygon, longitude: number, latitude: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const ring of shape.coordinates.flat() as [number, number][][])
    for (const [i, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[i + 1] ?? ring[0]!;
      const [run, rise, east, north] = [nextX - x, nextY - y, longitude - x, latitude - y];
      const length = run * run + rise * rise;
      const along = length > 0 ? Math.max(0, Math.min(1, (east * run + north * rise) / length)) : 0;
      least = Math.min(least, Math.hypot(east - along * run, north - along * rise));
    }
  return least;
}
