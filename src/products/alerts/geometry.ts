/**
 * The outline of an alert: all areas of its info as they were drawn, coded ones by their zones, simplified. Zones are
 * drawn to metres and have up to a hundred thousand corners; twenty alerts that name one zone simplify it once. Outlines
 * are made when they are first asked for, and live as long as what they are of.
 */

import { type AreaGeometry, areaGeometry } from '../../grid/area-geometry.js';
import type { AlertZone } from '../../model/alert.js';
import type { AlertGeometry } from '../../model/alert-answer.js';
import type { AlertIndex } from '../../query/alerts/alert-index.js';
import type { AlertMatch } from '../../query/alerts/alert-match.js';
import type { PlacedArea } from '../../query/alerts/placement.js';

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

/** Of areas that were asked for; they are made anew when zones are replaced. */
const drawn = new WeakMap<readonly PlacedArea[], AlertGeometry | null>();

/** Null where nothing of it can be drawn. */
export function alertGeometry({ placements }: AlertIndex, { message, info }: AlertMatch): AlertGeometry | null {
  const areas = placements.get(message)?.[message.infos.indexOf(info)] ?? [];
  let geometry = drawn.get(areas);
  if (geometry === undefined) {
    geometry = draw(areas);
    drawn.set(areas, geometry);
  }
  return geometry;
}

function draw(areas: readonly PlacedArea[]): AlertGeometry | null {
  const zones = new Set(areas.flatMap(({ shapes }) => shapes.flatMap(({ zone }) => zone ?? [])));
  const own = areas.filter(({ shapes }) => shapes.some(({ zone }) => zone === null)).map(({ area }) => area);
  const outline = areaGeometry(
    own.flatMap(({ polygons }) => polygons),
    own.flatMap(({ circles }) => circles),
    0,
  );
  return joined([outline, ...[...zones].map(zoneGeometry)].filter((geometry) => geometry !== null));
}

function joined(parts: readonly AreaGeometry[]): AlertGeometry | null {
  if (parts.length < 2) return parts[0] ?? null;
  const coordinates = parts.flatMap((part) => (part.type === 'Polygon' ? [part.coordinates] : part.coordinates));
  return { type: 'MultiPolygon', coordinates };
}
