/**
 * Real frames of radar against what others read in them: MRMS against ecCodes (figures of ECCODES_STATS.tsv, and
 * `grib_get -p min,max,average` and `grib_get -l` of ecCodes 2.28 for the frames of PrecipRate), DWD's composite against the
 * stored integers as the HDF5 library gives them, and against the corners that the file states.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { decodeDwdRv } from '../../src/decode/radar/dwd-rv.js';
import { decodeMrms } from '../../src/decode/radar/mrms.js';
import { readPackedPicture } from '../../src/decode/radar/packed-picture.js';
import { readTar } from '../../src/decode/tar/tar.js';
import { gridPosition, placeOf } from '../../src/grid/grid.js';
import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../src/model/radar.js';
import { packedAt, valueAt } from '../../src/science/radar/tiled-field.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

interface Tally {
  readonly sum: number;
  readonly largest: number;
  readonly dry: number;
  readonly wet: number;
  readonly unobserved: number;
}

/** Of packed values on the grid. */
function tallyOf(field: TiledField): Tally {
  const counts = new Uint32Array(UNOBSERVED + 1);
  const across = Math.ceil(field.columns / RADAR_TILE);
  field.tiles.forEach((tile, k) => {
    const rows = Math.min(RADAR_TILE, field.rows - Math.floor(k / across) * RADAR_TILE);
    const columns = Math.min(RADAR_TILE, field.columns - (k % across) * RADAR_TILE);
    if (typeof tile === 'number') counts[tile]! += rows * columns;
    else
      for (let row = 0; row < rows; row++)
        for (const packed of tile.subarray(row * RADAR_TILE, row * RADAR_TILE + columns)) counts[packed]!++;
  });
  const observed = counts.subarray(0, UNOBSERVED);
  return {
    sum: observed.reduce((sum, count, packed) => sum + count * packed, 0),
    largest: observed.findLastIndex((count) => count > 0),
    dry: counts[0]!,
    wet: observed.subarray(1).reduce((sum, count) => sum + count, 0),
    unobserved: counts[UNOBSERVED]!,
  };
}

const rateFile = (time: string) =>
  readFileSync(sharedData('radar', 'mrms-preciprate-20190610', `PrecipRate_00.00_20190610-${time}.grib2`));

/** ecCodes: maximum and mean, in which −3 ("no coverage") is a value. */
const RATE_FIGURES = [
  ['000000', 148.8, -0.987009],
  ['003000', 149.3, -0.989645],
  ['011000', 151.3, -0.994023],
] as const;

for (const [time, largest, mean] of RATE_FIGURES)
  testWithSharedData(`rates of MRMS at ${time} have the maximum and the mean that ecCodes finds`, () => {
    const { field, grid, validTime } = decodeMrms(rateFile(time), 'mrms-rate');
    expect(validTime).toBe(Date.UTC(2019, 5, 10, 0, Number(time.slice(2, 4)) + 60 * Number(time.slice(1, 2))) / 1000);
    expect([grid.rows, grid.columns]).toEqual([3500, 7000]);
    const tally = tallyOf(field);
    expect(tally.largest * field.step).toBeCloseTo(largest, 6);
    const points = 3500 * 7000;
    // pysteps counts 35.7 % of −3 in these frames, and no −1
    expect(tally.unobserved / points).toBeCloseTo(0.357, 2);
    const found = (tally.sum * field.step - 3 * tally.unobserved) / points;
    expect(Math.abs(found - mean)).toBeLessThan(1e-6);
  });

testWithSharedData('single rates of MRMS are where ecCodes finds them', () => {
  const { field, grid } = decodeMrms(rateFile('003000'), 'mrms-rate');
  const points = [
    [27.565, 277.735, 52],
    [42.995, 267.775, 0],
    [32.775, 285.555, 0],
    [24.995, 231.005, Number.NaN],
    [54.995, 230.005, Number.NaN],
  ] as const;
  for (const [latitude, longitude, rate] of points) {
    const { x, y } = gridPosition(grid, latitude, longitude)!;
    expect(valueAt(field, Math.round(y), Math.round(x))).toBe(rate);
  }
});

const PICTURES = [
  ['cumulus', 'msqpe01h-p1-carib_MRMS_MultiSensor_QPE_01H_Pass1_00.00_20220809-150000.grib2.gz'],
  ['cumulus', 'multisensor-qpe-01h-pass1_MRMS_MultiSensor_QPE_01H_Pass1_00.00_20220809-150000.grib2.gz'],
  ['grib-rs', 'MRMS_ReflectivityAtLowestAltitude_00.50_20230406-120039.grib2.gz'],
] as const;

for (const [folder, name] of PICTURES)
  testWithSharedData(`pixels of ${name} have the figures of ecCodes without being unpacked`, () => {
    const table = readFileSync(sharedData('grib2', 'ECCODES_STATS.tsv'), 'utf8').split('\n');
    const row = table.find((line) => line.startsWith(`grib2/${folder}/${name}\t`))!.split('\t');
    const [low, high, mean] = row.slice(-3).map(Number) as [number, number, number];
    const { rows, columns, bits, offset, scale, data } = readPackedPicture(
      gunzipSync(readFileSync(sharedData('grib2', folder, name))),
    )!;
    const counts = new Uint32Array(2 ** bits);
    for (let i = 0; i < rows * columns; i++) counts[bits === 8 ? data[i]! : (data[2 * i]! << 8) | data[2 * i + 1]!]!++;
    const [least, most] = [counts.findIndex((count) => count > 0), counts.findLastIndex((count) => count > 0)];
    const sum = counts.reduce((total, count, pixel) => total + count * pixel, 0);
    expect(offset + scale * least).toBeCloseTo(low, 4);
    expect(offset + scale * most).toBeCloseTo(high, 4);
    expect(Math.abs(offset + (scale * sum) / (rows * columns) - mean)).toBeLessThan(1e-5 * Math.max(1, Math.abs(mean)));
  });

testWithSharedData('files of other products of MRMS are refused by name', () => {
  const [, qpe, reflectivity] = PICTURES.map(([folder, name]) => readFileSync(sharedData('grib2', folder, name)));
  expect(() => decodeMrms(qpe!, 'mrms-rate')).toThrow('got "MultiSensorQPE01HPass1 (209-6-30)"');
  expect(() => decodeMrms(reflectivity!, 'mrms-quality')).toThrow('got "ReflectivityAtLowestAltitude (209-3-57)"');
});

const COMPOSITE = ['radar', 'composite-dwd', 'composite_rv_20250923_0855.tar'] as const;

/** Stored integers: how many of which kind, their sum, and some at their row and column. */
const STORED = {
  nodata: 621_995,
  undetect: 668_372,
  others: 29_633,
  sum: 2_467_116,
  pixels: [
    [866, 382, 1849],
    [135, 777, 16],
    [713, 417, 5],
    [864, 268, 113],
  ],
} as const;

testWithSharedData("rates of DWD's composite are its stored amounts, twelve times", async () => {
  const archive = readFileSync(sharedData(...COMPOSITE));
  const { field, validTime } = await decodeDwdRv(archive);
  expect(validTime).toBe(Date.UTC(2025, 8, 23, 8, 55) / 1000);
  expect([field.rows, field.columns]).toEqual([1200, 1100]);
  const tally = tallyOf(field);
  // none of the stored values is 1, so a step less each leaves all of them wet
  expect(tally).toEqual({
    unobserved: STORED.nodata,
    dry: STORED.undetect,
    wet: STORED.others,
    sum: STORED.sum - STORED.others,
    largest: 1848,
  });
  // mm = −0.001 + 0.001 × stored in five minutes
  for (const [row, column, stored] of STORED.pixels)
    expect(valueAt(field, row, column)).toBeCloseTo(0.001 * (stored - 1) * 12, 5);
  // the archive's other file is a nowcast: alone it is read as what it says it is, 50 minutes later
  const nowcast = readTar(archive)[1]!;
  expect(nowcast.name).toBe('composite_rv_20250923_0855_050-hd5');
  expect((await decodeDwdRv(nowcast.bytes)).validTime - validTime).toBe(50 * 60);
});

/** Outer corners that the file states, degrees north and east, at these pixel coordinates. */
const CORNERS = [
  [-0.5, -0.5, 55.862087108249824, 1.463301510256666],
  [-0.5, 1099.5, 55.845438563255755, 18.73161645466747],
  [1199.5, -0.5, 45.696425377390064, 3.5669946350078914],
  [1199.5, 1099.5, 45.68460578137082, 16.580869348598274],
] as const;
const METRES_PER_DEGREE = 111_195;

testWithSharedData("DWD's composite lies between the corners that it states, north up", async () => {
  const { field, grid } = await decodeDwdRv(readFileSync(sharedData(...COMPOSITE)));
  for (const [row, column, latitude, longitude] of CORNERS) {
    const place = placeOf(grid, row, column);
    const north = (place.latitude - latitude) * METRES_PER_DEGREE;
    const east = (place.longitude - longitude) * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
    expect(Math.hypot(north, east)).toBeLessThan(1);
  }
  const packedNear = (latitude: number, longitude: number) => {
    const { x, y } = gridPosition(grid, latitude, longitude)!;
    return packedAt(field, Math.round(y), Math.round(x));
  };
  // 106 km from the radar of Rostock, and the same place of the picture upside down: 193 km from the radar of Isen
  expect(packedNear(55.1, 12.5)).not.toBe(UNOBSERVED);
  expect(packedNear(46.45, 12.5)).toBe(UNOBSERVED);
});
