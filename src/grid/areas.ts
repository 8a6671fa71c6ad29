/**
 * The area of an alert: polygons and circles, any of which may hold a place. Made once, when the alert comes in. What a test
 * needs of a polygon is prepared when the first place in one of its boxes is asked for; later tests take no memory.
 *
 * Boundaries count as inside (1e-9 degrees). A ring that has no inside is left out and named in `ignored`; a hole that is
 * left out leaves the area larger, never smaller.
 */

import type { AlertCircle, AlertPolygon } from '../model/alert.js';
import { type Box, isInside } from '../model/box.js';
import { wrapLongitude } from './angles.js';
import { circleFault, prepareCircle } from './circles.js';
import { type PreparedRegion, prepareRegion } from './even-odd.js';
import { plainBoxes } from './plain-polygons.js';
import { readRegion } from './regions.js';
import { roundLongitude } from './rings.js';

export type { Box } from '../model/box.js';

export interface Area {
  /** @param longitude  degrees east, any turn */
  contains(latitude: number, longitude: number): boolean;
  /** Of every polygon and circle, edges included; none where nothing can be inside. They may overlap. */
  readonly boxes: readonly Box[];
  /** One sentence for each ring or circle that could not be used, and why. */
  readonly ignored: readonly string[];
}

export function createArea(polygons: readonly AlertPolygon[], circles: readonly AlertCircle[]): Area {
  const ignored: string[] = [];
  const regions = polygons.flatMap((polygon) => regionOf(polygon, ignored) ?? []);
  const rounds = circles.flatMap((circle) => {
    const fault = circleFault(circle);
    if (fault !== null) ignored.push(fault);
    return fault === null ? [prepareCircle(circle)] : [];
  });
  const parts = [...regions, ...rounds];
  return {
    boxes: parts.flatMap(({ boxes }) => boxes),
    ignored,
    contains(latitude, longitude) {
      const x = wrapLongitude(roundLongitude(longitude));
      for (const part of parts) if (part.contains(latitude, x)) return true;
      return false;
    },
  };
}

/** Null where nothing can be inside. */
function regionOf(polygon: AlertPolygon, ignored: string[]): PreparedRegion | null {
  const boxes = plainBoxes(polygon);
  if (boxes !== null) return preparedLater(polygon, boxes);
  const region = readRegion(polygon, ignored);
  return region === null ? null : prepareRegion(region);
}

function preparedLater(polygon: AlertPolygon, boxes: readonly Box[]): PreparedRegion {
  let region: PreparedRegion | null = null;
  return {
    boxes,
    contains(latitude, longitude) {
      for (const box of boxes)
        if (isInside(box, latitude, longitude)) {
          region ??= prepareRegion(readRegion(polygon, [])!); // a plain polygon has no ring to be ignored
          return region.contains(latitude, longitude);
        }
      return false;
    },
  };
}
