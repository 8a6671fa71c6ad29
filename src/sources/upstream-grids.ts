/** Grids of upstreams from the figures that their documents and their messages state. */

import { toPlane } from '../grid/conformal-cone.js';
import { lambertCone } from '../grid/lambert.js';
import type { LambertGrid, RegularGrid } from '../model/field.js';

/**
 * The whole globe from 90° N, rows southward.
 *
 * @param step  degrees
 * @param firstLongitude  degrees east, of the first column
 */
export function globe(step: number, firstLongitude = 0): RegularGrid {
  const [rows, columns] = [Math.round(180 / step) + 1, Math.round(360 / step)];
  const first = { firstLatitude: 90, firstLongitude };
  return { kind: 'regular', rows, columns, ...first, latitudeStep: -step, longitudeStep: step };
}

/** Rows from south to north on a cone that touches the globe at one parallel, as NCEP has them. */
export function tangentCone(facts: {
  readonly columns: number;
  readonly rows: number;
  /** The south-western cell, degrees. */
  readonly first: readonly [latitude: number, longitude: number];
  /** m */
  readonly step: number;
  /** Degrees. */
  readonly parallel: number;
  readonly meridian: number;
  /** Radius of the sphere, m. */
  readonly radius: number;
}): LambertGrid {
  const { columns, rows, first, step, parallel, meridian: centralMeridian, radius } = facts;
  const earth = { semiMajor: radius, semiMinor: radius };
  const standardParallels = [parallel, parallel] as const;
  const { x: firstX, y: firstY } = toPlane(lambertCone(earth, centralMeridian, standardParallels), ...first);
  const axes = { columns, rows, firstX, firstY, xStep: step, yStep: step };
  return { kind: 'lambert', ...axes, earth, centralMeridian, standardParallels };
}
