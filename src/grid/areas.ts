/**
 * The area of an alert: polygons and circles, any of which may hold a place. Made once, when the alert comes in; a test
 * takes no memory.
 *
 * Boundaries count as inside (1e-9 degrees). A ring that has no inside is left out and named in `ignored`; a hole that is
 * left out leaves the area larger, never smaller.
 */

import type { AlertCircle, AlertPolygon } from '../model/alert.js';
import { wrapLongitude } from './angles.js';
import type { Box } from './boxes.js';
import { circleFault, prepareCircle } from './circles.js';
import { prepareRegion } from './even-odd.js';
import { readRegion } from './regions.js';
import { roundLongitude } from './rings.js';

export type { Box } from './boxes.js';

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
  const regions = polygons.flatMap((polygon) => {
    const region = readRegion(polygon, ignored);
    return region === null ? [] : [prepareRegion(region)];
  });
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
