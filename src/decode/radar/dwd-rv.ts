/**
 * DWD's composite RV: a tar archive of 25 ODIM HDF5 files (OPERA data information model 2.3), the rain of five minutes
 * each, observed (lead 000) and as DWD's own nowcast has it (005 … 120). The observation is read.
 *
 *   /dataset1/data1/data        uint32 [1200][1100], row 0 in the north
 *   /dataset1/data1/what        quantity ACRR, gain, offset, nodata, undetect: mm = offset + gain × stored
 *   /dataset1/what              startdate … endtime, the five minutes; their end is the valid time
 *   /where                      projdef (WGS 84), xscale, yscale, longitudes and latitudes of the outer corners
 *
 * `undetect` is an observed dryness, `nodata` was not observed. The rate is the amount × 3600 s / 300 s: a mean of the
 * five minutes before the valid time, not an instant. Of the corners the upper left one places the grid, and the others
 * must meet it: a composite that is moved or turned by half a pixel is refused, not used askew.
 */

import { MalformedError } from '../../base/errors.js';
import type { Grid } from '../../model/field.js';
import { RADAR_DATASETS, UNOBSERVED } from '../../model/radar.js';
import { HOUR, parseInstant } from '../../model/time.js';
import { tiledField } from '../../science/radar/tiled-field.js';
import { type Hdf5Dataset, type Hdf5File, type Hdf5Numbers, openHdf5 } from '../hdf5/hdf5.js';
import { readTar } from '../tar/tar.js';
import type { RadarRaster } from './raster.js';
import { gridBelowCorner, type Pixels, planePoint, readStereographicPlane } from './stereographic-plane.js';

const FORMAT = 'DWD RV';
/** "composite_rv_20250923_0855_000-hd5". */
const OBSERVATION = /_000(?:-hd5|\.hd?5)$/;
const HDF5_START = 0x89;
const MOST_PIXELS = 5000 * 5000;
/** mm for one step of what is stored; real files have 0.001. */
const LARGEST_GAIN = 1;
/** Characters of a text that an error quotes. */
const LONGEST_QUOTE = 200;
const LARGEST_PACKED = UNOBSERVED - 1;
const STEP = RADAR_DATASETS.find(({ id }) => id === 'dwd-rate')!.step;
const DATA = '/dataset1/data1';

/**
 * @param archive  the tar, or one of its files
 * @throws MalformedError
 */
export function decodeDwdRv(archive: Uint8Array): Promise<RadarRaster> {
  return readFireGroup(archive, readComposite);
}

/** What an archive says of its observation before the pixels are read. Takes and throws as `decodeDwdRv`. */
export function readDwdRvHeader(archive: Uint8Array): Promise<Omit<RadarRaster, 'field'>> {
  return readFireGroup(archive, (file) => {
    const { grid, validTime } = readHeader(file);
    return { grid, validTime };
  });
}

async function readFireGroup<Read>(archive: Uint8Array, read: (file: Hdf5File) => Read): Promise<Read> {
  const file = await openHdf5(archive[0] === HDF5_START ? archive : fireVersionOf(archive));
  try {
    return read(file);
  } finally {
    file.close();
  }
}

function fireVersionOf(archive: Uint8Array): Uint8Array {
  const entries = readTar(archive);
  const found = entries.find(({ name }) => OBSERVATION.test(name));
  if (found === undefined)
    throw malformed('an archive has a file of lead 000', entries.map(({ name }) => name).join(' ') || 'none');
  return found.bytes;
}

interface Header {
  readonly grid: Grid;
  readonly validTime: number;
  /** s that the amounts are of. */
  readonly duration: number;
  readonly data: Hdf5Dataset;
}

function readHeader(file: Hdf5File): Header {
  const quantity = file.attribute(`${DATA}/what`, 'quantity');
  if (quantity !== 'ACRR') throw malformed(`${DATA}/what quantity is ACRR`, String(quantity));
  const [start, end] = [instantOf(file, 'start'), instantOf(file, 'end')];
  if (!(end - start >= 60 && end - start <= HOUR)) throw malformed('the amounts are of 60 to 3600 s', end - start);
  const data = file.dataset(`${DATA}/data`);
  const [rows = 0, columns = 0] = data.shape;
  if (data.shape.length !== 2 || rows === 0 || columns === 0 || rows * columns > MOST_PIXELS)
    throw malformed(`${DATA}/data has 1 to ${MOST_PIXELS} pixels in rows and columns`, data.shape.join(' × '));
  return { grid: gridOf(file, rows, columns), validTime: end, duration: end - start, data };
}

function readComposite(file: Hdf5File): RadarRaster {
  const { grid, validTime, duration, data } = readHeader(file);
  const packed = packAmounts(data.read(), readScale(file), HOUR / duration);
  return { grid, validTime, field: tiledField(grid.rows, grid.columns, STEP, packed) };
}

interface Scale {
  readonly gain: number;
  readonly offset: number;
  readonly nodata: number;
  readonly undetect: number;
}

function readScale(file: Hdf5File): Scale {
  const [gain, offset, nodata, undetect] = ['gain', 'offset', 'nodata', 'undetect'].map((name) =>
    numberOf(file, `${DATA}/what`, name),
  ) as [number, number, number, number];
  if (!(gain > 0 && gain <= LARGEST_GAIN)) throw malformed(`${DATA}/what gain is 0 to ${LARGEST_GAIN}`, gain);
  return { gain, offset, nodata, undetect };
}

/** @param perHour  mm/h for each mm */
function packAmounts(stored: Hdf5Numbers, { gain, offset, nodata, undetect }: Scale, perHour: number): Uint16Array {
  const packed = new Uint16Array(stored.length);
  const [steps, first] = [(gain * perHour) / STEP, (offset * perHour) / STEP];
  for (let i = 0; i < packed.length; i++) {
    const value = stored[i]!;
    if (value === undetect) continue; // 0 already
    const rate = value === nodata ? -1 : Math.round(first + steps * value);
    packed[i] = rate >= 0 ? Math.min(LARGEST_PACKED, rate) : UNOBSERVED;
  }
  return packed;
}

function gridOf(file: Hdf5File, rows: number, columns: number): Grid {
  const where = (name: string) => numberOf(file, '/where', name);
  const stated = `${where('ysize')} × ${where('xsize')}`;
  if (stated !== `${rows} × ${columns}`)
    throw malformed(`/where has the ${rows} × ${columns} pixels of the data`, stated);
  const definition = file.attribute('/where', 'projdef');
  if (typeof definition !== 'string') throw malformed('/where projdef is text', String(definition));
  const plane = readStereographicPlane(FORMAT, definition);
  const pixels: Pixels = { rows, columns, xSize: where('xscale'), ySize: where('yscale') };
  if (!(pixels.xSize >= 50 && pixels.ySize >= 50 && pixels.xSize <= 200_000 && pixels.ySize <= 200_000))
    throw malformed('/where xscale and yscale are 50 to 200000 m', `${pixels.xSize}, ${pixels.ySize}`);
  const corner = (name: string) => ({ latitude: where(`${name}_lat`), longitude: where(`${name}_lon`) });
  const upperLeft = corner('UL');
  const from = planePoint(plane, upperLeft);
  for (const [name, right, down] of [
    ['UR', 1, 0],
    ['LL', 0, 1],
    ['LR', 1, 1],
  ] as const) {
    const at = planePoint(plane, corner(name));
    const x = (at.x - from.x) / pixels.xSize - right * columns;
    const y = (from.y - at.y) / pixels.ySize - down * rows;
    if (!(Math.max(Math.abs(x), Math.abs(y)) < 0.5))
      throw malformed(
        `corner ${name} is where the grid from UL ends, to half a pixel`,
        `${x.toFixed(2)}, ${y.toFixed(2)}`,
      );
  }
  return gridBelowCorner(plane, upperLeft, pixels);
}

function numberOf(file: Hdf5File, path: string, name: string): number {
  const value = file.attribute(path, name);
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw malformed(`${path} ${name} is a number`, String(value));
  return value;
}

/** Dates YYYYMMDD and times HHmmss, UTC. */
function instantOf(file: Hdf5File, which: 'start' | 'end'): number {
  const text = `${file.attribute('/dataset1/what', `${which}date`)}T${file.attribute('/dataset1/what', `${which}time`)}`;
  const instant = parseInstant(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
  if (instant === null)
    throw malformed(`/dataset1/what ${which}date and ${which}time are a date and a time`, text.slice(0, 40));
  return instant;
}

function malformed(rule: string, value: number | string): MalformedError {
  return new MalformedError(FORMAT, rule, typeof value === 'string' ? value.slice(0, LONGEST_QUOTE) : value);
}
