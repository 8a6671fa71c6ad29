/**
 * Circles on the sphere of the earth's mean radius.
 *
 *   inside   sin²(Δφ/2) + cos φ cos φ₀ sin²(Δλ/2) ≤ sin²(θ/2),  θ = radius/R             (haversine, Sinnott 1984)
 *   corner   x = cos φ₀ cos θ − sin φ₀ sin θ cos β,  y = sin θ sin β,  z = sin φ₀ cos θ + cos φ₀ sin θ cos β
 *   widest   sin Δλ = sin θ / cos φ₀
 *
 * `science/great-circle.ts` has distances for everybody; here only the haversine itself is compared, one sine squared,
 * with what is prepared once for each circle.
 */

import type { AlertCircle } from '../model/alert.js';
import type { Box } from '../model/box.js';
import { RADIANS_PER_DEGREE, wrapLongitude } from './angles.js';
import { boxesOf } from './boxes.js';
import { MEAN_RADIUS } from './edge-distance.js';
import type { Region } from './regions.js';
import { type GlobeRing, LARGEST_LONGITUDE, ON_EDGE, readRing } from './rings.js';

/** Degrees (0.1 m): a circle of radius 0 is the place itself as well as coordinates can say it. */
const SMALLEST_ANGLE = 1e-6;
const CORNERS = 64;

export interface PreparedCircle {
  readonly boxes: readonly Box[];
  contains(latitude: number, longitude: number): boolean;
}

/** Why these numbers are no circle; null where they are. */
export function circleFault({ latitude, longitude, radius }: AlertCircle): string | null {
  if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} of a circle is not in -90..90`;
  if (!(Math.abs(longitude) <= LARGEST_LONGITUDE))
    return `longitude ${longitude} of a circle is not in -${LARGEST_LONGITUDE}..${LARGEST_LONGITUDE}`;
  return radius >= 0 && Number.isFinite(radius) ? null : `radius ${radius} m of a circle is not 0 or more`;
}

/** Degrees from the centre to the edge, as seen from the middle of the earth; 180 is everywhere. */
function angleOf(radius: number): number {
  return Math.min(180, Math.max(radius / MEAN_RADIUS / RADIANS_PER_DEGREE, SMALLEST_ANGLE));
}

export function prepareCircle({ latitude: centre, longitude: meridian, radius }: AlertCircle): PreparedCircle {
  const angle = angleOf(radius);
  const half = RADIANS_PER_DEGREE / 2;
  const most = Math.sin(Math.min(180, angle + ON_EDGE) * half) ** 2;
  const cosine = Math.cos(centre * RADIANS_PER_DEGREE);
  const [south, north] = [Math.max(-90, centre - angle), Math.min(90, centre + angle)];
  return {
    boxes: boxesOf(meridian - widestAngle(centre, angle), meridian + widestAngle(centre, angle), south, north),
    contains(latitude, longitude) {
      if (!(latitude >= south - ON_EDGE && latitude <= north + ON_EDGE)) return false;
      const meridians = cosine * Math.cos(latitude * RADIANS_PER_DEGREE) * Math.sin((longitude - meridian) * half) ** 2;
      return Math.sin((latitude - centre) * half) ** 2 + meridians <= most;
    },
  };
}

/** Degrees of longitude from the centre's meridian to the easternmost place; 180 with a pole inside. */
function widestAngle(centre: number, angle: number): number {
  if (Math.abs(centre) + angle >= 90) return 180;
  return Math.asin(Math.sin(angle * RADIANS_PER_DEGREE) / Math.cos(centre * RADIANS_PER_DEGREE)) / RADIANS_PER_DEGREE;
}

/**
 * The circle as a polygon whose corners lie on it, the first one in the north. Corners straight north and south of the
 * centre make sure that the polygon goes round a pole just where the circle does.
 */
export function circleRegion({ latitude, longitude, radius }: AlertCircle): Region {
  const angle = angleOf(radius);
  const everywhere: Region = { rings: [], northPole: true, southPole: true };
  if (angle === 180) return everywhere;
  const ring = circleRing(latitude, longitude, angle);
  // the circle opposite has become smaller than any polygon
  if (ring === null) return everywhere;
  if (ring.turns !== 0) return { rings: [ring], northPole: latitude > 0, southPole: latitude <= 0 };
  const both = angle > 90;
  return { rings: [ring], northPole: both, southPole: both };
}

function circleRing(centre: number, meridian: number, angle: number): GlobeRing | null {
  const [sinCentre, cosCentre] = [Math.sin(centre * RADIANS_PER_DEGREE), Math.cos(centre * RADIANS_PER_DEGREE)];
  const [sinAngle, cosAngle] = [Math.sin(angle * RADIANS_PER_DEGREE), Math.cos(angle * RADIANS_PER_DEGREE)];
  const corners = new Float64Array(CORNERS * 2);
  for (let i = 0; i < CORNERS; i++) {
    const bearing = (2 * Math.PI * i) / CORNERS;
    const towardsNorth = sinAngle * Math.cos(bearing);
    const x = cosCentre * cosAngle - sinCentre * towardsNorth;
    const y = sinAngle * Math.sin(bearing);
    const z = sinCentre * cosAngle + cosCentre * towardsNorth;
    corners[2 * i] = wrapLongitude(meridian + Math.atan2(y, x) / RADIANS_PER_DEGREE);
    corners[2 * i + 1] = Math.atan2(z, Math.hypot(x, y)) / RADIANS_PER_DEGREE;
  }
  const ring = readRing(corners);
  return typeof ring === 'string' ? null : ring;
}
