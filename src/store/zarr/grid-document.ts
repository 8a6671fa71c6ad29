/** A grid as the group's attribute states it, read back with every number checked; and the rules that a grid must hold. */

import { LARGEST_RADIUS, MOST_PARALLELS, SMALLEST_RADIUS, WIDEST_PLANE } from '../../grid/limits.js';
import type { GaussianGrid, Grid, PlaneAxes, RegularGrid } from '../../model/field.js';
import type { DocumentReader } from '../versions/json-document.js';

const LONGEST_SIDE = 100_000;
/** m: a grid may begin and be as wide as a plane reaches. */
const FARTHEST = 2 * WIDEST_PLANE;

/** @throws ObjectDefectError  a kind that is not known, or a member that is missing or of another type */
export function readGrid(grid: DocumentReader): Grid {
  const kind = grid.text('kind');
  switch (kind) {
    case 'regular':
      return { kind, ...readAxes(grid) };
    case 'rotated':
      return {
        kind,
        ...readAxes(grid),
        southPoleLatitude: grid.number('southPoleLatitude'),
        southPoleLongitude: grid.number('southPoleLongitude'),
        rotation: grid.number('rotation'),
      };
    case 'lambert':
      return {
        kind,
        ...readPlane(grid),
        centralMeridian: grid.number('centralMeridian'),
        standardParallels: readPair(grid, 'standardParallels'),
      };
    case 'polar-stereographic':
      return {
        kind,
        ...readPlane(grid),
        pole: readPole(grid),
        centralMeridian: grid.number('centralMeridian'),
        trueLatitude: grid.number('trueLatitude'),
      };
    case 'mercator':
      return {
        kind,
        ...readPlane(grid),
        centralMeridian: grid.number('centralMeridian'),
        trueLatitude: grid.number('trueLatitude'),
      };
    case 'gaussian':
      return {
        kind,
        columns: grid.count('columns'),
        rows: grid.count('rows'),
        parallels: grid.count('parallels'),
        firstRow: grid.count('firstRow'),
        rowStep: grid.number('rowStep') < 0 ? -1 : 1,
        firstLongitude: grid.number('firstLongitude'),
        longitudeStep: grid.number('longitudeStep'),
      };
    default:
      throw grid.fail(`grid.kind "${kind}" is one that this version reads`);
  }
}

function readAxes(grid: DocumentReader): Omit<RegularGrid, 'kind'> {
  return {
    columns: grid.count('columns'),
    rows: grid.count('rows'),
    firstLatitude: grid.number('firstLatitude'),
    firstLongitude: grid.number('firstLongitude'),
    latitudeStep: grid.number('latitudeStep'),
    longitudeStep: grid.number('longitudeStep'),
  };
}

function readPlane(grid: DocumentReader): PlaneAxes {
  const earth = grid.object('earth');
  return {
    columns: grid.count('columns'),
    rows: grid.count('rows'),
    firstX: grid.number('firstX'),
    firstY: grid.number('firstY'),
    xStep: grid.number('xStep'),
    yStep: grid.number('yStep'),
    earth: { semiMajor: earth.number('semiMajor'), semiMinor: earth.number('semiMinor') },
  };
}

function readPole(grid: DocumentReader): 'north' | 'south' {
  const pole = grid.text('pole');
  if (pole !== 'north' && pole !== 'south') throw grid.fail(`grid.pole "${pole}" is north or south`);
  return pole;
}

function readPair(grid: DocumentReader, name: string): readonly [number, number] {
  const pair = grid.fields[name];
  if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(Number.isFinite))
    throw grid.fail(`grid.${name} is two finite numbers`);
  return [pair[0], pair[1]];
}

/** The rule that a grid breaks, null when it can be stored. Shared by the writer's door and the reader's. */
export function gridFault(grid: Grid): string | null {
  const { rows, columns } = grid;
  if (![rows, columns].every((side) => Number.isInteger(side) && side >= 1 && side <= LONGEST_SIDE))
    return `grid of ${rows} × ${columns} cells; sides are 1 to ${LONGEST_SIDE}`;
  switch (grid.kind) {
    case 'regular':
      return axesFault(grid);
    case 'rotated': {
      const { southPoleLatitude, southPoleLongitude, rotation } = grid;
      const placed = [southPoleLatitude, southPoleLongitude, rotation].every(Number.isFinite);
      return placed && Math.abs(southPoleLatitude) <= 90
        ? axesFault(grid)
        : 'the pole of a turned grid is on the globe';
    }
    case 'gaussian':
      return gaussianFault(grid);
    case 'lambert': {
      const [first, second] = grid.standardParallels;
      const isCone = first + second !== 0 && Math.abs(first) < 90 && Math.abs(second) < 90;
      return isCone ? planeFault(grid) : `standard parallels ${first} and ${second} make a cone`;
    }
    default:
      return Math.abs(grid.trueLatitude) <= 90 ? planeFault(grid) : `latitude ${grid.trueLatitude} of true scale`;
  }
}

function axesFault(grid: Omit<RegularGrid, 'kind'>): string | null {
  const { rows, firstLatitude, firstLongitude, latitudeStep, longitudeStep } = grid;
  const placed = [firstLatitude, firstLongitude, latitudeStep, longitudeStep].every(Number.isFinite);
  const lastLatitude = firstLatitude + (rows - 1) * latitudeStep;
  // A thousandth of slack: feeds state their corners in micro-degrees, and steps like 1/3 do not add up to 180.
  if (!placed || Math.abs(firstLatitude) > 90.001 || Math.abs(lastLatitude) > 90.001)
    return `grid from latitude ${firstLatitude} by ${latitudeStep} to ${lastLatitude} lies on the globe`;
  const steps = latitudeStep !== 0 && longitudeStep > 0;
  return steps ? null : `grid steps ${latitudeStep} and ${longitudeStep}: rows apart, columns eastward`;
}

function gaussianFault({
  rows,
  parallels,
  firstRow,
  rowStep,
  firstLongitude,
  longitudeStep,
}: GaussianGrid): string | null {
  if (!(parallels >= 1 && parallels <= MOST_PARALLELS))
    return `Gaussian parallels ${parallels} are 1 to ${MOST_PARALLELS}`;
  const lastRow = firstRow + (rows - 1) * rowStep;
  if (![firstRow, lastRow].every((row) => Number.isInteger(row) && row >= 0 && row < 2 * parallels))
    return `rows ${firstRow} to ${lastRow} are among the ${2 * parallels} of the Gaussian grid`;
  const placed = Number.isFinite(firstLongitude) && longitudeStep > 0 && Number.isFinite(longitudeStep);
  return placed ? null : `grid from longitude ${firstLongitude} by ${longitudeStep} runs eastward`;
}

function planeFault(grid: PlaneAxes & { readonly centralMeridian: number }): string | null {
  const { rows, columns, firstX, firstY, xStep, yStep, earth, centralMeridian } = grid;
  const radii = [earth.semiMajor, earth.semiMinor];
  if (!radii.every((radius) => radius >= SMALLEST_RADIUS && radius <= LARGEST_RADIUS))
    return `an earth of ${radii.join(' by ')} m is ${SMALLEST_RADIUS} to ${LARGEST_RADIUS} m`;
  const ends = [firstX, firstY, firstX + columns * xStep, firstY + rows * yStep, centralMeridian];
  if (!ends.every((end) => Math.abs(end) <= FARTHEST))
    return `a plane from ${firstX}, ${firstY} m to ${ends[2]}, ${ends[3]} m lies within ${FARTHEST} m`;
  return xStep > 0 && yStep !== 0 ? null : `grid steps ${xStep} and ${yStep} m: rows apart, columns towards +x`;
}
