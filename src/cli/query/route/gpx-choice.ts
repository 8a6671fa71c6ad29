/**
 * Which line of a GPX file is the route, and what is known of it beside its places: names worth a row of the table, the
 * climb of the recorded heights, and whether the recorded times can be walked again.
 */

import type { GpxFile, GpxLine, GpxPoint } from '../../../app.js';
import { createPath, type Path } from '../../../products/route/path.js';
import { climbOf } from '../../../products/route/profile.js';
import { UsageError } from '../../exit-status.js';

export interface ChosenLine {
  /** Its name, or what it is: "track 2". */
  readonly title: string;
  /** "track 2 of 7"; null where it is the only one. */
  readonly choice: string | null;
  readonly points: readonly GpxPoint[];
  readonly path: Path;
  /** Places with a name, by the index of the point. */
  readonly names: ReadonlyMap<number, string>;
}

interface Candidate {
  readonly name: string | null;
  readonly label: string;
  readonly points: readonly GpxPoint[];
  readonly path: Path;
}

/** A waypoint of the file belongs to the line where it is this near to one of its points, m. */
const NEAR_M = 100;
const METRES_PER_DEGREE = 111_195;
/** Only so many waypoints are looked for along the line, and only so many names make rows. */
const MOST_LOOKED_FOR = 200;
const MOST_NAMES = 40;

/**
 * Tracks before routes; among several the one that is asked for by name or number, else the longest.
 *
 * @throws Error  nothing to choose from; UsageError  nothing of that name
 */
export function chooseLine(file: GpxFile, wanted?: string): ChosenLine {
  const tracks = candidatesOf('track', file.tracks);
  const candidates = tracks.length > 0 ? tracks : candidatesOf('route', file.routes);
  if (candidates.length === 0) throw new Error('the GPX file has no track and no route with two points');
  const chosen = wanted === undefined ? longestOf(candidates) : wantedOf(candidates, wanted);
  return {
    title: chosen.name ?? chosen.label,
    choice: candidates.length > 1 ? `${chosen.label} of ${candidates.length}` : null,
    points: chosen.points,
    path: chosen.path,
    names: namesAlong(chosen.points, file.waypoints),
  };
}

function candidatesOf(kind: 'track' | 'route', lines: readonly GpxLine[]): Candidate[] {
  return lines
    .filter(({ points }) => points.length >= 2)
    .map(({ name, points }, i) => ({ name, points, label: `${kind} ${i + 1}`, path: createPath(points) }));
}

function longestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, each) => (each.path.length > best.path.length ? each : best));
}

function wantedOf(candidates: readonly Candidate[], wanted: string): Candidate {
  const named = candidates.find(({ name }) => name?.toLowerCase() === wanted.trim().toLowerCase());
  const found = named ?? candidates[Number(wanted) - 1];
  if (found !== undefined) return found;
  const list = candidates.map(
    ({ name, path }, i) => `  ${i + 1}  ${name ?? '(no name)'}, ${(path.length / 1000).toFixed(1)} km`,
  );
  throw new UsageError(`--track must be a name or a number of these; got "${wanted}"\n${list.join('\n')}`);
}

/** Numbers that devices give to points (#001) are no names. */
function isName(name: string | null): name is string {
  return name !== null && /\p{L}/u.test(name);
}

function namesAlong(points: readonly GpxPoint[], waypoints: readonly GpxPoint[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const waypoint of waypoints.filter(({ name }) => isName(name)).slice(0, MOST_LOOKED_FOR)) {
    const nearest = nearestOf(points, waypoint);
    if (nearest !== null) names.set(nearest, waypoint.name!);
  }
  points.forEach(({ name }, i) => {
    if (isName(name)) names.set(i, name);
  });
  return names.size > MOST_NAMES ? new Map() : names;
}

/** The nearest of the points within reach, on the plane that the ground is at that distance; null where none is. */
function nearestOf(points: readonly GpxPoint[], to: GpxPoint): number | null {
  let [nearest, least]: [number | null, number] = [null, NEAR_M];
  points.forEach((point, i) => {
    const north = (point.latitude - to.latitude) * METRES_PER_DEGREE;
    if (Math.abs(north) > least) return;
    const turn = Math.abs(point.longitude - to.longitude);
    const east = Math.min(turn, 360 - turn) * METRES_PER_DEGREE * Math.cos((to.latitude * Math.PI) / 180);
    const distance = Math.hypot(north, east);
    if (distance < least) [nearest, least] = [i, distance];
  });
  return nearest;
}

/** Sums of the recorded rises and falls, m, points without a height passed over; null where no two have one. */
export function recordedClimb(
  points: readonly GpxPoint[],
): { readonly ascent: number; readonly descent: number } | null {
  const heights = points.flatMap(({ elevation }) => (elevation === null ? [] : [elevation]));
  return heights.length < 2 ? null : climbOf(Float64Array.from(heights));
}

/** Why the recorded times are no timetable, in words; null where they are one: all there, and increasing. */
export function faultOfTimes(points: readonly GpxPoint[]): string | null {
  const missing = points.filter(({ time }) => time === null).length;
  if (missing > 0) return `${missing} of ${points.length} points have no time that can be read`;
  for (let i = 1; i < points.length; i++) {
    const [before, point] = [points[i - 1]!, points[i]!];
    const isSamePlace = before.latitude === point.latitude && before.longitude === point.longitude;
    if (point.time! > before.time! || (isSamePlace && point.time === before.time)) continue;
    const how =
      point.time === before.time ? 'has the time of the one before, at another place' : 'is before the one before it';
    return `the time of point ${i + 1} of ${points.length} ${how} (${instant(before)}, then ${instant(point)})`;
  }
  return null;
}

function instant({ time }: GpxPoint): string {
  return new Date(time! * 1000).toISOString().replace('.000', '');
}
