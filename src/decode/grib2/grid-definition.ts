/**
 * Section 3: the grid. Template 3.0 (regular latitude/longitude) is read, any other is named and left alone.
 *
 *   octets 7-10 number of points · 11 octets of a list of row lengths · 13-14 template
 *   3.0: 31-34 Ni · 35-38 Nj · 39-42 basic angle · 43-46 subdivisions · 47-50 La1 · 51-54 Lo1 · 55 resolution flags
 *        56-59 La2 · 60-63 Lo2 · 64-67 Di · 68-71 Dj · 72 scanning mode
 *
 * Angles are in 10⁻⁶ degree unless a basic angle is given. Steps are taken from the corners, not from Di and Dj: in
 * 10⁻⁶ degree a step of 1/6° is off by 0.0007° after 2,160 columns, and there are messages whose Di is simply wrong
 * (ECMWF has published 2° on a grid of 72 columns). Di and Dj only serve a single row or column.
 */

import { GribUnsupportedError } from '../../base/errors.js';
import type { RegularGrid } from '../../model/field.js';
import { readScanningMode, type ScanningMode, STAGGERED } from './scanning.js';
import { isMissing, malformed, octet, octets, type Section, signedOctets } from './sections.js';

/** More points than this are refused: twice the largest grid of any feed (MRMS, 24.5 million), 200 MB of values. */
export const MOST_POINTS = 50_000_000;

export interface GridDefinition {
  readonly template: number;
  readonly points: number;
  /** The grid in the order that `reorder` gives, and how the message scans it; null when the template is not read. */
  readonly regular: { readonly grid: RegularGrid; readonly scanning: ScanningMode } | null;
  /** Why `regular` is null. */
  readonly refusal: GribUnsupportedError | null;
}

/** @throws GribMalformedError when the claims of the section contradict each other or exceed `MOST_POINTS` */
export function readGridDefinition(section: Section): GridDefinition {
  const points = readPointCount(section);
  const template = octets(section, 13, 2);
  const refusal = findRefusal(section, template);
  if (refusal) return { template, points, regular: null, refusal };
  const grid = readRegularGrid(section);
  if (grid.columns * grid.rows !== points)
    throw malformed(
      section,
      'octets 7-10',
      `number of data points is ${grid.columns} columns × ${grid.rows} rows`,
      points,
    );
  return { template, points, regular: { grid, scanning: readScanningMode(octet(section, 72)) }, refusal: null };
}

/** Number of data points, which every template states in the same octets. */
export function readPointCount(section: Section): number {
  const points = octets(section, 7, 4);
  if (points > MOST_POINTS)
    throw malformed(section, 'octets 7-10', `number of data points is at most ${MOST_POINTS}`, points);
  return points;
}

function findRefusal(section: Section, template: number): GribUnsupportedError | null {
  const source = octet(section, 6);
  if (source !== 0) return new GribUnsupportedError('code table 3.0 source of grid definition', source);
  if (template !== 0) return new GribUnsupportedError('grid definition template', `3.${template}`);
  const listOctets = octet(section, 11);
  if (listOctets !== 0)
    return new GribUnsupportedError('grid definition template 3.0 with a list of row lengths', listOctets);
  const staggered = octet(section, 72) & STAGGERED;
  if (staggered !== 0) return new GribUnsupportedError('flag table 3.4 staggered points', staggered);
  return null;
}

function readRegularGrid(section: Section): RegularGrid {
  const columns = axisLength(section, 31, 'columns');
  const rows = axisLength(section, 35, 'rows');
  const { westward, northward } = readScanningMode(octet(section, 72));
  const unit = angleUnit(section);
  const latitudeStep = latitudeStepOf(section, rows, northward, unit);
  const longitudeStep = longitudeStepOf(section, columns, westward, unit);
  const first = angle(section, 51, unit);
  if (!(Math.abs(first) <= 360)) throw malformed(section, 'octets 51-54', 'longitude is within ±360°', first);
  const west = westward ? first - (columns - 1) * longitudeStep : first;
  return {
    kind: 'regular',
    columns,
    rows,
    firstLatitude: latitude(section, 47, unit),
    firstLongitude: west < -180 ? west + 360 : west,
    latitudeStep,
    longitudeStep,
  };
}

function axisLength(section: Section, first: number, what: string): number {
  const length = octets(section, first, 4);
  if (length < 1 || length > MOST_POINTS)
    throw malformed(section, `octets ${first}-${first + 3}`, `number of ${what} is 1 to ${MOST_POINTS}`, length);
  return length;
}

/** Degrees of one unit of the angles (note 1 of template 3.0). */
function angleUnit(section: Section): number {
  const basicAngle = octets(section, 39, 4);
  if (basicAngle === 0 || isMissing(section, 39, 4)) return 1e-6;
  const subdivisions = octets(section, 43, 4);
  if (subdivisions === 0) throw malformed(section, 'octets 43-46', 'subdivisions of the basic angle are not 0', 0);
  return basicAngle / subdivisions;
}

/** Multiplying by 1e-6 gives 40.300000000000004 for 40300000; dividing gives the nearest double. */
function angle(section: Section, first: number, unit: number): number {
  const value = signedOctets(section, first, 4);
  return unit === 1e-6 ? value / 1e6 : value * unit;
}

function latitude(section: Section, first: number, unit: number): number {
  const value = angle(section, first, unit);
  if (!(Math.abs(value) <= 90))
    throw malformed(section, `octets ${first}-${first + 3}`, 'latitude is within ±90°', value);
  return value;
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
  const increment = isMissing(section, first, 4) ? 0 : octets(section, first, 4) * (unit === 1e-6 ? 1 : unit * 1e6);
  return increment === 0 ? 1 : increment / 1e6;
}

function positiveRemainder(value: number, modulus: number): number {
  const remainder = value % modulus;
  return remainder < 0 ? remainder + modulus : remainder;
}
