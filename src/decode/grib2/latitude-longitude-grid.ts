/**
 * Templates 3.0 (regular), 3.1 (the same of a turned sphere) and 3.40 (Gaussian), which have their first 72 octets alike.
 *
 *   31-34 Ni · 35-38 Nj · 39-42 basic angle · 43-46 subdivisions · 47-50 La1 · 51-54 Lo1 · 55 resolution flags
 *   56-59 La2 · 60-63 Lo2 · 64-67 Di · 68-71 Dj (3.40: N, parallels between a pole and the equator) · 72 scanning mode
 *   3.1: 73-76 latitude of the southern pole · 77-80 its longitude · 81-84 angle of rotation
 *
 * Steps are taken from the corners, not from Di and Dj: in 10⁻⁶ degree a step of 1/6° is off by 0.0007° after 2,160
 * columns, and there are messages whose Di is simply wrong (ECMWF has published 2° on a grid of 72 columns). Di and Dj
 * only serve a single row or column.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import { gaussianLatitude, nearestGaussianRow } from '../../grid/gaussian-latitudes.js';
import { MOST_PARALLELS } from '../../grid/limits.js';
import type { GaussianGrid, RegularGrid, RotatedGrid } from '../../model/field.js';
import { angle, angleUnit, axisLength, latitude, longitude, MICRODEGREE, where } from './grid-octets.js';
import type { ScanningMode } from './scanning.js';
import { isMissing, malformed, octets, type Section } from './sections.js';

/** La1 may differ from its Gaussian latitude by this share of the rows' distance: it is rounded, at times to 0.001°. */
const ROUNDED_ROW = 0.05;

export function readRegularGrid(section: Section, { westward, northward }: ScanningMode): RegularGrid {
  const columns = axisLength(section, 31, 'columns');
  const rows = axisLength(section, 35, 'rows');
  const unit = angleUnit(section);
  const latitudeStep = latitudeStepOf(section, rows, northward, unit);
  const meridians = readMeridians(section, columns, westward, unit);
  return { kind: 'regular', columns, rows, firstLatitude: latitude(section, 47, unit), latitudeStep, ...meridians };
}

export function readRotatedGrid(section: Section, scanning: ScanningMode): RotatedGrid {
  // Programs disagree on what kind of number this is and on its sense; no feed turns its grid.
  const rotation = octets(section, 81, 4);
  if (rotation !== 0) throw new GribUnsupportedError('grid definition template 3.1 angle of rotation', rotation);
  return {
    ...readRegularGrid(section, scanning),
    kind: 'rotated',
    southPoleLatitude: latitude(section, 73),
    southPoleLongitude: longitude(section, 77),
    rotation,
  };
}

export function readGaussianGrid(section: Section, { westward, northward }: ScanningMode): GaussianGrid {
  const columns = axisLength(section, 31, 'columns');
  const rows = axisLength(section, 35, 'rows');
  const unit = angleUnit(section);
  const parallels = octets(section, 68, 4);
  if (parallels < 1 || parallels > MOST_PARALLELS)
    throw malformed(
      section,
      where(68),
      `parallels between a pole and the equator are 1 to ${MOST_PARALLELS}`,
      parallels,
    );
  const firstRow = firstGaussianRow(section, parallels, unit);
  const rowStep = northward ? -1 : 1;
  const lastRow = firstRow + (rows - 1) * rowStep;
  if (lastRow < 0 || lastRow >= 2 * parallels)
    throw malformed(section, where(35), `rows fit between La1 and the pole among ${2 * parallels}`, rows);
  return {
    kind: 'gaussian',
    columns,
    rows,
    parallels,
    firstRow,
    rowStep,
    ...readMeridians(section, columns, westward, unit),
  };
}

function firstGaussianRow(section: Section, parallels: number, unit: number): number {
  const first = latitude(section, 47, unit);
  const row = nearestGaussianRow(parallels, first);
  const nearest = gaussianLatitude(parallels, row);
  if (Math.abs(nearest - first) > (ROUNDED_ROW * 90) / parallels)
    throw malformed(section, where(47), `La1 is a Gaussian latitude of ${parallels} parallels, near ${nearest}`, first);
  return row;
}

/** Columns brought to run eastward: the first is the last one scanned where they ran westward. */
function readMeridians(section: Section, columns: number, westward: boolean, unit: number) {
  const longitudeStep = longitudeStepOf(section, columns, westward, unit);
  const first = longitude(section, 51, unit);
  const west = westward ? first - (columns - 1) * longitudeStep : first;
  return { firstLongitude: west < -180 ? west + 360 : west, longitudeStep };
}

function latitudeStepOf(section: Section, rows: number, northward: boolean, unit: number): number {
  const span = latitude(section, 56, unit) - latitude(section, 47, unit);
  if (rows === 1) return (northward ? 1 : -1) * incrementOf(section, 68, unit);
  if (span === 0 || span > 0 !== northward)
    throw malformed(
      section,
      'octet 72',
      `rows run ${northward ? 'north' : 'south'}ward, as La1 to La2`,
      `span ${span}°`,
    );
  return span / (rows - 1);
}

/** A span of zero with several columns is the whole circle with its first meridian repeated (0° to 360°). */
function longitudeStepOf(section: Section, columns: number, westward: boolean, unit: number): number {
  if (columns === 1) return incrementOf(section, 64, unit);
  const span = (angle(section, 60, unit) - angle(section, 51, unit)) * (westward ? -1 : 1);
  return (positiveRemainder(span, 360) || 360) / (columns - 1);
}

/** Di or Dj where the corners cannot tell; 1 degree when it is missing too, since a step of zero has no inverse. */
function incrementOf(section: Section, first: number, unit: number): number {
  const scale = unit === MICRODEGREE ? 1 : unit * 1e6;
  const increment = isMissing(section, first, 4) ? 0 : octets(section, first, 4) * scale;
  return increment === 0 ? 1 : increment / 1e6;
}

function positiveRemainder(value: number, modulus: number): number {
  const remainder = value % modulus;
  return remainder < 0 ? remainder + modulus : remainder;
}
