/**
 * RRQPE, rain rates from satellites (NOAA Enterprise Rain Rate, blended): NetCDF 4, so HDF5.
 *
 *   /RRQPE   int16 [6501][18000], mm/h = add_offset + scale_factor (0.1) × stored; _FillValue −9990
 *   /DQF     int8, quality: 3 no data, 2 degraded but valid
 *   /        time_coverage_start; geospatial_lat_max … geospatial_lon_max
 *
 * The axes are not stored (the variables Rows and Columns are empty): latitude = 70 − 0.02 × row, longitude = −180 + 0.02
 * × column. A grid of another size is placed by the extents that the file states. The fill value is compared with what
 * is stored, before scaling: scaled, −9990 would be an ordinary −999. Whatever is negative is unobserved.
 *
 * A frame is 234 MB unpacked, twice that with its quality. Only rows and columns of the window are taken, row band by row
 * band along the chunks in which the file is compressed, so memory is that of a band and of the tiles. A window may cross
 * the date line: its columns are then read from both sides of the seam, and the grid goes on beyond 180°.
 */

import { MalformedError } from '../../base/errors.js';
import type { RegularGrid } from '../../model/field.js';
import { RADAR_DATASETS, RADAR_TILE, UNOBSERVED } from '../../model/radar.js';
import { parseInstant } from '../../model/time.js';
import { createTiling } from '../../science/radar/tiled-field.js';
import { type Hdf5Dataset, type Hdf5File, type Hdf5Numbers, openHdf5 } from '../hdf5/hdf5.js';
import type { RadarRaster } from './raster.js';

/** Degrees; `west` greater than `east` crosses the date line. */
export interface RasterWindow {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

const FORMAT = 'RRQPE';
const FULL = { rows: 6501, columns: 18_000, north: 70, west: -180, step: 0.02 };
const MOST_PIXELS = 130_000_000;
const NO_DATA = 3;
const LARGEST_PACKED = UNOBSERVED - 1;
const STEP = RADAR_DATASETS.find(({ id }) => id === 'rrqpe-rate')!.step;
/** Characters of a text that an error quotes. */
const LONGEST_QUOTE = 200;
/** mm/h for one step of what is stored; real files have 0.1. */
const LARGEST_FACTOR = 10;
/** Fractions of a pixel below this are rounding: 50° N is row 1000, not 999.9999999. */
const ON_PIXEL = 1e-6;
/** Of both variables, as they are stored. */
const BAND_BYTES = 64 << 20;

/**
 * @param window  null: all of it
 * @param namedTime  epoch seconds that the file's name states, for files that say no time themselves
 * @throws MalformedError  also when the window is outside the grid
 */
export async function decodeRrqpe(
  bytes: Uint8Array,
  window: RasterWindow | null,
  namedTime: number | null = null,
): Promise<RadarRaster> {
  const file = await openHdf5(bytes);
  try {
    return readFrame(file, window, namedTime);
  } finally {
    file.close();
  }
}

function readFrame(file: Hdf5File, window: RasterWindow | null, namedTime: number | null): RadarRaster {
  const rates = file.dataset('/RRQPE');
  const quality = file.dataset('/DQF');
  const [rows = 0, columns = 0] = rates.shape;
  if (rates.shape.length !== 2 || rows < 2 || columns < 2 || rows * columns > MOST_PIXELS)
    throw malformed(`/RRQPE has 2 to ${MOST_PIXELS} pixels in rows and columns`, rates.shape.join(' × '));
  if (quality.shape.join() !== rates.shape.join())
    throw malformed('/DQF has the shape of /RRQPE', quality.shape.join(' × '));
  const validTime = timeOf(file) ?? namedTime;
  if (validTime === null)
    throw malformed('time_coverage_start is a time', String(file.attribute('/', 'time_coverage_start')));
  const whole = gridOf(file, rows, columns);
  const part = partOf(whole, window);
  const grid: RegularGrid = {
    ...whole,
    rows: part.rowEnd - part.rowFirst,
    columns: part.columns.reduce((sum, [first, end]) => sum + end - first, 0),
    firstLatitude: rounded(whole.firstLatitude + part.rowFirst * whole.latitudeStep),
    firstLongitude: rounded(whole.firstLongitude + part.columns[0]![0] * whole.longitudeStep),
  };
  const tiling = createTiling(grid.rows, grid.columns, STEP);
  const scale = readScale(file);
  for (const [first, end] of bandsOf(part, rates, grid.columns))
    tiling.addRows(first - part.rowFirst, readBand(rates, quality, [first, end], part.columns, scale));
  return { grid, validTime, field: tiling.finish() };
}

function timeOf(file: Hdf5File): number | null {
  const text = file.attribute('/', 'time_coverage_start');
  return typeof text === 'string' ? parseInstant(text.trim()) : null;
}

/** Millionths of a degree, as GRIB has them: 70 − 0.02 × 5 is otherwise 69.9000000000000057. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function gridOf(file: Hdf5File, rows: number, columns: number): RegularGrid {
  if (rows === FULL.rows && columns === FULL.columns)
    return regular({ rows, columns, north: FULL.north, west: FULL.west, down: FULL.step, across: FULL.step });
  const [north, south, west, east] = ['lat_max', 'lat_min', 'lon_min', 'lon_max'].map((name) =>
    extentOf(file, name),
  ) as [number, number, number, number];
  if (!(north > south && east > west && north <= 90 && south >= -90 && west >= -180 && east <= 360))
    throw malformed('geospatial extents are a box on the globe', `${south} to ${north} N, ${west} to ${east} E`);
  const across = 360 / columns;
  // Files say 180 of the last column or of the column after it.
  if (Math.abs(east - west - 360) > 1.5 * across)
    throw malformed('the columns go round the globe', `${west} to ${east} E`);
  return regular({ rows, columns, north, west, down: (north - south) / (rows - 1), across });
}

interface Layout {
  readonly rows: number;
  readonly columns: number;
  /** Centre of the first cell, degrees. */
  readonly north: number;
  readonly west: number;
  /** Degrees from row to row and from column to column, positive. */
  readonly down: number;
  readonly across: number;
}

function regular({ rows, columns, north, west, down, across }: Layout): RegularGrid {
  return {
    kind: 'regular',
    rows,
    columns,
    firstLatitude: north,
    firstLongitude: west,
    latitudeStep: -rounded(down),
    longitudeStep: rounded(across),
  };
}

function extentOf(file: Hdf5File, name: string): number {
  const value = file.attribute('/', `geospatial_${name}`);
  const degrees = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof degrees !== 'number' || !Number.isFinite(degrees))
    throw malformed(`geospatial_${name} is a number`, String(value));
  return degrees;
}

type Range = readonly [first: number, end: number];

interface Part {
  readonly rowFirst: number;
  readonly rowEnd: number;
  /** One range, or two where the window crosses the seam of the columns. */
  readonly columns: readonly Range[];
}

function partOf(grid: RegularGrid, window: RasterWindow | null): Part {
  if (window === null) return { rowFirst: 0, rowEnd: grid.rows, columns: [[0, grid.columns]] };
  const row = (latitude: number) => (latitude - grid.firstLatitude) / grid.latitudeStep;
  const rowFirst = Math.max(0, Math.floor(row(window.north) + ON_PIXEL));
  const rowEnd = Math.min(grid.rows, Math.ceil(row(window.south) - ON_PIXEL) + 1);
  const columns = columnsOf(grid, window);
  if (rowFirst >= rowEnd) {
    const { south, north, west, east } = window;
    throw malformed('the window meets the grid', `${south} to ${north} N, ${west} to ${east} E`);
  }
  return { rowFirst, rowEnd, columns };
}

/** Columns go round the globe; of a window across the seam first those before it. */
function columnsOf({ columns, firstLongitude, longitudeStep }: RegularGrid, { west, east }: RasterWindow): Range[] {
  const width = turned(east - west);
  if (width === 0 || width / longitudeStep >= columns - 2) return [[0, columns]];
  const offset = turned(west - firstLongitude);
  const first = Math.floor(offset / longitudeStep + ON_PIXEL);
  const end = Math.ceil((offset + width) / longitudeStep - ON_PIXEL) + 1;
  if (end <= columns) return [[first, end]];
  return first < columns
    ? [
        [first, columns],
        [0, end - columns],
      ]
    : [[first - columns, end - columns]];
}

/** 0 to 360. */
function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** Rows that are read at once: whole chunks, as many as fit, so that none is unpacked twice. */
function* bandsOf({ rowFirst, rowEnd }: Part, { shape, chunks }: Hdf5Dataset, columns: number): Generator<Range> {
  const chunkRows = Math.min(chunks?.[0] ?? RADAR_TILE, shape[0]!);
  const rows = Math.max(1, Math.floor(BAND_BYTES / (3 * columns * chunkRows))) * chunkRows;
  for (let first = rowFirst; first < rowEnd; ) {
    const end = Math.min(rowEnd, (Math.floor(first / rows) + 1) * rows);
    yield [first, end];
    first = end;
  }
}

interface Scale {
  readonly factor: number;
  readonly offset: number;
  readonly fill: number | null;
}

function readScale(file: Hdf5File): Scale {
  const number = (name: string, otherwise: number) => {
    const value = file.attribute('/RRQPE', name) ?? otherwise;
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw malformed(`/RRQPE ${name} is a number`, String(value));
    return value;
  };
  const factor = number('scale_factor', 0.1);
  if (!(factor > 0 && factor <= LARGEST_FACTOR))
    throw malformed(`/RRQPE scale_factor is 0 to ${LARGEST_FACTOR}`, factor);
  return { factor, offset: number('add_offset', 0), fill: number('_FillValue', -9990) };
}

function readBand(
  rates: Hdf5Dataset,
  quality: Hdf5Dataset,
  rows: Range,
  columns: readonly Range[],
  scale: Scale,
): Uint16Array {
  const width = columns.reduce((sum, [first, end]) => sum + end - first, 0);
  const band = new Uint16Array((rows[1] - rows[0]) * width);
  let left = 0;
  for (const range of columns) {
    const [stored, flags] = [rates.read([rows, range]), quality.read([rows, range])];
    packInto(band, { left, width, columns: range[1] - range[0] }, stored, flags, scale);
    left += range[1] - range[0];
  }
  return band;
}

/** Columns of a band that one read fills, counted from `left`; the band is `width` wide. */
interface BandPart {
  readonly left: number;
  readonly width: number;
  readonly columns: number;
}

function packInto(
  band: Uint16Array,
  { left, width, columns }: BandPart,
  stored: Hdf5Numbers,
  flags: Hdf5Numbers,
  { factor, offset, fill }: Scale,
): void {
  const [steps, first] = [factor / STEP, offset / STEP];
  for (let i = 0, row = left; i < stored.length; row += width)
    for (let column = 0; column < columns; column++, i++) {
      const value = stored[i]!;
      const isMissing = value === fill || value < 0 || flags[i] === NO_DATA;
      const rate = isMissing ? -1 : Math.round(first + steps * value);
      band[row + column] = rate >= 0 ? Math.min(LARGEST_PACKED, rate) : UNOBSERVED;
    }
}

function malformed(rule: string, value: number | string): MalformedError {
  return new MalformedError(FORMAT, rule, typeof value === 'string' ? value.slice(0, LONGEST_QUOTE) : value);
}
