/**
 * The outline of an alert: all areas of its info as they were drawn, coded ones by their zones, simplified. Zones are
 * drawn to metres and have up to a hundred thousand corners; twenty alerts that name one zone simplify it once.
 */

import { type AreaGeometry, areaGeometry } from '../../grid/area-geometry.js';
import type { AlertZone } from '../../model/alert.js';
import type { AlertGeometry } from '../../model/alert-answer.js';
import type { AlertIndex } from '../../query/alerts/alert-index.js';
import type { AlertMatch } from '../../query/alerts/alert-match.js';

/** Degrees, half a kilometre; which zones hold the point is decided by their full shapes. */
export const ZONE_TOLERANCE = 0.005;

const simplified = new WeakMap<AlertZone, AreaGeometry | null>();

function zoneGeometry(zone: AlertZone): AreaGeometry | null {
  let geometry = simplified.get(zone);
  if (geometry === undefined) {
    geometry = areaGeometry(zone.polygons, [], ZONE_TOLERANCE);
    simplified.set(zone, geometry);
  }
  return geometry;
}

/** Null where nothing of it can be drawn. */
export function alertGeometry({ placements }: AlertIndex, { message, info }: AlertMatch): AlertGeometry | null {
  const areas = placements.get(message)?.[message.infos.indexOf(info)] ?? [];
  const zones = new Set(areas.flatMap(({ shapes }) => shapes.flatMap(({ zone }) => zone ?? [])));
  const drawn = areas.filter(({ shapes }) => shapes.some(({ zone }) => zone === null)).map(({ area }) => area);
  const own = areaGeometry(
    drawn.flatMap(({ polygons }) => polygons),
    drawn.flatMap(({ circles }) => circles),
    0,
  );
  return joined([own, ...[...zones].map(zoneGeometry)].filter((geometry) => geometry !== null));
}

function joined(parts: readonly AreaGeometry[]): AlertGeometry | null {
  if (parts.length < 2) return parts[0] ?? null;
  const coordinates = parts.flatMap((part) => (part.type === 'Polygon' ? [part.coordinates] : part.coordinates));
  return { type: 'MultiPolygon', coordinates };
}
