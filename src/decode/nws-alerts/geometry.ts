/** Polygon and MultiPolygon (RFC 7946) of an alert to its polygons. */

import type { AlertPolygon, Ring } from '../../model/alert.js';
import { type AreaBudget, take } from '../cap/area.js';
import { closedRing } from '../cap/shapes.js';
import type { RefuseAlert } from '../cap/vocabulary.js';
import { isRecord, own } from './json-values.js';

/**
 * Empty for no geometry. Anything that is wrong refuses the alert: without its polygon it would hold for whole counties.
 */
export function polygonsOf(geometry: unknown, budget: AreaBudget, refuse: RefuseAlert): AlertPolygon[] {
  if (geometry === null || geometry === undefined) return [];
  if (!isRecord(geometry)) return refuse('geometry must be an object or null');
  const type = own(geometry, 'type');
  const coordinates = own(geometry, 'coordinates');
  if (type === 'Polygon') return [polygonOf(coordinates, budget, refuse)];
  if (type === 'MultiPolygon') return listOf(coordinates, refuse).map((rings) => polygonOf(rings, budget, refuse));
  return refuse('geometry must be a Polygon or a MultiPolygon', typeof type === 'string' ? type : typeof type);
}

function polygonOf(rings: unknown, budget: AreaBudget, refuse: RefuseAlert): AlertPolygon {
  return listOf(rings, refuse).map((ring) => ringOf(listOf(ring, refuse), budget, refuse));
}

function ringOf(positions: readonly unknown[], budget: AreaBudget, refuse: RefuseAlert): Ring {
  take(budget, 'vertices', positions.length, refuse);
  const numbers = positions.flatMap((position) => {
    const [longitude, latitude] = Array.isArray(position) ? (position as unknown[]) : [];
    if (typeof longitude === 'number' && typeof latitude === 'number') return [longitude, latitude];
    return refuse('a position must be a longitude and a latitude');
  });
  const ring = closedRing(numbers);
  return typeof ring === 'string' ? refuse(ring) : ring;
}

/** Of a polygon, at least its outer ring; of several, at least one. */
function listOf(value: unknown, refuse: RefuseAlert): readonly unknown[] {
  return Array.isArray(value) && value.length > 0 ? value : refuse('coordinates must be lists with something in them');
}
