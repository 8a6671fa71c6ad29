/** Plumes as flat columns, and back: how many polygons, rings and points each level has, and the points one after the other. */

import { SMOKE_DENSITIES, type SmokePlume } from '../../model/fire.js';

/** As stored; lengths are those of plumes, polygons, rings and points. */
export interface PlumeColumns {
  readonly density: Uint8Array;
  /** Epoch seconds, NaN where not told. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly plumePolygons: Int32Array;
  readonly polygonRings: Int32Array;
  readonly ringPoints: Int32Array;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
}

/** Members of a level follow each other: rings of the first polygon, then those of the second. */
export function flattenPlumes(plumes: readonly SmokePlume[]): PlumeColumns {
  const polygons = plumes.flatMap((plume) => plume.polygons);
  const rings = polygons.flat();
  const points = rings.reduce((sum, ring) => sum + (ring.length >> 1), 0);
  const [latitude, longitude] = [new Float64Array(points), new Float64Array(points)];
  let at = 0;
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2, at++) {
      longitude[at] = ring[i]!;
      latitude[at] = ring[i + 1]!;
    }
  return {
    density: Uint8Array.from(plumes, ({ density }) => SMOKE_DENSITIES.indexOf(density)),
    start: Float64Array.from(plumes, ({ start }) => start ?? Number.NaN),
    end: Float64Array.from(plumes, ({ end }) => end ?? Number.NaN),
    plumePolygons: Int32Array.from(plumes, (plume) => plume.polygons.length),
    polygonRings: Int32Array.from(polygons, (polygon) => polygon.length),
    ringPoints: Int32Array.from(rings, (ring) => ring.length >> 1),
    latitude,
    longitude,
  };
}

/** The rule that columns break, null when plumes can be made of them. */
export function columnsFault(columns: PlumeColumns): string | null {
  const { density, plumePolygons, polygonRings, ringPoints, latitude, longitude } = columns;
  const levels = [
    ['polygons', plumePolygons, polygonRings.length],
    ['rings', polygonRings, ringPoints.length],
    ['points', ringPoints, latitude.length],
  ] as const;
  for (const [what, counts, whole] of levels)
    if (!counts.every((count) => count >= 0) || counts.reduce((sum, count) => sum + count, 0) !== whole)
      return `counts of ${what} add up to ${whole}`;
  if (!density.every((code) => code < SMOKE_DENSITIES.length))
    return `densities are 0 to ${SMOKE_DENSITIES.length - 1}`;
  return placesFault(latitude, longitude);
}

/** The rule that places break. Longitudes may go on beyond the date line, as rings do that cross it. */
export function placesFault(latitudes: Float64Array, longitudes: Float64Array): string | null {
  if (!latitudes.every((latitude) => Math.abs(latitude) <= 90)) return 'latitudes are -90..90';
  return longitudes.every((longitude) => Math.abs(longitude) <= 540) ? null : 'longitudes are -540..540';
}

/** Plumes of columns in which nothing is at fault. */
export function gatherPlumes(columns: PlumeColumns, satellites: readonly string[]): SmokePlume[] {
  const { density, start, end, plumePolygons, polygonRings, ringPoints, latitude, longitude } = columns;
  let point = 0;
  const rings = Array.from(ringPoints, (count) => {
    const ring = new Float64Array(2 * count);
    for (let i = 0; i < count; i++, point++) {
      ring[2 * i] = longitude[point]!;
      ring[2 * i + 1] = latitude[point]!;
    }
    return ring;
  });
  const polygons = partedBy(polygonRings, rings);
  const polygonsOf = partedBy(plumePolygons, polygons);
  const told = (time: number) => (Number.isNaN(time) ? null : time);
  return Array.from(density, (code, n) => ({
    density: SMOKE_DENSITIES[code]!,
    satellite: satellites[n]!,
    start: told(start[n]!),
    end: told(end[n]!),
    polygons: polygonsOf[n]!,
  }));
}

function partedBy<Member>(counts: Int32Array, members: readonly Member[]): Member[][] {
  let at = 0;
  return Array.from(counts, (count) => {
    at += count;
    return members.slice(at - count, at);
  });
}
