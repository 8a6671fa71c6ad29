/**
 * Shapes of coded areas, each made once for all alerts that name it, when the first one does: nearly all alerts of the
 * NWS and MeteoAlarm are coded, and many name the same zones.
 *
 * One code may have several shapes: the NWS draws its public and its fire weather zones differently under the same codes,
 * and an alert does not say which it means. All of them count then; a warning too many is the lesser fault.
 */

import { type Area, createArea } from '../../grid/areas.js';
import type { AlertZone, Geocode, GeocodeScheme } from '../../model/alert.js';
import { countyOfSame } from './same-county-table.js';

export interface ZoneShape {
  readonly zone: AlertZone;
  readonly area: Area;
}

export interface CodedShapes {
  readonly shapes: readonly ZoneShape[];
  /** False where a larger area stands for one that has no shape. */
  readonly isExact: boolean;
}

export interface ZoneShapes {
  /** Null for a code without a shape. SAME codes that have none of their own are those of UGC counties. */
  find(geocode: Geocode): CodedShapes | null;
}

/** All zones or all counties of a state (NWS Instruction 10-1702). */
const WHOLE_STATE = /^[A-Z]{2}[CZ](?:ALL|000)$/;

const plainCode = (value: string): string => value.trim().toUpperCase();

/** Zones by scheme, then code. */
function sortZones(zones: Iterable<AlertZone>): ReadonlyMap<string, ReadonlyMap<string, AlertZone[]>> {
  const schemes = new Map<string, Map<string, AlertZone[]>>();
  for (const zone of zones) {
    if (!schemes.has(zone.scheme)) schemes.set(zone.scheme, new Map());
    const codes = schemes.get(zone.scheme)!;
    const code = plainCode(zone.value);
    const known = codes.get(code);
    if (known === undefined) codes.set(code, [zone]);
    else known.push(zone);
  }
  return schemes;
}

export function createZoneShapes(zones: Iterable<AlertZone>): ZoneShapes {
  const schemes = sortZones(zones);
  const made = new Map<AlertZone, ZoneShape>();
  const shapeOf = (zone: AlertZone): ZoneShape => {
    const known = made.get(zone);
    if (known !== undefined) return known;
    const shape = { zone, area: createArea(zone.polygons, []) };
    made.set(zone, shape);
    return shape;
  };
  const shapesOf = (zones: readonly AlertZone[], isExact: boolean): CodedShapes | null => {
    const shapes = zones.map(shapeOf).filter(({ area }) => area.boxes.length > 0);
    return shapes.length === 0 ? null : { shapes, isExact };
  };
  const inAllOf = (prefix: string): CodedShapes | null =>
    shapesOf(
      [...(schemes.get('ugc') ?? [])].flatMap(([ugc, zones]) => (ugc.startsWith(prefix) ? zones : [])),
      true,
    );
  const countiesFor = (code: string): CodedShapes | null => {
    const county = countyOfSame(code);
    if (county === null) return null;
    return county.isState ? inAllOf(county.ugc) : shapesOf(schemes.get('ugc')?.get(county.ugc) ?? [], county.isExact);
  };
  const standingFor = (scheme: GeocodeScheme, code: string): CodedShapes | null => {
    if (scheme === 'same') return countiesFor(code);
    return scheme === 'ugc' && WHOLE_STATE.test(code) ? inAllOf(code.slice(0, 3)) : null;
  };
  return {
    find({ scheme, value }) {
      const code = plainCode(value);
      const found = shapesOf(schemes.get(scheme)?.get(code) ?? [], true);
      return found ?? standingFor(scheme, code);
    },
  };
}
