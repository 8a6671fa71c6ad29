/**
 * A recorded track with fewer points: Douglas and Peucker (1973, The Canadian Cartographer 10, 112), stopped at a number
 * of points instead of a tolerance.
 *
 * Every round the point that lies farthest from the line is put back into it, so the points that are there are those
 * that matter most. Distances are those from great-circle arcs, with places as unit vectors: no projection, so
 * the date line, the poles and long legs are nothing special. A point within a metre is right to a millimetre.
 *
 * Where the pace is to be kept too, a point's distance is that from where the line is at its time (Meratnia and de By
 * 2004, Advances in Database Technology, EDBT, 765: time ratio): an hour's rest on a straight road lies beside no line,
 * but far from where one is that walks on.
 */

/** As on every path of the service; only printed lengths depend on it. */
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SimplifiedLine {
  /** Of the points that stay, increasing; first and last always. */
  readonly indexes: readonly number[];
  /** Largest distance of a point that was left out from the line that stays, m. */
  readonly deviation: number;
}

/** Between two points that stay, and the point between them that lies farthest from their arc. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly farthest: number;
  readonly deviation: number;
}

export interface Simplification {
  /** Points that may stay. */
  readonly most: number;
  /** Points that must, by their index; first and last do anyway. */
  readonly kept?: Iterable<number>;
  /** Of the points, s, increasing: the pace is kept too. */
  readonly times?: readonly number[] | undefined;
}

/**
 * The points of a line that say most about it; all of them where they may stay.
 *
 * @throws RangeError  fewer than 2 points, or more to be kept than allowed
 */
export function simplifyLine(points: readonly Place[], { most, kept = [], times }: Simplification): SimplifiedLine {
  if (points.length < 2) throw new RangeError(`a line has ${points.length} points, needs 2`);
  if (points.length <= most) return { indexes: points.map((_, i) => i), deviation: 0 };
  const fixed = [...new Set([0, ...kept, points.length - 1])].sort((a, b) => a - b);
  if (fixed.length > most) throw new RangeError(`${fixed.length} points must stay, but only ${most} may`);
  const vectors = unitVectors(points);
  const spanOf = (from: number, to: number) => widestOf(distancesFrom(vectors, times, from, to), from, to);
  const spans = fixed.slice(1).map((to, i) => spanOf(fixed[i]!, to));
  while (spans.length + 1 < most) {
    const widest = spans.reduce((best, span, i) => (span.deviation > spans[best]!.deviation ? i : best), 0);
    const { from, to, farthest, deviation } = spans[widest]!;
    if (deviation === 0) break;
    spans.splice(widest, 1, spanOf(from, farthest), spanOf(farthest, to));
  }
  return {
    indexes: [0, ...spans.map(({ to }) => to)],
    deviation: Math.max(...spans.map(({ deviation }) => deviation)),
  };
}

/** x, y, z of each place, one after the other. */
function unitVectors(points: readonly Place[]): Float64Array {
  const vectors = new Float64Array(points.length * 3);
  points.forEach(({ latitude, longitude }, i) => {
    const ring = Math.cos(latitude * RADIANS);
    vectors[3 * i] = ring * Math.cos(longitude * RADIANS);
    vectors[3 * i + 1] = ring * Math.sin(longitude * RADIANS);
    vectors[3 * i + 2] = Math.sin(latitude * RADIANS);
  });
  return vectors;
}

function widestOf(distanceOf: (i: number) => number, from: number, to: number): Span {
  let [farthest, deviation] = [from, 0];
  for (let i = from + 1; i < to; i++) {
    const distance = distanceOf(i);
    if (distance > deviation) [farthest, deviation] = [i, distance];
  }
  return { from, to, farthest, deviation };
}

function distancesFrom(
  vectors: Float64Array,
  times: readonly number[] | undefined,
  from: number,
  to: number,
): (i: number) => number {
  return times === undefined ? distanceFromArc(vectors, from, to) : distanceFromWalker(vectors, times, from, to);
}

/** Distance of a point from where somebody is at its time who goes evenly from one other to the next, m. */
function distanceFromWalker(
  vectors: Float64Array,
  times: readonly number[],
  from: number,
  to: number,
): (i: number) => number {
  const seconds = times[to]! - times[from]!;
  return (i) => {
    const share = seconds > 0 ? (times[i]! - times[from]!) / seconds : 0;
    const walker = [0, 1, 2].map((axis) => vectors[3 * from + axis]! * (1 - share) + vectors[3 * to + axis]! * share);
    const norm = Math.hypot(...walker);
    const chord = Math.hypot(...walker.map((value, axis) => value / norm - vectors[3 * i + axis]!));
    return EARTH_RADIUS_M * 2 * Math.asin(Math.min(1, chord / 2));
  };
}

/** Distance of a point from the arc between two others, m. */
function distanceFromArc(vectors: Float64Array, from: number, to: number): (i: number) => number {
  const [ax, ay, az] = [vectors[3 * from]!, vectors[3 * from + 1]!, vectors[3 * from + 2]!];
  const [bx, by, bz] = [vectors[3 * to]!, vectors[3 * to + 1]!, vectors[3 * to + 2]!];
  const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const sine = Math.hypot(nx, ny, nz);
  return (i) => {
    const [x, y, z] = [vectors[3 * i]!, vectors[3 * i + 1]!, vectors[3 * i + 2]!];
    // beside the arc where it lies on B's side of A and on A's side of B: (n × a)·p > 0 and (b × n)·p > 0
    const behind = (ny * az - nz * ay) * x + (nz * ax - nx * az) * y + (nx * ay - ny * ax) * z > 0;
    const before = (by * nz - bz * ny) * x + (bz * nx - bx * nz) * y + (bx * ny - by * nx) * z > 0;
    if (sine > 0 && behind && before) {
      const across = Math.min(1, Math.abs(nx * x + ny * y + nz * z) / sine);
      return EARTH_RADIUS_M * Math.asin(across);
    }
    const chord = Math.min(Math.hypot(x - ax, y - ay, z - az), Math.hypot(x - bx, y - by, z - bz));
    return EARTH_RADIUS_M * 2 * Math.asin(Math.min(1, chord / 2));
  };
}
