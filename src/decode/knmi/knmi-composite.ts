/**
 * KNMI's radar composites in HDF5 (KNMI HDF5 data format specification 3.5): what the hindcasts are measured with.
 *
 *   /overview    product_datetime_start, product_datetime_end     "26-AUG-2010;00:05:00.000", UTC
 *   /geographic  geo_number_rows, geo_number_columns, geo_row_offset, geo_column_offset, geo_pixel_size_x, geo_pixel_size_y
 *     /map_projection  projection_proj4_params                    polar stereographic, axes in km
 *   /image1      image_geo_parameter                              ACCUMULATED_PRECIPITATION_[MM]
 *     /calibration     calibration_formulas                       GEO=0.01*PV+0.0
 *     /image_data      uint16 [row][column], north first
 *
 *   mm/h = PV × scale × 3600 / (end − start)
 *
 * The files hold amounts, so a frame is the mean rate of its interval and stands at its end. Values stay packed as the
 * file has them: a step of 0.01 mm in 5 minutes is 0.12 mm/h. Offsets are of the corner of pixel (0, 0) from the pole.
 */

import { MalformedError } from '../../base/errors.js';
import type { EarthShape, Grid } from '../../model/field.js';
import { UNOBSERVED } from '../../model/radar.js';
import { tiledField } from '../../science/radar/tiled-field.js';
import { type Hdf5File, openHdf5 } from '../hdf5/hdf5.js';
import type { RadarRaster } from '../radar/raster.js';

/** Pixels along a side; KNMI's largest composite has 765 × 700. */
const LARGEST_SIDE = 10_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** What a file says before its pixels are read. */
export type KnmiHeader = Omit<RadarRaster, 'field'>;

/** @throws MalformedError  no HDF5, or not a composite of accumulated precipitation by this specification */
export async function readKnmiHeader(bytes: Uint8Array): Promise<KnmiHeader> {
  const file = await openHdf5(bytes);
  try {
    return { grid: gridOf(file), validTime: timeOf(file, 'product_datetime_end') };
  } finally {
    file.close();
  }
}

/** The composite as mm/h. @throws MalformedError  as `readKnmiHeader` */
export async function decodeKnmiComposite(bytes: Uint8Array): Promise<RadarRaster> {
  const file = await openHdf5(bytes);
  try {
    const grid = gridOf(file);
    const validTime = timeOf(file, 'product_datetime_end');
    const seconds = validTime - timeOf(file, 'product_datetime_start');
    if (!(seconds > 0)) throw malformed('product_datetime_end is after product_datetime_start', seconds);
    const step = (scaleOf(file) * 3600) / seconds;
    return { grid, validTime, field: tiledField(grid.rows, grid.columns, step, pixelsOf(file, grid)) };
  } finally {
    file.close();
  }
}

function pixelsOf(file: Hdf5File, { rows, columns }: Grid): Uint16Array {
  const dataset = file.dataset('image1/image_data');
  const [height, width] = dataset.shape;
  if (dataset.shape.length !== 2 || height !== rows || width !== columns)
    throw malformed(`image_data is the ${rows} × ${columns} pixels of geographic`, dataset.shape.join(' × '));
  const packed = dataset.read();
  if (!(packed instanceof Uint16Array)) throw malformed('image_data is uint16', packed.constructor.name);
  const missing = numberAt(file, 'image1/calibration', 'calibration_missing_data');
  const outside = numberAt(file, 'image1/calibration', 'calibration_out_of_image');
  return packed.map((value) => (value === missing || value === outside ? UNOBSERVED : value));
}

/** Millimetres for one step of the packed value. */
function scaleOf(file: Hdf5File): number {
  const quantity = textAt(file, 'image1', 'image_geo_parameter');
  if (quantity !== 'ACCUMULATED_PRECIPITATION_[MM]')
    throw malformed('image_geo_parameter is ACCUMULATED_PRECIPITATION_[MM]', quantity);
  const formula = textAt(file, 'image1/calibration', 'calibration_formulas');
  const scale = Number(/^GEO=([\d.]+(?:[eE][+-]?\d+)?)\*PV\+0(?:\.0*)?$/.exec(formula)?.[1]);
  if (!(scale > 0)) throw malformed('calibration_formulas is GEO=scale*PV+0.0', formula);
  return scale;
}

function gridOf(file: Hdf5File): Grid {
  const at = (name: string) => numberAt(file, 'geographic', name);
  const [rows, columns] = [at('geo_number_rows'), at('geo_number_columns')];
  for (const side of [rows, columns])
    if (!(Number.isInteger(side) && side > 0 && side <= LARGEST_SIDE))
      throw malformed(`rows and columns are whole numbers from 1 to ${LARGEST_SIDE}`, side);
  const [xStep, yStep] = [at('geo_pixel_size_x') * 1000, at('geo_pixel_size_y') * 1000];
  const projection = projectionOf(textAt(file, 'geographic/map_projection', 'projection_proj4_params'));
  const firstX = (at('geo_column_offset') + 0.5) * xStep;
  const firstY = (at('geo_row_offset') + 0.5) * yStep;
  return { kind: 'polar-stereographic', pole: 'north', rows, columns, xStep, yStep, firstX, firstY, ...projection };
}

/** "+proj=stere +lat_0=90 +lon_0=0.0 +lat_ts=60.0 +a=6378.137 +b=6356.752 +x_0=0 +y_0=0", axes in km. */
function projectionOf(proj4: string): { earth: EarthShape; centralMeridian: number; trueLatitude: number } {
  const terms = new Map([...proj4.matchAll(/\+(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
  const term = (name: string) => {
    const value = Number(terms.get(name) ?? Number.NaN);
    if (!Number.isFinite(value)) throw malformed(`projection_proj4_params has a number for +${name}`, proj4);
    return value;
  };
  if (terms.get('proj') !== 'stere' || term('lat_0') !== 90 || term('x_0') !== 0 || term('y_0') !== 0)
    throw malformed('the projection is stereographic about the north pole, its origin there', proj4);
  const earth = { semiMajor: term('a') * 1000, semiMinor: term('b') * 1000 };
  return { earth, centralMeridian: term('lon_0'), trueLatitude: term('lat_ts') };
}

function timeOf(file: Hdf5File, name: string): number {
  const text = textAt(file, 'overview', name);
  const [, day, month, year, clock] = /^(\d\d)-([A-Z]{3})-(\d{4});(\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month ?? '') + 1).padStart(2, '0');
  const seconds = Date.parse(`${year}-${number}-${day}T${clock}Z`) / 1000;
  if (!Number.isFinite(seconds)) throw malformed(`${name} is a time like 26-AUG-2010;00:05:00.000`, text);
  return seconds;
}

function textAt(file: Hdf5File, path: string, name: string): string {
  const value = file.attribute(path, name);
  if (typeof value !== 'string') throw malformed(`${path} has a text ${name}`, String(value));
  return value;
}

/** The format writes single numbers as arrays of one. */
function numberAt(file: Hdf5File, path: string, name: string): number {
  const value = file.attribute(path, name);
  const number = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw malformed(`${path} has a number ${name}`, String(value));
  return number;
}

function malformed(rule: string, value: number | string): MalformedError {
  return new MalformedError('KNMI composite', rule, value);
}
