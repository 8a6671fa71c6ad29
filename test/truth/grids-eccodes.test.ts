/**
 * Places of cells of real messages against ecCodes 2.28 (`grib_get_data -L "%.6f %.6f"`): corners and inner cells of
 * every projection that the real upstream files have, and values where the cell has one. ecCodes works the places out
 * with formulas of its own, so both can only agree by being right.
 */

import { expect } from 'vitest';
import { readAllFields } from '../../src/decode/grib2/field.js';
import { gridPosition, placeOf } from '../../src/grid/grid.js';
import type { Field, Grid } from '../../src/model/field.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { readUpstreamFile } from './grib2-upstream.js';

type Cell = readonly [y: number, x: number, latitude: number, longitude: number, value?: number];

interface Sample {
  readonly file: readonly string[];
  readonly kind: Grid['kind'];
  readonly windsAlongGrid: boolean;
  readonly cells: readonly Cell[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  HRRR: {
    file: ['gribberish', 'hrrr.t06z.wrfsfcf01-TMP.grib2'],
    kind: 'lambert',
    windsAlongGrid: true,
    cells: [
      [0, 0, 21.138123, 237.280472, 295.3],
      [0, 1798, 21.140547, 287.710282, 301.675],
      [741, 599, 43.716714, 251.315515, 287.3],
      [1058, 0, 47.838623, 225.90452, 288.55],
      [1058, 1798, 47.842195, 299.082807, 288.3],
    ],
  },
  // ecCodes 2.28 does not turn every second row of values round, so only places are compared.
  NBM: {
    file: ['grib2io', 'blend.t00z.core.f001.tmp.co.grib2'],
    kind: 'lambert',
    windsAlongGrid: false,
    cells: [
      [0, 0, 19.229, 233.7234, 296.9],
      [0, 2344, 20.331746, 290.791772, 302.1],
      [1117, 781, 46.887009, 249.328986],
      [1596, 0, 53.050563, 221.626732, 287.7],
      [1596, 2344, 54.372791, 300.95781],
    ],
  },
  'NCEP grid 227 of the air quality model': {
    file: ['gribberish', 'aqm.t12z.ave_1hr_pm25-PMTF.grib2'],
    kind: 'lambert',
    windsAlongGrid: true,
    cells: [
      [0, 0, 12.19, 226.541],
      [0, 1472, 14.335888, 294.90299],
      [717, 491, 48.314611, 243.543601, 6.9113],
      [1024, 0, 54.532662, 207.147003, 3.3713],
      [1024, 1472, 57.287839, 310.604497, 1.9013],
    ],
  },
  NAM: {
    file: ['cfgrib', 'nam.t00z.awp21100.tm00.grib2'],
    kind: 'lambert',
    windsAlongGrid: true,
    cells: [
      [0, 92, 14.334642, 294.908725, 101232],
      [45, 31, 48.473395, 243.825825, 101327],
      [64, 0, 54.535803, 207.144541, 101555],
      [64, 92, 57.289404, 310.614903, 100553],
    ],
  },
  NDFD: {
    file: ['grib2io', 'ds.temp.bin'],
    kind: 'lambert',
    windsAlongGrid: false,
    cells: [
      [0, 2144, 20.331773, 290.79184],
      [963, 715, 43.902881, 253.839028],
      [1376, 0, 49.939721, 229.896562],
      [1376, 2144, 50.105547, 299.114442],
    ],
  },
  'CMC regional': {
    file: ['kerchunk', 'CMC_reg_DEPR_ISBL_10_ps10km_2022072000_P000.grib2'],
    kind: 'polar-stereographic',
    windsAlongGrid: true,
    cells: [
      [0, 0, 18.14503, 217.107456, 30],
      [0, 934, 17.342726, 282.212082, 30],
      [576, 311, 69.780442, 206.157812, 30],
      [823, 0, 47.338435, 147.624793, 30],
      [823, 934, 45.405452, 349.825579],
    ],
  },
  'Stage IV': {
    file: ['cumulus', 'st4_conus.2022081004.01h.grb2'],
    kind: 'polar-stereographic',
    windsAlongGrid: true,
    cells: [
      [0, 1120, 19.805107, 279.249922],
      [616, 373, 46.97938, 253.457622, 0],
      [880, 1120, 45.619391, 300.040631],
    ],
  },
  // Its La2 is that of a grid of 227 rows, three more than it has: Dj is right.
  'NDFD of Puerto Rico': {
    file: ['pygrib', 'dspr.temp.bin'],
    kind: 'mercator',
    windsAlongGrid: false,
    cells: [
      [0, 338, 16.977485, 296.015526],
      [156, 113, 18.753577, 293.323941, 302],
      [223, 338, 19.510793, 296.015526, 302],
    ],
  },
  'ECMWF N80': {
    file: ['cfgrib', 'regular_gg_ml_g2.grib'],
    kind: 'gaussian',
    windsAlongGrid: false,
    cells: [
      [0, 0, 89.141519, 0, 216.622],
      [112, 106, -36.448393, 119.25, 206.345],
      [159, 319, -89.141519, 358.875, 217.246],
    ],
  },
};

/** Six decimals of a degree. */
const HALF_DIGIT = 0.6e-6;

for (const [name, { file, kind, windsAlongGrid, cells }] of Object.entries(SAMPLES))
  testWithSharedData(`${name}: cells lie where ecCodes has them`, () => {
    const [message] = readAllFields(readUpstreamFile(sharedData('grib2', ...file)));
    expect(message!.windsAlongGrid).toBe(windsAlongGrid);
    const { grid, values } = message!.decode();
    expect(grid.kind).toBe(kind);
    for (const [y, x, latitude, longitude, value] of cells) {
      const place = placeOf(grid, y, x);
      expect(Math.abs(place.latitude - latitude)).toBeLessThan(HALF_DIGIT);
      expect(Math.abs(((place.longitude - longitude + 540) % 360) - 180)).toBeLessThan(HALF_DIGIT);
      const position = gridPosition(grid, place.latitude, place.longitude)!;
      expect([position.y, position.x]).toEqual([expect.closeTo(y, 5), expect.closeTo(x, 5)]);
      if (value !== undefined) expect(values[y * grid.columns + x]! / (value || 1)).toBeCloseTo(value === 0 ? 0 : 1, 5);
    }
  });

/** Mean difference between a cell and the one below it, and between a cell and its eastern neighbour. */
function meanDifferences({ grid: { rows, columns }, values }: Field): { down: number; across: number } {
  let [down, across, count] = [0, 0, 0];
  for (let y = 0; y + 1 < rows; y++)
    for (let x = 0; x + 1 < columns; x++) {
      const at = y * columns + x;
      const differences = [values[at + columns]! - values[at]!, values[at + 1]! - values[at]!];
      if (differences.some(Number.isNaN)) continue;
      down += Math.abs(differences[0]!);
      across += Math.abs(differences[1]!);
      count++;
    }
  return { down: down / count, across: across / count };
}

testWithSharedData('every second row of NBM is turned round: temperature is as smooth down as across', () => {
  const [message] = readAllFields(readUpstreamFile(sharedData('grib2', ...SAMPLES.NBM!.file)));
  const { down, across } = meanDifferences(message!.decode());
  expect(down / across).toBeLessThan(1.5);
});

testWithSharedData('spherical harmonics are refused by their name', () => {
  const bytes = readUpstreamFile(sharedData('grib2', 'pygrib', 'spherical_pressure_level.grib2'));
  const [message] = readAllFields(bytes);
  expect(message!.grid).toBeNull();
  expect(() => message!.decode()).toThrow('grid definition template: 3.50 (spherical harmonics)');
});
