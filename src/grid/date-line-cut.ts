/**
 * A region cut along the date line, so that each piece lies in −180..180 (RFC 7946, 3.1.9).
 *
 * Where a ring crosses the line it falls into paths that end on it. By the even-odd rule the region's own part of the line
 * lies between the first and the second crossing from the south, the third and the fourth, and so on: along these the
 * paths of each side are joined to rings again. A pole that lies inside is one more path, along the upper or lower edge
 * of the map, so that a cap or the whole earth needs no rule of its own. Directions of the rings do not matter.
 */

import type { Region } from './regions.js';
import type { GlobeRing } from './rings.js';

/** Longitude −180..180, latitude; degrees. */
export type Corner = [longitude: number, latitude: number];

/** Rings without repeated first corner. */
export interface CutRegion {
  /** Outer ring first, then holes, as in the region, none of which met the line; or else anything in any order. */
  readonly rings: Corner[][];
  readonly isCut: boolean;
}

/** One end of a path on one side of the line. */
interface PathEnd {
  readonly path: number;
  readonly isStart: boolean;
  readonly latitude: number;
}

export function cutAtDateLine({ rings, northPole, southPole }: Region): CutRegion {
  const whole: Corner[][] = [];
  const paths: Corner[][] = [];
  for (const ring of rings) {
    const pieces = pathsOf(ring);
    if (pieces.length === 1) whole.push(pieces[0]!);
    else for (const path of mergeEnds(pieces)) paths.push(path);
  }
  for (const [isInside, latitude] of [
    [northPole, 90],
    [southPole, -90],
  ] as const)
    if (isInside)
      paths.push([
        [-180, latitude],
        [180, latitude],
      ]);
  return { rings: [...whole, ...joinPaths(paths)], isCut: paths.length > 0 };
}

/** Pieces of a ring between crossings; the last goes on with the first. */
function pathsOf({ longitudes, latitudes, steps }: GlobeRing): Corner[][] {
  const paths: Corner[][] = [[]];
  for (let i = 0; i < steps.length; i++) {
    const [x, y, step] = [longitudes[i]!, latitudes[i]!, steps[i]!];
    const path = paths.at(-1)!;
    path.push([x, y]);
    if (x + step < 180 && x + step >= -180) continue;
    const line = step > 0 ? 180 : -180;
    const crossing = y + ((latitudes[(i + 1) % steps.length]! - y) * (line - x)) / step;
    path.push([line, crossing]);
    paths.push([[-line, crossing]]);
  }
  return paths;
}

function mergeEnds(pieces: readonly Corner[][]): Corner[][] {
  return [[...pieces.at(-1)!, ...pieces[0]!], ...pieces.slice(1, -1)];
}

/** Ends on one side by latitude, each beside the one that the region's part of the line leads to. */
function endsAt(line: number, paths: readonly Corner[][]): PathEnd[] {
  const ends = paths.flatMap((corners, path) =>
    [true, false]
      .map((isStart) => ({ path, isStart, corner: corners.at(isStart ? 0 : -1)! }))
      .filter(({ corner }) => corner[0] === line)
      .map(({ isStart, corner }) => ({ path, isStart, latitude: corner[1] })),
  );
  return ends.sort((a, b) => a.latitude - b.latitude);
}

function joinPaths(paths: readonly Corner[][]): Corner[][] {
  const onward = new Map<string, PathEnd>();
  for (const line of [-180, 180]) {
    const ends = endsAt(line, paths);
    for (const [i, { path, isStart }] of ends.entries()) onward.set(`${path} ${isStart}`, ends[i ^ 1]!);
  }
  const joined = new Set<number>();
  const rings: Corner[][] = [];
  for (const start of paths.keys()) {
    if (joined.has(start)) continue;
    const ring: Corner[] = [];
    for (let path = start, forward = true; !joined.has(path); ) {
      joined.add(path);
      for (const corner of forward ? paths[path]! : paths[path]!.toReversed()) ring.push(corner);
      const next: PathEnd = onward.get(`${path} ${!forward}`)!;
      [path, forward] = [next.path, next.isStart];
    }
    rings.push(ring);
  }
  return rings;
}
