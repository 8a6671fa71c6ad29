/** KNMI composites for tests, as the real ones are laid out. */

import { type Attributes, writeHdf5 } from '../hdf5/hdf5-writer.fixture.js';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const INTERVAL_SECONDS = 300;

export interface KnmiFile {
  /** Epoch seconds. */
  readonly end: number;
  readonly rows: number;
  readonly columns: number;
  /** Hundredths of a millimetre in five minutes, 65535 not observed; [row][column]. */
  readonly data: Uint16Array;
  /** Attributes that differ, by group. */
  readonly changes?: Readonly<Record<string, Attributes>>;
}

export function knmiFile({ end, rows, columns, data, changes = {} }: KnmiFile): Promise<Uint8Array> {
  const groups: Record<string, Attributes> = {
    '/overview': {
      product_datetime_start: knmiTime(end - INTERVAL_SECONDS),
      product_datetime_end: knmiTime(end),
    },
    '/geographic': {
      geo_number_rows: rows,
      geo_number_columns: columns,
      geo_row_offset: 3650,
      geo_column_offset: 0,
      geo_pixel_size_x: 1,
      geo_pixel_size_y: -1,
    },
    '/geographic/map_projection': {
      projection_proj4_params: '+proj=stere +lat_0=90 +lon_0=0.0 +lat_ts=60.0 +a=6378.137 +b=6356.752 +x_0=0 +y_0=0',
    },
    '/image1': { image_geo_parameter: 'ACCUMULATED_PRECIPITATION_[MM]' },
    '/image1/calibration': {
      calibration_formulas: 'GEO=0.01*PV+0.0',
      calibration_missing_data: 65535,
      calibration_out_of_image: 65534,
    },
  };
  for (const [path, attributes] of Object.entries(changes)) groups[path] = { ...groups[path], ...attributes };
  return writeHdf5({ groups, datasets: [{ path: '/image1/image_data', data, shape: [rows, columns] }] });
}

/** "26-AUG-2010;00:05:00.000" */
export function knmiTime(epochSeconds: number): string {
  const [year, month, day] = new Date(epochSeconds * 1000).toISOString().slice(0, 10).split('-') as [
    string,
    string,
    string,
  ];
  return `${day}-${MONTHS[Number(month) - 1]!}-${year};${new Date(epochSeconds * 1000).toISOString().slice(11, 23)}`;
}
