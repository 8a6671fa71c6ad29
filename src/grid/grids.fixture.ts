/** One grid of every kind and of every oddity that feeds have, by name. */

import type { EarthShape, Grid, LambertGrid, RegularGrid } from '../model/field.js';
import { toPlane } from './conformal-cone.js';
import { gridPosition } from './grid.js';
import { lambertCone } from './lambert.js';

const sphere = (radius: number): EarthShape => ({ semiMajor: radius, semiMinor: radius });
const WGS84: EarthShape = { semiMajor: 6_378_137, semiMinor: 6_356_752.314245 };

interface LambertDraft {
  readonly size: readonly [columns: number, rows: number];
  readonly first: readonly [latitude: number, longitude: number];
  readonly step: number;
  readonly parallels: readonly [number, number];
  readonly meridian: number;
  readonly radius: number;
}

function lambert({ size, first, step, parallels, meridian, radius }: LambertDraft): LambertGrid {
  const earth = sphere(radius);
  const corner = toPlane(lambertCone(earth, meridian, parallels), ...first);
  return {
    kind: 'lambert',
    columns: size[0],
    rows: size[1],
    firstX: corner.x,
    firstY: corner.y,
    xStep: step,
    yStep: step,
    earth,
    centralMeridian: meridian,
    standardParallels: parallels,
  };
}

/** GFS, 0.25°: north to south, from Greenwich eastward. */
export const GFS: RegularGrid = {
  kind: 'regular',
  columns: 1440,
  rows: 721,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -0.25,
  longitudeStep: 0.25,
};

/** HRRR, CONUS 3 km. */
export const HRRR = lambert({
  size: [1799, 1059],
  first: [21.138123, 237.280472],
  step: 3000,
  parallels: [38.5, 38.5],
  meridian: 262.5,
  radius: 6_371_229,
});
/** NBM, CONUS 2.5 km. */
export const NBM = lambert({
  size: [2345, 1597],
  first: [19.229, 233.7234],
  step: 2539.703,
  parallels: [25, 25],
  meridian: 265,
  radius: 6_371_200,
});
/** NCEP grid 227, of the air quality model. */
export const AQM = lambert({
  size: [1473, 1025],
  first: [12.19, 226.541],
  step: 5079,
  parallels: [25, 25],
  meridian: 265,
  radius: 6_371_229,
});

const plane = { columns: 400, rows: 300, firstX: -2e6, firstY: -3e6, xStep: 10_000, yStep: 10_000 };

export const GRIDS: Readonly<Record<string, Grid>> = {
  'regular, global, from the north': {
    kind: 'regular',
    columns: 360,
    rows: 181,
    firstLatitude: 90,
    firstLongitude: 0,
    latitudeStep: -1,
    longitudeStep: 1,
  },
  'regular, global, from the date line': {
    kind: 'regular',
    columns: 720,
    rows: 361,
    firstLatitude: -90,
    firstLongitude: -180,
    latitudeStep: 0.5,
    longitudeStep: 0.5,
  },
  'regular, across the date line': {
    kind: 'regular',
    columns: 161,
    rows: 101,
    firstLatitude: 30,
    firstLongitude: 160,
    latitudeStep: -0.5,
    longitudeStep: 0.25,
  },
  'Gaussian, global': {
    kind: 'gaussian',
    columns: 320,
    rows: 160,
    parallels: 80,
    firstRow: 0,
    rowStep: 1,
    firstLongitude: 0,
    longitudeStep: 1.125,
  },
  'Gaussian, a part, from the south': {
    kind: 'gaussian',
    columns: 40,
    rows: 30,
    parallels: 80,
    firstRow: 60,
    rowStep: -1,
    firstLongitude: 350,
    longitudeStep: 1.125,
  },
  'rotated, over Europe': {
    kind: 'rotated',
    columns: 200,
    rows: 180,
    firstLatitude: -20,
    firstLongitude: -18,
    latitudeStep: 0.22,
    longitudeStep: 0.22,
    southPoleLatitude: -39.25,
    southPoleLongitude: 18,
    rotation: 0,
  },
  'rotated, over the pole, turned': {
    kind: 'rotated',
    columns: 100,
    rows: 100,
    firstLatitude: 25,
    firstLongitude: -25,
    latitudeStep: -0.5,
    longitudeStep: 0.5,
    southPoleLatitude: -5,
    southPoleLongitude: -40,
    rotation: 15,
  },
  'rotated, global': {
    kind: 'rotated',
    columns: 180,
    rows: 91,
    firstLatitude: -90,
    firstLongitude: 0,
    latitudeStep: 2,
    longitudeStep: 2,
    southPoleLatitude: -35,
    southPoleLongitude: 100,
    rotation: 0,
  },
  'Mercator, global': {
    kind: 'mercator',
    columns: 360,
    rows: 200,
    firstX: 0,
    firstY: -1e7,
    xStep: (2 * Math.PI * 6_371_229) / 360,
    yStep: 1e5,
    earth: sphere(6_371_229),
    centralMeridian: 20,
    trueLatitude: 0,
  },
  'Mercator, across the date line, WGS84': {
    kind: 'mercator',
    columns: 300,
    rows: 200,
    firstX: 0,
    firstY: -1e6,
    xStep: 10_000,
    yStep: 10_000,
    earth: WGS84,
    centralMeridian: 170,
    trueLatitude: 20,
  },
  HRRR,
  'Lambert, two parallels, southern, WGS84': {
    ...plane,
    kind: 'lambert',
    firstY: 6e6,
    earth: WGS84,
    centralMeridian: 134,
    standardParallels: [-18, -36],
  },
  'polar stereographic, over the pole and the date line': {
    ...plane,
    kind: 'polar-stereographic',
    firstY: -1e6,
    earth: sphere(6_371_229),
    pole: 'north',
    centralMeridian: 249,
    trueLatitude: 60,
  },
  'polar stereographic, southern, WGS84, from the top': {
    ...plane,
    kind: 'polar-stereographic',
    firstY: 2e6,
    yStep: -10_000,
    earth: WGS84,
    pole: 'south',
    centralMeridian: 0,
    trueLatitude: -71,
  },
};

/** Whether a place is in the grid's area by more than `cells`. */
export function isWellInside(grid: Grid, latitude: number, longitude: number, cells: number): boolean {
  const position = gridPosition(grid, latitude, longitude);
  if (position === null) return false;
  const { x, y } = position;
  return x > cells && y > cells && x < grid.columns - 1 - cells && y < grid.rows - 1 - cells;
}
