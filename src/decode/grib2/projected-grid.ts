/**
 * Templates 3.10 (Mercator), 3.20 (polar stereographic) and 3.30 (Lambert): cells evenly spaced in a plane.
 *
 *   31-34 Nx · 35-38 Ny · 39-42 La1 · 43-46 Lo1 · 47 resolution flags · 48-51 LaD
 *   3.10: 52-55 La2 · 56-59 Lo2 · 60 scanning mode · 61-64 orientation · 65-68 Di · 69-72 Dj
 *   3.20, 3.30: 52-55 LoV · 56-59 Dx · 60-63 Dy · 64 projection centre · 65 scanning mode
 *   3.30: 66-69 Latin1 · 70-73 Latin2
 *
 * The first point is where the message says, projected; all others follow by Dx and Dy (mm). Columns are brought to run
 * towards +x, rows keep their direction. La2 and Lo2 of Mercator are not used: Di and Dj say the same more exactly.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import { type Cone, type PlanePoint, toPlane } from '../../grid/conformal-cone.js';
import { lambertCone } from '../../grid/lambert.js';
import { WIDEST_PLANE } from '../../grid/limits.js';
import { mercatorY } from '../../grid/mercator.js';
import { polarCone } from '../../grid/polar-stereographic.js';
import type { LambertGrid, MercatorGrid, PlaneAxes, PolarStereographicGrid } from '../../model/field.js';
import { readEarthShape } from './earth-shape.js';
import { axisLength, latitude, longitude, where } from './grid-octets.js';
import type { ScanningMode } from './scanning.js';
import { isMissing, malformed, octet, octets, type Section } from './sections.js';

/** Flag table 3.5. */
const SOUTH_POLE = 0x80;
const BIPOLAR = 0x40;
/** Degrees: parallels this near to a pole, or to each other's mirror image, make no cone. */
const TOO_NEAR = 0.01;

export function readMercatorGrid(section: Section, scanning: ScanningMode): MercatorGrid {
  const orientation = octets(section, 61, 4);
  if (orientation !== 0 && !isMissing(section, 61, 4))
    throw new GribUnsupportedError('grid definition template 3.10 orientation of the grid', orientation);
  const earth = readEarthShape(section);
  const trueLatitude = latitude(section, 48);
  if (Math.abs(trueLatitude) > 90 - TOO_NEAR)
    throw malformed(section, where(48), 'latitude of true scale is no pole', trueLatitude);
  const firstY = mercatorY({ earth, trueLatitude }, latitude(section, 39));
  const axes = readPlaneAxes(section, { x: 0, y: firstY }, [65, 69], scanning);
  return { kind: 'mercator', ...axes, earth, centralMeridian: longitude(section, 43), trueLatitude };
}

export function readPolarStereographicGrid(section: Section, scanning: ScanningMode): PolarStereographicGrid {
  const earth = readEarthShape(section);
  const pole = readCentre(section, '3.20') & SOUTH_POLE ? 'south' : 'north';
  const trueLatitude = latitude(section, 48);
  const centralMeridian = longitude(section, 52);
  const cone = polarCone(earth, pole, centralMeridian, trueLatitude);
  const axes = readPlaneAxes(section, firstPoint(section, cone), [56, 60], scanning);
  return { kind: 'polar-stereographic', ...axes, earth, pole, centralMeridian, trueLatitude };
}

export function readLambertGrid(section: Section, scanning: ScanningMode): LambertGrid {
  readCentre(section, '3.30');
  const earth = readEarthShape(section);
  const standardParallels = [latitude(section, 66), latitude(section, 70)] as const;
  const [first, second] = standardParallels;
  const isCone = Math.abs(first + second) > TOO_NEAR && standardParallels.every((p) => Math.abs(p) < 90 - TOO_NEAR);
  if (!isCone) throw malformed(section, 'octets 66-73', 'standard parallels make a cone', `${first} and ${second}`);
  const centralMeridian = longitude(section, 52);
  const cone = lambertCone(earth, centralMeridian, standardParallels);
  const axes = readPlaneAxes(section, firstPoint(section, cone), [56, 60], scanning);
  return { kind: 'lambert', ...axes, earth, centralMeridian, standardParallels };
}

function readCentre(section: Section, template: string): number {
  const centre = octet(section, 64);
  if (centre & BIPOLAR)
    throw new GribUnsupportedError(`grid definition template ${template} bipolar projection centre`, centre);
  return centre;
}

function firstPoint(section: Section, cone: Cone): PlanePoint {
  return toPlane(cone, latitude(section, 39), longitude(section, 43));
}

function readPlaneAxes(
  section: Section,
  first: PlanePoint,
  [dx, dy]: readonly [number, number],
  { westward, northward }: ScanningMode,
): Omit<PlaneAxes, 'earth'> {
  const columns = axisLength(section, 31, 'columns');
  const rows = axisLength(section, 35, 'rows');
  const xStep = spacing(section, dx);
  const height = spacing(section, dy);
  const reach = Math.max(Math.abs(first.x), Math.abs(first.y), columns * xStep, rows * height);
  if (!(reach <= WIDEST_PLANE))
    throw malformed(section, 'octets 31-46', `first point and size stay within ${WIDEST_PLANE} m of the plane`, reach);
  return {
    columns,
    rows,
    firstX: westward ? first.x - (columns - 1) * xStep : first.x,
    firstY: first.y,
    xStep,
    yStep: northward ? height : -height,
  };
}

/** mm to m. */
function spacing(section: Section, first: number): number {
  const millimetres = octets(section, first, 4);
  if (millimetres === 0 || isMissing(section, first, 4))
    throw malformed(section, where(first), 'distance of grid points is some millimetres', millimetres);
  return millimetres / 1000;
}
