/** Shapes of areas in a GeoJSON FeatureCollection (RFC 7946): Polygon, MultiPolygon, or no geometry. */

import { MalformedError } from '../../base/errors.js';
import { type JsonLimits, readJson } from '../json.js';
import { createPolygonReader, type PolygonReader, type ShapeRecord } from './shape-record.js';

const MOST_FEATURES = 200_000;
/** Each point is a list, and parsed it takes some hundred bytes: two gigabytes at the most. */
const LIMITS: JsonLimits = { bytes: 256 << 20, depth: 32, containers: 20_000_000, values: 80_000_000 };

/**
 * @param where  names the file in errors
 * @throws MalformedError
 */
export function decodeGeoJsonShapes(bytes: Uint8Array, where: string): ShapeRecord[] {
  const features = featuresOf(
    readJson(bytes, LIMITS, (rule, value) => {
      throw new MalformedError(where, rule, value);
    }),
  );
  if (features === null) throw new MalformedError(where, 'must be a GeoJSON FeatureCollection');
  if (features.length > MOST_FEATURES)
    throw new MalformedError(where, `must have at most ${MOST_FEATURES} features`, features.length);
  const reader = createPolygonReader();
  return features.map((feature, n) => recordOf(feature, reader, `${where}, feature ${n + 1}`));
}

/** Of a FeatureCollection, or of a bare list of features, as the NWS keeps its offshore zones. */
function featuresOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const features = isObject(value) ? value.features : null;
  return Array.isArray(features) ? features : null;
}

function recordOf(feature: unknown, reader: PolygonReader, where: string): ShapeRecord {
  if (!isObject(feature)) throw new MalformedError(where, 'must be a feature', typeof feature);
  const { id, geometry } = feature;
  const properties = {
    ...(id === undefined ? {} : { id }),
    ...(isObject(feature.properties) ? feature.properties : {}),
  };
  if (!isObject(geometry)) return { properties, polygons: [] };
  if (geometry.type === 'MultiPolygon') return { properties, polygons: reader.read(geometry.coordinates, where) };
  if (geometry.type === 'Polygon') return { properties, polygons: reader.read([geometry.coordinates], where) };
  return { properties, polygons: [] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
