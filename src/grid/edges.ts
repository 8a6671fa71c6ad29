/** Edges of rings as one list of numbers, side by side in one frame of longitudes. */

import type { GlobeRing } from './rings.js';

/** Numbers of an edge: longitude of its western end, latitude there, the same of its eastern end. */
export const EDGE = 4;

/** The same meridian in `frame` ≤ … < `frame` + 360, of a longitude less than a turn away. */
export function intoFrame(longitude: number, frame: number): number {
  if (longitude < frame) return longitude + 360;
  return longitude >= frame + 360 ? longitude - 360 : longitude;
}

export interface FrameEdges {
  readonly edges: Float64Array;
  /** Of each edge, the number of the corner that it goes on from, among those of all rings. */
  readonly owners: Int32Array;
}

/** Edges inside of `frame` … `frame` + 360; one that leaves it is cut in two. */
export function edgesInFrame(rings: readonly GlobeRing[], frame: number): FrameEdges {
  let corners = 0;
  for (const { steps } of rings) corners += steps.length;
  const edges = new Float64Array(corners * 2 * EDGE);
  const owners = new Int32Array(corners * 2);
  const end = frame + 360;
  let [count, owner] = [0, 0];
  for (const { longitudes, latitudes, steps } of rings)
    for (let i = 0; i < steps.length; i++, owner++) {
      const next = i + 1 < steps.length ? i + 1 : 0;
      const isEastward = steps[i]! >= 0;
      const west = intoFrame(longitudes[isEastward ? i : next]!, frame);
      const latitude = latitudes[isEastward ? i : next]!;
      const eastLatitude = latitudes[isEastward ? next : i]!;
      const east = west + Math.abs(steps[i]!);
      const cut = east <= end ? eastLatitude : latitude + ((eastLatitude - latitude) * (end - west)) / (east - west);
      writeEdge(edges, count, west, latitude, Math.min(east, end), cut);
      owners[count++] = owner;
      if (east <= end) continue;
      writeEdge(edges, count, frame, cut, east - 360, eastLatitude);
      owners[count++] = owner;
    }
  return { edges: edges.slice(0, count * EDGE), owners: owners.slice(0, count) };
}

function writeEdge(edges: Float64Array, index: number, west: number, latitude: number, east: number, to: number): void {
  edges[index * EDGE] = west;
  edges[index * EDGE + 1] = latitude;
  edges[index * EDGE + 2] = east;
  edges[index * EDGE + 3] = to;
}
