/** Edges of rings as one list of numbers, side by side in one frame of longitudes. */

import { eastOf } from './angles.js';
import type { GlobeRing } from './rings.js';

/** Numbers of an edge: longitude of its western end, latitude there, the same of its eastern end. */
export const EDGE = 4;

/** Edges with their western end first, inside of `frame` … `frame` + 360; one that leaves it is cut in two. */
export function edgesInFrame(rings: readonly GlobeRing[], frame: number): Float64Array {
  const corners = rings.reduce((count, { steps }) => count + steps.length, 0);
  const edges = new Float64Array(corners * 2 * EDGE);
  const end = frame + 360;
  let size = 0;
  const add = (west: number, latitude: number, east: number, eastLatitude: number) => {
    edges.set([west, latitude, east, eastLatitude], size);
    size += EDGE;
  };
  for (const { longitudes, latitudes, steps } of rings)
    for (let i = 0; i < steps.length; i++) {
      const next = (i + 1) % steps.length;
      const [from, to] = steps[i]! < 0 ? [next, i] : [i, next];
      const west = frame + eastOf(frame, longitudes[from]!);
      const east = west + Math.abs(steps[i]!);
      if (east <= end) add(west, latitudes[from]!, east, latitudes[to]!);
      else {
        const cut = latitudes[from]! + ((latitudes[to]! - latitudes[from]!) * (end - west)) / (east - west);
        add(west, latitudes[from]!, end, cut);
        add(frame, cut, east - 360, latitudes[to]!);
      }
    }
  return edges.slice(0, size);
}
