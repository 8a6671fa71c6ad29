/** Which ring is a hole of which, where rings come in any order: those inside an odd number of others are holes. */

import type { Corner } from './date-line-cut.js';

/** @param rings  that do not cross each other. @returns polygons, outer ring first */
export function nestRings(rings: readonly Corner[][]): Corner[][][] {
  const bySize = [...rings].sort((a, b) => Math.abs(doubleArea(b)) - Math.abs(doubleArea(a)));
  const polygons: Corner[][][] = [];
  /** The polygon whose outer ring each ring is; undefined of a hole. */
  const polygonOf = new Map<Corner[], Corner[][]>();
  for (const [i, ring] of bySize.entries()) {
    const around = bySize.slice(0, i).filter((larger) => surrounds(larger, ring));
    const parent = around.length % 2 === 1 ? polygonOf.get(around.at(-1)!) : undefined;
    if (parent !== undefined) parent.push(ring);
    else {
      polygonOf.set(ring, [ring]);
      polygons.push(polygonOf.get(ring)!);
    }
  }
  return polygons;
}

/** Square degrees; positive where the ring runs counterclockwise. */
export function doubleArea(ring: readonly Corner[]): number {
  let area = 0;
  let [x, y] = ring.at(-1)!;
  for (const [nextX, nextY] of ring) {
    area += (x - ring[0]![0]) * (nextY - y) - (nextX - x) * (y - ring[0]![1]);
    [x, y] = [nextX, nextY];
  }
  return area;
}

/** Asked of the middle of one edge, not of a corner: rings that touch do so at corners or along the date line. */
function surrounds(outer: readonly Corner[], inner: readonly Corner[]): boolean {
  const [first, second] = edgeOffTheLine(inner);
  const [x, y] = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  let isInside = false;
  let from = outer.at(-1)!;
  for (const to of outer) {
    if (from[0] > x !== to[0] > x && y > from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]))
      isInside = !isInside;
    from = to;
  }
  return isInside;
}

function edgeOffTheLine(ring: readonly Corner[]): readonly [Corner, Corner] {
  const start = ring.findIndex((corner, i) => corner[0] !== ring[(i + 1) % ring.length]![0]);
  const first = Math.max(0, start);
  return [ring[first]!, ring[(first + 1) % ring.length]!];
}
