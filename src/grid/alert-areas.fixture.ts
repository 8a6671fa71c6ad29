/** Shapes of alerts for tests: drawn by hand, and at random. Degrees, all on a lattice of 0.01 so that edges are met. */

import fc from 'fast-check';
import type { AlertPolygon, Ring } from '../model/alert.js';
import type { Corner } from './date-line-cut.js';

export function ring(...corners: readonly (readonly [longitude: number, latitude: number])[]): Ring {
  return Float64Array.from(corners.flat());
}

export function box(west: number, south: number, east: number, north: number): Ring {
  return ring([west, south], [east, south], [east, north], [west, north], [west, south]);
}

/** Rows of `longitude latitude`, as in well-known text; rings apart by `|`. */
export function polygon(text: string): AlertPolygon {
  return text
    .split('|')
    .map((part) => ring(...part.split(',').map((pair) => pair.trim().split(' ').map(Number) as unknown as Corner)));
}

export function cornersOfRing(corners: Ring): Corner[] {
  return Array.from({ length: corners.length / 2 }, (_, i) => [corners[2 * i]!, corners[2 * i + 1]!]);
}

const rewritten = (rewrite: (corners: readonly Corner[]) => readonly Corner[]) => (corners: Ring) =>
  ring(...rewrite(cornersOfRing(corners)));

/** Ways of writing one ring. */
export const WAYS_OF_WRITING: Readonly<Record<string, (corners: Ring) => Ring>> = {
  'the other way round': rewritten((corners) => corners.toReversed()),
  'from another corner': rewritten((corners) => [...corners.slice(2), ...corners.slice(0, 2)]),
  'with 360 added': rewritten((corners) => corners.map(([x, y]) => [x + 360, y])),
  'with 360 taken off': rewritten((corners) => corners.map(([x, y]) => [x - 360, y])),
  'in 0..360': rewritten((corners) => corners.map(([x, y]) => [x < 0 ? x + 360 : x, y])),
  'each corner twice': rewritten((corners) => corners.flatMap((corner) => [corner, corner])),
  closed: rewritten((corners) => [...corners, corners[0]!]),
};

/** The same ring further east; each longitude in −180 ≤ … < 180 again. */
export function turned(corners: Ring, degrees: number): Ring {
  return corners.map((value, i) =>
    i % 2 === 1 ? value : lattice(((((value + degrees + 180) % 360) + 360) % 360) - 180),
  );
}

function lattice(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

const hundredths = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((value) => value / 100);

/** Corners round 0° N 0° E in order of their bearing, so that no edges cross; up to 80° wide. */
export const starRing = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 359 }), hundredths(5, 40)), {
    minLength: 5,
    maxLength: 30,
    selector: ([bearing]) => bearing,
  })
  .map((spokes) => {
    const corners = [[0, 5], [90, 5], [180, 5], [270, 5], ...spokes].sort(([a], [b]) => a! - b!);
    return ring(
      ...corners.map(([bearing, reach]): Corner => {
        const radians = (bearing! * Math.PI) / 180;
        return [lattice(reach! * Math.cos(radians)), lattice(reach! * Math.sin(radians))];
      }),
    );
  });

/** Any corners at all: edges cross as they like. */
export const tangledRing = fc
  .array(fc.tuple(hundredths(-40, 40), hundredths(-40, 40)), { minLength: 3, maxLength: 12 })
  .map((corners) => ring(...corners));

/** Latitudes of the edge of a cap at every 30° of longitude. */
export const capLatitudes = fc.array(hundredths(50, 89), { minLength: 12, maxLength: 12 });

export const place = fc.record({ latitude: hundredths(-90, 90), longitude: hundredths(-180, 180) });
export const nearPlace = fc.record({ latitude: hundredths(-45, 45), longitude: hundredths(-45, 45) });
