/**
 * The plane of a polar stereographic projection as radar composites state it, a string of PROJ:
 *
 *   +proj=stere +lat_0=90 +lat_ts=60 +lon_0=10 +x_0=543196.8 +y_0=3622588.9 +a=6378137 +b=6356752.3 +units=m
 *
 * False origins (x_0, y_0) fall away: our planes have theirs at the pole. Axes come as `+a +b`, `+R`, `+ellps=WGS84` or
 * `+datum=WGS84`; KNMI writes them in km, without units, which the size of an earth tells.
 */

import { MalformedError } from '../../base/errors.js';
import { toPlane } from '../../grid/conformal-cone.js';
import { LARGEST_RADIUS, SMALLEST_RADIUS } from '../../grid/limits.js';
import { polarCone } from '../../grid/polar-stereographic.js';
import type { EarthShape, PolarStereographicGrid } from '../../model/field.js';

export interface StereographicPlane {
  readonly earth: EarthShape;
  readonly pole: 'north' | 'south';
  /** Degrees east. */
  readonly centralMeridian: number;
  /** Degrees. */
  readonly trueLatitude: number;
}

const WGS84: EarthShape = { semiMajor: 6_378_137, semiMinor: 6_356_752.314245 };
const POLE = 90;
const METRES_PER_KM = 1000;

/** @throws MalformedError  another projection, or one that is not whole */
export function readStereographicPlane(format: string, definition: string): StereographicPlane {
  const given = new Map<string, string | undefined>();
  for (const part of definition.trim().split(/\s+/)) {
    const [name = '', value] = part.replace(/^\+/, '').split('=', 2);
    given.set(name, value);
  }
  const refuse = (rule: string, value: string | number): never => {
    throw new MalformedError(format, `projection: ${rule}`, value);
  };
  const number = (name: string): number => {
    const text = given.get(name) ?? '';
    const value = Number(text);
    return text !== '' && Number.isFinite(value) ? value : refuse(`+${name} is a number`, text);
  };
  if (given.get('proj') !== 'stere') refuse('it is polar stereographic (+proj=stere)', definition.slice(0, 200));
  const origin = number('lat_0');
  if (Math.abs(origin) !== POLE) refuse('+lat_0 is 90 or -90', origin);
  const trueLatitude = number('lat_ts');
  if (!(trueLatitude * Math.sign(origin) > 0 && Math.abs(trueLatitude) <= POLE))
    refuse('+lat_ts is between the equator and the pole', trueLatitude);
  const centralMeridian = number('lon_0');
  if (Math.abs(centralMeridian) > 360) refuse('+lon_0 is -360 to 360', centralMeridian);
  return { earth: earthOf(given, number, refuse), pole: origin > 0 ? 'north' : 'south', centralMeridian, trueLatitude };
}

function earthOf(
  given: ReadonlyMap<string, string | undefined>,
  number: (name: string) => number,
  refuse: (rule: string, value: string | number) => never,
): EarthShape {
  if (!given.has('a') && !given.has('R') && [given.get('ellps'), given.get('datum')].includes('WGS84')) return WGS84;
  const a = number(given.has('R') ? 'R' : 'a');
  const b = given.has('R') ? a : number('b');
  const metres = a < SMALLEST_RADIUS / 2 ? METRES_PER_KM : 1;
  const earth = { semiMajor: a * metres, semiMinor: b * metres };
  if (!(earth.semiMinor >= SMALLEST_RADIUS && earth.semiMajor >= earth.semiMinor && earth.semiMajor <= LARGEST_RADIUS))
    refuse(`half axes are ${SMALLEST_RADIUS} to ${LARGEST_RADIUS} m, the polar one the shorter`, `${a}, ${b}`);
  return earth;
}

export interface Pixels {
  readonly rows: number;
  readonly columns: number;
  /** m. */
  readonly xSize: number;
  readonly ySize: number;
}

/**
 * The grid of pixel centres whose first pixel has its outer corner, the north-western one of a northern plane, at a place:
 * rows run downward, so `yStep` is negative.
 */
export function gridBelowCorner(
  plane: StereographicPlane,
  corner: { readonly latitude: number; readonly longitude: number },
  { rows, columns, xSize, ySize }: Pixels,
): PolarStereographicGrid {
  const { x, y } = planePoint(plane, corner);
  return {
    kind: 'polar-stereographic',
    ...plane,
    rows,
    columns,
    firstX: x + xSize / 2,
    firstY: y - ySize / 2,
    xStep: xSize,
    yStep: -ySize,
  };
}

/** m from the pole, x along 90° east of the central meridian. */
export function planePoint(
  { earth, pole, centralMeridian, trueLatitude }: StereographicPlane,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): { readonly x: number; readonly y: number } {
  return toPlane(polarCone(earth, pole, centralMeridian, trueLatitude), latitude, longitude);
}
