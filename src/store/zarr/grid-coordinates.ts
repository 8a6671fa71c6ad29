/**
 * The two axes of a grid as others read them: one-dimensional coordinate arrays with the names and units of the Climate
 * and Forecast conventions (CF 1.11, chapters 4 and 5), and the grid mapping that says what plane they lie in (appendix F).
 *
 *   regular, Gaussian      lat, lon       degrees
 *   rotated                rlat, rlon     degrees of the turned system
 *   all projections        y, x           m in the projection's plane, origin at the cone's pole (Mercator: equator)
 */

import { placeOf } from '../../grid/grid.js';
import type { EarthShape, Grid, PlaneAxes, RegularGrid } from '../../model/field.js';

/** Name of the array that carries the projection; it has no contents. */
export const MAPPING_NAME = 'crs';

export interface GridAxis {
  readonly name: string;
  readonly values: Float64Array;
  readonly attributes: object;
}

type AxisKind = 'latitude' | 'rotated' | 'plane';

const AXES: Readonly<Record<AxisKind, readonly [rows: Omit<GridAxis, 'values'>, columns: Omit<GridAxis, 'values'>]>> = {
  latitude: [
    { name: 'lat', attributes: { standard_name: 'latitude', units: 'degrees_north' } },
    { name: 'lon', attributes: { standard_name: 'longitude', units: 'degrees_east' } },
  ],
  rotated: [
    { name: 'rlat', attributes: { standard_name: 'grid_latitude', units: 'degrees' } },
    { name: 'rlon', attributes: { standard_name: 'grid_longitude', units: 'degrees' } },
  ],
  plane: [
    { name: 'y', attributes: { standard_name: 'projection_y_coordinate', units: 'm' } },
    { name: 'x', attributes: { standard_name: 'projection_x_coordinate', units: 'm' } },
  ],
};

function axisKind({ kind }: Grid): AxisKind {
  if (kind === 'rotated') return kind;
  return kind === 'regular' || kind === 'gaussian' ? 'latitude' : 'plane';
}

/** Names of the dimensions of rows and of columns. */
export function dimensionsOf(grid: Grid): [rows: string, columns: string] {
  const [rows, columns] = AXES[axisKind(grid)];
  return [rows.name, columns.name];
}

/** The axis of rows and the axis of columns. */
export function gridAxes(grid: Grid): [rows: GridAxis, columns: GridAxis] {
  const [rows, columns] = AXES[axisKind(grid)];
  const [y, x] = coordinatesOf(grid);
  return [
    { ...rows, values: y },
    { ...columns, values: x },
  ];
}

function coordinatesOf(grid: Grid): [Float64Array, Float64Array] {
  const { rows, columns } = grid;
  switch (grid.kind) {
    case 'regular':
    case 'rotated':
      return [spaced(rows, grid.firstLatitude, grid.latitudeStep), eastward(grid)];
    case 'gaussian':
      return [Float64Array.from({ length: rows }, (_, y) => placeOf(grid, y, 0).latitude), eastward(grid)];
    default:
      return [spaced(rows, grid.firstY, grid.yStep), spaced(columns, grid.firstX, grid.xStep)];
  }
}

function eastward({
  columns,
  firstLongitude,
  longitudeStep,
}: Omit<RegularGrid, 'kind' | 'firstLatitude' | 'latitudeStep' | 'rows'>) {
  return spaced(columns, firstLongitude, longitudeStep);
}

function spaced(count: number, first: number, step: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => first + i * step);
}

/** The attribute of a data variable that names the mapping; nothing where latitude and longitude are the axes. */
export function gridMappingOf(grid: Grid): object {
  return axisKind(grid) === 'latitude' ? {} : { grid_mapping: MAPPING_NAME };
}

/** Attributes of the grid mapping variable; null where latitude and longitude are the axes. */
export function projectionAttributes(grid: Grid): object | null {
  switch (grid.kind) {
    case 'regular':
    case 'gaussian':
      return null;
    case 'rotated':
      return {
        grid_mapping_name: 'rotated_latitude_longitude',
        grid_north_pole_latitude: -grid.southPoleLatitude,
        grid_north_pole_longitude: opposite(grid.southPoleLongitude),
        north_pole_grid_longitude: 0 - grid.rotation,
      };
    case 'lambert':
      return {
        grid_mapping_name: 'lambert_conformal_conic',
        // Both, also where they are one: with one alone pyproj takes it for the origin of y.
        standard_parallel: grid.standardParallels,
        longitude_of_central_meridian: grid.centralMeridian,
        // The origin of the plane is the pole of the cone, where a Lambert plane otherwise has it at a parallel.
        latitude_of_projection_origin: grid.standardParallels[0] + grid.standardParallels[1] > 0 ? 90 : -90,
        ...planeAttributes(grid),
      };
    case 'polar-stereographic':
      return {
        grid_mapping_name: 'polar_stereographic',
        straight_vertical_longitude_from_pole: grid.centralMeridian,
        latitude_of_projection_origin: grid.pole === 'north' ? 90 : -90,
        standard_parallel: grid.pole === 'north' ? Math.abs(grid.trueLatitude) : -Math.abs(grid.trueLatitude),
        ...planeAttributes(grid),
      };
    case 'mercator':
      return {
        grid_mapping_name: 'mercator',
        longitude_of_projection_origin: grid.centralMeridian,
        standard_parallel: grid.trueLatitude,
        ...planeAttributes(grid),
      };
  }
}

function planeAttributes({ earth }: PlaneAxes): object {
  return { false_easting: 0, false_northing: 0, ...earthAttributes(earth) };
}

function earthAttributes({ semiMajor, semiMinor }: EarthShape): object {
  if (semiMajor === semiMinor) return { earth_radius: semiMajor };
  return { semi_major_axis: semiMajor, semi_minor_axis: semiMinor };
}

/** The meridian on the other side, −180..180. */
function opposite(longitude: number): number {
  return longitude > 0 ? longitude - 180 : longitude + 180;
}
